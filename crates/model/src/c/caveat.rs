//! Assumptions that decide so much about a verdict that a report tells them beside it.

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
}

impl Caveat {
    /// The assumption as it is listed under `assumes`.
    pub fn text(self) -> &'static str {
        match self {
            Caveat::UnknownFunctions => {
                "functions without a body return, and write only what they are given pointers to, unless these lead to `const`"
            }
            Caveat::MemoryOrders => "weaker memory orders are treated as sequentially consistent",
            Caveat::ConsistentRuns => {
                "atomic operations take effect in one order, also where their memory orders are weaker than `memory_order_seq_cst`"
            }
            Caveat::ValidAccesses => "pointers and indices are valid where they are followed",
        }
    }
}
