//! `batch`: many tasks, several at a time, each in a process of its own; a row for each as soon as it is known.
//!
//! The rows are the only state. Whoever kills the batch at whatever point loses the tasks that are running, and nothing
//! else: the same command goes on with the tasks that have no row. There is no handler for signals, because nothing would be
//! left for it to do; the children notice by themselves that nobody waits for them any more.

mod expected;
mod folder;
mod merge;
mod options;
mod page;
mod progress;
mod row;
mod summary;
mod tasks;

pub use options::Batch;

use crate::args::Limits;
use crate::exit;
use crate::process::machine::limit_memory;
use crate::process::supervise::{self, Ended, Reply};
use folder::{Folder, Plan};
use progress::Progress;
use row::{Answer, Row};
use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tasks::Task;
use umpteen::Stop;
use umpteen::evidence_file::EvidenceText;
use umpteen::failure::Failure;
use umpteen::process_tree::{adopt_orphans, end_descendants};

/// Runs or merges batches; tells the exit code.
pub fn batch(options: &Batch) -> Result<u8, Failure> {
    let own = &options.own;
    let Some(source) = &own.source else {
        return merge::merge(options);
    };
    let plan = Plan {
        schema_version: 1,
        umpteen: env!("CARGO_PKG_VERSION").to_string(),
        options: options.passed_on.clone(),
        shard: own.shard,
        evidence: own.evidence,
        tasks: tasks::find(source, &options.passed_on)?,
    };
    let (mut folder, mut rows) = Folder::open(&own.output, &plan)?;
    let known = rows.len();
    let done: BTreeSet<&str> = rows.iter().map(|row| row.task.as_str()).collect();
    let waiting: Vec<(usize, &Task)> = plan.part().filter(|(_, task)| !done.contains(task.name.as_str())).collect();
    let mut progress = Progress::new(known + waiting.len(), &rows);
    if known > 0 && !own.quiet {
        let all = known + waiting.len();
        progress.print(&format!("{known} of {all} rows are known from before"));
    }
    adopt_orphans();
    let tasks: Vec<(usize, Task)> = waiting.into_iter().map(|(number, task)| (number, task.clone())).collect();
    let mut free = Limits::default();
    limit_memory(&mut free, own.jobs.into());
    for done in start(tasks, usize::from(own.jobs), RunOptions { evidence: own.evidence, memory: free.memory }) {
        let Some(done) = done else {
            progress.show();
            continue;
        };
        let Done { row, evidence } = done?;
        if let Some((name, content)) = evidence {
            folder.write(&name, &content)?;
        }
        folder.append(&row)?;
        progress.count(&row);
        if !own.quiet {
            progress.print(&row.line());
        }
        rows.push(row);
    }
    progress.clear();
    // End processes that a killed worker has left behind.
    end_descendants();
    finish(&folder, &plan, rows)
}

/// Runs tasks, so many at a time; yields each when it is done, and nothing now and then. The threads are left to themselves
/// when nobody asks any more: they end with the process, and so do the children.
fn start(
    tasks: Vec<(usize, Task)>,
    jobs: usize,
    options: RunOptions,
) -> impl Iterator<Item = Option<Result<Done, Failure>>> {
    let (sender, receiver) = mpsc::channel();
    let shared = Arc::new((tasks, AtomicUsize::new(0)));
    for _ in 0..jobs.min(shared.0.len()) {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        std::thread::spawn(move || {
            let (tasks, next) = &*shared;
            while let Some((number, task)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                if sender.send(run(*number, task, options)).is_err() {
                    break;
                }
            }
        });
    }
    drop(sender);
    std::iter::from_fn(move || match receiver.recv_timeout(Duration::from_millis(200)) {
        Ok(done) => Some(Some(done)),
        Err(RecvTimeoutError::Timeout) => Some(None),
        Err(RecvTimeoutError::Disconnected) => None,
    })
}

/// Writes the summaries, shows the short one, and tells the exit code.
fn finish(folder: &Folder, plan: &Plan, rows: Vec<Row>) -> Result<u8, Failure> {
    let summary = summary::Summary::of(plan, rows);
    let text = summary.text();
    folder.write("summary.txt", &text)?;
    folder.write("results.csv", &summary.csv())?;
    folder.write("summary.html", &page::page(&summary))?;
    let code = match () {
        () if summary.number(Answer::InternalError) > 0 => exit::INTERNAL,
        () if summary.missing > 0 => exit::UNKNOWN,
        () => exit::OK,
    };
    Ok(crate::print(&text, code))
}

/// A finished task.
struct Done {
    row: Row,
    /// The file for the evidence and its content.
    evidence: Option<(String, String)>,
}

/// The options that all tasks run with.
#[derive(Clone, Copy)]
struct RunOptions {
    /// Whether evidence is kept.
    evidence: bool,
    /// The memory for each of those that say nothing about it, in megabytes.
    memory: Option<u64>,
}

/// Runs one task.
fn run(number: usize, task: &Task, options: RunOptions) -> Result<Done, Failure> {
    let mut limits = task.options()?.limits;
    limits.memory = limits.memory.or(options.memory);
    let memory = limits.memory.map(|megabytes| format!("--memory={megabytes}"));
    let started = Instant::now();
    // Results must depend on what the batch says, not on an `umpteen.toml`; the cores are for the tasks, and a row is about one
    // property.
    let mut arguments = vec!["check", "--no-defaults", "--jobs", "1", "--also", "none"];
    arguments.extend(memory.as_deref());
    if options.evidence {
        // A worker sends what is to be written, and writes nothing.
        arguments.extend(["--write=certificate=evidence", "--write=trace=evidence"]);
    }
    arguments.extend(task.words.iter().map(String::as_str));
    let reply = supervise::watch(arguments, &limits, Stdio::null());
    let seconds = started.elapsed().as_secs_f64();
    let expected = task.expected.clone();
    let row = match &reply {
        Ok(Reply::Checked(outcome)) => Row::of_report(&task.name, expected, &outcome.report, seconds),
        Ok(Reply::Failed(message, code)) => Row::of_failure(&task.name, expected, message, *code, seconds),
        Ok(Reply::Printed(..) | Reply::Known(_)) => {
            Row::of_failure(&task.name, expected, "internal error: no verdict", exit::INTERNAL, seconds)
        }
        Err(ended) => Row::of_limit(&task.name, expected, ended.stop, seconds),
    };
    // The process that killed the worker may be about to kill this one too; then the task has not run.
    if matches!(reply, Err(Ended { stop: Stop::Killed, .. })) || row.answer == Answer::InternalError {
        std::thread::sleep(Duration::from_millis(300));
    }
    let evidence = match reply {
        Ok(Reply::Checked(outcome)) if options.evidence => match outcome.evidence {
            Some(EvidenceText { is_proof, json }) => {
                let kind = if is_proof { "certificate" } else { "trace" };
                Some((format!("evidence/{:05}.{kind}.json", number + 1), json))
            }
            None => None,
        },
        _ => None,
    };
    Ok(Done { row, evidence })
}
