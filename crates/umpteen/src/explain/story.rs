//! Tells a run in the terms of the input: thread identities for threads, markings for nets.

use crate::judge::Replay;
use crate::report::{ChangeView, StepView};
use std::collections::BTreeMap;
use umpteen_frontends::Model;
use umpteen_model::boolean::program::{Instruction, Program, Variable};
use umpteen_model::boolean::view::{Tables, View};
use umpteen_model::evidence::{Repeat, Step, Trace};
use umpteen_model::petri_net::PetriNet;
use umpteen_model::state::State;
use umpteen_model::system::{Passive, System};
use umpteen_model::thread_system::{DisplayTarget, ThreadSystem};

/// The start and the steps of an accepted trace.
pub fn tell(model: &Model, trace: &Trace, replay: &Replay) -> (String, Vec<StepView>) {
    match model {
        Model::Threads(system) => tell_threads(system, trace, replay),
        Model::Net(net) => tell_net(net, trace, replay),
    }
}

/// The target that the final state covers.
pub fn target(model: &Model, system: &System, state: &State) -> String {
    let at = system.targets.iter().position(|target| target.covered_by(state)).unwrap_or(0);
    match model {
        Model::Threads(system) => DisplayTarget(&system.targets[at]).to_string(),
        Model::Net(net) => net.target_text(&net.targets[at]),
    }
}

/// More threads than this are not told apart.
const MOST_COLUMNS: u64 = 12;

/// Threads with identities: the local state of each, in the order in which they came into being.
struct Crowd {
    threads: Vec<u32>,
    /// The one that moved last, which goes on where it can.
    last: usize,
}

impl Crowd {
    /// The threads of a state; nobody if they are too many to be told apart.
    fn new(initial: &State, few: bool) -> Crowd {
        let locals = initial.locals().iter().filter(|_| few);
        let threads = locals.flat_map(|&(local, count)| std::iter::repeat_n(local, count as usize)).collect();
        Crowd { threads, last: usize::MAX }
    }

    /// Makes one step and tells who moved, the active thread first; threads are counted from one.
    fn step(&mut self, from: u32, to: u32, created: Option<u32>, passive: &Passive, step: &Step) -> Vec<usize> {
        let here = |at: &usize| self.threads.get(*at) == Some(&from);
        let active = Some(self.last).filter(here).or_else(|| self.threads.iter().position(|&local| local == from));
        let Some(active) = active else { return Vec::new() };
        let mut moved = vec![active + 1];
        let mut left: Vec<(u32, u32, u32)> = match passive {
            Passive::All(moves) => moves.iter().map(|&(source, to)| (source, to, u32::MAX)).collect(),
            _ => step.moved.clone(),
        };
        for at in (0..self.threads.len()).filter(|&at| at != active) {
            if let Some(choice) = left.iter_mut().find(|choice| choice.0 == self.threads[at] && choice.2 > 0) {
                choice.2 -= 1;
                self.threads[at] = choice.1;
                moved.push(at + 1);
            }
        }
        self.threads[active] = to;
        if let Some(created) = created {
            self.threads.push(created);
            moved.push(self.threads.len());
        }
        self.last = active;
        moved
    }
}

fn tell_threads(system: &ThreadSystem, trace: &Trace, replay: &Replay) -> (String, Vec<StepView>) {
    let few = are_told_apart(trace, replay);
    let mut crowd = Crowd::new(&trace.initial, few);
    let show = |state: &State, crowd: &Crowd| match few {
        true => format!("{}|{}", state.shared, crowd.threads.iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
        false => counted(state),
    };
    let start = show(&trace.initial, &crowd);
    let mut steps = Vec::with_capacity(trace.steps.len());
    for (step, around) in trace.steps.iter().zip(replay.states.windows(2)) {
        let after = &around[1];
        let edge = &system.edges[step.rule as usize];
        let (to, created) = if edge.creates { (edge.from.1, Some(edge.to.1)) } else { (edge.to.1, None) };
        let threads = crowd.step(edge.from.1, to, created, &edge.passive, step);
        let state = show(after, &crowd);
        let (action, line) = (edge.to_string(), edge.line);
        let changes = changed("shared", around[0].shared.to_string(), after.shared.to_string()).into_iter().collect();
        steps.push(StepView { threads, action, line, state, changes, ..StepView::default() });
    }
    (start, with_repeats(steps, trace, replay, counted))
}

/// Threads of runs without repeated parts have identities, if they are not too many.
fn are_told_apart(trace: &Trace, replay: &Replay) -> bool {
    trace.repeats.is_empty() && replay.threads <= MOST_COLUMNS
}

/// The steps with a line after each repeated part that says how often it happens.
fn with_repeats(
    steps: Vec<StepView>,
    trace: &Trace,
    replay: &Replay,
    show: impl Fn(&State) -> String,
) -> Vec<StepView> {
    let mut told = Vec::new();
    let mut numbers = Vec::new(); // where each step is in what is told
    for (at, step) in steps.into_iter().enumerate() {
        numbers.push(told.len() + 1);
        told.push(step);
        let ending = |(repeat, _): &(&Repeat, &(State, State))| repeat.first + repeat.steps == at + 1;
        for (repeat, (_, after)) in trace.repeats.iter().zip(&replay.repeats).rev().filter(ending) {
            let (first, last) = (numbers[repeat.first], told.len());
            let what = if first == last { format!("step {first}") } else { format!("steps {first} to {last}") };
            let action = format!("{what}: {} times in all", repeat.times);
            told.push(StepView { action, state: show(after), ..StepView::default() });
        }
    }
    told
}

/// `s|l,m*3`.
fn counted(state: &State) -> String {
    let entry = |&(local, count): &(u32, u32)| if count == 1 { local.to_string() } else { format!("{local}*{count}") };
    format!("{}|{}", state.shared, state.locals().iter().map(entry).collect::<Vec<_>>().join(","))
}

fn tell_net(net: &PetriNet, trace: &Trace, replay: &Replay) -> (String, Vec<StepView>) {
    let marking = |state: &State| {
        let entry = |&(place, count): &(u32, u32)| format!("{}={count}", net.places[place as usize]);
        state.locals().iter().map(entry).collect::<Vec<_>>().join(" ")
    };
    let step = |(step, around): (&Step, &[State])| {
        let mut places: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for (at, state) in around.iter().enumerate() {
            state.locals().iter().for_each(|&(place, count)| places.entry(place).or_default()[at] = count);
        }
        let change = |(place, [old, new]): (u32, [u32; 2])| {
            changed(&net.places[place as usize], old.to_string(), new.to_string())
        };
        StepView {
            action: net.transition_name(step.rule as usize),
            line: net.transitions[step.rule as usize].line,
            state: marking(&around[1]),
            changes: places.into_iter().filter_map(change).collect(),
            ..StepView::default()
        }
    };
    let steps = trace.steps.iter().zip(replay.states.windows(2)).map(step).collect();
    (marking(&trace.initial), with_repeats(steps, trace, replay, marking))
}

/// The start and the steps of a run of a Boolean program: the shared variables, then those of the executing thread.
pub fn tell_program(
    program: &Program,
    tables: &Tables,
    view: &View,
    trace: &Trace,
    replay: &Replay,
) -> (String, Vec<StepView>) {
    let mut crowd = Crowd::new(&trace.initial, are_told_apart(trace, replay));
    let globals = |state: &State| values(&program.globals, tables.shared[state.shared as usize].values);
    let start = globals(&trace.initial);
    let mut steps = Vec::new();
    for (step, around) in trace.steps.iter().zip(replay.states.windows(2)) {
        let after_step = &around[1];
        let (rule, origin) = (&view.system.rules[step.rule as usize], &view.origins[step.rule as usize]);
        let active = rule.take[0].0;
        let threads = crowd.step(active, origin.after, origin.created, &rule.passive, step);
        let after = &tables.locals[origin.after as usize];
        let location = &program.locations[origin.location as usize];
        let fails = *after == umpteen_model::boolean::step::LocalValues::FAILURE;
        let instruction = &location.edges[origin.edge].instruction;
        let silent = matches!(instruction, Instruction::Update(update) if update.is_empty());
        let mut state = globals(after_step);
        if !fails {
            state = format!("{state}; {}", values(&program.locals, after.values));
        }
        let state = state.trim_matches([';', ' ']).to_string();
        let [old, new] = [&around[0], after_step].map(|state| tables.shared[state.shared as usize].values);
        let bit = |(number, variable): (usize, &Variable)| {
            changed(&variable.name, (old >> number & 1).to_string(), (new >> number & 1).to_string())
        };
        let changes = program.globals.iter().enumerate().filter_map(bit).collect();
        let action = if fails { format!("{}  FAILS", location.text) } else { location.text.clone() };
        steps.push(StepView { threads, action, line: location.line, state, silent, changes, ..StepView::default() });
    }
    (start, with_repeats(steps, trace, replay, globals))
}

/// The difference of two shared states of threads with stacks: by variable if they are written `x=0 y=1`.
pub fn changes(old: &str, new: &str) -> Vec<ChangeView> {
    let split = |text: &str| -> Vec<(String, String)> {
        let parts = text.split(' ').filter_map(|part| part.split_once('='));
        parts.map(|(name, value)| (name.to_string(), value.to_string())).collect()
    };
    let (olds, news) = (split(old), split(new));
    if olds.is_empty() || olds.len() != news.len() {
        return changed("shared", old.to_string(), new.to_string()).into_iter().collect();
    }
    let both = olds.into_iter().zip(news);
    both.filter_map(|((name, old), (_, new))| changed(&name, old, new)).collect()
}

/// A shared value, if it changes.
fn changed(name: &str, old: String, new: String) -> Option<ChangeView> {
    (old != new).then(|| ChangeView { name: name.to_string(), thread: None, old, new })
}

/// `x=0 y=1`.
pub fn values(variables: &[Variable], word: u64) -> String {
    let text = |(number, variable): (usize, &Variable)| format!("{}={}", variable.name, word >> number & 1);
    variables.iter().enumerate().map(text).collect::<Vec<_>>().join(" ")
}
