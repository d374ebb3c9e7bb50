//! The search itself: which states come after which.

use super::choices::Choices;
use super::packed::Layout;
use super::reduction::Reduction;
use super::states::States;
use super::{Bounds, Explored};
use rustc_hash::FxHashSet;
use umpteen_engines::budget::Budget;
use umpteen_model::c::expression::Place;
use umpteen_model::c::liveness::{self, Live};
use umpteen_model::c::program::{Edge, Hang, Location, Program};

/// How a state was found; for a first state, `before` is its own number.
pub struct Origin {
    /// The state before.
    pub before: u32,
    /// The record that moves there.
    pub thread: u32,
    /// The edge at its location.
    pub edge: u32,
    /// Which of the ways to choose.
    pub choice: u32,
}

/// A search and what it has found so far.
pub struct Search<'a> {
    /// The program that is explored.
    pub program: &'a Program,
    bounds: Bounds,
    /// How its states are packed.
    pub layout: Layout,
    /// The first values of main's variables.
    pub first: Choices,
    /// The choices of the edges of each location.
    pub choices: Vec<Vec<Choices>>,
    executed: Vec<Vec<bool>>,
    /// The locations that threads get to.
    visited: Vec<bool>,
    reduction: Option<Reduction>,
    /// The states found.
    pub states: States,
    /// How each was found.
    pub origins: Vec<Origin>,
    /// The number of the first state found in which an assertion has failed.
    pub failed: Option<usize>,
    /// Whether nothing but threads beyond the bound was left out.
    pub complete: bool,
    /// Whether a thread beyond the bound was not started.
    pub cut: bool,
    ended: bool,
    /// Whether the same holds for the state that is looked at.
    cut_here: bool,
    /// Whether some thread may move in that state with inputs that are not tried.
    may_move: bool,
    /// Whether it matters that nobody can move.
    has_hangs: bool,
}

/// Successors of one state that may turn out not to be needed.
#[derive(Default)]
struct Successors {
    rows: Vec<(usize, Origin)>,
    words: Vec<u64>,
    scratch: Vec<u64>,
}

impl<'a> Search<'a> {
    /// Prepares a search.
    pub fn new(program: &'a Program, bounds: Bounds, reduction: Option<Reduction>) -> Search<'a> {
        let live = liveness::live(program);
        let unread = liveness::unread(program, &live);
        Search::with_unread(program, bounds, reduction, &live, unread)
    }

    /// The same, where the values of all shared variables matter.
    pub fn of_all_values(program: &'a Program, bounds: Bounds) -> Search<'a> {
        Search::with_unread(program, bounds, None, &liveness::live(program), vec![false; program.globals.len()])
    }

    fn with_unread(
        program: &'a Program,
        bounds: Bounds,
        reduction: Option<Reduction>,
        live: &Live,
        unread: Vec<bool>,
    ) -> Search<'a> {
        let of_edge = |edge: &Edge| Choices::of_edge(program, live, &unread, edge, bounds.states);
        let of_location = |location: &Location| location.edges.iter().map(of_edge).collect();
        let choices = program.locations.iter().map(of_location).collect();
        Search {
            program,
            bounds: Bounds { states: bounds.states.min(u32::MAX as usize - 1), ..bounds },
            layout: Layout::new(program, live, unread),
            first: Choices::of_start(program, live, 0),
            choices,
            executed: program.locations.iter().map(|location| vec![false; location.edges.len()]).collect(),
            visited: vec![false; program.locations.len()],
            reduction,
            states: States::default(),
            origins: Vec::new(),
            failed: None,
            complete: true,
            cut: false,
            ended: false,
            cut_here: false,
            may_move: false,
            has_hangs: program.has_hangs(),
        }
    }

    /// Goes on until there is nothing new, or a reason to stop.
    pub fn run(&mut self, stop_at_failure: bool, budget: &Budget) {
        self.complete &= self.first.exhaustive;
        for (number, choice) in (0u32..).zip(self.first.all.clone()) {
            let mut state = self.layout.start(self.program);
            self.layout.push(&mut state, self.program, 0, &choice.fresh);
            self.layout.forget(&mut state, 0);
            if self.states.insert(&state) {
                let before = self.origins.len() as u32;
                self.origins.push(Origin { before, thread: 0, edge: 0, choice: number });
                self.note_last();
            }
        }
        let mut state = Vec::new();
        let mut successors = Successors::default();
        let mut next = 0;
        while next < self.states.len() && !(stop_at_failure && self.failed.is_some()) {
            if self.states.len() > self.bounds.states || budget.check().is_err() {
                self.complete = false;
                break;
            }
            budget.report(next as u64, self.states.len() - next);
            state.clear();
            state.extend_from_slice(self.states.get(next));
            self.expand(next as u32, &state, &mut successors);
            let mut start = 0;
            for (end, origin) in successors.rows.drain(..) {
                if self.states.insert(&successors.words[start..end]) {
                    self.origins.push(origin);
                    self.note_last();
                }
                start = end;
            }
            next += 1;
        }
    }

    /// Looks at the state that was found last.
    fn note_last(&mut self) {
        let number = self.states.len() - 1;
        let state = self.states.get(number);
        let mut all_ended = true;
        for thread in 0..self.layout.threads(state) {
            let at = self.layout.location(state, thread) as usize;
            let location = &self.program.locations[at];
            self.visited[at] = true;
            self.ended |= location.may_stop();
            all_ended &= location.ends;
            if location.fails.is_some() {
                self.failed.get_or_insert(number);
            }
        }
        self.ended |= all_ended;
    }

    /// The states after every step that has to be explored.
    fn expand(&mut self, number: u32, state: &[u64], successors: &mut Successors) {
        let threads = self.layout.threads(state);
        let locations: Vec<u32> = (0..threads).map(|thread| self.layout.location(state, thread)).collect();
        let inside = locations.iter().filter(|&&at| self.program.locations[at as usize].inside).count();
        let sets = match &self.reduction {
            Some(reduction) if inside == 0 => reduction.sets(&locations),
            _ => Vec::new(),
        };
        let contains = |set: u64, thread: usize| set >> thread & 1 == 1;
        for set in sets {
            successors.clear();
            let mut forward = false;
            for thread in (0..threads).filter(|&thread| contains(set, thread)) {
                let is_repeated = thread > 1 && contains(set, thread - 1) && self.is_repeated(state, thread);
                if !is_repeated && self.steps(number, state, thread, &locations, successors) {
                    forward |= self.reduction.as_ref().is_some_and(|r| r.goes_forward(locations[thread]));
                }
            }
            if forward {
                return;
            }
        }
        successors.clear();
        (self.cut_here, self.may_move) = (false, false);
        let mut moves = locations.iter().any(|&at| self.program.locations[at as usize].may_stop());
        for thread in 0..threads {
            let somebody_else = inside - usize::from(self.program.locations[locations[thread] as usize].inside);
            if somebody_else == 0 && !(thread > 1 && self.is_repeated(state, thread)) {
                moves |= self.steps(number, state, thread, &locations, successors);
            }
        }
        // A thread beyond the bound would be a move.
        if self.has_hangs && !moves && !self.may_move && !self.cut_here && inside == 0 {
            for thread in 0..threads {
                self.steps_of(number, state, thread, &locations, successors, true);
            }
        }
    }

    /// Whether the thread before is in the same state, so that this one can do nothing new.
    fn is_repeated(&self, state: &[u64], thread: usize) -> bool {
        self.layout.record(state, thread) == self.layout.record(state, thread - 1)
    }

    /// The states after each step of a thread; tells whether it can move.
    fn steps(
        &mut self,
        number: u32,
        state: &[u64],
        thread: usize,
        locations: &[u32],
        successors: &mut Successors,
    ) -> bool {
        self.steps_of(number, state, thread, locations, successors, false)
    }

    /// The same, or the states after each step that is possible because nobody can move.
    fn steps_of(
        &mut self,
        number: u32,
        state: &[u64],
        thread: usize,
        locations: &[u32],
        successors: &mut Successors,
        hangs: bool,
    ) -> bool {
        let (program, layout, from) = (self.program, &self.layout, locations[thread] as usize);
        let ended = |other: usize| other == thread || program.locations[locations[other] as usize].ends;
        let alone = || (0..locations.len()).all(ended);
        let mut moves = false;
        for (edge_number, edge) in program.locations[from].edges.iter().enumerate() {
            if hangs != (edge.hang == Some(Hang::Hangs)) {
                continue;
            }
            let before = successors.rows.len();
            let choices = &self.choices[from][edge_number];
            self.complete &= choices.exhaustive;
            if edge.early {
                // A thread that joins an unknown thread may continue before the others have ended.
                self.complete = false;
                if !alone() {
                    continue;
                }
            }
            if edge.start.is_some() && locations.len() >= self.bounds.threads {
                (self.cut, self.cut_here) = (true, true);
                continue;
            }
            for (choice_number, choice) in choices.all.iter().enumerate() {
                let value = |expr| layout.value(state, thread, &choice.inputs, expr);
                if value(&edge.guard) != 1 {
                    continue;
                }
                let after = &mut successors.scratch;
                after.clear();
                after.extend_from_slice(state);
                layout.go_to(after, thread, edge.to);
                for (place, update) in &edge.updates {
                    layout.set(after, thread, *place, value(update));
                }
                layout.forget(after, thread);
                if let Some(start) = &edge.start {
                    layout.push(after, program, start.template, &choice.fresh);
                    for (local, argument) in &start.arguments {
                        let place = Place::Local(*local);
                        layout.set(after, locations.len(), place, value(argument));
                    }
                    layout.forget(after, locations.len());
                }
                layout.sort(after);
                self.executed[from][edge_number] = true;
                successors.words.extend_from_slice(after);
                let origin = Origin {
                    before: number,
                    thread: thread as u32,
                    edge: edge_number as u32,
                    choice: choice_number as u32,
                };
                successors.rows.push((successors.words.len(), origin));
            }
            let is_move = match edge.hang {
                Some(Hang::Joins) => alone(),
                Some(Hang::Stops | Hang::Hangs) => !self.has_hangs,
                None => true,
            };
            moves |= is_move && successors.rows.len() > before;
            self.may_move |= is_move && edge.guard.has_input();
        }
        moves
    }

    /// The result of the search.
    pub fn explored(self) -> Explored {
        let mut executed = FxHashSet::default();
        for (location, done) in self.program.locations.iter().zip(&self.executed) {
            let edges = location.edges.iter().zip(done).filter(|(_, done)| **done);
            executed.extend(edges.flat_map(|(edge, _)| edge.statements.iter().map(|statement| statement.position)));
        }
        let at = self.program.locations.iter().zip(&self.visited).filter(|(_, visited)| **visited);
        let exits = at.filter_map(|(location, _)| location.exit.as_ref()).filter(|exit| exit.certain);
        executed.extend(exits.flat_map(|exit| &exit.positions));
        let failure = self.failed.map(|number| self.run_to(number));
        let Search { complete, cut, ended, .. } = self;
        Explored { failure, executed, complete, cut, ended, states: self.states.len() }
    }
}

impl Successors {
    fn clear(&mut self) {
        self.rows.clear();
        self.words.clear();
    }
}
