//! Tests of the command as a user runs it.

mod abstraction;
mod batch;
mod c;
mod compiled;
mod convert;
mod corpus;
mod defaults;
mod exchange;
mod forward;
mod hostile;
mod html;
mod layers;
mod limits;
mod linked;
mod recursion;
mod refine;
mod report;
mod schema;
mod show;
mod stacks;
mod steps;
mod support;
mod task;
mod text;
mod transcripts;
