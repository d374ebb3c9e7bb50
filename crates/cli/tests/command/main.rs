//! Tests of the command as a user runs it.

mod abstraction;
mod batch;
mod c;
mod convert;
mod corpus;
mod forward;
mod hostile;
mod layers;
mod limits;
mod linked;
mod recursion;
mod refine;
mod report;
mod show;
mod stacks;
mod steps;
mod support;
mod task;
mod text;
mod transcripts;
