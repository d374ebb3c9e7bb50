//! One inlined copy of a function: its names, labels and ways out.

use super::super::syntax::{Name, Span, Statement};
use super::super::types::CType;
use super::Lowering;
use super::procedure::Procedure;
use super::switch::Switch;
use super::sync::cleanup::Handler;
use super::uses::Uses;
use super::value::{Binding, Spot};
use crate::error::Error;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use umpteen_model::c::expression::Expr;

/// A copy of a function that is being lowered.
pub struct Frame<'s> {
    /// The function; none if the frame is a statement's.
    pub function: Option<Name<'s>>,
    /// Whether it is what the thread runs rather than an inlined call.
    pub is_root: bool,
    /// What it does with names.
    pub uses: Rc<Uses<'s>>,
    /// The open blocks, innermost last.
    pub scopes: Vec<Scope<'s>>,
    /// How many blocks there have been.
    blocks: u32,
    /// The variables whose declaration a jump can skip, by their block.
    skipped: FxHashMap<u32, Vec<u32>>,
    /// Targets of `goto`.
    pub labels: FxHashMap<Name<'s>, LabelNode>,
    /// The `goto` statements so far.
    pub gotos: Vec<Goto<'s>>,
    /// Where `return` goes.
    pub returns: u32,
    /// Where the value of `return` goes.
    pub result: Option<Spot<'s>>,
    /// The loops and `switch` statements that are open.
    pub open: OpenStatements,
    /// The cleanup handlers that are pushed, innermost last.
    pub handlers: Vec<Handler<'s>>,
    /// The region of the further arguments, if somebody looks at them.
    pub further: Option<u32>,
    /// What parameters of type `void *` pointed to before they became that.
    pub pointed: FxHashMap<Name<'s>, CType<'s>>,
}

/// The loops and `switch` statements around a statement.
#[derive(Default)]
pub struct OpenStatements {
    /// Where `break` goes, innermost last.
    pub breaks: Vec<u32>,
    /// How many loops are open.
    pub loops: u32,
    /// Where `continue` goes, innermost last.
    pub continues: Vec<u32>,
    /// The open `switch` statements, innermost last.
    pub switches: Vec<Switch>,
}

/// An open block.
pub struct Scope<'s> {
    /// What it declares.
    pub names: FxHashMap<Name<'s>, Binding<'s>>,
    /// Its number in the function.
    block: u32,
}

/// The node of a label.
#[derive(Clone)]
pub struct LabelNode {
    /// The node.
    pub node: u32,
    /// Whether the label itself has been seen.
    pub defined: bool,
    /// Where it was first mentioned.
    pub span: Span,
    /// The blocks that are open there.
    pub open: Rc<[u32]>,
}

/// A `goto` statement.
pub struct Goto<'s> {
    /// The label.
    pub label: Name<'s>,
    /// The node and the number of its step.
    pub step: (u32, usize),
    /// The blocks that are open.
    pub open: Rc<[u32]>,
}

impl<'s> Frame<'s> {
    /// A frame without names.
    pub fn new(function: Option<Name<'s>>, is_root: bool, uses: Rc<Uses<'s>>, returns: u32) -> Frame<'s> {
        Frame {
            function,
            is_root,
            uses,
            scopes: vec![Scope { names: FxHashMap::default(), block: 0 }],
            blocks: 1,
            skipped: FxHashMap::default(),
            labels: FxHashMap::default(),
            gotos: Vec::new(),
            returns,
            result: None,
            open: OpenStatements::default(),
            handlers: Vec::new(),
            further: None,
            pointed: FxHashMap::default(),
        }
    }
}

/// The functions that are being lowered inside each other, and how deeply parts of them are nested.
#[derive(Default)]
pub struct Calls<'s> {
    /// The functions being inlined, outermost first.
    pub frames: Vec<Frame<'s>>,
    /// The recursive functions that the template calls.
    pub procedures: FxHashMap<Name<'s>, Procedure<'s>>,
    /// Whether the body of such a function is being lowered.
    pub keeping: bool,
    /// How many functions of `pthread_once` are being inlined.
    pub once_depth: u32,
    /// How many statements, expressions and calls are open.
    pub depth: usize,
    /// The innermost statement that is not part of an expression.
    pub statement: Span,
    /// How many statement expressions are open.
    pub statement_expressions: usize,
    /// What functions do with names.
    pub known_uses: FxHashMap<Name<'s>, Rc<Uses<'s>>>,
}

impl<'s> Lowering<'s> {
    /// Whether a name is that of a number or a pointer.
    pub fn is_scalar(&self, name: Name<'s>) -> bool {
        let scalar = |spot: &Spot| matches!(spot.ty, CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. });
        matches!(self.lookup(name), Some(Binding::Variable(spot)) if scalar(spot))
    }

    /// What a name stands for; none if nobody declares it as a variable.
    pub fn lookup(&self, name: Name<'s>) -> Option<&Binding<'s>> {
        let scopes = self.calls.frames.last().map_or(&[][..], |frame| &frame.scopes);
        scopes.iter().rev().find_map(|scope| scope.names.get(&name)).or_else(|| self.variables.globals.get(&name))
    }

    /// A new name for a variable of the innermost function: what the thread runs itself keeps its names.
    pub fn variable_name(&mut self, name: &str) -> String {
        let function = self.calls.frame().function.map_or("", Name::text);
        let is_root = self.calls.frame().is_root;
        let shadows = self.names.shared.contains(name);
        if is_root && !shadows { self.names.unique(name) } else { self.names.unique(&format!("{function}.{name}")) }
    }

    /// The node of a label, made when it is first mentioned.
    pub fn label(&mut self, name: Name<'s>, span: Span, defines: bool) -> LabelNode {
        if let Some(known) = self.calls.frame().labels.get_mut(&name) {
            let before = known.clone();
            known.defined |= defines;
            return before;
        }
        let node = self.graph.fresh();
        // It may be reached from code that comes later.
        self.graph.entered[node as usize] = true;
        let label = LabelNode { node, defined: false, span, open: Rc::default() };
        self.calls.frame().labels.insert(name, LabelNode { defined: defines, ..label.clone() });
        label
    }

    /// Lowers statements of the innermost block, which begins here. Variables whose declaration a jump inside the block
    /// can skip have any value from its entry on.
    pub fn statements(&mut self, statements: &'s [Statement<'s>]) -> Result<(), Error> {
        let fills = self.calls.frame().uses.skipped.inside(statements);
        let entry = self.graph.at;
        if fills {
            self.graph.continue_fresh();
            self.graph.entered[self.graph.at as usize] = self.graph.entered[entry as usize];
        }
        let begin = self.graph.at;
        statements.iter().try_for_each(|statement| self.statement(statement))?;
        if fills {
            let end = std::mem::replace(&mut self.graph.at, entry);
            let block = self.calls.frame().scopes.last().map(|scope| scope.block);
            self.fill_skipped(block.as_slice());
            self.graph.go(begin);
            self.graph.at = end;
        }
        Ok(())
    }

    /// Where a jump arrives: the blocks that it enters have new variables with any values (C11 6.2.4).
    pub fn landing(&mut self, node: u32, before: &[u32], after: &[u32]) -> u32 {
        let entered = after.iter().copied().filter(|block| before.binary_search(block).is_err());
        let frame = self.calls.frame();
        let blocks: Vec<u32> = entered.filter(|block| frame.skipped.contains_key(block)).collect();
        if blocks.is_empty() {
            return node;
        }
        let landing = self.graph.fresh();
        self.graph.entered[landing as usize] = true;
        let at = std::mem::replace(&mut self.graph.at, landing);
        self.fill_skipped(&blocks);
        self.graph.go(node);
        self.graph.at = at;
        landing
    }

    /// Gives the variables of blocks whose declaration can be skipped any values.
    fn fill_skipped(&mut self, blocks: &[u32]) {
        let skipped = &self.calls.frame().skipped;
        let regions: Vec<u32> = blocks.iter().filter_map(|block| skipped.get(block)).flatten().copied().collect();
        for region in regions {
            self.fill_cells(region, 0..u64::MAX, &mut Expr::Input);
        }
    }
}

impl<'s> Calls<'s> {
    /// The frame of the innermost function.
    pub fn frame(&mut self) -> &mut Frame<'s> {
        debug_assert!(!self.frames.is_empty(), "code belongs to a function");
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Declares a name in the innermost block.
    pub fn bind(&mut self, name: Name<'s>, binding: Binding<'s>) {
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.names.insert(name, binding);
        }
    }

    /// A block begins.
    pub fn open_block(&mut self) {
        let frame = self.frame();
        frame.scopes.push(Scope { names: FxHashMap::default(), block: frame.blocks });
        frame.blocks += 1;
    }

    /// A block ends.
    pub fn close_block(&mut self) {
        self.frame().scopes.pop();
    }

    /// The numbers of the open blocks of the innermost function, in ascending order.
    pub fn open_blocks(&self) -> Rc<[u32]> {
        self.frames.last().map_or(&[][..], |frame| &frame.scopes).iter().map(|scope| scope.block).collect()
    }

    /// Notes a variable of the innermost block if a jump can skip its declaration.
    pub fn note_skipped(&mut self, region: u32, declaration: usize) {
        let frame = self.frame();
        if let Some(scope) = frame.scopes.last().filter(|_| frame.uses.skipped.contains(declaration)) {
            frame.skipped.entry(scope.block).or_default().push(region);
        }
    }
}
