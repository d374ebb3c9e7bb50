//! Names that several files declare (C11 6.2.2). The program has one name space, so a name that means something else in one
//! file, because it is `static` there or because `__asm__` gives it another name for the linker, is renamed in that file.

use super::super::known::{is_failure, is_reserved};
use super::super::lexer::Kind;
use super::super::line_map::LineMap;
use super::super::syntax::{Part, Span, Statement, StatementKind, Storage};
use super::super::types::CType;
use super::super::visit::mentioned_elsewhere;
use super::same::same_type;
use super::{Meaning, Parser};
use crate::error::Error;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use umpteen_model::c::expression::Expr;

/// How one file declares a name.
pub struct Linkage<'a> {
    unit: usize,
    is_static: bool,
    defined: bool,
    span: Span,
    /// What `__asm__` says: the name for the linker, if that is plain.
    symbol: Option<Option<&'a str>>,
    function: Option<Definition<'a>>,
}

impl<'a> Linkage<'a> {
    /// Whether the file keeps what it defines to itself.
    fn is_internal(&self) -> bool {
        self.is_static && self.defined
    }

    /// What the linker calls a function; none if that is not plain. The library calls its own functions by reserved names
    /// and means the same.
    fn symbol(&self, name: &'a str) -> Option<&'a str> {
        self.symbol.unwrap_or(Some(name)).map(|symbol| if is_reserved(symbol) { name } else { symbol })
    }
}

/// A name in one file, by the file's number.
pub type InFile<'a> = (usize, &'a str);

/// The files that are read, and what the passes over several of them found out.
#[derive(Default)]
pub struct Files<'u, 'a> {
    /// Where the second and further files begin.
    pub starts: &'u [usize],
    /// The number of the file that is read.
    pub unit: usize,
    /// The file of each record.
    pub records: Vec<usize>,
    /// For each record the one that it is the same as, in the second pass.
    pub merged: Option<Vec<u32>>,
    /// How the files declare names.
    pub linkages: FxHashMap<&'a str, Vec<Linkage<'a>>>,
    /// What the program calls names that mean something else in other files, in the third pass.
    pub renamed: FxHashMap<InFile<'a>, &'a str>,
}

/// How the declarations of all files fit together.
#[derive(Default)]
pub struct Linked<'a> {
    /// The numbers of functions that repeat one of another file in the same words.
    repeated: Vec<usize>,
    /// Names that mean something else than the same names in other files.
    apart: BTreeSet<InFile<'a>>,
}

impl<'a> Linked<'a> {
    /// A new name for each name that needs one: `counter@queue` in `src/queue.c`, with the file's
    /// number if several files are called so.
    pub fn new_names(&self, text: &str, units: &[usize]) -> Vec<String> {
        if self.apart.is_empty() {
            return Vec::new();
        }
        let map = LineMap::new(text);
        let starts: Vec<usize> = std::iter::once(0).chain(units.iter().copied()).collect();
        // The first line is the marker that names the file.
        let file = |start: usize| map.locate(start + text[start..].find('\n').map_or(0, |end| end + 1)).0;
        let stem = |path: &str| {
            path.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or_default().to_string()
        };
        let files: Vec<String> = starts.iter().map(|start| stem(file(*start))).collect();
        let name = |(unit, name): &InFile| match files.iter().filter(|file| **file == files[*unit]).count() {
            1 => format!("{name}@{}", files[*unit]),
            _ => format!("{name}@{}", unit + 1),
        };
        self.apart.iter().map(name).collect()
    }

    /// The names that get new ones, in the order of `new_names`.
    pub fn renamed(&self, new: &'a [String]) -> FxHashMap<InFile<'a>, &'a str> {
        self.apart.iter().copied().zip(new.iter().map(String::as_str)).collect()
    }
}

/// The definition of a function.
struct Definition<'a> {
    /// Its number among the functions.
    number: usize,
    /// Its words and symbols with what they mean outside the function.
    tokens: Vec<Token<'a>>,
}

/// A word or symbol with everything that it may mean.
struct Token<'a> {
    text: &'a str,
    /// The type that it names, and whether it is `const`.
    named: Option<(CType<'a>, bool)>,
    /// Its value as an enumerator.
    value: Option<Expr>,
    /// The type of the variable or function that it is.
    ordinary: Option<CType<'a>>,
    /// The type that it is the tag of.
    tagged: Option<CType<'a>>,
}

impl Token<'_> {
    fn is_same(&self, other: &Token) -> bool {
        let same = |one: Option<&CType>, other: Option<&CType>| match (one, other) {
            (Some(one), Some(other)) => same_type(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let named = |token: &Token| token.named.as_ref().map(|(_, constant)| *constant);
        (self.text, &self.value, named(self)) == (other.text, &other.value, named(other))
            && same(self.named.as_ref().map(|(ty, _)| ty), other.named.as_ref().map(|(ty, _)| ty))
            && same(self.ordinary.as_ref(), other.ordinary.as_ref())
            && same(self.tagged.as_ref(), other.tagged.as_ref())
    }
}

impl<'a> Parser<'_, 'a> {
    /// Notes a declaration at file scope, if that matters.
    pub fn note(&mut self, name: &'a str, span: Span, storage: Storage, defined: bool) {
        if self.files.merged.is_none() {
            return;
        }
        let symbol = self.asked.symbol;
        let (unit, is_static) = (self.files.unit, storage.is_static());
        let all = self.files.linkages.entry(name).or_default();
        match all.iter_mut().find(|linkage| linkage.unit == unit) {
            Some(linkage) => {
                linkage.is_static |= is_static;
                linkage.defined |= defined;
                linkage.symbol = symbol.or(linkage.symbol);
            }
            None => all.push(Linkage { unit, is_static, defined, span, symbol, function: None }),
        }
    }

    /// Notes the definition of the last function, which began at a token.
    pub fn note_function(&mut self, name: &'a str, first: usize) {
        let unit = self.files.unit;
        if !self.files.linkages.contains_key(name) {
            return;
        }
        let tokens = self.tokens[first..self.at].iter().map(|token| {
            let text = &self.text[token.span().range()];
            let mut meant = Token { text, named: None, value: None, ordinary: None, tagged: None };
            if token.kind == Kind::Word {
                meant.tagged = self.tag(text).cloned();
                match self.meaning(text) {
                    Some(Meaning::Type(ty, constant)) => meant.named = Some((ty.clone(), *constant)),
                    Some(Meaning::Constant(value)) => meant.value = value.clone(),
                    Some(Meaning::Ordinary(_, ty)) => meant.ordinary = ty.clone(),
                    _ => {}
                }
            }
            meant
        });
        let definition = Definition { number: self.source.functions.len() - 1, tokens: tokens.collect() };
        let linkage = self.files.linkages.get_mut(name).and_then(|all| all.iter_mut().find(|one| one.unit == unit));
        if let Some(linkage) = linkage {
            linkage.function = Some(definition);
        }
    }

    /// Compares what the files declare. Refuses a name that would have to be renamed but has a meaning by itself.
    pub fn compare(&mut self) -> Result<Linked<'a>, Error> {
        let all = std::mem::take(&mut self.files.linkages);
        let shared = || all.iter().filter(|(_, linkages)| linkages.len() > 1);
        let mentioned = match shared().next() {
            Some(_) => mentioned_elsewhere(&self.source),
            None => return Ok(Linked::default()),
        };
        let mut linked = Linked::default();
        // A function that mentions a name with two meanings has two itself.
        loop {
            let before = linked.apart.len();
            linked.repeated.clear();
            for (name, linkages) in shared() {
                let mentioned = self.source.identifiers.linked(name).is_some_and(|name| mentioned.contains(&name));
                self.compare_name(name, linkages, mentioned, &mut linked);
            }
            if linked.apart.len() == before {
                break;
            }
        }
        let span =
            |(unit, name): &InFile<'a>| all[name].iter().find(|one| one.unit == *unit).map(|one| (*name, one.span));
        let clashes = linked.apart.iter().filter(|(_, name)| is_failure(name)).filter_map(span);
        match clashes.min_by_key(|(_, span)| span.start) {
            None => Ok(linked),
            Some((name, span)) => {
                Err(span.unsupported(format!("`{name}`, which is `static` in one file and defined in another,")))
            }
        }
    }

    fn compare_name(&self, name: &'a str, linkages: &[Linkage<'a>], mentioned: bool, linked: &mut Linked<'a>) {
        let (internal, external): (Vec<&Linkage>, Vec<&Linkage>) = linkages.iter().partition(|one| one.is_internal());
        let is_outside = external.iter().any(|one| one.defined || !one.is_static);
        // Two `static` functions have two addresses.
        let is_one = !is_outside && !mentioned && self.are_same(&internal, &linked.apart);
        if !is_one && (is_outside || internal.len() > 1) {
            linked.apart.extend(internal.iter().map(|one| (one.unit, name)));
        }
        let same_symbol = external.windows(2).all(|pair| pair[0].symbol(name) == pair[1].symbol(name));
        if !same_symbol && !is_failure(name) {
            let labelled = external.iter().filter(|one| one.symbol(name) != Some(name));
            linked.apart.extend(labelled.map(|one| (one.unit, name)));
        }
        let mut repeat = |all: &[&Linkage]| {
            let mut functions =
                all.iter().filter(|one| !linked.apart.contains(&(one.unit, name)) && one.function.is_some());
            let Some(first) = functions.next() else { return };
            let same = functions.filter(|one| self.are_same(&[first, one], &linked.apart));
            linked.repeated.extend(same.filter_map(|one| one.function.as_ref()).map(|function| function.number));
        };
        repeat(&internal);
        repeat(&external);
    }

    /// Drops the bodies of functions that another file defines in the same words.
    pub fn drop_repeated(&mut self, linked: &Linked) {
        for number in &linked.repeated {
            self.source.functions[*number].body = None;
        }
    }

    /// Whether files define a function in the same words, which mean the same.
    fn are_same(&self, all: &[&Linkage], apart: &BTreeSet<InFile>) -> bool {
        let differs = |one: &Linkage, definition: &Definition| {
            definition.tokens.iter().any(|token| apart.contains(&(one.unit, token.text)))
        };
        all.windows(2).all(|pair| self.is_same(pair[0], pair[1]))
            && all.iter().all(|one| one.function.as_ref().is_none_or(|function| !differs(one, function)))
    }

    fn is_same(&self, one: &Linkage, other: &Linkage) -> bool {
        let (Some(one), Some(other)) = (&one.function, &other.function) else { return false };
        one.tokens.len() == other.tokens.len()
            && one.tokens.iter().zip(&other.tokens).all(|(left, right)| left.is_same(right))
            && !self.has_static(other.number)
            && !self.has_static(one.number)
    }

    /// Whether each copy of a function has variables of its own.
    fn has_static(&self, function: usize) -> bool {
        let mut found = false;
        for statement in self.source.functions[function].body.iter().flatten() {
            statement.visit(&mut |part| {
                if let Part::Statement(Statement { kind: StatementKind::Declaration(all), .. }) = part {
                    found |= all.iter().any(|one| one.storage.is_static() || one.storage.is_thread());
                }
            });
        }
        found
    }
}
