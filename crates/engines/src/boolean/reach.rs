//! Which shared and local values can occur together? The thread-modular closure, run on the program itself.
//!
//! The same closure as in `pairs`, but the system is discovered while it is computed: no value is numbered, and no
//! step looked at, unless some pair that may be reachable has it ("what you see is what you pay"). Own steps come from
//! the program's actions; a foreign step changes the shared values under a passive thread, releases it, or gives it
//! one of its images. A thread inside an atomic section is never passive, since nobody else moves then.
//!
//! Differs from papers/ucob Sect. V, whose oracle ignores the shared variables altogether: this one tracks them, is
//! hardly dearer on real programs, and its pairs are all that the counter system is built of.

use crate::Reason;
use crate::budget::Budget;
use rustc_hash::FxHashMap;
use umpteen_model::boolean::program::{MOST_CHOICES, Program};
use umpteen_model::boolean::step::{Action, LocalValues, Others, SharedValues};
use umpteen_model::boolean::view::Tables;

/// The values that may occur and which may occur together.
pub fn reachable(program: &Program, budget: &Budget) -> Result<Tables, Reason> {
    reachable_within(program, usize::MAX, budget)
}

/// The same, unless there are more than so many pairs.
pub fn reachable_within(program: &Program, most: usize, budget: &Budget) -> Result<Tables, Reason> {
    let mut search = Search::new(program);
    let (shared, locals) = program.starts();
    for &shared in &shared {
        for &local in &locals {
            budget.check()?;
            search.add(shared, local);
        }
        search.few_pairs(most)?;
    }
    while let Some((shared, local)) = search.pending.pop() {
        budget.check()?;
        search.few_pairs(most)?;
        search.process(shared, local);
    }
    Ok(search.tables())
}

/// Refuses programs with too many values at the start or after a step.
pub fn few_choices(program: &Program) -> Result<(), Reason> {
    let most = program.open_at_start().into_iter().fold(program.most_choices(), usize::max);
    if most > MOST_CHOICES { Err(Reason::TooManyChoices) } else { Ok(()) }
}

/// The effect of a step on passive threads, without the executing thread where it makes no difference.
#[derive(Clone, PartialEq)]
enum Effect {
    Stay,
    Release(u32, bool),
    Change(u32, Box<Action>),
}

struct Search<'a> {
    program: &'a Program,
    shared: Vec<SharedValues>,
    shared_numbers: FxHashMap<SharedValues, u32>,
    locals: Vec<LocalValues>,
    local_numbers: FxHashMap<LocalValues, u32>,
    /// By shared state: the local states found, and the effects found with the shared state that they lead to.
    together: Vec<Row>,
    pending: Vec<(u32, u32)>,
    /// The number of pairs.
    found: usize,
}

#[derive(Default)]
struct Row {
    locals: Vec<u32>,
    members: rustc_hash::FxHashSet<u32>,
    effects: Vec<(u32, Effect)>,
    stays: rustc_hash::FxHashSet<u32>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program) -> Search<'a> {
        Search {
            program,
            shared: Vec::new(),
            shared_numbers: FxHashMap::default(),
            locals: Vec::new(),
            local_numbers: FxHashMap::default(),
            together: Vec::new(),
            pending: Vec::new(),
            found: 0,
        }
    }

    fn few_pairs(&self, most: usize) -> Result<(), Reason> {
        if self.found > most { Err(Reason::TooManyValues) } else { Ok(()) }
    }

    fn shared_number(&mut self, values: SharedValues) -> u32 {
        *self.shared_numbers.entry(values).or_insert_with(|| {
            self.shared.push(values);
            self.together.push(Row::default());
            self.shared.len() as u32 - 1
        })
    }

    fn local_number(&mut self, values: LocalValues) -> u32 {
        *self.local_numbers.entry(values).or_insert_with(|| {
            self.locals.push(values);
            self.locals.len() as u32 - 1
        })
    }

    fn add(&mut self, shared: SharedValues, local: LocalValues) {
        let (shared, local) = (self.shared_number(shared), self.local_number(local));
        self.add_numbered(shared, local);
    }

    fn add_numbered(&mut self, shared: u32, local: u32) {
        let row = &mut self.together[shared as usize];
        if row.members.insert(local) {
            row.locals.push(local);
            self.found += 1;
            self.pending.push((shared, local));
        }
    }

    fn process(&mut self, shared: u32, local: u32) {
        let (before, active) = (self.shared[shared as usize], self.locals[local as usize]);
        if !active.inside {
            for (to, effect) in self.together[shared as usize].effects.clone() {
                self.witness(shared, to, &effect, local);
            }
        }
        for action in self.program.actions(before, active) {
            self.add(action.shared, action.local);
            if let Some(created) = action.created {
                self.add(action.shared, created);
            }
            let to = self.shared_number(action.shared);
            let effect = match action.others {
                Others::Stay => Effect::Stay,
                Others::ReleaseAll(condition) => Effect::Release(condition, true),
                Others::ReleaseOne(condition) => Effect::Release(condition, false),
                Others::Change => Effect::Change(local, Box::new(action)),
            };
            self.effect(shared, to, effect);
        }
    }

    fn effect(&mut self, from: u32, to: u32, effect: Effect) {
        let row = &mut self.together[from as usize];
        let new = match effect {
            Effect::Stay => from != to && row.stays.insert(to),
            _ => !row.effects.contains(&(to, effect.clone())),
        };
        if new {
            row.effects.push((to, effect.clone()));
            for local in row.locals.clone() {
                if !self.locals[local as usize].inside {
                    self.witness(from, to, &effect, local);
                }
            }
        }
    }

    /// A passive thread sees an effect.
    fn witness(&mut self, from: u32, to: u32, effect: &Effect, local: u32) {
        let passive = self.locals[local as usize];
        match effect {
            Effect::Stay => self.add_numbered(to, local),
            Effect::Release(condition, all) => {
                let released = self.program.released(passive, *condition);
                if let Some(released) = released {
                    let released = self.local_number(released);
                    self.add_numbered(to, released);
                }
                if released.is_none() || !all {
                    self.add_numbered(to, local);
                }
            }
            Effect::Change(active, action) => {
                let (before, active) = (self.shared[from as usize], self.locals[*active as usize]);
                for image in self.program.images(before, active, action, passive) {
                    let image = self.local_number(image);
                    self.add_numbered(to, image);
                }
            }
        }
    }

    fn tables(self) -> Tables {
        let mut pairs: Vec<(u32, Vec<u32>)> =
            (0..).zip(self.together).map(|(shared, row)| (shared, row.locals)).collect();
        pairs.iter_mut().for_each(|(_, locals)| locals.sort_unstable());
        Tables { shared: self.shared, locals: self.locals, pairs, reduction: None }
    }
}
