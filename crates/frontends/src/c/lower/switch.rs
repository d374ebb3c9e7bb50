//! `switch`: the value is compared with every label once the body is known.

use super::super::atomic::Mark;
use super::super::resolve::constant_expressions::constant;
use super::super::syntax::{Expression, Statement};
use super::Lowering;
use super::scope::Calls;
use crate::error::{Code, Error};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// Without any label's value comes the negation of all of them, an expression that is as deep as there are labels.
const MOST_CASES: usize = 2000;

/// An open `switch` statement.
pub struct Switch {
    /// The type of the value.
    ty: Type,
    /// First and last value of each label, and where it is.
    cases: Vec<(Expr, Expr, Landing)>,
    /// The values seen so far.
    known: FxHashSet<(Expr, Expr)>,
    /// Where `default` is.
    default: Option<Landing>,
}

/// The node of a label, and the blocks that are open there.
type Landing = (u32, Rc<[u32]>);

impl<'s> Lowering<'s> {
    /// A whole `switch` statement.
    pub fn switch(&mut self, test: &'s Expression<'s>, body: &'s Statement<'s>) -> Result<(), Error> {
        self.note_order(test);
        self.note_steps(test);
        let wrappable = self.is_wrappable(test);
        let begun = self.begun();
        let value = self.wrapped(wrappable, |lowering| {
            let value = lowering.integer(test)?;
            Ok(lowering.spill(value))
        });
        let value = match value {
            Ok(value) => value,
            Err(error) => {
                self.refuse(&begun, error)?;
                self.temporary(Type::INT).read()
            }
        };
        let (dispatch, after) = (self.graph.at, self.graph.fresh());
        let frame = self.calls.frame();
        frame.open.switches.push(Switch {
            ty: value.ty(),
            cases: Vec::new(),
            known: FxHashSet::default(),
            default: None,
        });
        frame.open.breaks.push(after);
        self.graph.continue_fresh();
        self.statement(body)?;
        self.graph.go(after);
        self.calls.frame().open.breaks.pop();
        let Some(switch) = self.calls.frame().open.switches.pop() else { return Ok(()) };
        let statements = self.note(test.span);
        let (mut otherwise, open) = (Expr::TRUE, self.calls.open_blocks());
        for (first, last, (node, after)) in switch.cases {
            let to = self.landing(node, &open, &after);
            let guard = if first == last {
                Expr::binary(Binary::Equal, value.clone(), first)
            } else {
                let low = Expr::binary(Binary::LessOrEqual, first, value.clone());
                low.and(Expr::binary(Binary::LessOrEqual, value.clone(), last))
            };
            otherwise = guard.clone().negated().and(otherwise);
            self.graph.connect(dispatch, Mark::None, Edge { guard, statements: statements.clone(), ..Edge::jump(to) });
        }
        let to = switch.default.map_or(after, |(node, after)| self.landing(node, &open, &after));
        self.graph.connect(dispatch, Mark::None, Edge { guard: otherwise, statements, ..Edge::jump(to) });
        self.graph.at = after;
        Ok(())
    }

    /// A `case` label at the current node.
    pub fn case(
        &mut self,
        first: &'s Expression<'s>,
        last: Option<&'s Expression<'s>>,
        node: u32,
    ) -> Result<(), Error> {
        let (from, to) = (constant(first)?, constant(last.unwrap_or(first))?);
        let open = self.calls.open_blocks();
        let Some(switch) = self.calls.frame().open.switches.last_mut() else { return Err(outside("case", first)) };
        let (from, to) = (from.cast(switch.ty), to.cast(switch.ty));
        if !switch.known.insert((from.clone(), to.clone())) {
            return Err(Error::new(Code::Duplicate, "two equal `case` labels", first.span.range()));
        }
        if switch.cases.len() >= MOST_CASES {
            let message = format!("more than {MOST_CASES} `case` labels in one `switch`");
            return Err(Error::new(Code::TooLarge, message, first.span.range()));
        }
        switch.cases.push((from, to, (node, open)));
        Ok(())
    }
}

impl<'s> Calls<'s> {
    /// A `default` label at the current node.
    pub fn default_label(&mut self, statement: &Statement, node: u32) -> Result<(), Error> {
        let open = self.open_blocks();
        match self.frame().open.switches.last_mut() {
            Some(switch) => {
                switch.default = Some((node, open));
                Ok(())
            }
            None => Err(Error::new(Code::Syntax, "`default` outside `switch`", statement.span.range())),
        }
    }
}

fn outside(what: &str, expression: &Expression) -> Error {
    Error::new(Code::Syntax, format!("`{what}` outside `switch`"), expression.span.range())
}
