//! The data flow of one run of a C program: which step assigned the value that a step reads.
//!
//! Only what decides a value counts: of a conditional expression the branch that was taken, of a false conjunction one false
//! part. So a store through a pointer is a write of the one variable that it leads to.

use std::collections::{BTreeMap, BTreeSet};
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Edge, Frames, Program, Purpose, Statement};

/// A run with the states that the checker went through, and the sources of what its steps read.
pub struct Flow<'a> {
    /// The program.
    pub program: &'a Program,
    run: &'a Run,
    states: &'a [State],
    /// For each step the steps that last assigned the variables that it can read; those that are missing have first values.
    sources: Vec<BTreeMap<Place, usize>>,
}

/// The part of a step that something depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Its condition.
    Guard,
    /// The value that it assigns to a variable, or gives to the thread that it starts.
    Assigns(Place),
}

/// A read of a variable by a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    /// The step, counted from zero.
    pub step: usize,
    /// The variable.
    pub place: Place,
}

impl<'a> Flow<'a> {
    /// Follows the run.
    pub fn of(program: &'a Program, run: &'a Run, states: &'a [State]) -> Flow<'a> {
        let mut flow = Flow { program, run, states, sources: Vec::with_capacity(run.steps.len()) };
        let mut shared: BTreeMap<u32, usize> = BTreeMap::new();
        let mut own: Vec<Vec<BTreeMap<u32, usize>>> = vec![vec![BTreeMap::new()]];
        for (at, before) in states.iter().enumerate().take(run.steps.len()) {
            let thread = flow.thread(at);
            let edge = flow.edge(at);
            let mut sources = BTreeMap::new();
            for place in edge.expressions().flat_map(Expr::places) {
                let source = match place {
                    Place::Global(number) => shared.get(&number),
                    Place::Local(number) => own[thread].last().and_then(|frame| frame.get(&number)),
                };
                sources.extend(source.map(|source| (place, *source)));
            }
            flow.sources.push(sources);
            let location = before.threads[thread].location;
            match program.locations[location as usize].frames {
                Some(Frames::Call(_)) => {
                    let frame = own[thread].last().cloned().unwrap_or_default();
                    own[thread].push(frame);
                }
                Some(Frames::Return) => {
                    own[thread].pop();
                }
                Some(Frames::Landing) | None => {}
            }
            if own[thread].is_empty() {
                own[thread].push(BTreeMap::new());
            }
            for place in flow.written(at) {
                let _ = match place {
                    Place::Global(number) => shared.insert(number, at),
                    Place::Local(number) => own[thread].last_mut().and_then(|frame| frame.insert(number, at)),
                };
            }
            if let Some(start) = &edge.start {
                own.push(vec![start.arguments.iter().map(|(local, _)| (*local, at)).collect()]);
            }
        }
        flow
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.run.steps.len()
    }

    /// The thread of a step, counted from zero.
    pub fn thread(&self, at: usize) -> usize {
        self.run.steps[at].thread as usize
    }

    /// The location that the thread of a step is at before it.
    pub fn location(&self, at: usize) -> u32 {
        self.states[at].threads[self.thread(at)].location
    }

    /// The edge of a step.
    pub fn edge(&self, at: usize) -> &'a Edge {
        &self.program.locations[self.location(at) as usize].edges[self.run.steps[at].edge as usize]
    }

    /// The state before a step, or after the one before it.
    pub fn before(&self, at: usize) -> &'a State {
        &self.states[at]
    }

    /// The thread that a step starts, counted from zero.
    pub fn started(&self, at: usize) -> Option<usize> {
        self.edge(at).start.as_ref().map(|_| self.states[at].threads.len())
    }

    /// The last statement of a step that has a text.
    pub fn statement(&self, at: usize) -> Option<&'a Statement> {
        self.edge(at).statements.iter().rfind(|statement| !statement.text.is_empty())
    }

    /// The value of a variable for the thread of a step, before it.
    pub fn value(&self, at: usize, place: Place) -> u64 {
        self.value_in(&self.states[at], self.thread(at), place)
    }

    fn value_in(&self, state: &State, thread: usize, place: Place) -> u64 {
        match place {
            Place::Global(number) => state.globals[number as usize],
            Place::Local(number) => state.threads[thread].locals[number as usize],
        }
    }

    /// The value of a shared variable after a step.
    pub fn after(&self, at: usize, global: u32) -> u64 {
        self.states[at + 1].globals[global as usize]
    }

    /// The value of an expression in a step.
    pub fn evaluate(&self, at: usize, expr: &Expr) -> u64 {
        expr.value(&|place| self.value(at, place), &|number| self.input(at, number))
    }

    /// The value that a part of a step would have if one shared variable had the value that it has before a later step. Hidden
    /// variables of the thread are computed anew.
    pub fn value_if_later(&self, at: usize, part: Part, global: u32, later: usize) -> u64 {
        let read = |place: Place| match place {
            Place::Global(number) if number == global => self.value(later, place),
            Place::Local(_) if self.program.variable(place).hidden => match self.source(at, place) {
                Some(source) if self.thread(source) == self.thread(at) => {
                    self.value_if_later(source, Part::Assigns(place), global, later)
                }
                _ => self.value(at, place),
            },
            _ => self.value(at, place),
        };
        self.expression(at, part).map_or(0, |expr| expr.value(&read, &|number| self.input(at, number)))
    }

    fn input(&self, at: usize, number: u32) -> u64 {
        self.run.steps[at].inputs.get(number as usize).copied().unwrap_or(0)
    }

    /// The step that assigned what a step reads; none if the variable has its first value.
    pub fn source(&self, at: usize, place: Place) -> Option<usize> {
        self.sources[at].get(&place).copied()
    }

    /// The variables that a step assigns, without those that it only assigns to themselves.
    pub fn written(&self, at: usize) -> Vec<Place> {
        let stays =
            |place: Place, value: &Expr| matches!(self.chosen(at, value), Expr::Read(same, _) if *same == place);
        let updates = self.edge(at).updates.iter().filter(|(place, value)| !stays(*place, value));
        updates.map(|(place, _)| *place).collect()
    }

    /// The expression without the conditions around it, as they are in a step.
    fn chosen<'e>(&self, at: usize, mut expr: &'e Expr) -> &'e Expr {
        while let Expr::Conditional(test, yes, no) = expr {
            expr = if self.evaluate(at, test) == 1 { yes } else { no };
        }
        expr
    }

    /// The expression that a part of a step evaluates.
    pub fn expression(&self, at: usize, part: Part) -> Option<&'a Expr> {
        match part {
            Part::Guard => Some(&self.edge(at).guard),
            Part::Assigns(place) => self.edge(at).update(place).or_else(|| {
                let mut arguments = self.edge(at).start.iter().flat_map(|start| &start.arguments);
                arguments.find(|(local, _)| Place::Local(*local) == place).map(|(_, value)| value)
            }),
        }
    }

    /// The variables that decide the value of a part of a step.
    pub fn reads(&self, at: usize, part: Part) -> BTreeSet<Place> {
        let mut found = BTreeSet::new();
        if let Some(expr) = self.expression(at, part) {
            self.deciding(at, expr, &mut found);
        }
        found
    }

    fn deciding(&self, at: usize, expr: &Expr, found: &mut BTreeSet<Place>) {
        match expr {
            Expr::Constant(..) | Expr::Input(..) => {}
            Expr::Read(place, _) => {
                found.insert(*place);
            }
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => self.deciding(at, operand, found),
            Expr::Conditional(test, yes, no) => {
                self.deciding(at, test, found);
                self.deciding(at, if self.evaluate(at, test) == 1 { yes } else { no }, found);
            }
            Expr::Binary(operator @ (Binary::And | Binary::Or), left, right) if left.ty() == Type::BOOL => {
                // One operand is enough for a false conjunction or a true disjunction.
                let enough = u64::from(*operator == Binary::Or);
                match [left, right].into_iter().find(|operand| self.evaluate(at, operand) == enough) {
                    Some(operand) => self.deciding(at, operand, found),
                    None => [left, right].into_iter().for_each(|operand| self.deciding(at, operand, found)),
                }
            }
            Expr::Binary(_, left, right) => {
                self.deciding(at, left, found);
                self.deciding(at, right, found);
            }
        }
    }

    /// The variables that a step looks at.
    pub fn all_reads(&self, at: usize) -> BTreeSet<Place> {
        let assigned = self.written(at).into_iter().map(Part::Assigns);
        let given = self.edge(at).start.iter().flat_map(|start| &start.arguments);
        let given = given.map(|(local, _)| Part::Assigns(Place::Local(*local)));
        std::iter::once(Part::Guard).chain(assigned).chain(given).flat_map(|part| self.reads(at, part)).collect()
    }

    /// The reads that decide a part of a step, back to shared variables: what a variable of a thread holds is looked at
    /// where it was read. Reads of variables of threads that the source shows are among them.
    pub fn seen(&self, at: usize, part: Part) -> Vec<Seen> {
        self.seen_through(at, part, &|_| true)
    }

    /// The same, but only what hidden variables hold is looked at further back.
    pub fn seen_directly(&self, at: usize, part: Part) -> Vec<Seen> {
        self.seen_through(at, part, &|place| self.program.variable(place).hidden)
    }

    fn seen_through(&self, at: usize, part: Part, through: &dyn Fn(Place) -> bool) -> Vec<Seen> {
        let mut seen = Vec::new();
        let mut done = BTreeSet::new();
        let mut pending = vec![(at, part)];
        while let Some((at, part)) = pending.pop() {
            if !done.insert((at, part)) {
                continue;
            }
            for place in self.reads(at, part) {
                seen.push(Seen { step: at, place });
                if let (Place::Local(_), Some(source), true) = (place, self.source(at, place), through(place)) {
                    pending.push((source, Part::Assigns(place)));
                }
            }
        }
        seen.sort();
        seen
    }

    /// Whether a variable is a lock or the like, whose value is no reason for a failure.
    pub fn is_lock(&self, place: Place) -> bool {
        match place {
            Place::Global(number) => {
                self.program.purposes.get(&number).is_some_and(|purpose| *purpose != Purpose::Ended)
            }
            Place::Local(_) => false,
        }
    }

    /// The shared variable of a place that the source shows and that is no lock.
    pub fn shown_global(&self, place: Place) -> Option<u32> {
        match place {
            Place::Global(number) if !self.is_lock(place) && !self.program.variable(place).hidden => Some(number),
            _ => None,
        }
    }

    /// A variable's value before a step, for people.
    pub fn shown(&self, at: usize, place: Place) -> String {
        self.program.shown(self.value(at, place), self.program.variable(place).ty)
    }

    /// A variable's value after the run, for the thread that fails.
    pub fn shown_in_the_end(&self, place: Place) -> String {
        let value = self.value_in(&self.states[self.len()], self.thread(self.len() - 1), place);
        self.program.shown(value, self.program.variable(place).ty)
    }

    /// The value of a shared variable after a step, for people.
    pub fn shown_after(&self, at: usize, global: u32) -> String {
        self.program.shown(self.after(at, global), self.program.globals[global as usize].ty)
    }
}
