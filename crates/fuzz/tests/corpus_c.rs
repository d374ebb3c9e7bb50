//! The C programs of the corpus do with few threads what their first lines say, by exploration alone: what is unsafe fails, what
//! is safe does not, what is refused is refused by name. Nothing but the front end and the interpreter takes part, so this is a
//! fast test of how C is lowered.

use std::path::{Path, PathBuf};
use std::process::Command;
use umpteen_cegar::explore::{Bounds, explore};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Granularity, Options, Property, read};
use umpteen_model::c::blocks::merge;
use umpteen_model::c::program::Claim;

/// More threads are not tried.
const MOST_THREADS: usize = 3;

/// More states are not visited.
const STATES: usize = 1_500;

/// So few need more threads or states than that, or a bound that is given with the command.
const UNDECIDED: usize = 80;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("tests/corpus/c"), root.join("examples/c")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        // The other files of a folder with task definitions are parts of them.
        if paths.iter().any(|path| path.extension().is_some_and(|ending| ending == "yml")) {
            continue;
        }
        folders.extend(paths.iter().filter(|path| path.is_dir()).cloned());
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
        files.extend(paths);
    }
    files.sort();
    files
}

/// The text after `gcc -E`, which is kept for the next time. `None` without gcc.
fn preprocessed(file: &Path) -> Option<String> {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("preprocessed");
    std::fs::create_dir_all(&kept).unwrap();
    let name: String = file.iter().rev().take(3).map(|part| part.to_string_lossy().replace('.', "_")).collect();
    let kept = kept.join(name);
    let time = |path: &Path| path.metadata().and_then(|known| known.modified()).ok();
    if time(&kept).is_none_or(|known| Some(known) < time(file)) {
        let output = Command::new("gcc").args(["-E", "-x", "c"]).arg(file).output().ok()?;
        let under_another_name = kept.with_extension(std::process::id().to_string());
        std::fs::write(&under_another_name, output.stdout).unwrap();
        std::fs::rename(under_another_name, &kept).unwrap();
    }
    Some(std::fs::read_to_string(&kept).unwrap())
}

/// The options that the first line of a file asks for; none if they are not about reading.
fn options(first: &str) -> Option<Options> {
    let mut options = Options::default();
    let rest = first.split_once(',').map_or("", |(_, rest)| rest).trim().trim_end_matches("*/");
    for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_whitespace().collect::<Vec<_>>()[..] {
            ["threads", _] => {}
            ["property", "race"] => options.property = Property::Races,
            ["property", "reach-error"] => options.property = Property::ErrorCalls,
            ["flags", "--granularity", "statement"] => options.granularity = Granularity::Statement,
            ["flags", "--spawn", function] => options.spawn.push(function.to_string()),
            _ => return None,
        }
    }
    Some(options)
}

/// Whether a failure was found; none if that is not known with few threads and states.
fn fails(path: &Path, text: &str, options: &Options) -> Result<Option<bool>, String> {
    let mut program = read(text, options).map_err(|error| format!("error {}", error.code))?;
    merge(&mut program);
    for threads in 2..=MOST_THREADS {
        let explored = explore(&program, Bounds { threads, states: STATES }, &Budget::unlimited());
        if let Some(run) = &explored.failure {
            let states = program.execute(run).unwrap_or_else(|step| panic!("{path:?}: step {step} is not possible"));
            let failure = program.failure(states.last().unwrap()).unwrap();
            let is_limit = program.assertions[failure as usize].claim == Claim::Limit;
            return Ok((!is_limit).then_some(true));
        }
        if explored.states > STATES {
            return Ok(if threads == 2 { None } else { Some(false) });
        }
    }
    Ok(Some(false))
}

#[test]
fn few_threads_show_what_is_expected() {
    let (mut undecided, mut decided) = (Vec::new(), 0);
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or("");
        let Some((_, expected)) = first.split_once("expect: ") else { continue };
        let Some(options) = options(expected) else { continue };
        let Some(text) = preprocessed(&path) else {
            println!("skipped: there is no gcc");
            return;
        };
        let found = fails(&path, &text, &options);
        decided += 1;
        match (expected.split(',').next().unwrap().trim().trim_end_matches("*/").trim(), found) {
            ("safe", Ok(Some(false))) | ("unsafe", Ok(Some(true))) | ("unknown", Ok(None | Some(false))) => {}
            (code, Err(found)) if code == found => {}
            ("safe" | "unsafe", Ok(None)) | ("unsafe", Ok(Some(false))) => undecided.push(path),
            (expected, found) => panic!("{path:?} is expected to be {expected}: {found:?}"),
        }
    }
    println!("{decided} files, not decided: {undecided:#?}");
    assert!(decided > 400 && undecided.len() <= UNDECIDED, "{decided} files, not decided: {undecided:#?}");
}
