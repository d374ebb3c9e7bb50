//! Calls of recursive functions: such a function is lowered once for each template that calls it, and its calls are kept.
//!
//! A call keeps all variables of the thread as they are, and sets the function's parameters in a copy (`Frames`). So a
//! variable whose address is taken cannot be one of them: it is shared, like the objects of the heap. In a recursive
//! function itself, where each call has its own, its address must not get anywhere. Threads get a template each, so that
//! what each keeps for itself (how often it holds a mutex) can be shared variables as well.

use super::super::atomic::{Mark, Node, Role};
use super::super::floating::Format;
use super::super::known::is_section;
use super::super::syntax::{Expression, ExpressionKind, Function, Name, Part, Source, Span};
use super::super::types::CType;
use super::Lowering;
use super::inline::signature;
use super::memory::Kind;
use super::points_to::PointsTo;
use super::scope::Frame;
use super::thread::Threads;
use super::value::{Object, Value};
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::frames;
use umpteen_model::c::program::Edge;
use umpteen_model::pushdown::MOST_THREADS;

/// A recursive function of the current template.
#[derive(Clone)]
pub struct Procedure<'s> {
    /// Where it begins.
    pub entry: u32,
    parameters: Vec<Place>,
    /// The variables that results are put in.
    pub results: Vec<Place>,
    /// What it returns, and its type.
    result: Option<(Object, CType<'s>)>,
}

/// The functions that call themselves, directly or through others.
pub fn recursive<'s>(source: &'s Source<'s>) -> FxHashSet<Name<'s>> {
    let mut called: FxHashMap<Name<'s>, FxHashSet<Name<'s>>> = FxHashMap::default();
    for function in &source.functions {
        let callees = called.entry(function.name).or_default();
        for statement in function.body.iter().flatten() {
            statement.visit(&mut |part| {
                if let Part::Expression(Expression { kind: ExpressionKind::Call(callee, _), .. }) = part {
                    callees.extend(callee.name());
                }
            });
        }
    }
    let mut callers: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    for (caller, callees) in &called {
        callees.iter().for_each(|callee| callers.entry(*callee).or_default().push(*caller));
    }
    // Strongly connected components (Kosaraju): those that finish later are asked first who leads to them.
    let mut finished = Vec::new();
    let mut seen: FxHashSet<Name> = FxHashSet::default();
    for first in called.keys().copied() {
        let mut way = Vec::from_iter(seen.insert(first).then(|| (first, called[&first].iter())));
        while let Some((at, callees)) = way.last_mut() {
            match callees.next() {
                Some(callee) if seen.insert(*callee) => {
                    way.extend(called.get(callee).map(|callees| (*callee, callees.iter())));
                }
                Some(_) => {}
                None => {
                    finished.push(*at);
                    way.pop();
                }
            }
        }
    }
    let mut found = FxHashSet::default();
    for first in finished.into_iter().rev() {
        let mut component = Vec::from_iter(seen.remove(&first).then_some(first));
        let mut next = 0;
        while let Some(at) = component.get(next) {
            next += 1;
            component.extend(callers.get(at).into_iter().flatten().copied().filter(|caller| seen.remove(caller)));
        }
        let calls_itself = component.first().is_some_and(|first| called[first].contains(first));
        if component.len() > 1 || calls_itself {
            found.extend(component);
        }
    }
    found
}

impl<'s> Lowering<'s> {
    /// The value of a call of a recursive function with arguments that have the types of the parameters.
    pub fn keep_call(
        &mut self,
        function: &'s Function<'s>,
        values: Vec<Value<'s>>,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        let procedure = self.procedure(function, span)?;
        let mut updates = Vec::new();
        for (place, value) in procedure.parameters.iter().zip(values) {
            let value = value.bits(span)?;
            updates.push((*place, self.spill(value)));
        }
        let (call, back) = (self.graph.fresh(), self.graph.fresh());
        self.graph.go(call);
        let statements = self.note(span);
        self.graph.connect(call, Mark::None, Edge { updates, statements, ..Edge::jump(procedure.entry) });
        self.graph.nodes[call as usize].role = Role::Call(back, span);
        self.graph.entered[back as usize] = self.graph.entered[call as usize];
        self.graph.at = back;
        let Some((result, ty)) = procedure.result else { return Ok(Value::Void) };
        let taken = self.temporary(result.ty);
        self.graph.nodes[back as usize].role = Role::Landing;
        self.graph.update(vec![(taken.place, result.read())], Vec::new());
        Ok(match ty {
            CType::Pointer { to, .. } => Value::Pointer(taken.read(), (*to).clone()),
            CType::Float(bytes) => Value::Float(taken.read(), Format::of_bytes(bytes)),
            _ => Value::Integer(taken.read()),
        })
    }

    /// A recursive function in the current template, lowered when it is first called.
    fn procedure(&mut self, function: &'s Function<'s>, span: Span) -> Result<Procedure<'s>, Error> {
        let name = function.name;
        if let Some(known) = self.calls.procedures.get(&name) {
            return Ok(known.clone());
        }
        self.source.refuse_attribute(name, span)?;
        let ty = signature(function, span)?;
        let result_type = ty.result.clone();
        if is_section(name) {
            return Err(span.unsupported(format!("the recursive function `{name}`, atomic by its name,")));
        }
        if let CType::Record(_) = result_type {
            return Err(span.unsupported(format!("a structure as the result of the recursive function `{name}`")));
        }
        let (entry, returns, end) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.entered[entry as usize] = true;
        let uses = self.uses(function);
        let outer = std::mem::replace(&mut self.calls.frames, vec![Frame::new(Some(name), false, uses, returns)]);
        let place = (self.graph.at, self.calls.statement, std::mem::take(&mut self.calls.statement_expressions));
        let keeping = std::mem::replace(&mut self.calls.keeping, true);
        let mut result = None;
        let mut updates: Vec<(Place, Expr)> = Vec::new();
        if let CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. } = result_type {
            let shown = self.names.unique(&format!("{name}.result"));
            let spot = self.variable(&shown, &result_type, Kind::Local(self.threads.template), span, &|_| Some(0))?;
            self.hide(&spot);
            let value = self.object_of(&spot, span)?;
            self.calls.frame().result = Some(spot);
            let shown = self.names.unique(&format!("{name} returned"));
            let returned = self.local(shown, value.ty, Some(0), true);
            updates.push((returned.place, value.read()));
            result = Some((returned, result_type));
        }
        let mut parameters = Vec::new();
        for (parameter, own) in ty.parameters.iter().zip(&function.parameters) {
            self.refuse_variable(&parameter.ty, span)?;
            let declared = parameter.ty.clone();
            if matches!(declared, CType::Record(_)) {
                return Err(span.unsupported(format!("a structure as an argument of the recursive function `{name}`")));
            }
            let spot = self.declared_local(*own, &declared, span)?;
            parameters.push(self.object_of(&spot, span)?.place);
        }
        let results = updates.iter().flat_map(|(place, value)| [vec![*place], value.places()].concat()).collect();
        let procedure = Procedure { entry, parameters, results, result };
        self.calls.procedures.insert(name, procedure.clone());
        self.graph.at = entry;
        self.body(function)?;
        self.leave_without_value();
        self.graph.go(returns);
        self.graph.connect(returns, Mark::None, Edge { updates, ..Edge::jump(end) });
        self.graph.nodes[returns as usize].role = Role::Return(function.span);
        (self.graph.at, self.calls.statement, self.calls.statement_expressions) = place;
        (self.calls.frames, self.calls.keeping) = (outer, keeping);
        Ok(procedure)
    }

    /// The variables whose addresses are kept anywhere but in temporaries. Another frame that follows such an address would
    /// find its own variable there.
    pub fn given_away(&self, points_to: &PointsTo) -> FxHashSet<u32> {
        let results = self.threads.roots.iter().flat_map(|root| &root.results);
        let mut places: Vec<Place> = results.copied().collect();
        places.extend((0..self.program.globals.len() as u32).map(Place::Global));
        let locals = (0u32..).zip(&self.program.locals).filter(|(_, variable)| !variable.hidden);
        places.extend(locals.map(|(number, _)| Place::Local(number)));
        places.into_iter().flat_map(|place| points_to.of(place)).map(|(region, _)| region).collect()
    }

    /// Threads that call recursive functions are told apart.
    pub fn refuse_templates(&self, span: Span) -> Result<(), Error> {
        if !self.source.recursive.is_empty() && self.threads.roots.len() >= MOST_THREADS {
            let message = format!("a program with recursive functions may start more than {MOST_THREADS} threads");
            return Err(Error::new(Code::Recursion, message, span.range()));
        }
        Ok(())
    }

    /// Recursive functions and threads that are started any number of times do not go together.
    pub fn refuse_any_number(&self) -> Result<(), Error> {
        if !self.program.has_frames() {
            return Ok(());
        }
        frames::threads(&self.program).map(drop).map_err(|position| {
            let who = match self.source.options.spawn.is_empty() {
                true => format!("line {} may start", position.line),
                false => "--spawn starts".to_string(),
            };
            let message =
                format!("a program with recursive functions starts a fixed number of threads, but {who} any number");
            let stack = (0u32..).zip(&self.threads.roots).find(|(number, _)| self.threads.has_stack(*number));
            Error::new(Code::Recursion, message, stack.map_or(0..0, |(_, root)| root.span.range()))
        })
    }
}

impl<'s> Threads<'s> {
    /// Whether threads of a template call recursive functions.
    pub fn has_stack(&self, template: u32) -> bool {
        !self.roots[template as usize].procedures.is_empty()
    }
}

/// Where a thread can go next from a node, returns included: to wherever something was called.
pub fn next(graph: &[Node]) -> Vec<Vec<usize>> {
    let landed: Vec<usize> = graph.iter().filter_map(back).collect();
    let targets = |node: &Node| {
        let mut targets: Vec<usize> = node.steps.iter().map(|step| step.edge.to as usize).collect();
        match node.role {
            Role::Call(back, _) => targets.push(back as usize),
            Role::Return(_) => targets.extend(&landed),
            _ => {}
        }
        targets
    };
    graph.iter().map(targets).collect()
}

fn back(node: &Node) -> Option<usize> {
    match node.role {
        Role::Call(back, _) => Some(back as usize),
        _ => None,
    }
}
