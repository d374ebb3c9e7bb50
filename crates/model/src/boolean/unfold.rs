//! A program whose calls are kept, as a pushdown system: shared states are the values of the shared variables, stack symbols
//! are frames (a location and the values of a function's variables).
//!
//! Only what may occur is unfolded: pairs of a shared state and a frame on top, closed under what a thread does itself and
//! under what others do to the shared state. A function may return to every frame that some call of it has left behind.
//!
//! What one frame gives to another goes through the shared state: results of a call to the caller, first values to a new
//! thread. While there is something on its way, only who it is for can move, so giving and taking are one step for
//! everybody else. A thread that is started later waits for its first values; of those that run the same code, any one
//! takes them.

use super::calls::{Begins, Calls};
use super::program::{Program, Property};
use super::step::{Action, FAILED, LocalValues, SharedValues};
use crate::pushdown::{PushdownRule, PushdownSystem, PushdownTarget};
use rustc_hash::{FxHashMap, FxHashSet};

/// More rules than this are refused.
const MOST_RULES: usize = 2_000_000;

/// Why there is no pushdown system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The system would have too many rules.
    TooLarge,
    /// There was no time for it.
    OutOfTime,
}

/// A pushdown system, and where its rules come from.
#[derive(Default)]
pub struct Unfolded {
    /// The system.
    pub system: PushdownSystem,
    /// For each shared state the values of the shared variables, variable `i` being bit `i`, if every thread can move then: if
    /// nobody is in an atomic section, and nothing is on its way.
    pub values: Vec<Option<u64>>,
    /// For each rule the step, with the values before; none where something is only taken.
    pub origins: Vec<Option<Origin>>,
}

/// The step of a rule.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The shared variables before.
    pub shared: SharedValues,
    /// The executing thread before.
    pub local: LocalValues,
    /// The action of the program.
    pub action: Action,
}

/// The pushdown system of a program; a target is a violation of the property. `go_on` is asked now and then.
pub fn unfold(
    program: &Program,
    calls: &Calls,
    property: &Property,
    go_on: &dyn Fn() -> bool,
) -> Result<Unfolded, Refused> {
    let mut unfolding = Unfolding::new(program, calls);
    let (shared, mains) = program.starts();
    let initial: Vec<u32> = shared.into_iter().map(|values| unfolding.shared((values, Given::Nothing))).collect();
    for begins in &calls.threads {
        let first = match begins {
            Begins::At(location) => Symbol::Frame(LocalValues { location: *location, inside: false, values: 0 }),
            Begins::AsMain => Symbol::Main,
            Begins::Later(location) => Symbol::Later(*location),
        };
        let first = unfolding.symbol(first);
        unfolding.unfolded.system.threads.push(vec![first]);
        initial.iter().for_each(|&shared| unfolding.reach(shared, first));
    }
    unfolding.unfolded.system.initial = initial;
    while let Some((shared, symbol)) = unfolding.pending.pop() {
        if !go_on() {
            return Err(Refused::OutOfTime);
        }
        unfolding.process(shared, symbol, &mains)?;
    }
    unfolding.targets(property);
    let open = |(values, given): &Shared| (!values.atomic && *given == Given::Nothing).then_some(values.values);
    unfolding.unfolded.values = unfolding.shared_values.iter().map(open).collect();
    Ok(unfolding.unfolded)
}

/// Values in transit from one frame to another, as part of the shared state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Given {
    Nothing,
    /// To the caller.
    Results(u64),
    /// To a new thread.
    First(LocalValues),
}

/// The values of the shared variables, and what is on its way.
type Shared = (SharedValues, Given);

/// A stack symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Symbol {
    Frame(LocalValues),
    /// The first thread, whose variables have no values yet.
    Main,
    /// A thread that will be started at a location.
    Later(u32),
}

struct Unfolding<'a> {
    program: &'a Program,
    calls: &'a Calls,
    unfolded: Unfolded,
    shared_values: Vec<Shared>,
    shared_numbers: FxHashMap<Shared, u32>,
    symbols: Vec<Symbol>,
    symbol_numbers: FxHashMap<Symbol, u32>,
    /// How often a name was used.
    names: FxHashMap<String, u32>,
    pairs: FxHashSet<(u32, u32)>,
    pending: Vec<(u32, u32)>,
    /// The symbols that occur with a shared state, and where it can change to.
    tops: FxHashMap<u32, Vec<u32>>,
    changes: FxHashMap<u32, FxHashSet<u32>>,
    /// For each function, the frames that it may return to, and the shared states that it returned with.
    callers: Vec<FxHashSet<u32>>,
    returned: Vec<FxHashSet<u32>>,
}

impl<'a> Unfolding<'a> {
    fn new(program: &'a Program, calls: &'a Calls) -> Unfolding<'a> {
        Unfolding {
            program,
            calls,
            unfolded: Unfolded::default(),
            shared_values: Vec::new(),
            shared_numbers: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_numbers: FxHashMap::default(),
            names: FxHashMap::default(),
            pairs: FxHashSet::default(),
            pending: Vec::new(),
            tops: FxHashMap::default(),
            changes: FxHashMap::default(),
            callers: vec![FxHashSet::default(); calls.functions.len()],
            returned: vec![FxHashSet::default(); calls.functions.len()],
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
        match values.1 {
            Given::Nothing => {}
            Given::Results(results) => name += &format!(" (returning {results:b})"),
            Given::First(first) => name += &format!(" (starting {})", self.frame_name(first)),
        }
        self.unfolded.system.shared.push(name);
        self.shared_values.push(values);
        self.shared_numbers.insert(values, number);
        number
    }

    fn frame(&mut self, values: LocalValues) -> u32 {
        self.symbol(Symbol::Frame(values))
    }

    fn symbol(&mut self, symbol: Symbol) -> u32 {
        if let Some(number) = self.symbol_numbers.get(&symbol) {
            return *number;
        }
        let number = self.symbols.len() as u32;
        let name_of =
            |location: u32| self.function(location).map_or("", |function| &self.calls.functions[function].name);
        let (plain, statement) = match symbol {
            Symbol::Frame(LocalValues { location: FAILED, .. }) => {
                ("failed".to_string(), "the assertion has failed".to_string())
            }
            Symbol::Frame(values) => {
                let location = self.program.locations.get(values.location as usize);
                (self.frame_name(values), location.map_or(String::new(), |location| location.text.clone()))
            }
            Symbol::Main => ("main".to_string(), "main begins".to_string()),
            Symbol::Later(location) => {
                let name = name_of(location);
                (format!("{name} (not started)"), format!("{name} begins"))
            }
        };
        let copies = self.names.entry(plain.clone()).or_default();
        *copies += 1;
        let name = if *copies == 1 { plain } else { format!("{plain}'{copies}") };
        self.unfolded.system.symbols.push(name);
        self.unfolded.system.statements.push(statement);
        self.symbols.push(symbol);
        self.symbol_numbers.insert(symbol, number);
        number
    }

    /// A frame for people: the function, the line and the values.
    fn frame_name(&self, values: LocalValues) -> String {
        let Some(location) = self.program.locations.get(values.location as usize) else { return String::new() };
        let function = self.function(values.location).map_or("ended", |function| &self.calls.functions[function].name);
        let live = !location.dead & !self.calls.results;
        let slots = (0..).zip(&self.program.locals).filter(|(slot, _)| live >> slot & 1 == 1);
        let shown: Vec<String> = slots.map(|(slot, v)| format!("{}={}", v.name, values.values >> slot & 1)).collect();
        match shown.is_empty() {
            true => format!("{function}:{}", location.line),
            false => format!("{function}:{}[{}]", location.line, shown.join(" ")),
        }
    }

    fn reach(&mut self, shared: u32, symbol: u32) {
        if self.pairs.insert((shared, symbol)) {
            self.pending.push((shared, symbol));
        }
    }

    fn process(&mut self, shared: u32, symbol: u32, mains: &[LocalValues]) -> Result<(), Refused> {
        self.tops.entry(shared).or_default().push(symbol);
        for to in self.changes.get(&shared).cloned().unwrap_or_default() {
            self.reach(to, symbol);
        }
        let (values, given) = self.shared_values[shared as usize];
        match (self.symbols[symbol as usize], given) {
            (Symbol::Main, Given::Nothing) => {
                for &main in mains {
                    let main = self.frame(main);
                    self.rule((shared, symbol), None, (values, Given::Nothing), &[main])?;
                }
            }
            (Symbol::Later(location), Given::First(first)) if first.location == location => {
                let first = self.frame(first);
                self.rule((shared, symbol), None, (values, Given::Nothing), &[first])?;
            }
            (Symbol::Frame(local), Given::Nothing) if !self.calls.landings.contains(&local.location) => {
                self.steps((shared, symbol), values, local)?;
            }
            (Symbol::Frame(local), Given::Results(results)) if self.calls.landings.contains(&local.location) => {
                let local = LocalValues { values: local.values | results, ..local };
                self.steps((shared, symbol), values, local)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the rules of a thread with this frame on top.
    fn steps(&mut self, pair: (u32, u32), shared: SharedValues, local: LocalValues) -> Result<(), Refused> {
        let location = local.location;
        for action in self.program.actions(shared, local) {
            let (after, next) = (action.shared, action.local);
            let given = action.created.map_or(Given::Nothing, Given::First);
            let origin = Some(Origin { shared, local, action });
            if let Some(&back) = self.calls.calls.get(&location) {
                let callee = self.frame(next);
                let dead = self.program.locations.get(back as usize).map_or(0, |back| back.dead) | self.calls.results;
                let below = self.frame(LocalValues { location: back, inside: false, values: local.values & !dead });
                self.rule(pair, origin, (after, given), &[callee, below])?;
                if let Some(function) = self.function(next.location) {
                    self.call(function, below);
                }
            } else if let Some(function) = self.function(location).filter(|_| self.calls.returns.contains(&location)) {
                // A return leaves the atomic section of the callee; no thread moves before the results are taken.
                let after = SharedValues { atomic: false, ..after };
                let results = Given::Results(self.calls.results & next.values);
                let given = if self.calls.functions[function].has_results { results } else { Given::Nothing };
                let to = self.rule(pair, origin, (after, given), &[])?;
                self.give_back(function, to);
            } else {
                let landed = if self.calls.landings.contains(&location) { self.calls.results } else { 0 };
                let next = self.frame(LocalValues { values: next.values & !landed, ..next });
                self.rule(pair, origin, (after, given), &[next])?;
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

    /// Adds a rule for what is on top; tells the shared state after it.
    fn rule(
        &mut self,
        (from, top): (u32, u32),
        origin: Option<Origin>,
        to: Shared,
        push: &[u32],
    ) -> Result<u32, Refused> {
        let to = self.shared(to);
        let location = origin.as_ref().and_then(|origin| self.program.locations.get(origin.local.location as usize));
        let line = location.map_or(0, |location| location.line);
        self.unfolded.system.rules.push(PushdownRule { from, top, to, push: push.into(), line });
        self.unfolded.origins.push(origin);
        if self.unfolded.origins.len() > MOST_RULES {
            return Err(Refused::TooLarge);
        }
        if let Some(first) = push.first() {
            self.reach(to, *first);
        }
        if from != to && self.changes.entry(from).or_default().insert(to) {
            for symbol in self.tops.get(&from).cloned().unwrap_or_default() {
                self.reach(to, symbol);
            }
        }
        Ok(to)
    }

    fn targets(&mut self, property: &Property) {
        let at = |locations: &[u32]| -> Vec<u32> {
            let wanted =
                |symbol: &&Symbol| matches!(symbol, Symbol::Frame(values) if locations.contains(&values.location));
            (0..).zip(&self.symbols).filter(|(_, symbol)| wanted(symbol)).map(|(number, _)| number).collect()
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
        self.unfolded.system.targets = targets;
    }

    fn function(&self, location: u32) -> Option<usize> {
        let location = self.program.locations.get(location as usize)?;
        location.root.map(|root| root as usize).filter(|root| *root < self.calls.functions.len())
    }
}
