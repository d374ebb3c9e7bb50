//! Calls that are kept, for programs whose threads have stacks: every function is lowered once.
//!
//! The functions' variables have different slots, so a frame holds the variables of one function. A call is an update that
//! sets the callee's variables from the caller's. Results travel in slots of their own: a return sets them, and the place
//! that it returns to assigns them to where they belong. Which threads there are is said by `threads`, or found out
//! from what `main` starts (`started.rs`).

use super::refuse::{distinct, few_choices, few_open, few_values};
use super::started::Start;
use super::{Allowed, Assigned, Lowering, Root, Scope, Slots, assign::assign};
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use std::ops::Range;
use umpteen_model::boolean::calls::{self, Calls};
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::program::{Instruction, MOST_VARIABLES, Program, Update, Variable};
use umpteen_model::boolean::syntax::{Expression, Function, Name, Place, Source, Statement, StatementKind};

/// Calls that are kept, and the variables of the functions, by number.
#[derive(Default)]
pub struct Kept {
    pub calls: Calls,
    variables: Vec<u64>,
    /// The statements that start threads, until it is known how many there are.
    pub(super) sites: Vec<Start>,
}

impl Kept {
    pub(super) fn begin(&mut self, function: &Function, slots: &Slots) {
        let variables = slots.iter().fold(0, |mask, (slot, _)| mask | 1 << slot);
        self.variables.push(variables);
        let (name, has_results) = (function.name.text.clone(), function.results > 0);
        self.calls.functions.push(calls::Function { name, has_results });
    }
}

/// Makes a flat program with calls kept; `threads` says where threads start, else `main` is the only one at first.
pub fn keep_calls(source: &Source, text: &str) -> Result<(Program, Calls), Error> {
    let mut lowering = Lowering::new(source, text)?;
    few_open(&source.globals)?;
    for function in &source.functions {
        few_open(&function.locals)?;
        few_values(function)?;
    }
    let most = source.functions.iter().map(|function| function.results).max().unwrap_or(0);
    let mut kept = Kept::default();
    for number in 0..most.min(MOST_VARIABLES) {
        kept.calls.results |= 1 << number;
        lowering.program.locals.push(Variable { name: format!("result {number}"), initial: Some(false) });
    }
    lowering.kept = Some(kept);
    let main = source.functions.iter().find(|function| function.name.text == "main");
    let first: Vec<(&Name, usize)> = match main {
        // The arguments of `main` are unknown, so they have any value.
        Some(main) if source.threads.is_empty() => vec![(&main.name, main.parameters.len())],
        None if source.threads.is_empty() => {
            return Err(Error::new(Code::Incomplete, "there is no function `main`", 0..0));
        }
        _ => source.threads.iter().map(|name| (name, 0)).collect(),
    };
    // Threads that begin with the same function start at the same place, so that they are seen to be equal.
    let mut starts: FxHashMap<&str, u32> = FxHashMap::default();
    for (name, arguments) in first {
        if let Some(&start) = starts.get(name.text.as_str()) {
            lowering.begin(start, &name.span)?;
            continue;
        }
        let function = lowering.function(name, arguments, Some(0))?;
        let entry = lowering.root(function)?;
        let start = lowering.fresh(name.span.clone())?;
        starts.insert(&name.text, start);
        let locals =
            lowering.roots[&name.text].slots.iter().map(|&(slot, initial)| (slot, initial.map(Expr::Constant)));
        let update = Update { locals: locals.collect(), ..Update::default() };
        lowering.edge(start, Instruction::Update(update), entry);
        lowering.program.locations[start as usize].root = lowering.program.locations[entry as usize].root;
        lowering.begin(start, &name.span)?;
    }
    for function in &source.functions {
        lowering.root(function)?;
    }
    lowering.put_to_sleep()?;
    let Lowering { mut program, kept, .. } = lowering;
    let Kept { calls, variables, .. } = kept.unwrap_or_default();
    for location in &mut program.locations {
        let function = location.root.and_then(|root| variables.get(root as usize));
        location.dead = !(function.unwrap_or(&0) | calls.results);
    }
    Ok((program, calls))
}

impl<'a> Lowering<'a> {
    /// Refuses statements that threads with stacks cannot execute.
    pub(super) fn refuse_in_kept(&self, statement: &Statement) -> Result<(), Error> {
        if self.kept.is_none() {
            return Ok(());
        }
        let what = match &statement.kind {
            StatementKind::Wait(_) | StatementKind::Signal(_) | StatementKind::Broadcast(_) => {
                "wait, signal and broadcast"
            }
            StatementKind::StartGoto(_) => "start_thread goto",
            StatementKind::AtomicBegin | StatementKind::AtomicEnd => "atomic_begin and atomic_end",
            _ => return Ok(()),
        };
        let message = format!("a thread with a stack has no {what}");
        Err(Error::new(Code::Unsupported, message, statement.span.clone()))
    }

    pub(super) fn keep_call(
        &mut self,
        here: u32,
        (places, name, arguments): (&[Place], &Name, &[Expression]),
        function: &'a Function,
        in_atomic: bool,
        next: u32,
        scope: &Scope<'a>,
    ) -> Result<(), Error> {
        distinct(places)?;
        if in_atomic {
            let message = "a thread with a stack has no calls inside atomic blocks";
            return Err(Error::new(Code::Unsupported, message, name.span.clone()));
        }
        let names = self.names(scope, Allowed::Now);
        let arguments = arguments.iter().map(|argument| names.expression(argument)).collect::<Result<Vec<_>, _>>()?;
        self.root(function)?;
        let Root { inside, slots, enforce, .. } = &self.roots[&name.text];
        let (inside, slots) = (*inside, slots.clone());
        let constraints: Vec<Expr> = enforce.iter().map(Expr::after).collect();
        let given = slots.iter().zip(arguments).map(|(&(slot, _), argument)| (slot, Some(argument)));
        let own = slots[function.parameters.len()..].iter().map(|&(slot, initial)| (slot, initial.map(Expr::Constant)));
        let update = Update { locals: given.chain(own).collect(), constraints, ..Update::default() };
        few_choices(&update, &name.span)?;
        self.edge(here, Instruction::Update(update), inside);
        let mut back = next;
        if function.results > 0 {
            back = self.fresh(name.span.clone())?;
            self.program.locations[back as usize].text = format!("{} has returned", name.text);
            let mut update = Update::default();
            for number in 0..function.results as u8 {
                let place = match places.get(usize::from(number)) {
                    Some(place) => self.place(place, scope)?,
                    None => Assigned::Nowhere,
                };
                assign(&mut update, &place, Some(Expr::Read(Slot::Local(number), false)));
            }
            self.update(back, update, scope, next);
        }
        if let Some(kept) = &mut self.kept {
            kept.calls.calls.insert(here, back);
            if function.results > 0 {
                kept.calls.landings.insert(back);
            }
        }
        Ok(())
    }

    /// Other threads have stacks of their own, which nobody else changes.
    pub(super) fn refuse_passive_in_kept(&self, update: &Update, statement: &Statement) -> Result<(), Error> {
        if self.kept.is_some() && update.concerns_others() {
            let message = "a thread with a stack does not assign or constrain variables of other threads";
            return Err(Error::new(Code::Unsupported, message, statement.span.clone()));
        }
        Ok(())
    }

    /// Stacks are made of values one by one.
    pub(super) fn few_choices_in_kept(&self, update: &Update, span: &Range<usize>) -> Result<(), Error> {
        if self.kept.is_some() { few_choices(update, span) } else { Ok(()) }
    }

    /// Sets results.
    fn give(&mut self, here: u32, values: &[Option<Expr>], next: u32) {
        let locals = (0u8..).zip(values).map(|(slot, value)| (slot, value.clone())).collect();
        self.edge(here, Instruction::Update(Update { locals, ..Update::default() }), next);
    }

    /// Returns, out of an atomic section too; results that are not given are what they are.
    pub(super) fn give_back(&mut self, here: u32, values: &[Option<Expr>], scope: &Scope) {
        self.give(here, values, scope.exit);
        if let Some(kept) = &mut self.kept {
            kept.calls.returns.insert(here);
        }
    }
}
