//! Shared and local values as they are met, numbered.

use rustc_hash::FxHashMap;
use umpteen_model::boolean::step::{LocalValues, SharedValues};
use umpteen_model::boolean::view::Tables;
use umpteen_model::configuration::Configuration;

/// A growing numbering.
#[derive(Default)]
pub struct Numbers {
    shared: Vec<SharedValues>,
    shared_numbers: FxHashMap<SharedValues, u32>,
    locals: Vec<LocalValues>,
    local_numbers: FxHashMap<LocalValues, u32>,
}

impl Numbers {
    /// The number of these shared values.
    pub fn shared(&mut self, values: SharedValues) -> u32 {
        *self.shared_numbers.entry(values).or_insert_with(|| {
            self.shared.push(values);
            self.shared.len() as u32 - 1
        })
    }

    /// The number of these local values.
    pub fn local(&mut self, values: LocalValues) -> u32 {
        *self.local_numbers.entry(values).or_insert_with(|| {
            self.locals.push(values);
            self.locals.len() as u32 - 1
        })
    }

    /// The shared values with this number.
    pub fn shared_values(&self, number: u32) -> SharedValues {
        self.shared[number as usize]
    }

    /// The local values with this number.
    pub fn local_values(&self, number: u32) -> LocalValues {
        self.locals[number as usize]
    }

    /// The values with the pairs that the configurations have.
    pub fn tables(&self, configurations: &[Configuration]) -> Tables {
        let mut pairs: Vec<(u32, Vec<u32>)> =
            (0..self.shared.len() as u32).map(|shared| (shared, Vec::new())).collect();
        for configuration in configurations {
            let row = &mut pairs[configuration.shared as usize].1;
            row.extend(configuration.locals().iter().map(|&(local, _)| local));
        }
        for (_, row) in &mut pairs {
            row.sort_unstable();
            row.dedup();
        }
        Tables { shared: self.shared.clone(), locals: self.locals.clone(), pairs, reduction: None }
    }
}
