//! The graph of steps that grows while a template is lowered.

use super::super::atomic::{Access, Mark, Node, Step};
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Statement};

/// The steps of the template that is being lowered: a graph that grows forward from `at`.
#[derive(Default)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Whether a node may be reached, by number.
    pub entered: Vec<bool>,
    /// Where the next step begins.
    pub at: u32,
    /// Where the thread goes to end.
    pub finish: u32,
    /// Steps so far that touch shared variables.
    pub accesses: usize,
    /// Whether the steps made now are inside the section of a whole statement.
    pub wrapping: bool,
}

impl Graph {
    /// A new node.
    pub fn fresh(&mut self) -> u32 {
        self.nodes.push(Node::new());
        self.entered.push(false);
        (self.nodes.len() - 1) as u32
    }

    /// A new node, where the next step begins.
    pub fn continue_fresh(&mut self) {
        self.at = self.fresh();
    }

    /// Adds a step between two nodes, unless it is never possible.
    pub fn connect(&mut self, from: u32, mark: Mark, edge: Edge) {
        self.connect_as(from, mark, Access::Library, edge);
    }

    fn connect_as(&mut self, from: u32, mark: Mark, access: Access, edge: Edge) {
        if edge.guard == Expr::TRUE.negated() {
            return;
        }
        self.accesses += usize::from(edge.is_visible());
        self.entered[edge.to as usize] |= self.entered[from as usize];
        self.nodes[from as usize].steps.push(Step::new(mark, access, edge));
    }

    /// Goes on at a node.
    pub fn go(&mut self, to: u32) {
        self.connect(self.at, Mark::None, Edge::jump(to));
    }

    /// One step to a new node.
    pub fn step(&mut self, edge: Edge) {
        let to = self.fresh();
        self.connect(self.at, Mark::None, Edge { to, ..edge });
        self.at = to;
    }

    /// One step that changes variables.
    pub fn update(&mut self, updates: Vec<(Place, Expr)>, statements: Vec<Statement>) {
        self.step(Edge { updates, statements, ..Edge::jump(0) });
    }

    /// One step that accesses memory, as an atomic operation or plainly.
    pub fn access(&mut self, access: Access, updates: Vec<(Place, Expr)>, statements: Vec<Statement>) {
        let to = self.fresh();
        self.connect_as(self.at, Mark::None, access, Edge { updates, statements, ..Edge::jump(to) });
        self.at = to;
    }

    /// Begins or ends an atomic section.
    pub fn mark(&mut self, mark: Mark, statements: Vec<Statement>) {
        let to = self.fresh();
        self.connect(self.at, mark, Edge { statements, ..Edge::jump(to) });
        self.at = to;
    }
}
