//! Tests of the command as a user runs it.

mod c;
mod convert;
mod corpus;
mod hostile;
mod layers;
mod limits;
mod report;
mod support;
mod transcripts;
