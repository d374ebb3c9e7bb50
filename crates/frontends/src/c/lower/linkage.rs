//! Which function a name stands for. `int f(void) __asm__("g")` says that `f` is called `g` by the linker, so a call of
//! `f` runs the function that is `g` there, in whatever file and under whatever name it is defined.

use super::super::ignored::{ALIAS, WEAK};
use super::super::known::{is_failure, is_reserved};
use super::super::syntax::{Function, Name, Source};
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;

/// The functions of a program.
#[derive(Default)]
pub struct Functions<'s> {
    /// What runs when the name is called: the definition, if there is one.
    pub named: FxHashMap<Name<'s>, &'s Function<'s>>,
    /// Attributes that may change what a function does.
    pub attributes: FxHashMap<Name<'s>, &'s str>,
}

/// Finds the functions of a program whose files begin at some places.
pub fn link<'s>(source: &'s Source<'s>, units: &[usize]) -> Result<Functions<'s>, Error> {
    let mut linked = Functions::default();
    for function in &source.functions {
        let attribute = function.attribute.filter(|attribute| *attribute != ALIAS || function.symbol.is_none());
        if let Some(attribute) = attribute.filter(|attribute| *attribute != WEAK) {
            linked.attributes.insert(function.name, attribute);
        }
        let is_weak = |function: &Function| function.attribute == Some(WEAK);
        match linked.named.get(&function.name) {
            // The linker takes the other one.
            Some(known) if known.body.is_some() && function.body.is_some() && is_weak(known) => {
                linked.named.insert(function.name, function);
            }
            Some(known) if known.body.is_some() && is_weak(function) => {}
            Some(known) if known.body.is_some() && function.body.is_some() => return Err(second(function)),
            Some(known) if known.body.is_some() => {}
            _ => drop(linked.named.insert(function.name, function)),
        }
    }
    // Without a definition it may be none, at the address 0.
    let weak = source.functions.iter().filter(|function| function.attribute == Some(WEAK));
    for name in weak.map(|function| function.name) {
        if linked.named.get(&name).is_some_and(|function| function.body.is_none()) {
            linked.attributes.entry(name).or_insert(WEAK);
        }
    }
    if source.functions.iter().all(|function| function.symbol.is_none()) {
        return Ok(linked);
    }
    let symbols = symbols(source, units);
    let symbol = |name: Name<'s>| symbols.get(&name).copied().unwrap_or(Some(name.text()));
    let mut definitions: FxHashMap<&str, &Function> = FxHashMap::default();
    let is_meant = |function: &&Function<'s>| {
        function.body.is_some() && linked.named.get(&function.name).is_some_and(|meant| std::ptr::eq(*meant, *function))
    };
    for function in source.functions.iter().filter(is_meant) {
        if let Some(symbol) = symbol(function.name)
            && definitions.insert(symbol, function).is_some()
        {
            return Err(second(function));
        }
    }
    let declared = linked.named.clone();
    let by_itself = |symbol: &str| source.identifiers.linked(symbol).and_then(|name| declared.get(&name));
    let Functions { named, attributes } = &mut linked;
    for (name, function) in named {
        match symbol(*name) {
            // A call of such a function is the failure, but the linker would take another one.
            Some(symbol) if symbol != name.text() && is_failure(name.text()) => {
                attributes.insert(*name, "asm");
            }
            Some(symbol) => match definitions.get(symbol).or_else(|| by_itself(symbol)) {
                Some(meant) => *function = meant,
                // The library calls its own functions by reserved names and means the same.
                None if is_reserved(symbol) => {}
                None => {
                    attributes.insert(*name, "asm");
                }
            },
            None => {
                attributes.insert(*name, "asm");
            }
        }
    }
    Ok(linked)
}

/// What the linker calls the functions that `__asm__` gives a name; none if that is not the same everywhere.
fn symbols<'s>(source: &'s Source<'s>, units: &[usize]) -> FxHashMap<Name<'s>, Option<&'s str>> {
    let unit = |function: &Function| units.partition_point(|start| *start <= function.span.start);
    let mut labels: FxHashMap<(usize, Name), Option<Option<&str>>> = FxHashMap::default();
    for function in &source.functions {
        let label = labels.entry((unit(function), function.name)).or_default();
        if function.symbol.is_some() {
            *label = function.symbol;
        }
    }
    let mut symbols = FxHashMap::default();
    for ((_, name), label) in labels {
        let found = label.unwrap_or(Some(name.text()));
        let known = symbols.entry(name).or_insert(found);
        if *known != found {
            *known = None;
        }
    }
    symbols
}

fn second(function: &Function) -> Error {
    let message = format!("the function `{}` has two bodies", function.name);
    Error::new(Code::Duplicate, message, function.span.range())
}
