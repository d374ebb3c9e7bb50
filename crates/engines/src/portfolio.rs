//! The automatic choice: several searches at once, until the first one has an answer.
//!
//! Where broadcasts, signals or transfers can happen, backward search is alone: no other one can take them. Elsewhere it
//! begins. If that does not decide the question at once, it takes turns with forward search (`both`), which is rarely slower
//! than the better of the two, and with directed search, which finds long runs that both are lost on. With more than one
//! core, directed search gets one of its own; before that a second thread would cost more than it saves.

use crate::backward::{Backward, Order, Search, forward_trace};
use crate::both::{Both, TURN};
use crate::budget::Budget;
use crate::directed::{self, Directed, Outcome};
use crate::forward::steps::Explicit as Forwards;
use crate::invariants::Oracle;
use crate::predecessors::Explicit;
use crate::relevance::{Slice, restored};
use crate::{Answer, Reason, Statistics};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use umpteen_model::evidence::{Certificate, Trace};
use umpteen_model::system::System;

/// How the searches are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many cores may be used.
    pub jobs: u32,
    /// The effort after which a question is not easy any more.
    pub easy: u64,
}

impl Plan {
    /// The plan for so many cores; easy is what takes a few hundredths of a second.
    pub fn new(jobs: u32) -> Plan {
        Plan { jobs, easy: 2_000_000 }
    }
}

/// States that directed search generates in one turn; each costs more than one of the others.
const DIRECTED_TURN: u64 = 50;

/// Decides a system without broadcasts; forward searches look at a slice, if proofs may ignore the rest.
pub fn run(
    system: &System,
    may_slice: bool,
    oracle: &Oracle,
    order: Order,
    plan: Plan,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Answer, Reason> {
    let explicit = Explicit::new(system, oracle);
    let mut backward = Backward::new(&explicit, order);
    match backward.advance(&explicit, &|_| false, plan.easy / 2, budget, statistics)? {
        Some(Search::Closed(basis)) => {
            return Ok(Answer::Safe(Certificate::Upward { basis, invariant: oracle.invariant() }));
        }
        Some(Search::Reached(path)) => return Ok(Answer::Unsafe(forward_trace(system, &explicit, &path)?)),
        None => {}
    }
    let slice = if may_slice { Slice::new(system) } else { None };
    let forwards = slice.as_ref().map_or(system, |slice| &slice.system);
    let mut steps = Forwards::new(forwards)?;
    let mut both = Both::new(&mut steps, backward, order);
    let mut directed = None;
    let (cancellable, cancelled) = budget.cancellable();
    let mut cancellable = Some(cancellable);
    std::thread::scope(|scope| {
        let mut elsewhere: Option<Receiver<Trace>> = None;
        let mut advance = || -> Result<Option<Answer>, Reason> {
            if let Some(met) = both.advance(&explicit, TURN, budget, statistics)? {
                return Ok(Some(met.answer(oracle)));
            }
            if statistics.effort < plan.easy {
                return Ok(None);
            }
            if plan.jobs > 1 {
                let receiver = elsewhere.get_or_insert_with(|| {
                    let (sender, receiver) = mpsc::channel();
                    if let Some(budget) = cancellable.take() {
                        // The receiver is gone if there is an answer already.
                        scope.spawn(move || search_alone(forwards, &budget).map(|trace| sender.send(trace)));
                    }
                    receiver
                });
                return Ok(receiver.try_recv().ok().map(Answer::Unsafe));
            }
            let search = match &mut directed {
                Some(search) => search,
                none => none.insert(Directed::new(forwards)?),
            };
            match search.advance(DIRECTED_TURN, budget, statistics)? {
                Some(Outcome::Run(trace)) => Ok(Some(Answer::Unsafe(trace))),
                Some(Outcome::Exhausted) | None => Ok(None),
            }
        };
        let answer = loop {
            match advance() {
                Ok(None) => {}
                Ok(Some(answer)) => break Ok(answer),
                Err(reason) => break Err(reason),
            }
        };
        cancelled.store(true, Ordering::Relaxed);
        answer.map(|answer| restored(slice.as_ref(), answer))
    })
}

/// Directed search on a core of its own, until it has a run or is cancelled.
fn search_alone(system: &System, budget: &Budget) -> Option<Trace> {
    match directed::run(system, budget, &mut Statistics::default()) {
        Ok(Answer::Unsafe(trace)) => Some(trace),
        _ => None,
    }
}
