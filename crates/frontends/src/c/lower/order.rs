//! Whether the order in which an expression is evaluated can matter.
//!
//! C leaves open in which order operands and arguments are evaluated; lowering goes from left to right. Two orders can
//! differ if two operands both access shared memory, because other threads may move in between, or if one changes a
//! variable that the other one looks at. `&&`, `||`, `?:` and the comma have a fixed order, the write of an assignment
//! comes after its operands' values, and a called function is finished before its value is used. What is left open
//! after a value is known are writes like the one of `y++`: in `x = y++` either variable may change first.
//! Everything unclear counts as an access, so that the note may be made too often but not too rarely.

use super::super::Granularity;
use super::super::syntax::{Expression, ExpressionKind, Part, Prefix, Source, Statement, StatementKind, Storage};
use super::Lowering;
use super::call::is_private;
use super::value::{Binding, Object, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::Place;

/// What evaluating an expression does.
#[derive(Default)]
pub struct Accesses {
    /// Whether other threads can notice or influence it.
    pub shared: bool,
    /// The variables that are looked at or changed, as far as they are named.
    pub touched: FxHashSet<Place>,
    /// Those that may change.
    modified: FxHashSet<Place>,
    /// Those that may change after the value is known.
    pending: Vec<Place>,
    /// Whether the order of some operands matters.
    order_matters: bool,
}

impl Accesses {
    /// Both happen, one after the other or only one of them; the second one's open writes stay open.
    fn then(mut self, other: Accesses) -> Accesses {
        self.pending.clear();
        self.join(other)
    }

    /// Both happen, in an order that is not checked here.
    fn join(mut self, mut other: Accesses) -> Accesses {
        if self.touched.len() < other.touched.len() {
            std::mem::swap(&mut self, &mut other);
        }
        self.shared |= other.shared;
        self.order_matters |= other.order_matters;
        self.touched.extend(other.touched);
        self.modified.extend(other.modified);
        self.pending.append(&mut other.pending);
        self
    }

    /// Both happen in any order; `interruptible` tells whether other threads may move in between.
    fn beside(mut self, other: Accesses, interruptible: bool) -> Accesses {
        self.order_matters |= interruptible && self.shared && other.shared
            || !self.modified.is_disjoint(&other.touched)
            || !other.modified.is_disjoint(&self.touched);
        self.join(other)
    }

    fn touch(&mut self, place: Place) {
        self.shared |= is_shared(place);
        self.touched.insert(place);
    }

    fn modify(&mut self, place: Place) {
        self.touch(place);
        self.modified.insert(place);
    }
}

fn is_shared(place: Place) -> bool {
    matches!(place, Place::Global(_))
}

/// The functions of a program that may access shared memory other than by their arguments.
pub fn accessing<'s>(source: &'s Source<'s>) -> FxHashSet<&'s str> {
    let variables: FxHashSet<&str> = source.variables.iter().map(|variable| variable.name).collect();
    let defined = source.functions.iter().filter(|function| function.body.is_some());
    let names: FxHashSet<&str> = defined.clone().map(|function| function.name).collect();
    let mut callers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut found = FxHashSet::default();
    for function in defined {
        let mut shared = false;
        let mut look = |part: Part<'s, 's>| match part {
            Part::Statement(Statement { kind: StatementKind::Declaration(declarations), .. }) => {
                shared |= declarations.iter().any(|declaration| declaration.storage != Storage::Usual);
            }
            Part::Expression(Expression { kind: ExpressionKind::Name(name), .. }) => shared |= variables.contains(name),
            Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) => match callee.name() {
                Some(name) if names.contains(name) => callers.entry(name).or_default().push(function.name),
                Some(name) => shared |= !is_private(name),
                None => shared = true,
            },
            _ => {}
        };
        function.body.iter().flatten().for_each(|statement| statement.visit(&mut look));
        if shared {
            found.insert(function.name);
        }
    }
    let mut pending: Vec<&str> = found.iter().copied().collect();
    while let Some(name) = pending.pop() {
        let new = callers.remove(name).unwrap_or_default().into_iter().filter(|caller| found.insert(caller));
        pending.extend(new);
    }
    found
}

impl<'s> Lowering<'s> {
    /// Notes that the order is assumed if it matters for an expression between two sequence points.
    pub fn note_order(&mut self, expression: &Expression<'s>) {
        self.note_order_of(std::slice::from_ref(expression));
    }

    /// The same for expressions that are evaluated in any order.
    pub fn note_order_of(&mut self, expressions: &[Expression<'s>]) {
        if self.order_is_noted {
            return;
        }
        let interruptible = self.options.granularity == Granularity::Access
            || !expressions.iter().all(|expression| self.is_wrappable(expression));
        if self.operands(expressions.iter(), interruptible).order_matters {
            self.order_is_noted = true;
            self.assume("operands are evaluated from left to right");
        }
    }

    /// What evaluating an expression does.
    pub fn accesses_of(&self, expression: &Expression<'s>, interruptible: bool) -> Accesses {
        let inside = |part: &Expression<'s>| self.accesses_of(part, interruptible);
        match &expression.kind {
            ExpressionKind::Constant(..)
            | ExpressionKind::Float
            | ExpressionKind::Text(_)
            | ExpressionKind::Compound(..)
            | ExpressionKind::Offsetof(..)
            | ExpressionKind::SizeofType(_)
            | ExpressionKind::SizeofExpression(_)
            | ExpressionKind::Refused(_) => Accesses::default(),
            ExpressionKind::Name(_) => {
                let mut accesses = Accesses::default();
                self.place(expression).into_iter().for_each(|place| accesses.touch(place));
                accesses
            }
            // The address alone is no access.
            ExpressionKind::Prefix(Prefix::Address, inner) => self.address_accesses(inner, interruptible),
            ExpressionKind::Prefix(Prefix::Dereference, _) | ExpressionKind::Index(..) => {
                let mut accesses = self.address_accesses(expression, interruptible);
                self.place(expression).into_iter().for_each(|place| accesses.touch(place));
                accesses
            }
            ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, inner)
            | ExpressionKind::Postfix(_, inner) => {
                let mut accesses = self.address_accesses(inner, interruptible);
                if let Some(place) = self.place(inner) {
                    accesses.modify(place);
                    accesses.pending.push(place);
                }
                accesses
            }
            ExpressionKind::Prefix(_, inner) | ExpressionKind::Cast(_, inner) | ExpressionKind::Member(inner, ..) => {
                inside(inner)
            }
            ExpressionKind::Chain(first, rest) => {
                let all = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                self.operands(all, interruptible)
            }
            ExpressionKind::All(parts) | ExpressionKind::Any(parts) | ExpressionKind::Comma(parts) => {
                parts.iter().map(inside).fold(Accesses::default(), Accesses::then)
            }
            ExpressionKind::Conditional(test, yes, no) => {
                let yes = yes.as_ref().map_or_else(Accesses::default, |yes| inside(yes));
                inside(test).then(yes.join(inside(no)))
            }
            ExpressionKind::Assign(operator, left, right) => {
                let mut left_accesses = self.address_accesses(left, interruptible);
                let place = self.place(left);
                let atomic = self.binding(left).is_some_and(|object| object.atomic);
                if operator.is_some() && !atomic {
                    place.into_iter().for_each(|place| left_accesses.touch(place));
                }
                let mut accesses = left_accesses.beside(inside(right), interruptible);
                if let Some(place) = place {
                    let open =
                        |other: &Place| *other == place || interruptible && is_shared(*other) && is_shared(place);
                    accesses.order_matters |= accesses.pending.iter().any(open);
                    accesses.modify(place);
                    accesses.pending.push(place);
                }
                accesses
            }
            ExpressionKind::Call(callee, arguments) => self.call_accesses(callee, arguments, interruptible),
            ExpressionKind::Statements(statements) => {
                let mut accesses = Accesses::default();
                statements.iter().for_each(|statement| self.add_statement(statement, &mut accesses));
                accesses
            }
        }
    }

    /// Operands in any order.
    fn operands<'e>(&self, all: impl Iterator<Item = &'e Expression<'s>>, interruptible: bool) -> Accesses
    where
        's: 'e,
    {
        all.fold(Accesses::default(), |before, operand| {
            before.beside(self.accesses_of(operand, interruptible), interruptible)
        })
    }

    /// What finding a variable does, without looking at it.
    fn address_accesses(&self, expression: &Expression<'s>, interruptible: bool) -> Accesses {
        match &expression.kind {
            ExpressionKind::Name(_) => Accesses::default(),
            ExpressionKind::Prefix(Prefix::Dereference, inner) => self.accesses_of(inner, interruptible),
            ExpressionKind::Index(base, index) => self.operands([&**base, &**index].into_iter(), interruptible),
            _ => self.accesses_of(expression, interruptible),
        }
    }

    /// The arguments in any order, then the function.
    fn call_accesses(&self, callee: &Expression<'s>, arguments: &[Expression<'s>], interruptible: bool) -> Accesses {
        let mut accesses = self.operands(arguments.iter(), interruptible);
        accesses.pending.clear();
        accesses.shared |= self.callee_accesses(callee);
        // What it gets the address of it may change; a number has no address.
        for place in arguments.iter().filter_map(|argument| self.target(argument)) {
            accesses.modify(place);
        }
        accesses
    }

    /// Whether a call may access shared memory other than by its arguments.
    fn callee_accesses(&self, callee: &Expression<'s>) -> bool {
        let Some(name) = callee.name().filter(|name| self.lookup(name).is_none()) else { return true };
        match self.functions.get(name).filter(|function| function.body.is_some()) {
            Some(_) => self.accessing.contains(name),
            None => !is_private(name),
        }
    }

    /// Adds everything that a statement inside an expression mentions; its own expressions are checked by themselves.
    fn add_statement(&self, statement: &Statement<'s>, accesses: &mut Accesses) {
        statement.visit(&mut |part| {
            let Part::Expression(part) = part else { return };
            match &part.kind {
                ExpressionKind::Name(_) => self.place(part).into_iter().for_each(|place| accesses.touch(place)),
                ExpressionKind::Assign(_, changed, _)
                | ExpressionKind::Postfix(_, changed)
                | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement | Prefix::Address, changed) => {
                    self.place(changed).into_iter().for_each(|place| accesses.modify(place));
                }
                ExpressionKind::Call(callee, arguments) => {
                    accesses.shared |= self.callee_accesses(callee);
                    arguments.iter().filter_map(|pointer| self.target(pointer)).for_each(|at| accesses.modify(at));
                }
                _ => {}
            }
        });
    }

    /// The variable that an expression names.
    fn binding(&self, expression: &Expression<'s>) -> Option<&Object> {
        match &expression.kind {
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object(object) | Binding::Pointer(Target::Object(object))) => Some(object),
                _ => None,
            },
            ExpressionKind::Prefix(Prefix::Dereference | Prefix::Address, inner)
            | ExpressionKind::Index(inner, _)
            | ExpressionKind::Cast(_, inner) => self.binding(inner),
            ExpressionKind::Comma(parts) => parts.last().and_then(|last| self.binding(last)),
            _ => None,
        }
    }

    /// The place of the variable that an expression names; a pointer's name alone is no access to what it points to.
    fn place(&self, expression: &Expression<'s>) -> Option<Place> {
        let pointer = expression.name().is_some_and(|name| matches!(self.lookup(name), Some(Binding::Pointer(_))));
        if pointer { None } else { self.binding(expression).map(|object| object.place) }
    }

    /// The place of the variable whose address an expression gives.
    fn target(&self, expression: &Expression<'s>) -> Option<Place> {
        match &expression.kind {
            ExpressionKind::Name(name) => match self.lookup(name) {
                Some(Binding::Pointer(Target::Object(object))) => Some(object.place),
                _ => None,
            },
            ExpressionKind::Prefix(Prefix::Address, inner) => self.binding(inner).map(|object| object.place),
            ExpressionKind::Cast(_, inner) => self.target(inner),
            ExpressionKind::Comma(parts) => parts.last().and_then(|last| self.target(last)),
            ExpressionKind::Conditional(_, yes, no) => {
                yes.as_ref().and_then(|yes| self.target(yes)).or_else(|| self.target(no))
            }
            _ => None,
        }
    }
}
