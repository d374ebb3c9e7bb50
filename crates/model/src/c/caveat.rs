//! Assumptions that decide so much about a verdict that a report tells them beside it.

use super::program::Position;

/// A call of a function without a body.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnknownCall {
    /// Where it is.
    pub position: Position,
    /// The function.
    pub name: String,
    /// What is assumed about the function.
    pub assumed: Assumed,
}

/// What is assumed about a function without a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumed {
    /// It writes only what its arguments point to.
    Frame,
    /// It may do anything to what it is given or can name.
    Any,
    /// It writes nothing.
    Pure,
    /// It writes only what its arguments point to, and does not return.
    NoReturn,
}

/// An assumption with a name, unlike those that are only listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Caveat {
    /// Atomic operations and fences with an order weaker than `memory_order_seq_cst` are taken for sequentially consistent.
    MemoryOrders,
    /// Memory orders decide what happens before what, but only sequentially consistent executions are looked at.
    ConsistentRuns,
    /// Pointers and indices lead somewhere. It is not asked whether they do, and a run ends where one does not.
    ValidAccesses,
    /// Functions without a body write only what their arguments point to.
    UnknownFunctions,
    /// The same, where such functions return pointers and get some.
    ReturnedPointers,
    /// Functions without a body that the source or the user says do not return end the program or wait for ever.
    NoReturn,
    /// Functions without a body may do anything but call functions that they are not given.
    AnyFunctions,
    /// Such functions do not use locks and the like that they know.
    OthersLocks,
    /// Functions that the user says write nothing.
    Pure,
}

impl Caveat {
    /// The assumption as it is listed under `assumes`.
    pub fn text(self) -> &'static str {
        match self {
            Caveat::UnknownFunctions => {
                "functions without a body return, and write only what they are given pointers to, unless these lead to `const`"
            }
            Caveat::ReturnedPointers => {
                "pointers that functions without a body return are null, lead to a number or pointer in an object that they are given, or to an \
                 object of their own"
            }
            Caveat::NoReturn => "functions without a body that do not return end the program or wait for ever",
            Caveat::AnyFunctions => "functions without a body return, and call only functions that they are given",
            Caveat::OthersLocks => {
                "functions without a body do not use locks and the like of the program that they are not given"
            }
            Caveat::Pure => "functions that `--stub` calls pure return, and write nothing",
            Caveat::MemoryOrders => "weaker memory orders are treated as sequentially consistent",
            Caveat::ConsistentRuns => {
                "atomic operations take effect in one order, also where their memory orders are weaker than `memory_order_seq_cst`"
            }
            Caveat::ValidAccesses => "pointers and indices are valid where they are followed",
        }
    }
}
