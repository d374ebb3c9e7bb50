//! Tests of the command as a user runs it.

mod support;

mod command {
    mod abstraction;
    mod batch;
    mod c;
    mod caveats;
    mod compiled;
    mod convert;
    mod defaults;
    mod everyday;
    mod exchange;
    mod forward;
    mod functions;
    mod gcc;
    mod hostile;
    mod html;
    mod layers;
    mod library;
    mod limits;
    mod linked;
    mod outputs;
    mod properties;
    mod recursion;
    mod refine;
    mod refusals;
    mod report;
    mod rounds;
    mod schema;
    mod security;
    mod show;
    mod signals;
    mod stacks;
    mod steps;
    mod story;
    mod task;
    mod text;
    mod transcripts;
}
