//! The engine that a report names.

use serde::{Deserialize, Serialize};

/// The algorithm that a verdict comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineUsed {
    /// Several engines together.
    Auto,
    /// Backward search.
    Backward,
    /// Forward search with omega-configurations.
    #[serde(rename = "karp_miller")]
    KarpMiller,
    /// Backward and forward search in turns.
    Both,
    /// Directed forward search.
    Directed,
    /// Search path by path.
    Pathwise,
    /// Exploration of all states.
    Explore,
    /// Induction over epochs.
    KInduction,
    /// Induction over a bounded number of epochs.
    ContextBounded,
    /// Abstraction refinement, for C.
    Cegar,
    /// The search for a refinement, before any engine decided the abstraction.
    Refinement,
    /// Unknown: the working process was killed.
    Killed,
}

impl EngineUsed {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            EngineUsed::Auto => "auto",
            EngineUsed::Backward => "backward",
            EngineUsed::KarpMiller => "karp_miller",
            EngineUsed::Both => "both",
            EngineUsed::Directed => "directed",
            EngineUsed::Pathwise => "pathwise",
            EngineUsed::Explore => "explore",
            EngineUsed::KInduction => "k-induction",
            EngineUsed::ContextBounded => "context-bounded",
            EngineUsed::Cegar => "cegar",
            EngineUsed::Refinement => "refinement",
            EngineUsed::Killed => "killed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EngineUsed::*;

    #[test]
    fn the_name_is_the_one_in_json() {
        for engine in [
            Auto,
            Backward,
            KarpMiller,
            Both,
            Directed,
            Pathwise,
            Explore,
            KInduction,
            ContextBounded,
            Cegar,
            Refinement,
            Killed,
        ] {
            assert_eq!(serde_json::to_value(engine).unwrap(), engine.name());
        }
    }
}
