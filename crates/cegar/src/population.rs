//! How many threads of each template can there be? Where a template is started a bounded number of times, states with more
//! of its threads need not be considered.
//!
//! A thread at a location may still start so many threads of the template, directly or through those it starts. That
//! number, plus one for each thread of the template itself, never grows when summed over all threads: a linear
//! invariant, which the search verifies before it uses it and the checker proves.

use umpteen_model::boolean::view::Tables;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Weight;

/// More threads than this are not worth counting.
const MOST: u64 = 8;

/// One invariant for each template that is started a bounded number of times.
pub fn weights(program: &Program, tables: &Tables) -> Vec<Weight> {
    (0..program.templates.len() as u32).filter_map(|template| weight(program, tables, template)).collect()
}

fn weight(program: &Program, tables: &Tables, template: u32) -> Option<Weight> {
    let future = future(program, template)?;
    let at = |location: u32| {
        let is_one = program.locations[location as usize].template == template;
        future[location as usize] + u64::from(is_one)
    };
    let locals = (0u32..).zip(&tables.locals).map(|(number, values)| (number, at(values.location)));
    let bound = at(program.templates[0].entry) as i64;
    Some(Weight { shared: Vec::new(), locals: locals.filter(|(_, weight)| *weight > 0).collect(), bound })
}

/// For each location, how many threads of the template a thread there may still start; none if there is no bound.
fn future(program: &Program, template: u32) -> Option<Vec<u64>> {
    let mut future = vec![0u64; program.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, location) in program.locations.iter().enumerate().rev() {
            for edge in &location.edges {
                let started = edge.start.as_ref().map_or(0, |start| {
                    let entry = program.templates[start.template as usize].entry;
                    future[entry as usize] + u64::from(start.template == template)
                });
                let after = future[edge.to as usize] + started;
                if after > MOST {
                    return None;
                }
                if after > future[at] {
                    future[at] = after;
                    changed = true;
                }
            }
        }
    }
    Some(future)
}
