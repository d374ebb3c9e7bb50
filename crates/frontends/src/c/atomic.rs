//! Atomic sections become part of the program counter: the product of micro-steps with the number of open sections.
//!
//! A step may enter or leave a section. A location of the result is a node together with how many sections are open
//! there, so `Location::inside` is known statically and sections may begin and end in different branches or loops. A
//! thread that ends while inside leaves first; one that stops the whole program stays inside for ever, so that nobody
//! moves any more.

use super::syntax::Span;
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Edge, Frames, Location, Program};

/// How many sections may be open at once.
const DEEPEST: u8 = 8;

/// The effect of a step on atomic sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No effect.
    None,
    /// One more is open, from a place on.
    Enter(Span),
    /// One less is open; nothing if none is.
    Leave,
    /// The step is possible only where no section is open.
    Outside,
    /// The step is possible only where a section is open.
    Inside,
}

/// The role of a node besides its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An ordinary node.
    Usual,
    /// The thread ends here.
    End,
    /// The program ends here.
    Stop,
    /// `main` returns here, which ends the program. What others do after that is what they may do just before, so only
    /// inside a section, where they may do nothing, it must be told from the end of a thread.
    Finish,
    /// An assertion has failed here.
    Fails(u32),
    /// A recursive function is called, which returns to a node.
    Call(u32, Span),
    /// A recursive function returns.
    Return(Span),
    /// A recursive function has returned a value.
    Landing,
    /// A thread that takes the step here is about to wait (`lower/deadlock.rs`, which replaces all such steps).
    Waits,
}

/// A node of the micro-step graph of one template.
#[derive(Clone, Debug)]
pub struct Node {
    /// The steps to other nodes.
    pub steps: Vec<Step>,
    /// The role of the node.
    pub role: Role,
}

/// How a step accesses memory (C11 7.17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Plainly.
    Plain,
    /// Atomically, so that it does not race with other atomic accesses.
    Atomic(Order),
    /// A fence; it accesses nothing.
    Fence(Order),
    /// By the model, or a function of the library, neither of which races with atomic accesses.
    Library,
}

/// The memory order of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Whether it acquires what it reads.
    pub acquires: bool,
    /// Whether it releases what it writes.
    pub releases: bool,
    /// Whether a comparison that fails acquires what it reads.
    pub acquires_failing: bool,
}

impl Access {
    /// An atomic access that is sequentially consistent.
    pub const STRONG: Access = Access::Atomic(Order { acquires: true, releases: true, acquires_failing: true });

    /// Whether it does not race with atomic accesses.
    pub fn is_atomic(self) -> bool {
        self != Access::Plain
    }

    /// The access as an atomic one.
    pub fn atomic(self) -> Access {
        if self.is_atomic() { self } else { Access::STRONG }
    }
}

/// A step between nodes.
#[derive(Clone, Debug)]
pub struct Step {
    /// The effect on atomic sections.
    pub mark: Mark,
    /// How memory is accessed.
    pub access: Access,
    /// The bytes that it accesses beside variables.
    pub touched: Vec<Touched>,
    /// The step; its target is a node.
    pub edge: Edge,
}

/// Bytes that a step accesses in the part of an object that has no variables.
#[derive(Clone, Debug)]
pub struct Touched {
    /// The number of the object.
    pub region: u32,
    /// The address of the first.
    pub address: Expr,
    /// How many there are.
    pub bytes: Expr,
    /// Whether they are written.
    pub writes: bool,
}

impl Touched {
    /// Puts every variable elsewhere.
    pub fn map_places(&mut self, target: &impl Fn(Place) -> Place) {
        for expr in [&mut self.address, &mut self.bytes] {
            *expr = expr.replace(&mut |leaf| match leaf {
                Expr::Read(place, ty) => Expr::Read(target(*place), *ty),
                leaf => leaf.clone(),
            });
        }
    }
}

impl Step {
    /// A step without accesses beside those to variables.
    pub fn new(mark: Mark, access: Access, edge: Edge) -> Step {
        Step { mark, access, touched: Vec::new(), edge }
    }
}

impl Node {
    /// A node without steps.
    pub fn new() -> Node {
        Node { steps: Vec::new(), role: Role::Usual }
    }
}

/// The location of each node, for each number of open sections there.
pub type Numbers = FxHashMap<(u32, u8), u32>;

/// Adds the reachable product of a template's graph to the program; returns the location of the first node, and of all.
pub fn add_locations(
    program: &mut Program,
    template: u32,
    nodes: Vec<Node>,
    most: usize,
) -> Result<(u32, Numbers), Error> {
    let mut product = Product { program, template, numbers: FxHashMap::default(), pending: Vec::new(), most };
    let entry = product.number(0, 0)?;
    while let Some((node, depth, at)) = product.pending.pop() {
        let edges = product.edges(&nodes[node as usize], node, depth)?;
        product.program.locations[at as usize].edges = edges;
        match nodes[node as usize].role {
            Role::Fails(assertion) => product.program.locations[at as usize].fails = Some(assertion),
            Role::Stop => {
                product.program.locations[at as usize].inside = true;
                product.program.locations[at as usize].stops = true;
            }
            Role::End => product.program.locations[at as usize].ends = depth == 0,
            Role::Finish => {
                product.program.locations[at as usize].ends = depth == 0;
                product.program.locations[at as usize].stops = true;
            }
            Role::Call(..) | Role::Return(_) | Role::Landing => {
                product.program.locations[at as usize].frames = product.frames(nodes[node as usize].role, depth)?;
            }
            Role::Usual | Role::Waits => {}
        }
    }
    Ok((entry, product.numbers))
}

struct Product<'a> {
    program: &'a mut Program,
    template: u32,
    numbers: Numbers,
    pending: Vec<(u32, u8, u32)>,
    most: usize,
}

impl Product<'_> {
    /// The location of a node with so many open sections.
    fn number(&mut self, node: u32, depth: u8) -> Result<u32, Error> {
        debug_assert!(depth <= DEEPEST, "`edges` refuses more");
        if let Some(known) = self.numbers.get(&(node, depth)) {
            return Ok(*known);
        }
        let number = self.program.locations.len();
        if number >= self.most {
            let message = format!("the program has more than {} locations after inlining", self.most);
            return Err(Error::new(Code::TooLarge, message, 0..0));
        }
        let (template, inside) = (self.template, depth > 0);
        self.program.locations.push(Location { template, inside, ..Location::default() });
        self.numbers.insert((node, depth), number as u32);
        self.pending.push((node, depth, number as u32));
        Ok(number as u32)
    }

    /// The effect of calls and returns on the stack; recursive functions begin and end outside sections.
    fn frames(&mut self, role: Role, depth: u8) -> Result<Option<Frames>, Error> {
        Ok(match role {
            Role::Call(_, span) | Role::Return(span) if depth > 0 => {
                let what = "the call of a recursive function, or its end, inside an atomic section";
                return Err(span.unsupported(what));
            }
            Role::Call(back, _) => Some(Frames::Call(self.number(back, 0)?)),
            Role::Return(_) => Some(Frames::Return),
            Role::Landing => Some(Frames::Landing),
            _ => None,
        })
    }

    fn edges(&mut self, node: &Node, number: u32, depth: u8) -> Result<Vec<Edge>, Error> {
        if matches!(node.role, Role::Stop | Role::Fails(_)) {
            return Ok(Vec::new());
        }
        let mut edges = Vec::new();
        for Step { mark, edge, .. } in &node.steps {
            let after = match mark {
                Mark::Outside if depth > 0 => continue,
                Mark::Inside if depth == 0 => continue,
                Mark::None | Mark::Outside | Mark::Inside => depth,
                Mark::Enter(span) if depth == DEEPEST => {
                    let message = format!("more than {DEEPEST} atomic sections can be open at once");
                    return Err(Error::new(Code::TooLarge, message, span.range()));
                }
                Mark::Enter(_) => depth + 1,
                Mark::Leave => depth.saturating_sub(1),
            };
            edges.push(Edge { to: self.number(edge.to, after)?, ..edge.clone() });
        }
        if node.role == Role::End && depth > 0 {
            edges.push(Edge::jump(self.number(number, 0)?));
        }
        Ok(edges)
    }
}
