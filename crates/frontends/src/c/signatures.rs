//! Declarations of functions that are known by their names (`known`): one with other parameters means a function of the program.

use super::known::takes;
use super::layout::Layout;
use super::syntax::Function;
use super::types::CType;
use umpteen_model::c::expression::Type;

/// Whether a declaration agrees with what the function of its name takes.
pub fn has_signature(function: &Function, layout: Layout) -> bool {
    let (Some(takes), CType::Function(ty)) = (takes(function.name.text()), &function.ty) else { return true };
    // `()` says nothing about the arguments.
    if ty.open && ty.parameters.is_empty() {
        return true;
    }
    let (takes, more) = takes.strip_suffix('.').map_or((takes, false), |takes| (takes, true));
    let fits = |(letter, ty): (char, &CType)| match (letter, ty) {
        ('i', CType::Integer { .. }) => true,
        ('s', CType::Integer { ty, .. }) => ty.width >= Type::INT.width,
        ('t', CType::Pointer { to, .. }) => layout.size(to) == Some(1),
        ('p', CType::Pointer { .. }) => true,
        _ => false,
    };
    let pairs = takes.chars().zip(ty.parameters.iter().map(|parameter| &parameter.ty));
    let enough = ty.parameters.len() == takes.len() || more && ty.parameters.len() > takes.len();
    enough && (more || !ty.open) && pairs.into_iter().all(fits)
}
