//! Deadlocks: threads that wait for each other in a cycle, for any number of threads, as failures that can be reached.
//!
//! Each thread counts in variables of its own which locks it holds (`sync/companion.rs`), and has a step where it is
//! about to wait (`Role::Waits`). Such a step becomes:
//!
//! - a failure, if the thread itself holds the lock in a way that blocks it: a cycle of one;
//! - a step in which the thread stops there for ever, holding `L` and wanting `M`, and notes this in two shared variables:
//!   `first`, the lock that the chain of stopped threads holds at its beginning, and `awaited`, the one wanted at its end.
//!   It begins a chain if there is none, and prolongs it if this thread holds the awaited lock;
//! - a failure, if the thread holds the awaited lock and wants the first one: the cycle is closed.
//!
//! *Every failure is a deadlock.* A stopped thread unlocks nothing. At the moment of the failure each thread of the chain
//! is about to take a lock that the next one holds, and the last one that the first one holds; so none of them can
//! move, whatever others do, since only owners unlock: that others do not is a claim of its own here (`refuse_foreign`).
//! *Every cycle is found.* Once all its threads are about to wait they can stop in the order of the cycle. No step looks
//! whether the awaited lock is taken, because the holder's own variable says so, and so locks remain the locks that
//! `umpteen_reduce` knows. All of this are failures that ordinary steps reach: reductions keep them like any other.
//!
//! A join of one certain thread waits for a lock that this thread holds until it ends, and `pthread_once` for one that the
//! thread holds that runs the function. A try or a timed wait is no wait. A lock that is held for writing blocks everybody,
//! one that is held for reading those that want to write.
//!
//! *Without such a failure nobody waits for ever* if threads wait in these ways only. The thread that a waiting thread
//! waits for has not ended, since ending with a lock is a failure. Unless it runs on for ever, it waits as well. There
//! are finitely many threads, so following them leads into a cycle. A join of a thread that is not known leaves this
//! intact in `main` as long as `main` holds nothing then, because nobody waits for `main`. For other ways to wait
//! (conditions, semaphores, barriers) this says nothing: see `hangs.rs`.
//!
//! Few of the steps are needed. What a thread holds is mostly a matter of where it is, and then no variable is left. Only
//! locks that are taken in the order of a cycle somewhere need a chain, and one that begins with the smallest of them.

use super::super::Property;
use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::super::syntax::Span;
use super::super::types::Library;
use super::Lowering;
use super::context::Context;
use super::graph::Graph;
use super::hangs::EarlyJoin;
use super::lock_order::Order;
use super::lock_values::{Values, fold, folded};
use super::sync::WRITER;
use super::sync::initialised::Initialised;
use super::thread::Threads;
use super::value::{Object, Spot};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge, Hang, Statement, Variable};

/// A way to hold a lock, or to want it: as a reader.
pub const SHARED: u64 = 0;

/// As a writer, or as the owner of a mutex.
pub const EXCLUSIVE: u64 = 1;

/// The type of a lock and a way to hold it, or to want it, as a number.
const CODE: Type = Type { width: 16, signed: false };

/// The variable that tells how threads of a template hold a lock.
pub struct Owner {
    pub template: u32,
    pub lock: Place,
    pub library: Library,
    pub mine: Place,
}

/// A lock that a thread is about to wait for.
pub struct Waiting {
    pub lock: Object,
    /// How the thread holds it already; none for the end of a thread.
    pub mine: Option<Object>,
    pub wants: u64,
}

/// A way in which the threads of a template may hold a lock, and when they do.
#[derive(Clone)]
pub struct Holding {
    pub lock: Place,
    pub way: u64,
    holds: Expr,
}

/// A step where a thread is about to wait.
pub struct Wait {
    template: usize,
    node: usize,
    step: Step,
    pub lock: Place,
    pub wants: u64,
}

/// The shared variables that describe the chain of stopped threads.
struct Chain {
    first: Place,
    awaited: Place,
}

/// What instrumentation for locks and other primitives needs once all templates are lowered.
#[derive(Default)]
pub struct Locks {
    /// The variables that tell which locks threads hold.
    pub owners: Vec<Owner>,
    /// Where the threads of templates are about to end, where it is asked about deadlocks.
    pub endings: Vec<(u32, u32)>,
    /// Which barriers, semaphores and spin locks are initialised.
    pub initialised: Initialised,
}

impl<'s> Lowering<'s> {
    /// A thread that unlocks what it does not hold fails, if a condition holds.
    pub fn refuse_foreign(&mut self, mine: &Object, guard: Expr, statements: &[Statement], span: Span) {
        let text = format!("`{}` can unlock what this thread does not hold", self.source.source_text(span));
        let guard = guard.and(is(mine.read(), 0));
        self.refuse_use(guard, text, statements.to_vec(), span);
    }

    /// A thread that destroys a lock it holds fails.
    pub fn refuse_held(&mut self, spot: &Spot<'s>, span: Span) -> Result<(), Error> {
        if self.source.is_about_deadlocks() {
            let mine = self.companion(spot, span)?;
            let text = format!("`{}` can destroy what this thread holds", self.source.source_text(span));
            let statements = self.note(span);
            self.refuse_use(is(mine.read(), 0).negated(), text, statements, span);
        }
        Ok(())
    }

    fn refuse_use(&mut self, guard: Expr, text: String, statements: Vec<Statement>, span: Span) {
        let to = self.graph.fresh();
        self.graph.nodes[to as usize].role = self.failing(span.start, text, Claim::LockUse);
        self.graph.connect(self.graph.at, Mark::None, Edge { guard, statements, ..Edge::jump(to) });
    }

    /// Makes deadlocks fail.
    pub fn watch_deadlocks(&mut self, graphs: &mut [Vec<Node>], many: &[bool]) {
        let known: Vec<Vec<Values>> =
            (0u32..).zip(graphs.iter()).map(|(number, graph)| self.known_values(number, graph)).collect();
        let waits = taken_out(graphs, &known);
        let holdings: Vec<Vec<Holding>> = (0..graphs.len()).map(|number| self.holdings(number as u32)).collect();
        let at = |template: usize, node: usize| {
            let values = known[template][node].as_ref();
            let tracked = self.tracked(template as u32);
            let held = holdings[template].iter().cloned().map(|mut one| {
                one.holds = values.map_or(one.holds.clone(), |values| folded(&one.holds, &tracked, values));
                one
            });
            held.filter(|one| one.holds != Expr::TRUE.negated()).collect::<Vec<_>>()
        };
        let held: Vec<Vec<Holding>> = waits.iter().map(|wait| at(wait.template, wait.node)).collect();
        let ends: Vec<(u32, u32, Vec<Holding>)> = self
            .locks
            .endings
            .iter()
            .map(|(number, node)| (*number, *node, at(*number as usize, *node as usize)))
            .collect();
        let early: Vec<EarlyJoin> = nodes(graphs)
            .filter(|(_, _, node)| node.steps.iter().any(|step| step.edge.early))
            .map(|(template, number, _)| (template, number, at(template, number)))
            .collect();
        let order = Order::of(&waits, &held);
        let chain = order.has_cycles().then(|| self.new_chain());
        for (wait, held) in waits.iter().zip(&held) {
            self.watch_wait(&mut graphs[wait.template], wait, held, &order, chain.as_ref());
        }
        for (template, node, held) in ends {
            self.watch_end(&mut graphs[template as usize], template, node as usize, &held);
        }
        self.watch_hangs(graphs, &early, many, chain.map(|chain| Expr::Read(chain.awaited, CODE)));
        for (number, graph) in graphs.iter_mut().enumerate() {
            let known = self.known_values(number as u32, graph);
            fold(graph, &self.tracked(number as u32), &known);
        }
    }

    /// The ways in which threads of a template may hold locks, the end of the thread included.
    fn holdings(&self, template: u32) -> Vec<Holding> {
        let mut all = Vec::new();
        for owner in self.locks.owners.iter().filter(|owner| owner.template == template) {
            let (lock, mine) = (owner.lock, Expr::Read(owner.mine, self.program.variable(owner.mine).ty));
            let any = is(mine.clone(), 0).negated();
            if owner.library == Library::ReadersWriterLock {
                let writes = is(mine, WRITER);
                all.push(Holding { lock, way: EXCLUSIVE, holds: writes.clone() });
                all.push(Holding { lock, way: SHARED, holds: any.and(writes.negated()) });
            } else {
                all.push(Holding { lock, way: EXCLUSIVE, holds: any });
            }
        }
        let done = self.threads.roots[template as usize].done.map(|done| Place::Global(done.flag));
        all.extend(done.map(|lock| Holding { lock, way: EXCLUSIVE, holds: Expr::TRUE }));
        all
    }

    fn new_chain(&mut self) -> Chain {
        let mut variable = |name: &str| {
            let (name, initial, template) = (name.to_string(), Some(0), None);
            self.program.globals.push(Variable { name, ty: CODE, initial, template, hidden: true });
            Place::Global(self.program.globals.len() as u32 - 1)
        };
        Chain { first: variable("first lock"), awaited: variable("awaited lock") }
    }

    /// Adds what may happen where a thread is about to wait.
    fn watch_wait(
        &mut self,
        graph: &mut Vec<Node>,
        wait: &Wait,
        held: &[Holding],
        order: &Order,
        chain: Option<&Chain>,
    ) {
        let guard = || wait.step.edge.guard.clone();
        let wanted = self.lock_name(wait.lock);
        let text = wait.step.edge.statements.last().map_or(String::new(), |statement| statement.text.clone());
        let text = text.trim_end_matches(';').to_string();
        for own in held.iter().filter(|own| own.lock == wait.lock && blocks(own.way, wait.wants)) {
            let what = match self.threads.is_end(wait.lock) {
                true => format!("`{text}` waits for ever: this thread waits for its own end"),
                false => format!("`{text}` waits for ever: this thread holds `{wanted}` already"),
            };
            self.add_failure(graph, wait, guard().and(own.holds.clone()), what, Mark::None);
        }
        let what = format!("`{text}` may wait inside an atomic section");
        let role = self.failing_at(wait, what, Claim::Limit);
        add_step(graph, wait, guard(), Vec::new(), role, Mark::Inside);
        let Some(chain) = chain else { return };
        for own in held.iter().filter(|own| order.is_cyclic(own.lock, wait.lock)) {
            let guard = || guard().and(own.holds.clone());
            let wants = Expr::Constant(order.code(wait.lock, wait.wants), CODE);
            if order.numbers[&own.lock] < order.numbers[&wait.lock] {
                let first = Expr::Constant(order.code(own.lock, own.way), CODE);
                let updates = vec![(chain.first, first), (chain.awaited, wants.clone())];
                let guard = guard().and(is(Expr::Read(chain.awaited, CODE), 0));
                add_step(graph, wait, guard, updates, Role::Usual, Mark::Outside);
            }
            for way in order.wanted_ways(own.lock).filter(|way| blocks(own.way, *way)) {
                let awaited = is(Expr::Read(chain.awaited, CODE), order.code(own.lock, way));
                if order.has_third(own.lock, wait.lock) {
                    let updates = vec![(chain.awaited, wants.clone())];
                    add_step(graph, wait, guard().and(awaited.clone()), updates, Role::Usual, Mark::Outside);
                }
                for held in order.held_ways(wait.lock).filter(|held| blocks(*held, wait.wants)) {
                    let closes = is(Expr::Read(chain.first, CODE), order.code(wait.lock, held));
                    let what = self.cycle_in_words(&text, own.lock, wait.lock, order);
                    self.add_failure(graph, wait, guard().and(awaited.clone()).and(closes), what, Mark::Outside);
                }
            }
        }
    }

    /// A thread that is about to end fails if it holds a lock.
    fn watch_end(&mut self, graph: &mut Vec<Node>, template: u32, node: usize, held: &[Holding]) {
        for own in held.iter().filter(|own| !self.threads.is_end(own.lock)).cloned().collect::<Vec<_>>() {
            let root = &self.threads.roots[template as usize];
            let (text, place) =
                (format!("`{}` can end while it holds `{}`", root.name, self.lock_name(own.lock)), root.span);
            let role = self.failing(place.start, text, Claim::LockUse);
            graph.push(Node { steps: Vec::new(), role });
            let edge = Edge { guard: own.holds, ..Edge::jump(graph.len() as u32 - 1) };
            graph[node].steps.push(Step::new(Mark::None, Access::Library, edge));
        }
    }

    fn add_failure(&mut self, graph: &mut Vec<Node>, wait: &Wait, guard: Expr, text: String, mark: Mark) {
        let role = self.failing_at(wait, text, Claim::NoDeadlock);
        add_step(graph, wait, guard, Vec::new(), role, mark);
    }

    fn failing_at(&mut self, wait: &Wait, text: String, claim: Claim) -> Role {
        let position = wait.step.edge.statements.last().map(|statement| statement.position).unwrap_or_default();
        Role::Fails(self.assertion(position, text, claim))
    }

    fn lock_name(&self, lock: Place) -> String {
        self.program.name(lock).trim_start_matches("done of ").to_string()
    }

    /// The cycle that is closed by a thread that holds one lock and wants another.
    fn cycle_in_words(&self, text: &str, own: Place, wanted: Place, order: &Order) -> String {
        let other = match self.threads.is_end(wanted) {
            true => format!("the thread `{}`", self.lock_name(wanted)),
            false => format!("the thread that holds `{}`", self.lock_name(wanted)),
        };
        let awaited = match self.threads.is_end(own) {
            true => "the end of this one".to_string(),
            false => format!("`{}`, which this one holds", self.lock_name(own)),
        };
        let through = if order.has_third(own, wanted) { ", through others," } else { "" };
        format!("`{text}` waits for ever: {other} waits{through} for {awaited}")
    }
}

impl<'s> Context<'s> {
    /// Whether it is asked about deadlocks.
    pub fn is_about_deadlocks(&self) -> bool {
        self.options.property == Property::Deadlocks
    }
}

impl Graph {
    /// Notes that the thread is about to wait for a lock if a condition holds.
    pub fn waits(&mut self, waiting: Waiting, guard: Expr, statements: &[Statement]) {
        let Waiting { lock, mine, wants } = waiting;
        let to = self.fresh();
        self.nodes[to as usize].role = Role::Waits;
        // The places are carried by updates, which find out where pointers lead.
        let mut updates = vec![(lock.place, Expr::Constant(wants, lock.ty))];
        updates.extend(mine.map(|mine| (mine.place, Expr::Constant(0, mine.ty))));
        let statements = statements.to_vec();
        self.connect(self.at, Mark::None, Edge { guard, updates, statements, ..Edge::jump(to) });
    }
}

impl<'s> Threads<'s> {
    /// Whether a lock stands for the end of a thread.
    fn is_end(&self, lock: Place) -> bool {
        self.done.values().any(|done| Place::Global(done.flag) == lock)
    }
}

/// Whether a thread that holds a lock in one way blocks those that want it in another.
pub fn blocks(held: u64, wanted: u64) -> bool {
    held | wanted == EXCLUSIVE
}

fn nodes(graphs: &[Vec<Node>]) -> impl Iterator<Item = (usize, usize, &Node)> {
    graphs
        .iter()
        .enumerate()
        .flat_map(|(template, graph)| graph.iter().enumerate().map(move |(number, node)| (template, number, node)))
}

/// Takes the steps where threads are about to wait out of the graphs; those that no thread gets to are dropped.
fn taken_out(graphs: &mut [Vec<Node>], known: &[Vec<Values>]) -> Vec<Wait> {
    let mut waits = Vec::new();
    for (template, graph) in graphs.iter_mut().enumerate() {
        let is_wait: Vec<bool> = graph.iter().map(|node| node.role == Role::Waits).collect();
        for (node, found) in graph.iter_mut().enumerate() {
            let (taken, kept) =
                std::mem::take(&mut found.steps).into_iter().partition(|step| is_wait[step.edge.to as usize]);
            found.steps = kept;
            let taken: Vec<Step> = taken;
            for step in taken.into_iter().filter(|_| known[template][node].is_some()) {
                if let Some((lock, Expr::Constant(wants, _))) = step.edge.updates.first().cloned() {
                    waits.push(Wait { template, node, step, lock, wants });
                }
            }
        }
    }
    waits
}

/// Adds a step to a new node where a thread is about to wait.
fn add_step(graph: &mut Vec<Node>, wait: &Wait, guard: Expr, updates: Vec<(Place, Expr)>, role: Role, mark: Mark) {
    graph.push(Node { steps: Vec::new(), role });
    let to = graph.len() as u32 - 1;
    let stops = role == Role::Usual;
    let told = |statement: &Statement| match stops {
        true => Statement { text: format!("waits for ever: {}", statement.text), ..statement.clone() },
        false => statement.clone(),
    };
    let statements = wait.step.edge.statements.last().map(told).into_iter().collect();
    let hang = stops.then_some(Hang::Stops);
    let edge = Edge { guard, updates, statements, hang, ..Edge::jump(to) };
    graph[wait.node].steps.push(Step::new(mark, Access::Library, edge));
}

fn is(value: Expr, number: u64) -> Expr {
    let ty = value.ty();
    Expr::binary(Binary::Equal, value, Expr::Constant(number & ty.mask(), ty))
}
