//! The facts at each line of the source that a visit of all states implies: how many threads are about to execute it at the same time
//! at most, and which shared variables have only one value then.

use crate::decide::c::lines::place_of;
use crate::report::LineView;
use std::collections::BTreeMap;
use umpteen_model::c::liveness;
use umpteen_model::c::machine::State;
use umpteen_model::c::program::Program;

/// A file and a line in it.
type Place = (u32, u32);

/// The values and numbers of threads seen so far at each line.
pub struct Lines<'a> {
    program: &'a Program,
    /// The line of each location, if it has one.
    places: Vec<Option<Place>>,
    /// The shared variables that nobody reads, of which not all values were seen.
    unread: Vec<bool>,
    /// For each line the most threads at once, and the shared variables with their values as long as there is only one.
    seen: BTreeMap<Place, (u64, Vec<Option<u64>>)>,
    /// The values of the shared variables that are the same in all states.
    everywhere: Option<Vec<Option<u64>>>,
}

impl<'a> Lines<'a> {
    /// No state is seen yet.
    pub fn new(program: &'a Program) -> Lines<'a> {
        let places = program.locations.iter().map(place_of).collect();
        let unread = liveness::unread(program, &liveness::live(program));
        Lines { program, places, unread, seen: BTreeMap::new(), everywhere: None }
    }

    /// Looks at one state more.
    pub fn look(&mut self, state: &State) {
        let known = |(value, unread): (&u64, &bool)| Some(*value).filter(|_| !unread);
        let fresh = || state.globals.iter().zip(&self.unread).map(known).collect::<Vec<_>>();
        let mut here: BTreeMap<Place, u64> = BTreeMap::new();
        for place in state.threads.iter().filter_map(|thread| self.places[thread.location as usize]) {
            *here.entry(place).or_default() += 1;
        }
        for (place, threads) in here {
            let (most, values) = self.seen.entry(place).or_insert_with(|| (0, fresh()));
            *most = threads.max(*most);
            keep_equal(values, state);
        }
        keep_equal(self.everywhere.get_or_insert_with(fresh), state);
    }

    /// The facts at each line.
    pub fn views(&self) -> Vec<LineView> {
        let mut places: Vec<Place> = self.places.iter().flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| self.view(place)).collect()
    }

    fn view(&self, place: Place) -> LineView {
        let (most, values) = self.seen.get(&place).map_or((0, &[][..]), |(most, values)| (*most, values));
        let constant = |number: usize| self.everywhere.as_ref().is_some_and(|all| all[number].is_some());
        let fact = |(number, value): (usize, &Option<u64>)| {
            let variable = &self.program.globals[number];
            let value = value.filter(|_| !variable.hidden && !constant(number))?;
            Some(format!("{} == {}", variable.name, self.program.shown(value, variable.ty)))
        };
        LineView {
            file: self.program.files.get(place.0 as usize).cloned().unwrap_or_default(),
            line: place.1,
            known: values.iter().enumerate().filter_map(fact).collect(),
            threads: Some(match most {
                0 => "no thread".to_string(),
                1 => "at most one thread".to_string(),
                most => format!("at most {most} threads"),
            }),
        }
    }
}

/// Gives up the values that are others in a state.
fn keep_equal(values: &mut [Option<u64>], state: &State) {
    for (value, now) in values.iter_mut().zip(&state.globals) {
        *value = value.filter(|value| value == now);
    }
}
