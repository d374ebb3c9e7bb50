//! What accesses through pointers are to: a part of an object, or something else about it.

use super::bytes::Bytes;
use umpteen_model::c::expression::Expr;

/// What of an object an access is to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// A cell: the first of its kind, or another part of a library object.
    Part(u8),
    /// What a thread of a template keeps for itself about a library object.
    Companion(u32),
    /// Whether the object of the heap at the address exists.
    Existence,
    /// Any part of the object that the address leads into.
    AnyPart(Touch),
    /// Parts that bytes from the address on overlap.
    Bytes(Bytes),
    /// Whether so many bytes from the address on have no cells.
    IsOpaque(Expr),
    /// All of the object that the address leads to, which gets what is in the one at another address.
    Contents(Expr),
    /// Any part of any object that functions know of which nothing is known.
    World,
    /// Whether an object of the heap goes on to exist: the one that begins at the address, or any that such functions know.
    Ends {
        /// Whether it may be any of these.
        in_world: bool,
    },
    /// The address of any part of the object that the address leads into.
    AddressInside,
    /// The address of any part of any object that functions know of which nothing is known.
    AddressInWorld,
    /// All pointers in the object that the address leads into, which move to a part without cells if they are written.
    Pointers(Touch),
}

/// What a function without a body does to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It reads the object.
    Reads,
    /// It writes any values to it.
    Writes,
}
