//! Path by path through loop-free parts and simple loops (papers/cutr Alg. 3, lines 6 to 10).
//!
//! Paths are grown backwards from the targets, the most promising first (Sect. 6): without loops, then with loops of real
//! edges, then with expansion edges; shorter ones first among them. A path carries symbolic counters and the inequalities
//! that they must satisfy. A simple loop is left at some shared state and entered at some other: going back, its full
//! rounds come first, none or at least one (Thm. 3 needs one), then the part of a round between exit and entry.
//!
//! Unsatisfiable beginnings are dropped with everything that would extend them: a thread in a local state that never
//! occurs together with the shared state (the pairs) makes a constraint of its own at every step. Two paths with a common
//! beginning share its solved inequalities. A path whose counters are at least those of another at the same place leads
//! nowhere new and is dropped too; that is what keeps many parallel paths from being tried one by one.

use super::formula::{Formula, Inequality, Paths, Stop};
use super::quotient::{Kind, Quotient};
use super::run::{self, Part};
use super::summary::{Summary, Symbolic};
use crate::basis::Basis;
use crate::budget::Budget;
use crate::invariants::Oracle;
use crate::{Reason, Statistics};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use umpteen_logic::linear::{LinearProgram, Solution};
use umpteen_model::evidence::Trace;
use umpteen_model::state::State;
use umpteen_model::system::{Initial, System};

/// So many formulas are kept for people.
const MOST_FORMULAS: usize = 20;

/// How the search ended.
pub enum Found {
    /// A run.
    Run(Trace),
    /// No path of these kinds leads to a target; the states that were met, if no loop had to be summarised.
    Nothing(Option<Vec<State>>),
    /// There are too many paths, or one whose inequalities were not decided.
    Undecided,
}

/// The end of a path that is being grown.
#[derive(Clone)]
struct Node {
    state: Symbolic,
    /// Whether full rounds of the loop at this place are done with.
    iterated: bool,
    kind: Kind,
    length: u32,
    solver: Rc<LinearProgram>,
    /// The inequalities so far: a local state, a term, and the most it may be.
    rows: Vec<Inequality>,
    /// Its first part, and the target it leads to.
    link: Option<u32>,
    target: u32,
}

/// A part of a path and what follows it.
struct Link {
    part: Part,
    next: Option<u32>,
}

/// The search and what it shares between paths.
pub struct Search<'a> {
    system: &'a System,
    oracle: &'a Oracle,
    quotient: &'a Quotient,
    inexhaustible: Vec<u32>,
    targets: Vec<State>,
    /// More ends of paths with loops than this are not looked at.
    most: usize,
    nodes: Vec<Option<Node>>,
    waiting: BinaryHeap<Reverse<(Kind, u32, u32)>>,
    links: Vec<Link>,
    /// States without variables that were met, and the same as a list.
    basis: Basis,
    met: Vec<State>,
    /// States with variables that were met, or after full rounds.
    symbolic: FxHashSet<(Symbolic, bool, Vec<Inequality>)>,
    /// Numbers got too large; what is left cannot be trusted to end.
    undecided: bool,
    /// A complete path was not decided, or its run has too many threads; another path may still be possible.
    skipped: bool,
    paths: Paths,
}

impl<'a> Search<'a> {
    /// Starts at the targets.
    pub fn new(system: &'a System, oracle: &'a Oracle, quotient: &'a Quotient, most: usize) -> Search<'a> {
        Search {
            system,
            oracle,
            quotient,
            inexhaustible: system.inexhaustible_locals(),
            targets: Vec::new(),
            most,
            nodes: Vec::new(),
            waiting: BinaryHeap::new(),
            links: Vec::new(),
            basis: Basis::default(),
            met: Vec::new(),
            symbolic: FxHashSet::default(),
            undecided: false,
            skipped: false,
            paths: Paths::default(),
        }
    }

    /// Looks at all paths through components that are no spaghetti.
    pub fn run(mut self, budget: &Budget, statistics: &mut Statistics) -> Result<Found, Reason> {
        for target in self.system.minimal_targets().filter(|target| !self.oracle.excludes(target)) {
            let mut node = Node {
                state: Symbolic::of(&target),
                iterated: false,
                kind: Kind::Trivial,
                length: 0,
                solver: Rc::default(),
                rows: Vec::new(),
                link: None,
                target: self.targets.len() as u32,
            };
            self.inexhaustible.iter().for_each(|local| node.state.forget(*local));
            self.targets.push(target);
            self.push(node);
        }
        let found = self.grow(budget, statistics);
        statistics.paths = Some(self.paths);
        found
    }

    /// Continues one path after the other.
    fn grow(&mut self, budget: &Budget, statistics: &mut Statistics) -> Result<Found, Reason> {
        while let Some(Reverse((_, _, number))) = self.waiting.pop() {
            budget.check()?;
            statistics.explored += 1;
            budget.report(statistics.explored, self.waiting.len());
            let node = self.nodes[number as usize].take().expect("a path is continued once");
            if let Some(trace) = self.cross(node, budget)? {
                return Ok(Found::Run(trace));
            }
            statistics.generated = self.nodes.len() as u64;
            if self.undecided || self.symbolic.len() > self.most {
                return Ok(Found::Undecided);
            }
        }
        Ok(match self.undecided || self.skipped {
            true => Found::Undecided,
            false => Found::Nothing(self.symbolic.is_empty().then(|| std::mem::take(&mut self.met))),
        })
    }

    /// Crosses the component that a path has come to.
    fn cross(&mut self, mut node: Node, budget: &Budget) -> Result<Option<Trace>, Reason> {
        if self.quotient.kind_of(node.state.shared) == Kind::Trivial {
            return self.leave(&node, budget);
        }
        let exit = node.state.shared;
        if !node.iterated {
            self.iterate(&node, budget);
        }
        loop {
            if let Some(trace) = self.leave(&node, budget)? {
                return Ok(Some(trace));
            }
            budget.check()?;
            let rule = self.quotient.cycle_rule(node.state.shared);
            if self.system.rules[rule as usize].from == exit {
                return Ok(None);
            }
            let Some(before) = self.back(&node, rule, budget) else { return Ok(None) };
            node = before;
            // An earlier visit of this node went round this loop as well. Full rounds at this place are full rounds at the exit.
            if !self.is_new(&node) {
                return Ok(None);
            }
        }
    }

    /// Adds the path that makes full rounds of the loop at its end.
    fn iterate(&mut self, node: &Node, budget: &Budget) {
        let exit = node.state.shared;
        let mut rules = Vec::new();
        let mut summary = Summary::default();
        let mut shared = exit;
        while rules.is_empty() || shared != exit {
            let rule = self.quotient.cycle_rule(shared);
            summary.extend(&Summary::of_rule(&self.system.rules[rule as usize]));
            shared = self.system.rules[rule as usize].from;
            rules.push(rule);
            debug_assert!(rules.len() <= self.system.rules.len(), "a simple loop comes back");
        }
        rules.reverse();
        let mut solver = LinearProgram::clone(&node.solver);
        let variable = solver.add_variable(u32::try_from(rules.len()).unwrap_or(u32::MAX));
        let mut state = node.state.clone();
        state.iterate(&summary, variable);
        let link = Some(self.link(Part::Loop { rules, variable }, node.link));
        let (kind, length) = (node.kind.max(self.quotient.kind_of(exit)), node.length);
        let iterated = Node { state, iterated: true, kind, length, solver: Rc::new(solver), link, ..node.clone() };
        if let Some(iterated) = self.constrained(iterated, budget) {
            self.push(iterated);
        }
    }

    /// Goes on from the end of a path to other components, or to a start.
    fn leave(&mut self, node: &Node, budget: &Budget) -> Result<Option<Trace>, Reason> {
        for initial in self.system.initial.iter().filter(|initial| initial.shared == node.state.shared) {
            if let Some(trace) = self.finish(node, initial, budget) {
                return Ok(Some(trace));
            }
        }
        for &rule in self.quotient.entering(node.state.shared) {
            budget.check()?;
            if let Some(before) = self.back(node, rule, budget) {
                self.push(before);
            }
        }
        Ok(None)
    }

    /// The path that begins one rule earlier, if it can.
    fn back(&mut self, node: &Node, rule: u32, budget: &Budget) -> Option<Node> {
        let mut state = node.state.clone();
        state.go_back(&Summary::of_rule(&self.system.rules[rule as usize]));
        state.shared = self.system.rules[rule as usize].from;
        let link = Some(self.link(Part::Rule(rule), node.link));
        self.constrained(Node { state, iterated: false, length: node.length + 1, link, ..node.clone() }, budget)
    }

    fn link(&mut self, part: Part, next: Option<u32>) -> u32 {
        self.links.push(Link { part, next });
        self.links.len() as u32 - 1
    }

    /// The path with the constraint that no thread is where none can be; nothing if that is unsatisfiable.
    fn constrained(&mut self, mut node: Node, budget: &Budget) -> Option<Node> {
        self.inexhaustible.iter().for_each(|local| node.state.forget(*local));
        let shared = node.state.shared;
        let absent = |local| State::new(shared, [(local, 1)]).is_ok_and(|state| self.oracle.excludes(&state));
        let rows = rows(&node.state, |local| absent(local).then_some(0));
        let before = node.rows.len();
        let consistent = node.require(rows);
        if consistent && node.rows.len() == before {
            return Some(node);
        }
        let solution = match consistent {
            true => Rc::make_mut(&mut node.solver).minimise(&|| budget.check().is_ok()),
            false => Solution::Infeasible,
        };
        match solution {
            Solution::Point(..) => return Some(node),
            Solution::Infeasible => {}
            Solution::Unknown => self.undecided = true,
        }
        self.paths.pruned += 1;
        self.keep(&node, None, false);
        None
    }

    /// Puts the path with those to be continued, unless another one serves as well.
    fn push(&mut self, node: Node) {
        if self.quotient.kind_of(node.state.shared) != Kind::Spaghetti && self.is_new(&node) {
            self.waiting.push(Reverse((node.kind, node.length, self.nodes.len() as u32)));
            self.nodes.push(Some(node));
        }
    }

    /// Whether no path with smaller counters has come to the same place; remembers this one.
    ///
    /// A state without variables counts as met although the inequalities of its path may mention some. Rounds that need more
    /// and more threads somewhere leave a term that never goes away again; so the variables that are gone only ask for
    /// enough rounds, which is possible.
    fn is_new(&mut self, node: &Node) -> bool {
        let Ok(least) = node.state.least() else {
            self.undecided = true;
            return false;
        };
        if self.basis.contains(&least) {
            return false;
        }
        match node.state.concrete().filter(|_| !node.iterated) {
            Some(state) if self.oracle.excludes(&state) => false,
            Some(state) => {
                self.basis.insert(&state);
                self.met.push(state);
                true
            }
            None => self.symbolic.insert((node.state.clone(), node.iterated, node.rows.clone())),
        }
    }

    /// Whether the path can begin in these initial states; then the run.
    fn finish(&mut self, node: &Node, initial: &Initial, budget: &Budget) -> Option<Trace> {
        let mut node = node.clone();
        let rows = rows(&node.state, |local| match initial.counts.iter().find(|count| count.local == local) {
            Some(count) if count.unbounded => None,
            Some(count) => Some(count.least),
            None => Some(0),
        });
        let solution = match node.require(rows) {
            false => Solution::Infeasible,
            true => Rc::make_mut(&mut node.solver).minimise_integers(&|| budget.check().is_ok()),
        };
        let rounds: Option<Vec<i128>> = match &solution {
            // A variable counts the rounds after the first.
            Solution::Point(values, denominator) => Some(values.iter().map(|value| value / denominator + 1).collect()),
            _ => None,
        };
        let undecided = solution == Solution::Unknown;
        match node.kind {
            Kind::Trivial => self.paths.loop_free += 1,
            _ => self.paths.simple += 1,
        }
        self.keep(&node, rounds.clone(), undecided);
        self.skipped |= undecided;
        let target = &self.targets[node.target as usize];
        let run = run::trace(self.system, initial, &self.parts(node.link), &rounds?, target);
        self.skipped |= run.is_err();
        run.ok()
    }

    /// Keeps the formula of a path for people, if there are not many yet.
    fn keep(&mut self, node: &Node, rounds: Option<Vec<i128>>, undecided: bool) {
        if self.paths.formulas.len() < MOST_FORMULAS {
            let path = Stop::along(self.system, node.state.shared, &self.parts(node.link));
            self.paths.formulas.push(Formula { path, inequalities: node.rows.clone(), rounds, undecided });
        }
    }

    /// The parts of a path, from its beginning.
    fn parts(&self, mut link: Option<u32>) -> Vec<&Part> {
        let mut parts = Vec::new();
        while let Some(at) = link {
            parts.push(&self.links[at as usize].part);
            link = self.links[at as usize].next;
        }
        parts
    }
}

impl Node {
    /// Adds inequalities that are new; whether none of them is a contradiction by itself.
    fn require(&mut self, rows: Vec<Inequality>) -> bool {
        let mut consistent = true;
        for row in rows {
            if self.rows.contains(&row) {
                continue;
            }
            match row.term.factors.is_empty() {
                true => consistent &= row.term.constant <= i64::from(row.most),
                false => {
                    let most = i64::from(row.most) - row.term.constant;
                    Rc::make_mut(&mut self.solver).require(&row.term.factors, most);
                }
            }
            self.rows.push(row);
        }
        consistent
    }
}

/// The inequalities that bound counters from above, where there is a bound.
fn rows(state: &Symbolic, most: impl Fn(u32) -> Option<u32>) -> Vec<Inequality> {
    let bounded = state.counters().filter_map(|(local, terms)| Some((local, terms, most(local)?)));
    bounded
        .flat_map(|(local, terms, most)| terms.iter().map(move |term| Inequality { local, term: term.clone(), most }))
        .collect()
}
