//! A run of a Boolean program that hides what a repeated part does is rejected.

use umpteen_checker::{Rejection, check_program_trace};
use umpteen_engines::boolean::reach::reachable;
use umpteen_engines::boolean::restrict::restrict;
use umpteen_engines::budget::Budget;
use umpteen_frontends::boolean::{lower, parse};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::view::{Mains, Tables, view};
use umpteen_model::evidence::{Repeat, Step, Trace};
use umpteen_model::state::State;

/// One thread sets `g`, signals, resets `g`; then another one goes to wait. The second time there is somebody to be
/// released, so this cannot be repeated without releasing anybody.
const PROGRAM: &str =
    "decl g; void main() begin if * then again: g := 1; signal; g := 0; goto again; else here: wait; fi; end";

#[test]
fn a_waiter_that_only_later_rounds_have_is_not_overlooked() {
    let program = lower(&parse(PROGRAM).unwrap(), PROGRAM).unwrap();
    let at = |label: &str| program.labels.iter().find(|(name, _)| name == label).unwrap().1;
    let property = Property::Exclusive(vec![at("here")], vec![at("here")]);
    let tables = reachable(&program, &Budget::unlimited()).unwrap();
    let whole = view(&program, &property, Mains::Any, &tables, &|| true).unwrap();
    let start = whole.system.initial.iter().find(|initial| tables.shared[initial.shared as usize].values == 0).unwrap();
    let initial = State::new(start.shared, [(start.counts[0].local, 3)]).unwrap();

    // The first thread goes to `again`; in a round it signals, and another thread goes to `here`.
    let (again, here) = (at("again"), at("here"));
    let mut current = initial.clone();
    let mut steps = Vec::new();
    let mut go = |wanted: &[(&str, Option<u32>)]| {
        for (text, to) in wanted {
            let fires = |number: &usize| {
                let (rule, origin) = (&whole.system.rules[*number], &whole.origins[*number]);
                let after = tables.locals[origin.after as usize].location;
                program.locations[origin.location as usize].text.starts_with(text)
                    && to.is_none_or(|to| to == after)
                    && !whole.system.fire(rule, &current).unwrap().is_empty()
            };
            let rule = (0..whole.system.rules.len()).find(fires).unwrap_or_else(|| panic!("{text} is possible"));
            let outcome = whole.system.fire(&whole.system.rules[rule], &current).unwrap().remove(0);
            steps.push(Step { rule: rule as u32, moved: outcome.moved });
            current = outcome.state;
        }
    };
    let enter = |to| [("main", None), ("if", Some(to))];
    go(&enter(again));
    go(&[("g := 1", None), ("signal", None), ("g := 0", None), ("goto", None)]);
    go(&enter(here));
    let once = Trace { initial, steps, repeats: Vec::new() };
    let (mut tables, trace) = restrict(&program, &property, Mains::Any, &tables, &whole.system, &once).unwrap();

    // Nothing lists the waiter together with `g` set, so the signal seems to find nobody.
    let waiter = tables.locals.iter().position(|values| values.location == here).unwrap() as u32;
    let set = tables.shared.iter().position(|shared| shared.values == 1).unwrap();
    assert!(!tables.pairs[set].1.contains(&waiter));
    let repeats = vec![Repeat { first: 2, steps: trace.steps.len() - 2, times: 2 }];
    let forged = Trace { repeats, ..trace };
    let judged =
        |tables: &Tables| check_program_trace(&program, &property, Mains::Any, tables, &forged, &|| true).map(|_| ());
    assert_eq!(judged(&tables), Err(Rejection::Wrong("a state has a pair that the tables do not list".into())));

    // Where it is listed, the signal is one that moves others.
    let all: Vec<u32> = (0..tables.locals.len() as u32).collect();
    tables.pairs.iter_mut().for_each(|(_, row)| row.clone_from(&all));
    assert!(matches!(judged(&tables), Err(Rejection::Wrong(_))));
}
