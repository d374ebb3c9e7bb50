//! The names that variables have in reports.

use rustc_hash::{FxHashMap, FxHashSet};

/// The names of variables that reports show: no two of a thread are the same.
#[derive(Default)]
pub struct VariableNames {
    /// Names of variables used in the current template and the shared ones.
    pub taken: FxHashSet<String>,
    /// Names of shared variables.
    pub shared: FxHashSet<String>,
    /// How often a name has been numbered.
    pub counts: FxHashMap<String, u32>,
}

impl VariableNames {
    /// A name that neither the thread nor the shared variables have yet.
    pub fn unique(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_string()) {
            return name.to_string();
        }
        let count = self.counts.entry(name.to_string()).or_insert(1);
        loop {
            *count += 1;
            let numbered = format!("{name}#{count}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
