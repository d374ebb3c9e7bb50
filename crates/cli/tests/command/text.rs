//! Runs as text fit the terminal, whatever it is.

use crate::support::root;
use std::process::Command;

/// The output in a terminal of this width.
fn printed(arguments: &[&str], width: usize) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpteen"));
    command.arg("check").args(arguments).current_dir(root()).env("COLUMNS", width.to_string());
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The table of a run.
fn table(text: &str) -> Vec<&str> {
    let table = text.lines().skip_while(|line| !line.starts_with(" step"));
    table.take_while(|line| line.starts_with(' ')).collect()
}

#[test]
fn runs_fit_the_terminal() {
    let runs: [&[&str]; 5] = [
        &["examples/c/counter.c"],
        &["examples/recursive/tree_bug.c"],
        &["tests/corpus/c/counts/places_three_split.c"],
        &["examples/recursive/recursive_lock_bug.bp"],
        &["examples/boolean/ticket_hc_bug.bp", "--property", "exclusive:CS,CS"],
    ];
    for run in runs {
        for width in [50, 60, 80, 100, 120, 200] {
            let text = printed(run, width);
            let rows = table(&text);
            assert!(rows.len() > 5, "{run:?}: {text}");
            assert!(rows.iter().all(|row| row.chars().count() <= width), "{run:?} in {width} columns: {text}");
            assert!(text.lines().all(|line| !line.starts_with("assumes") || line.chars().count() <= width), "{text}");
        }
        let everything = printed(&[run, &["--full"]].concat(), 100);
        assert!(table(&everything).len() >= table(&printed(run, 100)).len() && !everything.contains("\nhidden "));
    }
}

#[test]
fn what_a_step_has_seen_and_what_it_waits_for_is_told() {
    let lost = printed(&["examples/recursive/tree_bug.c"], 120);
    assert!(lost.contains("size is 0\n") && lost.contains("size stays 1\n"), "{lost}");
    assert!(lost.contains("(10 variables not used)") && lost.contains("starts low\n"), "{lost}");
    let waits = printed(&["tests/corpus/c/counts/readers_writer_check_outside.c"], 120);
    assert!(waits.contains("then waits for m\n"), "{waits}");
    assert!(waits.contains("\nhidden   "), "{waits}");
}
