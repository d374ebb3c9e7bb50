//! How far exploration goes when it cannot see everything.

use std::sync::atomic::Ordering;
use umpteen_cegar::explore::{Bounds, explore, explore_all, reference};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Options, read};
use umpteen_model::c::program::Program;

const COUNTING: &str = "for (a = 0; a < 100; a++) for (b = 0; b < 100; b++);";

/// A function that calls itself, and a main function with a variable for it.
fn program(main: &str) -> Program {
    let text = format!(
        "_Bool __VERIFIER_nondet_bool(void);\nunsigned char a, b;\n\
         void down(int n) {{ if (n > 0) down(n - 1); }}\nint main(void) {{ {main} {COUNTING} return 0; }}\n"
    );
    read(&text, &Options::default()).unwrap()
}

#[test]
fn a_stopped_budget_is_explored_no_further() {
    let (budget, stop) = Budget::unlimited().cancellable();
    stop.store(true, Ordering::Relaxed);
    let (program, bounds) = (program(""), Bounds { threads: 2, states: 100_000 });
    for explored in [explore, explore_all, reference::explore].map(|explore| explore(&program, bounds, &budget)) {
        assert!(!explored.complete && explored.states < 100, "{}", explored.states);
    }
}

#[test]
fn recursion_that_ends_is_explored_to_the_end() {
    let explored = explore(&program("down(3);"), Bounds { threads: 1, states: 100_000 }, &Budget::unlimited());
    assert!(explored.complete && explored.states > 10_000, "{}", explored.states);
}

#[test]
fn recursion_without_end_is_not_explored_for_long() {
    let program = program("if (__VERIFIER_nondet_bool()) down(20);");
    let explored = explore(&program, Bounds { threads: 1, states: 100_000 }, &Budget::unlimited());
    assert!(!explored.complete && (5_000..5_010).contains(&explored.states), "{}", explored.states);
    let explored = explore(&program, Bounds { threads: 1, states: 300 }, &Budget::unlimited());
    assert!(!explored.complete && (300..310).contains(&explored.states), "{}", explored.states);
}
