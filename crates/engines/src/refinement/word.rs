//! How the search got to a state, told as a word: the way within each context, with the ways through calls in between.

use super::{Call, End, Origin, Search, Top};
use crate::Reason;
use umpteen_model::refinement::{Mismatch, Word, WordStep};

/// A longer word is not told: with calls within calls its length may be exponential.
const LONGEST: usize = 100_000;

/// A part of the word that is still to be expanded, the last first.
enum Part {
    Step(WordStep),
    /// From the entry of a context to a top.
    Within(u32, u32),
    /// From the start of the thread to a top.
    Whole(u32, u32),
}

impl Search<'_> {
    /// The word to a top, and perhaps one more step, after which the abstraction cannot follow.
    pub(super) fn differs(&self, (context, top): (u32, u32), last: Option<WordStep>, mismatch: Mismatch) -> End {
        let (mut start, mut steps) = (None, Vec::new());
        let mut parts = vec![Part::Whole(context, top)];
        parts.extend(last.map(Part::Step));
        // Backwards: the last part comes first.
        while let Some(part) = parts.pop() {
            match part {
                Part::Step(step) => steps.push(step),
                Part::Within(context, top) => self.within(context, top, &mut parts),
                Part::Whole(context, top) => {
                    let run = &self.contexts[context as usize];
                    match run.callers.first().filter(|_| !run.starts) {
                        Some(call) => {
                            parts.push(Part::Whole(call.context, call.top));
                            self.enter_context(call, context, &mut parts);
                        }
                        None => start = Some(self.product.controls[run.tops[0].control as usize].shared),
                    }
                    parts.push(Part::Within(context, top));
                }
            }
            if steps.len() > LONGEST {
                return End::Stopped(Reason::RunTooLong);
            }
        }
        steps.reverse();
        End::Differs(Word { start: start.unwrap_or_default(), steps, mismatch })
    }

    fn within(&self, context: u32, top: u32, parts: &mut Vec<Part>) {
        let Top { control, origin, .. } = self.contexts[context as usize].tops[top as usize];
        match origin {
            Origin::Entered => {}
            Origin::Own(from, rule) => {
                parts.extend([Part::Within(context, from), Part::Step(WordStep::Own(rule))]);
            }
            Origin::Others(from) => {
                let shared = self.product.controls[control as usize].shared;
                parts.extend([Part::Within(context, from), Part::Step(WordStep::Others(shared))]);
            }
            Origin::Returned { call, context: called, exit } => {
                let (_, last, give_back) = self.contexts[called as usize].exits[exit as usize];
                parts.push(Part::Within(context, call.top));
                self.enter_context(&call, called, parts);
                parts.extend([Part::Within(called, last), Part::Step(WordStep::Own(give_back))]);
            }
        }
    }

    /// A call, and what others do until the context is as it was first entered.
    fn enter_context(&self, call: &Call, called: u32, parts: &mut Vec<Part>) {
        parts.push(Part::Step(WordStep::Own(call.rule)));
        let entry = self.contexts[called as usize].entries.iter().find(|entry| entry.0 == call.control);
        let way = entry.into_iter().flat_map(|entry| &entry.1);
        parts.extend(way.map(|shared| Part::Step(WordStep::Others(*shared))));
    }
}
