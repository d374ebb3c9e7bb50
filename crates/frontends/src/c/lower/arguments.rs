//! What `main` is given: any number of any strings (C11 5.1.2.2.1), and of those of the environment.
//!
//! A vector of strings is an object of its own. Its first elements, and the first characters of these strings, are cells
//! like those of variables, with any values that are chosen before `main` begins. So a run that needs no others is one of
//! the program. What follows has no cells:
//!
//! - A further character is any character but zero, and may be another one each time it is read. Such a step does more
//!   than the source, and is marked (`Program::approximations`).
//! - All further strings are one region, with so many addresses for each. One of them, which may be any, has a length, so
//!   that accesses behind its end are found; of the others every character may be read as anything. That finds every
//!   invalid access: the string that is accessed first in an invalid way is one of them. If several strings can be, each is
//!   the chosen one in some run.
//!
//! Characters are written to cells. A character without a cell that may be written is any character from the start.

use super::super::atomic::{Access, Mark, Node, Step};
use super::super::syntax::{Name, Span};
use super::super::types::CType;
use super::Lowering;
use super::context::Context;
use super::expand::{Case, Leads};
use super::follow::replace_reads;
use super::memory::{Aspect, Cell, Kind, Memory, Route, VIRTUAL, Virtual};
use super::points_to::PointsTo;
use super::value::{Binding, Object, Value};
use crate::error::Error;
use rustc_hash::FxHashSet;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Edge, Position, Statement, Variable};

/// So many strings of a vector are told apart.
const EXACT_STRINGS: u64 = 3;

/// So many characters of these have cells.
const EXACT_CHARACTERS: u64 = 3;

/// Characters that exploration tries beside what it tries for every number.
const TRIED: &[u8] = b"12-";

/// The type of lengths and numbers of strings.
const COUNT: Type = Type { width: 32, signed: false };

/// Bounds that follow from the addresses there are; those of Linux (`MAX_ARG_STRLEN`) are lower where these have 64 bits.
struct Bounds {
    /// A further string has 2 to this number of addresses.
    stride: u8,
    /// There are fewer than 2 to this number of strings.
    strings: u8,
    /// A string has fewer than 2 to this number of characters.
    characters: u8,
}

/// An object that `main` is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A vector of as many strings as a variable says, and a null pointer. The last of its cells stands for those that
    /// have none; it holds the address of the region of further strings.
    Vector {
        /// The variable.
        count: Place,
        /// That region.
        further: u32,
    },
    /// A string of as many characters as a variable says, and a zero.
    Text {
        /// The variable.
        length: Place,
    },
    /// All further strings.
    Further {
        /// The variable that holds the number of the string that has a length.
        which: Place,
        /// Its length.
        length: Place,
    },
}

/// What an access without a cell leads to.
#[derive(Clone, Debug)]
pub enum Unstored {
    /// A value that follows from others.
    Value(Expr),
    /// Any character, or any but zero.
    Any { zero: bool },
}

/// A vector that `main` is given.
pub struct Vector {
    region: u32,
    /// Whether these are the arguments, of which there are as many as the first parameter says, or the environment.
    are_arguments: bool,
    count: Place,
    texts: Vec<u32>,
    further: u32,
    /// The parameter that holds the number of strings, if it may change.
    parameter: Option<Object>,
}

/// The vectors, and where their values are chosen: from one node to another one.
#[derive(Default)]
pub struct Arguments {
    vectors: Vec<Vector>,
    nodes: Option<(u32, u32)>,
}

impl<'s> Lowering<'s> {
    /// A vector of strings as the value of a parameter; none if its type is another one.
    pub fn given_vector(
        &mut self,
        name: &str,
        ty: &CType<'s>,
        are_arguments: bool,
        span: Span,
    ) -> Result<Option<Value<'s>>, Error> {
        let CType::Pointer { to: element, .. } = ty else { return Ok(None) };
        let element = (**element).clone();
        let CType::Pointer { to: character, .. } = &element else { return Ok(None) };
        let character = (**character).clone();
        if !matches!(character, CType::Integer { ty, .. } if ty.width == 8) {
            return Ok(None);
        }
        let (bounds, word) = (self.source.bounds(), self.source.word());
        let count = self.hidden(format!("number of strings in {name}"), COUNT, 0);
        let mut texts = Vec::new();
        for number in 0..EXACT_STRINGS {
            texts.push(self.given_text(&format!("{name}[{number}]"), &character, span)?);
        }
        let which = self.hidden(format!("further string of {name}"), COUNT, 0);
        let length = self.hidden(format!("length of a further string of {name}"), COUNT, 0);
        let kind = Kind::Given(Given::Further { which, length });
        let further = self.region(format!("{name}[...]"), 1 << (bounds.stride + bounds.strings), kind, span)?;
        let bytes = u64::from(word.width / 8);
        let kind = Kind::Given(Given::Vector { count, further });
        let region = self.region(name.to_string(), (1 << bounds.strings) * bytes, kind, span)?;
        let pointed = texts.iter().chain([&further]).map(|region| self.memory.regions[*region as usize].base);
        let pointed: Vec<u64> = pointed.collect();
        for (number, base) in (0u64..).zip(pointed) {
            let shown = self.unique_shared(format!("{name}[{number}]"));
            let hidden = number == EXACT_STRINGS;
            let variable = Variable { name: shown, ty: word, initial: Some(base), template: None, hidden };
            self.add_cell(region, number * bytes, variable, element.clone());
        }
        self.assume(&format!(
            "`main` is given fewer than 2^{} strings, of fewer than 2^{} characters each",
            bounds.strings, bounds.characters
        ));
        self.arguments.vectors.push(Vector { region, are_arguments, count, texts, further, parameter: None });
        Ok(Some(Value::Pointer(self.address_of(region, 0), element)))
    }

    /// A string of any length with cells for its first characters.
    fn given_text(&mut self, name: &str, character: &CType<'s>, span: Span) -> Result<u32, Error> {
        let length = self.hidden(format!("length of {name}"), COUNT, 0);
        let kind = Kind::Given(Given::Text { length });
        let region = self.region(format!("*{name}"), 1 << self.source.bounds().characters, kind, span)?;
        let ty = self.source.scalar_type(character).unwrap_or(Type { width: 8, signed: true });
        for offset in 0..EXACT_CHARACTERS {
            let shown = self.unique_shared(format!("{name}[{offset}]"));
            let variable = Variable { name: shown, ty, initial: Some(0), template: None, hidden: false };
            self.add_cell(region, offset, variable, character.clone());
        }
        Ok(region)
    }

    fn add_cell(&mut self, region: u32, offset: u64, variable: Variable, declared: CType<'s>) {
        let (place, ty) = (Place::Global(self.program.globals.len() as u32), variable.ty);
        self.program.globals.push(variable);
        self.memory.regions[region as usize].cells.push(Cell { offset, place, ty, declared, part: 0 });
    }

    /// A new shared variable that people do not see.
    fn hidden(&mut self, name: String, ty: Type, initial: u64) -> Place {
        let name = self.unique_shared(name);
        let place = Place::Global(self.program.globals.len() as u32);
        self.program.globals.push(Variable { name, ty, initial: Some(initial), template: None, hidden: true });
        place
    }

    /// Here the values of what `main` is given are chosen; its first parameter is the number of strings of the first vector.
    pub fn begin_arguments(&mut self, parameter: Option<Name<'s>>, span: Span) {
        if self.arguments.vectors.is_empty() {
            return;
        }
        // Without a vector of arguments, nothing says how many there are.
        let number = self.arguments.vectors.iter().position(|vector| vector.are_arguments);
        let counted = number.map(|number| (number, self.arguments.vectors[number].count));
        let binding = parameter.and_then(|name| Some((name, self.lookup(name)?.clone())));
        if let (Some((name, Binding::Variable(spot))), Some((number, count))) = (binding, counted) {
            match (&spot.ty, self.calls.frame().uses.keeps(name)) {
                (CType::Integer { ty, .. }, true) => {
                    let value = Expr::Read(count, COUNT).cast(*ty);
                    self.calls.bind(name, Binding::Constant(Value::Integer(value)));
                }
                _ => self.arguments.vectors[number].parameter = self.object_of(&spot, span).ok(),
            }
        }
        let from = self.graph.at;
        self.graph.step(Edge::jump(0));
        self.arguments.nodes = Some((from, self.graph.at));
    }

    /// The regions of strings that may be written.
    pub fn written_texts(&self, graphs: &[Vec<Node>], points_to: &PointsTo) -> FxHashSet<u32> {
        if self.arguments.vectors.is_empty() {
            return FxHashSet::default();
        }
        let updates = graphs.iter().flatten().flat_map(|node| &node.steps).flat_map(|step| &step.edge.updates);
        let address = |place: &Place| match place {
            Place::Global(number) if *number >= VIRTUAL => {
                match &self.memory.virtuals[(number - VIRTUAL) as usize].route {
                    Route::Address(address) => Some(points_to.addresses(address)),
                    Route::Elements { .. } => None,
                }
            }
            _ => None,
        };
        let regions = updates.filter_map(|(place, _)| address(place)).flatten().map(|(region, _)| region);
        regions.filter(|region| matches!(self.memory.regions[*region as usize].kind, Kind::Given(_))).collect()
    }

    /// The ways to resolve an access to something that `main` is given; `offset` is where it is, if that is known.
    pub fn given_cases(
        &self,
        access: &Virtual,
        address: &Expr,
        number: u32,
        offset: Option<u64>,
        written: &FxHashSet<u32>,
    ) -> Vec<Case> {
        let region = &self.memory.regions[number as usize];
        let (Kind::Given(given), word) = (region.kind, self.source.word()) else { return Vec::new() };
        let bytes = if let Given::Vector { .. } = given { word.width } else { 8 };
        if access.aspect != Aspect::Part(0) || access.library.is_some() || access.ty.width != bytes {
            let text = format!("`{}` may be accessed by another type than its own", region.name);
            return vec![Case { guard: region.surrounds(address), leads: Leads::Beyond(text) }];
        }
        let races = self.source.options.property.is_about_races();
        let any = |zero: bool| match written.contains(&number) {
            true if races => Leads::Beyond(format!("`{}` may be written, and has no cell", region.name)),
            written => Leads::Unstored(Unstored::Any { zero: zero || written }),
        };
        let end = || match written.contains(&number) {
            true => any(true),
            false => Leads::Unstored(Unstored::Value(Expr::Constant(0, Type { width: 8, signed: false }))),
        };
        let at = Expr::binary(Binary::Subtract, address.clone(), Expr::Constant(region.base, word));
        match given {
            Given::Vector { count, further } => self.vector_cases(number, address, offset, count, further),
            Given::Text { length } => {
                let length = Expr::Read(length, COUNT).cast(word);
                let (mut cases, rest) = self.memory.stored(number, &at, offset, &length, 1);
                if offset.is_none_or(|offset| offset >= EXACT_CHARACTERS) {
                    let before = Expr::binary(Binary::Less, at.clone(), length.clone());
                    cases.push(Case { guard: rest.clone().and(before), leads: any(false) });
                    let is_end = Expr::binary(Binary::Equal, at, length);
                    cases.push(Case { guard: rest.and(is_end), leads: end() });
                }
                cases
            }
            Given::Further { which, length } => {
                let stride = self.source.bounds().stride;
                let shift = Expr::Constant(stride.into(), word);
                let begin = Expr::binary(Binary::ShiftLeft, Expr::Read(which, COUNT).cast(word), shift);
                let at = Expr::binary(Binary::Subtract, at, begin);
                let length = Expr::Read(length, COUNT).cast(word);
                let half = Expr::Constant(1 << (stride - 1), word);
                let near = Expr::binary(Binary::Add, at.clone(), half);
                let near = Expr::binary(Binary::Less, near, Expr::Constant(1 << stride, word));
                let before = Expr::binary(Binary::Less, at.clone(), length.clone());
                let is_end = Expr::binary(Binary::Equal, at, length);
                let other = region.surrounds(address).and(near.clone().negated());
                vec![
                    Case { guard: near.clone().and(before), leads: any(false) },
                    Case { guard: near.and(is_end), leads: end() },
                    Case { guard: other, leads: any(true) },
                ]
            }
        }
    }

    /// The cases for a vector.
    fn vector_cases(&self, number: u32, address: &Expr, offset: Option<u64>, count: Place, further: u32) -> Vec<Case> {
        let word = self.source.word();
        let bytes = u64::from(word.width / 8);
        let (index, is_whole) = self.source.index(address, self.memory.regions[number as usize].base, bytes);
        let count = Expr::Read(count, COUNT).cast(index.ty());
        let (mut cases, rest) = self.memory.stored(number, &index, offset, &count, bytes);
        cases.iter_mut().for_each(|case| case.guard = is_whole.clone().and(case.guard.clone()));
        if offset.is_none_or(|offset| offset >= EXACT_STRINGS * bytes) {
            let whole = is_whole.and(rest);
            let before = Expr::binary(Binary::Less, index.clone(), count.clone());
            let is_end = Expr::binary(Binary::Equal, index.clone(), count);
            let stride = Expr::Constant(self.source.bounds().stride.into(), word);
            let moved = Expr::binary(Binary::ShiftLeft, index.cast(word), stride);
            let string = Expr::binary(Binary::Add, self.address_of(further, 0), moved);
            let null = Expr::Constant(0, word);
            for (guard, value) in [(before, string), (is_end, null)] {
                let leads = Leads::Unstored(Unstored::Value(value));
                cases.push(Case { guard: whole.clone().and(guard), leads });
            }
        }
        cases
    }

    /// A step with an access that leads to something without a cell. A value that may differ each time it is read marks the
    /// step; what is written is lost, since every later value may be it.
    pub fn unstored(&mut self, step: &Step, place: Place, access: &Virtual, value: &Unstored) -> Option<Edge> {
        let mut edge = step.edge.clone();
        match value {
            Unstored::Value(_) if edge.update(place).is_some() => return None,
            Unstored::Value(value) => replace_reads(&mut edge, place, value),
            Unstored::Any { zero } => {
                let input = Expr::Input(edge.inputs(), access.ty);
                let is_read = edge.expressions().flat_map(Expr::places).any(|read| read == place);
                replace_reads(&mut edge, place, &input);
                edge.updates.retain(|(target, _)| *target != place);
                if !zero && is_read {
                    let null = Expr::Constant(0, access.ty);
                    edge.guard = edge.guard.and(Expr::binary(Binary::Equal, input, null).negated());
                }
                if is_read {
                    // A place of its own, so that the steps that read cells are not marked.
                    let position = Position { column: 0, ..self.position(access.span.start) };
                    let shown = self.source.source_text(access.span);
                    let text = format!("`{shown}`, a far character of a string that `main` is given,");
                    self.program.approximations.insert((position, text));
                    edge.statements.insert(0, Statement { position, text: shown });
                }
            }
        }
        Some(edge)
    }

    /// Before `main` begins, the values that some step reads are chosen.
    pub fn choose_arguments(&mut self, graphs: &mut [Vec<Node>]) {
        let Some((from, to)) = self.arguments.nodes.take() else { return };
        let mut read = FxHashSet::default();
        for edge in graphs.iter().flatten().flat_map(|node| &node.steps).map(|step| &step.edge) {
            read.extend(edge.expressions().flat_map(Expr::places));
        }
        let position = self.position(self.threads.roots[0].span.start);
        let statements = vec![Statement { position, text: "main(...)".to_string() }];
        let mut chain = Chain { graph: &mut graphs[0], at: from, statements };
        chain.graph[from as usize].steps.clear();
        let bounds = self.source.bounds();
        for vector in std::mem::take(&mut self.arguments.vectors) {
            let cells = |region: u32| self.memory.regions[region as usize].cells.iter();
            let pointers = || cells(vector.region).take(vector.texts.len());
            if read.contains(&vector.count) || pointers().any(|cell| read.contains(&cell.place)) {
                let number =
                    vector.parameter.as_ref().map_or(Expr::Input(0, COUNT), |object| object.read().cast(COUNT));
                chain.choose(vector.count, number, 1 << bounds.strings);
            }
            let count = Expr::Read(vector.count, COUNT);
            for ((number, cell), text) in (0u64..).zip(pointers()).zip(&vector.texts) {
                if read.contains(&cell.place) {
                    let is_there = Expr::binary(Binary::Less, Expr::Constant(number, COUNT), count.clone());
                    let null = Expr::Constant(0, cell.ty);
                    let value = Expr::conditional(is_there, self.address_of(*text, 0), null);
                    chain.step(vec![(Expr::TRUE, vec![(cell.place, value)])]);
                }
                let Kind::Given(Given::Text { length }) = self.memory.regions[*text as usize].kind else { continue };
                if !read.contains(&length) {
                    continue;
                }
                chain.choose(length, Expr::Input(0, COUNT), 1 << bounds.characters);
                for character in cells(*text).filter(|cell| read.contains(&cell.place)) {
                    chain.choose_character(character, &Expr::Read(length, COUNT));
                }
            }
            if let Kind::Given(Given::Further { which, length }) = self.memory.regions[vector.further as usize].kind
                && read.contains(&which)
            {
                let exact = Expr::Constant(EXACT_STRINGS, COUNT);
                chain.choose(which, Expr::binary(Binary::Add, exact, Expr::Input(0, COUNT)), 1 << bounds.strings);
                chain.choose(length, Expr::Input(0, COUNT), 1 << bounds.characters);
            }
        }
        let (graph, last) = (chain.graph, chain.at);
        graph[last as usize].steps.push(Step::new(Mark::None, Access::Library, Edge::jump(to)));
    }
}

impl<'s> Context<'s> {
    /// The bounds for the width of addresses.
    fn bounds(&self) -> Bounds {
        match self.word().width {
            64 => Bounds { stride: 38, strings: 22, characters: 31 },
            _ => Bounds { stride: 16, strings: 11, characters: 15 },
        }
    }

    /// The number of the element at an address, and whether it begins there. An `int` that was added is the index itself.
    fn index(&self, address: &Expr, base: u64, bytes: u64) -> (Expr, Expr) {
        let word = self.word();
        if let Expr::Binary(Binary::Add, pointer, moved) = address
            && let Expr::Binary(Binary::Multiply, index, stride) = &**moved
            && let Expr::Cast(_, index) = &**index
            && **pointer == Expr::Constant(base, word)
            && **stride == Expr::Constant(bytes, word)
            && index.ty().width == COUNT.width
            && index.ty().width < word.width
        {
            return ((**index).clone().cast(COUNT), Expr::TRUE);
        }
        let at = Expr::binary(Binary::Subtract, address.clone(), Expr::Constant(base, word));
        let size = Expr::Constant(bytes, word);
        let remainder = Expr::binary(Binary::Remainder, at.clone(), size.clone());
        let is_whole = Expr::binary(Binary::Equal, remainder, Expr::Constant(0, word));
        (Expr::binary(Binary::Divide, at, size), is_whole)
    }
}

impl<'s> Memory<'s> {
    /// The cases for the cells of an object up to its last element, and the condition that an access is behind them.
    fn stored(&self, number: u32, at: &Expr, offset: Option<u64>, last: &Expr, bytes: u64) -> (Vec<Case>, Expr) {
        let ty = at.ty();
        let exact = if bytes == 1 { EXACT_CHARACTERS } else { EXACT_STRINGS };
        let is_there = |cell: &&Cell| cell.offset < exact * bytes && offset.is_none_or(|offset| offset == cell.offset);
        let cells = self.regions[number as usize].cells.iter().filter(is_there);
        let case = |cell: &Cell| {
            let index = Expr::Constant(cell.offset / bytes, ty);
            let is = Expr::binary(Binary::Equal, at.clone(), index.clone());
            let guard = is.and(Expr::binary(Binary::LessOrEqual, index, last.clone()));
            Case { guard, leads: Leads::Cell(number, cell.place, cell.ty) }
        };
        let behind = Expr::binary(Binary::LessOrEqual, Expr::Constant(exact, ty), at.clone());
        (cells.map(case).collect(), behind)
    }
}

/// Steps one after the other.
struct Chain<'g> {
    graph: &'g mut Vec<Node>,
    at: u32,
    statements: Vec<Statement>,
}

impl Chain<'_> {
    /// One step in several ways, each with its guard.
    fn step(&mut self, ways: Vec<(Expr, Vec<(Place, Expr)>)>) {
        self.graph.push(Node::new());
        let to = self.graph.len() as u32 - 1;
        for (guard, updates) in ways {
            let edge = Edge { guard, updates, statements: self.statements.clone(), ..Edge::jump(to) };
            self.graph[self.at as usize].steps.push(Step::new(Mark::None, Access::Library, edge));
        }
        self.at = to;
    }

    /// A variable gets a value that is below a bound.
    fn choose(&mut self, place: Place, value: Expr, bound: u64) {
        let below = Expr::binary(Binary::Less, value.clone(), Expr::Constant(bound, value.ty()));
        self.step(vec![(below, vec![(place, value)])]);
    }

    /// A character of a string gets any value but zero; at the end and behind it is zero.
    fn choose_character(&mut self, cell: &Cell, length: &Expr) {
        let inside = Expr::binary(Binary::Less, Expr::Constant(cell.offset, COUNT), length.clone());
        let (any, null) = (Expr::Input(0, cell.ty), Expr::Constant(0, cell.ty));
        let is_some = Expr::binary(Binary::Equal, any.clone(), null.clone()).negated();
        let mut ways = vec![
            (inside.clone().negated(), vec![(cell.place, null)]),
            (inside.clone().and(is_some), vec![(cell.place, any)]),
        ];
        // These are cases of the second.
        let tried = TRIED.iter().map(|byte| Expr::Constant((*byte).into(), cell.ty));
        ways.extend(tried.map(|value| (inside.clone(), vec![(cell.place, value)])));
        self.step(ways);
    }
}
