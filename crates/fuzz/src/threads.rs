//! The reference for Boolean programs: threads one by one, every interleaving, at most so many threads.
//!
//! Nothing is counted or numbered here; a state is the shared values and the sorted list of the threads' values.

use std::collections::{BTreeSet, HashSet};
use umpteen_model::boolean::expression::Environment;
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::{FAILED, LocalValues, Others, SharedValues};

type Threads = (SharedValues, Vec<LocalValues>);

/// Whether the property can be violated with at most `most` threads; nothing if that takes too many states.
pub fn can_fail(program: &Program, property: &Property, most: usize, limit: usize) -> Option<bool> {
    let (shared, mains) = program.starts();
    let mut pending: Vec<Threads> = Vec::new();
    for &shared in &shared {
        pending.extend(mains.iter().map(|&main| (shared, vec![main])));
    }
    let mut seen: HashSet<Threads> = pending.iter().cloned().collect();
    while let Some((shared, threads)) = pending.pop() {
        if violates(property, shared, &threads) {
            return Some(true);
        }
        if seen.len() > limit {
            return None;
        }
        for state in successors(program, shared, &threads) {
            if state.1.len() <= most && seen.insert(state.clone()) {
                pending.push(state);
            }
        }
    }
    Some(false)
}

fn violates(property: &Property, shared: SharedValues, threads: &[LocalValues]) -> bool {
    match property {
        Property::Assertions => threads.iter().any(|thread| thread.location == FAILED),
        Property::Location(locations) => threads.iter().any(|thread| locations.contains(&thread.location)),
        Property::Exclusive(first, second) => {
            let at = |locations: &[u32], thread: &LocalValues| locations.contains(&thread.location);
            (0..threads.len())
                .any(|i| (0..threads.len()).any(|j| i != j && at(first, &threads[i]) && at(second, &threads[j])))
        }
        Property::Invariant(invariant) => {
            let globals = [shared.values, shared.values];
            invariant.values(&Environment { globals, ..Environment::default() }).no
        }
    }
}

/// Every subset of so many elements.
fn subsets(elements: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, elements.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((&first, rest))) => {
            let mut found = subsets(rest, size);
            found.extend(subsets(rest, size - 1).into_iter().map(|mut subset| {
                subset.push(first);
                subset
            }));
            found
        }
    }
}

fn successors(program: &Program, shared: SharedValues, threads: &[LocalValues]) -> BTreeSet<Threads> {
    let mut found = BTreeSet::new();
    for active in 0..threads.len() {
        for action in program.actions(shared, threads[active]) {
            let mut crowds = vec![threads.to_vec()];
            match action.others {
                Others::Stay => {}
                Others::ReleaseAll(condition) => {
                    for other in (0..threads.len()).filter(|&other| other != active) {
                        if let Some(released) = program.released(threads[other], condition) {
                            crowds[0][other] = released;
                        }
                    }
                }
                Others::ReleaseOne(condition) => {
                    let waiting = (0..threads.len()).filter(|&other| other != active);
                    let waiting: Vec<_> = waiting
                        .filter_map(|other| Some((other, program.released(threads[other], condition)?)))
                        .collect();
                    if !waiting.is_empty() {
                        let release = |(other, released): (usize, LocalValues)| {
                            let mut crowd = threads.to_vec();
                            crowd[other] = released;
                            crowd
                        };
                        crowds = waiting.into_iter().map(release).collect();
                    }
                }
                Others::Change => {
                    for other in (0..threads.len()).filter(|&other| other != active) {
                        let images = program.images(shared, threads[active], &action, threads[other]);
                        let with = |crowd: &Vec<LocalValues>, image: LocalValues| {
                            let mut crowd = crowd.clone();
                            crowd[other] = image;
                            crowd
                        };
                        crowds = crowds
                            .iter()
                            .flat_map(|crowd| images.iter().map(move |&image| with(crowd, image)))
                            .collect();
                    }
                    let others: Vec<usize> = (0..threads.len()).filter(|&other| other != active).collect();
                    for size in program.group_sizes(threads[active], &action) {
                        crowds.retain(|crowd| {
                            subsets(&others, size).iter().all(|group| {
                                let moves: Vec<_> = group.iter().map(|&other| (threads[other], crowd[other])).collect();
                                program.may_move_together(shared, threads[active], &action, &moves)
                            })
                        });
                    }
                }
            }
            for mut crowd in crowds {
                crowd[active] = action.local;
                crowd.extend(action.created);
                crowd.sort_unstable();
                found.insert((action.shared, crowd));
            }
        }
    }
    found
}
