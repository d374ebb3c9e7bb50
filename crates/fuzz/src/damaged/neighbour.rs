//! Systems and programs that differ in one rule or one statement: what proves one of them must not pass for the other.

use fastrand::Rng;
use umpteen_model::pushdown::{PushdownRule, PushdownSystem};
use umpteen_model::refinement::Refinement;
use umpteen_model::system::{Rule, System};

/// A counter system with one rule or target changed.
pub fn counters(random: &mut Rng, system: &System) -> System {
    let mut other = system.clone();
    let Some(at) = some(random, &other.rules) else { return other };
    let change = |random: &mut Rng, rule: &mut Rule| match random.u8(..4) {
        0 => rule.to = random.u32(..system.shared_count),
        1 => rule.from = random.u32(..system.shared_count),
        2 => rule.give = crate::generate::some_counts(random, system.local_count, 2),
        // Less is asked for.
        _ => rule.guard = rule.take.clone(),
    };
    match random.u8(..4) {
        how @ 0..3 => change_rule(random, &mut other.rules, at, how, change),
        _ => {
            let at = some(random, &other.targets);
            let counts = crate::generate::some_counts(random, system.local_count, 2);
            at.into_iter().for_each(|at| other.targets[at].counts = counts.clone());
        }
    }
    other
}

/// A pushdown system with one rule, target or stack changed.
pub fn stacks(random: &mut Rng, system: &PushdownSystem) -> PushdownSystem {
    let mut other = system.clone();
    let (shared, symbols) = (system.shared.len() as u32, system.symbols.len() as u32);
    if shared == 0 || symbols == 0 {
        return other;
    }
    let change = |random: &mut Rng, rule: &mut PushdownRule| match random.u8(..3) {
        0 => rule.to = random.u32(..shared),
        1 => rule.from = random.u32(..shared),
        _ => rule.push = (0..random.usize(..=2)).map(|_| random.u32(..symbols)).collect(),
    };
    let Some(at) = some(random, &other.rules) else { return other };
    match random.u8(..5) {
        how @ 0..3 => change_rule(random, &mut other.rules, at, how, change),
        3 => {
            let thread = random.usize(..other.threads.len());
            other.threads[thread] = vec![random.u32(..symbols)];
        }
        _ => {
            let tops = (0..random.usize(1..=2)).map(|_| random.u32(..symbols)).collect::<Vec<_>>();
            other.targets.iter_mut().for_each(|target| target.tops.clone_from(&tops));
        }
    }
    other
}

/// Removes a rule, adds a changed copy of it, or changes it.
fn change_rule<T: Clone>(random: &mut Rng, rules: &mut Vec<T>, at: usize, how: u8, change: impl Fn(&mut Rng, &mut T)) {
    match how {
        0 => drop(rules.remove(at)),
        1 => {
            let mut rule = rules[at].clone();
            change(random, &mut rule);
            rules.push(rule);
        }
        _ => change(random, &mut rules[at]),
    }
}

/// A thread, or its abstraction, with one rule, edge or target changed.
pub fn refinement(random: &mut Rng, refinement: &Refinement) -> Refinement {
    let mut other = refinement.clone();
    let abstraction = &mut other.abstraction;
    match random.u8(..6) {
        0 | 1 => {
            let at = some(random, &abstraction.edges);
            at.into_iter().for_each(|at| drop(abstraction.edges.remove(at)));
        }
        2 => {
            let at = some(random, &abstraction.targets);
            at.into_iter().for_each(|at| drop(abstraction.targets.remove(at)));
        }
        3 => {
            let symbols = other.thread.symbols.len() as u32;
            let at = some(random, &other.thread.targets).filter(|_| symbols > 0);
            at.into_iter().for_each(|at| other.thread.targets[at].tops = vec![random.u32(..symbols)]);
        }
        // Rules inside atomic sections stay there: the proof does not show that others cannot move then.
        _ => {
            let open: Vec<u32> =
                (0u32..).zip(&other.visible).filter_map(|(shared, visible)| visible.map(|_| shared)).collect();
            let is_open = |rule: &PushdownRule| open.contains(&rule.from) && open.contains(&rule.to);
            let Some(at) = some(random, &other.thread.rules) else { return other };
            let mut rule = other.thread.rules[at].clone();
            match is_open(&rule) && random.bool() {
                true => {
                    rule.to = random.choice(&open).copied().unwrap_or(rule.to);
                    other.thread.rules.push(rule);
                }
                false => drop(other.thread.rules.remove(at)),
            }
        }
    }
    other
}

/// A text with one line left out, or one word of it exchanged.
pub fn text(random: &mut Rng, text: &str) -> String {
    const EXCHANGED: [(&str, &str); 14] = [
        ("0", "1"),
        ("1", "0"),
        ("==", "!="),
        ("!=", "=="),
        ("<", ">"),
        ("&", "|"),
        ("|", "&"),
        ("assert (", "assert (!"),
        ("assert(", "assert(!"),
        ("!", ""),
        ("x", "y"),
        ("g0", "g1"),
        ("pthread_mutex_lock", "pthread_mutex_unlock"),
        ("atomic", ""),
    ];
    if random.u8(..3) == 0 {
        let lines: Vec<&str> = text.lines().collect();
        let left_out = random.usize(..lines.len().max(1));
        let kept = lines.iter().enumerate().filter(|(number, _)| *number != left_out);
        return kept.map(|(_, line)| format!("{line}\n")).collect();
    }
    let (word, by) = EXCHANGED[random.usize(..EXCHANGED.len())];
    let places: Vec<usize> = text.match_indices(word).map(|(at, _)| at).collect();
    match random.choice(places) {
        Some(at) => format!("{}{by}{}", &text[..at], &text[at + word.len()..]),
        None => text.to_string(),
    }
}

/// The number of some item, if there is one.
fn some<T>(random: &mut Rng, items: &[T]) -> Option<usize> {
    (!items.is_empty()).then(|| random.usize(..items.len()))
}
