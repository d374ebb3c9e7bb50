//! Every shared state that any number of threads can reach (papers/beacon asks this of a library), or every
//! place of a net that can be marked.
//!
//! Forward search finds them all at once; where it refuses (broadcasts, signals, transfers), backward search is asked for
//! one after the other. Either way the checker sees a run to each one that is listed and a proof for the others.

use crate::decide::accepted;
use crate::explain::other_evidence;
use crate::explain::story::values;
use crate::failure::{Failure, usage};
use crate::judge::{self, Accepted, Execution, Rejection};
use crate::problem::{Problem, ProgramProblem};
use crate::read;
use crate::report::Unit;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use umpteen_engines::backward::Order;
use umpteen_engines::boolean::on_the_fly::Expansion;
use umpteen_engines::boolean::{self, restrict::restrict};
use umpteen_engines::budget::Budget;
use umpteen_engines::forward::{Coverable, pump, steps::Explicit};
use umpteen_engines::{Answer, Engine, OracleKind, Reason, Statistics};
use umpteen_frontends::Model;
use umpteen_model::boolean::expression::{Expr, Slot};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::syntax::Operator;
use umpteen_model::boolean::view::Tables;
use umpteen_model::configuration::OMEGA;
use umpteen_model::evidence::{Certificate, Evidence, Invariant, Trace};
use umpteen_model::state::State;
use umpteen_model::system::{System, Target};

/// Least numbers of threads are looked for by exploration with at most so many, for so long.
const MOST_THREADS: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(2);

const BACKWARD: Engine = Engine::Backward(Order::Smallest, OracleKind::ThreadModular);

/// The result of `reach`.
#[derive(Clone, Debug, Serialize)]
pub struct Reached {
    /// The version of this structure.
    pub schema_version: u32,
    /// The file, as given.
    pub file: String,
    /// The unit that is counted.
    pub unit: Unit,
    /// The reachable items.
    pub reachable: Vec<Item>,
    /// How many others there are.
    pub unreachable: u64,
    /// How many configurations hold all reachable states; none if backward search was asked.
    pub configurations: Option<u64>,
    /// How long it took.
    pub seconds: f64,
}

/// A shared state, or a place, that can be reached.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// Its name, or the values of the shared variables.
    pub name: String,
    /// With so many threads, or from so many tokens.
    pub threads: u64,
    /// Whether no fewer suffice.
    pub least: bool,
    /// The most tokens there at the same time, if that is known; `any` if there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
}

/// Lists what can be reached within a budget; the inner error tells why there is no list.
pub fn reach(file: &Path, init: Option<String>, budget: &Budget) -> Result<Result<Reached, Reason>, Failure> {
    let started = Instant::now();
    let input = read::read_untargeted(file, init)?;
    let search = Reachability { budget };
    let found = match &input.problem {
        Problem::Counters(model, system) => search.counters(model, system),
        Problem::Program(problem) => search.program(problem),
        Problem::C(_) | Problem::Stacks(_) | Problem::Refinement(_) => {
            return usage("`reach` is for Boolean programs, thread systems and nets; others are checked");
        }
    };
    let (reachable, unreachable, configurations) = match found {
        Ok(found) => found,
        Err(Unfinished::Failure(failure)) => return Err(failure),
        Err(Unfinished::Reason(reason)) => return Ok(Err(reason)),
    };
    let (unit, file) = (Unit::of(&input.problem), file.display().to_string());
    let seconds = started.elapsed().as_secs_f64();
    Ok(Ok(Reached { schema_version: 1, file, unit, reachable, unreachable, configurations, seconds }))
}

/// Why there is no list.
enum Unfinished {
    Failure(Failure),
    Reason(Reason),
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Unfinished {
        Unfinished::Failure(failure)
    }
}

impl From<Reason> for Unfinished {
    fn from(reason: Reason) -> Unfinished {
        Unfinished::Reason(reason)
    }
}

type List = (Vec<Item>, u64, Option<u64>);

struct Reachability<'a> {
    budget: &'a Budget,
}

impl Reachability<'_> {
    fn counters(&self, model: &Model, system: &System) -> Result<List, Unfinished> {
        let mut targeted = System { targets: Vec::new(), ..system.clone() };
        let system = &targeted.clone();
        let coverable = self.coverable(system)?;
        let (goals, all): (Vec<(String, State)>, u64) = match model {
            Model::Threads(threads) => {
                // Shared states that no configuration has need no further proof.
                let shared = coverable.as_ref().map_or_else(|| (0..threads.shared_count).collect(), Coverable::shared);
                let goal = |shared: u32| (shared.to_string(), State::empty(shared));
                (shared.into_iter().map(goal).collect(), threads.shared_count.into())
            }
            Model::Net(net) => {
                let marked = |place| State::new(0, [(place, 1)]).expect("one token");
                let goals = (0..).zip(&net.places).map(|(place, name)| (name.clone(), marked(place)));
                (goals.collect(), net.places.len() as u64)
            }
        };
        let (unit, go_on) = (Unit::of_model(model), || self.budget.check().is_ok());
        if let Some(coverable) = &coverable {
            let evidence = Evidence::Certificate(coverable.certificate());
            self.accepted(judge::counters(unit, system, &evidence, &go_on))?;
        }
        let steps = Explicit::new(system);
        let mut items = Vec::new();
        for (name, goal) in &goals {
            self.budget.check().map_err(Reason::from)?;
            let counts = goal.locals().iter().copied().collect();
            targeted.targets = vec![Target { shared: Some(goal.shared), counts }];
            let trace = match (&coverable, &steps) {
                (Some(coverable), Ok(steps)) => coverable.run_to(steps, goal, pump::SHORT)?,
                _ => {
                    let answer = umpteen_engines::run(BACKWARD, &targeted, self.budget).0;
                    self.decided(answer, |proof| judge::counters(unit, &targeted, proof, &go_on))?
                }
            };
            let Some(trace) = trace else { continue };
            let initial = trace.initial.threads();
            let threads = self.replayed(judge::counters(unit, &targeted, &Evidence::Trace(trace), &go_on))?;
            let (threads, most) = match model {
                Model::Threads(_) => (threads, None),
                Model::Net(_) => {
                    let place = goal.locals()[0].0;
                    let counts = coverable.iter().flat_map(Coverable::configurations).map(|c| c.count(place));
                    let most = counts.max().map(|most| if most == OMEGA { "any".into() } else { most.to_string() });
                    (initial, most)
                }
            };
            items.push(Item { name: name.clone(), threads, least: false, most });
        }
        if let Model::Threads(_) = model {
            self.least(system, &mut items, |shared| shared.to_string());
        }
        let unreachable = all - items.len() as u64;
        Ok((items, unreachable, coverable.map(|coverable| coverable.configurations().count() as u64)))
    }

    fn program(&self, problem: &ProgramProblem) -> Result<List, Unfinished> {
        let ProgramProblem { program, mains, .. } = problem;
        let nothing = Property::Location(Vec::new());
        let tables = boolean::reach::reachable(program, self.budget)?;
        let subject = boolean::Subject { program, property: &nothing, mains: *mains };
        let system = boolean::whole_view(subject, &tables, self.budget)?.system;
        let coverable = self.coverable(&system)?;
        let go_on = || self.budget.check().is_ok();
        let certificate = match &coverable {
            Some(coverable) => coverable.certificate(),
            // Values that the tables do not list do not occur.
            None => {
                let invariant = Invariant { pairs: Some(tables.pairs.clone()), weights: Vec::new() };
                Certificate::Upward { basis: Vec::new(), invariant }
            }
        };
        let evidence = Evidence::Certificate(certificate);
        self.accepted(judge::program(program, &nothing, *mains, &tables, &evidence, &go_on))?;
        let steps = Explicit::new(&system);
        // Inside an atomic section or not: the values are what counts.
        let mut numbers: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (number, shared) in (0..).zip(&tables.shared) {
            numbers.entry(shared.values).or_default().push(number);
        }
        let mut items = Vec::new();
        for (&word, numbers) in &numbers {
            let property = Property::Invariant(differs(word, program.globals.len() as u8));
            let subject = boolean::Subject { program, property: &property, mains: *mains };
            let mut found: Option<(Trace, Tables, System)> = None;
            if let (Some(coverable), Ok(steps)) = (&coverable, &steps) {
                for &number in numbers {
                    let run = coverable.run_to(steps, &State::empty(number), pump::SHORT)?;
                    found = found.or(run.map(|trace| (trace, tables.clone(), system.clone())));
                }
            } else {
                let decision = boolean::run(BACKWARD, Expansion::default(), subject, self.budget).0;
                let boolean::Decision { answer, tables, system } = decision;
                let judge = |proof: &Evidence| judge::program(program, &property, *mains, &tables, proof, &go_on);
                found = self.decided(answer, judge)?.map(|trace| (trace, tables, system));
            }
            let Some((trace, tables, system)) = found else { continue };
            let restricted = restrict(program, &property, *mains, &tables, &system, &trace);
            let (tables, trace) = restricted.map_err(|_| Reason::CounterOverflow)?;
            let evidence = Evidence::Trace(trace);
            let threads = self.replayed(judge::program(program, &property, *mains, &tables, &evidence, &go_on))?;
            let name = values(&program.globals, word);
            items.push(Item { name, threads, least: false, most: None });
        }
        let name = |shared: u32| values(&program.globals, tables.shared[shared as usize].values);
        self.least(&system, &mut items, name);
        let all = 1u64.checked_shl(program.globals.len() as u32).unwrap_or(u64::MAX);
        let unreachable = all - items.len() as u64;
        Ok((items, unreachable, coverable.map(|coverable| coverable.configurations().count() as u64)))
    }

    /// The coverable states; `None` where forward search refuses the system.
    fn coverable(&self, system: &System) -> Result<Option<Coverable>, Reason> {
        match Coverable::of(system, Order::Smallest, self.budget, &mut Statistics::default()) {
            Ok(coverable) => Ok(Some(coverable)),
            Err(Reason::Broadcasts) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    fn accepted(&self, judged: Result<Accepted, Rejection>) -> Result<Accepted, Unfinished> {
        Ok(accepted(judged, self.budget)??)
    }

    /// The number of threads of an accepted run.
    fn replayed(&self, judged: Result<Accepted, Rejection>) -> Result<u64, Unfinished> {
        let Accepted::Run(run) = self.accepted(judged)? else { return Err(other_evidence().into()) };
        match run.execution() {
            Execution::Counters(replay) | Execution::Program(_, replay) => Ok(replay.threads),
            Execution::Stacks(_) | Execution::C { .. } => Err(other_evidence().into()),
        }
    }

    /// The run of an answer, or nothing if its proof is accepted.
    fn decided(
        &self,
        answer: Answer,
        judge: impl FnOnce(&Evidence) -> Result<Accepted, Rejection>,
    ) -> Result<Option<Trace>, Unfinished> {
        match answer {
            Answer::Unsafe(trace) => Ok(Some(trace)),
            Answer::Unknown(reason) => Err(reason.into()),
            Answer::Safe(certificate) => {
                self.accepted(judge(&Evidence::Certificate(certificate)))?;
                Ok(None)
            }
        }
    }

    /// Looks for the least numbers of threads, as far as exploration gets.
    fn least(&self, system: &System, items: &mut [Item], name: impl Fn(u32) -> String) {
        let budget = self.budget.at_most(PATIENCE);
        for threads in 0..=MOST_THREADS {
            if items.iter().all(|item| item.least) {
                break;
            }
            let answer = umpteen_engines::run(Engine::Explore(threads), system, &budget).0;
            let Answer::Safe(certificate) = answer else { break };
            let evidence = Evidence::Certificate(certificate);
            if judge::counters(Unit::Thread, system, &evidence, &|| budget.check().is_ok()).is_err() {
                break;
            }
            let Evidence::Certificate(Certificate::Bounded { states, .. }) = evidence else { break };
            let seen: std::collections::BTreeSet<u32> = states.iter().map(|state| state.shared).collect();
            let seen: std::collections::BTreeSet<String> = seen.into_iter().map(&name).collect();
            for item in items.iter_mut().filter(|item| !item.least && seen.contains(&item.name)) {
                (item.threads, item.least) = (threads.into(), true);
            }
            // An item that needs more threads than the bound needs at least one more.
            for item in items.iter_mut().filter(|item| item.threads == u64::from(threads) + 1) {
                item.least = true;
            }
        }
    }
}

/// Whether the shared variables have other values than these.
fn differs(word: u64, variables: u8) -> Expr {
    let bit = |number: u8| {
        let read = Expr::Read(Slot::Global(number), false);
        if word >> number & 1 == 1 { Expr::Not(Box::new(read)) } else { read }
    };
    let or = |one: Expr, other: Expr| Expr::Binary(Operator::Or, Box::new(one), Box::new(other));
    (0..variables).map(bit).reduce(or).unwrap_or(Expr::Constant(false))
}
