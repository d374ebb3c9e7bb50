//! The local values that an added thread may have when a program is searched on the fly.

use super::on_the_fly::every_value;
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashSet;
use umpteen_model::boolean::program::{Instruction, Program};
use umpteen_model::boolean::step::{FAILED, LocalValues, SharedValues};

/// The most local states that a domain may have.
const MOST: usize = 4_000_000;

/// The most shared variables that may be taken for arbitrary one by one.
const MOST_GLOBALS: usize = 16;

/// Why there is no domain.
pub enum NoDomain {
    /// A limit was reached.
    Stopped(Stop),
    /// There are too many values.
    TooLarge,
}

impl From<Stop> for NoDomain {
    fn from(stop: Stop) -> NoDomain {
        NoDomain::Stopped(stop)
    }
}

/// The shared values at the start, and the shared variables that may have other ones or that start with either.
pub fn changing_globals(program: &Program) -> (u64, Vec<u8>) {
    let mut changing: Vec<u8> =
        (0..).zip(&program.globals).filter(|(_, v)| v.initial.is_none()).map(|(n, _)| n).collect();
    for edge in program.locations.iter().flat_map(|location| &location.edges) {
        if let Instruction::Update(update) = &edge.instruction {
            changing.extend(update.globals.iter().map(|(number, _)| *number));
        }
    }
    changing.sort_unstable();
    changing.dedup();
    let ones = (0u32..).zip(&program.globals).filter(|(_, variable)| variable.initial == Some(true));
    (ones.fold(0, |values, (number, _)| values | 1 << number), changing)
}

/// Every value at every location.
pub fn all_values(program: &Program) -> Result<Vec<LocalValues>, NoDomain> {
    let variables = program.locals.len();
    let live = |dead: u64| (0..variables).filter(|variable| dead >> variable & 1 == 0).count() as u32;
    let mut sizes = program.locations.iter().map(|location| 1usize.checked_shl(live(location.dead) + 1));
    let size = sizes.try_fold(0usize, |size, more| size.checked_add(more?));
    if size.is_none_or(|size| size > MOST) || changing_globals(program).1.len() > MOST_GLOBALS {
        return Err(NoDomain::TooLarge);
    }
    let mut domain = Vec::new();
    for (number, location) in (0..).zip(&program.locations) {
        let words = every_value(0, (0..variables as u8).filter(|variable| location.dead >> variable & 1 == 0));
        for inside in [false, true] {
            domain.extend(words.iter().map(|&values| LocalValues { location: number, inside, values }));
        }
    }
    domain.sort_unstable();
    Ok(domain)
}

/// The values that one thread can reach when shared variables have arbitrary values at every step (Sect. V of
/// papers/ucob). Variables that other threads change are taken for arbitrary too.
pub fn single_thread(program: &Program, budget: &Budget) -> Result<Vec<LocalValues>, NoDomain> {
    let (first, changing) = changing_globals(program);
    if changing.len() > MOST_GLOBALS {
        return Err(NoDomain::TooLarge);
    }
    let shared = every_value(first, changing.into_iter());
    let edges = program.locations.iter().flat_map(|location| &location.edges);
    let mut changed_by_others: Vec<u8> = edges
        .filter_map(|edge| match &edge.instruction {
            Instruction::Update(update) => Some(update.passive.iter().map(|(number, _)| *number)),
            _ => None,
        })
        .flatten()
        .collect();
    changed_by_others.sort_unstable();
    changed_by_others.dedup();
    let mut pending = program.starts().1;
    let mut reached: FxHashSet<LocalValues> = pending.iter().copied().collect();
    while let Some(local) = pending.pop() {
        let mut next = Vec::new();
        for &values in &shared {
            budget.check()?;
            let shared = SharedValues { atomic: local.inside, values };
            for action in program.actions(shared, local) {
                next.extend([Some(action.local), action.created].into_iter().flatten());
            }
        }
        let location = program.locations.get(local.location as usize);
        next.extend(program.possible_releases(local));
        let dead = location.map_or(0, |location| location.dead);
        let changed = changed_by_others.iter().copied().filter(|number| dead >> number & 1 == 0);
        let changed = every_value(local.values, changed);
        next.extend(changed.into_iter().map(|values| LocalValues { values, ..local }));
        pending.extend(next.into_iter().filter(|values| values.location != FAILED && reached.insert(*values)));
        if reached.len() > MOST {
            return Err(NoDomain::TooLarge);
        }
    }
    let mut domain: Vec<LocalValues> = reached.into_iter().collect();
    domain.sort_unstable();
    Ok(domain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::boolean::program::{Location, Variable};

    fn program(globals: usize, locals: usize) -> Program {
        let variables = |count, initial| vec![Variable { name: String::new(), initial }; count];
        let locations = vec![Location::default()];
        Program {
            globals: variables(globals, None),
            locals: variables(locals, Some(false)),
            locations,
            ..Program::default()
        }
    }

    #[test]
    fn too_many_values_are_refused() {
        let all = |globals, locals| all_values(&program(globals, locals)).ok().map(|domain| domain.len());
        assert_eq!(all(0, 0), Some(2), "inside an atomic section and outside");
        assert_eq!(all(16, 3), Some(16));
        assert_eq!(all(17, 3), None);
        for locals in [21, 62, 63, 64] {
            assert_eq!(all(0, locals), None, "{locals}");
        }
        let single = |globals| single_thread(&program(globals, 64), &Budget::unlimited()).ok();
        assert_eq!(single(16).map(|domain| domain.len()), Some(1));
        assert_eq!(single(17), None);
    }
}
