//! The values that a step may choose: for inputs, and for variables that start with any value.

use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::liveness::{Live, expressions_that_matter};
use umpteen_model::c::program::{Edge, Program};

/// The most ways to choose that are tried for one step.
const MOST: usize = 4096;

/// An input of which more bits are looked at is not told apart by them.
const MOST_BITS: u32 = 6;

/// The same for remainders.
const MOST_REMAINDERS: u64 = 256;

/// Where so many states may be visited, every value of a byte is tried.
const MANY_STATES: usize = 1_000_000;

/// One way to choose.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The inputs of the step.
    pub inputs: Vec<u64>,
    /// The variables of the new thread.
    pub fresh: Vec<(u32, u64)>,
}

/// The ways to choose that are tried.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Each of them.
    pub all: Vec<Choice>,
    /// Whether any other way has the same effect as one of them.
    pub exhaustive: bool,
}

impl Choices {
    /// For a step of an exploration of at most so many states.
    pub fn of_edge(program: &Program, live: &Live, unread: &[bool], edge: &Edge, states: usize) -> Choices {
        let widest = if states >= MANY_STATES { 8 } else { 1 };
        let mut inputs = Product::default();
        (0..edge.inputs()).for_each(|number| inputs.add(values_of_input(edge, live, unread, number, widest)));
        let started = edge.start.as_ref().map(|start| Choices::of_start(program, live, start.template));
        let started = started.unwrap_or_else(|| Choices { all: vec![Choice::default()], exhaustive: true });
        let make = |inputs: &Vec<u64>, fresh: &Choice| Choice { inputs: inputs.clone(), fresh: fresh.fresh.clone() };
        let all = inputs.all.iter().flat_map(|inputs| started.all.iter().map(move |fresh| make(inputs, fresh)));
        Choices { all: all.collect(), exhaustive: !inputs.partial && started.exhaustive }
    }

    /// For the start of a thread: the variables that have no first value, where that value is ever read.
    pub fn of_start(program: &Program, live: &Live, template: u32) -> Choices {
        let entry = program.templates[template as usize].entry;
        let open = |local: &u32| program.locals[*local as usize].initial.is_none() && live.contains(entry, *local);
        let locals: Vec<u32> = program.locals_of(template).filter(open).collect();
        let mut values = Product::default();
        locals.iter().for_each(|&local| values.add(values_of_type(program.locals[local as usize].ty, 1)));
        let fresh =
            |values: Vec<u64>| Choice { inputs: Vec::new(), fresh: locals.iter().copied().zip(values).collect() };
        Choices { exhaustive: !values.partial, all: values.all.into_iter().map(fresh).collect() }
    }
}

/// The values tried for one variable, and whether they are all there are.
type Values = (Vec<u64>, bool);

/// Values of a type: all of them up to a width.
fn values_of_type(ty: Type, widest: u8) -> Values {
    match ty.width {
        width if width <= widest => ((0..=ty.mask()).collect(), true),
        _ => ([0, 1, 2, -1].iter().map(|&value| ty.wrap(value)).collect(), false),
    }
}

/// An input that is only compared with constants matters only by where it lies between them, one of which only some bits or
/// only a remainder is looked at by these. One that only goes to variables that nobody reads does not matter.
fn values_of_input(edge: &Edge, live: &Live, unread: &[bool], number: u32, widest: u8) -> Values {
    let mut uses = Uses { ty: Type::BOOL, constants: Vec::new(), mask: 0, divisors: Vec::new(), others: false };
    expressions_that_matter(edge, unread, live).for_each(|expr| uses.look(expr, number));
    let Uses { ty, constants, mask, mut divisors, others } = uses;
    divisors.sort_unstable();
    divisors.dedup();
    match (&constants[..], mask, &divisors[..]) {
        _ if others => values_of_type(ty, widest),
        ([], 0, []) => (vec![0], true),
        (_, 0, []) => {
            let near = |bits: u64| [0, 1, -1].map(|more| ty.wrap(ty.number(bits) + more));
            let mut values: Vec<u64> = constants.into_iter().chain([0]).flat_map(near).collect();
            values.sort_unstable();
            values.dedup();
            (values, true)
        }
        ([], mask, []) if mask.count_ones() <= MOST_BITS => (parts_of(mask), true),
        ([], 0, [divisor]) if *divisor <= MOST_REMAINDERS => ((0..*divisor).collect(), true),
        _ => values_of_type(ty, widest),
    }
}

/// The numbers with some of the bits of a mask.
fn parts_of(mask: u64) -> Vec<u64> {
    let (mut parts, mut part) = (Vec::new(), mask);
    loop {
        parts.push(part);
        if part == 0 {
            return parts;
        }
        part = (part - 1) & mask;
    }
}

/// The part of an input that an edge looks at.
struct Uses {
    ty: Type,
    /// The constants that it is compared with.
    constants: Vec<u64>,
    /// The bits that are looked at.
    mask: u64,
    /// The constants whose remainders are looked at.
    divisors: Vec<u64>,
    /// Whether more is.
    others: bool,
}

impl Uses {
    fn look(&mut self, expr: &Expr, number: u32) {
        match expr {
            Expr::Constant(..) | Expr::Read(..) => {}
            Expr::Input(same, ty) if *same == number => (self.ty, self.others) = (*ty, true),
            Expr::Input(..) => {}
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => self.look(operand, number),
            Expr::Conditional(test, yes, no) => [test, yes, no].into_iter().for_each(|part| self.look(part, number)),
            Expr::Binary(operator, left, right) => match (&**left, &**right) {
                (Expr::Input(same, ty), Expr::Constant(bits, _)) | (Expr::Constant(bits, _), Expr::Input(same, ty))
                    if *same == number && operator.compares() =>
                {
                    self.ty = *ty;
                    self.constants.push(*bits);
                }
                (value, Expr::Constant(bits, _)) => match (operator, widened(value, number)) {
                    (Binary::And, Some(ty)) if *bits <= ty.mask() => (self.ty, self.mask) = (ty, self.mask | bits),
                    (Binary::Remainder, Some(ty)) if !ty.signed && (1..=ty.mask()).contains(bits) => {
                        self.ty = ty;
                        self.divisors.push(*bits);
                    }
                    _ => self.look(value, number),
                },
                (left, right) => [left, right].into_iter().for_each(|operand| self.look(operand, number)),
            },
        }
    }
}

/// The type of an input that an expression is, in types that have all its values or more bits.
fn widened(expr: &Expr, number: u32) -> Option<Type> {
    match expr {
        Expr::Input(same, ty) if *same == number && ty.width > 1 => Some(*ty),
        Expr::Cast(to, inner) if to.width > inner.ty().width => widened(inner, number),
        _ => None,
    }
}

/// All combinations of the values of some variables; too many are not tried.
struct Product {
    all: Vec<Vec<u64>>,
    partial: bool,
}

impl Default for Product {
    fn default() -> Product {
        Product { all: vec![Vec::new()], partial: false }
    }
}

impl Product {
    fn add(&mut self, (values, exhaustive): Values) {
        self.partial |= !exhaustive;
        if self.all.len() * values.len() > MOST {
            self.partial = true;
            self.all.iter_mut().for_each(|one| one.push(0));
            return;
        }
        let with = |one: &Vec<u64>, value: u64| [one.as_slice(), &[value]].concat();
        self.all = self.all.iter().flat_map(|one| values.iter().map(move |&value| with(one, value))).collect();
    }
}
