//! Thread templates: one for each function that threads run, and for each kind of argument that matters.
//!
//! An argument that points to a shared variable belongs to the template, an integer is passed when the thread starts.
//! A creation site that runs at most once and is joined by name has a template of its own, whose end raises a flag.

use super::super::atomic::{Mark, Role};
use super::super::known::{FIRST, is_section};
use super::super::syntax::{Expression, ExpressionKind, Function, Name, Part, Span, Statement};
use super::super::types::CType;
use super::Lowering;
use super::context::Context;
use super::inline::{arity, signature};
use super::memory;
use super::scope::Frame;
use super::spot::unknown;
use super::uses::Uses;
use super::value::{Binding, Handle, Spot, Value, Where};
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Purpose, Start, Variable};

/// What a template runs.
pub struct Root<'s> {
    /// Its name.
    pub name: String,
    /// Where its code is.
    pub span: Span,
    /// The names of variables it has from the start.
    pub names: FxHashSet<String>,
    code: Body<'s>,
    /// What it does with names.
    uses: Rc<Uses<'s>>,
    bindings: Vec<(Name<'s>, Binding<'s>)>,
    /// What tells that it has ended.
    pub done: Option<Done>,
    /// The variables that hold arguments.
    parameters: Vec<u32>,
    /// The recursive functions that it calls, and where they begin.
    pub procedures: Vec<(String, u32)>,
    /// The variables that these return results in.
    pub results: Vec<Place>,
}

/// What tells that a thread has ended.
#[derive(Clone, Copy)]
pub struct Done {
    /// The shared variable that is raised.
    pub flag: u32,
    /// The region of its result.
    pub result: u32,
    /// Whether somebody asks for the result.
    pub wanted: bool,
}

#[derive(Clone, Copy)]
enum Body<'s> {
    /// A function's body.
    Function(&'s Function<'s>),
    /// A statement.
    Statement(&'s Statement<'s>),
    /// Nothing.
    Nothing,
}

/// What is passed to a thread.
pub enum Argument<'s> {
    /// A value, from a place.
    Value(Value<'s>, Span),
    /// Any value.
    Any,
}

impl<'s> Lowering<'s> {
    /// Asks for the template of `main`.
    pub fn first_template(&mut self) -> Result<(), Error> {
        for name in &self.source.options.spawn {
            if self.source.spawned(name).is_none_or(|function| function.body.is_none()) {
                let message = format!("there is no function `{name}` with a body to spawn");
                return Err(Error::new(Code::UnknownName, message, self.notes.map.last_word(self.source.text)));
            }
        }
        let main = self.source.identifiers.linked(FIRST).and_then(|main| self.source.functions.get(&main).copied());
        match main.filter(|main| main.body.is_some()) {
            Some(main) => {
                let parameters = &signature(main, main.span)?.parameters;
                let mut arguments = Vec::new();
                for (number, (parameter, name)) in parameters.iter().zip(&main.parameters).enumerate() {
                    let given = match number {
                        1 | 2 if uses(main, *name) => {
                            self.given_vector(name.text(), &parameter.ty, number == 1, main.span)?
                        }
                        _ => None,
                    };
                    arguments.push(given.map_or(Argument::Any, |value| Argument::Value(value, main.span)));
                }
                self.start(main.name, arguments, None, main.span).map(drop)
            }
            None if self.source.options.spawn.is_empty() => {
                let hint = "there is no function `main`; `--spawn f` lets any number of threads run `f`";
                Err(Error::new(Code::Incomplete, hint, self.notes.map.last_word(self.source.text)))
            }
            None => {
                self.add_root(FIRST.to_string(), Span::default(), Body::Nothing);
                Ok(())
            }
        }
    }

    /// The start of a thread that runs a function.
    pub fn start(
        &mut self,
        name: Name<'s>,
        arguments: Vec<Argument<'s>>,
        done: Option<Handle>,
        span: Span,
    ) -> Result<Start, Error> {
        let Some(function) = self.source.functions.get(&name).copied() else { return Err(unknown(name, span)) };
        if function.body.is_none() {
            return Err(span.unsupported(format!("a thread that runs `{name}`, which has no body,")));
        }
        self.source.refuse_attribute(name, span)?;
        let ty = signature(function, span)?;
        ty.parameters.iter().try_for_each(|parameter| self.refuse_variable(&parameter.ty, span))?;
        // A thread function may ignore what it is given.
        if arguments.len() != ty.parameters.len() && !(ty.parameters.is_empty() && arguments.len() == 1) {
            return Err(arity(name, ty.parameters.len(), arguments.len(), span));
        }
        let mut kinds = Vec::new();
        for ((parameter, own), argument) in ty.parameters.iter().zip(&function.parameters).zip(arguments) {
            let used = uses(function, *own);
            kinds.push(self.kind(parameter.ty.clone(), argument, used)?);
        }
        self.refuse_templates(span)?;
        let mut key = format!("{name} {:?} {done:?}", kinds.iter().map(Kind::key).collect::<Vec<_>>());
        if !self.source.recursive.is_empty() {
            key += &format!(" {}", self.threads.roots.len());
        }
        let template = match self.threads.root_numbers.get(&key) {
            Some(template) => *template,
            None => {
                let done = done.map(|handle| self.done(handle)).transpose()?;
                let template = self.add_root(name.to_string(), function.span, Body::Function(function));
                self.threads.root_numbers.insert(key, template);
                self.threads.roots[template as usize].done = done;
                for (parameter, kind) in function.parameters.iter().zip(&kinds) {
                    self.add_parameter(template, *parameter, kind, span)?;
                }
                template
            }
        };
        let locals = self.threads.roots[template as usize].parameters.iter().copied();
        let integers = kinds.into_iter().filter(Kind::has_variable).zip(locals);
        let arguments = integers.filter_map(|(kind, local)| match kind {
            Kind::Number(_, Some(value)) => Some((local, value)),
            _ => None,
        });
        Ok(Start { template, arguments: arguments.collect() })
    }

    /// A template that runs a statement, which sees only shared variables.
    pub fn statement_template(&mut self, label: Name, statement: &'s Statement<'s>) -> u32 {
        let bindings = self.seen_by_others();
        let constants: Vec<_> =
            bindings.iter().filter(|(_, binding)| matches!(binding, Binding::Constant(_))).collect();
        let key = format!("statement at {} {constants:?}", statement.span.start);
        if let Some(template) = self.threads.root_numbers.get(&key) {
            return *template;
        }
        let template = self.add_root(label.to_string(), statement.span, Body::Statement(statement));
        self.threads.root_numbers.insert(key, template);
        self.threads.roots[template as usize].bindings = bindings;
        template
    }

    /// The names of the innermost function as another thread sees them: its own variables hide shared ones but cannot
    /// be used.
    fn seen_by_others(&self) -> Vec<(Name<'s>, Binding<'s>)> {
        let scopes = self.calls.frames.last().map_or(&[][..], |frame| &frame.scopes).iter();
        let names: FxHashMap<Name<'s>, &Binding<'s>> =
            scopes.flat_map(|scope| &scope.names).map(|(name, binding)| (*name, binding)).collect();
        let regions = &self.memory.regions;
        let shared = |place: &Where| matches!(place, Where::Fixed(region, _) if regions[*region as usize].kind == memory::Kind::Shared);
        let pointed = |bits: u64| match self.memory.region_at(bits) {
            Some(region) => !matches!(regions[region as usize].kind, memory::Kind::Local(_) | memory::Kind::Exposed(_)),
            None => true,
        };
        let seen = |binding: &Binding<'s>| match binding {
            Binding::Variable(spot) if shared(&spot.place) => binding.clone(),
            Binding::Constant(Value::Pointer(Expr::Constant(bits, _), _)) if pointed(*bits) => binding.clone(),
            _ => Binding::Unusable("a local variable of the thread that starts this one".to_string()),
        };
        let mut bindings: Vec<_> = names.into_iter().map(|(name, binding)| (name, seen(binding))).collect();
        bindings.sort_unstable_by_key(|(name, _)| name.number());
        bindings
    }

    fn add_root(&mut self, name: String, span: Span, code: Body<'s>) -> u32 {
        let (names, bindings) = (FxHashSet::default(), Vec::new());
        let (parameters, procedures, results) = (Vec::new(), Vec::new(), Vec::new());
        let uses = match code {
            Body::Function(function) => self.uses(function),
            Body::Statement(statement) => Rc::new(Uses::of(std::iter::once(statement), &self.source.known)),
            Body::Nothing => Rc::default(),
        };
        self.threads.roots.push(Root {
            name,
            span,
            names,
            code,
            uses,
            bindings,
            done: None,
            parameters,
            procedures,
            results,
        });
        (self.threads.roots.len() - 1) as u32
    }

    /// What an argument is to its template.
    fn kind(&mut self, ty: CType<'s>, argument: Argument<'s>, used: bool) -> Result<Kind<'s>, Error> {
        Ok(match (ty, argument) {
            _ if !used => Kind::Unused,
            // The arguments of `main` are not looked at.
            (CType::Pointer { .. }, Argument::Any) if self.threads.roots.is_empty() => Kind::Unused,
            (ty @ (CType::Integer { .. } | CType::Pointer { .. }), Argument::Any) => Kind::Number(ty, None),
            (ty @ CType::Integer { .. }, Argument::Value(value, span)) => {
                let value = self.converted(value, &ty, span)?.integer(span)?;
                Kind::Number(ty, Some(value))
            }
            (ty @ CType::Pointer { .. }, Argument::Value(value, span)) => match self.converted(value, &ty, span)? {
                Value::Pointer(address, to) => {
                    self.addresses.passed.push((address.clone(), span));
                    match address {
                        Expr::Constant(bits, _) if self.memory.region_at(bits).is_some() => {
                            Kind::Fixed(Value::Pointer(address, to))
                        }
                        _ => Kind::Number(ty, Some(address)),
                    }
                }
                other => return Err(span.unsupported(format!("{} as the argument of a thread", other.describe()))),
            },
            (ty, _) => Kind::Unusable(self.source.obstacle(&ty)),
        })
    }

    fn add_parameter(&mut self, template: u32, name: Name<'s>, kind: &Kind<'s>, span: Span) -> Result<(), Error> {
        let binding = match kind {
            Kind::Unused => Binding::Unusable("a parameter that no argument is known for".to_string()),
            Kind::Unusable(why) => Binding::Unusable(why.clone()),
            Kind::Fixed(value) => match self.threads.roots[template as usize].keeps(name) {
                true => Binding::Constant(value.clone()),
                false => self.parameter(template, name, &value_type(value), span, Some(value.clone()))?,
            },
            Kind::Number(ty, value) => {
                let first = value.as_ref().map(|_| Value::Void);
                let binding = self.parameter(template, name, ty, span, first)?;
                let place = Place::Local(self.program.locals.len() as u32 - 1);
                if let Place::Local(number) = place {
                    self.threads.roots[template as usize].parameters.push(number);
                }
                binding
            }
        };
        self.threads.roots[template as usize].bindings.push((name, binding));
        Ok(())
    }

    /// A variable of a template for an argument: with a first value, one that is passed (`Void`), or any value.
    fn parameter(
        &mut self,
        template: u32,
        name: Name<'s>,
        ty: &CType<'s>,
        span: Span,
        first: Option<Value<'s>>,
    ) -> Result<Binding<'s>, Error> {
        let shared = self.names.shared.contains(name.text());
        let root = &mut self.threads.roots[template as usize];
        let shown = if shared { format!("{}.{name}", root.name) } else { name.to_string() };
        root.names.insert(shown.clone());
        let initial = match first {
            None => None,
            Some(Value::Pointer(Expr::Constant(bits, _), _)) => Some(bits),
            Some(_) => Some(0),
        };
        let spot = self.variable(&shown, ty, memory::Kind::Local(template), span, &|_| initial)?;
        Ok(Binding::Variable(spot))
    }

    /// What tells that the thread behind a handle has ended.
    pub fn done(&mut self, handle: Handle) -> Result<Done, Error> {
        if let Some(known) = self.threads.done.get(&handle) {
            return Ok(*known);
        }
        let flag = self.program.globals.len() as u32;
        let (shown, wanted) = self.known_thread(handle);
        let name = format!("done of {shown}");
        let (ty, initial, template) = (Type::BOOL, Some(0), None);
        self.names.shared.insert(name.clone());
        self.program.purposes.insert(flag, Purpose::Ended);
        self.program.globals.push(Variable { name, ty, initial, template, hidden: true });
        let ty = CType::Void.pointer();
        let name = format!("result of {shown}");
        let spot = self.variable(&name, &ty, memory::Kind::Shared, Span::default(), &|_| Some(0))?;
        self.hide(&spot);
        let Where::Fixed(result, _) = spot.place else { return Err(Span::default().unsupported("a result")) };
        let done = Done { flag, result, wanted };
        self.threads.done.insert(handle, done);
        Ok(done)
    }

    /// Where the result of a thread is kept.
    pub fn result_spot(&self, done: Done) -> Spot<'s> {
        Spot { place: Where::Fixed(done.result, 0), ty: CType::Void.pointer(), bits: None }
    }

    /// Lowers what a template runs from the current node to the thread's end.
    pub fn lower_root(&mut self, number: u32) -> Result<(), Error> {
        let root = &mut self.threads.roots[number as usize];
        let (code, done, uses) = (root.code, root.done, root.uses.clone());
        let bindings = std::mem::take(&mut root.bindings);
        self.graph.finish = self.graph.fresh();
        let mut returns = self.graph.finish;
        if number == 0 {
            // The program ends, rather than only its first thread: no destructors run.
            returns = self.graph.fresh();
        }
        if number == 0 {
            self.spawn()?;
        }
        let name = match code {
            Body::Function(function) => Some(function.name),
            Body::Statement(_) | Body::Nothing => None,
        };
        self.calls.frames.push(Frame::new(name, true, uses, returns));
        let own_result = self.own_result(number, done)?;
        self.calls.frame().result = own_result.clone();
        for (name, binding) in bindings {
            self.calls.bind(name, binding);
        }
        match code {
            Body::Function(function) if number == 0 => {
                self.assume_arguments(function);
                self.run_constructors()?;
                self.body(function)?;
            }
            Body::Function(function) => {
                // The end of the thread closes the section.
                if is_section(function.name) {
                    self.graph.mark(Mark::Enter(function.span), Vec::new());
                }
                self.body(function)?;
            }
            Body::Statement(statement) => {
                self.statement(statement)?;
                self.finish_labels()?;
            }
            Body::Nothing => self.run_constructors()?,
        }
        self.leave_without_value();
        self.graph.go(returns);
        if number == 0 {
            self.graph.at = returns;
            self.run_destructors_of_program(self.threads.roots[0].span)?;
            self.graph.nodes[self.graph.at as usize].role = Role::Finish;
        }
        self.graph.at = self.graph.finish;
        self.leave_result(own_result, done)?;
        self.threads.cancellation.ending = true;
        self.run_destructors(self.threads.roots[number as usize].span)?;
        self.threads.cancellation.ending = false;
        if self.source.is_about_deadlocks() {
            // Steps for the locks that it holds then are added here.
            self.locks.endings.push((number, self.graph.at));
            let end = self.graph.fresh();
            self.graph.go(end);
            self.graph.at = end;
        }
        if let Some(done) = done {
            let end = self.graph.fresh();
            let updates = vec![(Place::Global(done.flag), Expr::TRUE)];
            self.graph.connect(self.graph.at, Mark::None, Edge { updates, ..Edge::jump(end) });
            self.graph.at = end;
        }
        self.graph.nodes[self.graph.at as usize].role = Role::End;
        self.calls.frames.pop();
        Ok(())
    }

    /// The number of arguments of `main` is not negative.
    fn assume_arguments(&mut self, main: &Function<'s>) {
        let parameter = main.parameters.first().copied();
        let count = parameter.and_then(|name| self.lookup(name));
        if let Some(Binding::Variable(count)) = count.cloned()
            && let Ok(count) = self.object_of(&count, main.span)
        {
            let guard = Expr::binary(Binary::LessOrEqual, Expr::Constant(0, count.ty), count.read());
            self.graph.step(Edge { guard, ..Edge::jump(0) });
        }
        self.begin_arguments(parameter, main.span);
    }

    /// Before `main` begins, any number of threads start that `--spawn` asks for.
    fn spawn(&mut self) -> Result<(), Error> {
        if self.source.options.spawn.is_empty() {
            return Ok(());
        }
        let options = self.source.options;
        for name in &options.spawn {
            let Some(function) = self.source.spawned(name) else { continue };
            let span = function.span;
            let parameters = signature(function, span)?.parameters.len();
            let mut start = self.start(function.name, (0..parameters).map(|_| Argument::Any).collect(), None, span)?;
            let statements = self.note_text(span.start, format!("start {name}"));
            let node = self.graph.at;
            let number = self.next_number(None);
            self.give_number(&mut start, number);
            self.graph.connect(self.graph.at, Mark::None, Edge { start: Some(start), statements, ..Edge::jump(node) });
            self.graph.at = node;
        }
        let body = self.graph.fresh();
        self.graph.go(body);
        self.graph.at = body;
        Ok(())
    }
}

impl<'s> Context<'s> {
    /// The function that `--spawn` calls so.
    fn spawned(&self, name: &str) -> Option<&'s Function<'s>> {
        let name = self.identifiers.linked(name)?;
        self.functions.get(&name).copied()
    }

    /// Whether the body of a function that threads run looks at its argument.
    pub fn uses_parameter(&self, name: Name) -> bool {
        let function = self.functions.get(&name);
        function.is_some_and(|function| function.parameters.iter().any(|parameter| uses(function, *parameter)))
    }
}

/// An argument as its template sees it.
enum Kind<'s> {
    Unused,
    Unusable(String),
    /// An address that is the same for all threads of the template.
    Fixed(Value<'s>),
    /// A variable and its value; none if it can be anything.
    Number(CType<'s>, Option<Expr>),
}

impl Kind<'_> {
    /// What distinguishes templates.
    fn key(&self) -> String {
        match self {
            Kind::Unused | Kind::Unusable(_) => "unused".to_string(),
            Kind::Fixed(value) => format!("{value:?}"),
            Kind::Number(_, value) => format!("number {}", value.is_some()),
        }
    }

    fn has_variable(&self) -> bool {
        matches!(self, Kind::Number(..))
    }
}

impl<'s> Root<'s> {
    /// Whether a parameter keeps its value.
    fn keeps(&self, name: Name) -> bool {
        self.uses.keeps(name)
    }
}

/// The type of a value.
fn value_type<'s>(value: &Value<'s>) -> CType<'s> {
    match value {
        Value::Pointer(_, to) => to.clone().pointer(),
        _ => CType::INT,
    }
}

/// Whether a function looks at a parameter; `(void)parameter` does not count.
fn uses(function: &Function, name: Name) -> bool {
    let (mut mentioned, mut ignored) = (0, 0);
    for statement in function.body.iter().flatten() {
        statement.visit(&mut |part| match part {
            Part::Expression(Expression { kind: ExpressionKind::Name(found), .. }) => {
                mentioned += usize::from(*found == name);
            }
            Part::Expression(Expression { kind: ExpressionKind::Cast(CType::Void, inner), .. }) => {
                ignored += usize::from(inner.name() == Some(name));
            }
            _ => {}
        });
    }
    mentioned > ignored
}
