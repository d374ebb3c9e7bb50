//! Random damage to JSON: parts are deleted, repeated, exchanged, replaced by parts of other evidence; numbers change.

use fastrand::Rng;
use serde_json::{Number, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers at which something may wrap, besides the neighbours of what is there.
const EDGES: [u64; 9] =
    [0, 1, 64, 255, i32::MAX as u64, u32::MAX as u64 - 1, u32::MAX as u64, i64::MAX as u64, u64::MAX];

/// Damages a value once; `donor` is evidence whose parts may be put into it.
pub fn damage(random: &mut Rng, value: &mut Value, donor: &Value) {
    let all = paths(value);
    let at = &all[random.usize(..all.len())];
    match random.u8(..10) {
        // A part of the other evidence at the same place, or at any place of the same sort.
        0 => {
            if let Some(part) = lookup(donor, at).cloned() {
                *at_path(value, at) = part;
            }
        }
        1 => {
            let sort = std::mem::discriminant(&*at_path(value, at));
            let same: Vec<Value> =
                parts(donor).into_iter().filter(|part| std::mem::discriminant(part) == sort).collect();
            if let Some(part) = random.choice(same) {
                *at_path(value, at) = part;
            }
        }
        // Two parts of the same sort change places.
        2 => {
            let other = &all[random.usize(..all.len())];
            let (one, two) = (at_path(value, at).clone(), at_path(value, other).clone());
            let nested = at.starts_with(other) || other.starts_with(at);
            if !nested && std::mem::discriminant(&one) == std::mem::discriminant(&two) {
                *at_path(value, at) = two;
                *at_path(value, other) = one;
            }
        }
        _ => change(random, at_path(value, at)),
    }
}

/// Changes a part by itself.
fn change(random: &mut Rng, part: &mut Value) {
    match part {
        Value::Null => *part = json!(0),
        Value::Bool(truth) => *truth = !*truth,
        Value::Number(number) => *number = changed(random, number),
        Value::String(text) => {
            let kinds = ["upward", "downward", "bounded", "Add", "Or", "Equal", "Less", "Not", "Negate", ""];
            *text = kinds[random.usize(..kinds.len())].to_string();
        }
        Value::Object(entries) => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let key = random.choice(keys.iter());
            match random.u8(..10) {
                0..=3 if entries.contains_key("kind") => *part = of_another_kind(random, part),
                0 => drop(key.and_then(|key| entries.remove(key))),
                // Most maps have fixed keys.
                _ => key.and_then(|key| entries.get_mut(key)).into_iter().for_each(|inner| change(random, inner)),
            }
        }
        Value::Array(items) if items.is_empty() => items.push(json!(random.u32(..3))),
        // Many lists of numbers have a fixed length.
        Value::Array(items) if items.iter().all(Value::is_number) && random.bool() => {
            let at = random.usize(..items.len());
            change(random, &mut items[at]);
        }
        Value::Array(items) => {
            let (one, two) = (random.usize(..items.len()), random.usize(..items.len()));
            match random.u8(..6) {
                0 | 1 => drop(items.remove(one)),
                2 => items.insert(two, items[one].clone()),
                3 => items.swap(one, two),
                4 => items.truncate(one),
                _ => {
                    let mut copy = items[one].clone();
                    change(random, &mut copy);
                    items.insert(two, copy);
                }
            }
        }
    }
}

/// A certificate whose states are those of one of another kind, and which claims more, or less.
fn of_another_kind(random: &mut Rng, certificate: &Value) -> Value {
    let states = ["basis", "configurations", "states"].iter().find_map(|key| certificate.get(key));
    let states = states.cloned().unwrap_or_else(|| json!([]));
    let invariant = certificate.get("invariant").cloned().unwrap_or_else(|| json!({}));
    match random.u8(..4) {
        0 => json!({"kind": "upward", "basis": states, "invariant": invariant}),
        1 => json!({"kind": "upward", "basis": [], "invariant": {"pairs": pairs(&states)}}),
        2 => json!({"kind": "downward", "configurations": states}),
        _ => json!({"kind": "bounded", "threads": random.u32(..6), "states": states}),
    }
}

/// The pairs of shared and local states that some states have.
fn pairs(states: &Value) -> Vec<(u64, Vec<u64>)> {
    let mut pairs: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for state in states.as_array().into_iter().flatten() {
        let row = pairs.entry(state["shared"].as_u64().unwrap_or(0)).or_default();
        let counters = state["locals"].as_array().into_iter().flatten();
        row.extend(counters.filter_map(|counter| counter[0].as_u64()));
    }
    pairs.into_iter().map(|(shared, row)| (shared, row.into_iter().collect())).collect()
}

fn changed(random: &mut Rng, number: &Number) -> Number {
    let near = match (number.as_u64(), number.as_i64()) {
        (Some(large), _) => match random.u8(..6) {
            0 | 1 => return large.wrapping_add(1).into(),
            2 | 3 => return large.wrapping_sub(1).into(),
            4 => return EDGES[random.usize(..EDGES.len())].into(),
            _ => return random.u64(..8).into(),
        },
        (None, Some(small)) => small,
        (None, None) => 0,
    };
    match random.u8(..4) {
        0 => near.wrapping_add(1).into(),
        1 => near.wrapping_sub(1).into(),
        2 => near.wrapping_neg().into(),
        _ => i64::MIN.into(),
    }
}

/// The way to a part: the number of the child, again and again.
type Path = Vec<usize>;

/// The ways to all parts, the whole first.
fn paths(value: &Value) -> Vec<Path> {
    let mut found = vec![Path::new()];
    let mut at = 0;
    while at < found.len() {
        let path = found[at].clone();
        let children = lookup(value, &path).map_or(0, children);
        found.extend((0..children).map(|child| path.iter().copied().chain([child]).collect()));
        at += 1;
    }
    found
}

fn parts(value: &Value) -> Vec<Value> {
    paths(value).iter().filter_map(|path| lookup(value, path).cloned()).collect()
}

fn children(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(entries) => entries.len(),
        _ => 0,
    }
}

fn lookup<'a>(value: &'a Value, path: &[usize]) -> Option<&'a Value> {
    path.iter().try_fold(value, |part, &child| match part {
        Value::Array(items) => items.get(child),
        Value::Object(entries) => entries.values().nth(child),
        _ => None,
    })
}

/// The part at the end of a way that there is.
fn at_path<'a>(value: &'a mut Value, path: &[usize]) -> &'a mut Value {
    path.iter().fold(value, |part, &child| match part {
        Value::Array(items) => &mut items[child],
        Value::Object(entries) => entries.values_mut().nth(child).expect("the way leads through this"),
        _ => unreachable!("the way leads through lists and maps"),
    })
}

/// Damages the text itself: it ends early, or a character is another one.
pub fn damage_text(random: &mut Rng, text: &mut String) {
    let at = random.usize(..=text.len());
    if !text.is_char_boundary(at) {
        return;
    }
    match random.bool() {
        true => text.truncate(at),
        false => text.insert(at, *random.choice(&['0', '9', '-', ',', ']', '[', '}', '"', '.', 'e']).unwrap_or(&' ')),
    }
}
