//! All refusals at once: after one, lowering goes on as if the construct could do anything, only to find the others. So the
//! graph that is made then is used for nothing but to see which refusals can be reached. Each function is inlined only once
//! more, so that large programs are looked through in time. If no refusal can be reached, that was in vain, and the program
//! is lowered again without such haste.

use super::super::floating::Format;
use super::super::syntax::{Expression, Name, Span, Statement};
use super::super::types::CType;
use super::procedure;
use super::scope::Calls;
use super::value::{Binding, Value};
use super::{DEEPEST, Lowering, MOST_LOCATIONS};
use crate::error::{Code, Error};
use rustc_hash::FxHashSet;

/// At most so many are found.
const MOST_REFUSALS: usize = 500;

/// The refusals so far.
#[derive(Default)]
pub struct Refusals {
    /// Those of the current template, each with a node that is passed on the way there.
    open: Vec<(u32, Error)>,
    /// Those that can be reached, or belong to no node.
    found: Vec<Error>,
    /// Whether functions are inlined only once after the first of them.
    pub hasty: bool,
    /// The functions that have been inlined since then.
    looked_through: FxHashSet<u32>,
    /// Whether a body was left out.
    incomplete: bool,
    /// Whether the refusal that haste began with can be reached.
    certain: bool,
}

/// The state of a lowering that a refusal in a statement must not change.
pub struct Begun {
    at: u32,
    frames: usize,
    scopes: usize,
    breaks: usize,
    continues: usize,
    switches: usize,
    handlers: usize,
    depth: usize,
    wrapping: bool,
    statement_expressions: usize,
    once_depth: u32,
}

impl Refusals {
    /// Whether the program has to be lowered without haste: what is refused may follow from bodies that were left out.
    pub fn were_in_vain(&self) -> bool {
        self.incomplete && !self.certain
    }

    /// All of them as one error: the first that was found, with the others in the order of the source.
    pub fn into_error(self) -> Option<Error> {
        let mut known = FxHashSet::default();
        let (mut all, consequences): (Vec<Error>, Vec<Error>) =
            self.found.into_iter().partition(|error| !error.message.is_empty());
        all.retain(|error| known.insert((error.span.clone(), error.message.clone())));
        if all.is_empty() {
            let span = consequences.into_iter().next()?.span;
            let message = "something whose declaration is refused, where it is not reached, is not supported";
            return Some(Error::new(Code::Unsupported, message, span));
        }
        let mut more = all.split_off(1);
        let first = all.into_iter().next()?;
        more.sort_by_key(|error| error.span.start);
        Some(Error { more, ..first })
    }
}

/// An error that only follows from an earlier one.
pub fn consequence(span: Span) -> Error {
    Error::new(Code::Unsupported, "", span.range())
}

impl<'s> Lowering<'s> {
    /// The state before a statement or an expression.
    pub fn begun(&self) -> Begun {
        let frame = self.calls.frames.last();
        Begun {
            at: self.graph.at,
            frames: self.calls.frames.len(),
            scopes: frame.map_or(0, |frame| frame.scopes.len()),
            breaks: frame.map_or(0, |frame| frame.open.breaks.len()),
            continues: frame.map_or(0, |frame| frame.open.continues.len()),
            switches: frame.map_or(0, |frame| frame.open.switches.len()),
            handlers: frame.map_or(0, |frame| frame.handlers.len()),
            depth: self.calls.depth,
            wrapping: self.graph.wrapping,
            statement_expressions: self.calls.statement_expressions,
            once_depth: self.calls.once_depth,
        }
    }

    /// Notes a refusal, and goes on at a new node behind the state before it; returns the error if there are too many, or
    /// it is about the program as a whole.
    pub fn refuse(&mut self, begun: &Begun, error: Error) -> Result<(), Error> {
        let is_whole =
            self.calls.depth >= DEEPEST || self.program.locations.len() + self.graph.nodes.len() > MOST_LOCATIONS;
        if self.calls.frames.is_empty() || is_whole || self.refusals.open.len() >= MOST_REFUSALS {
            return Err(error);
        }
        self.calls.frames.truncate(begun.frames);
        if let Some(frame) = self.calls.frames.last_mut() {
            frame.scopes.truncate(begun.scopes);
            frame.open.breaks.truncate(begun.breaks);
            frame.open.continues.truncate(begun.continues);
            frame.open.switches.truncate(begun.switches);
            frame.handlers.truncate(begun.handlers);
        }
        (self.calls.depth, self.graph.wrapping) = (begun.depth, begun.wrapping);
        (self.calls.statement_expressions, self.calls.once_depth) = (begun.statement_expressions, begun.once_depth);
        self.graph.at = begun.at;
        let after = self.graph.fresh();
        self.graph.go(after);
        self.graph.at = after;
        let is_new = |(_, known): &(u32, Error)| (&known.span, &known.message) != (&error.span, &error.message);
        if self.refusals.open.iter().all(is_new) {
            self.refusals.open.push((begun.at, error));
        }
        Ok(())
    }

    /// Lowers something that decides between nodes; if it is refused, each of them may be next.
    pub fn decided(&mut self, nodes: &[u32], part: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let begun = self.begun();
        let Err(error) = part(self) else { return Ok(()) };
        self.refuse(&begun, error)?;
        nodes.iter().for_each(|node| self.graph.go(*node));
        self.graph.continue_fresh();
        Ok(())
    }

    /// Whether the body of a function is left out, since it has been looked through for refusals.
    pub fn is_looked_through(&mut self, function: Name<'s>) -> bool {
        let refusals = &mut self.refusals;
        let looks = refusals.hasty && !(refusals.open.is_empty() && refusals.found.is_empty());
        let again = looks && !refusals.looked_through.insert(function.number());
        refusals.incomplete |= again;
        again
    }

    /// The value of a call that is refused: any of its type.
    pub fn refused_value(&mut self, callee: &Expression<'s>, span: Span) -> Result<Value<'s>, Error> {
        let ty = match callee.ty.clone().map(CType::decayed) {
            Some(CType::Pointer { to, .. }) => (*to).clone(),
            Some(other) => other,
            None => return Err(consequence(span)),
        };
        let CType::Function(function) = ty else { return Err(consequence(span)) };
        self.any_of_type(&function.result, span)
    }

    /// Any value of a type.
    pub fn any_of_type(&mut self, ty: &CType<'s>, span: Span) -> Result<Value<'s>, Error> {
        match ty {
            CType::Void => Ok(Value::Void),
            CType::Integer { ty, .. } => Ok(Value::Integer(self.temporary(*ty).read())),
            CType::Float(bytes) => {
                let format = Format::of_bytes(*bytes);
                Ok(Value::Float(self.temporary(format.bits()).read(), format))
            }
            CType::Pointer { to, .. } => Ok(Value::Pointer(self.temporary(self.source.word()).read(), (**to).clone())),
            _ => Err(consequence(span)),
        }
    }

    /// Keeps the refusals of a template that it can reach; all of them if its graph is not whole.
    pub fn settle_refusals(&mut self, is_whole: bool) {
        let open = std::mem::take(&mut self.refusals.open);
        if open.is_empty() {
            return;
        }
        let next = procedure::next(&self.graph.nodes);
        let mut reached = vec![false; self.graph.nodes.len()];
        let mut pending: Vec<usize> =
            self.calls.procedures.values().map(|procedure| procedure.entry as usize).collect();
        pending.push(0);
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                pending.extend(&next[node]);
            }
        }
        let (first, _) = &open[0];
        self.refusals.certain |= self.refusals.found.is_empty() && (!is_whole || reached[*first as usize]);
        // Mistakes are told wherever they are.
        let counts = |node: u32, error: &Error| {
            let refused = matches!(error.code, Code::Unsupported | Code::Recursion | Code::TooLarge);
            !is_whole || reached[node as usize] || !refused
        };
        self.refusals.found.extend(open.into_iter().filter(|(node, e)| counts(*node, e)).map(|(_, error)| error));
    }

    /// Notes a refusal that belongs to no statement.
    pub fn note_refusal(&mut self, error: Error) {
        self.refusals.found.push(error);
    }
}

impl<'s> Calls<'s> {
    /// Notes that a declaration was refused: its name is known, and whatever uses it is no refusal of its own.
    pub fn bind_refused(&mut self, statement: &'s Statement<'s>) {
        use super::super::syntax::StatementKind::Declaration;
        let Declaration(declarations) = &statement.kind else { return };
        let scope = self.frame().scopes.last();
        let unknown = |name: &Name<'s>| scope.is_some_and(|scope| !scope.names.contains_key(name));
        let names: Vec<Name<'s>> = declarations.iter().map(|declaration| declaration.name).filter(unknown).collect();
        names.into_iter().for_each(|name| self.bind(name, Binding::Refused));
    }
}
