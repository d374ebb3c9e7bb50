//! Caveats: what a SAFE does not say although it may seem to, told beside the verdict and not only among what it assumes.

use crate::decide::c::lines::place_of;
use crate::decide::c::stages::Stage;
use crate::explain::c_run;
use crate::failure::Failure;
use crate::judge::{self, Accepted, Execution};
use crate::report::{CaveatKind, CaveatView};
use std::collections::BTreeSet;
use umpteen_cegar::explore::explore;
use umpteen_engines::budget::Budget;
use umpteen_model::c::caveat::{Assumed, Caveat};
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Claim, Position, Program};
use umpteen_model::evidence::Evidence;

/// At most so many functions are named in the first line.
const MOST_NAMES: usize = 3;

/// At most so many places where threads wait are told.
const MOST_PLACES: usize = 4;

/// The caveats that follow from what is asked; `accesses` reads the program with invalid accesses among what must not happen.
pub fn of_program(
    program: &Program,
    accesses: &dyn Fn() -> Result<Program, Failure>,
    budget: &Budget,
) -> Result<Vec<CaveatView>, Failure> {
    let mut all = Vec::new();
    all.extend(of_orders(program));
    all.extend(of_unknown_functions(program));
    if program.caveats.contains(&Caveat::ValidAccesses) {
        all.extend(of_accesses(&accesses()?.asking_only(Claim::Valid), budget));
    }
    Ok(all)
}

/// What weaker memory orders mean for the verdict: for races they count, but only in sequentially consistent executions.
pub fn of_orders(program: &Program) -> Option<CaveatView> {
    if program.assertions.is_empty() {
        return None;
    }
    let has = |caveat: Caveat| program.caveats.contains(&caveat);
    let (text, first_line) = if has(Caveat::ConsistentRuns) && has(Caveat::MemoryOrders) {
        let text = "races in objects of any size are judged as if all memory orders were sequentially consistent; what only weaker \
                    ones allow is not found";
        (text, Some("with memory orders taken as sequentially consistent".to_string()))
    } else if has(Caveat::ConsistentRuns) {
        let text = "races are judged by the memory orders of atomic operations and fences, but only in sequentially consistent \
                    executions; what only weaker orders allow is not found";
        (text, Some("no race in sequentially consistent executions".to_string()))
    } else if has(Caveat::MemoryOrders) {
        let text = "the memory orders of atomic operations and fences are taken as sequentially consistent; what only weaker \
                    ones allow is not found";
        (text, None)
    } else {
        return None;
    };
    Some(CaveatView { kind: CaveatKind::MemoryOrder, text: text.to_string(), first_line })
}

/// The caveat for calls of functions without a body: a SAFE relies on what is assumed about them.
pub fn of_unknown_functions(program: &Program) -> Option<CaveatView> {
    let names = |assumed: Assumed| -> BTreeSet<&str> {
        let meant = program.unknown_calls.iter().filter(|call| call.assumed == assumed);
        meant.map(|call| call.name.as_str()).collect()
    };
    let clause = |assumed: Assumed| {
        if assumed == Assumed::Any && !program.caveats.contains(&Caveat::OthersLocks) {
            return None;
        }
        let names = names(assumed);
        let named = in_words(&names)?;
        Some(match (assumed, names.len()) {
            (Assumed::Frame, 1) => format!("{named} writes only what it is given"),
            (Assumed::Frame, _) => format!("{named} write only what they are given"),
            (Assumed::Any, 1) => format!("{named} leaves the program's locks alone"),
            (Assumed::Any, _) => format!("{named} leave the program's locks alone"),
            (Assumed::Pure, 1) => format!("{named} writes nothing"),
            (Assumed::Pure, _) => format!("{named} write nothing"),
            (Assumed::NoReturn, 1) => format!("{named} writes only what it is given and does not return"),
            (Assumed::NoReturn, _) => format!("{named} write only what they are given and do not return"),
        })
    };
    let clauses: Vec<String> =
        [Assumed::Frame, Assumed::Any, Assumed::Pure, Assumed::NoReturn].into_iter().filter_map(clause).collect();
    let all = program.unknown_calls.iter().map(|call| call.name.as_str()).collect();
    (!clauses.is_empty()).then(|| unknown_functions(program, &all, format!("if {}", clauses.join(" and "))))
}

/// A run that calls functions without a body is one of the program only if they do what the run shows.
pub fn of_run(program: &Program, run: &Run) -> Option<CaveatView> {
    let mut names = BTreeSet::new();
    let mut state = program.start(&run.fresh);
    for step in &run.steps {
        let location = state.threads.get(step.thread as usize)?.location;
        let edge = program.locations[location as usize].edges.get(step.edge as usize)?;
        let executed: BTreeSet<Position> = edge.statements.iter().map(|statement| statement.position).collect();
        let called = program.unknown_calls.iter().filter(|call| executed.contains(&call.position));
        names.extend(called.map(|call| call.name.as_str()));
        state = program.step(&state, step)?;
    }
    let does = if names.len() == 1 { "does" } else { "do" };
    let named = in_words(&names)?;
    Some(unknown_functions(program, &names, format!("if {named} {does} what the run shows")))
}

/// The caveat about functions without a body.
fn unknown_functions(program: &Program, names: &BTreeSet<&str>, first_line: String) -> CaveatView {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let mut called = program.unknown_calls.iter().filter(|call| names.contains(call.name.as_str()));
    let written = match called.all(|call| matches!(call.assumed, Assumed::Frame | Assumed::NoReturn)) {
        true => "any values written to what the arguments point to",
        false => "what is written is as `--unknown-functions` and `--stub` say",
    };
    let text = format!("without a body: {}; any value may be returned, and {written}", quoted.join(", "));
    CaveatView { kind: CaveatKind::UnknownFunctions, text, first_line: Some(first_line) }
}

/// Names in words, the first few of many; none if there are none.
fn in_words(names: &BTreeSet<&str>) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(match &quoted[..] {
        [] => return None,
        [name] => name.clone(),
        [first @ .., last] if quoted.len() <= MOST_NAMES => format!("{} and {last}", first.join(", ")),
        [first @ .., _, _] => {
            let shown = &first[..MOST_NAMES - 1];
            format!("{} and {} others", shown.join(", "), quoted.len() - shown.len())
        }
    })
}

/// The caveat for an invalid access that the property does not ask about: the verdict covers only the run before it.
fn of_accesses(program: &Program, budget: &Budget) -> Option<CaveatView> {
    let stage = Stage::InvalidAccesses;
    let run = stage.within(budget, |part| explore(program, stage.bounds(stage.threads()), part)).failure?;
    let Ok(Accepted::Run(accepted)) = judge::c(program, &Evidence::Run(run), None, &|| true) else { return None };
    let Execution::C { assertion, .. } = accepted.execution() else { return None };
    let failed = &program.assertions[*assertion as usize];
    Some(CaveatView {
        kind: CaveatKind::InvalidAccess,
        text: format!(
            "{} at {}; nothing is said about what happens after that (--property assert shows a run)",
            failed.in_words(),
            c_run::place(program, failed.position)
        ),
        first_line: Some("up to an invalid access".to_string()),
    })
}

/// The caveat that no run ends; `waiting` says what is known about threads that wait for ever.
pub fn never_ends(waiting: Option<String>) -> CaveatView {
    let text = waiting.map_or("no run ends".to_string(), |waiting| format!("no run ends: {waiting}"));
    CaveatView { kind: CaveatKind::NeverEnds, text, first_line: None }
}

/// Watches all states of a program for one in which it has ended, and for those in which nobody can move.
pub struct Endings<'a> {
    program: &'a Program,
    /// Whether some run ends, or may do so.
    ends: bool,
    waiting: BTreeSet<u32>,
}

impl<'a> Endings<'a> {
    /// No state is seen yet.
    pub fn new(program: &'a Program) -> Endings<'a> {
        Endings { program, ends: false, waiting: BTreeSet::new() }
    }

    /// Looks at one state more, in which some thread can move or none.
    pub fn look(&mut self, state: &State, moves: bool) {
        self.ends |= self.program.may_have_ended(state);
        if !moves && !self.ends {
            let locations = state.threads.iter().map(|thread| thread.location);
            self.waiting.extend(locations.filter(|at| !self.program.locations[*at as usize].ends));
        }
    }

    /// The caveat that no run ends, if none does.
    pub fn caveat(&self) -> Option<CaveatView> {
        (!self.ends).then(|| never_ends((!self.waiting.is_empty()).then(|| self.waiting_in_words())))
    }

    /// Where threads wait for ever: at the next statement, or where there is none behind the last one.
    fn waiting_in_words(&self) -> String {
        let edges = || self.program.locations.iter().flat_map(|location| &location.edges);
        let place = |at: &u32| {
            let next = place_of(&self.program.locations[*at as usize]);
            let next = next.map(|(file, line)| Position { file, line, column: 0 });
            next.or_else(|| {
                let last = edges().filter(|edge| edge.to == *at).find_map(|edge| edge.statements.last());
                last.map(|statement| Position { column: 0, ..statement.position })
            })
        };
        let places: BTreeSet<Position> = self.waiting.iter().filter_map(place).collect();
        let shown: Vec<String> = places.iter().take(MOST_PLACES).map(|at| c_run::place(self.program, *at)).collect();
        let more = if places.len() > MOST_PLACES { ", ..." } else { "" };
        match shown.is_empty() {
            true => "threads wait for ever".to_string(),
            false => format!("threads wait for ever at {}{more}", shown.join(", ")),
        }
    }
}
