//! How much work the engines have with inputs that never change: what they answer, how many states they look at, how large the
//! evidence is. A rule that prunes, an order or a heuristic that gets lost changes no verdict, so no other test would notice.
//!
//! The tables are under `work/`. With UMPTEEN_BLESS=1 they are written anew: look at the difference, and explain what got more.

use fastrand::Rng;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use umpteen_cegar::explore::{self, Bounds};
use umpteen_cegar::{About, Proof, facts};
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::on_the_fly::Expansion;
use umpteen_engines::boolean::{self, Subject};
use umpteen_engines::budget::Budget;
use umpteen_engines::directed::{Directed, Outcome};
use umpteen_engines::forward::Construction;
use umpteen_engines::portfolio::Plan;
use umpteen_engines::pushdown::envelope::EnvelopeKind;
use umpteen_engines::pushdown::{self, History};
use umpteen_engines::{Answer, Engine, OracleKind, Statistics, refinement};
use umpteen_frontends::Model;
use umpteen_frontends::boolean::{keep_calls, lower, parse};
use umpteen_frontends::c::{Options, read};
use umpteen_fuzz::c_text::{self, twin};
use umpteen_fuzz::corpus::{self, Corpus};
use umpteen_fuzz::{compare_refine, compare_stacks, diagrams, generate, program_text, recursive_c};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::boolean::view::Mains;
use umpteen_model::c::blocks::merge;
use umpteen_model::c::program::Program;
use umpteen_model::system::{Passive, System};

/// Nothing here takes long; what does is a change, too.
fn budget() -> Budget {
    Budget::new(Some(Duration::from_secs(20)), None)
}

/// What the runs of one engine came to.
#[derive(Default)]
struct Row {
    safe: u64,
    failing: u64,
    unknown: u64,
    explored: u64,
    generated: u64,
    effort: u64,
    evidence: u64,
}

const HEAD: &str = "engine | safe | unsafe | unknown | explored | generated | effort | bytes of evidence\n";

impl Row {
    fn safe(&mut self, evidence: &impl Serialize) {
        self.safe += 1;
        self.evidence += size(evidence);
    }

    fn failing(&mut self, evidence: &impl Serialize) {
        self.failing += 1;
        self.evidence += size(evidence);
    }

    fn count(&mut self, answer: &Answer, statistics: &Statistics) {
        match answer {
            Answer::Safe(certificate) => self.safe(certificate),
            Answer::Unsafe(trace) => self.failing(trace),
            Answer::Unknown(_) => self.unknown += 1,
        }
        self.work(statistics);
    }

    fn work(&mut self, statistics: &Statistics) {
        self.explored += statistics.explored;
        self.generated += statistics.generated;
        self.effort += statistics.effort;
        if let Some(paths) = &statistics.paths {
            self.evidence += format!("{paths:?}").len() as u64;
        }
    }

    fn line(&self, name: &str) -> String {
        let Row { safe, failing, unknown, explored, generated, effort, evidence } = self;
        format!("{name} | {safe} | {failing} | {unknown} | {explored} | {generated} | {effort} | {evidence}\n")
    }
}

fn size(evidence: &impl Serialize) -> u64 {
    serde_json::to_string(evidence).unwrap().len() as u64
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/work").join(name).with_extension("txt")
}

/// The table is what it was.
fn compare(name: &str, table: &str) {
    let path = path(name);
    if std::env::var_os("UMPTEEN_BLESS").is_some() {
        std::fs::write(&path, table).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let different = known.lines().zip(table.lines()).find(|(known, now)| known != now);
    assert!(known == table, "{} is different (UMPTEEN_BLESS=1 writes it anew): {different:#?}", path.display());
}

/// Engines on counter systems, with a name for each.
fn engines() -> Vec<(String, Engine)> {
    let mut engines = Vec::new();
    for order in [Order::Smallest, Order::Breadth, Order::Depth] {
        for oracle in [OracleKind::ThreadModular, OracleKind::StateInequation, OracleKind::Off] {
            engines.push((format!("backward, {order:?}, {oracle:?}"), Engine::Backward(order, oracle)));
        }
    }
    let (order, oracle) = (Order::Smallest, OracleKind::ThreadModular);
    for construction in [Construction::Minimal, Construction::Beacon] {
        engines.push((format!("forward, {construction:?}"), Engine::Forward(construction, order, oracle)));
    }
    engines.push(("both".to_string(), Engine::Both(order, oracle)));
    engines.push(("pathwise".to_string(), Engine::Pathwise(order)));
    engines.push(("portfolio".to_string(), Engine::Portfolio(order, Plan { jobs: 1, easy: 0 })));
    engines.push(("explore".to_string(), Engine::Explore(3)));
    engines
}

fn systems_table(name: &str, systems: &[System], engines: &[(String, Engine)]) {
    let mut table = HEAD.to_string();
    for (engine_name, engine) in engines {
        let mut row = Row::default();
        for system in systems {
            let (answer, statistics) = umpteen_engines::run(*engine, system, &budget());
            row.count(&answer, &statistics);
        }
        table += &row.line(engine_name);
    }
    let mut row = Row::default();
    for mut search in systems.iter().filter_map(|system| Directed::new(system).ok()) {
        let mut statistics = Statistics::default();
        match search.advance(300, &budget(), &mut statistics).unwrap() {
            Some(Outcome::Run(trace)) => row.failing(&trace),
            Some(Outcome::Exhausted) => row.safe += 1,
            None => row.unknown += 1,
        }
        row.work(&statistics);
    }
    compare(name, &(table + &row.line("directed")));
}

#[test]
fn random_systems() {
    let system = |seed| generate::model(&mut Rng::with_seed(seed)).system().unwrap();
    systems_table("systems", &(0..1000).map(system).collect::<Vec<_>>(), &engines());
}

/// Larger ones, that forward searches take too; without the settings that take minutes.
#[test]
fn random_systems_without_broadcasts() {
    let system = |seed| {
        let mut system = generate::model_of_size(&mut Rng::with_seed(seed), 2 + seed as u32 % 3).system().unwrap();
        system.rules.iter_mut().for_each(|rule| rule.passive = Passive::Stay);
        system
    };
    let mut engines = engines();
    engines.retain(|(name, _)| !name.contains("Depth") && !name.contains("Off"));
    systems_table("larger", &(0..600).map(system).collect::<Vec<_>>(), &engines);
}

#[test]
fn random_diagrams() {
    let system = |seed| Model::Threads(diagrams::diagram(&mut Rng::with_seed(seed))).system().unwrap();
    systems_table("diagrams", &(0..1000).map(system).collect::<Vec<_>>(), &engines());
}

#[test]
fn random_programs() {
    let mut table = HEAD.to_string();
    let (order, default) = (Order::Smallest, Expansion::default());
    let forward = |oracle| Engine::Forward(Construction::Minimal, order, oracle);
    for (engine, expansion) in [
        (Engine::Backward(order, OracleKind::ThreadModular), default),
        (Engine::Backward(order, OracleKind::SingleThread), Expansion::SharedChanging),
        (Engine::Backward(order, OracleKind::SingleThread), Expansion::All),
        (forward(OracleKind::ThreadModular), default),
        (forward(OracleKind::SingleThread), default),
        (Engine::Both(order, OracleKind::ThreadModular), default),
        (Engine::Both(order, OracleKind::SingleThread), default),
        (Engine::Explore(3), default),
    ] {
        let mut row = Row::default();
        for seed in 0..200 {
            let text = program_text::program(&mut Rng::with_seed(seed));
            let program = lower(&parse(&text).unwrap(), &text).unwrap();
            let subject = Subject { program: &program, property: &Property::Assertions, mains: Mains::One };
            let (decision, statistics) = boolean::run(engine, expansion, subject, &budget());
            row.count(&decision.answer, &statistics);
            row.evidence += size(&decision.tables);
        }
        table += &row.line(&format!("{engine:?}, {expansion:?}"));
    }
    compare("programs", &table);
}

#[test]
fn random_stacks() {
    let mut table = HEAD.to_string();
    for kind in [EnvelopeKind::Data, EnvelopeKind::Stacks] {
        let mut row = Row::default();
        for seed in 0..200 {
            let random = &mut Rng::with_seed(seed);
            let system = match seed % 2 {
                0 => compare_stacks::system(random),
                _ => {
                    let [text, _] = program_text::with_threads(random);
                    let (program, calls) = keep_calls(&parse(&text).unwrap(), &text).unwrap();
                    unfold(&program, &calls, &Property::Assertions, &|| true).unwrap().system
                }
            };
            let mut history = History::default();
            match pushdown::run(&system, kind, Some(6), &budget(), &mut history) {
                Ok(pushdown::Found::Proof(proof)) => row.safe(&proof),
                Ok(pushdown::Found::Run(trace)) => row.failing(&trace),
                Ok(pushdown::Found::NotWithin(_)) => row.unknown += 1,
                Err(reason) => panic!("seed {seed}: {reason:?}"),
            }
            row.explored += history.epochs.iter().map(|(boxes, _)| *boxes as u64).sum::<u64>();
            row.generated += history.epochs.len() as u64;
        }
        table += &row.line(&format!("{kind:?}"));
    }
    compare("stacks", &table);
}

#[test]
fn random_refinements() {
    let mut row = Row::default();
    for seed in 0..150 {
        let Some(case) = compare_refine::case(&mut Rng::with_seed(seed)).unwrap() else { continue };
        let (found, explored) = refinement::run(&case.refinement, &budget());
        match found.unwrap() {
            refinement::Found::Refines(proof) => row.safe(&proof),
            refinement::Found::Differs(word) => row.failing(&format!("{word:?}")),
        }
        row.explored += explored;
    }
    compare("refinements", &format!("{HEAD}{}", row.line("refinement")));
}

/// A program as lowered, and as merged.
fn merged(text: &str, options: &Options) -> Option<[Program; 2]> {
    let lowered = read(text, options).ok()?;
    let mut merged = lowered.clone();
    merge(&mut merged);
    Some([lowered, merged])
}

/// The program itself and what exploration with two threads sees of it.
fn explored(name: &str, program: &Program) -> String {
    let edges: usize = program.locations.iter().map(|location| location.edges.len()).sum();
    let variables = program.globals.len() + program.locals.len();
    let bounds = Bounds { threads: 3, states: 600 };
    let states = |explored: explore::Explored| match explored.failure {
        Some(run) => format!("{} (fails after {})", explored.states, run.steps.len()),
        None => format!("{}", explored.states),
    };
    let reduced = states(explore::explore(program, bounds, &budget()));
    let all =
        if program.has_frames() { reduced.clone() } else { states(explore::explore_all(program, bounds, &budget())) };
    format!("{name} | {variables} | {} | {edges} | {reduced} | {all}\n", program.locations.len())
}

const EXPLORED: &str = "program | variables | locations | steps | states | states without reduction\n";

#[test]
fn random_c_explored() {
    let mut table = EXPLORED.to_string();
    for seed in 0..120 {
        let text = match seed % 4 {
            0 => recursive_c::program(&mut Rng::with_seed(seed)),
            _ => twin::rich(&c_text::program(&mut Rng::with_seed(seed))),
        };
        let Some([lowered, merged]) = merged(&text, &Options::default()) else { continue };
        table += &explored(&format!("{seed}"), &lowered);
        table += &explored(&format!("{seed}, merged"), &merged);
    }
    compare("c", &table);
}

/// The programs of the corpus, where the tables about them are comparable.
fn corpus() -> Option<Vec<Corpus>> {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR"));
    corpus::is_alike(kept).then(|| corpus::programs(kept))
}

#[test]
fn corpus_explored() {
    let Some(programs) = corpus() else { return };
    let mut table = EXPLORED.to_string();
    for program in programs {
        match read(&program.text, &program.options) {
            Ok(lowered) => table += &explored(&program.name, &lowered),
            Err(error) => table += &format!("{} | {}: {}\n", program.name, error.code, error.message),
        }
    }
    compare("corpus", &table);
}

/// Abstraction of one program: what comes of it, and how.
fn abstracted(name: &str, program: &Program) -> String {
    let options = umpteen_cegar::Options { look_around: false, facts: false, ..Default::default() };
    let mut statistics = umpteen_cegar::Statistics::default();
    let answer = umpteen_cegar::run(program, &options, &budget(), &mut statistics, &mut |_| {});
    let found = match &answer {
        umpteen_cegar::Answer::Safe(proof) => {
            let Proof { abstraction, about } = &**proof;
            let about = match about {
                About::Counters(tables, certificate) => size(tables) + size(certificate),
                About::Stacks(proof) => size(proof),
            };
            format!("safe, {} bytes", size(abstraction) + about)
        }
        umpteen_cegar::Answer::Unsafe(run) => format!("fails after {}", run.steps.len()),
        umpteen_cegar::Answer::Unknown(reason) => format!("unknown: {reason:?}"),
    };
    let umpteen_cegar::Statistics { rounds, clauses, local, mixed, shared, states, .. } = statistics;
    format!("{name} | {found} | {rounds} | {clauses} | {local} | {mixed} | {shared} | {states}\n")
}

const ABSTRACTED: &str = "program | found | rounds | clauses | local | mixed | shared | states\n";

#[test]
fn random_c_abstracted() {
    let mut table = ABSTRACTED.to_string();
    for seed in 0..80 {
        let text = match seed % 2 {
            0 => recursive_c::program(&mut Rng::with_seed(seed)),
            _ => twin::rich(&c_text::program(&mut Rng::with_seed(seed))),
        };
        if let Some([_, merged]) = merged(&text, &Options::default()) {
            table += &abstracted(&format!("{seed}"), &merged);
        }
    }
    compare("abstraction", &table);
}

/// Those programs of the corpus that a table has rows for: some take too long.
fn listed(name: &str) -> Vec<(String, Program)> {
    let known = std::fs::read_to_string(path(name)).unwrap_or_default();
    let names: Vec<&str> = known.lines().filter_map(|line| line.split(" | ").next()).collect();
    let programs = corpus().unwrap_or_default().into_iter().filter(|program| names.contains(&&*program.name));
    programs.filter_map(|program| Some((program.name, merged(&program.text, &program.options)?[1].clone()))).collect()
}

#[test]
fn corpus_abstracted() {
    let programs = listed("corpus_abstraction");
    let rows = programs.iter().map(|(name, program)| abstracted(name, program));
    let table: String = std::iter::once(ABSTRACTED.to_string()).chain(rows).collect();
    if !programs.is_empty() {
        compare("corpus_abstraction", &table);
    }
}

#[test]
fn corpus_facts() {
    let mut table = "program | each, pairs, counts | bytes\n".to_string();
    let programs = listed("facts");
    for (name, program) in &programs {
        let counting = facts::may_count(program);
        let found = facts::discover(program, &[], counting, &budget()).unwrap();
        let sizes = [found.each.len(), found.pairs.len(), found.counts.len()];
        table += &format!("{name} | {sizes:?} | {}\n", size(&found));
    }
    if !programs.is_empty() {
        compare("facts", &table);
    }
}
