//! A program whose calls are kept, as a pushdown system: shared states are the values of the shared variables, stack symbols
//! are frames (a location and the values of a function's variables).
//!
//! Only what may occur is unfolded: pairs of a shared state and a frame on top, closed under what a thread does itself and
//! under what others do to the shared state. A function may return to every frame that some call of it has left behind.
//!
//! Results of a call go through the shared state: while there are some, only the frame that they are for can move, so the
//! return and the assignment are one step for everybody else.

use super::lower::Kept;
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::boolean::program::{Program, Property};
use umpteen_model::boolean::step::{FAILED, LocalValues, SharedValues};
use umpteen_model::pushdown::{PushdownRule, PushdownSystem, PushdownTarget};

/// More rules than this are refused.
const MOST_RULES: usize = 2_000_000;

/// The values of the shared variables, and results on their way.
type Shared = (SharedValues, Option<u64>);

/// The pushdown system of a program; a target is a violation of the property.
pub fn unfold(program: &Program, kept: &Kept, property: &Property) -> Result<PushdownSystem, Error> {
    unfold_values(program, kept, property).map(|(system, _)| system)
}

/// The pushdown system of a program; for each of its shared states, the values of the shared variables, variable `i` being bit
/// `i`, if every thread can move then: if nobody is in an atomic section, and no results are on their way.
pub fn unfold_values(
    program: &Program,
    kept: &Kept,
    property: &Property,
) -> Result<(PushdownSystem, Vec<Option<u64>>), Error> {
    let mut unfolding = Unfolding::new(program, kept);
    for values in program.starts().0 {
        let shared = unfolding.shared((values, None));
        unfolding.system.initial.push(shared);
        for &start in &kept.starts {
            let frame = unfolding.frame(LocalValues { location: start, inside: false, values: 0 });
            unfolding.reach(shared, frame);
        }
    }
    for &start in &kept.starts {
        let frame = unfolding.frame(LocalValues { location: start, inside: false, values: 0 });
        unfolding.system.threads.push(vec![frame]);
    }
    while let Some((shared, frame)) = unfolding.pending.pop() {
        unfolding.process(shared, frame)?;
    }
    unfolding.targets(property);
    let open = |(values, results): &Shared| (!values.atomic && results.is_none()).then_some(values.values);
    let values = unfolding.shared_values.iter().map(open).collect();
    Ok((unfolding.system, values))
}

struct Unfolding<'a> {
    program: &'a Program,
    kept: &'a Kept,
    system: PushdownSystem,
    shared_values: Vec<Shared>,
    shared_numbers: FxHashMap<Shared, u32>,
    frames: Vec<LocalValues>,
    frame_numbers: FxHashMap<LocalValues, u32>,
    names: FxHashSet<String>,
    pairs: FxHashSet<(u32, u32)>,
    pending: Vec<(u32, u32)>,
    /// The frames that occur with a shared state, and where it can change to.
    tops: FxHashMap<u32, Vec<u32>>,
    changes: FxHashMap<u32, FxHashSet<u32>>,
    /// For each function, the frames that it may return to, and the shared states that it returned with.
    callers: Vec<FxHashSet<u32>>,
    returned: Vec<FxHashSet<u32>>,
}

impl<'a> Unfolding<'a> {
    fn new(program: &'a Program, kept: &'a Kept) -> Unfolding<'a> {
        Unfolding {
            program,
            kept,
            system: PushdownSystem::default(),
            shared_values: Vec::new(),
            shared_numbers: FxHashMap::default(),
            frames: Vec::new(),
            frame_numbers: FxHashMap::default(),
            names: FxHashSet::default(),
            pairs: FxHashSet::default(),
            pending: Vec::new(),
            tops: FxHashMap::default(),
            changes: FxHashMap::default(),
            callers: vec![FxHashSet::default(); kept.functions.len()],
            returned: vec![FxHashSet::default(); kept.functions.len()],
        }
    }

    fn shared(&mut self, values: Shared) -> u32 {
        if let Some(number) = self.shared_numbers.get(&values) {
            return *number;
        }
        let number = self.shared_values.len() as u32;
        let bits = (0..).zip(&self.program.globals);
        let mut name =
            bits.map(|(slot, v)| format!("{}={}", v.name, values.0.values >> slot & 1)).collect::<Vec<_>>().join(" ");
        if values.0.atomic {
            name += " (atomic)";
        }
        if let Some(results) = values.1 {
            name += &format!(" (returning {results:b})");
        }
        self.system.shared.push(name);
        self.shared_values.push(values);
        self.shared_numbers.insert(values, number);
        number
    }

    fn frame(&mut self, values: LocalValues) -> u32 {
        if let Some(number) = self.frame_numbers.get(&values) {
            return *number;
        }
        let number = self.frames.len() as u32;
        let (mut name, mut statement) = ("failed".to_string(), "the assertion has failed".to_string());
        if let Some(location) = self.program.locations.get(values.location as usize) {
            let function = self.function(values.location).map(|function| &self.kept.functions[function]);
            let variables = function.map_or(0, |function| function.variables);
            let slots = (0..).zip(&self.program.locals).filter(|(slot, _)| variables >> slot & 1 == 1);
            let values: Vec<String> =
                slots.map(|(slot, v)| format!("{}={}", v.name, values.values >> slot & 1)).collect();
            name = format!("{}:{}", function.map_or("ended", |function| &function.name), location.line);
            if !values.is_empty() {
                name += &format!("[{}]", values.join(" "));
            }
            statement.clone_from(&location.text);
        }
        let plain = name.clone();
        for copy in 2.. {
            if self.names.insert(name.clone()) {
                break;
            }
            name = format!("{plain}'{copy}");
        }
        self.system.symbols.push(name);
        self.system.statements.push(statement);
        self.frames.push(values);
        self.frame_numbers.insert(values, number);
        number
    }

    fn reach(&mut self, shared: u32, frame: u32) {
        if self.pairs.insert((shared, frame)) {
            self.pending.push((shared, frame));
        }
    }

    fn process(&mut self, shared: u32, frame: u32) -> Result<(), Error> {
        self.tops.entry(shared).or_default().push(frame);
        for to in self.changes.get(&shared).cloned().unwrap_or_default() {
            self.reach(to, frame);
        }
        let (values, results) = self.shared_values[shared as usize];
        let mut local = self.frames[frame as usize];
        let location = local.location;
        let receives = self.kept.receiving.contains(&location);
        if receives != results.is_some() {
            return Ok(());
        }
        local.values |= results.unwrap_or(0);
        for action in self.program.actions(values, local) {
            let (after, next) = (action.shared, action.local);
            if let Some(&back) = self.kept.calls.get(&location) {
                let callee = self.frame(self.masked(next));
                let below = self.frame(self.masked(LocalValues { location: back, ..local }));
                self.rule(shared, frame, (after, None), &[callee, below])?;
                if let Some(function) = self.function(next.location) {
                    self.call(function, below);
                }
            } else if let Some(function) = self.function(location).filter(|_| self.kept.returns.contains(&location)) {
                let given = self.kept.results & next.values;
                let given = self.kept.functions[function].has_results.then_some(given);
                let to = self.rule(shared, frame, (after, given), &[])?;
                self.give_back(function, to);
            } else {
                let mut next = self.masked(next);
                if receives {
                    next.values &= !self.kept.results;
                }
                let next = self.frame(next);
                self.rule(shared, frame, (after, None), &[next])?;
            }
        }
        Ok(())
    }

    /// A function may return to this frame.
    fn call(&mut self, function: usize, below: u32) {
        if self.callers[function].insert(below) {
            for shared in self.returned[function].clone() {
                self.reach(shared, below);
            }
        }
    }

    /// A function may return with this shared state.
    fn give_back(&mut self, function: usize, shared: u32) {
        if self.returned[function].insert(shared) {
            for below in self.callers[function].clone() {
                self.reach(shared, below);
            }
        }
    }

    /// Adds a rule, if it is new; tells the shared state after it.
    fn rule(&mut self, from: u32, top: u32, to: Shared, push: &[u32]) -> Result<u32, Error> {
        let to = self.shared(to);
        let frame = self.frames[top as usize];
        let line = self.program.locations.get(frame.location as usize).map_or(0, |location| location.line);
        self.system.rules.push(PushdownRule { from, top, to, push: push.into(), line });
        if self.system.rules.len() > MOST_RULES {
            let message = format!("the variables have so many values that there are more than {MOST_RULES} rules");
            return Err(Error::new(Code::TooLarge, message, 0..0));
        }
        if let Some(first) = push.first() {
            self.reach(to, *first);
        }
        if from != to && self.changes.entry(from).or_default().insert(to) {
            for frame in self.tops.get(&from).cloned().unwrap_or_default() {
                self.reach(to, frame);
            }
        }
        Ok(to)
    }

    fn targets(&mut self, property: &Property) {
        let at = |locations: &[u32]| -> Vec<u32> {
            let wanted = |frame: &&LocalValues| locations.contains(&frame.location);
            (0..).zip(&self.frames).filter(|(_, frame)| wanted(frame)).map(|(number, _)| number).collect()
        };
        let tops = |tops: Vec<u32>| PushdownTarget { shared: None, tops };
        let targets: Vec<PushdownTarget> = match property {
            Property::Assertions => at(&[FAILED]).into_iter().map(|top| tops(vec![top])).collect(),
            Property::Location(locations) => at(locations).into_iter().map(|top| tops(vec![top])).collect(),
            Property::Exclusive(ones, others) => {
                let others = at(others);
                at(ones)
                    .into_iter()
                    .flat_map(|one| others.iter().map(move |other| vec![one, *other]))
                    .map(tops)
                    .collect()
            }
            Property::Invariant(invariant) => {
                let violating = (0..).zip(&self.shared_values).filter(|(_, values)| values.0.violates(invariant));
                violating.map(|(shared, _)| PushdownTarget { shared: Some(shared), tops: Vec::new() }).collect()
            }
        };
        self.system.targets = targets;
    }

    fn function(&self, location: u32) -> Option<usize> {
        let location = self.program.locations.get(location as usize)?;
        location.root.map(|root| root as usize).filter(|root| *root < self.kept.functions.len())
    }

    /// Without the variables of other functions.
    fn masked(&self, local: LocalValues) -> LocalValues {
        let variables = self.function(local.location).map_or(0, |function| self.kept.functions[function].variables);
        let variables = variables | self.kept.results;
        LocalValues { values: local.values & variables, ..local }
    }
}
