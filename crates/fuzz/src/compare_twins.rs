//! One C program in two versions: with what C offers, and plainly. They must fail alike and have the same values.
//!
//! This is what tests lowering: everything else that is compared starts from the lowered program. The states of both are
//! visited with the interpreter alone, beyond failures, and the variables that both have are compared.

use crate::c_text::twin;
use crate::compare::Kind;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use umpteen_frontends::c::{Options, read};
use umpteen_model::c::expression::Expr;
use umpteen_model::c::liveness::live;
use umpteen_model::c::machine::{Move, State};
use umpteen_model::c::program::{Claim, Edge, Program};
use umpteen_reduce::dead_updates::remove as remove_dead_updates;

/// Threads, main included, with which the versions are compared: the most that give few states.
const THREADS: [usize; 2] = [3, 2];

/// States after which nothing is compared.
const STATES: usize = 10_000;

/// Compares the two versions of a program, if there are two.
pub fn twins_agree(text: &str) -> Result<(), String> {
    if twin::rich(text) == twin::plain(text) {
        return Ok(());
    }
    compare(text).map(drop)
}

/// Compares the two versions of a program and says whether it fails with few threads.
pub fn compare(text: &str) -> Result<Kind, String> {
    let lower = |text: &str| {
        let mut program = read(text, &Options::default()).map_err(|error| error.message)?;
        // Remove assignments to variables that are never read: their values are no choices.
        while remove_dead_updates(&mut program) {}
        Ok(program)
    };
    let rich = lower(&twin::rich(text)).map_err(|message: String| format!("generated: {message}"))?;
    let plain = lower(&twin::plain(text)).map_err(|message: String| format!("generated plainly: {message}"))?;
    let (rich_names, plain_names) = (names(&rich), names(&plain));
    let both = rich_names.iter().filter_map(|(name, one)| Some((name, *one, *plain_names.get(name)?)));
    let alike = |one: usize, other: usize| rich.globals[one].ty.width == plain.globals[other].ty.width;
    let shared: Vec<(&String, usize, usize)> = both.filter(|&(_, one, other)| alike(one, other)).collect();
    let (rich_numbers, plain_numbers): (Vec<usize>, Vec<usize>) =
        shared.iter().map(|(_, one, other)| (*one, *other)).unzip();
    let visited = THREADS.iter().find_map(|&threads| {
        Some((threads, visit(&rich, &rich_numbers, threads)?, visit(&plain, &plain_numbers, threads)?))
    });
    let Some((threads, rich, plain)) = visited else { return Ok(Kind::Undecided("states or choices")) };
    if rich.fails != plain.fails {
        return Err(format!("twins: fails {}, plainly {}", rich.fails, plain.fails));
    }
    if let Some(values) = rich.values.symmetric_difference(&plain.values).next() {
        let values = shared.iter().zip(values).map(|((name, ..), value)| format!("{name} = {value}"));
        let which = if rich.fails { ", beyond a failure" } else { "" };
        return Err(format!("twins: one only has {}{which}", values.collect::<Vec<_>>().join(", ")));
    }
    Ok(if rich.fails { Kind::Unsafe(threads as u64) } else { Kind::Safe })
}

/// The shared variables by letters and digits of their names: `q.a` is plainly `q_a`.
fn names(program: &Program) -> BTreeMap<String, usize> {
    let letters = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let shown = program.globals.iter().enumerate().filter(|(_, global)| !global.hidden);
    shown.map(|(number, global)| (letters(&global.name), number)).collect()
}

/// The states of a program, summarised.
struct Visited {
    fails: bool,
    values: BTreeSet<Vec<u64>>,
}

/// Visits all states with so many threads and tells the values of some shared variables; none if they are too many, or if the
/// program gets to a limit of the model.
fn visit(program: &Program, numbers: &[usize], threads: usize) -> Option<Visited> {
    let live = live(program);
    let mut visited = Visited { fails: false, values: BTreeSet::new() };
    let mut seen: HashSet<State> = HashSet::new();
    let mut pending = vec![program.start(&[])];
    while let Some(mut state) = pending.pop() {
        for thread in &mut state.threads {
            let dead = |local: u32| !live.contains(thread.location, local);
            (0u32..).zip(&mut thread.locals).filter(|(local, _)| dead(*local)).for_each(|(_, value)| *value = 0);
        }
        state.threads[1..].sort_unstable();
        if seen.contains(&state) {
            continue;
        }
        if seen.len() >= STATES {
            return None;
        }
        if let Some(failed) = program.failure(&state) {
            if program.assertions[failed as usize].claim == Claim::Limit {
                return None;
            }
            visited.fails = true;
        }
        visited.values.insert(numbers.iter().map(|number| state.globals[*number]).collect());
        for (thread, at) in (0u32..).zip(&state.threads) {
            for (number, edge) in (0u32..).zip(&program.locations[at.location as usize].edges) {
                if edge.start.is_some() && state.threads.len() >= threads {
                    continue;
                }
                for inputs in choices(edge)? {
                    let step = Move { thread, edge: number, inputs, fresh: Vec::new() };
                    pending.extend(program.step(&state, &step));
                }
            }
        }
        seen.insert(state);
    }
    Some(visited)
}

/// All inputs of a step; none if they are not all of one bit.
fn choices(edge: &Edge) -> Option<Vec<Vec<u64>>> {
    let mut small = true;
    for expr in edge.expressions() {
        expr.visit(&mut |part| small &= !matches!(part, Expr::Input(_, ty) if ty.width > 1));
    }
    let count = edge.inputs();
    let bits = |number: u64| (0..count).map(|bit| number >> bit & 1).collect();
    small.then(|| (0..1 << count).map(bits).collect())
}
