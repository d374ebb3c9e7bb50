//! From C to a proof for any number of threads: abstract, check, simulate, refine (papers/symmpa, Sect. 4).
//!
//! The program is abstracted by predicates to a Boolean broadcast program, which backward search decides for any
//! number of threads. A run of the Boolean program that the C program does not have is ruled out by what it shows:
//! first by clauses about the steps that no predicate value allows, then by new predicates (`refinement`). Where that
//! does not get anywhere, relations between threads are proved as facts, and it starts again with them (`facts`).

pub mod check;
pub mod cubes;
pub mod discover;
mod divergence;
pub mod explore;
pub mod facts;
pub mod lemmas;
pub mod options;
pub mod path;
pub mod population;
mod refinement;
pub mod simulate;
pub mod stacks;
pub mod statistics;
pub mod transitions;
pub mod tuples;

use divergence::has_sum;
use explore::Bounds;
pub use options::{Discover, Options, Refine};
use refinement::Refinement;
use statistics::timed;
pub use statistics::{Seconds, Statistics};
use std::time::Duration;
use umpteen_engines::Reason;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::program as boolean;
use umpteen_model::boolean::view::Tables;
use umpteen_model::c::abstraction::Abstraction;
use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::Facts;
use umpteen_model::c::machine::Run;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Certificate;
use umpteen_model::pushdown::PushdownProof;

/// The result of the refinement loop.
pub enum Answer {
    /// No assertion can fail: the abstraction, and the proof about its Boolean program.
    Safe(Box<Proof>),
    /// An assertion fails in this run.
    Unsafe(Run),
    /// Neither is known.
    Unknown(Unknown),
}

/// A proof about a C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The predicates and what is known about them.
    pub abstraction: Abstraction,
    /// The proof that the Boolean program does not fail.
    pub about: About,
}

/// A proof about a Boolean program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// As a counter system, over the values that occur.
    Counters(Tables, Certificate),
    /// As a pushdown system.
    Stacks(PushdownProof),
}

/// Why the loop has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The model checker of a round has none.
    Engine(Reason),
    /// The Boolean program's run is not one of the C program, and nothing rules it out: it ends in this assertion.
    NothingToLearn(u32),
    /// More predicates are needed than there is room for.
    TooManyPredicates,
    /// Predicates of the same shape as this one come again and again.
    Diverges(Expr),
}

/// One round of the loop, for people.
pub struct Round<'a> {
    /// Counted from one.
    pub number: usize,
    /// The abstraction that was checked.
    pub abstraction: &'a Abstraction,
    /// Its Boolean program.
    pub program: &'a boolean::Program,
    /// The outcome of the round.
    pub outcome: Outcome<'a>,
    /// Whether the failure is one of the Boolean program, if there is any: a thread that cannot follow may block it.
    pub is_run: bool,
}

/// The outcome of a round.
pub enum Outcome<'a> {
    /// The Boolean program does not fail.
    Proved,
    /// The Boolean program fails, and so does the C program.
    Failed(usize),
    /// The Boolean program fails after so many steps, the C program does not; so many clauses were learned.
    Clauses(usize, usize),
    /// The Boolean program fails after so many steps, the C program does not; these predicates are new.
    Predicates(usize, &'a [Expr]),
    /// A false failure of so many steps from which neither clauses nor predicates could be learned.
    Stuck(usize),
}

/// Refinement without facts gets so much time: what it can do it mostly does in less.
const PATIENCE: Duration = Duration::from_secs(2);

/// Decides a program; `rounds` is told about each round.
///
/// First as in the paper, as long as that gets somewhere. Then a few threads are looked at: they may fail. Then facts
/// about all threads are looked for, and refinement starts again with them.
pub fn run(
    program: &Program,
    options: &Options,
    budget: &Budget,
    statistics: &mut Statistics,
    rounds: &mut dyn FnMut(&Round),
) -> Answer {
    let mut refinement = Refinement::new(program, options, Facts::default(), budget, statistics);
    // Threads with stacks are neither explored nor related to each other.
    if !options.facts || program.has_frames() {
        return refinement.run(budget, false, statistics, rounds);
    }
    let mut answer = refinement.run(&budget.at_most(PATIENCE), true, statistics, rounds);
    if !matches!(answer, Answer::Unknown(_)) {
        return answer;
    }
    if options.look_around
        && let Some(run) = few_threads(program, options.threads, budget)
    {
        return Answer::Unsafe(run);
    }
    // Counts rely on an assumption about the number of threads, so what can do without them does.
    for counting in [false, true] {
        let tracked = &refinement.abstraction.predicates;
        let found =
            timed(&mut statistics.seconds.facts, || facts::discover(program, tracked, counting, &budget.fraction(3)));
        let useful = |facts: &Facts| !facts.is_empty() && (!counting || !facts.counts.is_empty());
        if let Some(facts) = found.ok().filter(useful) {
            let mut tracked = std::mem::take(&mut refinement.abstraction.predicates);
            tracked.retain(|predicate| !has_sum(predicate));
            refinement = Refinement::new(program, options, facts, budget, statistics);
            // Keep the predicates: the previous stage ran out of time, it did not diverge.
            if matches!(answer, Answer::Unknown(Unknown::Engine(_))) {
                refinement.add(tracked, budget, statistics);
            }
        }
        let last = counting || !facts::may_count(program);
        let part = budget.fraction(3);
        answer = refinement.run(if last { budget } else { &part }, !last, statistics, rounds);
        if last || !matches!(answer, Answer::Unknown(_)) {
            break;
        }
    }
    answer
}

/// A failure with a few threads and a few values.
fn few_threads(program: &Program, threads: Option<u32>, budget: &Budget) -> Option<Run> {
    const MOST_THREADS: usize = 5;
    const MOST_STATES: usize = 100_000;
    let most = threads.map_or(MOST_THREADS, |asked| MOST_THREADS.min(asked as usize));
    for threads in 2..=most {
        let explored = explore::explore(program, Bounds { threads, states: MOST_STATES }, &budget.fraction(8));
        if explored.failure.is_some() || !explored.complete {
            return explored.failure;
        }
    }
    None
}
