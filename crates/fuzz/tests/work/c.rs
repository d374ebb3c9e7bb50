//! C: exploration, abstraction and facts, with random programs.

use crate::{budget, compare, size};
use fastrand::Rng;
use umpteen_cegar::explore::{self, Bounds};
use umpteen_cegar::{About, Answer, Discover, Options, Proof, Refine, Round, Statistics, facts};
use umpteen_frontends::c::{self, read};
use umpteen_fuzz::c_text::{self, twin};
use umpteen_fuzz::recursive_c;
use umpteen_model::c::program::Program;
use umpteen_reduce::reduce;

/// A random program, as lowered and as merged; one in so many is recursive.
fn random(seed: u64, one_in: u64) -> Option<[Program; 2]> {
    let random = &mut Rng::with_seed(seed);
    let text = match seed % one_in {
        0 => recursive_c::program(random),
        _ => twin::rich(&c_text::program(random)),
    };
    let lowered = read(&text, &c::Options::default()).ok()?;
    let merged = reduce(&lowered);
    Some([lowered, merged])
}

/// The sizes of some programs, and the states that each kind of exploration with three threads visits.
#[derive(Default)]
struct Explored {
    programs: usize,
    variables: usize,
    locations: usize,
    edges: usize,
    reduced: usize,
    failing: usize,
    steps: usize,
    complete: usize,
    unreduced: usize,
    reference: usize,
    ends: usize,
}

const EXPLORED: &str = "programs | count | variables | locations | edges | states | failing | steps of runs | complete | without reduction | reference | ends\n";

impl Explored {
    fn add(&mut self, program: &Program) {
        let bounds = Bounds { threads: 3, states: 600 };
        self.programs += 1;
        self.variables += program.globals.len() + program.locals.len();
        self.locations += program.locations.len();
        self.edges += program.locations.iter().map(|location| location.edges.len()).sum::<usize>();
        let reduced = explore::explore(program, bounds, &budget());
        self.reduced += reduced.states;
        self.failing += usize::from(reduced.failure.is_some());
        self.steps += reduced.failure.map_or(0, |run| run.steps.len());
        self.complete += usize::from(reduced.complete);
        self.reference += explore::reference::explore(program, bounds, &budget()).states;
        if !program.has_frames() {
            self.unreduced += explore::explore_all(program, bounds, &budget()).states;
            self.ends += explore::finals(program, bounds, &budget()).values.len();
        }
    }

    fn line(&self, name: &str) -> String {
        let Explored { programs, variables, locations, edges, reduced, failing, steps, complete, .. } = self;
        let Explored { unreduced, reference, ends, .. } = self;
        format!(
            "{name} | {programs} | {variables} | {locations} | {edges} | {reduced} | {failing} | {steps} | {complete} | {unreduced} | \
             {reference} | {ends}\n"
        )
    }
}

#[test]
fn random_c_explored() {
    let [mut lowered, mut merged] = [Explored::default(), Explored::default()];
    for programs in (0..120).filter_map(|seed| random(seed, 4)) {
        lowered.add(&programs[0]);
        merged.add(&programs[1]);
    }
    compare("c", &(EXPLORED.to_string() + &lowered.line("as lowered") + &merged.line("merged")));
}

/// The work of abstraction refinement on some programs.
#[derive(Default)]
struct Abstracted {
    safe: usize,
    failing: usize,
    unknown: usize,
    bytes: u64,
    steps: usize,
    total: [u64; 6],
}

const ABSTRACTED: &str = "options | safe | failing | unknown | bytes of proofs | steps of runs | rounds, clauses, local, mixed, shared, states\n";

impl Abstracted {
    fn add(&mut self, program: &Program, options: &Options) {
        let mut statistics = Statistics::default();
        match umpteen_cegar::run(program, options, &budget(), &mut statistics, &mut |_| {}) {
            Answer::Safe(proof) => {
                let Proof { abstraction, about } = &*proof;
                let about = match about {
                    About::Counters(tables, certificate) => size(tables) + size(certificate),
                    About::Stacks(proof) => size(proof),
                };
                self.safe += 1;
                self.bytes += size(abstraction) + about;
            }
            Answer::Unsafe(run) => {
                self.failing += 1;
                self.steps += run.steps.len();
            }
            Answer::Unknown(_) => self.unknown += 1,
        }
        let Statistics { rounds, clauses, local, mixed, shared, states, .. } = statistics;
        let counts = [rounds, clauses, local, mixed, shared, states];
        self.total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }

    fn line(&self, name: &str) -> String {
        let Abstracted { safe, failing, unknown, bytes, steps, total } = self;
        format!("{name} | {safe} | {failing} | {unknown} | {bytes} | {steps} | {total:?}\n")
    }
}

/// Predicates alone, without facts and without exploration.
fn predicates_alone() -> Options {
    Options { look_around: false, facts: false, ..Options::default() }
}

#[test]
fn random_c_abstracted() {
    let [mut predicates, mut everything] = [Abstracted::default(), Abstracted::default()];
    for [_, merged] in (0..80).filter_map(|seed| random(seed, 2)) {
        predicates.add(&merged, &predicates_alone());
    }
    for [_, merged] in (0..24).filter_map(|seed| random(seed, u64::MAX)) {
        everything.add(&merged, &Options::default());
    }
    let rows = predicates.line("predicates alone") + &everything.line("default");
    compare("abstraction", &(ABSTRACTED.to_string() + &rows));
}

/// The options that users have.
#[test]
fn options_abstracted() {
    let with = predicates_alone;
    let options = [
        ("active only", Options { refine: Refine::ActiveOnly, ..with() }),
        ("weakest", Options { discover: Discover::Weakest, ..with() }),
        ("strongest", Options { discover: Discover::Strongest, ..with() }),
        ("no cubes", Options { cubes: 0, ..with() }),
        ("short cubes", Options { cubes: 1, ..with() }),
        ("three threads", Options { threads: Some(3), ..with() }),
        ("three threads, told apart", Options { threads: Some(3), symmetry: false, ..with() }),
    ];
    // With other options some of the further programs take as long as the budget.
    let programs: Vec<Program> = (0..12).filter_map(|seed| Some(random(seed, u64::MAX)?[1].clone())).collect();
    let mut table = ABSTRACTED.to_string();
    for (name, options) in &options {
        let mut row = Abstracted::default();
        programs.iter().for_each(|program| row.add(program, options));
        table += &row.line(name);
    }
    let mut row = Abstracted::default();
    for program in &programs {
        // The predicates that were learned are given.
        let mut learned = Vec::new();
        let mut note = |round: &Round| learned.clone_from(&round.abstraction.predicates);
        umpteen_cegar::run(program, &with(), &budget(), &mut Statistics::default(), &mut note);
        row.add(program, &Options { predicates: learned, ..with() });
    }
    compare("options", &(table + &row.line("predicates given")));
}

#[test]
fn random_c_facts() {
    let (mut counts, mut bytes) = ([0; 3], 0);
    // Candidates are pairs of conditions and locations, so large programs take long.
    let small = |programs: &[Program; 2]| programs[1].locations.len() <= 16;
    for [_, merged] in (0..80).filter_map(|seed| random(seed, u64::MAX)).filter(small) {
        let found = facts::discover(&merged, &[], facts::may_count(&merged), &budget()).unwrap();
        let sizes = [found.each.len(), found.pairs.len(), found.counts.len()];
        counts.iter_mut().zip(sizes).for_each(|(count, size)| *count += size);
        bytes += size(&found);
    }
    compare("facts", &format!("each, pairs, counts | bytes\n{counts:?} | {bytes}\n"));
}
