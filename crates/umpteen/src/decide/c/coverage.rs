//! Which assertions a SAFE is about, and whether any run gets to them: one that no run gets to is proved easily, and may not mean
//! what it seems to.

use crate::decide::c::stages::Stage;
use crate::explain::c_run::place;
use crate::explain::words::count;
use umpteen_cegar::explore::explore;
use umpteen_engines::budget::Budget;
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::c::abstraction::{Abstraction, Tracking};
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::frames;
use umpteen_model::c::program::{Assertion, Claim, Position, Program};

/// Which assertions a proof by abstraction is about, and whether it was shown that no run ends. Both come from looking at a few
/// threads. A proof with `tables` is about counters, one without about stacks.
pub fn coverage(
    program: &Program,
    abstraction: &Abstraction,
    tables: Option<&Tables>,
    budget: &Budget,
) -> (String, bool) {
    let bounds = Stage::Coverage.bounds(Stage::Coverage.threads());
    let explored = Stage::Coverage.within(budget, |budget| explore(program, bounds, budget));
    let executed = &explored.executed;
    let mut possible: Vec<Position> = Vec::new();
    let unseen = program.assertions.iter().any(|assertion| !executed.contains(&assertion.position));
    if let Some(tracking) = Tracking::new(program, &abstraction.predicates).filter(|_| unseen) {
        // A step that no pair of Boolean values allows is never executed.
        let boolean = boolean_program(program, abstraction, &tracking);
        let property = Property::Location(program.failures());
        let go_on = || budget.check().is_ok();
        let steps: Option<Vec<(u32, usize)>> = match tables {
            Some(tables) => {
                let view = view(&boolean, &property, Mains::One, tables, &go_on);
                view.map(|view| view.origins.iter().map(|origin| (origin.location, origin.edge)).collect())
            }
            None => {
                let calls = frames::calls(program, &tracking, &abstraction.predicates).unwrap_or_default();
                let unfolded = unfold(&boolean, &calls, &property, &go_on).ok();
                let origins = unfolded.as_ref().map(|unfolded| unfolded.origins.iter().flatten());
                origins.map(|all| all.map(|origin| (origin.local.location, origin.action.edge)).collect())
            }
        };
        // Without time to compute it, every edge may be executed.
        let every =
            || (0u32..).zip(&program.locations).flat_map(|(at, l)| (0..l.edges.len()).map(move |edge| (at, edge)));
        for (location, edge) in steps.unwrap_or_else(|| every().collect()) {
            let edge = &program.locations[location as usize].edges[edge];
            possible.extend(edge.statements.iter().map(|statement| statement.position));
        }
    }
    (covered(program, &|position| executed.contains(position), &possible), explored.never_ends())
}

/// The assertions in words, given the statements that are known to be executed and those that may be. Only what is known to be
/// reached is counted as covered.
pub fn covered(program: &Program, executed: &dyn Fn(&Position) -> bool, possible: &[Position]) -> String {
    let exits = program.locations.iter().filter_map(|location| location.exit.as_ref());
    let on_exits: Vec<Position> = exits.flat_map(|exit| &exit.positions).copied().collect();
    let may_be = |position: &Position| possible.contains(position) || on_exits.contains(position);
    let claims = |claim: Claim| program.assertions.iter().filter(move |assertion| assertion.claim == claim);
    let mut parts = Vec::new();
    for (claim, noun) in [(Claim::Holds, "assertion"), (Claim::NoRace, "access")] {
        let all: Vec<&Assertion> = claims(claim).collect();
        let (reached, others): (Vec<&Assertion>, Vec<&Assertion>) =
            all.iter().partition(|assertion| executed(&assertion.position));
        let (maybe, never): (Vec<&Assertion>, Vec<&Assertion>) =
            others.iter().partition(|assertion| may_be(&assertion.position));
        let places = |of: &[&Assertion]| {
            let mut places: Vec<String> = of.iter().map(|assertion| place(program, assertion.position)).collect();
            places.dedup();
            places.join(", ")
        };
        if all.is_empty() {
            continue;
        }
        let what = counted(all.len(), noun, if claim == Claim::NoRace { " that could race" } else { "" });
        match (reached.len(), others.is_empty()) {
            (_, true) => parts.push(format!("{what}, reachable (not vacuous)")),
            (0, _) => parts.push(format!("none of {what}")),
            (some, _) => parts.push(format!("{some} of {what}, reachable (not vacuous)")),
        }
        let told = [("no execution gets past", never), ("not seen to be reached:", maybe)];
        parts.extend(told.iter().filter(|(_, of)| !of.is_empty()).map(|(word, of)| format!("{word} {}", places(of))));
    }
    // Error calls and invalid accesses are unreachable in a safe program: they are listed as excluded, not as uncovered.
    let excluded = [
        (Claim::NotCalled, "error call"),
        (Claim::Valid, "invalid access"),
        (Claim::NoDeadlock, "deadlock"),
        (Claim::LockUse, "lock misuse"),
    ];
    for (claim, noun) in excluded {
        let number = claims(claim).count();
        parts.extend((number > 0).then(|| format!("{} excluded", counted(number, noun, ""))));
    }
    match parts.is_empty() {
        true => "no assertion: there is nothing that could fail".to_string(),
        false => parts.join("; "),
    }
}

/// `1 access that could race`, `2 accesses that could race`.
fn counted(number: usize, noun: &str, after: &str) -> String {
    count(number as u64, noun).replace("accesss", "accesses") + after
}
