//! The proof of an induction: the envelope, and the boxes that no other box covers.

use super::Search;
use super::boxes::StackBox;
use super::languages::{Language, Languages, NOTHING};
use rustc_hash::FxHashMap;
use umpteen_model::pushdown::{PushdownProof, StackAutomaton};

impl Search<'_> {
    /// The proof, if nothing is added after so many epochs.
    pub(super) fn proof(&self, epochs: u32) -> PushdownProof {
        let mut writers: Vec<Writer> = self.kinds.members.iter().map(|_| Writer::default()).collect();
        let mut envelope = vec![Vec::new(); writers.len()];
        for (kind, writer) in writers.iter_mut().enumerate() {
            for shared in 0..self.system.shared.len() as u32 {
                let stacks = self.envelope.of(kind, shared);
                if stacks != NOTHING {
                    envelope[kind].push((shared, writer.write(stacks, &self.languages)));
                }
            }
        }
        let mut leading = Vec::new();
        let all = self.boxes.all.iter().zip(&self.boxes.covered_by);
        for (StackBox { shared, stacks }, _) in all.filter(|(_, covered_by)| covered_by.is_none()) {
            let by_kind = stacks.iter().zip(&self.kinds.of);
            let states = by_kind.map(|(set, kind)| writers[*kind].write(*set, &self.languages));
            leading.push((*shared, states.collect()));
        }
        let automata = writers.into_iter().map(|writer| writer.automaton).collect();
        PushdownProof { epochs, automata, envelope, leading }
    }
}

/// Puts the automata of sets side by side.
#[derive(Default)]
struct Writer {
    automaton: StackAutomaton,
    starts: FxHashMap<Language, u32>,
}

impl Writer {
    /// The state that a set is read from.
    fn write(&mut self, set: Language, languages: &Languages) -> u32 {
        if let Some(start) = self.starts.get(&set) {
            return *start;
        }
        let written = languages.automaton(set);
        let start = self.automaton.states;
        self.automaton.states += written.edges.len() as u32;
        for (from, edges) in (start..).zip(&written.edges) {
            self.automaton.edges.extend(edges.iter().map(|&(symbol, to)| (from, symbol, start + to)));
        }
        let accepting = (start..).zip(&written.accepting).filter(|(_, accepts)| **accepts);
        self.automaton.accepting.extend(accepting.map(|(state, _)| state));
        self.starts.insert(set, start);
        start
    }
}
