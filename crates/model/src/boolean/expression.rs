//! Expressions over numbered variables, and the values they can have.

use super::syntax::Operator;

/// A variable of the shared state, the executing thread, or one other thread, now or after the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Shared.
    Global(u8),
    /// Of the executing thread.
    Local(u8),
    /// Of another thread: its index, then the variable.
    Passive(u8, u8),
    /// Whether another thread is at a place: its index, then the place. It is so before and after the step.
    Place(u8, u8),
}

/// How many other threads one constraint may speak of.
pub const MOST_INDICES: usize = 4;

/// An expression; each `Choice` is made anew wherever it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// 0 or 1.
    Constant(bool),
    /// Either.
    Choice,
    /// The value of a variable now or (`true`) after the step.
    Read(Slot, bool),
    /// Negation.
    Not(Box<Expr>),
    /// Two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// If, then, else.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// 1 if the first, else 0 if the second, else either.
    Schoose(Box<Expr>, Box<Expr>),
}

/// The values of all variables that an expression may read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment {
    /// Shared variables: now, after the step.
    pub globals: [u64; 2],
    /// The executing thread's.
    pub locals: [u64; 2],
    /// The current and next values of other threads, by index.
    pub passive: [[u64; 2]; MOST_INDICES],
    /// The places that other threads are at, by index.
    pub places: [u64; MOST_INDICES],
}

/// Which of the values 0 and 1 are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// 0 is.
    pub no: bool,
    /// 1 is.
    pub yes: bool,
}

impl Values {
    const EITHER: Values = Values { no: true, yes: true };

    fn only(value: bool) -> Values {
        Values { no: !value, yes: value }
    }

    /// The possible values, 0 first.
    pub fn iter(self) -> impl Iterator<Item = bool> {
        [(self.no, false), (self.yes, true)].into_iter().filter(|(possible, _)| *possible).map(|(_, value)| value)
    }

    fn or(self, other: Values) -> Values {
        Values { no: self.no || other.no, yes: self.yes || other.yes }
    }
}

impl Expr {
    /// Every value that the expression can have. Exact, because each choice is independent of all others.
    pub fn values(&self, environment: &Environment) -> Values {
        match self {
            Expr::Constant(value) => Values::only(*value),
            Expr::Choice => Values::EITHER,
            Expr::Read(slot, next) => {
                let next = usize::from(*next);
                let (word, number) = match slot {
                    Slot::Global(number) => (environment.globals[next], number),
                    Slot::Local(number) => (environment.locals[next], number),
                    Slot::Passive(index, number) => (environment.passive[usize::from(*index)][next], number),
                    Slot::Place(index, number) => (environment.places[usize::from(*index)], number),
                };
                Values::only(word >> number & 1 == 1)
            }
            Expr::Not(inner) => {
                let values = inner.values(environment);
                Values { no: values.yes, yes: values.no }
            }
            Expr::Binary(operator, left, right) => {
                let (left, right) = (left.values(environment), right.values(environment));
                let mut result = Values { no: false, yes: false };
                for left in left.iter() {
                    for right in right.iter() {
                        result = result.or(Values::only(operator.apply(left, right)));
                    }
                }
                result
            }
            Expr::Conditional(test, yes, no) => {
                let mut result = Values { no: false, yes: false };
                for test in test.values(environment).iter() {
                    result = result.or(if test { yes } else { no }.values(environment));
                }
                result
            }
            Expr::Schoose(yes, no) => {
                let mut result = Values { no: false, yes: false };
                for yes in yes.values(environment).iter() {
                    for no in no.values(environment).iter() {
                        result = result.or(match (yes, no) {
                            (true, _) => Values::only(true),
                            (false, true) => Values::only(false),
                            (false, false) => Values::EITHER,
                        });
                    }
                }
                result
            }
        }
    }

    /// Whether the expression can be true.
    pub fn can_hold(&self, environment: &Environment) -> bool {
        self.values(environment).yes
    }

    /// Whether the value may not be determined by the variables.
    pub fn has_choice(&self) -> bool {
        match self {
            Expr::Choice | Expr::Schoose(..) => true,
            Expr::Constant(_) | Expr::Read(..) => false,
            Expr::Not(inner) => inner.has_choice(),
            Expr::Binary(_, left, right) => left.has_choice() || right.has_choice(),
            Expr::Conditional(test, yes, no) => test.has_choice() || yes.has_choice() || no.has_choice(),
        }
    }

    /// The expression with every variable replaced.
    pub fn map_slots(&self, replace: &mut impl FnMut(Slot, bool) -> (Slot, bool)) -> Expr {
        match self {
            Expr::Constant(_) | Expr::Choice => self.clone(),
            Expr::Read(slot, next) => {
                let (slot, next) = replace(*slot, *next);
                Expr::Read(slot, next)
            }
            Expr::Not(inner) => Expr::Not(Box::new(inner.map_slots(replace))),
            Expr::Binary(operator, left, right) => {
                Expr::Binary(*operator, Box::new(left.map_slots(replace)), Box::new(right.map_slots(replace)))
            }
            Expr::Schoose(yes, no) => Expr::Schoose(Box::new(yes.map_slots(replace)), Box::new(no.map_slots(replace))),
            Expr::Conditional(test, yes, no) => Expr::Conditional(
                Box::new(test.map_slots(replace)),
                Box::new(yes.map_slots(replace)),
                Box::new(no.map_slots(replace)),
            ),
        }
    }

    /// The expression with every choice made: its value is one that this expression can have.
    pub fn chosen(&self) -> Expr {
        let boxed = |inner: &Expr| Box::new(inner.chosen());
        match self {
            Expr::Choice => Expr::Constant(false),
            Expr::Constant(_) | Expr::Read(..) => self.clone(),
            Expr::Not(inner) => Expr::Not(boxed(inner)),
            Expr::Binary(operator, left, right) => Expr::Binary(*operator, boxed(left), boxed(right)),
            Expr::Schoose(yes, _) => yes.chosen(),
            Expr::Conditional(test, yes, no) => Expr::Conditional(boxed(test), boxed(yes), boxed(no)),
        }
    }

    /// The expression with some variables read as any value: it can have every value that this one can.
    pub fn with_choices(&self, dropped: &impl Fn(Slot, bool) -> bool) -> Expr {
        let boxed = |inner: &Expr| Box::new(inner.with_choices(dropped));
        match self {
            Expr::Read(slot, next) if dropped(*slot, *next) => Expr::Choice,
            Expr::Constant(_) | Expr::Choice | Expr::Read(..) => self.clone(),
            Expr::Not(inner) => Expr::Not(boxed(inner)),
            Expr::Binary(operator, left, right) => Expr::Binary(*operator, boxed(left), boxed(right)),
            Expr::Schoose(yes, no) => Expr::Schoose(boxed(yes), boxed(no)),
            Expr::Conditional(test, yes, no) => Expr::Conditional(boxed(test), boxed(yes), boxed(no)),
        }
    }

    /// The indices of other threads that occur, sorted.
    pub fn indices(&self) -> Vec<u8> {
        let mut found = Vec::new();
        self.visit(&mut |slot, _| {
            if let Slot::Passive(index, _) | Slot::Place(index, _) = slot {
                found.push(index);
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The variables of the other thread with this index that occur, one bit each.
    pub fn passive_variables(&self, index: u8) -> u64 {
        let mut found = 0;
        self.visit(&mut |slot, _| {
            if let Slot::Passive(other, number) = slot
                && other == index
            {
                found |= 1 << number;
            }
        });
        found
    }

    /// Calls `look` for every variable read, and says whether its next value is.
    pub fn visit(&self, look: &mut impl FnMut(Slot, bool)) {
        match self {
            Expr::Constant(_) | Expr::Choice => {}
            Expr::Read(slot, next) => look(*slot, *next),
            Expr::Not(inner) => inner.visit(look),
            Expr::Binary(_, left, right) | Expr::Schoose(left, right) => {
                left.visit(look);
                right.visit(look);
            }
            Expr::Conditional(test, yes, no) => {
                test.visit(look);
                yes.visit(look);
                no.visit(look);
            }
        }
    }

    /// The expression about the values after the step.
    pub fn after(&self) -> Expr {
        self.map_slots(&mut |slot, _| (slot, true))
    }

    /// The parts of a conjunction.
    pub fn conjuncts(self, into: &mut Vec<Expr>) {
        match self {
            Expr::Binary(Operator::And, left, right) => {
                left.conjuncts(into);
                right.conjuncts(into);
            }
            Expr::Constant(true) => {}
            other => into.push(other),
        }
    }
}
