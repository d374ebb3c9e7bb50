//! A condition that a user writes about a program that was read: C, with the names that the program prints.
//!
//! Those names may be no identifiers (`first.next`, `t#2`, `worker::i`). They are found before the text is parsed, and
//! spelled as identifiers of the same length, so that places in the text stay what they are.

use super::DataModel;
use super::arithmetic::{binary, common, convert, from_truth, negated, promoted};
use super::parse::parse_expression;
use super::syntax::{Expression, ExpressionKind, Part, Prefix, Span};
use super::types::CType;
use crate::error::{Code, Error};
use std::collections::BTreeMap;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Program, Variable};

/// The condition as one expression for each thread template that it can be about: one, unless several templates run the
/// same function. A local variable's name may be qualified: `function::name`.
pub fn read_predicate(text: &str, program: &Program, model: DataModel) -> Result<Vec<Expr>, Error> {
    let names = names(program);
    let spelled = spelled(text, &names);
    let expression = parse_expression(&spelled, model)?;
    let mut reader = Reader { text, program, names: &names, model, template: None };
    let used = reader.used(&expression);
    let everywhere: Vec<Expr> = if used.iter().all(|(_, targets)| targets.contains_key(&None)) {
        vec![reader.condition(&expression)?]
    } else {
        let fits = |template: &u32| {
            used.iter().all(|(_, targets)| targets.contains_key(&None) || targets.contains_key(&Some(*template)))
        };
        let templates: Vec<u32> = (0..program.templates.len() as u32).filter(fits).collect();
        reader.refuse_unclear(&expression, &used, &templates)?;
        templates
            .iter()
            .map(|template| {
                reader.template = Some(*template);
                reader.condition(&expression)
            })
            .collect::<Result<_, _>>()?
    };
    if everywhere.iter().any(|condition| condition.places().is_empty()) {
        return Err(Error::new(Code::Usage, "the condition depends on no variable", expression.span.range()));
    }
    Ok(everywhere)
}

/// The expression that a name stands for, by the template it belongs to; no template for shared variables and addresses.
type Targets = BTreeMap<Option<u32>, Expr>;

/// All named variables and addresses.
fn names(program: &Program) -> BTreeMap<String, Targets> {
    let mut names: BTreeMap<String, Targets> = BTreeMap::new();
    let read = |place, variable: &Variable| Expr::Read(place, variable.ty);
    for (number, variable) in (0u32..).zip(&program.globals) {
        names.entry(variable.name.clone()).or_default().insert(None, read(Place::Global(number), variable));
    }
    for (number, variable) in (0u32..).zip(&program.locals) {
        let function = variable.template.map_or("", |template| &program.templates[template as usize].name);
        for name in [variable.name.clone(), format!("{function}::{}", variable.name)] {
            names.entry(name).or_default().insert(variable.template, read(Place::Local(number), variable));
        }
    }
    names
}

/// The text with every name of the program spelled as an identifier.
fn spelled(text: &str, names: &BTreeMap<String, Targets>) -> String {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut out = String::new();
    while let Some(next) = text[out.len()..].chars().next() {
        let rest = &text[out.len()..];
        if !word(next) {
            out.push(next);
            continue;
        }
        let whole = |name: &&String| !rest[name.len()..].starts_with(|c: char| word(c) || c == '#');
        let known =
            names.keys().filter(|name| rest.starts_with(name.as_str())).filter(whole).max_by_key(|name| name.len());
        match known {
            Some(name) => out.extend(name.chars().map(|c| if word(c) { c } else { '_' })),
            None => out.extend(rest.chars().take_while(|c| word(*c))),
        }
    }
    out
}

/// A use of a name: where, and what it may stand for.
type Use<'n> = (Span, &'n Targets);

struct Reader<'r> {
    text: &'r str,
    program: &'r Program,
    names: &'r BTreeMap<String, Targets>,
    model: DataModel,
    /// The template that the condition is read for.
    template: Option<u32>,
}

impl<'r> Reader<'r> {
    fn written(&self, span: Span) -> &'r str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Every use of a name that is known; what else there is will be refused with the reason.
    fn used(&self, expression: &Expression) -> Vec<Use<'r>> {
        let mut uses = Vec::new();
        expression.visit(&mut |part| {
            if let Part::Expression(Expression { kind: ExpressionKind::Name(_), span, .. }) = part {
                uses.extend(self.names.get(self.written(*span)).map(|targets| (*span, targets)));
            }
        });
        uses
    }

    fn unknown(&self, span: Span) -> Error {
        let shown = |variable: &&Variable| !variable.hidden;
        let variables = self.program.globals.iter().chain(&self.program.locals).filter(shown);
        let mut names: Vec<&str> = variables.map(|variable| variable.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let message = format!("there is no variable `{}`; there are {}", self.written(span), names.join(", "));
        Error::new(Code::UnknownName, message, span.range())
    }

    /// An error unless all templates that fit run one function.
    fn refuse_unclear(&self, whole: &Expression, used: &[Use], templates: &[u32]) -> Result<(), Error> {
        let function = |template: u32| self.program.templates[template as usize].name.as_str();
        if templates.is_empty() {
            let message = "the condition is about variables of different thread functions";
            return Err(Error::new(Code::Usage, message, whole.span.range()));
        }
        if templates.iter().all(|template| function(*template) == function(templates[0])) {
            return Ok(());
        }
        let local = used.iter().find(|(_, targets)| !targets.contains_key(&None));
        let span = local.map_or(whole.span, |(span, _)| *span);
        let mut choices: Vec<String> =
            templates.iter().map(|template| format!("{}::{}", function(*template), self.written(span))).collect();
        choices.dedup();
        let message = format!("several thread functions have such a variable: {}", choices.join(", "));
        Err(Error::new(Code::Usage, message, span.range()))
    }

    fn condition(&self, expression: &Expression) -> Result<Expr, Error> {
        Ok(self.value(expression)?.truth())
    }

    fn value(&self, expression: &Expression) -> Result<Expr, Error> {
        let refused = |what: &str| Err(expression.span.unsupported(format!("{what} in a predicate")));
        match &expression.kind {
            ExpressionKind::Constant(bits, ty) => Ok(Expr::Constant(*bits, *ty)),
            ExpressionKind::Name(_) => {
                let targets = &self.names.get(self.written(expression.span));
                let target = targets.and_then(|targets| targets.get(&None).or_else(|| targets.get(&self.template)));
                target.cloned().ok_or_else(|| self.unknown(expression.span))
            }
            ExpressionKind::Prefix(Prefix::Address, inner) => {
                let name = format!("&{}", self.written(inner.span));
                match self.program.addresses.iter().find(|(_, known)| **known == name) {
                    Some((address, _)) => Ok(Expr::Constant(*address, self.model.size())),
                    None => refused("an address that the program does not name"),
                }
            }
            ExpressionKind::Prefix(prefix, inner) => match prefix {
                Prefix::Plus => Ok(promoted(self.value(inner)?)),
                Prefix::Minus => Ok(negated(promoted(self.value(inner)?))),
                Prefix::Complement => Ok(promoted(self.value(inner)?).negated()),
                Prefix::Not => Ok(from_truth(self.condition(inner)?.negated())),
                Prefix::Address | Prefix::Dereference => refused("following a pointer"),
                Prefix::Increment | Prefix::Decrement => refused("an assignment"),
            },
            ExpressionKind::Chain(first, rest) => {
                rest.iter().try_fold(self.value(first)?, |left, (operator, right)| {
                    Ok(binary(*operator, left, self.value(right)?))
                })
            }
            ExpressionKind::All(all) => {
                let whole = all.iter().try_fold(Expr::TRUE, |left, part| Ok(left.and(self.condition(part)?)));
                whole.map(from_truth)
            }
            ExpressionKind::Any(any) => {
                let none = any.iter().try_fold(Expr::TRUE, |left, part| Ok(left.and(self.condition(part)?.negated())));
                none.map(|none: Expr| from_truth(none.negated()))
            }
            ExpressionKind::Conditional(test, yes, no) => {
                let (yes, no) = (self.value(yes.as_ref().unwrap_or(test))?, self.value(no)?);
                let ty = common(yes.ty(), no.ty());
                Ok(Expr::conditional(self.condition(test)?, yes.cast(ty), no.cast(ty)))
            }
            ExpressionKind::Cast(CType::Integer { ty, .. }, inner) => Ok(convert(self.value(inner)?, *ty)),
            ExpressionKind::Call(..) => refused("a call"),
            ExpressionKind::Assign(..) | ExpressionKind::Postfix(..) => refused("an assignment"),
            ExpressionKind::Index(..) | ExpressionKind::Member(..) => {
                let message = format!("there is no variable `{}`", self.written(expression.span));
                Err(Error::new(Code::UnknownName, message, expression.span.range()))
            }
            _ => refused("this"),
        }
    }
}
