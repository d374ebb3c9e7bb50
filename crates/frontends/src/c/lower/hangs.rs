//! Threads that wait for ever although there is no cycle of locks: lost wake-ups, barriers with too few participants,
//! semaphores that nobody posts.
//!
//! Where a thread waits for a condition, semaphore or barrier there is a step to a failure that is possible only if no
//! thread can move (`Hang::Hangs`). This is exact in an exploration of all steps, and never merged with others; for any
//! number of threads it is not decided, because an abstraction adds moves.
//!
//! A join of a thread that is not known may wait for any of those that have not been joined. So threads that have ended,
//! that have been joined, and that are about to join such a thread are counted. If all that have ended have been joined,
//! a join certainly waits; if there are others, it may return, and where nobody else can move it is not known whether
//! anybody does.

use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::super::syntax::Span;
use super::Lowering;
use super::deadlock::Holding;
use super::sync::parts::COUNT;
use super::thread::ENDS_ONCE;
use umpteen_model::c::expression::{Binary, Expr, Place};
use umpteen_model::c::program::{Claim, Edge, Hang, Statement, Variable};

/// A join of a thread that is not known: its template, its node, and the locks that the thread may hold there.
pub type EarlyJoin = (usize, usize, Vec<Holding>);

/// The numbers of threads that have ended, that have been joined, and that are about to join one that is not known.
struct Counts {
    ended: Place,
    joined: Place,
    joining: Place,
}

impl<'s> Lowering<'s> {
    /// A thread waits at a node in a way that cycles of locks say nothing about.
    pub fn hangs(&mut self, at: u32, span: Span) {
        if !self.source.is_about_deadlocks() {
            return;
        }
        let shown = self.source.source_text(span);
        let ways = [
            (
                Mark::Outside,
                Some(Hang::Hangs),
                Claim::NoDeadlock,
                format!("`{shown}` waits for ever: no thread can move"),
            ),
            (Mark::Inside, None, Claim::Limit, format!("`{shown}` may wait inside an atomic section")),
        ];
        for (mark, hang, claim, text) in ways {
            let (to, statements) = (self.graph.fresh(), self.note(span));
            self.graph.nodes[to as usize].role = self.failing(span.start, text, claim);
            self.graph.connect(at, mark, Edge { hang, statements, ..Edge::jump(to) });
        }
    }

    /// Adds what joins of unknown threads mean; `awaited` is not 0 once a thread has stopped for ever.
    pub fn watch_hangs(&mut self, graphs: &mut [Vec<Node>], early: &[EarlyJoin], many: &[bool], awaited: Option<Expr>) {
        let steps = || graphs.iter().flatten().flat_map(|node| &node.steps);
        let hangs = steps().any(|step| step.edge.hang == Some(Hang::Hangs));
        // Nobody waits for `main`, unless it holds something.
        let is_harmless = |(template, _, held): &EarlyJoin| *template == 0 && !many[0] && held.is_empty();
        if !early.is_empty() && (hangs || !early.iter().all(is_harmless)) {
            let counts = self.new_counts();
            self.count_ends(graphs, &counts);
            for (template, node, _) in early {
                self.watch_early_join(&mut graphs[*template], *node, &counts);
            }
            self.doubt(graphs, &counts);
        }
        let Some(awaited) = awaited else { return };
        for step in graphs.iter_mut().flatten().flat_map(|node| &mut node.steps) {
            if step.edge.hang == Some(Hang::Hangs) {
                let none = Expr::binary(Binary::Equal, awaited.clone(), Expr::Constant(0, awaited.ty()));
                step.edge.guard = step.edge.guard.clone().and(none);
            }
        }
    }

    fn new_counts(&mut self) -> Counts {
        self.assume(ENDS_ONCE);
        let mut variable = |name: &str| {
            let (name, initial, template) = (name.to_string(), Some(0), None);
            self.program.globals.push(Variable { name, ty: COUNT, initial, template, hidden: true });
            Place::Global(self.program.globals.len() as u32 - 1)
        };
        Counts {
            ended: variable("ended threads"),
            joined: variable("joined threads"),
            joining: variable("joining threads"),
        }
    }

    /// Counts threads that end, and those that are joined by name.
    fn count_ends(&self, graphs: &mut [Vec<Node>], counts: &Counts) {
        for (template, node) in &self.locks.endings {
            let steps = &mut graphs[*template as usize][*node as usize].steps;
            steps.iter_mut().for_each(|step| step.edge.updates.push(changed(counts.ended, Binary::Add)));
        }
        let flags: Vec<Place> = self.threads.done.values().map(|done| Place::Global(done.flag)).collect();
        for step in graphs.iter_mut().flatten().flat_map(|node| &mut node.steps) {
            if step.edge.guard.places().iter().any(|place| flags.contains(place)) {
                step.edge.updates.push(changed(counts.joined, Binary::Add));
            }
        }
    }

    /// A thread joins another one that is not known: one that has ended and was not joined.
    fn watch_early_join(&mut self, graph: &mut Vec<Node>, node: usize, counts: &Counts) {
        let mut steps = std::mem::take(&mut graph[node].steps);
        graph.push(Node::new());
        let arrived = graph.len() - 1;
        let edge = Edge { updates: vec![changed(counts.joining, Binary::Add)], ..Edge::jump(arrived as u32) };
        graph[node].steps.push(Step::new(Mark::None, Access::Library, edge));
        let mut statement: Option<Statement> = None;
        for step in steps.iter_mut().filter(|step| step.edge.early) {
            step.edge.hang = Some(Hang::Joins);
            step.edge.guard = step.edge.guard.clone().and(counts.all_joined().negated());
            step.edge.updates.push(changed(counts.joining, Binary::Subtract));
            step.edge.updates.push(changed(counts.joined, Binary::Add));
            statement = step.edge.statements.last().cloned();
        }
        graph[arrived].steps = steps;
        let Some(statement) = statement else { return };
        let text = format!("`{}` waits for ever: no thread can move", statement.text.trim_end_matches(';'));
        let role = Role::Fails(self.assertion(statement.position, text, Claim::NoDeadlock));
        graph.push(Node { steps: Vec::new(), role });
        let to = graph.len() as u32 - 1;
        let edge = Edge { hang: Some(Hang::Hangs), statements: vec![statement], ..Edge::jump(to) };
        graph[arrived].steps.push(Step::new(Mark::Outside, Access::Library, edge));
    }

    /// Nobody can move, but a join may return: nothing is known.
    fn doubt(&mut self, graphs: &mut [Vec<Node>], counts: &Counts) {
        let none = Expr::binary(Binary::Equal, Expr::Read(counts.joining, COUNT), Expr::Constant(0, COUNT));
        let certain = none.negated().and(counts.all_joined().negated()).negated();
        for graph in graphs {
            for node in 0..graph.len() {
                let mut doubtful = Vec::new();
                for step in graph[node].steps.iter_mut().filter(|step| step.edge.hang == Some(Hang::Hangs)) {
                    let doubt = step.edge.guard.clone().and(certain.clone().negated());
                    doubtful.push(Step { edge: Edge { guard: doubt, ..step.edge.clone() }, ..step.clone() });
                    step.edge.guard = step.edge.guard.clone().and(certain.clone());
                }
                for mut step in doubtful {
                    let position = step.edge.statements.last().map(|statement| statement.position).unwrap_or_default();
                    let text = "a join of a thread that is not known may wait for ever".to_string();
                    let role = Role::Fails(self.assertion(position, text, Claim::Limit));
                    graph.push(Node { steps: Vec::new(), role });
                    step.edge.to = graph.len() as u32 - 1;
                    graph[node].steps.push(step);
                }
            }
        }
    }
}

impl Counts {
    /// Whether all threads that have ended have been joined.
    fn all_joined(&self) -> Expr {
        Expr::binary(Binary::LessOrEqual, Expr::Read(self.ended, COUNT), Expr::Read(self.joined, COUNT))
    }
}

/// A number with one more or one less.
fn changed(place: Place, operator: Binary) -> (Place, Expr) {
    (place, Expr::binary(operator, Expr::Read(place, COUNT), Expr::Constant(1, COUNT)))
}
