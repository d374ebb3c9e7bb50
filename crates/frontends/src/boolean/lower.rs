//! Syntax to a flat program: names become numbers, blocks become edges, calls are inlined.
//!
//! Blocks are lowered from the back: each statement is told where its successor is. A label is a location that gotos
//! and the statement share. A call site gets its own copy of the function with its own local variables, set on entry
//! and cleared on return. Recursion has no such copy and is refused by the cycle's names.
//!
//! An `atomic { }` inside another one, also through a call, adds nothing: only the outermost block is left at its end. A
//! `return` out of the block leaves it, and so does the end of the thread.

use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use umpteen_model::boolean::expression::{Expr, MOST_INDICES, Slot};
use umpteen_model::boolean::program::{Edge, Instruction, Location, MOST_VARIABLES, Program, Update, Variable};
use umpteen_model::boolean::syntax::{
    Declaration, Expression, Function, HavocPlace, Name, Owner, Place, Source, Statement, StatementKind,
};

/// How many blocks and calls may be inside each other.
const DEEPEST: usize = 3000;

/// How many variables may be given either value at once: every combination is looked at.
const MOST_CHOICES: usize = 20;

/// The most locations that inlining may produce.
const MOST_LOCATIONS: usize = 1_000_000;

/// Makes a flat program; `text` is what the source was read from.
pub fn lower(source: &Source, text: &str) -> Result<Program, Error> {
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
    few_open(&source.globals)?;
    for function in &source.functions {
        few_open(&function.locals)?;
    }
    let mut names: FxHashMap<&str, ()> = FxHashMap::default();
    for function in &source.functions {
        if names.insert(&function.name.text, ()).is_some() {
            return Err(duplicate("function", &function.name));
        }
    }
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
    roots: FxHashMap<String, (u32, Slots)>,
    conditions: FxHashMap<String, u32>,
    /// The functions being inlined, outermost first.
    calls: Vec<String>,
    /// The functions met so far.
    lowered: FxHashSet<String>,
    /// The function that the threads started in whose code is being lowered.
    root: Option<u32>,
    /// How deeply blocks and calls are inside each other.
    depth: usize,
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
    /// How it goes on after its end; none for the first function of a thread.
    returns: Option<Return>,
    /// It was called inside an `atomic { }` block.
    in_atomic: bool,
    /// Where a thread ends.
    exit: u32,
    enforce: Option<Expr>,
}

/// How a called function goes on after its end.
#[derive(Clone)]
struct Return {
    /// Where the results go.
    places: Vec<Assigned>,
    /// Where the caller goes on.
    next: u32,
    /// What the caller enforces.
    enforce: Option<Expr>,
}

#[derive(Clone)]
struct LabelInfo {
    location: u32,
    /// The enclosing `atomic { }` blocks.
    atomic: Vec<usize>,
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
    /// The entry of a function that threads start in.
    fn root(&mut self, function: &'a Function) -> Result<u32, Error> {
        if let Some((entry, _)) = self.roots.get(&function.name.text) {
            return Ok(*entry);
        }
        let outer = self.root.replace(self.roots.len() as u32);
        let entry = self.fresh(function.name.span.clone())?;
        let main = function.name.text == "main";
        let mut scope = self.scope(function, None, false, main)?;
        self.roots.insert(function.name.text.clone(), (entry, scope.slots.clone()));
        let calls = std::mem::replace(&mut self.calls, vec![function.name.text.clone()]);
        let body = self.body(&mut scope)?;
        self.calls = calls;
        let enforce = scope.enforce.iter().map(Expr::after).collect();
        let update = Update { constraints: enforce, ..Update::default() };
        self.edge(entry, Instruction::Update(update), body);
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
            let initial = if main { initial } else { Some(false) };
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
                let info = LabelInfo { location, atomic: atomic.clone() };
                if scope.labels.insert(label.text.clone(), info).is_some() {
                    return Err(duplicate("label", label));
                }
                self.program.labels.push((label.text.clone(), location));
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

    fn statement(
        &mut self,
        statement: &'a Statement,
        here: u32,
        next: u32,
        scope: &Scope<'a>,
        atomic: &mut Vec<usize>,
    ) -> Result<(), Error> {
        let now = |lowering: &Self, expression: &Expression| lowering.names(scope, Allowed::Now).expression(expression);
        match &statement.kind {
            StatementKind::Skip => self.skip(here, next),
            StatementKind::Goto(labels) => {
                for label in labels {
                    let to = self.label(scope, label, atomic)?;
                    self.skip(here, to);
                }
            }
            StatementKind::Assume(test) => {
                let test = now(self, test)?;
                self.assume(here, test, next);
            }
            StatementKind::Assert(test) => {
                let test = now(self, test)?;
                self.edge(here, Instruction::Assert(test), next);
            }
            StatementKind::If(test, yes, no) => {
                let test = now(self, test)?;
                let yes = self.block(yes, next, scope, atomic)?;
                let no = self.block(no, next, scope, atomic)?;
                self.assume(here, test.clone(), yes);
                self.assume(here, Expr::Not(Box::new(test)), no);
            }
            StatementKind::While(test, body) => {
                let test = now(self, test)?;
                let body = self.block(body, here, scope, atomic)?;
                self.assume(here, test.clone(), body);
                self.assume(here, Expr::Not(Box::new(test)), next);
            }
            StatementKind::Atomic(body) => {
                let outermost = atomic.is_empty() && !scope.in_atomic;
                let end = self.fresh(statement.span.clone())?;
                atomic.push(statement.span.start);
                let body = self.block(body, end, scope, atomic)?;
                atomic.pop();
                if outermost {
                    self.edge(here, Instruction::AtomicBegin, body);
                    self.edge(end, Instruction::AtomicEnd, next);
                } else {
                    self.skip(here, body);
                    self.skip(end, next);
                }
            }
            StatementKind::AtomicBegin => self.edge(here, Instruction::AtomicBegin, next),
            StatementKind::AtomicEnd => self.edge(here, Instruction::AtomicEnd, next),
            StatementKind::EndThread => self.edge(here, Instruction::AtomicEnd, scope.exit),
            StatementKind::Wait(_) if !atomic.is_empty() || scope.in_atomic => {
                let message = "a thread that waits inside an atomic block stops all others for good";
                return Err(Error::new(Code::Unsupported, message, statement.span.clone()));
            }
            StatementKind::Wait(name) => {
                let condition = self.condition(name);
                self.edge(here, Instruction::Wait(condition), next);
            }
            StatementKind::Signal(name) => {
                let condition = self.condition(name);
                self.edge(here, Instruction::Signal(condition), next);
            }
            StatementKind::Broadcast(name) => {
                let condition = self.condition(name);
                self.edge(here, Instruction::Broadcast(condition), next);
            }
            StatementKind::StartGoto(label) if scope.in_atomic => {
                let message = "a copy of this thread would start in a function that was called inside an atomic block";
                return Err(Error::new(Code::Unsupported, message, label.span.clone()));
            }
            StatementKind::StartGoto(label) => {
                let at = self.label(scope, label, &[])?;
                self.edge(here, Instruction::Start { at, fresh: None }, next);
            }
            StatementKind::StartCall(name, arguments) => {
                let function = self.function(name, arguments.len(), None)?;
                let arguments = arguments.iter().map(|argument| now(self, argument)).collect::<Result<Vec<_>, _>>()?;
                let at = self.root(function)?;
                let slots = self.roots[&name.text].1.clone();
                let locals =
                    slots[arguments.len()..].iter().map(|&(slot, initial)| (slot, initial.map(Expr::Constant)));
                let given = slots.iter().zip(arguments).map(|(&(slot, _), argument)| (slot, Some(argument)));
                let fresh = Some(given.chain(locals).collect());
                self.edge(here, Instruction::Start { at, fresh }, next);
            }
            StatementKind::Assign(places, values, constrain) => {
                let update = self.assignment(statement, places, values, constrain.as_ref(), scope)?;
                few_choices(&update, statement)?;
                self.update(here, update, scope, next);
            }
            StatementKind::Havoc(places, indices, constrain) => {
                let update = self.havoc(places, indices, constrain.as_ref(), scope)?;
                few_choices(&update, statement)?;
                self.update(here, update, scope, next);
            }
            StatementKind::Return(values) => {
                if values.len() != scope.function.results {
                    let message = format!(
                        "`{}` returns {}, not {}",
                        scope.function.name.text,
                        count(scope.function.results, "value", "values"),
                        values.len()
                    );
                    return Err(Error::new(Code::Arity, message, statement.span.clone()));
                }
                let values = values.iter().map(|value| now(self, value).map(Some)).collect::<Result<_, _>>()?;
                match scope.returns.clone() {
                    Some(returns) if atomic.is_empty() || scope.in_atomic => {
                        self.leave(scope, here, &returns, values, returns.next);
                    }
                    Some(returns) => {
                        let end = self.fresh(statement.span.clone())?;
                        self.leave(scope, here, &returns, values, end);
                        self.edge(end, Instruction::AtomicEnd, returns.next);
                    }
                    None => self.edge(here, Instruction::AtomicEnd, scope.exit),
                }
            }
            StatementKind::Call(places, name, arguments) => {
                let in_atomic = !atomic.is_empty() || scope.in_atomic;
                self.call(here, (places, name, arguments), in_atomic, next, scope)?;
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        here: u32,
        (places, name, arguments): (&[Place], &Name, &[Expression]),
        in_atomic: bool,
        next: u32,
        scope: &Scope<'a>,
    ) -> Result<(), Error> {
        distinct(places)?;
        let results = if places.is_empty() { None } else { Some(places.len()) };
        let function = self.function(name, arguments.len(), results)?;
        if let Some(at) = self.calls.iter().position(|caller| *caller == name.text) {
            let cycle: Vec<&str> = self.calls[at..].iter().map(String::as_str).chain([name.text.as_str()]).collect();
            let message = format!("recursion: {}", cycle.join(" calls "));
            return Err(Error::new(Code::Recursion, message, name.span.clone()));
        }
        let places = match results {
            Some(_) => places.iter().map(|place| self.place(place, scope)).collect::<Result<_, _>>()?,
            None => vec![Assigned::Nowhere; function.results],
        };
        let names = self.names(scope, Allowed::Now);
        let arguments = arguments.iter().map(|argument| names.expression(argument)).collect::<Result<Vec<_>, _>>()?;
        let returns = Return { places, next, enforce: scope.enforce.clone() };
        let mut callee = self.scope(function, Some(returns), in_atomic, false)?;
        callee.exit = scope.exit;
        self.calls.push(name.text.clone());
        let body = self.body(&mut callee)?;
        self.calls.pop();
        let given = callee.slots.iter().zip(arguments).map(|(&(slot, _), argument)| (slot, Some(argument)));
        let own = callee.slots[function.parameters.len()..].iter();
        let own = own.map(|&(slot, initial)| (slot, initial.map(Expr::Constant)));
        let update = Update { locals: given.chain(own).collect(), ..Update::default() };
        self.update(here, update, &callee, body);
        Ok(())
    }

    /// The step out of an inlined function: results are assigned and its variables cleared.
    fn leave(&mut self, scope: &Scope, here: u32, returns: &Return, values: Vec<Option<Expr>>, next: u32) {
        let constraints = returns.enforce.iter().map(Expr::after).collect();
        let mut update = Update { constraints, ..Update::default() };
        update.locals.extend(scope.slots.iter().map(|&(slot, _)| (slot, Some(Expr::Constant(false)))));
        for (place, value) in returns.places.iter().zip(values) {
            assign(&mut update, place, value);
        }
        self.edge(here, Instruction::Update(update), next);
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

    fn assignment(
        &self,
        statement: &Statement,
        places: &[Place],
        values: &[Expression],
        constrain: Option<&Expression>,
        scope: &Scope,
    ) -> Result<Update, Error> {
        if places.len() != values.len() {
            let message = format!(
                "{} assigned to {}",
                count(values.len(), "value is", "values are"),
                count(places.len(), "variable", "variables")
            );
            return Err(Error::new(Code::Arity, message, statement.span.clone()));
        }
        let mut update = Update::default();
        distinct(places)?;
        for (place, value) in places.iter().zip(values) {
            let allowed = match place {
                Place::Variable(_, true) => Allowed::WithPassive,
                Place::Variable(_, false) | Place::Discard(_) => Allowed::Now,
            };
            let value = self.names(scope, allowed).expression(value)?;
            assign(&mut update, &self.place(place, scope)?, Some(value));
        }
        if let Some(constrain) = constrain {
            self.constrain(&mut update, constrain, &[], scope)?;
        }
        Ok(update)
    }

    fn havoc(
        &self,
        places: &[HavocPlace],
        indices: &[Name],
        constrain: Option<&Expression>,
        scope: &Scope,
    ) -> Result<Update, Error> {
        let passive: Vec<&Name> = indices.iter().filter(|index| index.text != "a").collect();
        if let Some(last) = passive.get(MOST_INDICES) {
            let message = format!("more than {MOST_INDICES} passive threads in one constraint");
            return Err(Error::new(Code::TooLarge, message, last.span.clone()));
        }
        if let Some((_, twice)) =
            indices.iter().enumerate().find(|(at, index)| indices[..*at].iter().any(|i| i.text == index.text))
        {
            return Err(duplicate("thread index", twice));
        }
        let mut update = Update::default();
        let mut seen: Vec<&str> = Vec::new();
        for place in places {
            let (name, all) = match place {
                HavocPlace::Active(name) => (name, false),
                HavocPlace::All(name) => (name, true),
            };
            if seen.contains(&name.text.as_str()) {
                return Err(duplicate("variable", name));
            }
            seen.push(&name.text);
            let assigned = self.place(&Place::Variable(name.clone(), false), scope)?;
            if let (true, Assigned::Local(slot)) = (all, &assigned) {
                if scope.returns.is_some() {
                    return Err(passive_in_call(name));
                }
                update.passive.push((*slot, None));
            }
            assign(&mut update, &assigned, None);
        }
        if let Some(constrain) = constrain {
            let indices: Vec<String> = passive.iter().map(|name| name.text.clone()).collect();
            self.constrain(&mut update, constrain, &indices, scope)?;
        }
        Ok(update)
    }

    fn constrain(
        &self,
        update: &mut Update,
        constrain: &Expression,
        indices: &[String],
        scope: &Scope,
    ) -> Result<(), Error> {
        let mut conjuncts = Vec::new();
        self.names(scope, Allowed::Next(indices)).expression(constrain)?.conjuncts(&mut conjuncts);
        for conjunct in conjuncts {
            // Quantified over the threads that it mentions only, which then have the first indices.
            let mentioned = conjunct.indices();
            let conjunct = conjunct.map_slots(&mut |slot, next| match slot {
                Slot::Passive(index, number) => {
                    let index = mentioned.iter().position(|other| *other == index).unwrap_or(0);
                    (Slot::Passive(index as u8, number), next)
                }
                other => (other, next),
            });
            match mentioned.len() {
                0 => update.constraints.push(conjunct),
                1 => update.passive_constraints.push(conjunct),
                size => update.group_constraints.push((size, conjunct)),
            }
        }
        Ok(())
    }

    fn place(&self, place: &Place, scope: &Scope) -> Result<Assigned, Error> {
        let Place::Variable(name, passive) = place else { return Ok(Assigned::Nowhere) };
        match (scope.locals.get(&name.text), self.globals.get(&name.text)) {
            (Some(_), _) if *passive && scope.returns.is_some() => Err(passive_in_call(name)),
            (Some(slot), _) if *passive => Ok(Assigned::Passive(*slot)),
            (None, Some(_)) if *passive => {
                let message = format!("`{}` is shared: other threads have no copy of it", name.text);
                Err(Error::new(Code::Unsupported, message, name.span.clone()))
            }
            (Some(slot), _) => Ok(Assigned::Local(*slot)),
            (None, Some(slot)) if !*passive => Ok(Assigned::Global(*slot)),
            _ => Err(unknown_variable(name)),
        }
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
        self.program.locations.push(Location { edges: Vec::new(), line, text, root: self.root });
        Ok(self.program.locations.len() as u32 - 1)
    }
}

fn assign(update: &mut Update, place: &Assigned, value: Option<Expr>) {
    match place {
        Assigned::Nowhere => {}
        Assigned::Global(slot) => update.globals.push((*slot, value)),
        Assigned::Local(slot) => update.locals.push((*slot, value)),
        Assigned::Passive(slot) => update.passive.push((*slot, value)),
    }
}

fn initial_value(declaration: &Declaration) -> Result<Option<bool>, Error> {
    match &declaration.initial {
        None | Some(Expression::Choice) => Ok(None),
        Some(Expression::Constant(value)) => Ok(Some(*value)),
        Some(_) => {
            let message = format!("the initial value of `{}` must be 0, 1 or *", declaration.name.text);
            Err(Error::new(Code::Unsupported, message, declaration.name.span.clone()))
        }
    }
}

/// A statement in one short line: of a block its head, and not more than fits a column.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 60;
    let head = match text.split_whitespace().next() {
        Some(word) if word.starts_with("if") => until_word(text, "then"),
        Some(word) if word.starts_with("while") => until_word(text, "do"),
        Some(word) if word.starts_with("atomic") && text.contains('{') => "atomic",
        _ => text,
    };
    let words = head.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &words[..at]),
        None => words,
    }
}

/// The text before the word `end`, which no longer word contains.
fn until_word<'a>(text: &'a str, end: &str) -> &'a str {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let alone = |at: &usize| !inside(text[..*at].chars().last()) && !inside(text[at + end.len()..].chars().next());
    let found = text.match_indices(end).map(|(at, _)| at).find(alone);
    found.map_or(text, |at| &text[..at])
}

fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

fn duplicate(what: &str, name: &Name) -> Error {
    Error::new(Code::Duplicate, format!("the {what} `{}` is given twice", name.text), name.span.clone())
}

/// Refuses a statement that gives too many variables either value.
fn few_choices(update: &Update, statement: &Statement) -> Result<(), Error> {
    let free = |(_, value): &&(u8, Option<Expr>)| value.as_ref().is_none_or(Expr::has_choice);
    let choices = update.globals.iter().chain(&update.locals).filter(free).count();
    if choices.max(update.passive.iter().filter(free).count()) > MOST_CHOICES {
        let message = format!("more than {MOST_CHOICES} variables are given either value at once");
        return Err(Error::new(Code::TooLarge, message, statement.span.clone()));
    }
    Ok(())
}

/// Refuses declarations that leave too many variables open.
fn few_open(declarations: &[Declaration]) -> Result<(), Error> {
    let open = |declaration: &&Declaration| matches!(initial_value(declaration), Ok(None));
    match declarations.iter().filter(open).nth(MOST_CHOICES) {
        Some(declaration) => {
            let message = format!("more than {MOST_CHOICES} variables start with either value");
            Err(Error::new(Code::TooLarge, message, declaration.name.span.clone()))
        }
        None => Ok(()),
    }
}

/// The same variable on the left-hand side twice.
fn distinct(places: &[Place]) -> Result<(), Error> {
    let mut seen: Vec<(&str, bool)> = Vec::new();
    for place in places {
        if let Place::Variable(name, passive) = place {
            if seen.contains(&(&name.text, *passive)) {
                return Err(duplicate("variable on the left-hand side", name));
            }
            seen.push((&name.text, *passive));
        }
    }
    Ok(())
}

/// Each call site has its own copy of a variable, so "that of the other threads" would mean several.
fn passive_in_call(name: &Name) -> Error {
    let message =
        format!("`{}` of other threads, inside a function that is called: start it as a thread instead", name.text);
    Error::new(Code::Unsupported, message, name.span.clone())
}

fn unknown_variable(name: &Name) -> Error {
    Error::new(Code::UnknownName, format!("there is no variable `{}` here", name.text), name.span.clone())
}

fn too_many_variables(name: &Name) -> Error {
    let message = format!("more than {MOST_VARIABLES} shared or local variables, those of inlined calls included");
    Error::new(Code::TooLarge, message, name.span.clone())
}

/// Which variables an expression may mention besides the executing thread's current ones.
#[derive(Clone, Copy)]
enum Allowed<'a> {
    Now,
    WithPassive,
    Next(&'a [String]),
}

struct Names<'a> {
    globals: &'a FxHashMap<String, u8>,
    locals: &'a FxHashMap<String, u8>,
    /// The expression stands in a function that was called.
    called: bool,
    allowed: Allowed<'a>,
}

impl Names<'_> {
    fn expression(&self, expression: &Expression) -> Result<Expr, Error> {
        let boxed = |expression: &Expression| self.expression(expression).map(Box::new);
        Ok(match expression {
            Expression::Constant(value) => Expr::Constant(*value),
            Expression::Choice => Expr::Choice,
            Expression::Not(inner) => Expr::Not(boxed(inner)?),
            Expression::Binary(operator, left, right) => Expr::Binary(*operator, boxed(left)?, boxed(right)?),
            Expression::Conditional(test, yes, no) => Expr::Conditional(boxed(test)?, boxed(yes)?, boxed(no)?),
            Expression::Schoose(yes, no) => Expr::Schoose(boxed(yes)?, boxed(no)?),
            Expression::Variable { name, owner, next } => {
                if *next && !matches!(self.allowed, Allowed::Next(_)) {
                    let message = format!("the next value of `{}` is known only in `constrain`", name.text);
                    return Err(Error::new(Code::Unsupported, message, name.span.clone()));
                }
                Expr::Read(self.slot(name, owner)?, *next)
            }
        })
    }

    fn slot(&self, name: &Name, owner: &Owner) -> Result<Slot, Error> {
        let local = self.locals.get(&name.text).copied();
        let index = match (owner, self.allowed) {
            (Owner::Active, _) => {
                let global = self.globals.get(&name.text).copied();
                return match (local, global) {
                    (Some(slot), _) => Ok(Slot::Local(slot)),
                    (None, Some(slot)) => Ok(Slot::Global(slot)),
                    (None, None) => Err(unknown_variable(name)),
                };
            }
            (Owner::EachPassive, Allowed::WithPassive | Allowed::Next([])) => Some(0),
            (Owner::Index(index), Allowed::Next(indices)) => indices.iter().position(|other| other == index),
            _ => None,
        };
        match (local, index) {
            (Some(_), Some(_)) if self.called => Err(passive_in_call(name)),
            (Some(slot), Some(index)) => Ok(Slot::Passive(index as u8, slot)),
            (Some(_), None) => {
                let message = "a variable of another thread is known only in `constrain`, its index after `forall`";
                Err(Error::new(Code::Unsupported, message, name.span.clone()))
            }
            (None, _) => Err(unknown_variable(name)),
        }
    }
}
