//! Thread templates: one for each function that threads run, and for each kind of argument that matters.
//!
//! An argument that points to a shared variable belongs to the template, an integer is passed when the thread starts.
//! A creation site that runs at most once and is joined by name has a template of its own, whose end raises a flag.

use super::super::arithmetic::convert;
use super::super::atomic::{Mark, Role};
use super::super::syntax::{Expression, ExpressionKind, Function, Part, Span, Statement};
use super::super::types::CType;
use super::Lowering;
use super::inline::{arity, is_atomic, jumps, signature, word};
use super::object::unknown;
use super::scope::Frame;
use super::value::{Binding, Object, Target, Value};
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Start, Variable};

/// What a template runs.
pub struct Root<'s> {
    /// Its name.
    pub name: String,
    /// Where its code is.
    pub span: Span,
    /// The names of variables it has from the start.
    pub names: FxHashSet<String>,
    code: Body<'s>,
    bindings: Vec<(&'s str, Binding<'s>)>,
    /// The shared variable that tells that it has ended.
    done: Option<u32>,
    /// The variables that hold arguments.
    parameters: Vec<u32>,
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
        for name in &self.options.spawn {
            if self.functions.get(name.as_str()).is_none_or(|function| function.body.is_none()) {
                let message = format!("there is no function `{name}` with a body to spawn");
                return Err(Error::new(Code::UnknownName, message, self.map.last_word(self.text)));
            }
        }
        match self.functions.get("main").copied().filter(|main| main.body.is_some()) {
            Some(main) => {
                let parameters = signature(main, main.span)?.parameters.len();
                let arguments = (0..parameters).map(|_| Argument::Any).collect();
                self.start("main", arguments, main.span).map(drop)
            }
            None if self.options.spawn.is_empty() => {
                let hint = "there is no function `main`; `--spawn f` lets any number of threads run `f`";
                Err(Error::new(Code::Incomplete, hint, self.map.last_word(self.text)))
            }
            None => {
                self.add_root("main".to_string(), Span::default(), Body::Nothing);
                Ok(())
            }
        }
    }

    /// The start of a thread that runs a function.
    pub fn start(&mut self, name: &'s str, arguments: Vec<Argument<'s>>, span: Span) -> Result<Start, Error> {
        let Some(function) = self.functions.get(name).copied() else { return Err(unknown(name, span)) };
        if function.body.is_none() {
            return Err(span.unsupported(format!("a thread that runs `{name}`, which has no body,")));
        }
        self.refuse_attribute(name, span)?;
        let ty = signature(function, span)?;
        ty.parameters.iter().try_for_each(|parameter| self.refuse_variable(&parameter.ty, span))?;
        // A thread function may ignore what it is given.
        if arguments.len() != ty.parameters.len() && !(ty.parameters.is_empty() && arguments.len() == 1) {
            return Err(arity(name, ty.parameters.len(), arguments.len(), span));
        }
        let mut kinds = Vec::new();
        for (parameter, argument) in ty.parameters.iter().zip(arguments) {
            let used = uses(function, parameter.name);
            kinds.push(self.kind(self.resolved(&parameter.ty)?, argument, used)?);
        }
        let done = self.joins.declaration_of(span.start);
        let key = format!("{name} {:?} {done:?}", kinds.iter().map(Kind::key).collect::<Vec<_>>());
        let template = match self.root_numbers.get(&key) {
            Some(template) => *template,
            None => {
                let done = done.map(|declaration| self.done_variable(declaration));
                let template = self.add_root(name.to_string(), function.span, Body::Function(function));
                self.root_numbers.insert(key, template);
                self.roots[template as usize].done = done;
                for (parameter, kind) in ty.parameters.iter().zip(&kinds) {
                    self.add_parameter(template, parameter.name, kind);
                }
                template
            }
        };
        let locals = self.roots[template as usize].parameters.iter().copied();
        let integers = kinds.into_iter().filter(Kind::has_variable).zip(locals);
        let arguments = integers.filter_map(|(kind, local)| match kind {
            Kind::Integer(_, Some(value)) | Kind::Word(_, Some(value)) => Some((local, value)),
            _ => None,
        });
        Ok(Start { template, arguments: arguments.collect() })
    }

    /// A template that runs a statement, which sees only shared variables.
    pub fn statement_template(&mut self, label: &str, statement: &'s Statement<'s>) -> u32 {
        let bindings = self.seen_by_others();
        let pointers: Vec<_> = bindings.iter().filter(|(_, binding)| matches!(binding, Binding::Pointer(_))).collect();
        let key = format!("statement at {} {pointers:?}", statement.span.start);
        if let Some(template) = self.root_numbers.get(&key) {
            return *template;
        }
        let template = self.add_root(label.to_string(), statement.span, Body::Statement(statement));
        self.root_numbers.insert(key, template);
        self.roots[template as usize].bindings = bindings;
        template
    }

    /// The names of the innermost function as another thread sees them: its own variables hide shared ones but cannot
    /// be used.
    fn seen_by_others(&mut self) -> Vec<(&'s str, Binding<'s>)> {
        let scopes = self.frame().scopes.iter();
        let names: FxHashMap<&'s str, &Binding<'s>> =
            scopes.flatten().map(|(name, binding)| (*name, binding)).collect();
        let seen = |binding: &Binding<'s>| match binding {
            Binding::Object(object) if object.is_shared() => binding.clone(),
            Binding::Pointer(Target::Null | Target::Text | Target::Function(_)) => binding.clone(),
            Binding::Pointer(Target::Object(object)) if object.is_shared() => binding.clone(),
            _ => Binding::Unusable("a local variable of the thread that starts this one".to_string()),
        };
        let mut bindings: Vec<_> = names.into_iter().map(|(name, binding)| (name, seen(binding))).collect();
        bindings.sort_unstable_by_key(|(name, _)| *name);
        bindings
    }

    fn add_root(&mut self, name: String, span: Span, code: Body<'s>) -> u32 {
        let (names, bindings, parameters) = (FxHashSet::default(), Vec::new(), Vec::new());
        self.roots.push(Root { name, span, names, code, bindings, done: None, parameters });
        (self.roots.len() - 1) as u32
    }

    /// What an argument is to its template.
    fn kind(&mut self, ty: CType<'s>, argument: Argument<'s>, used: bool) -> Result<Kind<'s>, Error> {
        let word = word(self);
        Ok(match (ty, argument) {
            _ if !used => Kind::Unused,
            (CType::Integer { ty, .. }, Argument::Any) => Kind::Integer(ty, None),
            (CType::Integer { ty, .. }, Argument::Value(value, span)) => {
                Kind::Integer(ty, Some(convert(value.integer(span)?, ty)))
            }
            // The arguments of `main` are not looked at.
            (CType::Pointer { .. }, Argument::Any) if self.roots.is_empty() => Kind::Unused,
            (CType::Pointer { .. }, Argument::Any) => Kind::Word(word, None),
            (ty @ CType::Pointer { .. }, Argument::Value(value, span)) => {
                let target = match value {
                    Value::Integer(value) => Target::Integer(value.cast(word)),
                    value => value.target(span)?,
                };
                match self.as_pointer(target, &ty, span)? {
                    Target::Null => Kind::Word(word, Some(Expr::Constant(0, word))),
                    Target::Integer(value) => Kind::Word(word, Some(value.cast(word))),
                    Target::Object(object) if !object.is_shared() => {
                        return Err(span.unsupported("passing the address of a local variable to a thread"));
                    }
                    target => Kind::Fixed(target),
                }
            }
            (ty, _) => Kind::Unusable(ty.describe()),
        })
    }

    fn add_parameter(&mut self, template: u32, name: &'s str, kind: &Kind<'s>) {
        let place = Place::Local(self.program.locals.len() as u32);
        let object = |ty: Type| Object { place, ty, atomic: false, mutex: false };
        let (binding, variable) = match kind {
            Kind::Unused => (Binding::Unusable("a parameter that no argument is known for".to_string()), None),
            Kind::Unusable(why) => (Binding::Unusable(why.clone()), None),
            Kind::Fixed(target) => (Binding::Pointer(target.clone()), None),
            Kind::Integer(ty, value) => (Binding::Object(object(*ty)), Some((*ty, value.is_some()))),
            Kind::Word(ty, value) => {
                let target = Target::Integer(object(*ty).read());
                (Binding::Pointer(target), Some((*ty, value.is_some())))
            }
        };
        if let Some((ty, known)) = variable {
            let initial = known.then_some(0);
            let shared = self.shared_names.contains(name);
            let root = &mut self.roots[template as usize];
            let shown = if shared { format!("{}.{name}", root.name) } else { name.to_string() };
            root.names.insert(shown.clone());
            root.parameters.push(self.program.locals.len() as u32);
            let template = Some(template);
            self.program.locals.push(Variable { name: shown, ty, initial, template, hidden: false });
        }
        self.roots[template as usize].bindings.push((name, binding));
    }

    /// Whether the body of a function that threads run looks at its argument.
    pub fn uses_parameter(&self, name: &str) -> bool {
        let function = self.functions.get(name).copied();
        let parameters = function.and_then(|function| match &function.ty {
            CType::Function(ty) => Some((function, &ty.parameters)),
            _ => None,
        });
        parameters.is_some_and(|(function, parameters)| parameters.iter().any(|p| uses(function, p.name)))
    }

    /// The shared variable that tells that the thread behind a handle has ended.
    pub fn done_variable(&mut self, declaration: usize) -> u32 {
        if let Some(known) = self.done.get(&declaration) {
            return *known;
        }
        let number = self.program.globals.len() as u32;
        let name = format!("done of {}", self.joins.name(declaration));
        let (ty, initial, template) = (Type::BOOL, Some(0), None);
        self.shared_names.insert(name.clone());
        self.program.globals.push(Variable { name, ty, initial, template, hidden: true });
        self.done.insert(declaration, number);
        number
    }

    /// Lowers what a template runs from the current node to the thread's end.
    pub fn lower_root(&mut self, number: u32) -> Result<(), Error> {
        let root = &mut self.roots[number as usize];
        let (code, done) = (root.code, root.done);
        let bindings = std::mem::take(&mut root.bindings);
        self.finish = self.fresh();
        if let Some(done) = done {
            let end = self.fresh();
            let updates = vec![(Place::Global(done), Expr::TRUE)];
            self.connect(self.finish, Mark::None, Edge { updates, ..Edge::jump(end) });
            self.nodes[end as usize].role = Role::End;
        } else {
            self.nodes[self.finish as usize].role = Role::End;
        }
        if number == 0 {
            self.spawn()?;
        }
        let (name, jumps) = match code {
            Body::Function(function) => (function.name, jumps(function)),
            Body::Statement(statement) => ("", statement.has_label()),
            Body::Nothing => ("", false),
        };
        self.frames.push(Frame::new(name, true, jumps, self.finish, None));
        for (name, binding) in bindings {
            self.bind(name, binding);
        }
        match code {
            Body::Function(function) if number == 0 => {
                self.assume_arguments(function);
                self.body(function)?;
            }
            Body::Function(function) => {
                // The end of the thread closes the section.
                if is_atomic(name) {
                    self.mark(Mark::Enter(function.span), Vec::new());
                }
                self.body(function)?;
            }
            Body::Statement(statement) => {
                self.statement(statement)?;
                self.check_labels()?;
            }
            Body::Nothing => {}
        }
        self.go(self.finish);
        self.frames.pop();
        Ok(())
    }

    /// The number of arguments of `main` is not negative.
    fn assume_arguments(&mut self, main: &Function<'s>) {
        let CType::Function(ty) = &main.ty else { return };
        let Some(count) = ty.parameters.first().and_then(|count| self.lookup(count.name)) else { return };
        if let Binding::Object(count) = count {
            let guard = Expr::binary(Binary::LessOrEqual, Expr::Constant(0, count.ty), count.read());
            self.step(Edge { guard, ..Edge::jump(0) });
        }
    }

    /// Before `main` begins, any number of threads start that `--spawn` asks for.
    fn spawn(&mut self) -> Result<(), Error> {
        if self.options.spawn.is_empty() {
            return Ok(());
        }
        let options = self.options;
        for name in &options.spawn {
            let Some((&name, function)) = self.functions.get_key_value(name.as_str()) else { continue };
            let span = function.span;
            let parameters = signature(function, span)?.parameters.len();
            let start = self.start(name, (0..parameters).map(|_| Argument::Any).collect(), span)?;
            let statements = self.note_text(span.start, format!("start {name}"));
            let (from, to) = (self.at, self.at);
            self.connect(from, Mark::None, Edge { start: Some(start), statements, ..Edge::jump(to) });
        }
        let body = self.fresh();
        self.go(body);
        self.at = body;
        Ok(())
    }
}

/// An argument as its template sees it.
enum Kind<'s> {
    Unused,
    Unusable(String),
    /// A pointer that is the same for all threads of the template.
    Fixed(Target<'s>),
    /// An integer variable and its value; none if it can be anything.
    Integer(Type, Option<Expr>),
    /// An integer in the disguise of a pointer.
    Word(Type, Option<Expr>),
}

impl Kind<'_> {
    /// What distinguishes templates.
    fn key(&self) -> String {
        match self {
            Kind::Unused | Kind::Unusable(_) => "unused".to_string(),
            Kind::Fixed(target) => format!("{target:?}"),
            Kind::Integer(_, value) | Kind::Word(_, value) => format!("integer {}", value.is_some()),
        }
    }

    fn has_variable(&self) -> bool {
        matches!(self, Kind::Integer(..) | Kind::Word(..))
    }
}

/// Whether a function looks at a parameter; `(void)parameter` does not count.
fn uses(function: &Function, name: &str) -> bool {
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
