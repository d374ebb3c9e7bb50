//! Whatever a thread does on a whole way, the reduced program can do in one step.
//!
//! A way is the path of some reduced steps, or none. Whenever the thread can go it, given the conditions of the reduced
//! location where it stands, one of these steps must be possible with the same inputs, change shared variables and those
//! that are read again in the same way, and lead to a location whose conditions hold then. Conditions are about the values that
//! the thread has in the program as lowered: the reduced one need not have them any more.

use super::words::{Inputs, Moment, Words};
use super::{Effort, Pair, unlike};
use crate::Rejection;
use std::collections::BTreeSet;
use std::rc::Rc;
use umpteen_logic::circuit::Bit;
use umpteen_model::c::expression::Place;
use umpteen_model::c::program::{Edge, Frames, Start};

/// Accepts the reduced steps only if they cover every way.
pub(super) fn check(pair: &Pair, go_on: &dyn Fn() -> bool) -> Result<(), Rejection> {
    let mut effort = Effort { steps: 0, go_on };
    for (at, original) in pair.locations() {
        let location = &pair.reduced.locations[at as usize];
        let mut words = Words::new(&pair.original);
        words.assume(&location.known);
        let mut cover = Cover { pair, at, words, effort };
        cover.visit(original)?;
        effort = cover.effort;
    }
    Ok(())
}

/// A way, or a part of one.
struct Way<'a> {
    moment: Moment,
    /// Whether the thread can go it.
    possible: Bit,
    /// Its steps, by number, with their inputs.
    steps: Vec<(u32, &'a Edge, Rc<Inputs>)>,
    /// Where it is on the paths of reduced steps.
    node: Option<u32>,
}

struct Cover<'a> {
    pair: &'a Pair<'a>,
    /// The reduced location.
    at: u32,
    words: Words<'a>,
    effort: Effort<'a>,
}

impl<'a> Cover<'a> {
    /// Looks at every way from the kept location that the reduced one stands for.
    fn visit(&mut self, original: u32) -> Result<(), Rejection> {
        let pair = self.pair;
        let paths = pair.paths(self.at);
        let begin = Way { moment: Moment::default(), possible: Bit::ONE, steps: Vec::new(), node: Some(0) };
        let mut pending = vec![(original, begin)];
        while let Some((at, way)) = pending.pop() {
            for (number, edge) in (0u32..).zip(&pair.original.locations[at as usize].edges) {
                self.effort.step()?;
                let mut inputs = Inputs::default();
                let (moment, guard) = self.words.execute(&way.moment, edge, &mut inputs);
                let possible = self.words.and(way.possible, guard);
                let node = paths.after(way.node, number);
                let strays = way.node.is_some() && node.is_none();
                if possible == Bit::ZERO
                    || !pair.returns[edge.to as usize]
                    || (strays && self.words.is_clearly_impossible(possible))
                {
                    continue;
                }
                let mut steps = way.steps.clone();
                steps.push((number, edge, Rc::new(inputs)));
                let longer = Way { moment, possible, steps, node };
                match pair.kept[edge.to as usize] {
                    true => self.arrive(longer)?,
                    false => pending.push((edge.to, longer)),
                }
            }
        }
        Ok(())
    }

    /// Looks for the reduced steps that do the same as a whole way.
    fn arrive(&mut self, way: Way) -> Result<(), Rejection> {
        let pair = self.pair;
        let is_path = |edge: &&Edge| {
            let numbers = edge.path.iter().map(|part| part.edge);
            numbers.eq(way.steps.iter().map(|(number, ..)| *number))
        };
        let steps: Vec<&Edge> = pair.reduced.locations[self.at as usize].edges.iter().filter(is_path).collect();
        let mut uncovered = way.possible;
        for edge in steps {
            let does = self.does(edge, &way);
            uncovered = self.words.and(uncovered, !does);
        }
        match self.words.is_impossible(uncovered) {
            true => Ok(()),
            false => unlike("what a thread does from one location to another"),
        }
    }

    /// Whether a reduced step is possible, does the same as a way, and leads to where its conditions hold.
    fn does(&mut self, edge: &Edge, way: &Way) -> Bit {
        let mut inputs = inputs(edge, way);
        let start = Moment::default();
        let mut does = self.words.condition(&start, &edge.guard, &mut inputs);
        let returns = self.pair.reduced.locations[self.at as usize].frames == Some(Frames::Return);
        let places: BTreeSet<Place> =
            way.moment.changed().chain(edge.updates.iter().map(|(place, _)| *place)).collect();
        for place in places {
            let value = edge.update(place);
            let matters = match place {
                Place::Global(_) => true,
                Place::Local(local) => returns || self.pair.live.contains(edge.to, local),
            };
            if !matters {
                continue;
            }
            // A value that a return does not give is the caller's.
            if returns && value.is_some() != way.steps.iter().any(|(_, step, _)| step.update(place).is_some()) {
                return Bit::ZERO;
            }
            let reduced = match value {
                Some(value) => self.words.value(&start, value, &mut inputs),
                None => self.words.read(&start, place),
            };
            let original = self.words.read(&way.moment, place);
            let same = self.words.same(&reduced, &original);
            does = self.words.and(does, same);
        }
        let same = self.starts_same(edge, way, &mut inputs);
        does = self.words.and(does, same);
        if !returns {
            for fact in &self.pair.reduced.locations[edge.to as usize].known {
                let holds = self.words.condition(&way.moment, fact, &mut Inputs::default());
                does = self.words.and(does, holds);
            }
        }
        does
    }

    /// Whether a step starts the same thread as a way, with the same values of the variables that it reads.
    fn starts_same(&mut self, edge: &Edge, way: &Way, inputs: &mut Inputs) -> Bit {
        let [(_, step, given)] = &way.steps[..] else { return Bit::constant(edge.start.is_none()) };
        let (one, other): (&Start, &Start) = match (&edge.start, &step.start) {
            (None, None) => return Bit::ONE,
            (Some(one), Some(other)) if one.template == other.template => (one, other),
            _ => return Bit::ZERO,
        };
        let entry = self.pair.reduced.templates[one.template as usize].entry;
        let start = Moment::default();
        let mut given = Inputs::clone(given);
        let mut same = Bit::ONE;
        for local in self.pair.reduced.locals_of(one.template) {
            let argument =
                |start: &Start| start.arguments.iter().find(|(given, _)| *given == local).map(|(_, v)| v.clone());
            let alike = match (argument(one), argument(other)) {
                (None, None) => Bit::ONE,
                (Some(one), Some(other)) => {
                    let one = self.words.value(&start, &one, inputs);
                    let other = self.words.value(&start, &other, &mut given);
                    self.words.same(&one, &other)
                }
                _ => Bit::ZERO,
            };
            if self.pair.live.contains(entry, local) {
                same = self.words.and(same, alike);
            }
        }
        same
    }
}

/// The inputs of a reduced step in terms of those of its parts. A number that several parts have is that of the last one: the
/// others do not need it.
fn inputs(edge: &Edge, way: &Way) -> Inputs {
    let mut inputs = Inputs::default();
    for (part, (_, step, given)) in edge.path.iter().zip(&way.steps) {
        let count = step.inputs();
        for number in 0..count {
            inputs.remove(&(part.first_input + number));
        }
        for (number, word) in given.iter() {
            inputs.insert(part.first_input + *number, word.clone());
        }
    }
    inputs
}
