//! Sets of stacks as minimal automata, each kept once: equal sets have equal numbers.
//!
//! Determinisation may blow up in theory; the sets that arise from programs are small, and having them canonical makes
//! everything that is asked of them (is it the same, is it included, was it computed before?) a table lookup. Differs
//! from papers/kinduction Sect. 4.2, where containment is decided once, on the automata of a whole sequential program.

use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A set of stacks, by number.
pub type Language = u32;

/// The empty set.
pub const NOTHING: Language = 0;

/// A deterministic automaton that reads stacks from the top; state 0 is the start, every state leads to an accepting
/// one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// The edges of each state, sorted by symbol.
    pub edges: Vec<Vec<(u32, u32)>>,
    /// Whether each state accepts.
    pub accepting: Vec<bool>,
}

impl Automaton {
    fn step(&self, state: u32, symbol: u32) -> Option<u32> {
        let edges = &self.edges[state as usize];
        edges.binary_search_by_key(&symbol, |&(s, _)| s).ok().map(|at| edges[at].1)
    }
}

/// A nondeterministic automaton under construction.
pub trait Nondeterministic {
    /// The edges of a state.
    fn edges(&self, state: u32) -> Vec<(u32, u32)>;
    /// Whether a state accepts.
    fn accepts(&self, state: u32) -> bool;
}

/// All sets that were made.
pub struct Languages {
    automata: Vec<Rc<Automaton>>,
    numbers: FxHashMap<Rc<Automaton>, Language>,
    meets: FxHashMap<(Language, Language), Language>,
    differences: FxHashMap<(Language, Language), Language>,
}

impl Default for Languages {
    fn default() -> Languages {
        let nothing: Rc<Automaton> = Rc::default();
        let numbers = std::iter::once((Rc::clone(&nothing), NOTHING)).collect();
        Languages { automata: vec![nothing], numbers, meets: FxHashMap::default(), differences: FxHashMap::default() }
    }
}

impl Languages {
    /// The automaton of a set.
    pub fn automaton(&self, language: Language) -> Rc<Automaton> {
        Rc::clone(&self.automata[language as usize])
    }

    /// The stacks that an automaton accepts from a state.
    pub fn of(&mut self, from: &impl Nondeterministic, start: u32, budget: &Budget) -> Result<Language, Stop> {
        let made = deterministic(from, start, None, budget)?;
        Ok(self.number(made))
    }

    /// The stacks of a set that an automaton accepts from a state. What the set does not have is not made
    /// deterministic.
    pub fn within(
        &mut self,
        set: Language,
        from: &impl Nondeterministic,
        start: u32,
        budget: &Budget,
    ) -> Result<Language, Stop> {
        if set == NOTHING {
            return Ok(NOTHING);
        }
        let beside = self.automaton(set);
        let made = deterministic(from, start, Some(&beside), budget)?;
        Ok(self.number(made))
    }

    /// The stacks in both sets.
    pub fn meet(&mut self, a: Language, b: Language) -> Language {
        let key = (a.min(b), a.max(b));
        if a == b || key.0 == NOTHING {
            return key.0;
        }
        if let Some(known) = self.meets.get(&key) {
            return *known;
        }
        let made = self.product(key.0, key.1, false);
        self.meets.insert(key, made);
        made
    }

    /// The stacks in the first set and not in the second.
    pub fn minus(&mut self, a: Language, b: Language) -> Language {
        if a == b || a == NOTHING {
            return NOTHING;
        }
        if b == NOTHING {
            return a;
        }
        if let Some(known) = self.differences.get(&(a, b)) {
            return *known;
        }
        let made = self.product(a, b, true);
        self.differences.insert((a, b), made);
        made
    }

    /// Whether the first set is within the second.
    pub fn is_within(&mut self, a: Language, b: Language) -> bool {
        self.minus(a, b) == NOTHING
    }

    /// The stacks of a set with this symbol on top.
    pub fn with_top(&mut self, language: Language, top: u32) -> Language {
        let automaton = self.automaton(language);
        if language == NOTHING || automaton.step(0, top).is_none() {
            return NOTHING;
        }
        // A new start, since loops may lead back to the old one.
        let mut made = Automaton::default();
        made.edges.push(vec![(top, automaton.step(0, top).unwrap_or_default() + 1)]);
        made.accepting.push(false);
        let raised = |edges: &Vec<(u32, u32)>| edges.iter().map(|&(symbol, to)| (symbol, to + 1)).collect();
        made.edges.extend(automaton.edges.iter().map(raised));
        made.accepting.extend(&automaton.accepting);
        self.number(made)
    }

    /// Whether a stack, top first, is in a set.
    pub fn contains(&self, language: Language, stack: impl Iterator<Item = u32>) -> bool {
        let automaton = &self.automata[language as usize];
        if language == NOTHING {
            return false;
        }
        let mut state = 0;
        for symbol in stack {
            match automaton.step(state, symbol) {
                Some(next) => state = next,
                None => return false,
            }
        }
        automaton.accepting[state as usize]
    }

    /// A shortest stack of a set, top first.
    pub fn example(&self, language: Language) -> Vec<u32> {
        let automaton = &self.automata[language as usize];
        let mut from: Vec<Option<(u32, u32)>> = vec![None; automaton.edges.len()];
        let mut order = vec![0u32];
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            if automaton.accepting.get(state as usize) == Some(&true) {
                let mut stack = Vec::new();
                let mut state = state;
                while let Some((before, symbol)) = from[state as usize] {
                    stack.push(symbol);
                    state = before;
                }
                stack.reverse();
                return stack;
            }
            for &(symbol, to) in automaton.edges.get(state as usize).into_iter().flatten() {
                if to != 0 && from[to as usize].is_none() {
                    from[to as usize] = Some((state, symbol));
                    order.push(to);
                }
            }
            at += 1;
        }
        Vec::new()
    }

    /// Runs two automata side by side; with `without`, the second one must not accept and may get stuck.
    fn product(&mut self, a: Language, b: Language, without: bool) -> Language {
        let (first, second) = (self.automaton(a), self.automaton(b));
        let mut pairs: Vec<(u32, Option<u32>)> = vec![(0, Some(0))];
        let mut numbers: FxHashMap<(u32, Option<u32>), u32> = std::iter::once((pairs[0], 0)).collect();
        let mut made = Automaton::default();
        while made.edges.len() < pairs.len() {
            let (one, other) = pairs[made.edges.len()];
            let mut out = Vec::new();
            for &(symbol, to) in &first.edges[one as usize] {
                let beside = other.and_then(|other| second.step(other, symbol));
                if beside.is_none() && !without {
                    continue;
                }
                let next = pairs.len() as u32;
                let number = *numbers.entry((to, beside)).or_insert_with_key(|pair| {
                    pairs.push(*pair);
                    next
                });
                out.push((symbol, number));
            }
            made.edges.push(out);
            let beside = other.is_some_and(|other| second.accepting[other as usize]);
            made.accepting.push(first.accepting[one as usize] && beside != without);
        }
        self.number(made)
    }

    /// The number of the set that a deterministic automaton accepts.
    fn number(&mut self, automaton: Automaton) -> Language {
        let automaton = Rc::new(minimal(&automaton));
        let next = self.automata.len() as Language;
        match self.numbers.get(&automaton) {
            Some(known) => *known,
            None => {
                self.numbers.insert(Rc::clone(&automaton), next);
                self.automata.push(automaton);
                next
            }
        }
    }
}

/// The automaton of all subsets of states that are reached, beside a given one if there is any.
fn deterministic(
    from: &impl Nondeterministic,
    start: u32,
    beside: Option<&Automaton>,
    budget: &Budget,
) -> Result<Automaton, Stop> {
    let first: (Vec<u32>, u32) = (vec![start], 0);
    let mut numbers: FxHashMap<(Vec<u32>, u32), u32> = std::iter::once((first.clone(), 0)).collect();
    let mut reached = vec![first];
    let mut made = Automaton::default();
    while made.edges.len() < reached.len() {
        budget.check()?;
        let (subset, other) = reached[made.edges.len()].clone();
        let mut edges: Vec<(u32, u32)> = subset.iter().flat_map(|state| from.edges(*state)).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut out = Vec::new();
        for group in edges.chunk_by(|a, b| a.0 == b.0) {
            let Some(other) = beside.map_or(Some(0), |beside| beside.step(other, group[0].0)) else { continue };
            let targets: Vec<u32> = group.iter().map(|(_, to)| *to).collect();
            let next = reached.len() as u32;
            let to = *numbers.entry((targets, other)).or_insert_with_key(|key| {
                reached.push(key.clone());
                next
            });
            out.push((group[0].0, to));
        }
        made.edges.push(out);
        let accepts = beside.is_none_or(|beside| beside.accepting[other as usize]);
        made.accepting.push(accepts && subset.iter().any(|state| from.accepts(*state)));
    }
    Ok(made)
}

/// The minimal automaton (Moore 1956), states numbered as they are met.
fn minimal(automaton: &Automaton) -> Automaton {
    let useful = leading_to_acceptance(automaton);
    if useful.first() != Some(&true) {
        return Automaton::default();
    }
    let mut class: Vec<usize> = automaton.accepting.iter().map(|accepts| usize::from(*accepts)).collect();
    let mut classes = 0;
    loop {
        let mut numbers: FxHashMap<(usize, Vec<(u32, usize)>), usize> = FxHashMap::default();
        let mut next = Vec::with_capacity(class.len());
        for (state, edges) in automaton.edges.iter().enumerate() {
            let kept = edges.iter().filter(|(_, to)| useful[*to as usize]);
            let signature = (class[state], kept.map(|&(symbol, to)| (symbol, class[to as usize])).collect());
            let number = numbers.len();
            next.push(*numbers.entry(signature).or_insert(number));
        }
        class = next;
        if numbers.len() == classes {
            break;
        }
        classes = numbers.len();
    }
    let mut numbers: FxHashMap<usize, u32> = std::iter::once((class[0], 0)).collect();
    let mut members = vec![0usize];
    let mut made = Automaton::default();
    while made.edges.len() < members.len() {
        let member = members[made.edges.len()];
        let mut out = Vec::new();
        for &(symbol, to) in automaton.edges[member].iter().filter(|(_, to)| useful[*to as usize]) {
            let next = members.len() as u32;
            let number = *numbers.entry(class[to as usize]).or_insert_with(|| {
                members.push(to as usize);
                next
            });
            out.push((symbol, number));
        }
        made.edges.push(out);
        made.accepting.push(automaton.accepting[member]);
    }
    made
}

fn leading_to_acceptance(automaton: &Automaton) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); automaton.edges.len()];
    for (from, edges) in (0u32..).zip(&automaton.edges) {
        edges.iter().for_each(|(_, to)| before[*to as usize].push(from));
    }
    let mut useful = automaton.accepting.clone();
    let mut pending: Vec<u32> =
        (0u32..).zip(&useful).filter(|(_, accepts)| **accepts).map(|(state, _)| state).collect();
    while let Some(state) = pending.pop() {
        for &earlier in &before[state as usize] {
            if !std::mem::replace(&mut useful[earlier as usize], true) {
                pending.push(earlier);
            }
        }
    }
    useful
}

#[cfg(test)]
impl Languages {
    /// For tests: one stack of one symbol, another one, and both.
    pub fn symbols(&mut self) -> (Language, Language, Language) {
        let one_of = |symbols: &[u32]| Automaton {
            edges: vec![symbols.iter().map(|symbol| (*symbol, 1)).collect(), Vec::new()],
            accepting: vec![false, true],
        };
        (self.number(one_of(&[1])), self.number(one_of(&[2])), self.number(one_of(&[1, 2])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges by state, and the accepting states.
    struct Plain(Vec<Vec<(u32, u32)>>, Vec<u32>);

    impl Nondeterministic for Plain {
        fn edges(&self, state: u32) -> Vec<(u32, u32)> {
            self.0[state as usize].clone()
        }
        fn accepts(&self, state: u32) -> bool {
            self.1.contains(&state)
        }
    }

    fn random(random: &mut fastrand::Rng) -> Plain {
        let states = random.u32(1..5);
        let edges =
            (0..states).map(|_| (0..random.usize(..5)).map(|_| (random.u32(..2), random.u32(..states))).collect());
        Plain(edges.collect(), (0..states).filter(|_| random.u8(..3) == 0).collect())
    }

    fn accepts(plain: &Plain, word: &[u32]) -> bool {
        let mut states = vec![0u32];
        for symbol in word {
            states =
                states.iter().flat_map(|s| plain.edges(*s)).filter(|(s, _)| s == symbol).map(|(_, to)| to).collect();
        }
        states.iter().any(|state| plain.accepts(*state))
    }

    #[test]
    fn sets_are_what_their_words_say() {
        let mut rng = fastrand::Rng::with_seed(9);
        let words: Vec<Vec<u32>> = (0..=6)
            .flat_map(|length| (0..1u32 << length).map(move |w| (0..length).map(|i| w >> i & 1).collect()))
            .collect();
        let (mut languages, budget) = (Languages::default(), Budget::unlimited());
        for _ in 0..500 {
            let (a, b) = (random(&mut rng), random(&mut rng));
            let (x, y) = (languages.of(&a, 0, &budget).unwrap(), languages.of(&b, 0, &budget).unwrap());
            let (meet, minus, top) = (languages.meet(x, y), languages.minus(x, y), languages.with_top(x, 1));
            assert_eq!(languages.within(x, &b, 0, &budget).unwrap(), meet);
            for word in &words {
                let has = |language| languages.contains(language, word.iter().copied());
                let (in_a, in_b) = (accepts(&a, word), accepts(&b, word));
                assert_eq!((has(x), has(y)), (in_a, in_b));
                assert_eq!((has(meet), has(minus)), (in_a && in_b, in_a && !in_b));
                assert_eq!(has(top), in_a && word.first() == Some(&1));
            }
            assert_eq!(x == NOTHING, !words.iter().any(|word| accepts(&a, word)));
            assert_eq!(languages.minus(x, minus), meet, "equal sets have equal numbers");
            if x != NOTHING {
                assert!(accepts(&a, &languages.example(x)));
            }
        }
    }
}
