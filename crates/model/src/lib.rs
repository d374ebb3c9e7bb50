//! The objects of verification: systems as plain data, their forward single-step semantics, and the evidence types.
//!
//! No search and no files here. Everything that decides what a step *is* lives in this crate, so that the engines
//! and the independent checker share the meaning of a system and nothing else.

pub mod boolean;
pub mod c;
pub mod configuration;
pub mod evidence;
pub mod petri_net;
pub mod pushdown;
pub mod refinement;
pub mod state;
pub mod system;
pub mod thread_system;
