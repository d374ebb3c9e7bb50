//! The values that a step may choose: for inputs, and for variables that start with any value.

use umpteen_model::c::expression::{Expr, Type};
use umpteen_model::c::liveness::{Live, expressions_that_matter};
use umpteen_model::c::program::{Edge, Program};

/// The most ways to choose that are tried for one step.
const MOST: usize = 4096;

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
    /// For a step.
    pub fn of_edge(program: &Program, live: &Live, unread: &[bool], edge: &Edge) -> Choices {
        let mut inputs = Product::default();
        (0..edge.inputs()).for_each(|number| inputs.add(values_of_input(edge, live, unread, number)));
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
        locals.iter().for_each(|&local| values.add(values_of_type(program.locals[local as usize].ty)));
        let fresh =
            |values: Vec<u64>| Choice { inputs: Vec::new(), fresh: locals.iter().copied().zip(values).collect() };
        Choices { exhaustive: !values.partial, all: values.all.into_iter().map(fresh).collect() }
    }
}

/// The values tried for one variable, and whether they are all there are.
type Values = (Vec<u64>, bool);

fn values_of_type(ty: Type) -> Values {
    match ty.width {
        1 => (vec![0, 1], true),
        _ => ([0, 1, 2, -1].iter().map(|&value| ty.wrap(value)).collect(), false),
    }
}

/// An input that is only compared with constants matters only by where it lies between them. One that only goes to variables that
/// nobody reads does not matter.
fn values_of_input(edge: &Edge, live: &Live, unread: &[bool], number: u32) -> Values {
    let mut ty = Type::BOOL;
    let mut constants = Vec::new();
    let (mut uses, mut compared) = (0, 0);
    for expr in expressions_that_matter(edge, unread, live) {
        expr.visit(&mut |part| match part {
            Expr::Input(same, of) if *same == number => {
                ty = *of;
                uses += 1;
            }
            Expr::Binary(operator, left, right) if operator.compares() => match (&**left, &**right) {
                (Expr::Input(same, _), Expr::Constant(bits, _)) | (Expr::Constant(bits, _), Expr::Input(same, _))
                    if *same == number =>
                {
                    constants.push(*bits);
                    compared += 1;
                }
                _ => {}
            },
            _ => {}
        });
    }
    if uses == 0 {
        return (vec![0], true);
    }
    if ty.width == 1 || compared < uses {
        return values_of_type(ty);
    }
    let near = |bits: u64| [0, 1, -1].map(|more| ty.wrap(ty.number(bits) + more));
    let mut values: Vec<u64> = constants.into_iter().chain([0]).flat_map(near).collect();
    values.sort_unstable();
    values.dedup();
    (values, true)
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
