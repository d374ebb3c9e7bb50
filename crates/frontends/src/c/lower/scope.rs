//! One inlined copy of a function: its names, labels and ways out.

use super::super::syntax::Span;
use super::super::types::CType;
use super::Lowering;
use super::switch::Switch;
use super::sync::cleanup::Handler;
use super::uses::Uses;
use super::value::{Binding, Spot, Where};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use umpteen_model::c::expression::Expr;

/// A copy of a function that is being lowered.
pub struct Frame<'s> {
    /// The function's name.
    pub function: &'s str,
    /// Whether it is what the thread runs rather than an inlined call.
    pub is_root: bool,
    /// What it does with names.
    pub uses: Rc<Uses<'s>>,
    /// Names, innermost block last.
    pub scopes: Vec<FxHashMap<&'s str, Binding<'s>>>,
    /// Targets of `goto`.
    pub labels: FxHashMap<&'s str, LabelNode>,
    /// The `goto` statements so far.
    pub gotos: Vec<Goto<'s>>,
    /// Where `return` goes.
    pub returns: u32,
    /// Where the value of `return` goes.
    pub result: Option<Spot<'s>>,
    /// Where `break` goes, innermost last.
    pub breaks: Vec<u32>,
    /// Where `continue` goes, innermost last.
    pub continues: Vec<u32>,
    /// The open `switch` statements, innermost last.
    pub switches: Vec<Switch>,
    /// The cleanup handlers that are pushed, innermost last.
    pub handlers: Vec<Handler<'s>>,
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
    /// The variables in scope there.
    pub alive: Rc<[u32]>,
}

/// A `goto` statement.
pub struct Goto<'s> {
    /// The label.
    pub label: &'s str,
    /// The node and the number of its step.
    pub step: (u32, usize),
    /// The variables in scope.
    pub alive: Rc<[u32]>,
}

impl<'s> Frame<'s> {
    /// A frame without names.
    pub fn new(function: &'s str, is_root: bool, uses: Rc<Uses<'s>>, returns: u32) -> Frame<'s> {
        let (scopes, labels, gotos) = (vec![FxHashMap::default()], FxHashMap::default(), Vec::new());
        let (breaks, continues, switches) = (Vec::new(), Vec::new(), Vec::new());
        let (result, handlers) = (None, Vec::new());
        Frame { function, is_root, uses, scopes, labels, gotos, returns, result, breaks, continues, switches, handlers }
    }
}

impl<'s> Lowering<'s> {
    /// The frame of the innermost function.
    pub fn frame(&mut self) -> &mut Frame<'s> {
        debug_assert!(!self.frames.is_empty(), "code belongs to a function");
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Whether a name is that of an integer or a pointer.
    pub fn is_scalar(&self, name: &str) -> bool {
        let scalar = |spot: &Spot| matches!(spot.ty, CType::Integer { .. } | CType::Pointer { .. });
        matches!(self.lookup(name), Some(Binding::Variable(spot)) if scalar(spot))
    }

    /// What a name stands for; none if nobody declares it as a variable.
    pub fn lookup(&self, name: &str) -> Option<&Binding<'s>> {
        let scopes = self.frames.last().map_or(&[][..], |frame| &frame.scopes);
        scopes.iter().rev().find_map(|scope| scope.get(name)).or_else(|| self.globals.get(name))
    }

    /// Declares a name in the innermost block.
    pub fn bind(&mut self, name: &'s str, binding: Binding<'s>) {
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.insert(name, binding);
        }
    }

    /// A new name for a variable of the innermost function: what the thread runs itself keeps its names.
    pub fn variable_name(&mut self, name: &str) -> String {
        let function = self.frame().function;
        let is_root = self.frame().is_root;
        let shadows = self.shared_names.contains(name);
        if is_root && !shadows { self.unique(name) } else { self.unique(&format!("{function}.{name}")) }
    }

    /// The node of a label, made when it is first mentioned.
    pub fn label(&mut self, name: &'s str, span: Span, defines: bool) -> LabelNode {
        if let Some(known) = self.frame().labels.get_mut(name) {
            let before = known.clone();
            known.defined |= defines;
            return before;
        }
        let node = self.fresh();
        // It may be reached from code that comes later.
        self.entered[node as usize] = true;
        let label = LabelNode { node, defined: false, span, alive: Rc::default() };
        self.frame().labels.insert(name, LabelNode { defined: defines, ..label.clone() });
        label
    }

    /// The variables of the innermost function that are in scope and end with their blocks.
    pub fn alive(&self) -> Rc<[u32]> {
        let scopes = self.frames.last().map_or(&[][..], |frame| &frame.scopes);
        let region = |binding: &Binding| match binding {
            Binding::Variable(Spot { place: Where::Fixed(region, _), .. }) => Some(*region),
            _ => None,
        };
        let regions = scopes.iter().flat_map(FxHashMap::values).filter_map(region);
        let mut alive: Vec<u32> = regions.filter(|region| self.automatic.contains(region)).collect();
        alive.sort_unstable();
        alive.into()
    }

    /// Where a jump arrives: what comes into scope that way is a new variable with any value (C11 6.2.4).
    pub fn landing(&mut self, node: u32, before: &[u32], after: &[u32]) -> u32 {
        let new: Vec<u32> = after.iter().copied().filter(|region| !before.contains(region)).collect();
        if new.is_empty() {
            return node;
        }
        let landing = self.fresh();
        self.entered[landing as usize] = true;
        let at = std::mem::replace(&mut self.at, landing);
        for region in new {
            self.fill_cells(region, 0..u64::MAX, &mut Expr::Input);
        }
        self.go(node);
        self.at = at;
        landing
    }
}
