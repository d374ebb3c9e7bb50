//! Making nodes and steps, temporaries, and the texts that people read.

use super::super::atomic::{Access, Mark, Role};
use super::super::syntax::{Expression, ExpressionKind, Span};
use super::super::{Granularity, Property};
use super::Lowering;
use super::context::Context;
use super::value::Object;
use crate::error::Error;
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Expr, Place, Type};
use umpteen_model::c::program::{Assertion, Claim, Position, Statement, Variable};

/// Statements are shown up to about this length.
const LONGEST_TEXT: usize = 60;

impl<'s> Lowering<'s> {
    /// A thread that is about to write what is `const` fails.
    pub fn refuse_constant(&mut self, place: Place, span: Span) {
        if self.memory.constants.contains(&place) {
            let text = constant_text(&self.source.source_text(span));
            self.fail(span.start, text, Claim::Valid);
        }
    }

    /// A new variable of the current template.
    pub fn local(&mut self, name: String, ty: Type, initial: Option<u64>, hidden: bool) -> Object {
        let number = self.program.locals.len() as u32;
        let template = Some(self.threads.template);
        self.program.locals.push(Variable { name, ty, initial, template, hidden });
        Object { place: Place::Local(number), ty, access: Access::Plain, library: None }
    }

    /// A new hidden variable.
    pub fn temporary(&mut self, ty: Type) -> Object {
        let name = self.names.unique("temporary");
        self.local(name, ty, Some(0), true)
    }

    /// The value kept in a temporary, so that later effects cannot change it.
    pub fn spill(&mut self, value: Expr) -> Expr {
        match value {
            Expr::Constant(..) => value,
            Expr::Read(Place::Local(number), _) if self.program.locals[number as usize].hidden => value,
            value => {
                let kept = self.temporary(value.ty());
                self.graph.update(vec![(kept.place, value)], Vec::new());
                kept.read()
            }
        }
    }

    /// The value of a variable; a shared one is read in a step of its own.
    pub fn load(&mut self, object: &Object, span: Span) -> Expr {
        if !object.is_shared() {
            return object.read();
        }
        if let (true, Place::Global(number)) = (self.memory.fixed.contains(&object.place), object.place)
            && let Some(bits) = self.program.globals[number as usize].initial
        {
            return Expr::Constant(bits, object.ty);
        }
        let kept = self.temporary(object.ty);
        let text = format!("read {}", self.place_name(object.place));
        let statements = self.note_text(span.start, text);
        self.graph.access(object.access, vec![(kept.place, object.read())], statements);
        kept.read()
    }

    /// What people see of a step: the source.
    pub fn note(&mut self, span: Span) -> Vec<Statement> {
        let text = self.source.source_text(span);
        self.note_text(span.start, text)
    }

    /// What people see of a step.
    pub fn note_text(&mut self, offset: usize, text: String) -> Vec<Statement> {
        vec![Statement { position: self.position(offset), text }]
    }

    /// Leaves a trace that an assertion is about to be evaluated: a statement without text at its place.
    pub fn reach(&mut self, offset: usize) {
        let statements = self.note_text(offset, String::new());
        self.graph.update(Vec::new(), statements);
    }

    /// The thread is where an assertion has failed.
    pub fn fail(&mut self, offset: usize, text: String, claim: Claim) {
        let role = self.failing(offset, text, claim);
        self.graph.nodes[self.graph.at as usize].role = role;
        self.graph.continue_fresh();
    }

    /// What becomes of a thread for which a claim does not hold: it has failed, or where that is not asked about the
    /// program ends.
    pub fn failing(&mut self, offset: usize, text: String, claim: Claim) -> Role {
        if self.source.asks(claim) {
            let position = self.position(offset);
            return Role::Fails(self.assertion(position, text, claim));
        }
        if claim == Claim::Valid {
            self.assume_named(Caveat::ValidAccesses);
        }
        Role::Stop
    }

    /// The number of an assertion.
    pub fn assertion(&mut self, position: Position, text: String, claim: Claim) -> u32 {
        let key = (position, text);
        if let Some(known) = self.notes.assertion_numbers.get(&key) {
            return *known;
        }
        let number = self.program.assertions.len() as u32;
        self.program.assertions.push(Assertion { position, text: key.1.clone(), claim });
        self.notes.assertion_numbers.insert(key, number);
        number
    }

    /// Notes that an expression is several steps although statements are one: it does more than to call a function.
    pub fn note_steps(&mut self, expression: &Expression<'s>) {
        if self.source.options.granularity == Granularity::Access || self.is_wrappable(expression) {
            return;
        }
        let mut call = expression;
        while let ExpressionKind::Cast(_, inner) = &call.kind {
            call = inner;
        }
        let only_calls = match &call.kind {
            ExpressionKind::Call(_, arguments) => !arguments.iter().any(|part| self.accesses_of(part, true).shared),
            _ => false,
        };
        if !only_calls {
            self.assume("a statement that calls a function is several steps");
        }
    }

    /// Lowers a part that is one step if statements are; a single access needs no section.
    pub fn wrapped<T>(
        &mut self,
        wrappable: bool,
        part: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.source.options.granularity == Granularity::Access || !wrappable || self.graph.wrapping {
            return part(self);
        }
        let (from, before) = (self.graph.at, self.graph.accesses);
        self.graph.mark(Mark::None, Vec::new());
        self.graph.wrapping = true;
        let result = part(self)?;
        self.graph.wrapping = false;
        if self.graph.accesses > before + 1 {
            self.graph.nodes[from as usize].steps[0].mark = Mark::Enter(self.calls.statement);
            self.graph.mark(Mark::Leave, Vec::new());
        }
        Ok(result)
    }
}

impl<'s> Context<'s> {
    /// The source with single blanks and without line markers, cut off if long.
    pub fn source_text(&self, span: Span) -> String {
        let mut result = String::new();
        let lines = self.text[span.range()].lines().filter(|line| !line.trim_start().starts_with('#'));
        for word in lines.flat_map(str::split_whitespace) {
            if result.chars().count() > LONGEST_TEXT {
                break;
            }
            if !result.is_empty() {
                result.push(' ');
            }
            result.push_str(word);
        }
        if result.chars().count() > LONGEST_TEXT {
            result = result.chars().take(LONGEST_TEXT - 3).chain("...".chars()).collect();
        }
        result
    }

    /// Whether it is asked if a claim holds.
    pub fn asks(&self, claim: Claim) -> bool {
        match (self.options.property, claim) {
            (_, Claim::Limit) => true,
            (Property::Assertions, _) => !matches!(claim, Claim::NoRace | Claim::NoDeadlock | Claim::LockUse),
            (Property::ErrorCalls, _) => claim == Claim::NotCalled,
            (Property::Races, _) => matches!(claim, Claim::NoRace | Claim::Valid),
            (Property::RacesAlone, _) => claim == Claim::NoRace,
            (Property::Deadlocks, _) => matches!(claim, Claim::NoDeadlock | Claim::LockUse),
        }
    }
}

/// What is wrong with a write to something that is `const`, or to a string.
pub fn constant_text(source: &str) -> String {
    format!("`{source}` can write what is constant")
}
