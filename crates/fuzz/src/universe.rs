//! The global states of a pushdown system, all of them, numbered: as far as stacks are not too high.
//!
//! Which stacks a thread has in the universe is either what it could have if every branch could be taken, as in the
//! envelope of papers/kinduction Sect. 4, or every word over the symbols: an arbitrary state, as induction begins with.

use std::collections::{BTreeSet, HashMap};
use umpteen_model::pushdown::PushdownSystem;

/// The most global states.
const MOST_STATES: usize = 4_000_000;

/// The most stacks of a thread.
const MOST_STACKS: usize = 10_000;

const TOO_MANY: &str = "too many stacks: give a smaller --height";

/// Which stacks the threads have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that a thread could have by itself if it could take every branch.
    Possible,
    /// All of them.
    Any,
}

/// The view of one thread: the shared state, and the number of its stack.
type Seen = (usize, usize);

/// All global states.
pub struct Universe<'a> {
    system: &'a PushdownSystem,
    /// The stacks of each thread, top last.
    stacks: Vec<Vec<Vec<u32>>>,
    /// For each thread, what it sees before and after its steps.
    steps: Vec<Vec<(Seen, Seen)>>,
    /// For each thread and each stack with each shared state, what it sees before a step there.
    before: Vec<Vec<Vec<Seen>>>,
}

impl<'a> Universe<'a> {
    /// All states whose stacks have at most this height.
    pub fn new(system: &'a PushdownSystem, which: Which, height: usize) -> Result<Universe<'a>, String> {
        let shared = system.shared.len();
        let (mut stacks, mut steps, mut before) = (Vec::new(), Vec::new(), Vec::new());
        for start in &system.threads {
            if start.len() > height {
                return Err("a thread starts with a higher stack".to_string());
            }
            let own: Vec<Vec<u32>> = match which {
                Which::Possible => possible(system, start, height)?,
                Which::Any => words(system.symbols.len() as u32, height)?,
            };
            let numbers: HashMap<&[u32], usize> = own.iter().enumerate().map(|(at, stack)| (&stack[..], at)).collect();
            let mut moves = Vec::new();
            for (at, stack) in own.iter().enumerate() {
                for rule in system.rules.iter().filter(|rule| stack.last() == Some(&rule.top)) {
                    let mut after = stack[..stack.len() - 1].to_vec();
                    after.extend(rule.push.iter().rev());
                    if let Some(after) = numbers.get(&after[..]) {
                        moves.push(((rule.from as usize, at), (rule.to as usize, *after)));
                    }
                }
            }
            let mut backwards = vec![Vec::new(); shared * own.len()];
            moves.iter().for_each(|&(from, to)| backwards[to.1 * shared + to.0].push(from));
            stacks.push(own);
            steps.push(moves);
            before.push(backwards);
        }
        let universe = Universe { system, stacks, steps, before };
        let size = universe.stacks.iter().try_fold(shared, |size, own| size.checked_mul(own.len()));
        match size.filter(|size| *size <= MOST_STATES) {
            Some(_) => Ok(universe),
            None => Err("too many states".to_string()),
        }
    }

    /// How many states there are.
    pub fn size(&self) -> usize {
        self.stacks.iter().fold(self.system.shared.len(), |size, own| size * own.len())
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.stacks.len()
    }

    /// The shared state of a state, and the number of each thread's stack.
    fn parts(&self, mut state: usize) -> (usize, Vec<usize>) {
        let mut digit = |base: usize| (state % base, state /= base).0;
        (digit(self.system.shared.len()), self.stacks.iter().map(|own| digit(own.len())).collect())
    }

    fn number(&self, shared: usize, stacks: &[usize]) -> usize {
        let digits = self.stacks.iter().zip(stacks).rev();
        digits.fold(0, |number, (own, at)| number * own.len() + at) * self.system.shared.len() + shared
    }

    /// The states from which a step of a thread leads to a state.
    pub fn before(&self, thread: usize, state: usize) -> Vec<usize> {
        let (shared, mut stacks) = self.parts(state);
        let seen = stacks[thread] * self.system.shared.len() + shared;
        let mut number = |&(shared, stack): &Seen| {
            stacks[thread] = stack;
            self.number(shared, &stacks)
        };
        self.before[thread][seen].iter().map(&mut number).collect()
    }

    /// The states with a property of what each thread sees.
    fn all(&self, holds: impl Fn(usize, Seen) -> bool) -> Vec<bool> {
        let within = |state| {
            let (shared, stacks) = self.parts(state);
            stacks.iter().enumerate().all(|(thread, stack)| holds(thread, (shared, *stack)))
        };
        (0..self.size()).map(within).collect()
    }

    /// The targets.
    pub fn targets(&self) -> Vec<bool> {
        let is_target = |state| {
            let (shared, stacks) = self.parts(state);
            let stacks = stacks.iter().zip(&self.stacks).map(|(at, own)| own[*at].clone()).collect();
            self.system.is_target(&umpteen_model::pushdown::Stacks { shared: shared as u32, stacks })
        };
        (0..self.size()).map(is_target).collect()
    }

    /// The initial states.
    pub fn initial(&self) -> Vec<bool> {
        let starts = |thread: usize, (shared, stack): Seen| {
            let own = self.stacks[thread][stack].iter().rev();
            self.system.initial.contains(&(shared as u32)) && own.eq(&self.system.threads[thread])
        };
        self.all(starts)
    }

    /// The states whose stacks are possible if every branch could be taken.
    pub fn possible_stacks(&self, height: usize) -> Result<Vec<bool>, String> {
        let own = self.system.threads.iter().map(|start| possible(self.system, start, height));
        let own = own.collect::<Result<Vec<_>, _>>()?;
        Ok(self.all(|thread, (_, stack)| own[thread].contains(&self.stacks[thread][stack])))
    }

    /// The states of which each thread may see its part, as far as it can tell from the changes that others make.
    pub fn possible_data(&self) -> Vec<bool> {
        let mut seen: Vec<BTreeSet<Seen>> = vec![BTreeSet::new(); self.threads()];
        let initial = self.initial();
        for state in (0..self.size()).filter(|state| initial[*state]) {
            let (shared, stacks) = self.parts(state);
            (0..self.threads()).for_each(|thread| _ = seen[thread].insert((shared, stacks[thread])));
        }
        loop {
            let known: usize = seen.iter().map(BTreeSet::len).sum();
            for thread in 0..self.threads() {
                for (from, to) in &self.steps[thread] {
                    if !seen[thread].contains(from) {
                        continue;
                    }
                    seen[thread].insert(*to);
                    for other in (0..self.threads()).filter(|other| *other != thread) {
                        let there = seen[other].range((from.0, 0)..=(from.0, usize::MAX));
                        let moved: Vec<Seen> = there.map(|(_, stack)| (to.0, *stack)).collect();
                        seen[other].extend(moved);
                    }
                }
            }
            if known == seen.iter().map(BTreeSet::len).sum::<usize>() {
                return self.all(|thread, part| seen[thread].contains(&part));
            }
        }
    }
}

/// The stacks, top last, that a thread can have if it can take every branch.
fn possible(system: &PushdownSystem, start: &[u32], height: usize) -> Result<Vec<Vec<u32>>, String> {
    let mut found = vec![start.iter().rev().copied().collect::<Vec<u32>>()];
    let mut known: BTreeSet<Vec<u32>> = found.iter().cloned().collect();
    let mut at = 0;
    while let Some(stack) = found.get(at).cloned() {
        at += 1;
        for rule in system.rules.iter().filter(|rule| stack.last() == Some(&rule.top)) {
            let mut after = stack[..stack.len() - 1].to_vec();
            after.extend(rule.push.iter().rev());
            if after.len() <= height && known.insert(after.clone()) {
                found.push(after);
            }
        }
        if found.len() > MOST_STACKS {
            return Err(TOO_MANY.to_string());
        }
    }
    Ok(found)
}

/// All words of at most this length.
fn words(symbols: u32, longest: usize) -> Result<Vec<Vec<u32>>, String> {
    let (mut found, mut first) = (vec![Vec::new()], 0);
    for _ in 0..longest {
        let shorter = first..found.len();
        first = found.len();
        for at in shorter {
            let longer: Vec<Vec<u32>> = (0..symbols).map(|symbol| [&found[at][..], &[symbol]].concat()).collect();
            found.extend(longer);
            if found.len() > MOST_STACKS {
                return Err(TOO_MANY.to_string());
            }
        }
    }
    Ok(found)
}
