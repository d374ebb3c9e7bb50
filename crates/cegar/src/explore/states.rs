//! Rows of words in one piece of memory, with a hash table of their numbers.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Rows of words, each once, numbered in the order in which they came.
#[derive(Default)]
pub struct States {
    words: Vec<u64>,
    ends: Vec<usize>,
    /// One more than the number of the row at each place of a hash table, 0 where it is free.
    table: Vec<u32>,
}

impl States {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A row by its number.
    pub fn get(&self, number: usize) -> &[u64] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.words[start..self.ends[number]]
    }

    /// Keeps a row; tells whether it is new.
    pub fn insert(&mut self, row: &[u64]) -> bool {
        if self.table.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let at = self.find(row);
        if self.table[at] != 0 {
            return false;
        }
        self.words.extend_from_slice(row);
        self.ends.push(self.words.len());
        self.table[at] = self.len() as u32;
        true
    }

    /// The place of a row in the table, or the free place where it would be.
    fn find(&self, row: &[u64]) -> usize {
        let mut hasher = FxHasher::default();
        row.iter().for_each(|word| hasher.write_u64(*word));
        let last = self.table.len() - 1;
        let mut at = hasher.finish() as usize & last;
        while self.table[at] != 0 && self.get(self.table[at] as usize - 1) != row {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.table = vec![0; (self.table.len() * 2).max(1024)];
        for number in 0..self.len() {
            let at = self.find(self.get(number));
            self.table[at] = number as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_once() {
        let mut states = States::default();
        let row = |number: u64| vec![number % 7, number, number / 3];
        for number in 0..5000 {
            assert!(states.insert(&row(number)));
            assert!(!states.insert(&row(number / 2)));
        }
        assert_eq!(states.len(), 5000);
        assert_eq!(states.get(4999), row(4999));
    }
}
