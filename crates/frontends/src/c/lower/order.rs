//! Whether the order in which an expression is evaluated can matter.
//!
//! C leaves open in which order operands and arguments are evaluated; lowering goes from left to right. Two orders can
//! differ if two operands both access shared memory, because other threads may move in between, or if one changes a
//! variable that the other one looks at. `&&`, `||`, `?:` and the comma have a fixed order, the write of an assignment
//! comes after its operands' values, and a called function is finished before its value is used. What is left open
//! after a value is known are writes like the one of `y++`: in `x = y++` either variable may change first.
//! Everything unclear counts as an access, so that the note may be made too often but not too rarely.

use super::super::Granularity;
use super::super::known::{Known, Names};
use super::super::syntax::{Expression, ExpressionKind, Initializer, Name, Part, Prefix, Source, Statement};
use super::super::types::CType;
use super::Lowering;
use super::value::{Binding, Value, Where};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Expr, Place};

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
            || overlap(&self.modified, &other.touched)
            || overlap(&other.modified, &self.touched);
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

/// What a pointer or an index leads to: it may be any other place.
const ANYWHERE: Place = Place::Global(u32::MAX);

fn overlap(left: &FxHashSet<Place>, right: &FxHashSet<Place>) -> bool {
    !left.is_disjoint(right)
        || left.contains(&ANYWHERE) && !right.is_empty()
        || right.contains(&ANYWHERE) && !left.is_empty()
}

fn is_shared(place: Place) -> bool {
    matches!(place, Place::Global(_))
}

/// The functions of a program that may access shared memory other than by their arguments.
pub fn accessing<'s>(source: &'s Source<'s>, known: &Names<'s>) -> FxHashSet<Name<'s>> {
    let defined = source.functions.iter().filter(|function| function.body.is_some());
    let names: FxHashSet<Name> = defined.clone().map(|function| function.name).collect();
    let mut callers: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    let mut found = FxHashSet::default();
    for function in defined {
        let mut shared = false;
        let mut look = |part: Part<'s, 's>| match part {
            Part::Expression(Expression { kind: ExpressionKind::Name(name), .. }) => {
                shared |= source.identifiers.is_lasting(*name);
            }
            Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) => match callee.name() {
                Some(name) if names.contains(&name) => callers.entry(name).or_default().push(function.name),
                Some(name) => shared |= !known.get(name).is_some_and(Known::is_private),
                None => shared = true,
            },
            _ => {}
        };
        function.body.iter().flatten().for_each(|statement| statement.visit(&mut look));
        if shared {
            found.insert(function.name);
        }
    }
    let mut pending: Vec<Name> = found.iter().copied().collect();
    while let Some(name) = pending.pop() {
        let new = callers.remove(&name).unwrap_or_default().into_iter().filter(|caller| found.insert(*caller));
        pending.extend(new);
    }
    found
}

impl<'s> Lowering<'s> {
    /// Notes that the order is assumed if it matters for an expression between two sequence points.
    pub fn note_order(&mut self, expression: &Expression<'s>) {
        if self.notes.order_is_noted {
            return;
        }
        let interruptible = self.source.options.granularity == Granularity::Access || !self.is_wrappable(expression);
        let accesses = self.accesses_of(expression, interruptible);
        self.note_order_in(&accesses);
    }

    /// The same for a variable's first value.
    pub fn note_order_of_initial(&mut self, initial: &Initializer<'s>) {
        match initial {
            Initializer::Value(value) => self.note_order(value),
            Initializer::Braces(_) if self.notes.order_is_noted => {}
            Initializer::Braces(_) => {
                let accesses = self.initial_accesses(initial, true);
                self.note_order_in(&accesses);
            }
        }
    }

    fn note_order_in(&mut self, accesses: &Accesses) {
        if accesses.order_matters {
            self.notes.order_is_noted = true;
            self.assume("operands are evaluated from left to right");
        }
    }

    /// What evaluating an expression does.
    pub fn accesses_of(&self, expression: &Expression<'s>, interruptible: bool) -> Accesses {
        let inside = |part: &Expression<'s>| self.accesses_of(part, interruptible);
        match &expression.kind {
            ExpressionKind::Constant(..)
            | ExpressionKind::Float(..)
            | ExpressionKind::Text(_)
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
            ExpressionKind::Prefix(Prefix::Dereference, _) | ExpressionKind::Index(..) | ExpressionKind::Member(..) => {
                let mut accesses = self.address_accesses(expression, interruptible);
                match self.place(expression) {
                    Some(place) => accesses.touch(place),
                    None => accesses.touch(ANYWHERE),
                }
                accesses
            }
            ExpressionKind::Compound(_, initial) => self.initial_accesses(initial, interruptible),
            ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, inner)
            | ExpressionKind::Postfix(_, inner)
            | ExpressionKind::NextArgument(inner, _) => {
                let mut accesses = self.address_accesses(inner, interruptible);
                let place = self.place(inner).unwrap_or(ANYWHERE);
                accesses.modify(place);
                accesses.pending.push(place);
                accesses
            }
            ExpressionKind::Prefix(_, inner) | ExpressionKind::Cast(_, inner) => inside(inner),
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
                let place = self.place(left).unwrap_or(ANYWHERE);
                let atomic = left.known_type().is_ok_and(|ty| super::memory::is_atomic(&ty));
                if operator.is_some() && !atomic {
                    left_accesses.touch(place);
                }
                let mut accesses = left_accesses.beside(inside(right), interruptible);
                let open = |other: &Place| *other == place || interruptible && is_shared(*other) && is_shared(place);
                accesses.order_matters |= accesses.pending.iter().any(open);
                accesses.modify(place);
                accesses.pending.push(place);
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
            ExpressionKind::Index(base, index) => {
                // An array is not looked at as a whole.
                let index_accesses = self.accesses_of(index, interruptible);
                match self.place(expression) {
                    Some(_) => index_accesses,
                    None => self.address_of_array(base, interruptible).beside(index_accesses, interruptible),
                }
            }
            ExpressionKind::Member(base, _, false) => self.address_accesses(base, interruptible),
            ExpressionKind::Member(base, _, true) => self.accesses_of(base, interruptible),
            _ => self.accesses_of(expression, interruptible),
        }
    }

    fn address_of_array(&self, base: &Expression<'s>, interruptible: bool) -> Accesses {
        match base.known_type() {
            Ok(CType::Array(..)) => self.address_accesses(base, interruptible),
            _ => self.accesses_of(base, interruptible),
        }
    }

    /// First values in braces come in any order (C11 6.7.9).
    fn initial_accesses(&self, initial: &Initializer<'s>, interruptible: bool) -> Accesses {
        match initial {
            Initializer::Value(value) => self.accesses_of(value, interruptible),
            Initializer::Braces(listed) => listed.iter().fold(Accesses::default(), |before, (_, value)| {
                before.beside(self.initial_accesses(value, interruptible), interruptible)
            }),
        }
    }

    /// What is called and the arguments in any order, then the function.
    fn call_accesses(&self, callee: &Expression<'s>, arguments: &[Expression<'s>], interruptible: bool) -> Accesses {
        let found = match callee.known_type() {
            Ok(CType::Function(..)) => self.address_accesses(callee, interruptible),
            _ => self.accesses_of(callee, interruptible),
        };
        let mut accesses = found.beside(self.operands(arguments.iter(), interruptible), interruptible);
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
        let Some(name) = callee.name().filter(|name| self.lookup(*name).is_none()) else { return true };
        match self.source.known.get(name) {
            Some(known) => !known.is_private(),
            None => {
                self.source.functions.get(&name).is_none_or(|function| function.body.is_none())
                    || self.source.accessing.contains(&name)
            }
        }
    }

    /// Adds everything that a statement inside an expression mentions; its own expressions are checked by themselves.
    fn add_statement(&self, statement: &Statement<'s>, accesses: &mut Accesses) {
        statement.visit(&mut |part| self.add_part(part, accesses));
    }

    fn add_part(&self, part: Part<'s, '_>, accesses: &mut Accesses) {
        let Part::Expression(part) = part else { return };
        match &part.kind {
            ExpressionKind::Name(_) => self.place(part).into_iter().for_each(|place| accesses.touch(place)),
            ExpressionKind::Prefix(Prefix::Dereference, _) | ExpressionKind::Index(..) | ExpressionKind::Member(..) => {
                accesses.touch(self.place(part).unwrap_or(ANYWHERE));
            }
            ExpressionKind::Assign(_, changed, _)
            | ExpressionKind::Postfix(_, changed)
            | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement | Prefix::Address, changed) => {
                accesses.modify(self.place(changed).unwrap_or(ANYWHERE));
            }
            ExpressionKind::Call(callee, arguments) => {
                accesses.shared |= self.callee_accesses(callee);
                arguments.iter().filter_map(|pointer| self.target(pointer)).for_each(|at| accesses.modify(at));
            }
            _ => {}
        }
    }

    /// The place of the scalar variable that an expression names, if that is known without evaluating anything.
    fn place(&self, expression: &Expression<'s>) -> Option<Place> {
        let (region, offset) = self.fixed(expression)?;
        let cells = &self.memory.regions[region as usize].cells;
        let cell = cells.iter().find(|cell| cell.offset == offset)?;
        Some(cell.place)
    }

    /// The region and offset of what an expression names.
    fn fixed(&self, expression: &Expression<'s>) -> Option<(u32, u64)> {
        match &expression.kind {
            ExpressionKind::Name(name) => match self.lookup(*name) {
                Some(Binding::Variable(spot)) => match spot.place {
                    Where::Fixed(region, offset) => Some((region, offset)),
                    Where::Computed(_) => None,
                },
                _ => None,
            },
            ExpressionKind::Prefix(Prefix::Dereference, pointer) => self.pointed_place(pointer),
            ExpressionKind::Member(base, name, arrow) => {
                let ((region, offset), ty) = match arrow {
                    false => (self.fixed(base)?, base.known_type().ok()?),
                    true => match base.known_type().ok()? {
                        CType::Pointer { to, .. } => (self.pointed_place(base)?, (*to).clone()),
                        _ => return None,
                    },
                };
                let CType::Record(record) = ty else { return None };
                let (more, ..) = self.source.layout.member(record, name)?;
                Some((region, offset + more))
            }
            ExpressionKind::Index(base, index) => {
                let ExpressionKind::Constant(index, _) = index.kind else { return None };
                let (region, offset) = match base.known_type().ok()? {
                    CType::Array(..) => self.fixed(base)?,
                    _ => self.pointed_place(base)?,
                };
                let stride = self.source.layout.size(&expression.known_type().ok()?)?;
                Some((region, offset.checked_add(index.checked_mul(stride)?)?))
            }
            _ => None,
        }
    }

    /// What a pointer points to, if it never changes.
    fn pointed_place(&self, pointer: &Expression<'s>) -> Option<(u32, u64)> {
        match &pointer.kind {
            ExpressionKind::Name(name) => match self.lookup(*name) {
                Some(Binding::Constant(Value::Pointer(Expr::Constant(bits, _), _))) => {
                    let region = self.memory.region_at(*bits)?;
                    Some((region, *bits - self.memory.regions[region as usize].base))
                }
                _ => None,
            },
            ExpressionKind::Prefix(Prefix::Address, inner) => self.fixed(inner),
            ExpressionKind::Cast(_, inner) => self.pointed_place(inner),
            _ => None,
        }
    }

    /// The place whose address a call gets; anywhere if it gets a pointer that is not known.
    fn target(&self, expression: &Expression<'s>) -> Option<Place> {
        let ty = expression.known_type().ok()?.decayed();
        let CType::Pointer { .. } = ty else { return None };
        match self.pointed_place(expression) {
            Some((region, offset)) => {
                let region = &self.memory.regions[region as usize];
                let cell = region.cells.iter().find(|cell| cell.offset >= offset && region.opaque.is_none());
                cell.map(|cell| cell.place).or_else(|| region.opaque.as_ref().map(|_| ANYWHERE))
            }
            None => Some(ANYWHERE),
        }
    }
}
