//! From a run of a reduced program to a run of the program.
//!
//! What is dropped does not matter for the run, so it is made step by step: dropped variables start with 0 where they may, and
//! each step is one of the program's that leads to what the reduced program has, up to what is dropped. Where there is no such
//! step, because a variable that does matter is dropped, the thread may come back to the run by another way. A run for
//! which that fails is not lifted.

use super::Subject;
use super::reach::few_choices;
use super::restrict::step_between;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::boolean::expression::Expr;
use umpteen_model::boolean::program::{Instruction, MOST_CHOICES, Program, Variable};
use umpteen_model::boolean::reduction::Reduction;
use umpteen_model::boolean::step::{Action, LocalValues, Others, SharedValues};
use umpteen_model::boolean::view::{Tables, view_of_run};
use umpteen_model::evidence::{Repeat, Step, Trace};
use umpteen_model::state::{State, counts};
use umpteen_model::system::System;

/// Longer runs are not lifted.
const LONGEST: usize = 20_000;

/// Runs with more threads at the start are not lifted.
const MOST_THREADS: u64 = 1_000;

/// How many places of a thread are looked at to get back to the run.
const LARGEST_DETOUR: usize = 2_000;

/// How often the threads of one step are assigned to where they go.
const MOST_TRIES: u32 = 100_000;

/// A run of a reduced program, with what its numbers mean.
pub struct Reduced<'a> {
    /// The reduced program.
    pub program: &'a Program,
    /// The variables that it is without.
    pub reduction: &'a Reduction,
    /// The values.
    pub tables: &'a Tables,
    /// The counter system over them.
    pub system: &'a System,
}

/// Why a run is not lifted.
pub enum NotLifted {
    /// At this step of a thread in these values, the program does otherwise, whatever the thread.
    Stuck(LocalValues),
    /// The run is too long, or does not fit the program.
    Refused,
}

/// A run, with the tables and the system that it is about.
pub type Run = (Tables, System, Trace);

/// The run of the program.
pub fn lifted(subject: Subject, reduced: &Reduced, trace: &Trace) -> Result<Run, NotLifted> {
    let order = order_of_steps(trace).ok_or(NotLifted::Refused)?;
    let numbers = (0..).zip(&reduced.tables.locals).map(|(number, values)| (*values, number)).collect();
    let chosen = chosen(subject.program, reduced.reduction);
    few_choices(&chosen).map_err(|_| NotLifted::Refused)?;
    let shared = (0..).zip(&reduced.tables.shared).map(|(number, values)| (*values, number)).collect();
    let lift = Lift { program: &chosen, reduced, numbers, shared };
    let (states, active) = states(reduced, trace, order).ok_or(NotLifted::Refused)?;
    let last: FxHashMap<&State, usize> = states.iter().zip(0..).collect();
    let mut run = vec![lift.start(&states[0])];
    let mut moves = Vec::new();
    let mut at = 0;
    while at < active.len() {
        let Some(threads) = run.last() else { return Err(NotLifted::Refused) };
        if let Some((action, before, next)) = lift.step(threads, active[at], &states[at + 1]) {
            moves.push((before, action));
            run.push(next);
            at += 1;
        } else if let Some((way, later)) =
            lift.detour(threads, active[at], |state| last.get(state).filter(|to| **to > at))
        {
            for (action, before, next) in way {
                moves.push((before, action));
                run.push(next);
            }
            at = later;
        } else {
            return Err(NotLifted::Stuck(reduced.tables.locals[active[at] as usize]));
        }
        if run.len() > LONGEST {
            return Err(NotLifted::Refused);
        }
    }
    numbered(subject, &run, &moves).ok_or(NotLifted::Refused)
}

/// The states of a run of the reduced program, and the local state that each step is one of.
fn states(reduced: &Reduced, trace: &Trace, order: Vec<usize>) -> Option<(Vec<State>, Vec<u32>)> {
    let mut states = vec![trace.initial.clone()];
    let mut active = Vec::new();
    for number in order {
        let step = &trace.steps[number];
        let rule = &reduced.system.rules[step.rule as usize];
        let outcomes = reduced.system.fire(rule, states.last()?).ok()?;
        active.push(rule.take.iter().next()?.0);
        states.push(outcomes.into_iter().find(|outcome| outcome.moved == step.moved)?.state);
    }
    Some((states, active))
}

/// The numbers of the steps in the order in which they happen, if they are few.
fn order_of_steps(trace: &Trace) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    unroll(&trace.repeats, 0..trace.steps.len(), &mut order)?;
    (trace.initial.threads() <= MOST_THREADS).then_some(order)
}

/// The program with less choice: starts are chosen, and where a step gives many variables either value, those that are dropped
/// after it get one. Its runs are runs of the program.
fn chosen(program: &Program, reduction: &Reduction) -> Program {
    let mut chosen = program.clone();
    for variable in chosen.globals.iter_mut().chain(&mut chosen.locals) {
        variable.initial.get_or_insert(false);
    }
    for edge in chosen.locations.iter_mut().flat_map(|location| &mut location.edges) {
        if edge.choices() <= MOST_CHOICES {
            continue;
        }
        match &mut edge.instruction {
            Instruction::Update(update) => {
                choose(&mut update.globals, reduction.shared);
                choose(&mut update.locals, reduction.locals[edge.to as usize]);
            }
            Instruction::Start { at, fresh: Some(values) } => choose(values, reduction.locals[*at as usize]),
            _ => {}
        }
    }
    chosen
}

/// Chooses one value of each of these variables.
fn choose(assigned: &mut [(u8, Option<Expr>)], dropped: u64) {
    for (_, value) in assigned.iter_mut().filter(|(number, _)| dropped >> number & 1 == 1) {
        *value = Some(value.as_ref().map_or(Expr::Constant(false), Expr::chosen));
    }
}

/// The numbers of the steps, those of repeated parts as often as they happen.
fn unroll(repeats: &[Repeat], part: std::ops::Range<usize>, order: &mut Vec<usize>) -> Option<()> {
    let mut at = part.start;
    while at < part.end {
        let Some(outer) = repeats.iter().position(|repeat| repeat.first == at && repeat.steps > 0) else {
            order.push(at);
            at += 1;
            if order.len() > LONGEST {
                return None;
            }
            continue;
        };
        let Repeat { first, steps, times } = repeats[outer];
        let inner = repeats[outer + 1..].iter();
        let inner: Vec<Repeat> =
            inner.filter(|r| r.first >= first && r.first + r.steps <= first + steps).copied().collect();
        for _ in 0..times {
            unroll(&inner, first..first + steps, order)?;
        }
        at = first + steps;
    }
    Some(())
}

/// The shared values and the threads, one by one.
type Threads = (SharedValues, Vec<LocalValues>);

/// A step: the action, the values of the thread before it, and everything after it.
type Lifted = (Action, LocalValues, Threads);

/// Values met on a detour, with the number of those before and the action that leads from them.
type Place = (SharedValues, LocalValues, Option<(usize, Action)>);

struct Lift<'a> {
    program: &'a Program,
    reduced: &'a Reduced<'a>,
    /// The numbers of local values of the reduced program.
    numbers: FxHashMap<LocalValues, u32>,
    /// The numbers of its shared values.
    shared: FxHashMap<SharedValues, u32>,
}

impl Lift<'_> {
    /// A start of the program.
    fn start(&self, state: &State) -> Threads {
        let Reduced { reduction, tables, .. } = self.reduced;
        let dropped = reduction.locals[self.program.entry as usize];
        let shared = tables.shared[state.shared as usize];
        let values = shared.values & !reduction.shared | first_values(&self.program.globals, reduction.shared);
        let dead = self.program.locations[self.program.entry as usize].dead;
        let start = |local: u32| {
            let local = tables.locals[local as usize];
            let values = local.values & !dropped | first_values(&self.program.locals, dropped);
            LocalValues { values: values & !dead, ..local }
        };
        let threads =
            state.locals().iter().flat_map(|&(local, count)| std::iter::repeat_n(start(local), count as usize));
        (SharedValues { values, ..shared }, threads.collect())
    }

    /// The number of what the reduced program has for these values.
    fn number(&self, local: LocalValues) -> Option<u32> {
        let dead = self.reduced.program.locations.get(local.location as usize).map_or(0, |location| location.dead);
        self.numbers.get(&LocalValues { values: local.values & !dead, ..local }).copied()
    }

    /// A step of a thread that the reduced program has in `active`, with the values of the thread before it.
    fn step(&self, (shared, threads): &Threads, active: u32, after: &State) -> Option<Lifted> {
        let to = self.reduced.tables.shared[after.shared as usize];
        let mut tried: Vec<LocalValues> = Vec::new();
        for (at, &thread) in threads.iter().enumerate() {
            if self.number(thread) != Some(active) || tried.contains(&thread) {
                continue;
            }
            tried.push(thread);
            for action in self.program.actions(*shared, thread) {
                let values = action.shared.values & !self.reduced.reduction.shared;
                if (SharedValues { values, ..action.shared }) != to {
                    continue;
                }
                if let Some(next) = self.others(*shared, threads, at, &action, after) {
                    return Some((action, thread, next));
                }
            }
        }
        None
    }

    /// Steps of one thread by another way to a later state of the run, with the number of that state: where a test reads a hidden
    /// variable, both branches often lead to the same place.
    fn detour<'s>(
        &self,
        (shared, threads): &Threads,
        active: u32,
        is_later: impl Fn(&State) -> Option<&'s usize>,
    ) -> Option<(Vec<Lifted>, usize)> {
        let at = threads.iter().position(|thread| self.number(*thread) == Some(active))?;
        let mut met: Vec<Place> = vec![(*shared, threads[at], None)];
        let mut seen: FxHashSet<(SharedValues, LocalValues)> = [(*shared, threads[at])].into_iter().collect();
        let mut next = 0;
        while next < met.len() && met.len() < LARGEST_DETOUR {
            let (before, thread) = (met[next].0, met[next].1);
            for action in self.program.actions(before, thread) {
                if action.others != Others::Stay
                    || action.created.is_some()
                    || !seen.insert((action.shared, action.local))
                {
                    continue;
                }
                let mut crowd = threads.clone();
                crowd[at] = action.local;
                let later = self.state(action.shared, &crowd).and_then(|state| is_later(&state).copied());
                met.push((action.shared, action.local, Some((next, action))));
                if let Some(later) = later {
                    return Some((self.way(&met, threads, at), later));
                }
            }
            next += 1;
        }
        None
    }

    /// The steps to the place that was met last.
    fn way(&self, met: &[Place], threads: &[LocalValues], at: usize) -> Vec<Lifted> {
        let mut way = Vec::new();
        let mut place = met.last();
        while let Some((shared, local, Some((before, action)))) = place {
            let mut crowd = threads.to_vec();
            crowd[at] = *local;
            way.push((action.clone(), met[*before].1, (*shared, crowd)));
            place = met.get(*before);
        }
        way.reverse();
        way
    }

    /// The state of the reduced program for these values, if it has one.
    fn state(&self, shared: SharedValues, threads: &[LocalValues]) -> Option<State> {
        let values = shared.values & !self.reduced.reduction.shared;
        let shared = *self.shared.get(&SharedValues { values, ..shared })?;
        let threads: Option<Vec<(u32, u32)>> = threads.iter().map(|local| Some((self.number(*local)?, 1))).collect();
        State::new(shared, threads?).ok()
    }

    /// The threads after a step, if they can be those of `after`.
    fn others(
        &self,
        shared: SharedValues,
        threads: &[LocalValues],
        active: usize,
        action: &Action,
        after: &State,
    ) -> Option<Threads> {
        let mut wanted: FxHashMap<u32, u32> = after.locals().iter().copied().collect();
        let own: Vec<LocalValues> = [Some(action.local), action.created].into_iter().flatten().collect();
        for local in &own {
            take(&mut wanted, self.number(*local)?).then_some(())?;
        }
        let others: Vec<LocalValues> = (0..threads.len()).filter(|at| *at != active).map(|at| threads[at]).collect();
        for images in self.images(shared, threads[active], action, &others) {
            let mut tries = MOST_TRIES;
            let mut next = own.clone();
            if self.assign(&images, &mut wanted.clone(), &mut next, &mut tries) {
                return Some((action.shared, next));
            }
        }
        None
    }

    /// Where each of the other threads may go, in every way that does not depend on the threads one by one.
    fn images(
        &self,
        shared: SharedValues,
        active: LocalValues,
        action: &Action,
        others: &[LocalValues],
    ) -> Vec<Vec<Vec<LocalValues>>> {
        let stay = || others.iter().map(|other| vec![*other]).collect::<Vec<_>>();
        match action.others {
            Others::Stay => vec![stay()],
            Others::ReleaseAll(condition) => {
                let go = |other: &LocalValues| vec![self.program.released(*other, condition).unwrap_or(*other)];
                vec![others.iter().map(go).collect()]
            }
            Others::ReleaseOne(condition) => {
                let mut ways = Vec::new();
                for (at, other) in others.iter().enumerate() {
                    if let Some(released) = self.program.released(*other, condition) {
                        let mut way = stay();
                        way[at] = vec![released];
                        ways.push(way);
                    }
                }
                if ways.is_empty() { vec![stay()] } else { ways }
            }
            Others::Change => {
                let images = |other: &LocalValues| self.program.images(shared, active, action, *other);
                vec![others.iter().map(images).collect()]
            }
        }
    }

    /// Chooses an image of each thread, so that together they are those that are wanted.
    fn assign(
        &self,
        images: &[Vec<LocalValues>],
        wanted: &mut FxHashMap<u32, u32>,
        next: &mut Vec<LocalValues>,
        tries: &mut u32,
    ) -> bool {
        let Some((first, rest)) = images.split_first() else { return wanted.values().all(|count| *count == 0) };
        for &image in first {
            let Some(left) = tries.checked_sub(1) else { return false };
            *tries = left;
            let Some(number) = self.number(image) else { continue };
            if take(wanted, number) {
                next.push(image);
                if self.assign(rest, wanted, next, tries) {
                    return true;
                }
                next.pop();
                *wanted.entry(number).or_default() += 1;
            }
        }
        false
    }
}

/// Takes one of this kind, if there is one.
fn take(wanted: &mut FxHashMap<u32, u32>, number: u32) -> bool {
    match wanted.get_mut(&number) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// The values of some variables at the start, 0 where they may have either.
fn first_values(variables: &[Variable], among: u64) -> u64 {
    let ones = variables.iter().enumerate().filter(|(_, variable)| variable.initial == Some(true));
    ones.fold(0, |values, (number, _)| values | 1 << number) & among
}

/// The run over the values that it visits.
fn numbered(subject: Subject, run: &[Threads], moves: &[(LocalValues, Action)]) -> Option<Run> {
    let Subject { program, property, mains } = subject;
    let mut shared: Vec<SharedValues> = run.iter().map(|(shared, _)| *shared).collect();
    let mut locals: Vec<LocalValues> = run.iter().flat_map(|(_, threads)| threads).copied().collect();
    let released: Vec<LocalValues> = locals.iter().flat_map(|&values| program.possible_releases(values)).collect();
    locals.extend(released);
    shared.sort_unstable();
    shared.dedup();
    locals.sort_unstable();
    locals.dedup();
    let shared_number = |values: &SharedValues| shared.binary_search(values).ok().map(|number| number as u32);
    let local_number = |values: &LocalValues| locals.binary_search(values).ok().map(|number| number as u32);
    let mut pairs: Vec<(u32, Vec<u32>)> = (0..shared.len() as u32).map(|number| (number, Vec::new())).collect();
    let mut states = Vec::new();
    for (values, threads) in run {
        let number = shared_number(values)?;
        let threads: Vec<u32> = threads.iter().map(local_number).collect::<Option<_>>()?;
        pairs[number as usize].1.extend(&threads);
        states.push(State::new(number, threads.iter().map(|&local| (local, 1))).ok()?);
    }
    for (_, row) in &mut pairs {
        row.sort_unstable();
        row.dedup();
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut wanted = Vec::new();
    for (before, action) in moves {
        let given = [Some(action.local), action.created].into_iter().flatten();
        let given: Vec<(u32, u32)> = given.map(|values| Some((local_number(&values)?, 1))).collect::<Option<_>>()?;
        wanted.push((counts([(local_number(before)?, 1)]).ok()?, counts(given).ok()?));
    }
    let tables = Tables { shared, locals, pairs, reduction: None };
    let system = view_of_run(program, property, mains, &tables, &|| true)?.system;
    for ((take, give), states) in wanted.iter().zip(states.windows(2)) {
        let same = |rule: &umpteen_model::system::Rule| rule.take == *take && rule.give == *give;
        steps.push(step_between(&system, same, &states[0], &states[1]).ok()??);
    }
    let trace = Trace { initial: states[0].clone(), steps, repeats: Vec::new() };
    Some((tables, system, trace))
}
