//! Petri nets and thread systems are equally expressive (papers/beacon Sect. 2.3, Claim 1 and 2, "left as an exercise"):
//! both translations, with the traces mapped back.

pub mod counters_to_threads;
pub mod net_to_threads;
pub mod threads_to_net;

/// Why a system has no counterpart in the other formalism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);
