//! One pushdown system: induction over epochs against exploration of small stacks, and the checker.

use fastrand::Rng;
use std::collections::{HashMap, VecDeque};

use std::fmt;
use std::time::Duration;
use umpteen_checker::{check_pushdown_proof, check_pushdown_trace};
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::{Subject, on_the_fly::Expansion};
use umpteen_engines::budget::Budget;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{Found, History, run};
use umpteen_engines::{Answer, Engine, OracleKind};
use umpteen_frontends::boolean;
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::boolean::view::Mains;
use umpteen_model::pushdown::{PushdownProof, PushdownRule, PushdownSystem, PushdownTarget, Stacks};

/// Stacks above this height are not explored.
const HIGHEST: usize = 5;

/// Nor are runs with more switches.
const MOST_SWITCHES: u32 = 6;

/// Nor more states than these: after millions of them, freeing memory takes longer than a case may.
const MOST_STATES: usize = 100_000;

/// Induction is given up after so many epochs.
const MOST_EPOCHS: u32 = 8;

/// A random system with two to four threads, several of them often equal.
pub fn system(random: &mut Rng) -> PushdownSystem {
    let (shared, symbols) = (random.u32(1..=3), random.u32(2..=6));
    let rule = |random: &mut Rng| {
        let push = match random.u8(..10) {
            0..=2 => vec![],
            3..=7 => vec![random.u32(..symbols)],
            _ => vec![random.u32(..symbols), random.u32(..symbols)],
        };
        PushdownRule {
            from: random.u32(..shared),
            top: random.u32(..symbols),
            to: random.u32(..shared),
            push: push.as_slice().into(),
            line: 0,
        }
    };
    let stack = |random: &mut Rng| (0..random.usize(1..=2)).map(|_| random.u32(..symbols)).collect();
    let mut threads: Vec<Vec<u32>> = vec![stack(random)];
    for _ in 1..random.usize(2..=4) {
        let copied = random.bool().then(|| random.choice(&threads).cloned()).flatten();
        let next = copied.unwrap_or_else(|| stack(random));
        threads.push(next);
    }
    let target = |random: &mut Rng| PushdownTarget {
        shared: random.bool().then(|| random.u32(..shared)),
        tops: (0..random.usize(1..=3)).map(|_| random.u32(..symbols)).collect(),
    };
    PushdownSystem {
        shared: (0..shared).map(|number| format!("g{number}")).collect(),
        symbols: (0..symbols).map(|number| format!("s{number}")).collect(),
        statements: Vec::new(),
        rules: (0..random.usize(3..=12)).map(|_| rule(random)).collect(),
        initial: vec![0],
        threads,
        targets: vec![target(random)],
    }
}

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Proved, with so many epochs.
    Safe(u32),
    /// Refuted.
    Unsafe,
    /// Neither, within the epochs.
    Open,
    /// Neither, within the time, which says nothing.
    OutOfTime,
}

/// Compares both envelopes with exploration.
pub fn compare(system: &PushdownSystem) -> Result<Kind, String> {
    let least = least_switches(system);
    let mut kinds = Vec::new();
    for envelope in [EnvelopeKind::Data, EnvelopeKind::Stacks] {
        let kind = decide(system, envelope, MOST_EPOCHS)?;
        match (kind, least) {
            (Kind::Safe(_), Some(switches)) => {
                return Err(format!("{envelope:?}: proved, but {switches} switches lead to a target"));
            }
            (Kind::Open, Some(switches)) if switches < MOST_EPOCHS => {
                return Err(format!("{envelope:?}: not found in {MOST_EPOCHS} epochs, but with {switches} switches"));
            }
            _ => kinds.push(kind),
        }
        equal_threads_make_no_difference(system, envelope, kind)?;
        // A switch needs one more epoch at most.
        if let Some(switches) = least
            && !matches!(decide(system, envelope, switches + 1)?, Kind::Unsafe | Kind::OutOfTime)
        {
            return Err(format!("{envelope:?}: {switches} switches are not within {} epochs", switches + 1));
        }
    }
    match (kinds[0], kinds[1]) {
        (Kind::Safe(_), Kind::Unsafe) | (Kind::Unsafe, Kind::Safe(_)) => Err("the envelopes disagree".to_string()),
        (Kind::Open, Kind::Safe(_)) => Err("the envelope with data proves less than the one without".to_string()),
        (kind, _) => Ok(kind),
    }
}

/// With a symbol of its own at the bottom of each stack, which nobody ever looks at, no threads are equal.
fn equal_threads_make_no_difference(system: &PushdownSystem, envelope: EnvelopeKind, kind: Kind) -> Result<(), String> {
    let mut marked = system.clone();
    for (number, stack) in (0..).zip(&mut marked.threads) {
        stack.push(system.symbols.len() as u32 + number);
        marked.symbols.push(format!("bottom{number}"));
    }
    match (kind, decide(&marked, envelope, MOST_EPOCHS)?) {
        (_, Kind::Open | Kind::OutOfTime) | (Kind::OutOfTime, _) | (Kind::Unsafe, Kind::Unsafe) => Ok(()),
        (Kind::Safe(fewer), Kind::Safe(epochs)) if fewer <= epochs => Ok(()),
        (kind, marked) => Err(format!("{envelope:?}: {kind:?}, but {marked:?} if all threads are different")),
    }
}

fn decide(system: &PushdownSystem, kind: EnvelopeKind, epochs: u32) -> Result<Kind, String> {
    let budget = Budget::new(Some(Duration::from_secs(2)), None);
    match run(system, kind, Some(epochs), &budget, &mut History::default()) {
        Ok(Found::Proof(proof)) => {
            let text = serde_json::to_string(&proof).map_err(|error| error.to_string())?;
            let again: PushdownProof = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            check_pushdown_proof(system, &again, &|| true).map_err(|rejection| format!("{kind:?}: {rejection:?}"))?;
            let forged = PushdownProof { leading: Vec::new(), ..again };
            if !proof.leading.is_empty() && check_pushdown_proof(system, &forged, &|| true).is_ok() {
                return Err("a proof without the leading states is accepted".to_string());
            }
            Ok(Kind::Safe(proof.epochs))
        }
        Ok(Found::Run(trace)) => match check_pushdown_trace(system, &trace) {
            Ok(_) => Ok(Kind::Unsafe),
            Err(rejection) => Err(format!("{kind:?}: {rejection:?}")),
        },
        Ok(Found::NotWithin(_)) => Ok(Kind::Open),
        Err(_) => Ok(Kind::OutOfTime),
    }
}

/// With how many switches between threads a target is reached at least, as far as small stacks tell.
pub fn least_switches(system: &PushdownSystem) -> Option<u32> {
    let mut best: HashMap<(Stacks, usize), u32> = HashMap::new();
    let mut pending: VecDeque<(Stacks, usize, u32)> = VecDeque::new();
    for &shared in &system.initial {
        pending.extend((0..system.threads.len()).map(|thread| (system.start(shared), thread, 0)));
    }
    while let Some((state, thread, switches)) = pending.pop_front() {
        if best.get(&(state.clone(), thread)).is_some_and(|known| *known <= switches) || switches > MOST_SWITCHES {
            continue;
        }
        best.insert((state.clone(), thread), switches);
        if best.len() > MOST_STATES {
            return None;
        }
        if system.is_target(&state) {
            return Some(switches);
        }
        for after in system.rules.iter().filter_map(|rule| system.fire(rule, thread, &state)) {
            if after.stacks[thread].len() <= HIGHEST {
                pending.push_front((after, thread, switches));
            }
        }
        for other in (0..system.threads.len()).filter(|other| *other != thread) {
            pending.push_back((state.clone(), other, switches + 1));
        }
    }
    None
}

/// Compares a program whose calls are kept, with `threads` and with threads that `main` starts, with the same one whose
/// calls are inlined.
pub fn compare_versions([kept_text, inlined_text]: &[String; 2]) -> Result<Kind, String> {
    let read = |text: &str| boolean::parse(text).map_err(|error| error.message);
    let with_stacks = |text: &str| {
        let (program, calls) = boolean::keep_calls(&read(text)?, text).map_err(|error| error.message)?;
        let unfolded = unfold(&program, &calls, &Property::Assertions, &|| true).map_err(|_| "too many rules")?;
        decide(&unfolded.system, EnvelopeKind::Data, 100)
    };
    let (kind, started) = (with_stacks(kept_text)?, with_stacks(inlined_text)?);
    if let (Kind::Safe(_), Kind::Unsafe) | (Kind::Unsafe, Kind::Safe(_)) = (kind, started) {
        return Err(format!("{kind:?} with `threads`, {started:?} where main starts them:\n{inlined_text}"));
    }
    let inlined = boolean::lower(&read(inlined_text)?, inlined_text).map_err(|error| error.message)?;
    let subject = Subject { program: &inlined, property: &Property::Assertions, mains: Mains::One };
    let engine = Engine::Backward(Order::Smallest, OracleKind::ThreadModular);
    let budget = Budget::new(Some(Duration::from_secs(2)), None);
    let (decision, _) = umpteen_engines::boolean::run(engine, Expansion::default(), subject, &budget);
    match (kind, decision.answer) {
        (_, Answer::Unknown(_)) | (Kind::Open | Kind::OutOfTime, _) => Ok(kind),
        (Kind::Safe(_), Answer::Safe(_)) | (Kind::Unsafe, Answer::Unsafe(_)) => Ok(kind),
        (kind, answer) => Err(format!("{kind:?} with calls kept, inlined {answer:?}")),
    }
}

/// Statistics of the cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct StacksTally {
    /// All cases.
    pub cases: u64,
    /// Proved.
    pub proved: u64,
    /// Proved with more than one epoch.
    pub several: u64,
    /// Refuted.
    pub refuted: u64,
}

impl StacksTally {
    /// Counts a case.
    pub fn count(&mut self, kind: Kind) {
        self.cases += 1;
        self.proved += u64::from(matches!(kind, Kind::Safe(_)));
        self.several += u64::from(matches!(kind, Kind::Safe(epochs) if epochs > 1));
        self.refuted += u64::from(kind == Kind::Unsafe);
    }
}

impl fmt::Display for StacksTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        let StacksTally { cases, proved, several, refuted } = *self;
        let open = cases - proved - refuted;
        write!(
            out,
            "{cases} with stacks: {:.1}% proved ({:.1}% with more than one epoch), {:.1}% refuted, {open} open",
            share(proved),
            share(several),
            share(refuted)
        )
    }
}
