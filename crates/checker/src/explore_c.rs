//! The claim that no assertion of a C program fails with at most so many threads, judged by doing it all again.
//!
//! Every state is visited with the interpreter, in no clever order; threads in equal states count as one, and so do
//! states that differ in values that are not read again (of shared variables: that are never read). A join of an unknown thread may return at any time. An input
//! that is not tried with every value that may make a difference is a reason to reject. A reduced program must fail whenever
//! the program as lowered does (`reduction`).

use crate::Rejection;
use crate::reduction::check_reduction;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::liveness::{self, Live, expressions_that_matter};
use umpteen_model::c::machine::{Move, State};
use umpteen_model::c::program::{Edge, Program};

/// A step with more ways to choose its values is not tried.
const MOST_CHOICES: usize = 4096;

/// Every way to choose some values, or why there are too many.
type Values<T> = Result<Vec<Vec<T>>, Rejection>;

/// The result of a visit of all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited {
    /// The number of states.
    pub states: u64,
    /// Whether some thread was not started because of the bound.
    pub bound_reached: bool,
}

/// Accepts the claim only if no state with at most so many threads has a failed assertion; a claim about the number of
/// states must be true as well. `go_on` is asked now and then.
pub fn check_c_exploration(
    program: &Program,
    threads: u32,
    claimed: Option<u64>,
    go_on: &dyn Fn() -> bool,
) -> Result<Visited, Rejection> {
    visit_c_states(program, threads, claimed, go_on, &mut |_, _| {})
}

/// The same, and every state is shown to `look`, with whether some thread can move there.
pub fn visit_c_states(
    program: &Program,
    threads: u32,
    claimed: Option<u64>,
    go_on: &dyn Fn() -> bool,
    look: &mut dyn FnMut(&State, bool),
) -> Result<Visited, Rejection> {
    check_reduction(program, go_on)?;
    let live = liveness::live(program);
    let program = program.with_early_joins();
    let unread = liveness::unread(&program, &live);
    let templates = 0..program.templates.len() as u32;
    let fresh: Vec<Values<(u32, u64)>> = templates.map(|number| fresh_values(&program, &live, number)).collect();
    let inputs: Vec<Vec<Values<u64>>> = program
        .locations
        .iter()
        .map(|location| location.edges.iter().map(|edge| inputs(edge, &live, &unread)).collect())
        .collect();
    let of_template = |template: u32| fresh[template as usize].as_ref().map_err(Clone::clone);
    let nothing = vec![Vec::new()];
    let mut bound_reached = false;
    let mut seen: FxHashSet<Box<[u64]>> = FxHashSet::default();
    let mut pending: Vec<State> = of_template(0)?.iter().map(|fresh| program.start(fresh)).collect();
    pending.retain(|state| seen.insert(key(&program, &live, &unread, state)));
    while let Some(state) = pending.pop() {
        if !go_on() {
            return Err(Rejection::OutOfTime);
        }
        if program.failure(&state).is_some() {
            return Rejection::wrong("an assertion fails");
        }
        // A wrong claim about the number of states must not cost more than that number.
        if let Some(claimed) = claimed.filter(|claimed| seen.len() as u64 > *claimed) {
            return Rejection::wrong(format!("there are more than {claimed} states"));
        }
        let mut moves = false;
        for (thread, at) in (0u32..).zip(&state.threads) {
            for (number, edge) in (0u32..).zip(&program.locations[at.location as usize].edges) {
                if edge.start.is_some() && state.threads.len() >= threads as usize {
                    (bound_reached, moves) = (true, true);
                    continue;
                }
                let fresh = edge.start.as_ref().map_or(Ok(&nothing), |start| of_template(start.template))?;
                let inputs = inputs[at.location as usize][number as usize].as_ref().map_err(Clone::clone)?;
                for inputs in inputs {
                    for fresh in fresh {
                        let step = Move { thread, edge: number, inputs: inputs.clone(), fresh: fresh.clone() };
                        let after = program.step(&state, &step);
                        moves |= after.is_some();
                        pending.extend(after.filter(|after| seen.insert(key(&program, &live, &unread, after))));
                    }
                }
            }
        }
        look(&state, moves);
    }
    let states = seen.len() as u64;
    match claimed {
        Some(claimed) if claimed != states => Rejection::wrong(format!("there are {states} states, not {claimed}")),
        _ => Ok(Visited { states, bound_reached }),
    }
}

/// The key of a state, equal for states that differ only in the order of threads, in dead values and in shared variables that
/// nobody reads.
fn key(program: &Program, live: &Live, unread: &[bool], state: &State) -> Box<[u64]> {
    let mut threads: Vec<Vec<u64>> = Vec::new();
    for thread in &state.threads {
        let template = program.locations[thread.location as usize].template;
        let mut shown = vec![thread.callers.len() as u64];
        let callers = thread.callers.iter().map(|(back, locals)| (*back, locals));
        for (location, locals) in callers.chain([(thread.location, &thread.locals)]) {
            let read = program.locals_of(template).filter(|local| live.contains(location, *local));
            shown.push(u64::from(location));
            shown.extend(read.map(|local| locals[local as usize]));
        }
        threads.push(shown);
    }
    threads.sort_unstable();
    let shared = state.globals.iter().zip(unread).filter(|(_, unread)| !**unread).map(|(value, _)| value);
    shared.chain(threads.iter().flatten()).copied().collect()
}

/// Every start of the variables of a new thread that have no first value.
fn fresh_values(program: &Program, live: &Live, template: u32) -> Values<(u32, u64)> {
    let entry = program.templates[template as usize].entry;
    let mut all = vec![Vec::new()];
    for local in program.locals_of(template) {
        let variable = &program.locals[local as usize];
        if variable.initial.is_none() && live.contains(entry, local) {
            let values = every_value(variable.ty).map(|value| (local, value)).collect::<Vec<_>>();
            all = extended(&all, &values)?;
        }
    }
    Ok(all)
}

/// Every value of the inputs of a step that may make a difference.
fn inputs(edge: &Edge, live: &Live, unread: &[bool]) -> Values<u64> {
    let mut all = vec![Vec::new()];
    for number in 0..edge.inputs() {
        let mut use_ = Use { number, ty: Type::BOOL, constants: Vec::new(), bits: 0, divisor: 0, other: false };
        expressions_that_matter(edge, unread, live).for_each(|expr| use_.look(expr));
        let Use { ty, constants, bits, divisor, other, .. } = use_;
        // An input that only goes to variables that nobody reads does not matter.
        if !other && constants.is_empty() && bits == 0 && divisor == 0 {
            all = extended(&all, &[0])?;
            continue;
        }
        // Of one that is only masked, other bits do not matter.
        if !other && constants.is_empty() && divisor == 0 && bits.count_ones() < MOST_CHOICES.ilog2() {
            let values: Vec<u64> = (0..1u64 << bits.count_ones()).map(|number| spread(number, bits)).collect();
            all = extended(&all, &values)?;
            continue;
        }
        // Of one that is only divided by a constant, only the remainder matters.
        if !other && constants.is_empty() && bits == 0 && divisor <= MOST_CHOICES as u64 {
            let values: Vec<u64> = (0..divisor).collect();
            all = extended(&all, &values)?;
            continue;
        }
        let other = other || bits != 0 || divisor != 0;
        // Between two neighbouring constants all values compare alike.
        let around = constants.iter().flat_map(|&bits| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)]);
        let values: BTreeSet<u64> = match other || ty.width == 1 {
            true => every_value(ty).collect(),
            false => around.map(|bits| bits & ty.mask()).collect(),
        };
        all = extended(&all, &values.into_iter().collect::<Vec<_>>())?;
    }
    Ok(all)
}

/// The bits of a number at the places of the ones of a mask.
fn spread(mut number: u64, mask: u64) -> u64 {
    let mut value = 0;
    for place in (0..u64::BITS).filter(|place| mask >> place & 1 == 1) {
        value |= (number & 1) << place;
        number >>= 1;
    }
    value
}

fn every_value(ty: Type) -> impl Iterator<Item = u64> {
    // More are too many anyway.
    0..=ty.mask().min(MOST_CHOICES as u64)
}

fn extended<T: Copy>(all: &[Vec<T>], values: &[T]) -> Values<T> {
    if values.len().saturating_mul(all.len()) > MOST_CHOICES {
        return Rejection::wrong("a step has too many values to try them all");
    }
    let with = |one: &Vec<T>, value: T| one.iter().copied().chain([value]).collect();
    Ok(all.iter().flat_map(|one| values.iter().map(move |&value| with(one, value))).collect())
}

/// How an input is used.
struct Use {
    number: u32,
    ty: Type,
    /// The constants that the variable is compared with.
    constants: Vec<u64>,
    /// The bits that a mask with a constant leaves.
    bits: u64,
    /// The constant of a remainder; 0 if there is none.
    divisor: u64,
    /// Whether it is used in any other way.
    other: bool,
}

impl Use {
    fn look(&mut self, expr: &Expr) {
        match expr {
            Expr::Constant(..) | Expr::Read(..) => {}
            Expr::Input(number, ty) => {
                if *number == self.number {
                    self.ty = *ty;
                    self.other = true;
                }
            }
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => self.look(operand),
            Expr::Binary(operator, left, right) => match (&**left, &**right) {
                (Expr::Input(number, ty), Expr::Constant(bits, _))
                | (Expr::Constant(bits, _), Expr::Input(number, ty))
                    if *number == self.number && operator.compares() =>
                {
                    self.ty = *ty;
                    self.constants.push(*bits);
                }
                (value, Expr::Constant(bits, _)) => match (operator, self.input(value)) {
                    (Binary::And, Some(ty)) if *bits <= ty.mask() => {
                        self.ty = ty;
                        self.bits |= bits;
                    }
                    (Binary::Remainder, Some(ty))
                        if !ty.signed && *bits > 0 && *bits <= ty.mask() && [0, *bits].contains(&self.divisor) =>
                    {
                        self.ty = ty;
                        self.divisor = *bits;
                    }
                    _ => self.look(value),
                },
                (left, right) => [left, right].into_iter().for_each(|operand| self.look(operand)),
            },
            Expr::Conditional(test, yes, no) => [test, yes, no].into_iter().for_each(|part| self.look(part)),
        }
    }

    /// The type of the input if an expression is that, in a wider type or not: what has more bits than an unsigned number has its
    /// value, and what has more bits than any number has its bits.
    fn input(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Input(number, ty) if *number == self.number && ty.width > 1 => Some(*ty),
            Expr::Cast(to, inner) if to.width > inner.ty().width => self.input(inner),
            _ => None,
        }
    }
}
