//! A counter system whose rules move one thread each, as a thread system with the default start: shared state 0, any
//! number of threads in local state 0. This is how Boolean programs become `.tts`.
//!
//! Shared state 0 and local state 0 are new; all others move up by one. The start is left once, by the first thread: it
//! takes the place of the program's first thread (or, where any number start, sets the shared state, after which others
//! follow). The rule form of a creation keeps its creator in place, as `+>` does not: where the creator moves too, an
//! extra shared state stands between creating and moving.

use super::Refusal;
use umpteen_model::state::counts;
use umpteen_model::system::{Passive, Rule, System, Target};
use umpteen_model::thread_system::{Edge, ThreadSystem};

/// Translates the system; constrained broadcasts and guards over several threads have no counterpart.
pub fn translate(system: &System) -> Result<ThreadSystem, Refusal> {
    let (shared, local) = (|shared: u32| shared + 1, |local: u32| local + 1);
    let mut threads = ThreadSystem {
        shared_count: system.shared_count + 1,
        local_count: system.local_count + 1,
        edges: Vec::new(),
        initial: vec![ThreadSystem::default_initial()],
        targets: Vec::new(),
    };
    for initial in &system.initial {
        for count in &initial.counts {
            match (count.least, count.unbounded) {
                (1, false) if initial.counts.len() == 1 => {
                    threads.edges.push(Edge::step((0, 0), (shared(initial.shared), local(count.local))));
                }
                (0, true) => {
                    let to = (shared(initial.shared), local(count.local));
                    threads.edges.push(Edge::step((0, 0), to));
                    threads.edges.push(Edge::step((to.0, 0), to));
                }
                _ => return Err(Refusal("this start has no counterpart in a thread system".into())),
            }
        }
    }
    for rule in &system.rules {
        translate_rule(rule, &mut threads)?;
    }
    for target in &system.targets {
        let counts = target.counts.iter().map(|&(l, count)| (local(l), count)).collect();
        match target.shared {
            Some(s) => threads.targets.push(Target { shared: Some(shared(s)), counts }),
            // Not while a creation is half done.
            None => threads
                .targets
                .extend((0..system.shared_count).map(|s| Target { shared: Some(shared(s)), counts: counts.clone() })),
        }
    }
    if threads.targets.is_empty() {
        // No target is reachable: the target is a local state of its own, where no thread ever is.
        let counts = [(threads.local_count, 1)].into_iter().collect();
        threads.targets.push(Target { shared: None, counts });
        threads.local_count += 1;
    }
    Ok(threads)
}

fn translate_rule(rule: &Rule, threads: &mut ThreadSystem) -> Result<(), Refusal> {
    let raised = |moves: &[(u32, u32)]| moves.iter().map(|&(source, to)| (source + 1, to + 1)).collect();
    let passive = match &rule.passive {
        Passive::Stay => Passive::Stay,
        Passive::All(moves) => Passive::All(raised(moves)),
        Passive::One(moves) => Passive::One(raised(moves)),
        Passive::Each { .. } => return Err(Refusal("a thread system has no constrained broadcasts".into())),
    };
    let [(active, 1)] = rule.take.as_slice() else {
        return Err(Refusal("a step of a thread system moves one thread".into()));
    };
    let from = (rule.from + 1, active + 1);
    let given: Vec<u32> = rule.give.iter().flat_map(|&(l, count)| std::iter::repeat_n(l, count as usize)).collect();
    match given.as_slice() {
        [to] => threads.edges.push(Edge { passive, ..Edge::step(from, (rule.to + 1, to + 1)) }),
        [one, other] => {
            // Which of the two is the creator makes no difference to the counters.
            let between = threads.shared_count;
            threads.shared_count += 1;
            threads.edges.push(Edge { creates: true, passive, ..Edge::step(from, (between, one + 1)) });
            threads.edges.push(Edge::step((between, from.1), (rule.to + 1, other + 1)));
        }
        _ => return Err(Refusal("a step of a thread system creates at most one thread".into())),
    }
    debug_assert!(counts(rule.guard.iter().copied()).as_deref() == Ok(rule.take.as_slice()));
    Ok(())
}
