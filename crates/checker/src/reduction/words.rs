//! A thread's steps executed on words of bits: each variable has a word, unknown bits at first.
//!
//! Products and quotients of unknown words are unknown words too, equal ones for equal operands (uninterpreted functions). They are
//! defined only when a question cannot be answered without: circuits of them are large, and reductions seldom change them.

use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use umpteen_logic::circuit::{Bit, Circuit};
use umpteen_logic::encode::encode;
use umpteen_logic::sat::Batsat;
use umpteen_logic::solver::Solver;
use umpteen_logic::words::{Word, add, constant, equal};
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Program};

/// A question that takes more conflicts than this is given up.
const MOST_CONFLICTS: u32 = 3_000;

/// A question whose answer is useful but not needed is given up sooner, and after so many of these none is asked any more.
const FEW_CONFLICTS: u32 = 100;
const MOST_GIVEN_UP: u32 = 20;

/// Inputs from this number on stand for products and quotients.
const RESULTS: u32 = 1 << 31;

/// The inputs of a step, by number.
pub(super) type Inputs = FxHashMap<u32, Word>;

/// The values of variables at a moment: those that have changed, and since when the shared ones are unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    changed: FxHashMap<Place, Rc<Word>>,
    since: u32,
}

impl Moment {
    /// The variables that have changed.
    pub(super) fn changed(&self) -> impl Iterator<Item = Place> + '_ {
        self.changed.keys().copied()
    }
}

/// Words for everything that is not known.
pub(super) struct Words<'a> {
    program: &'a Program,
    solver: Solver<Batsat>,
    /// The words of variables that nothing is known about, with the moment since when.
    unknown: FxHashMap<(u32, Place), Word>,
    moments: u32,
    /// Words that are the sum of another one and a constant: so `x + 1 + 1` and `x + 2` are one word.
    sums: FxHashMap<Word, (Word, u64)>,
    /// Products and quotients without a definition, by their operands, and those not defined yet.
    hard: FxHashMap<Hard, u32>,
    results: Vec<Word>,
    undefined: Vec<Hard>,
    /// How many questions that were not needed have been given up.
    given_up: u32,
    /// What the thread's variables are equal to at first.
    equal_to: FxHashMap<Place, Expr>,
}

impl<'a> Words<'a> {
    /// Nothing is known about the variables of the program.
    pub(super) fn new(program: &'a Program) -> Words<'a> {
        let (unknown, sums, equal_to) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let (hard, results, undefined) = (FxHashMap::default(), Vec::new(), Vec::new());
        let solver = Solver::default();
        Words { program, solver, unknown, moments: 0, sums, hard, results, undefined, given_up: 0, equal_to }
    }

    /// Takes conditions for granted at the first moment, about the thread's variables. An equation tells the word of a variable.
    pub(super) fn assume(&mut self, conditions: &[Expr]) {
        for fact in conditions {
            if let Expr::Binary(Binary::Equal, left, right) = fact
                && let Expr::Read(place, _) = **left
            {
                self.equal_to.entry(place).or_insert_with(|| (**right).clone());
            }
        }
        // Variables that are equal to each other in a circle stay unknown.
        let places: Vec<Place> = self.equal_to.keys().copied().collect();
        for place in places {
            if self.is_circular(place) {
                self.equal_to.remove(&place);
            }
        }
        for fact in conditions {
            let bit = self.condition(&Moment::default(), fact, &mut Inputs::default());
            self.solver.require(bit);
        }
    }

    fn is_circular(&self, place: Place) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = self.equal_to.get(&place).map(Expr::places).unwrap_or_default();
        while let Some(read) = pending.pop() {
            if read == place {
                return true;
            }
            if seen.insert(read) {
                pending.extend(self.equal_to.get(&read).into_iter().flat_map(Expr::places));
            }
        }
        false
    }

    /// The word of an expression.
    pub(super) fn value(&mut self, moment: &Moment, expr: &Expr, inputs: &mut Inputs) -> Word {
        self.prepare(expr);
        if let Expr::Binary(Binary::Add, left, right) = expr
            && let Expr::Constant(bits, ty) = **right
        {
            let left = self.value(moment, left, inputs);
            let (base, before) = self.sums.get(&left).cloned().unwrap_or((left, 0));
            let number = before.wrapping_add(bits) & ty.mask();
            let sum = add(&mut self.solver.circuit, &base, &constant(number, base.len()), Bit::ZERO);
            self.sums.insert(sum.clone(), (base, number));
            return sum;
        }
        let easy = has_hard(expr).then(|| self.without_hard(moment, expr, inputs));
        let Words { program, solver, unknown, results, .. } = self;
        encode(&mut solver.circuit, easy.as_ref().unwrap_or(expr), &mut |circuit, leaf| match leaf {
            Expr::Input(number, _) if *number >= RESULTS => results[(number - RESULTS) as usize].clone(),
            _ => word(program, circuit, leaf, moment, unknown, inputs),
        })
    }

    /// The expression with inputs in place of products and quotients of unknown words.
    fn without_hard(&mut self, moment: &Moment, expr: &Expr, inputs: &mut Inputs) -> Expr {
        let mut inner = |part: &Expr| Box::new(self.without_hard(moment, part, inputs));
        match expr {
            Expr::Constant(..) | Expr::Read(..) | Expr::Input(..) => expr.clone(),
            Expr::Unary(operator, operand) => Expr::Unary(*operator, inner(operand)),
            Expr::Cast(ty, operand) => Expr::Cast(*ty, inner(operand)),
            Expr::Conditional(test, yes, no) => Expr::Conditional(inner(test), inner(yes), inner(no)),
            Expr::Binary(operator, left, right) => {
                let easy = Expr::Binary(*operator, inner(left), inner(right));
                if !is_hard(*operator) {
                    return easy;
                }
                let operands = [left, right].map(|part| self.value(moment, part, inputs));
                let is_known = |word: &Word| word.iter().all(|bit| *bit == Bit::ZERO || *bit == Bit::ONE);
                if operands.iter().any(is_known) {
                    return easy;
                }
                self.result(Hard { operator: *operator, ty: expr.ty(), operands })
            }
        }
    }

    /// A product or quotient as an input: a new one for new operands.
    fn result(&mut self, hard: Hard) -> Expr {
        let ty = hard.ty;
        if let Some(number) = self.hard.get(&hard) {
            return Expr::Input(*number, ty);
        }
        let number = RESULTS + self.results.len() as u32;
        self.results.push(self.solver.word(ty.width));
        self.undefined.push(hard.clone());
        self.hard.insert(hard, number);
        Expr::Input(number, ty)
    }

    /// Defines all products and quotients; whether there were any.
    fn define(&mut self) -> bool {
        let undefined = std::mem::take(&mut self.undefined);
        for hard in &undefined {
            let result = self.results[(self.hard[hard] - RESULTS) as usize].clone();
            let operand = |number| Box::new(Expr::Input(number, hard.ty));
            let exact = Expr::Binary(hard.operator, operand(0), operand(1));
            let circuit = &mut self.solver.circuit;
            let exact = encode(circuit, &exact, &mut |_, leaf| match leaf {
                Expr::Input(0, _) => hard.operands[0].clone(),
                _ => hard.operands[1].clone(),
            });
            let same = equal(circuit, &result, &exact);
            self.solver.require(same);
        }
        !undefined.is_empty()
    }

    /// The bit of a condition.
    pub(super) fn condition(&mut self, moment: &Moment, expr: &Expr, inputs: &mut Inputs) -> Bit {
        self.value(moment, expr, inputs)[0]
    }

    /// Gives the variables of an expression the words that equations tell.
    fn prepare(&mut self, expr: &Expr) {
        if self.equal_to.is_empty() {
            return;
        }
        for place in expr.places() {
            if !self.unknown.contains_key(&(0, place))
                && let Some(same) = self.equal_to.get(&place).cloned()
            {
                let word = self.value(&Moment::default(), &same, &mut Inputs::default());
                self.unknown.insert((0, place), word);
            }
        }
    }

    /// The word of a variable.
    pub(super) fn read(&mut self, moment: &Moment, place: Place) -> Word {
        let read = Expr::Read(place, self.program.variable(place).ty);
        self.value(moment, &read, &mut Inputs::default())
    }

    /// The moment after a step, and whether the step is possible.
    pub(super) fn execute(&mut self, before: &Moment, edge: &Edge, inputs: &mut Inputs) -> (Moment, Bit) {
        let guard = self.condition(before, &edge.guard, inputs);
        if guard == Bit::ZERO {
            return (Moment::default(), guard);
        }
        let values: Vec<(Place, Rc<Word>)> =
            edge.updates.iter().map(|(place, value)| (*place, Rc::new(self.value(before, value, inputs)))).collect();
        let mut after = before.clone();
        after.changed.extend(values);
        (after, guard)
    }

    /// The moment after other threads have moved, which do not change the shared variables that stay.
    pub(super) fn disturbed(&mut self, mut moment: Moment, stays: &dyn Fn(u32) -> bool) -> Moment {
        let lasts = |place: &Place| match place {
            Place::Local(_) => true,
            Place::Global(global) => stays(*global),
        };
        moment.changed.retain(|place, _| lasts(place));
        for global in (0..self.program.globals.len() as u32).filter(|global| stays(*global)) {
            let place = Place::Global(global);
            if let Some(word) = self.unknown.get(&(moment.since, place)) {
                moment.changed.entry(place).or_insert_with(|| Rc::new(word.clone()));
            }
        }
        self.moments += 1;
        Moment { since: self.moments, ..moment }
    }

    /// Whether two words are equal.
    pub(super) fn same(&mut self, one: &[Bit], other: &[Bit]) -> Bit {
        if one.len() != other.len() { Bit::ZERO } else { equal(&mut self.solver.circuit, one, other) }
    }

    pub(super) fn and(&mut self, one: Bit, other: Bit) -> Bit {
        self.solver.circuit.and(one, other)
    }

    /// Whether a bit is clearly never 1.
    pub(super) fn is_clearly_impossible(&mut self, bit: Bit) -> bool {
        if bit == Bit::ZERO || self.given_up >= MOST_GIVEN_UP {
            return bit == Bit::ZERO;
        }
        let answer = self.solver.satisfiable_within(&[bit], FEW_CONFLICTS);
        self.given_up += u32::from(answer.is_none());
        answer == Some(false)
    }

    /// Whether a bit is never 1, as far as that can be told in time.
    pub(super) fn is_impossible(&mut self, bit: Bit) -> bool {
        let possible = |words: &mut Self| words.solver.satisfiable_within(&[bit], MOST_CONFLICTS);
        match bit == Bit::ZERO {
            true => true,
            false => match possible(self) {
                Some(true) if self.define() => possible(self) == Some(false),
                answer => answer == Some(false),
            },
        }
    }
}

/// A product or quotient.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Hard {
    operator: Binary,
    ty: Type,
    operands: [Word; 2],
}

fn is_hard(operator: Binary) -> bool {
    matches!(operator, Binary::Multiply | Binary::Divide | Binary::Remainder)
}

fn has_hard(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part, Expr::Binary(operator, ..) if is_hard(*operator)));
    found
}

/// The word of a variable or input, read as the interpreter does: cut off or filled up with zeros.
fn word(
    program: &Program,
    circuit: &mut Circuit,
    leaf: &Expr,
    moment: &Moment,
    unknown: &mut FxHashMap<(u32, Place), Word>,
    inputs: &mut Inputs,
) -> Word {
    let width = usize::from(leaf.ty().width);
    let mut fresh = |width: usize| (0..width).map(|_| circuit.input()).collect();
    let mut word = match leaf {
        Expr::Read(place, _) => match moment.changed.get(place) {
            Some(word) => Word::clone(word),
            None => {
                let since = if matches!(place, Place::Global(_)) { moment.since } else { 0 };
                unknown
                    .entry((since, *place))
                    .or_insert_with(|| fresh(program.variable(*place).ty.width.into()))
                    .clone()
            }
        },
        Expr::Input(number, _) => inputs.entry(*number).or_insert_with(|| fresh(width)).clone(),
        _ => Word::new(),
    };
    word.resize(width, Bit::ZERO);
    word
}
