//! `start_thread f(e)` where threads have stacks: a thread that may be started is there from the beginning, and sleeps.
//!
//! Threads with stacks are a fixed set, so it must be known how often each start runs at most. How often a function is
//! entered is counted along calls and starts; a start that is in a loop, or in a function that may be entered without
//! bound, is refused. A start that runs at most n times has n threads that sleep, and wakes one that still does
//! (`umpteen_model::boolean::unfold`).

use super::Lowering;
use super::cycles::on_cycles;
use super::refuse::count;
use crate::error::{Code, Error};
use std::ops::Range;
use umpteen_model::boolean::calls::Begins;
use umpteen_model::boolean::program::Instruction;
use umpteen_model::pushdown::MOST_THREADS;

/// A statement that starts a thread.
pub struct Start {
    /// The location of the start.
    pub location: u32,
    /// The statement.
    pub span: Range<usize>,
}

impl Lowering<'_> {
    /// Makes what is started into threads that wait for it.
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
                let name = self.kept.as_ref().map_or("", |kept| &kept.calls.functions[within].name);
                return refused(&format!("this start_thread is in `{name}`, which may run any number of times"));
            }
            let edges = self.program.locations[start.location as usize].edges.iter();
            let entries: Vec<u32> = edges.filter_map(|edge| started(&edge.instruction)).collect();
            for entry in entries.iter().flat_map(|entry| std::iter::repeat_n(*entry, times)) {
                self.add_thread(Begins::Later(entry), &start.span)?;
            }
        }
        Ok(())
    }

    /// Where each location leads within its function: calls lead to where they return to.
    fn successors(&self) -> Vec<Vec<u32>> {
        let back = |at: u32| self.kept.as_ref().and_then(|kept| kept.calls.calls.get(&at));
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
        let mut enters: Vec<Vec<(usize, bool)>> = vec![Vec::new(); kept.calls.functions.len()];
        let calls = kept.calls.calls.keys().copied().chain(starts.iter().map(|start| start.location));
        for location in calls {
            for edge in &self.program.locations[location as usize].edges {
                let entry = started(&edge.instruction).unwrap_or(edge.to);
                enters[self.function_of(location)].push((self.function_of(entry), repeated[location as usize]));
            }
        }
        let mut entered = vec![0; kept.calls.functions.len()];
        // How often functions are entered beyond what was already passed on to those that they call.
        let there = kept.calls.threads.iter().filter_map(|thread| match thread {
            Begins::At(start) => Some((self.function_of(*start), 1)),
            Begins::AsMain | Begins::Later(_) => None,
        });
        let mut pending: Vec<(usize, usize)> = there.collect();
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

    /// A thread that is there from the beginning.
    pub(super) fn begin(&mut self, start: u32, span: &Range<usize>) -> Result<(), Error> {
        self.add_thread(Begins::At(start), span)
    }

    fn add_thread(&mut self, begins: Begins, span: &Range<usize>) -> Result<(), Error> {
        let Some(kept) = &mut self.kept else { return Ok(()) };
        kept.calls.threads.push(begins);
        if kept.calls.threads.len() > MOST_THREADS {
            let message = format!("more than {}", count(MOST_THREADS, "thread", "threads"));
            return Err(Error::new(Code::TooLarge, message, span.clone()));
        }
        Ok(())
    }
}

/// Where the thread that is started begins.
fn started(instruction: &Instruction) -> Option<u32> {
    match instruction {
        Instruction::Start { at, .. } => Some(*at),
        _ => None,
    }
}
