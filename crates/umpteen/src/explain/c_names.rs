//! Names of objects of the heap in a run: after the line of the call that allocates them, `malloc@25` instead of `malloc1[0]`.

use std::collections::BTreeMap;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::Program;

/// The end of the name of a variable that tells whether an object of the heap exists.
pub const EXISTS: &str = " exists";

/// The program with objects of the heap named after lines. Only words about a run use these names: predicates are written
/// with those that `show` prints.
pub fn with_lines(program: &Program) -> Option<Program> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for edge in program.locations.iter().flat_map(|location| &location.edges) {
        for (place, value) in &edge.updates {
            let Place::Global(number) = place else { continue };
            let Some(base) = program.globals[*number as usize].name.strip_suffix(EXISTS) else { continue };
            let call = base.trim_end_matches('\'').trim_end_matches(|c: char| c.is_ascii_digit());
            let allocates = |text: &str| text.contains(&format!("{call}("));
            let called = edge.statements.iter().find(|one| allocates(&one.text)).or(edge.statements.last());
            let line = called.map(|one| one.position.line);
            let (true, Some(line)) = (*value == Expr::TRUE, line.filter(|line| *line > 0)) else { continue };
            let slot = &base[base.trim_end_matches('\'').len()..];
            names.entry(base.to_string()).or_insert(format!("{call}@{line}{slot}"));
        }
    }
    if names.is_empty() {
        return None;
    }
    // Two objects of one name, of a function that is called twice, are told apart by numbers.
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    for name in names.values_mut() {
        let number = taken.entry(name.clone()).or_default();
        *number += 1;
        if *number > 1 {
            *name = format!("{name}#{number}");
        }
    }
    let mut renamed = program.clone();
    let single = |base: &str| !program.globals.iter().any(|variable| variable.name.starts_with(&format!("{base}[1]")));
    let rename = |name: &str| {
        let end = name.find(['[', '.', ' ', '+']).unwrap_or(name.len());
        let new = names.get(name[..end].trim_start_matches('&'))?;
        let base = name[..end].trim_start_matches('&');
        let rest = &name[end..];
        let rest = if single(base) { rest.strip_prefix("[0]").unwrap_or(rest) } else { rest };
        let ampersand = if name.starts_with('&') { "&" } else { "" };
        Some(format!("{ampersand}{new}{rest}"))
    };
    for variable in &mut renamed.globals {
        variable.name = rename(&variable.name).unwrap_or_else(|| variable.name.clone());
    }
    for assertion in &mut renamed.assertions {
        assertion.text = rename(&assertion.text).unwrap_or_else(|| assertion.text.clone());
    }
    for name in renamed.addresses.values_mut() {
        *name = rename(name).unwrap_or_else(|| name.clone());
    }
    Some(renamed)
}
