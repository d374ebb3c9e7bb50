//! Thread handles as values: what a program does with them, found on the source in which a handle is a type of its own.
//!
//! Where the names of handles say enough, they have no values at all (`lower/joins.rs`). Otherwise a handle is a number, and
//! numbers that nobody compares need not tell threads apart. Whatever is not plainly a copy counts as a comparison, and so
//! does everything by which the bytes of a handle may be read as another type.

use super::Options;
use super::known::{Known, Names};
use super::layout::Layout;
use super::resolve::conversions::is_null;
use super::syntax::{
    Declaration, Expression, ExpressionKind, Function, Initializer, Part, Prefix, Source, Statement, StatementKind,
};
use super::types::CType;
use rustc_hash::FxHashSet;

/// A function whose arguments may be structures with handles, byte by byte.
const COMPARES_BYTES: [&str; 2] = ["memcmp", "bcmp"];

/// What a program does with handles.
#[derive(Debug, Default)]
pub struct Handles {
    /// Whether it may notice which thread a handle is.
    pub compared: bool,
    /// Whether the result of a thread may be asked for.
    pub results: bool,
    /// Where variables are declared that are handles or arrays of them.
    pub declared: FxHashSet<usize>,
}

/// The expressions that are handles, and those of them that are only copied, printed or passed on.
#[derive(Default)]
struct Count {
    all: usize,
    harmless: usize,
    compared: bool,
    results: bool,
    /// Whether the function is the library's, which reads bytes of nothing that holds handles.
    in_library: bool,
    declared: FxHashSet<usize>,
}

impl Handles {
    /// Looks through a program; none if it does nothing with threads.
    pub fn find<'s>(source: &'s Source<'s>, options: &Options) -> Option<Handles> {
        let layout = Layout { records: &source.records, model: options.data_model, library: source.library };
        let known = Names::of(source, layout);
        let is_thread = |known: Known| matches!(known, Known::Create { .. } | Known::Itself | Known::Join);
        let linked = |name: &str| source.identifiers.linked(name);
        let uses_threads = source.identifiers.all_linked().any(|name| known.get(name).is_some_and(is_thread));
        let mut count = Count::default();
        source.variables.iter().for_each(|variable| count.declare(variable));
        for function in &source.functions {
            count.in_library = options.library.is_some_and(|start| start <= function.span.start);
            for statement in function.body.iter().flatten() {
                statement.visit(&mut |part| match part {
                    Part::Expression(expression) => count.expression(expression, &known),
                    Part::Statement(statement) => count.statement(statement, function),
                });
            }
        }
        let overlaid = source.records.iter().any(|record| {
            let mut fields = record.fields.iter().flatten();
            record.is_union && fields.any(|field| holds_handle(&field.ty, source))
        });
        let bytes = COMPARES_BYTES.iter().any(|name| linked(name).is_some());
        let compared = count.compared || count.all != count.harmless || overlaid || bytes;
        let results = count.results || known.is_elsewhere(|known| known == Known::Join);
        uses_threads.then_some(Handles { compared, results, declared: count.declared })
    }
}

impl Count {
    fn declare(&mut self, declaration: &Declaration) {
        let element = match &declaration.ty {
            CType::Array(element, _) => &**element,
            ty => ty,
        };
        if let CType::Thread = element {
            self.declared.insert(declaration.span.start);
        }
        match &declaration.initial {
            Some(Initializer::Value(value)) => self.copy(&declaration.ty, value),
            Some(initial @ Initializer::Braces(_)) => initial.visit(&mut |part| {
                let Part::Expression(part) = part else { return };
                self.compared |= is_handle(part);
            }),
            None => {}
        }
    }

    /// A value is given to something of a type.
    fn copy(&mut self, ty: &CType, value: &Expression) {
        self.harmless += usize::from(is_handle(value) && matches!(ty, CType::Thread));
        let anything =
            |ty: &Option<CType>| matches!(ty, Some(CType::Pointer { to, .. }) if matches!(**to, CType::Void));
        let is_made = matches!(value.kind, ExpressionKind::Call(..));
        let converts = is_number_pointer(ty) && anything(&value.ty) && !is_made && !is_null(value);
        self.compared |= converts && !self.in_library;
    }

    fn statement(&mut self, statement: &Statement, function: &Function) {
        match &statement.kind {
            StatementKind::Expression(value) => self.harmless += usize::from(is_handle(value)),
            StatementKind::Declaration(declarations) => declarations.iter().for_each(|one| self.declare(one)),
            StatementKind::Return(Some(value)) => {
                if let CType::Function(ty) = &function.ty {
                    self.copy(&ty.result, value);
                }
            }
            _ => {}
        }
    }

    fn expression<'s>(&mut self, expression: &Expression<'s>, known: &Names<'s>) {
        self.all += usize::from(is_handle(expression));
        let mut harmless = |part: &Expression| self.harmless += usize::from(is_handle(part));
        match &expression.kind {
            ExpressionKind::Prefix(Prefix::Address, inner) | ExpressionKind::SizeofExpression(inner) => harmless(inner),
            ExpressionKind::Cast(CType::Void | CType::Thread, inner) => harmless(inner),
            ExpressionKind::Cast(ty, inner) => {
                let before = inner.ty.as_ref().is_some_and(|ty| is_number_pointer(&ty.clone().decayed()));
                self.compared |= is_number_pointer(ty) && !before && !is_null(inner) && !self.in_library;
            }
            ExpressionKind::Comma(parts) => parts.iter().for_each(harmless),
            ExpressionKind::Conditional(_, yes, no) => yes.iter().for_each(|yes| {
                harmless(yes);
                harmless(no);
            }),
            ExpressionKind::Assign(None, left, right) => {
                harmless(left);
                if let Some(ty) = &left.ty {
                    self.copy(ty, right);
                }
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments, known),
            ExpressionKind::Compound(_, initial) => initial.visit(&mut |part| {
                let Part::Expression(part) = part else { return };
                self.compared |= is_handle(part);
            }),
            _ => {}
        }
    }

    fn call<'s>(&mut self, callee: &Expression<'s>, arguments: &[Expression<'s>], known: &Names<'s>) {
        match known.of_call(callee) {
            Some(Known::Join) => {
                self.results |= arguments.get(1).is_some_and(|result| !is_null(result));
                self.harmless += arguments.iter().take(1).filter(|handle| is_handle(handle)).count();
            }
            Some(Known::Detach | Known::Cancel) => {
                self.harmless += arguments.iter().filter(|handle| is_handle(handle)).count();
            }
            Some(Known::Print(_)) => {
                let casts = |argument: &Expression<'s>| {
                    let mut inner = argument;
                    while let ExpressionKind::Cast(ty, value) = &inner.kind {
                        // A cast to a type without values counts by itself.
                        if let CType::Void | CType::Thread = ty {
                            return false;
                        }
                        inner = value;
                    }
                    is_handle(inner)
                };
                self.harmless += arguments.iter().filter(|argument| casts(argument)).count();
            }
            _ => {
                let ty = match callee.ty.clone().map(CType::decayed) {
                    Some(CType::Pointer { to, .. }) => (*to).clone(),
                    Some(other) => other,
                    None => return,
                };
                let CType::Function(ty) = ty else { return };
                for (parameter, argument) in ty.parameters.iter().zip(arguments) {
                    self.copy(&parameter.ty, argument);
                }
            }
        }
    }
}

fn is_handle(expression: &Expression) -> bool {
    matches!(expression.ty, Some(CType::Thread))
}

/// Whether a type is a pointer to a number, by which the bytes of something else may be read.
fn is_number_pointer(ty: &CType) -> bool {
    matches!(ty, CType::Pointer { to, .. } if matches!(**to, CType::Integer { .. }))
}

/// Whether a type is or contains a handle.
fn holds_handle<'s>(ty: &CType<'s>, source: &Source<'s>) -> bool {
    match ty {
        CType::Thread => true,
        CType::Array(element, _) => holds_handle(element, source),
        CType::Record(number) => {
            let fields = source.records.get(*number as usize).and_then(|record| record.fields.as_ref());
            fields.is_some_and(|fields| fields.iter().any(|field| holds_handle(&field.ty, source)))
        }
        _ => false,
    }
}
