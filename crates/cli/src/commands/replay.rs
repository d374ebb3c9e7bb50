//! `replay`: a trace, executed again: in the interpreter, or in the compiled program.

use crate::args::Replay;
use crate::commands::recheck::rejected;
use crate::compiled::{self, Failing, Folder};
use crate::exit;
use crate::process::supervise::Reply;
use crate::render::run_text::run;
use umpteen::failure::{Failure, usage};
use umpteen::judge::Execution;
use umpteen::problem::Problem;
use umpteen::question::Meaning;
use umpteen::recheck::{Opened, Reproduced, asked_with, open};
use umpteen::report::{Unit, Unsafe, Verdict};
use umpteen_model::evidence::Evidence;

/// Executes a trace on the system it is about, or in a program that is compiled in a folder.
pub fn replay(options: &Replay, folder: Option<&Folder>) -> Result<Reply, Failure> {
    let asked = options.meaning.plain();
    let mut opened = match open(&options.files, &options.trace, &asked)? {
        Ok(opened) => opened,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    opened.require_trace()?;
    let meaning = opened.file.meaning();
    if folder.is_some() {
        require_consent(&opened, &meaning, &asked)?;
    }
    let Reproduced { run: accepted, verdict } = match opened.replay()? {
        Ok(reproduced) => reproduced,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    let Verdict::Unsafe(Unsafe { threads, what, run: told, .. }) = verdict else {
        return Err(Failure::Internal("a trace shows that something happens".into()));
    };
    let cover = Unit::of(&opened.problem).cover(threads);
    let headline = format!("{what} {cover}{}", asked_with(&meaning));
    match (folder, &opened.problem, &opened.file.evidence, accepted.execution()) {
        (Some(folder), Problem::C(program), Evidence::Run(run), Execution::C { states, assertion }) => {
            let failing = Failing { program, run, states, assertion: *assertion };
            compiled::replay(options, folder, &meaning.c, &failing, &headline)
        }
        _ => {
            let mut out = format!("REPRODUCED  {headline}\n");
            run(&mut out, &told, true);
            Ok(Reply::Printed(out, exit::OK))
        }
    }
}

/// Refuses to compile what a file that looks like data asks for, unless the command line agrees.
fn require_consent(opened: &Opened, meaning: &Meaning, asked: &Meaning) -> Result<(), Failure> {
    if !matches!(opened.problem, Problem::C(_)) {
        return usage("--compiled is for C programs");
    }
    let changes = [&meaning.c.define, &meaning.c.undefine, &meaning.c.include].iter().any(|words| !words.is_empty());
    if changes && *asked == Meaning::default() {
        let given = asked_with(meaning);
        return usage(&format!("the trace changes what is compiled and run{given}: to agree, give these options too"));
    }
    Ok(())
}
