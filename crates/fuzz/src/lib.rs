//! The differential fuzzer: small random systems, every engine against exploration and the checker; and C programs
//! against what gcc makes of them.

pub mod abstractions;
pub mod c_tally;
pub mod c_text;
pub mod clocks;
pub mod compare;
pub mod compare_c;
pub mod compare_explore;
mod compare_facts;
pub mod compare_forward;
pub mod compare_pathwise;
pub mod compare_program;
pub mod compare_refine;
pub mod compare_stacks;
pub mod compare_twins;
pub mod compiled;
pub mod corpus;
pub mod damage;
pub mod damaged;
pub mod diagrams;
pub mod generate;
pub mod induction;
pub mod orders;
pub mod patience;
pub mod program_text;
pub mod recursive_c;
mod reduced;
pub mod reference_refine;
pub mod sequential;
pub mod shrink;
pub mod sorts;
pub mod threads;
pub mod universe;

use c_tally::CTally;
use compare::{Kind, compare};
use compare_pathwise::PathwiseTally;
use compare_refine::RefineTally;
use compare_stacks::StacksTally;
use fastrand::Rng;
use sequential::SequentialTally;
use std::fmt;
use umpteen_frontends::Model;
use umpteen_model::system::{Passive, System};

/// A case on which something disagreed, made small.
pub struct Finding {
    /// The seed of the case.
    pub seed: u64,
    /// The smallest input that still fails, as text.
    pub input: String,
    /// A description of the disagreement.
    pub problem: String,
}

/// Statistics of the generated cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// All cases.
    pub cases: u64,
    /// Safe for any number of threads.
    pub safe: u64,
    /// Unsafe.
    pub unsafe_: u64,
    /// Unsafe, but not with fewer than three threads.
    pub three_or_more: u64,
    /// Not decided in time.
    pub undecided: u64,
    /// With thread creation.
    pub creating: u64,
    /// With a broadcast or transfer.
    pub transferring: u64,
    /// With a signal.
    pub signalling: u64,
    /// With an existential guard or read arc.
    pub reading: u64,
    /// Petri nets.
    pub nets: u64,
}

/// Runs one case; the same seed gives the same case.
pub fn run_case(seed: u64, tally: &mut Tally) -> Result<(), Box<Finding>> {
    let model = generate::model(&mut Rng::with_seed(seed));
    let kind = run_model(seed, &model, compare)?;
    tally.count(&model, kind);
    Ok(())
}

/// Runs forward search on one case; the same seed gives the same case.
pub fn run_forward_case(seed: u64, tally: &mut ForwardTally) -> Result<(), Box<Finding>> {
    let mut random = Rng::with_seed(seed);
    let size = random.u32(1..=2);
    let model = generate::model_of_size(&mut random, size);
    let set = run_model(seed, &model, |model| compare_forward::compare(&system(model)?))?;
    tally.cases += 1;
    tally.undecided += u64::from(set.is_none());
    tally.growing += u64::from(set.as_ref().is_some_and(|set| set.grows));
    tally.several += u64::from(set.is_some_and(|set| set.configurations > 5));
    Ok(())
}

/// Runs pathwise search on one diagram; the same seed gives the same diagram.
pub fn run_pathwise_case(seed: u64, tally: &mut PathwiseTally) -> Result<(), Box<Finding>> {
    let model = Model::Threads(diagrams::diagram(&mut Rng::with_seed(seed)));
    let (kind, paths) = run_model(seed, &model, |model| compare_pathwise::compare(&system(model)?))?;
    tally.count(kind, &paths);
    Ok(())
}

/// Runs one pushdown system, or a program with and without stacks; the same seed gives the same system.
pub fn run_stacks_case(seed: u64, tally: &mut StacksTally) -> Result<(), Box<Finding>> {
    let mut random = Rng::with_seed(seed);
    let (compared, input) = match random.bool() {
        true => {
            let system = compare_stacks::system(&mut random);
            (compare_stacks::compare(&system), system.to_string())
        }
        false => {
            let versions = program_text::with_threads(&mut random);
            (compare_stacks::compare_versions(&versions), versions[0].clone())
        }
    };
    tally.count(compared.map_err(|problem| Box::new(Finding { seed, input, problem }))?);
    Ok(())
}

/// Runs one C program with recursive functions; the same seed gives the same program.
pub fn run_recursive_case(seed: u64, tally: &mut StacksTally) -> Result<(), Box<Finding>> {
    let input = recursive_c::program(&mut Rng::with_seed(seed));
    let compared = recursive_c::compare(&input);
    tally.count(compared.map_err(|problem| Box::new(Finding { seed, input, problem }))?);
    Ok(())
}

/// Runs one program with an abstraction; the same seed gives the same ones.
pub fn run_refine_case(seed: u64, tally: &mut RefineTally) -> Result<(), Box<Finding>> {
    let mut random = Rng::with_seed(seed);
    let found = |input: String| move |problem| Box::new(Finding { seed, input, problem });
    let kind = match compare_refine::case(&mut random).map_err(found(String::new()))? {
        None => compare_refine::Kind::Open,
        Some(case) => {
            let abstraction = &case.refinement.abstraction;
            let input = format!("{}\n{abstraction}\n{}", case.text, abstraction.property_text());
            compare_refine::compare(&case).map_err(found(input))?
        }
    };
    tally.count(kind);
    Ok(())
}

fn system(model: &Model) -> Result<System, String> {
    model.system().map_err(|_| "overflow in a small system".to_string())
}

/// Compares on one model; where that fails, or panics, the finding is made small.
fn run_model<T>(
    seed: u64,
    model: &Model,
    compare: impl Fn(&Model) -> Result<T, String> + std::panic::RefUnwindSafe,
) -> Result<T, Box<Finding>> {
    let caught =
        |model: &Model| std::panic::catch_unwind(|| compare(model)).unwrap_or_else(|_| Err("it panics".to_string()));
    caught(model).map_err(|_| {
        let model = shrink::shrink(model, &|model| caught(model).is_err());
        let problem = caught(&model).err().unwrap_or_default();
        Box::new(Finding { seed, input: text(&model), problem })
    })
}

/// Statistics of the cases of forward search.
#[derive(Clone, Copy, Debug, Default)]
pub struct ForwardTally {
    /// All cases.
    pub cases: u64,
    /// Not decided in time.
    pub undecided: u64,
    /// With any number of threads where none is at the start.
    pub growing: u64,
    /// With more than five configurations.
    pub several: u64,
}

impl fmt::Display for ForwardTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        let (undecided, growing, several) = (share(self.undecided), share(self.growing), share(self.several));
        write!(
            out,
            "{} cases: {undecided:.1}% undecided in time, {growing:.1}% with accelerations, {several:.1}% with more than 5 \
             configurations",
            self.cases
        )
    }
}

/// Runs one Boolean program; the same seed gives the same program.
pub fn run_program_case(seed: u64, tally: &mut ProgramTally) -> Result<(), Box<Finding>> {
    let text = program_text::program(&mut Rng::with_seed(seed));
    let kind = run_text(seed, &text, compare_program::compare)?;
    tally.count(&text, kind);
    Ok(())
}

/// Runs one C program; the same seed gives the same program.
pub fn run_c_case(seed: u64, tally: &mut CTally) -> Result<(), Box<Finding>> {
    run_c_text(seed, compare_c::compare, tally)
}

/// Explores one C program in every way; the same seed gives the same program.
pub fn run_explore_case(seed: u64, tally: &mut CTally) -> Result<(), Box<Finding>> {
    run_c_text(seed, compare_explore::compare, tally)
}

/// Compares the two versions of a C program, nothing else; the same seed gives the same program.
pub fn run_twins_case(seed: u64, tally: &mut CTally) -> Result<(), Box<Finding>> {
    run_c_text(seed, compare_twins::compare, tally)
}

/// Compares one sequential program with what gcc makes of it; the same seed gives the same program.
pub fn run_sequential_case(seed: u64, tally: &mut SequentialTally) -> Result<(), Box<Finding>> {
    let text = sequential::program(&mut Rng::with_seed(seed));
    let folder = compiled::Folder::new().map_err(|problem| Box::new(Finding { seed, input: text.clone(), problem }))?;
    if let Err(problem) = sequential::compare(&text, &folder.0) {
        // Shrinking keeps the kind of problem; programs that gcc cannot compile are not shrunk.
        let kind = |problem: &str| problem.chars().next();
        let fails =
            |text: &str| sequential::compare(text, &folder.0).is_err_and(|found| kind(&found) == kind(&problem));
        let input = if problem.starts_with("gcc") { text } else { shrink::shrink_lines(&text, &fails) };
        let problem = sequential::compare(&input, &folder.0).err().unwrap_or_default();
        return Err(Box::new(Finding { seed, input, problem }));
    }
    tally.cases += 1;
    Ok(())
}

fn run_c_text(seed: u64, compare: fn(&str) -> Result<Kind, String>, tally: &mut CTally) -> Result<(), Box<Finding>> {
    let text = c_text::program(&mut Rng::with_seed(seed));
    match run_text(seed, &text, compare) {
        Ok(kind) => tally.count(&text, kind),
        // Only what is written in full C may be refused.
        Err(finding) => match finding.problem.strip_prefix(REFUSED) {
            Some(message) => tally.count_refused(&text, message),
            None => return Err(finding),
        },
    }
    Ok(())
}

/// The prefix of problems in which a generated program is not accepted.
const REFUSED: &str = "generated: ";

fn run_text(seed: u64, text: &str, compare: fn(&str) -> Result<Kind, String>) -> Result<Kind, Box<Finding>> {
    let compare = |text: &str| {
        let caught = std::panic::catch_unwind(|| compare(text));
        caught.unwrap_or_else(|_| Err("it panics".to_string()))
    };
    compare(text).map_err(|problem| {
        if problem.starts_with(REFUSED) {
            return Box::new(Finding { seed, input: text.to_string(), problem });
        }
        // Shrinking must not lead to another problem.
        let fails = |text: &str| compare(text).is_err_and(|found| found.get(..6) == problem.get(..6));
        let input = shrink::shrink_lines(text, &fails);
        let problem = compare(&input).err().unwrap_or_default();
        Box::new(Finding { seed, input, problem })
    })
}

/// A model as text, its target in a comment.
fn text(model: &Model) -> String {
    match model {
        Model::Threads(system) => format!("{system}# target: {}", system.property_text().replace('\n', "; ")),
        Model::Net(net) => net.to_string(),
    }
}

/// Statistics of the generated programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProgramTally {
    /// All programs.
    pub cases: u64,
    /// Safe for any number of threads.
    pub safe: u64,
    /// Not decided: out of time, or blocked by a constraint that is not monotone.
    pub undecided: u64,
    /// Unsafe, but not with one thread.
    pub two_or_more: u64,
    /// With wait, signal or broadcast.
    pub waiting: u64,
    /// With passive updates.
    pub passive: u64,
    /// With atomic sections.
    pub atomic: u64,
}

impl ProgramTally {
    fn count(&mut self, text: &str, kind: Kind) {
        self.cases += 1;
        self.safe += u64::from(kind == Kind::Safe);
        self.undecided += u64::from(matches!(kind, Kind::Undecided(_)));
        self.two_or_more += u64::from(matches!(kind, Kind::Unsafe(threads) if threads >= 2));
        let has = |words: &[&str]| u64::from(words.iter().any(|word| text.contains(word)));
        self.waiting += has(&["wait", "signal", "broadcast"]);
        self.passive += has(&["$", "forall"]);
        self.atomic += has(&["atomic"]);
    }
}

impl fmt::Display for ProgramTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        writeln!(
            out,
            "{} programs: {:.1}% safe, {:.1}% undecided, {:.1}% need 2 or more threads",
            self.cases,
            share(self.safe),
            share(self.undecided),
            share(self.two_or_more)
        )?;
        write!(
            out,
            "with waiting {:.1}%, passive updates {:.1}%, atomic sections {:.1}%",
            share(self.waiting),
            share(self.passive),
            share(self.atomic)
        )
    }
}

impl Tally {
    fn count(&mut self, model: &Model, kind: Kind) {
        self.cases += 1;
        match kind {
            Kind::Safe => self.safe += 1,
            Kind::Undecided(_) => self.undecided += 1,
            Kind::Unsafe(threads) => {
                self.unsafe_ += 1;
                self.three_or_more += u64::from(threads >= 3);
            }
        }
        match model {
            Model::Threads(system) => {
                let has =
                    |test: fn(&umpteen_model::thread_system::Edge) -> bool| u64::from(system.edges.iter().any(test));
                self.creating += has(|edge| edge.creates);
                self.transferring += has(|edge| matches!(edge.passive, Passive::All(_)));
                self.signalling += has(|edge| matches!(edge.passive, Passive::One(_)));
                self.reading += has(|edge| edge.witness.is_some());
            }
            Model::Net(net) => {
                self.nets += 1;
                self.transferring += u64::from(net.transitions.iter().any(|t| !t.transfers.is_empty()));
                self.reading += u64::from(net.transitions.iter().any(|t| !t.reads.is_empty()));
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        writeln!(
            out,
            "{} cases: {:.1}% safe, {:.1}% unsafe, {:.1}% undecided in time",
            self.cases,
            share(self.safe),
            share(self.unsafe_),
            share(self.undecided)
        )?;
        writeln!(out, "{:.1}% need 3 or more threads, {:.1}% are nets", share(self.three_or_more), share(self.nets))?;
        write!(
            out,
            "with creation {:.1}%, transfer {:.1}%, signal {:.1}%, guard {:.1}%",
            share(self.creating),
            share(self.transferring),
            share(self.signalling),
            share(self.reading)
        )
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "# seed {}: {}\n{}", self.seed, self.problem, self.input)
    }
}
