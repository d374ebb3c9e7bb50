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

/// Every value at every location.
pub fn all_values(program: &Program) -> Result<Vec<LocalValues>, NoDomain> {
    let variables = program.locals.len();
    let size = 1usize.checked_shl(variables as u32 + 1).and_then(|values| values.checked_mul(program.locations.len()));
    if size.is_none_or(|size| size > MOST) || program.globals.len() > MOST_GLOBALS {
        return Err(NoDomain::TooLarge);
    }
    let words = every_value(0, 0..variables as u8);
    let mut domain = Vec::new();
    for location in 0..program.locations.len() as u32 {
        for inside in [false, true] {
            domain.extend(words.iter().map(|&values| LocalValues { location, inside, values }));
        }
    }
    domain.sort_unstable();
    Ok(domain)
}

/// The values that one thread can reach when shared variables have arbitrary values at every step (Sect. V of
/// papers/ucob). Variables that other threads change are taken for arbitrary too.
pub fn single_thread(program: &Program, budget: &Budget) -> Result<Vec<LocalValues>, NoDomain> {
    if program.globals.len() > MOST_GLOBALS {
        return Err(NoDomain::TooLarge);
    }
    let shared = every_value(0, 0..program.globals.len() as u8);
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
        for edge in location.iter().flat_map(|location| &location.edges) {
            if matches!(edge.instruction, Instruction::Wait(_)) {
                next.push(LocalValues { location: edge.to, ..local });
            }
        }
        let changed = every_value(local.values, changed_by_others.iter().copied());
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
        let variables = |count| vec![Variable { name: String::new(), initial: Some(false) }; count];
        let locations = vec![Location::default()];
        Program { globals: variables(globals), locals: variables(locals), locations, ..Program::default() }
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
