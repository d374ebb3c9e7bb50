//! The types and variables that have a meaning by their name: the part of the table of known names (`known`) that is about these.

use super::known::{OWN, TYPES, is_reserved};
use super::layout::Layout;
use super::syntax::Name;
use super::types::{CType, Field};

/// Thread handles as types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandleType {
    /// A type without values: only the names of handles mean something.
    #[default]
    Name,
    /// The unsigned integer that it is with glibc.
    Number,
}

/// The type of the thread library that a typedef is, whatever the header says about its insides.
pub fn known_type<'a>(name: &str, ty: &CType<'a>, layout: Layout<'_, 'a>, handles: HandleType) -> Option<CType<'a>> {
    let (_, known) = TYPES.iter().find(|(known, _)| *known == name)?;
    if matches!((known, handles), (CType::Thread, HandleType::Number)) {
        return Some(CType::Integer { ty: layout.model.size(), atomic: false });
    }
    // An integer of another size than what it stands for is none of the library's.
    let as_large = !matches!(known, CType::Integer { .. }) || layout.size(&ty.clone().plain()) == layout.size(known);
    (as_large && (!OWN.contains(&name) || has_reserved_members(ty, layout))).then(|| known.clone())
}

/// Whether a type is a structure whose members all have reserved names.
fn has_reserved_members(ty: &CType, layout: Layout) -> bool {
    let (CType::Record(number) | CType::AtomicRecord(number)) = ty else { return false };
    let fields = layout.records.get(*number as usize).and_then(|record| record.fields.as_ref());
    let reserved =
        |fields: &Vec<_>| fields.iter().all(|field: &Field| field.name.is_empty() || is_reserved(field.name));
    fields.is_some_and(|fields| !fields.is_empty() && reserved(fields))
}

/// The variables that glibc's `pthread_cleanup_push` declares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cleanup {
    /// The buffer that is jumped to.
    Buffer,
    /// The function that is pushed.
    Routine,
    /// Its argument.
    Argument,
}

/// The role of a variable for `pthread_cleanup_push`.
pub fn cleanup_variable(name: Name) -> Option<Cleanup> {
    match name.text() {
        "__cancel_buf" => Some(Cleanup::Buffer),
        "__cancel_routine" => Some(Cleanup::Routine),
        "__cancel_arg" => Some(Cleanup::Argument),
        _ => None,
    }
}
