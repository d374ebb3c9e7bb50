//! The commands: each calls the library and renders what that says.

pub mod batch;
pub mod check;
pub mod completions;
pub mod convert;
pub mod explain;
pub mod reach;
pub mod recheck;
pub mod refine;
pub mod replay;
pub mod show;
