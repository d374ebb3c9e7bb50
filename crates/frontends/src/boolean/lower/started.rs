//! `start_thread f(e)` where threads have stacks: a thread that may be started is there from the beginning, and sleeps.
//!
//! Threads with stacks are a fixed set, so it must be known how often each start runs at most. How often a function is
//! entered is counted along calls and starts; a start that is in a loop, or in a function that may be entered without
//! bound, is refused. A start that runs at most n times has n threads that sleep, and wakes the first that still does.
//! A shared variable for each of them says whether it was started, others hold its arguments until it wakes up.

use super::Lowering;
use super::cycles::on_cycles;
use super::refuse::count;
use crate::error::{Code, Error};
use std::ops::Range;
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::program::{Instruction, MOST_VARIABLES, Update, Variable};
use umpteen_model::boolean::syntax::Operator;
use umpteen_model::pushdown::MOST_THREADS;

/// A statement that starts a thread.
pub struct Start {
    /// Where it is.
    pub location: u32,
    /// The function that the thread runs.
    pub function: String,
    /// The function's parameters.
    pub parameters: Vec<String>,
    /// The statement.
    pub span: Range<usize>,
}

/// Arguments, or any value for each that is none.
type Values = [(u8, Option<Expr>)];

impl Lowering<'_> {
    /// Turns starts into assignments, and what they start into threads that wait for them.
    pub(super) fn put_to_sleep(&mut self) -> Result<(), Error> {
        let starts = self.kept.as_mut().map(|kept| std::mem::take(&mut kept.sites));
        let mut starts = starts.unwrap_or_default();
        starts.sort_by_key(|start| start.span.start); // blocks are lowered from the back
        if starts.is_empty() {
            return Ok(());
        }
        let repeated = on_cycles(&self.successors());
        let entered = self.times_entered(&starts, &repeated);
        for start in &starts {
            let within = self.function_of(start.location);
            let refused = |why: &str| {
                let message = format!("{why}, but threads with stacks are a fixed set: list them with `threads f, g;`");
                Err(Error::new(Code::Unsupported, message, start.span.clone()))
            };
            let times = entered[within];
            if times > 0 && repeated[start.location as usize] {
                return refused("this start_thread is in a loop");
            }
            if times > MOST_THREADS {
                let name = self.kept.as_ref().map_or("", |kept| &kept.functions[within].name);
                return refused(&format!("this start_thread is in `{name}`, which may run any number of times"));
            }
            self.sleepers(start, times)?;
        }
        Ok(())
    }

    /// Where each location leads within its function: calls lead to where they return to.
    fn successors(&self) -> Vec<Vec<u32>> {
        let back = |at: u32| self.kept.as_ref().and_then(|kept| kept.calls.get(&at));
        let locations = (0..).zip(&self.program.locations);
        let next = locations.map(|(at, location)| match back(at) {
            Some(back) => vec![*back],
            None => location.edges.iter().map(|edge| edge.to).collect(),
        });
        next.collect()
    }

    /// How often each function is entered at most; `MOST_THREADS + 1` stands for any larger number and for no bound.
    fn times_entered(&self, starts: &[Start], repeated: &[bool]) -> Vec<usize> {
        const MANY: usize = MOST_THREADS + 1;
        let Some(kept) = &self.kept else { return Vec::new() };
        let mut enters: Vec<Vec<(usize, bool)>> = vec![Vec::new(); kept.functions.len()];
        let calls = kept.calls.keys().copied().chain(starts.iter().map(|start| start.location));
        for location in calls {
            for edge in &self.program.locations[location as usize].edges {
                let entry = if let Instruction::Start { at, .. } = edge.instruction { at } else { edge.to };
                enters[self.function_of(location)].push((self.function_of(entry), repeated[location as usize]));
            }
        }
        let mut entered = vec![0; kept.functions.len()];
        // How often functions are entered beyond what was already passed on to those that they call.
        let mut pending: Vec<(usize, usize)> = kept.starts.iter().map(|start| (self.function_of(*start), 1)).collect();
        while let Some((function, more)) = pending.pop() {
            let more = more.min(MANY - entered[function]);
            if more > 0 {
                entered[function] += more;
                let times = |repeated| if repeated { MANY } else { more };
                pending.extend(enters[function].iter().map(|&(callee, repeated)| (callee, times(repeated))));
            }
        }
        entered
    }

    fn function_of(&self, location: u32) -> usize {
        self.program.locations[location as usize].root.expect("functions are lowered with their number as root")
            as usize
    }

    /// The threads that sleep until a statement starts them.
    fn sleepers(&mut self, start: &Start, times: usize) -> Result<(), Error> {
        let edge = self.program.locations[start.location as usize].edges.first_mut();
        let edge = edge.expect("a start has one edge");
        let taken = std::mem::replace(&mut edge.instruction, Instruction::Update(Update::default()));
        let Instruction::Start { at, fresh } = taken else { unreachable!("it was lowered as a start") };
        let fresh = fresh.expect("copies of the creator are refused");
        let (given, own) = fresh.split_at(start.parameters.len());
        let mut update = Update::default();
        let mut before = Expr::Constant(true); // whether the sleeper before this one was started
        for number in 1..=times {
            let started = self.hidden("started", number, start)?;
            let is_next = Expr::Binary(Operator::And, Box::new(before.clone()), Box::new(not(started)));
            update.globals.push((started, Some(before)));
            before = Expr::Read(Slot::Global(started), false);
            let mut arguments = Vec::new();
            for ((_, value), name) in given.iter().zip(&start.parameters) {
                let argument = self.hidden(name, number, start)?;
                let value = value.clone().unwrap_or(Expr::Choice);
                let kept = Expr::Read(Slot::Global(argument), false);
                let value = Expr::Conditional(Box::new(is_next.clone()), Box::new(value), Box::new(kept));
                update.globals.push((argument, Some(value)));
                arguments.push(argument);
            }
            self.sleeper(start, at, (started, &arguments), (given, own))?;
        }
        self.program.locations[start.location as usize].edges[0].instruction = Instruction::Update(update);
        Ok(())
    }

    fn sleeper(
        &mut self,
        start: &Start,
        entry: u32,
        (started, arguments): (u8, &[u8]),
        (given, own): (&Values, &Values),
    ) -> Result<(), Error> {
        let asleep = self.fresh(start.span.clone())?;
        self.program.locations[asleep as usize].root = self.program.locations[entry as usize].root;
        let read = |argument: u8| Some(Expr::Read(Slot::Global(argument), false));
        let passed = given.iter().zip(arguments).map(|((slot, _), argument)| (*slot, read(*argument)));
        let update = Update {
            // An argument that was taken means nothing any more.
            globals: arguments.iter().map(|argument| (*argument, Some(Expr::Constant(false)))).collect(),
            locals: passed.chain(own.iter().cloned()).collect(),
            constraints: vec![Expr::Read(Slot::Global(started), false)],
            ..Update::default()
        };
        self.edge(asleep, Instruction::Update(update), entry);
        if let Some(kept) = &mut self.kept {
            kept.starts.push(asleep);
            kept.asleep.insert(asleep);
            few_threads(kept.starts.len(), &start.span)?;
        }
        Ok(())
    }

    /// A shared variable that the program does not know of.
    fn hidden(&mut self, what: &str, number: usize, start: &Start) -> Result<u8, Error> {
        let slot = self.program.globals.len();
        if slot >= MOST_VARIABLES {
            let message = format!(
                "more than {MOST_VARIABLES} shared variables, with one for each thread that is started and its arguments"
            );
            return Err(Error::new(Code::TooLarge, message, start.span.clone()));
        }
        let line = self.program.locations[start.location as usize].line;
        let copy = if number > 1 { format!("'{number}") } else { String::new() };
        let name = format!("{}:{line}{copy} {what}", start.function);
        self.program.globals.push(Variable { name, initial: Some(false) });
        Ok(slot as u8)
    }
}

/// Refuses more threads than there may be.
pub(super) fn few_threads(threads: usize, span: &Range<usize>) -> Result<(), Error> {
    if threads > MOST_THREADS {
        let message = format!("more than {}", count(MOST_THREADS, "thread", "threads"));
        return Err(Error::new(Code::TooLarge, message, span.clone()));
    }
    Ok(())
}

fn not(shared: u8) -> Expr {
    Expr::Not(Box::new(Expr::Read(Slot::Global(shared), false)))
}
