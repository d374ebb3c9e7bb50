//! What a program asks of the library, found before anything is lowered, so that objects have no parts without need.

use super::super::super::known::{Family, Known};
use super::super::super::resolve::constant_expressions::constant;
use super::super::super::resolve::initialization::{Given, flattened};
use super::super::super::syntax::{
    Declaration, Expression, ExpressionKind, Initializer, Name, Part, Source, Span, Statement, StatementKind,
};
use super::super::super::types::{CType, Library};
use super::super::Lowering;
use super::destructor::named;
use super::kinds::{NORMAL, kind_number};
use umpteen_model::c::expression::Expr;

/// What a program asks of the library.
#[derive(Debug, Default)]
pub struct Survey<'s> {
    /// Whether some mutex is of another kind than the normal one.
    pub kinds: bool,
    /// How many threads every barrier is for, if that is one known number.
    pub expected: Option<u64>,
    /// The keys with destructors, as far as both are named.
    pub destructors: Vec<(Name<'s>, Name<'s>)>,
    /// Whether keys may be deleted.
    pub deletes_keys: bool,
    /// Whether it matters who waits for ever.
    pub hangs: bool,
}

impl<'s> Lowering<'s> {
    /// Looks through a program.
    pub fn look_through(&self, source: &'s Source<'s>) -> Survey<'s> {
        let declared = |declaration: &'s Declaration<'s>| match &declaration.initial {
            Some(initial) => self.gives_kind(&declaration.ty, initial, declaration.span),
            None => false,
        };
        let mut kinds = source.variables.iter().any(declared);
        let (mut expected, mut destructors, mut deletes_keys) = (Vec::new(), Vec::new(), false);
        let number = |expression: &Expression<'s>| match constant(expression) {
            Ok(Expr::Constant(bits, ty)) => u64::try_from(ty.number(bits)).ok(),
            _ => None,
        };
        let mut look = |part: Part<'s, 's>| match part {
            Part::Statement(Statement { kind: StatementKind::Declaration(declarations), .. }) => {
                kinds |= declarations.iter().any(declared);
            }
            Part::Expression(Expression { kind: ExpressionKind::Compound(ty, initial), span, .. }) => {
                kinds |= self.gives_kind(ty, initial, *span);
            }
            Part::Expression(Expression { kind: ExpressionKind::Call(callee, arguments), .. }) => {
                match (self.source.known.of_call(callee), &arguments[..]) {
                    (Some(Known::Sync(Family::MutexAttribute, "settype")), [_, kind]) => {
                        kinds |= number(kind).map(kind_number) != Some(Some(NORMAL));
                    }
                    (Some(Known::Sync(Family::C11Mutex, "init")), [_, kind]) => {
                        kinds |= number(kind).is_none_or(|kind| kind % 2 == 1)
                    }
                    (Some(Known::Sync(Family::Key, "create")), both) => destructors.extend(named(both)),
                    (Some(Known::Sync(Family::Key, "delete")), _) => deletes_keys = true,
                    (Some(Known::Sync(Family::Barrier, "init")), [_, _, count]) => expected.push(number(count)),
                    _ => {}
                }
            }
            _ => {}
        };
        let bodies = source.functions.iter().flat_map(|function| function.body.iter().flatten());
        bodies.for_each(|statement| statement.visit(&mut look));
        // Calls by other means than the function's name are not seen here, nor what they are given.
        let is_sync = |family: Family, operation: &str| {
            self.source.known.is_elsewhere(|known| known == Known::Sync(family, operation))
        };
        kinds |= is_sync(Family::MutexAttribute, "settype") || is_sync(Family::C11Mutex, "init");
        deletes_keys |= is_sync(Family::Key, "delete");
        if is_sync(Family::Barrier, "init") {
            expected.push(None);
        }
        let first = expected.first().copied().flatten().filter(|count| (1..=u64::from(u32::MAX)).contains(count));
        let expected = first.filter(|first| expected.iter().all(|count| *count == Some(*first)));
        Survey { kinds, expected, destructors, deletes_keys, hangs: self.source.is_about_deadlocks() }
    }

    /// Whether a variable is or contains a mutex of a special kind from the start.
    fn gives_kind(&self, ty: &CType<'s>, initial: &'s Initializer<'s>, span: Span) -> bool {
        if !holds_mutex(self, ty) {
            return false;
        }
        let special = |given: &Given| matches!(given, Given::Constant(kind) if kind_number(*kind) != Some(NORMAL));
        let mutex = |ty: &CType| matches!(ty, CType::Library(Library::Mutex));
        match flattened(ty, initial, self.source.layout, span) {
            Ok(items) => items.iter().any(|item| mutex(&item.ty) && special(&item.value)),
            Err(_) => true,
        }
    }
}

/// Whether a type may contain a mutex.
fn holds_mutex(lowering: &Lowering, ty: &CType) -> bool {
    match ty {
        CType::Library(library) => *library == Library::Mutex,
        CType::Array(element, _) => holds_mutex(lowering, element),
        CType::Record(record) => {
            let fields = lowering.source.layout.records.get(*record as usize).and_then(|record| record.fields.as_ref());
            fields.is_some_and(|fields| fields.iter().any(|field| holds_mutex(lowering, &field.ty)))
        }
        _ => false,
    }
}
