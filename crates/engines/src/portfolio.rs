//! The automatic choice: several searches at once, until the first one has an answer.
//!
//! Where broadcasts, signals or transfers can happen, backward search is alone: no other one can take them. Elsewhere it
//! is run in turns with forward search (`both`), which is rarely slower than the better of the two, and with directed search,
//! which finds long runs that both are lost on. With more than one core, directed search gets one of its own as soon as
//! the question turns out not to be easy; before that a second thread would cost more than it saves.

use crate::backward::Order;
use crate::both::{Both, Met, TURN};
use crate::budget::Budget;
use crate::directed::{Directed, Outcome};
use crate::forward::steps::Explicit as Forwards;
use crate::invariants::Oracle;
use crate::predecessors::Explicit;
use crate::{Answer, Reason, Statistics};
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Decides a system without broadcasts; `forwards` is the part of it that forward searches need to look at.
pub fn run(
    system: &System,
    forwards: &System,
    oracle: &Oracle,
    order: Order,
    plan: Plan,
    budget: &Budget,
    statistics: &mut Statistics,
) -> Result<Answer, Reason> {
    let mut steps = Forwards::new(forwards)?;
    let explicit = Explicit::new(system, oracle);
    let mut both = Both::new(&mut steps, &explicit, order);
    let mut directed = None;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut elsewhere: Option<Receiver<Trace>> = None;
        let mut advance = || -> Result<Option<Answer>, Reason> {
            if let Some(met) = both.advance(&explicit, TURN, budget, statistics)? {
                return Ok(Some(match met {
                    Met::Run(trace) => Answer::Unsafe(trace),
                    Met::Forward(certificate) => Answer::Safe(certificate),
                    Met::Backward(basis) => Answer::Safe(Certificate::Upward { basis, invariant: oracle.invariant() }),
                }));
            }
            if statistics.effort < plan.easy {
                return Ok(None);
            }
            if plan.jobs > 1 {
                let receiver = elsewhere.get_or_insert_with(|| {
                    let (sender, receiver) = mpsc::channel();
                    let (done, budget) = (&done, budget.fraction(1));
                    scope.spawn(move || {
                        // Nobody listens any more if there is an answer already.
                        search_alone(forwards, done, &budget).map(|trace| sender.send(trace))
                    });
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
        done.store(true, Ordering::Relaxed);
        answer
    })
}

/// Directed search on a core of its own, until it or somebody else is done.
fn search_alone(system: &System, done: &AtomicBool, budget: &Budget) -> Option<Trace> {
    let mut search = Directed::new(system).ok()?;
    let mut statistics = Statistics::default();
    while !done.load(Ordering::Relaxed) {
        match search.advance(DIRECTED_TURN, budget, &mut statistics) {
            Ok(None) => {}
            Ok(Some(Outcome::Run(trace))) => return Some(trace),
            Ok(Some(Outcome::Exhausted)) | Err(_) => return None,
        }
    }
    None
}
