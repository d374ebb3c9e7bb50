//! The counter system of a Boolean program, restricted to given pairs of shared and local values.
//!
//! Engines find the pairs, the checker is told them; both call this definition, so a rule of the system is exactly an
//! action of the program. What leads out of the tables is left out and reported: a trace does not mind, a proof does.

use super::program::{Edge, Program, Property};
use super::reduction::Reduction;
use super::step::{Action, Listed, LocalValues, Others, SharedValues};
use crate::evidence::Weight;
use crate::state::counts;
use crate::system::{Initial, InitialCount, Passive, Rule, System, Target};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The values that occur, numbered, and which occur together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Shared state `i` of the counter system.
    pub shared: Vec<SharedValues>,
    /// Local state `i` of the counter system.
    pub locals: Vec<LocalValues>,
    /// For each shared state that occurs, the local states that occur with it.
    pub pairs: Vec<(u32, Vec<u32>)>,
    /// The variables without which the program is proved to keep the property: the rest is about the reduced program.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<Reduction>,
}

/// How many threads start in `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mains {
    /// One.
    One,
    /// Any number.
    Any,
}

/// The step of the program that a rule of the counter system stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The location of the executing thread.
    pub location: u32,
    /// The edge there.
    pub edge: usize,
    /// The number of the executing thread's local state after the step.
    pub after: u32,
    /// The number of the local state that a new thread starts in.
    pub created: Option<u32>,
}

/// The counter system of a program.
pub struct View {
    /// The system.
    pub system: System,
    /// The origin of each rule.
    pub origins: Vec<Origin>,
    /// Whether every step from the given pairs, and every start, stays within the tables.
    pub complete: bool,
}

struct Builder<'a> {
    program: &'a Program,
    tables: &'a Tables,
    shared: HashMap<SharedValues, u32>,
    locals: HashMap<LocalValues, u32>,
    complete: bool,
    /// Whether steps with too many results lead to listed values only.
    of_run: bool,
    go_on: &'a dyn Fn() -> bool,
}

/// Steps with more results than two to the power of this are not looked at.
const MOST_RESULTS: usize = 26;

/// Builds the counter system over the tables; numbers in `pairs` must be within them. None if it is not to go on: constraints over
/// several threads have a case for each group of them.
pub fn view(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    go_on: &dyn Fn() -> bool,
) -> Option<View> {
    build(program, property, mains, tables, false, go_on)
}

/// The same for tables that list what a run visits. What else a step may lead to does not matter then, and there may be too much of
/// it to look at: the view is never complete.
pub fn view_of_run(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    go_on: &dyn Fn() -> bool,
) -> Option<View> {
    let view = build(program, property, mains, tables, true, go_on)?;
    Some(View { complete: false, ..view })
}

fn build(
    program: &Program,
    property: &Property,
    mains: Mains,
    tables: &Tables,
    of_run: bool,
    go_on: &dyn Fn() -> bool,
) -> Option<View> {
    let mut builder = Builder {
        program,
        tables,
        shared: (0..).zip(&tables.shared).map(|(number, values)| (*values, number)).collect(),
        locals: (0..).zip(&tables.locals).map(|(number, values)| (*values, number)).collect(),
        complete: true,
        of_run,
        go_on,
    };
    let mut rules = Vec::new();
    let mut origins = Vec::new();
    for (shared, locals) in &tables.pairs {
        for &local in locals {
            builder.rules(*shared, local, locals, &mut rules, &mut origins)?;
        }
    }
    let system = System {
        shared_count: tables.shared.len() as u32,
        local_count: tables.locals.len() as u32,
        rules,
        initial: builder.initial(mains),
        targets: builder.targets(property),
        hints: vec![builder.one_inside()],
    };
    Some(View { system, origins, complete: builder.complete })
}

/// Where another thread is, and where it gets to.
type Move = (u32, u32);

/// Looks at every multiset of so many moves together with what is in the group already, unless it is not to go on.
pub fn each_multiset(
    moves: &[Move],
    size: usize,
    group: &mut Vec<Move>,
    look: &mut dyn FnMut(&[Move]) -> Option<()>,
) -> Option<()> {
    let Some(fewer) = size.checked_sub(1) else { return look(group) };
    for at in 0..moves.len() {
        group.push(moves[at]);
        each_multiset(&moves[at..], fewer, group, look)?;
        group.pop();
    }
    Some(())
}

impl Builder<'_> {
    fn shared(&mut self, values: SharedValues) -> Option<u32> {
        let found = self.shared.get(&values).copied();
        self.complete &= found.is_some();
        found
    }

    fn local(&mut self, values: LocalValues) -> Option<u32> {
        let found = self.locals.get(&values).copied();
        self.complete &= found.is_some();
        found
    }

    fn rules(
        &mut self,
        shared: u32,
        local: u32,
        together: &[u32],
        rules: &mut Vec<Rule>,
        origins: &mut Vec<Origin>,
    ) -> Option<()> {
        let (before, active) = (self.tables.shared[shared as usize], self.tables.locals[local as usize]);
        (self.go_on)().then_some(())?;
        let edges = self.program.locations.get(active.location as usize).map_or(&[][..], |location| &location.edges);
        let many = |edge: &Edge| if self.of_run { edge.passive_choices() } else { edge.choices() } > MOST_RESULTS;
        if edges.iter().any(many) {
            return None;
        }
        let listed = Listed { shared: &self.tables.shared, locals: &self.tables.locals };
        for action in self.program.actions_among(before, active, Some(listed).filter(|_| self.of_run)) {
            // While somebody is inside an atomic section, the others are not.
            let others = || together.iter().map(|&other| (other, self.tables.locals[other as usize]));
            let others = others().filter(|(_, values)| !values.inside);
            let mut images: Vec<(u32, Vec<LocalValues>)> = match action.others {
                Others::Stay => Vec::new(),
                Others::ReleaseAll(condition) | Others::ReleaseOne(condition) => others
                    .filter_map(|(other, values)| Some((other, vec![self.program.released(values, condition)?])))
                    .collect(),
                Others::Change => {
                    let image = |(other, values)| (other, self.program.images(before, active, &action, values));
                    let alone = self.program.group_sizes(active, &action).is_empty();
                    let stays = |other: u32, images: &[LocalValues]| images == [self.tables.locals[other as usize]];
                    others.map(image).filter(|(other, images)| !alone || !stays(*other, images)).collect()
                }
            };
            images.sort();
            let numbered: Vec<(u32, Vec<u32>)> = images
                .into_iter()
                .map(|(other, images)| (other, images.into_iter().filter_map(|image| self.local(image)).collect()))
                .collect();
            // A released thread whose values are not listed must not seem to stay.
            let releases = matches!(action.others, Others::ReleaseAll(_) | Others::ReleaseOne(_));
            if releases && numbered.iter().any(|(_, images)| images.is_empty()) {
                continue;
            }
            let single = || numbered.iter().filter_map(|(other, images)| Some((*other, *images.first()?))).collect();
            let passive = match action.others {
                _ if numbered.is_empty() => Passive::Stay,
                Others::Stay => Passive::Stay,
                Others::ReleaseAll(_) => Passive::All(single()),
                Others::ReleaseOne(_) => Passive::One(single()),
                Others::Change => {
                    let forbidden = self.forbidden(before, active, &action, &numbered)?;
                    Passive::Each { images: numbered, forbidden }
                }
            };
            let created = action.created.map(|created| self.local(created));
            let (Some(to), Some(after)) = (self.shared(action.shared), self.local(action.local)) else { continue };
            let created = match created {
                Some(None) => continue,
                Some(created) => created,
                None => None,
            };
            let one = |local| (local, 1);
            rules.push(Rule {
                from: shared,
                to,
                guard: [one(local)].into_iter().collect(),
                take: [one(local)].into_iter().collect(),
                give: counts(created.map(one).into_iter().chain([one(after)])).expect("two threads at most"),
                passive,
            });
            origins.push(Origin { location: active.location, edge: action.edge, after, created });
        }
        Some(())
    }

    /// The moves that distinct threads must not make together.
    fn forbidden(
        &self,
        before: SharedValues,
        active: LocalValues,
        action: &Action,
        images: &[(u32, Vec<u32>)],
    ) -> Option<Vec<Vec<Move>>> {
        let moves: Vec<Move> =
            images.iter().flat_map(|(source, images)| images.iter().map(|image| (*source, *image))).collect();
        let values = |local: u32| self.tables.locals[local as usize];
        let mut sizes = self.program.group_sizes(active, action);
        sizes.sort_unstable();
        sizes.dedup();
        let mut forbidden = Vec::new();
        for size in sizes {
            each_multiset(&moves, size, &mut Vec::new(), &mut |group| {
                let together: Vec<_> = group.iter().map(|&(source, image)| (values(source), values(image))).collect();
                if !self.program.may_move_together(before, active, action, &together) {
                    forbidden.push(group.to_vec());
                }
                (self.go_on)().then_some(())
            })?;
        }
        Some(forbidden)
    }

    fn initial(&mut self, mains: Mains) -> Vec<Initial> {
        let Tables { shared, locals, .. } = self.tables;
        let mut shared: Vec<u32> = numbers_of(shared, |values| self.program.may_start_shared(*values));
        let mut locals: Vec<u32> = numbers_of(locals, |values| self.program.may_start_local(*values));
        // The first variable first.
        shared.sort_by_key(|number| self.tables.shared[*number as usize].values.reverse_bits());
        let sorted = locals.clone();
        locals.sort_by_key(|number| self.tables.locals[*number as usize]);
        for (found, open) in [&shared, &locals].into_iter().zip(self.program.open_at_start()) {
            self.complete &= 1usize.checked_shl(open as u32) == Some(found.len());
        }
        let any = |local: &u32| InitialCount { local: *local, least: 0, unbounded: true };
        let one = |local: &u32| InitialCount { local: *local, least: 1, unbounded: false };
        let mut initial = Vec::new();
        for shared in shared {
            match mains {
                Mains::Any => initial.push(Initial { shared, counts: sorted.iter().map(any).collect() }),
                Mains::One => {
                    initial.extend(locals.iter().map(|local| Initial { shared, counts: vec![one(local)] }));
                }
            }
        }
        initial
    }

    fn targets(&self, property: &Property) -> Vec<Target> {
        let at = |locations: &[u32]| -> Vec<u32> {
            let there = |local: &u32| locations.contains(&self.tables.locals[*local as usize].location);
            (0..self.tables.locals.len() as u32).filter(there).collect()
        };
        let target = |locals: &[u32]| {
            let locals = locals.iter().map(|&local| (local, 1));
            Target { shared: None, counts: counts(locals).expect("two threads at most") }
        };
        match property {
            Property::Assertions => {
                self.locals.get(&LocalValues::FAILURE).iter().map(|&&failure| target(&[failure])).collect()
            }
            Property::Location(locations) => at(locations).into_iter().map(|local| target(&[local])).collect(),
            Property::Exclusive(first, second) => {
                let second = at(second);
                let both = |one: u32| second.iter().map(move |&other| [one, other]).collect::<Vec<_>>();
                at(first).into_iter().flat_map(both).map(|locals| target(&locals)).collect()
            }
            Property::Invariant(invariant) => {
                let numbered = (0..).zip(&self.tables.shared);
                let violating = numbered.filter(|(_, values)| values.violates(invariant));
                violating.map(|(shared, _)| Target { shared: Some(shared), counts: Default::default() }).collect()
            }
        }
    }

    /// At most one thread is inside an atomic section, and only while the shared bit says so.
    fn one_inside(&self) -> Weight {
        let shared = (0..).zip(&self.tables.shared).filter(|(_, values)| values.atomic).map(|(shared, _)| (shared, -1));
        let locals = (0..).zip(&self.tables.locals).filter(|(_, values)| values.inside).map(|(local, _)| (local, 1));
        Weight { shared: shared.collect(), locals: locals.collect(), bound: 0 }
    }
}

/// The numbers of the values that fit.
fn numbers_of<T>(values: &[T], fits: impl Fn(&T) -> bool) -> Vec<u32> {
    (0..).zip(values).filter(|(_, values)| fits(values)).map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_looked_at_once_until_it_is_enough() {
        let moves = [(0, 1), (0, 2), (3, 3)];
        let groups = |size: usize, most: usize| {
            let mut seen: Vec<Vec<(u32, u32)>> = Vec::new();
            let all = each_multiset(&moves, size, &mut Vec::new(), &mut |group| {
                seen.push(group.to_vec());
                (seen.len() < most).then_some(())
            });
            (seen.len(), seen.into_iter().collect::<std::collections::BTreeSet<_>>().len(), all.is_some())
        };
        assert_eq!(groups(1, 10), (3, 3, true));
        assert_eq!(groups(2, 10), (6, 6, true));
        assert_eq!(groups(3, 20), (10, 10, true));
        assert_eq!(groups(3, 4), (4, 4, false));
    }
}
