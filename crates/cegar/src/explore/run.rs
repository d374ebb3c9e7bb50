//! From a state that was found back to the run that leads there.

use super::search::Search;
use umpteen_model::c::machine::{Move, Run};

impl Search<'_> {
    /// The run to a state. Its threads are numbered by their creation; in each state, the one that moves is found by
    /// what it looks like, since any thread that looks the same does as well.
    pub fn run_to(&self, number: usize) -> Run {
        let mut path = Vec::new();
        let mut at = number;
        while self.origins[at].before as usize != at {
            path.push(&self.origins[at]);
            at = self.origins[at].before as usize;
        }
        let fresh = self.first.all[self.origins[at].choice as usize].fresh.clone();
        let mut state = self.program.start(&fresh);
        let mut steps = Vec::new();
        for origin in path.into_iter().rev() {
            let before = self.states.get(origin.before as usize);
            let moving = self.layout.record(before, origin.thread as usize);
            let looks_same = |thread: &usize| self.layout.packed(self.program, &state.threads[*thread]) == moving;
            let thread = match origin.thread {
                0 => 0,
                _ => (1..state.threads.len()).find(looks_same).unwrap_or(0),
            };
            let from = self.layout.location(before, origin.thread as usize) as usize;
            let choice = self.choices[from][origin.edge as usize].all[origin.choice as usize].clone();
            let step = Move { thread: thread as u32, edge: origin.edge, inputs: choice.inputs, fresh: choice.fresh };
            let after = self.program.step(&state, &step);
            steps.push(step);
            // A step that the interpreter cannot do would be a bug here, which the checker reports.
            let Some(after) = after else { break };
            state = after;
        }
        Run { fresh, steps }
    }
}
