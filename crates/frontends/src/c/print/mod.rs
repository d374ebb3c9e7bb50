//! A resolved program as C again: one file that gcc compiles, which says what was understood.
//!
//! Names with linkage are spelled as in the program, all others carry the number of their declaration, so that a use shows
//! what it denotes. Conversions that C leaves implicit are casts, and all operators are in parentheses. Printed is what
//! `main` may reach, or everything if there is no `main`; what is known only in part, such as types of the thread library,
//! cannot be printed and is an error.

mod expression;
mod initial;
mod statement;
mod types;

use super::DataModel;
use super::layout::Layout;
use super::resolve::Name;
use super::syntax::{Declaration, Expression, ExpressionKind, Function, Part, Source, Span, Statement, StatementKind};
use super::types::CType;
use crate::error::Error;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The program as C.
pub fn print(source: &Source, text: &str, model: DataModel) -> Result<String, Error> {
    let layout = Layout { records: &source.records, model, library: source.library };
    let mut printer =
        Printer { source, text, layout, records: BTreeSet::new(), span: Span::default(), result: CType::Void };
    let automatic =
        source.automatic.first().and_then(|first| source.functions.iter().find(|one| one.name == first.name));
    if let Some(function) = automatic {
        return Err(function
            .span
            .unsupported(format!("printing `{}`, which runs without being called,", function.name)));
    }
    let reached = reached(source);
    let mut lines = Vec::new();
    let mut declared = FxHashSet::default();
    for function in source.functions.iter().filter(|function| reached.contains(&function.name)) {
        let defined = source.functions.iter().find(|other| other.name == function.name && other.body.is_some());
        if declared.insert(function.name) {
            lines.push(format!("{};", printer.prototype(defined.unwrap_or(function))?));
        }
    }
    for variable in source.variables.iter().filter(|variable| reached.contains(&variable.name)) {
        let storage = if variable.storage.is_extern() { "extern " } else { "" };
        let thread = if variable.storage.is_thread() { "_Thread_local " } else { "" };
        lines.push(format!("{storage}{thread}{}", printer.declaration(variable)?));
    }
    for function in source.functions.iter().filter(|function| reached.contains(&function.name)) {
        if let Some(body) = &function.body {
            lines.push(printer.prototype(function)?);
            lines.push("{".to_string());
            lines.extend(printer.statements(body)?);
            lines.push("}".to_string());
        }
    }
    let mut records = printer.record_definitions()?;
    records.extend(lines);
    Ok(records.join("\n") + "\n")
}

/// What is printed of a program, and what is known while a function is.
struct Printer<'p, 'a> {
    source: &'p Source<'a>,
    text: &'p str,
    layout: Layout<'p, 'a>,
    /// The structures and unions that are mentioned.
    records: BTreeSet<u32>,
    /// The declaration or statement that is printed, for errors.
    span: Span,
    /// What the function returns that is printed.
    result: CType<'a>,
}

impl<'a> Printer<'_, 'a> {
    /// How a name is spelled.
    fn name(&self, name: Name) -> String {
        match self.source.identifiers.get(name).is_linked {
            true => name.text().replace('@', "__in_"),
            false => format!("{}__{}", name.text(), name.number()),
        }
    }

    /// The head of a function.
    fn prototype(&mut self, function: &Function<'a>) -> Result<String, Error> {
        self.span = function.span;
        let CType::Function(ty) = &function.ty else { return Err(self.span.unsupported("a function of this type")) };
        self.result = ty.result.clone();
        let mut parameters = Vec::new();
        for (number, parameter) in ty.parameters.iter().enumerate() {
            let name = function.parameters.get(number).map_or_else(String::new, |name| self.name(*name));
            parameters.push(self.declared(&parameter.ty, name)?);
        }
        let label = match (function.attribute, function.symbol) {
            (Some(attribute), _) => return Err(self.span.unsupported(format!("printing the attribute `{attribute}`"))),
            (None, Some(None)) => return Err(self.span.unsupported("printing this name for the linker")),
            (None, Some(Some(symbol))) if function.body.is_none() => format!(" __asm__(\"{symbol}\")"),
            (None, _) => String::new(),
        };
        let parameters = types::parameter_list(parameters, ty.open);
        Ok(self.declared(&ty.result, format!("{}({parameters})", self.name(function.name)))? + &label)
    }

    /// A variable with its first value, without its storage class.
    fn declaration(&mut self, declaration: &Declaration<'a>) -> Result<String, Error> {
        self.span = declaration.span;
        if let Some(attribute) = declaration.attribute {
            return Err(self.span.unsupported(format!("printing the attribute `{attribute}`")));
        }
        let constant = if declaration.constant { "const " } else { "" };
        let mut declared = format!("{constant}{}", self.name(declaration.name));
        let mut ty = &declaration.ty;
        if let (Some(length), CType::Array(element, None)) = (&declaration.length, ty) {
            (declared, ty) = (format!("{declared}[{}]", self.expression(length)?), &**element);
        }
        let declared = self.declared(ty, declared)?;
        Ok(match &declaration.initial {
            None => format!("{declared};"),
            Some(initial) => format!("{declared} = {};", self.initializer(initial)?),
        })
    }
}

/// The functions and variables that `main` may reach, by the names that bodies and first values mention.
fn reached<'a>(source: &Source<'a>) -> FxHashSet<Name<'a>> {
    let first = source.first_function().filter(|first| source.functions.iter().any(|one| one.name == *first));
    let defined = source.functions.iter().filter(|function| function.body.is_some()).map(|function| function.name);
    let mut pending: Vec<Name> = match first {
        Some(first) => vec![first],
        None => defined.chain(source.variables.iter().map(|variable| variable.name)).collect(),
    };
    let mut reached = FxHashSet::default();
    while let Some(name) = pending.pop() {
        if !reached.insert(name) {
            continue;
        }
        let mut look = |part: Part<'a, '_>| match part {
            Part::Expression(Expression { kind: ExpressionKind::Name(name), .. }) => pending.push(*name),
            Part::Statement(Statement { kind: StatementKind::Declaration(declarations), .. }) => {
                pending.extend(declarations.iter().map(|declaration| declaration.name));
            }
            _ => {}
        };
        let bodies = source.functions.iter().filter(|function| function.name == name);
        bodies.flat_map(|function| function.body.iter().flatten()).for_each(|statement| statement.visit(&mut look));
        let variables = source.variables.iter().filter(|variable| variable.name == name);
        variables.filter_map(|variable| variable.initial.as_ref()).for_each(|initial| initial.visit(&mut look));
    }
    reached
}
