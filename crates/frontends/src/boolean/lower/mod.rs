//! Syntax to a flat program: names become numbers, blocks become edges, calls are inlined.
//!
//! Blocks are lowered from the back: each statement is told where its successor is. A label is a location that gotos
//! and the statement share. A call site gets its own copy of the function with its own local variables, set on entry
//! and cleared on return. Recursion has no such copy and is refused by the cycle's names; `kept.rs` is for it.
//!
//! An `atomic { }` inside another one, also through a call, adds nothing: only the outermost block is left at its end. A
//! `return` out of the block leaves it, and so does the end of the thread.

mod assign;
mod cycles;
mod kept;
mod names;
mod refuse;
mod started;
mod statement;

use crate::error::{Code, Error};
use kept::Kept;
pub use kept::keep_calls;
use names::{Allowed, Names};
use refuse::{count, duplicate, initial_value, one_line, too_many_variables};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use umpteen_model::boolean::expression::Expr;
use umpteen_model::boolean::program::{Edge, Instruction, Location, MOST_VARIABLES, Program, Update, Variable};
use umpteen_model::boolean::syntax::{Expression, Function, Name, Source, Statement, StatementKind};

/// How many blocks and calls may be inside each other.
const DEEPEST: usize = 3000;

/// The most locations that inlining may produce.
const MOST_LOCATIONS: usize = 1_000_000;

/// Makes a flat program; `text` is what the source was read from.
pub fn lower(source: &Source, text: &str) -> Result<Program, Error> {
    let mut lowering = Lowering::new(source, text)?;
    let main = source.functions.iter().find(|function| function.name.text == "main");
    let Some(main) = main else {
        return Err(Error::new(Code::Incomplete, "there is no function `main`", 0..0));
    };
    lowering.program.entry = lowering.root(main)?;
    // Functions that nobody calls are checked all the same, and then forgotten.
    let program = lowering.program.clone();
    for function in &source.functions {
        if !lowering.lowered.contains(&function.name.text) {
            lowering.root(function)?;
        }
    }
    Ok(program)
}

/// Makes an expression over the shared variables of a program.
pub fn lower_invariant(expression: &Expression, program: &Program) -> Result<Expr, Error> {
    let globals = (0u8..).zip(&program.globals).map(|(number, variable)| (variable.name.clone(), number)).collect();
    let names = Names { globals: &globals, locals: &FxHashMap::default(), called: false, allowed: Allowed::Now };
    names.expression(expression)
}

struct Lowering<'a> {
    source: &'a Source,
    text: &'a str,
    line_starts: Vec<usize>,
    program: Program,
    globals: FxHashMap<String, u8>,
    /// Where threads that start in a function begin, and the scope of its variables.
    roots: FxHashMap<String, Root>,
    conditions: FxHashMap<String, u32>,
    /// The functions being inlined, outermost first.
    calls: Vec<String>,
    /// The functions met so far.
    lowered: FxHashSet<String>,
    /// The function that the threads started in whose code is being lowered.
    root: Option<u32>,
    /// How deeply blocks and calls are inside each other.
    depth: usize,
    /// Where calls are kept, if they are not inlined.
    kept: Option<Kept>,
}

/// Local variables with their initial values.
type Slots = Vec<(u8, Option<bool>)>;

/// One copy of a function.
struct Scope<'a> {
    function: &'a Function,
    locals: FxHashMap<String, u8>,
    /// All its local variables with their initial values, parameters first.
    slots: Slots,
    labels: FxHashMap<String, LabelInfo>,
    /// The continuation after the function's end; none for the first function of a thread.
    returns: Option<Return>,
    /// Whether the function was called inside an `atomic { }` block.
    in_atomic: bool,
    /// Where a thread ends.
    exit: u32,
    enforce: Option<Expr>,
}

/// A function that threads start in, or that is called with calls kept.
struct Root {
    /// Where a thread begins, with what it enforces to be checked.
    entry: u32,
    /// Behind that check: a call makes it itself, in the step that gives the arguments.
    inside: u32,
    slots: Slots,
    enforce: Option<Expr>,
}

/// How a called function goes on after its end.
#[derive(Clone)]
struct Return {
    /// Where the results go.
    places: Vec<Assigned>,
    /// Where the caller goes on.
    next: u32,
    /// The condition that the caller enforces.
    enforce: Option<Expr>,
}

#[derive(Clone)]
struct LabelInfo {
    location: u32,
    /// The enclosing `atomic { }` blocks.
    atomic: Vec<usize>,
    /// Whether the label stands after an `ASYNC_` label, inside the thread that is started there.
    in_new_thread: bool,
}

/// Where an assigned value goes.
#[derive(Clone)]
enum Assigned {
    Nowhere,
    Global(u8),
    Local(u8),
    Passive(u8),
}

impl<'a> Lowering<'a> {
    /// Declares the shared variables.
    fn new(source: &'a Source, text: &'a str) -> Result<Lowering<'a>, Error> {
        let mut lowering = Lowering {
            source,
            text,
            line_starts: std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect(),
            program: Program::default(),
            globals: FxHashMap::default(),
            roots: FxHashMap::default(),
            conditions: FxHashMap::default(),
            calls: Vec::new(),
            lowered: FxHashSet::default(),
            root: None,
            depth: 0,
            kept: None,
        };
        for declaration in &source.globals {
            let initial = initial_value(declaration)?;
            let number = lowering.program.globals.len();
            if number >= MOST_VARIABLES {
                return Err(too_many_variables(&declaration.name));
            }
            if lowering.globals.insert(declaration.name.text.clone(), number as u8).is_some() {
                return Err(duplicate("variable", &declaration.name));
            }
            lowering.program.globals.push(Variable { name: declaration.name.text.clone(), initial });
        }
        let mut names: FxHashSet<&str> = FxHashSet::default();
        for function in &source.functions {
            if !names.insert(&function.name.text) {
                return Err(duplicate("function", &function.name));
            }
        }
        Ok(lowering)
    }

    /// The entry of a function that threads start in.
    fn root(&mut self, function: &'a Function) -> Result<u32, Error> {
        if let Some(root) = self.roots.get(&function.name.text) {
            return Ok(root.entry);
        }
        let outer = self.root.replace(self.roots.len() as u32);
        let entry = self.fresh(function.name.span.clone())?;
        let main = function.name.text == "main";
        let mut scope = self.scope(function, None, false, main)?;
        let inside = if scope.enforce.is_some() { self.fresh(function.name.span.clone())? } else { entry };
        let (slots, enforce) = (scope.slots.clone(), scope.enforce.clone());
        self.roots.insert(function.name.text.clone(), Root { entry, inside, slots, enforce });
        if let Some(kept) = &mut self.kept {
            kept.begin(function, &scope.slots);
        }
        let calls = std::mem::replace(&mut self.calls, vec![function.name.text.clone()]);
        let body = self.body(&mut scope)?;
        self.calls = calls;
        if inside != entry {
            self.update(entry, Update::default(), &scope, inside);
        }
        self.edge(inside, Instruction::Update(Update::default()), body);
        self.root = outer;
        Ok(entry)
    }

    fn scope(
        &mut self,
        function: &'a Function,
        returns: Option<Return>,
        in_atomic: bool,
        main: bool,
    ) -> Result<Scope<'a>, Error> {
        let mut scope = Scope {
            function,
            locals: FxHashMap::default(),
            slots: Vec::new(),
            labels: FxHashMap::default(),
            in_atomic,
            exit: match &returns {
                Some(_) => u32::MAX, // the caller's, set by it
                None => {
                    let exit = self.fresh(function.name.span.clone())?;
                    self.program.locations[exit as usize].root = None;
                    exit
                }
            },
            returns,
            enforce: None,
        };
        self.lowered.insert(function.name.text.clone());
        let parameters = function.parameters.iter().map(|name| (name, Ok(None)));
        let locals = function.locals.iter().map(|declaration| (&declaration.name, initial_value(declaration)));
        for (name, initial) in parameters.chain(locals).collect::<Vec<_>>() {
            let initial = initial?;
            let number = self.program.locals.len();
            if number >= MOST_VARIABLES {
                return Err(too_many_variables(name));
            }
            if scope.locals.insert(name.text.clone(), number as u8).is_some() {
                return Err(duplicate("variable", name));
            }
            scope.slots.push((number as u8, initial));
            // Only the first thread has main's variables at the start; all others are set when they come into being.
            let initial = if main && self.kept.is_none() { initial } else { Some(false) };
            let inlined = scope.returns.is_some();
            let shown = if inlined { format!("{}.{}", function.name.text, name.text) } else { name.text.clone() };
            self.program.locals.push(Variable { name: shown, initial });
        }
        scope.enforce = match &function.enforce {
            Some(enforce) => Some(self.names(&scope, Allowed::Now).expression(enforce)?),
            None => None,
        };
        Ok(scope)
    }

    fn body(&mut self, scope: &mut Scope<'a>) -> Result<u32, Error> {
        let function = scope.function;
        self.declare_labels(&function.body, scope, &mut Vec::new())?;
        let end = self.fresh(function.name.span.clone())?;
        match scope.returns.clone() {
            Some(returns) => {
                let values = returns.places.iter().map(|_| None).collect();
                self.leave(scope, end, &returns, values, returns.next);
            }
            // A function that ends without `return` returns anything.
            None if self.kept.is_some() => self.give_back(end, &vec![None; function.results], scope),
            None => self.edge(end, Instruction::AtomicEnd, scope.exit),
        }
        self.block(&function.body, end, scope, &mut Vec::new())
    }

    fn declare_labels(&mut self, block: &[Statement], scope: &mut Scope, atomic: &mut Vec<usize>) -> Result<(), Error> {
        for statement in block {
            let mut location = None;
            for label in &statement.labels {
                let location = match location {
                    Some(location) => location,
                    None => *location.insert(self.fresh(statement.span.clone())?),
                };
                let in_new_thread = statement.labels_of_new_thread().iter().any(|inner| inner.text == label.text);
                let info = LabelInfo { location, atomic: atomic.clone(), in_new_thread };
                match scope.labels.insert(label.text.clone(), info) {
                    // Repeating a label on one statement is harmless.
                    Some(before) if before.location == location && before.in_new_thread == in_new_thread => continue,
                    Some(_) => return Err(duplicate("label", label)),
                    None => {}
                }
                if !in_new_thread {
                    self.program.labels.push((label.text.clone(), location));
                }
            }
            match &statement.kind {
                StatementKind::If(_, yes, no) => {
                    self.declare_labels(yes, scope, atomic)?;
                    self.declare_labels(no, scope, atomic)?;
                }
                StatementKind::While(_, body) => self.declare_labels(body, scope, atomic)?,
                StatementKind::Atomic(body) => {
                    atomic.push(statement.span.start);
                    self.declare_labels(body, scope, atomic)?;
                    atomic.pop();
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Lowers a block that goes on at `next`; tells where it begins.
    fn block(
        &mut self,
        block: &'a [Statement],
        mut next: u32,
        scope: &Scope<'a>,
        atomic: &mut Vec<usize>,
    ) -> Result<u32, Error> {
        self.depth += 1;
        for statement in block.iter().rev() {
            if self.depth > DEEPEST {
                let message = format!("more than {DEEPEST} blocks and calls inside each other");
                return Err(Error::new(Code::TooLarge, message, statement.span.clone()));
            }
            let here = match statement.labels.first() {
                Some(label) => scope.labels[&label.text].location,
                None => self.fresh(statement.span.clone())?,
            };
            self.statement(statement, here, next, scope, atomic)?;
            next = here;
        }
        self.depth -= 1;
        Ok(next)
    }

    fn function(&self, name: &Name, arguments: usize, results: Option<usize>) -> Result<&'a Function, Error> {
        let function = self.source.functions.iter().find(|function| function.name.text == name.text);
        let Some(function) = function else {
            let message = format!("there is no function `{}`", name.text);
            return Err(Error::new(Code::UnknownName, message, name.span.clone()));
        };
        let expected = function.parameters.len();
        if arguments != expected {
            let message =
                format!("`{}` takes {}, not {arguments}", name.text, count(expected, "argument", "arguments"));
            return Err(Error::new(Code::Arity, message, name.span.clone()));
        }
        if let Some(results) = results.filter(|results| *results != function.results) {
            let message =
                format!("`{}` returns {}, not {results}", name.text, count(function.results, "value", "values"));
            return Err(Error::new(Code::Arity, message, name.span.clone()));
        }
        Ok(function)
    }

    fn label(&self, scope: &Scope, label: &Name, atomic: &[usize]) -> Result<u32, Error> {
        let Some(info) = scope.labels.get(&label.text) else {
            let message = format!("there is no label `{}` in `{}`", label.text, scope.function.name.text);
            return Err(Error::new(Code::UnknownName, message, label.span.clone()));
        };
        if info.in_new_thread {
            let message = format!(
                "`{0}` is inside the thread that its ASYNC_ label starts: put `{0}` before that label",
                label.text
            );
            return Err(Error::new(Code::Unsupported, message, label.span.clone()));
        }
        if !atomic.starts_with(&info.atomic) {
            let message =
                format!("`{}` is inside an atomic block that this jump would enter in the middle", label.text);
            return Err(Error::new(Code::Unsupported, message, label.span.clone()));
        }
        if info.atomic.len() < atomic.len() {
            let message = format!("this jump to `{}` would leave an atomic block without ending it", label.text);
            return Err(Error::new(Code::Unsupported, message, label.span.clone()));
        }
        Ok(info.location)
    }

    fn condition(&mut self, name: &Option<Name>) -> u32 {
        let number = self.conditions.len() as u32;
        let name = name.as_ref().map_or(String::new(), |name| name.text.clone());
        *self.conditions.entry(name).or_insert(number)
    }

    fn names<'b>(&'b self, scope: &'b Scope, allowed: Allowed<'b>) -> Names<'b> {
        Names { globals: &self.globals, locals: &scope.locals, called: scope.returns.is_some(), allowed }
    }

    fn update(&mut self, here: u32, mut update: Update, scope: &Scope, next: u32) {
        update.constraints.extend(scope.enforce.iter().map(Expr::after));
        self.edge(here, Instruction::Update(update), next);
    }

    fn assume(&mut self, here: u32, test: Expr, next: u32) {
        let update = Update { constraints: vec![test], ..Update::default() };
        self.edge(here, Instruction::Update(update), next);
    }

    fn skip(&mut self, here: u32, next: u32) {
        self.edge(here, Instruction::Update(Update::default()), next);
    }

    fn edge(&mut self, here: u32, instruction: Instruction, to: u32) {
        self.program.locations[here as usize].edges.push(Edge { instruction, to });
    }

    fn fresh(&mut self, span: Range<usize>) -> Result<u32, Error> {
        if self.program.locations.len() >= MOST_LOCATIONS {
            let message = format!("inlining makes more than {MOST_LOCATIONS} locations");
            return Err(Error::new(Code::TooLarge, message, span));
        }
        let line = self.line_starts.partition_point(|&start| start <= span.start) as u32;
        let text = one_line(&self.text[span]);
        self.program.locations.push(Location { line, text, root: self.root, ..Location::default() });
        Ok(self.program.locations.len() as u32 - 1)
    }
}
