//! Declarations: shared variables with their first values, locals with their initialisers.

use super::super::ignored::WEAK;
use super::super::known::is_internal;
use super::super::layout::BitField;
use super::super::parse::same::same_type;
use super::super::resolve::initialization::{Given, flattened};
use super::super::syntax::{Declaration, Expression, Initializer, Name, Part, Source, Span, Storage};
use super::super::types::{CType, Library};
use super::Lowering;
use super::memory::Kind;
use super::spot::with_bit_field;
use super::value::{Binding, Spot, Value, Where};
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Expr, Place, Type};

/// What the variables that live as long as the program or a thread are bound to.
#[derive(Default)]
pub struct Variables<'s> {
    /// Variables at file scope.
    pub globals: FxHashMap<Name<'s>, Binding<'s>>,
    /// Static variables of functions, by the place of their declaration.
    pub statics: FxHashMap<usize, Binding<'s>>,
    /// Variables at file scope that each thread has for itself.
    pub thread_locals: Vec<&'s Declaration<'s>>,
}

impl<'s> Lowering<'s> {
    /// Declares everything at file scope. What cannot be used is an error only when it is.
    pub fn declare_globals(&mut self, source: &'s Source<'s>) -> Result<(), Error> {
        let mut best: rustc_hash::FxHashMap<Name, usize> = Default::default();
        // A declaration with a first value is the definition, otherwise any that is not `extern`.
        let rank = |declaration: &Declaration| {
            2 * u8::from(declaration.initial.is_some()) + u8::from(!declaration.storage.is_extern())
        };
        let mut attributes: rustc_hash::FxHashMap<Name, &str> = Default::default();
        for (number, declaration) in source.variables.iter().enumerate() {
            let defined = |other: &&Declaration| other.name == declaration.name && other.initial.is_some();
            // One definition is the one that the linker takes.
            let attribute = declaration
                .attribute
                .filter(|attribute| *attribute != WEAK || source.variables.iter().filter(defined).count() > 1);
            attributes.extend(attribute.map(|attribute| (declaration.name, attribute)));
            let known = best.entry(declaration.name).or_insert(number);
            self.refuse_other_meaning(&source.variables[*known], declaration, number == *known)?;
            if rank(declaration) > rank(&source.variables[*known]) {
                *known = number;
            }
        }
        for (number, declaration) in source.variables.iter().enumerate() {
            if best.get(&declaration.name) == Some(&number) {
                let binding = if let Some(attribute) = attributes.get(&declaration.name) {
                    Binding::Unusable(format!("which has the attribute `{attribute}`"))
                } else if rank(declaration) == 0 {
                    Binding::Unusable("declared `extern` but never defined".to_string())
                } else if declaration.storage.is_thread() {
                    self.variables.thread_locals.push(declaration);
                    continue;
                } else {
                    if is_plain(&declaration.ty) {
                        self.program.file_scope.insert(declaration.name.to_string());
                    }
                    self.shared(declaration, declaration.name.to_string())?
                };
                self.variables.globals.insert(declaration.name, binding);
            }
        }
        // A first value may be the address of a variable that is declared later.
        for (number, declaration) in source.variables.iter().enumerate() {
            if best.get(&declaration.name) == Some(&number)
                && let Some(binding) = self.variables.globals.get(&declaration.name).cloned()
            {
                let binding = self.first_value(declaration, binding);
                self.variables.globals.insert(declaration.name, binding);
            }
        }
        source.variables.iter().for_each(|declaration| self.keep_constant(declaration));
        Ok(())
    }

    /// Refuses a second definition of a variable, and a declaration with another type, as in another file.
    fn refuse_other_meaning(
        &self,
        known: &Declaration<'s>,
        declaration: &Declaration<'s>,
        is_first: bool,
    ) -> Result<(), Error> {
        let name = declaration.name;
        if !is_first && known.initial.is_some() && declaration.initial.is_some() {
            let message = format!("the variable `{name}` has two first values");
            return Err(Error::new(Code::Duplicate, message, declaration.span.range()));
        }
        let (one, other) = (&known.ty, &declaration.ty);
        let comparable = |ty: &CType| ty.is_settled() && !matches!(ty, CType::Attributed(_) | CType::Other(_));
        match comparable(one) && comparable(other) && !same_type(one, other) {
            true => Err(declaration.span.unsupported(format!("`{name}`, which is declared with two types,"))),
            false => Ok(()),
        }
    }

    /// Declares what each thread of the current template has for itself although it stands at file scope.
    pub fn declare_thread_locals(&mut self) -> Result<(), Error> {
        for declaration in self.variables.thread_locals.clone() {
            let ty = declaration.ty.clone();
            let (kind, name) = (Kind::Exposed(self.threads.template), declaration.name);
            let spot = self.variable(name.text(), &ty, kind, declaration.span, &|_| Some(0));
            let binding = match spot {
                Ok(spot) => self.first_value(declaration, Binding::Variable(spot)),
                Err(_) => Binding::Unusable(self.source.obstacle(&ty)),
            };
            self.variables.globals.insert(name, binding);
            self.keep_constant(declaration);
            self.names.taken.insert(name.to_string());
        }
        Ok(())
    }

    /// A shared variable; its first value is found by `give_first_values`.
    fn shared(&mut self, declaration: &'s Declaration<'s>, name: String) -> Result<Binding<'s>, Error> {
        let ty = declaration.ty.clone();
        if let Some(handles) = self.handles(declaration, &ty) {
            return Ok(handles);
        }
        let kind = Kind::Shared;
        self.names.shared.insert(name.clone());
        match self.variable(&name, &ty, kind, declaration.span, &|_| Some(0)) {
            Ok(spot) => Ok(Binding::Variable(spot)),
            Err(_) => Ok(Binding::Unusable(self.source.obstacle(&ty))),
        }
    }

    /// The first value of a shared variable; one that is not constant makes it unusable.
    fn first_value(&mut self, declaration: &'s Declaration<'s>, binding: Binding<'s>) -> Binding<'s> {
        let (Binding::Variable(spot), Some(initial)) = (&binding, &declaration.initial) else { return binding };
        match self.set_first_value(spot, initial, declaration.span) {
            Ok(()) => binding,
            Err(error) => {
                let why = error.message.strip_suffix(" is not supported").unwrap_or(&error.message);
                Binding::Unusable(format!("with {why}"))
            }
        }
    }

    fn set_first_value(&mut self, spot: &Spot<'s>, initial: &'s Initializer<'s>, span: Span) -> Result<(), Error> {
        let Where::Fixed(region, _) = spot.place else { return Ok(()) };
        for item in flattened(&spot.ty, initial, self.source.layout, span)? {
            let value = match item.value {
                Given::Constant(kind) if matches!(item.ty, CType::Library(_)) => {
                    self.set_first_kind(&self.source.part(spot, item.offset, &item.ty), kind, span)?;
                    continue;
                }
                Given::Constant(value) => value,
                Given::Expression(value) => self.constant_value(value)?,
            };
            let Some(ty) = self.source.scalar_type(&item.ty) else { continue };
            let ty = if item.bits.is_some() { BitField::unit(ty) } else { ty };
            let is_address = self.memory.region_at(value & ty.mask()).is_some();
            let opaque = self.memory.regions[region as usize].opaque.as_mut();
            if let Some(opaque) = opaque.filter(|opaque| is_address && opaque.holds(item.offset, 1)) {
                opaque.first.push(value & ty.mask());
            }
            let cell = self.memory.regions[region as usize].cell(item.offset, ty, None, 0);
            let Some(Place::Global(number)) = cell.map(|cell| cell.place) else { continue };
            self.memory.note_access(Place::Global(number), span);
            let variable = &mut self.program.globals[number as usize];
            variable.initial = Some(match item.bits {
                None => value & ty.mask(),
                Some(bits) => {
                    let whole = Expr::Constant(variable.initial.unwrap_or(0), ty);
                    match with_bit_field(whole, Expr::Constant(value, ty), bits.shift, bits.width) {
                        Expr::Constant(whole, _) => whole,
                        _ => value,
                    }
                }
            });
        }
        Ok(())
    }

    /// Nobody may write a variable that is `const` and has its first value.
    fn keep_constant(&mut self, declaration: &Declaration<'s>) {
        if let Some(Binding::Variable(Spot { place: Where::Fixed(region, _), .. })) = self.lookup(declaration.name)
            && declaration.constant
        {
            let found = &self.memory.regions[*region as usize];
            let cells = found.cells.iter().filter(|cell| cell.library().is_none()).map(|cell| cell.place);
            let opaque = found.opaque.iter().map(|opaque| opaque.summary);
            let places: Vec<Place> = cells.chain(opaque).collect();
            if self.memory.regions[*region as usize].kind == Kind::Shared {
                self.memory.fixed.extend(&places);
            }
            self.memory.constants.extend(places);
        }
    }

    /// A declaration in a block that is reached.
    pub fn declare(&mut self, declaration: &'s Declaration<'s>) -> Result<(), Error> {
        self.declare_with_first_value(declaration)?;
        self.keep_constant(declaration);
        Ok(())
    }

    fn declare_with_first_value(&mut self, declaration: &'s Declaration<'s>) -> Result<(), Error> {
        if let Some(attribute) = declaration.attribute {
            let what = format!("`{}` with the attribute `{attribute}`", declaration.name);
            return Err(declaration.span.unsupported(what));
        }
        // Only objects with automatic storage have a size that is computed (6.7.6.2p2).
        if declaration.storage.is_static() {
            self.refuse_variable(&declaration.ty, declaration.span)?;
        }
        if self.declare_elsewhere(declaration)? {
            return Ok(());
        }
        if let Some(length) = &declaration.length {
            return self.declare_variable_array(declaration, length);
        }
        let name = declaration.name;
        let ty = declaration.ty.clone();
        self.refuse_variable(&ty, declaration.span)?;
        if let Some(handles) = self.handles(declaration, &ty) {
            self.calls.bind(name, handles);
            // Handles have no values, but what computes them has effects.
            return declaration.initial.iter().try_for_each(|initial| self.effects_of_initial(initial));
        }
        let Some(initial) = &declaration.initial else {
            let spot = self.declared_local(name, &ty, declaration.span)?;
            if let Where::Fixed(region, _) = spot.place {
                self.assume_initialised(region);
            }
            if self.threads.is_empty_handle(declaration.span.start) {
                return Ok(());
            }
            // Every time the block is entered the variable has any value again.
            return self.fill_with(&spot, declaration.span, &mut Expr::Input);
        };
        self.note_order_of_initial(initial);
        if let Initializer::Value(value) = initial {
            self.note_steps(value);
        }
        let skipped = self.calls.frame().uses.skipped.contains(declaration.span.start);
        let keeps = self.calls.frame().uses.keeps(name) && !skipped;
        // Nobody asks for the variables of the library's macros.
        let reserved = keeps && is_internal(name) && matches!(ty, CType::Integer { .. });
        // What is `const` and has a constant as its value is one itself.
        let is_constant = |value: &Expression<'s>| value.constant.is_some();
        let fixed = keeps
            && declaration.constant
            && matches!(ty, CType::Integer { .. } | CType::Float(_))
            && matches!(initial, Initializer::Value(value) if is_constant(value));
        let direct = reserved || fixed || matches!(ty, CType::Pointer { .. });
        // The scope of a name begins before its initialiser (C11 6.2.1).
        let is_itself = |part: &Part| matches!(part, Part::Expression(part) if part.name() == Some(name));
        if let Initializer::Value(value) = initial
            && direct
            && !value.any(is_itself)
        {
            let found = self.value(value)?;
            if let Value::Thread(_) | Value::Void = found {
                self.calls.bind(name, Binding::Unusable("a variable without a known value".to_string()));
                return Ok(());
            }
            if keeps && found.is_constant() {
                self.calls.bind(name, Binding::Constant(found));
                return Ok(());
            }
            let spot = self.declared_local(name, &ty, declaration.span)?;
            self.store_as_is(&spot, found, value.span, declaration.span, false)?;
            return Ok(());
        }
        let spot = self.declared_local(name, &ty, declaration.span)?;
        let wrappable = match initial {
            Initializer::Value(value) => self.is_wrappable(value),
            Initializer::Braces(_) => false,
        };
        self.wrapped(wrappable, |lowering| lowering.initialise(&spot, initial, declaration.span))
    }

    /// A declaration in a block that control can only jump past: the name is known, the initialiser does nothing.
    pub fn declare_unreached(&mut self, declaration: &'s Declaration<'s>) -> Result<(), Error> {
        let name = declaration.name;
        if let Some(attribute) = declaration.attribute {
            self.calls.bind(name, Binding::Unusable(format!("which has the attribute `{attribute}`")));
            return Ok(());
        }
        if self.declare_elsewhere(declaration)? {
            return Ok(());
        }
        let ty = Some(declaration.ty.clone());
        match (ty.as_ref().and_then(|ty| self.handles(declaration, ty)), ty) {
            (Some(handles), _) => self.calls.bind(name, handles),
            (None, Some(ty)) if self.source.layout.size(&ty).is_some() => {
                self.declared_local(name, &ty, declaration.span)?;
            }
            _ => self.calls.bind(name, Binding::Unusable("whose declaration is jumped past".to_string())),
        }
        Ok(())
    }

    fn effects_of_initial(&mut self, initial: &'s Initializer<'s>) -> Result<(), Error> {
        match initial {
            Initializer::Value(value) => self.effect(value),
            Initializer::Braces(list) => list.iter().try_for_each(|(_, inner)| self.effects_of_initial(inner)),
        }
    }

    /// Declares what does not live in the block; returns whether it was that.
    fn declare_elsewhere(&mut self, declaration: &'s Declaration<'s>) -> Result<bool, Error> {
        let name = declaration.name;
        match declaration.storage {
            Storage::Static => {
                let start = declaration.span.start;
                if !self.variables.statics.contains_key(&start) {
                    let shown = format!("{}.{name}", self.calls.frame().function.map_or("", Name::text));
                    let shown = self.unique_shared(shown);
                    let binding = self.shared(declaration, shown)?;
                    self.calls.bind(name, binding.clone());
                    let binding = self.first_value(declaration, binding);
                    self.variables.statics.insert(start, binding);
                }
                let binding = self.variables.statics[&start].clone();
                self.calls.bind(name, binding);
            }
            Storage::Extern | Storage::ExternThread => {
                let shared = self.variables.globals.get(&name).cloned();
                let never = || Binding::Unusable("declared `extern` but never defined".to_string());
                self.calls.bind(name, shared.unwrap_or_else(never));
            }
            Storage::Thread | Storage::StaticThread => {
                self.calls.bind(name, Binding::Unusable("a `_Thread_local` variable".to_string()));
            }
            Storage::Usual => return Ok(false),
        }
        Ok(true)
    }

    /// A new variable of the thread under its name.
    pub fn declared_local(&mut self, name: Name<'s>, ty: &CType<'s>, span: Span) -> Result<Spot<'s>, Error> {
        if let CType::Array(_, None) = ty {
            return Err(span.unsupported("an array of unknown size"));
        }
        let kind = match self.calls.frame().uses.exposes(name, ty) {
            true => Kind::Exposed(self.threads.template),
            false => Kind::Local(self.threads.template),
        };
        let shown = self.variable_name(name.text());
        let spot = self.variable(&shown, ty, kind, span, &|_| Some(0))?;
        if let Where::Fixed(region, _) = spot.place {
            self.calls.note_skipped(region, span.start);
        }
        self.calls.bind(name, Binding::Variable(spot.clone()));
        Ok(spot)
    }

    /// A compound literal: a variable without a name, made anew each time.
    pub fn compound_literal(
        &mut self,
        ty: &CType<'s>,
        initial: &'s Initializer<'s>,
        span: Span,
    ) -> Result<Spot<'s>, Error> {
        let ty = ty.clone();
        if self.calls.frames.is_empty() {
            return Err(span.unsupported("a compound literal outside functions"));
        }
        let name = self.names.unique("literal");
        let spot = self.variable(&name, &ty, Kind::Exposed(self.threads.template), span, &|_| Some(0))?;
        self.initialise(&spot, initial, span)?;
        Ok(spot)
    }

    /// What the name of a thread handle, or of an array of them, stands for; none if it is a variable like others.
    fn handles(&self, declaration: &Declaration, ty: &CType<'s>) -> Option<Binding<'s>> {
        match ty {
            CType::Thread => Some(Binding::Thread(declaration.span.start, None)),
            CType::Array(element, count) if matches!(**element, CType::Thread) => {
                Some(Binding::Thread(declaration.span.start, *count))
            }
            ty => self.named_handles(declaration.span.start, ty),
        }
    }

    /// A name for a new shared variable that nobody has yet.
    pub fn unique_shared(&mut self, name: String) -> String {
        let taken = |name: &str| {
            let mut all = self.program.globals.iter().chain(&self.program.locals);
            all.any(|variable| variable.name == name)
        };
        let numbered = (2..).map(|number| format!("{name}#{number}"));
        let found = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name);
        self.names.taken.insert(found.clone());
        found
    }
}

/// Whether a variable is a number or pointer in C as it is here, or a mutex, or an array of these. An atomic flag is a structure
/// elsewhere.
fn is_plain(ty: &CType) -> bool {
    match ty {
        CType::Integer { ty, atomic } => !(*atomic && *ty == Type::BOOL),
        CType::Pointer { .. } | CType::Library(Library::Mutex | Library::SpinLock) => true,
        CType::Array(element, _) => is_plain(element),
        _ => false,
    }
}
