//! Stories of failing runs of the corpus: the steps that a story names are those that the failure hangs on. If the thread of
//! such a step stops before it, and the others go on as they did, the failure is gone.

use std::path::{Path, PathBuf};
use umpteen::expectation::Expectation;
use umpteen::problem::Problem;
use umpteen::question::Meaning;
use umpteen::read::{Calls, read};
use umpteen::report::{StoryView, Unsafe, Verdict};
use umpteen::{Budget, Settings, check};
use umpteen_model::c::machine::Run;
use umpteen_model::c::program::Program;
use umpteen_model::evidence::Evidence;

const FOLDERS: [&str; 6] = ["counters", "memory", "publication", "races", "tickets", "state_machines"];

fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/c");
    let entries = FOLDERS.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

/// A failing run with its program and its story; none for other files, and those with options of their own.
fn told(path: &Path) -> Option<(Program, Run, StoryView)> {
    let expected = Expectation::of(&std::fs::read(path).unwrap())?;
    if expected.verdict != "unsafe" || !expected.flags.is_empty() {
        return None;
    }
    let meaning = Meaning { property: expected.property, ..Meaning::default() };
    let files = [path.to_path_buf()];
    let checked = check(&files, &meaning, &Settings::default(), &Budget::unlimited()).expect("it is decided");
    let Verdict::Unsafe(Unsafe { run: told, .. }) = checked.report.verdict else { panic!("{}", path.display()) };
    let Some(Evidence::Run(run)) = checked.evidence.map(|file| file.evidence) else { return None };
    let input = read(&files, &meaning, Calls::Inlined).expect("it was read before");
    let Problem::C(program) = input.problem else { return None };
    Some((*program, run, told.story))
}

/// Whether the run still fails if the thread of a step stops before it. A thread whose next step is not possible stops, too.
fn fails_without(program: &Program, run: &Run, step: usize) -> bool {
    let mut state = program.start(&run.fresh);
    let mut stopped = vec![run.steps[step].thread];
    for (at, next) in run.steps.iter().enumerate() {
        if (at >= step && next.thread == stopped[0]) || stopped[1..].contains(&next.thread) {
            continue;
        }
        match program.step(&state, next) {
            Some(after) => state = after,
            None => stopped.push(next.thread),
        }
        if program.failure(&state).is_some() {
            return true;
        }
    }
    false
}

#[test]
fn a_failure_hangs_on_the_steps_that_its_story_names() {
    let (mut stories, mut hang, mut without) = (0, 0, Vec::new());
    for path in corpus() {
        let Some((program, run, story)) = told(&path) else { continue };
        if story.is_empty() {
            without.push(path.display().to_string());
            continue;
        }
        stories += 1;
        let failing = run.steps.len();
        assert!(story.steps.iter().all(|step| (1..=failing).contains(step)), "{}", path.display());
        let others: Vec<usize> = story.steps.iter().filter(|step| **step < failing).map(|step| step - 1).collect();
        let all_hang = others.iter().all(|step| !fails_without(&program, &run, *step));
        if !all_hang {
            println!("{}: {}", path.display(), story.sentences.join(" "));
        }
        hang += usize::from(all_hang);
    }
    println!("{stories} stories, {hang} of failures that hang on every named step; none for {without:?}");
    assert!(stories >= 60 && without.is_empty(), "{stories} stories, none for {without:?}");
    assert!(10 * hang >= 9 * stories, "{hang} of {stories}");
}
