//! Compiled runs against exploration: whatever a program leaves behind when gcc compiles it must be what exploration
//! computed.
//!
//! Exploration visits every interleaving of the program as lowered, nothing merged and nothing left out. The compiled
//! program runs many times with random schedules (`runtime.c`). A final value that was seen but not computed, or an
//! assertion that failed where none can, is a bug of the front end, of the model or of exploration.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use umpteen::read::preprocess::PREPROCESSING;
use umpteen_cegar::explore::{Bounds, Finals, finals};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Options, read};
use umpteen_model::c::program::Program;
use umpteen_reduce::dead_updates::remove as remove_dead_updates;

/// More threads are as good as any number.
const MOST_THREADS: usize = 8;

/// Programs with more states are not explored to the end.
const MOST_STATES: usize = 1_000_000;

/// The shared variables at the end of a run, as text, by the order of names.
type Final = Vec<String>;

/// The comparison of one program with its compiled runs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many final values exploration computed.
    pub computed: usize,
    /// How many different ones were seen.
    pub observed: usize,
    /// How many runs had a failing assertion.
    pub aborts: usize,
    /// How many runs did not end within two seconds.
    pub endless: usize,
    /// Disagreements, one sentence each.
    pub problems: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Summary { computed, observed, aborts, endless, problems } = self;
        write!(out, "{computed} finals computed, {observed} observed, {aborts} aborts, {endless} without an end")?;
        problems.iter().try_for_each(|problem| write!(out, "\n  {problem}"))
    }
}

/// Compares a C file with so many compiled runs; an error says why it cannot be compared.
pub fn compare(file: &Path, options: &Options, runs: u32, seed: u64) -> Result<Summary, String> {
    let program = program(file, options)?;
    if program.starts_any_number() {
        return Err("it starts any number of threads".to_string());
    }
    let bounds = Bounds { threads: MOST_THREADS, states: MOST_STATES };
    let budget = Budget::new(Some(Duration::from_secs(120)), None);
    let computed = finals(&program, bounds, &budget);
    if !computed.complete {
        return Err("not all of its interleavings can be explored".to_string());
    }
    if computed.values.is_empty() && !computed.fails {
        return Err("its threads never all end".to_string());
    }
    let folder = Folder::new()?;
    let binary = compile(file, &program, &folder.0)?;
    let output = run(Command::new(binary).args([runs.to_string(), seed.to_string()]))?;
    judge(&program, &computed, &output)
}

/// The program as lowered, but that an uninitialised variable that is not read has no value that matters.
pub fn program(file: &Path, options: &Options) -> Result<Program, String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = Path::new(".").join(file.file_name().unwrap_or_default());
    let text = run(Command::new("gcc").current_dir(folder).args(PREPROCESSING).arg(name))?;
    if text.lines().any(|line| line.contains("pthread_key_create(&")) {
        return Err("the numbers of keys are up to the library".to_string());
    }
    let mut program = read(&text, options).map_err(|error| error.message)?;
    while remove_dead_updates(&mut program) {}
    Ok(program)
}

/// Runs a command and tells what it prints.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => {
            let errors = text(&output.stderr);
            let first = errors.lines().find(|line| line.contains("error") || line.contains("undefined"));
            Err(first.or(errors.lines().next()).unwrap_or("a command failed").to_string())
        }
    }
}

/// A folder that is removed in the end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one.
    pub fn new() -> Result<Folder, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("umpteen-compiled-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The shared variables that the source names.
fn names(program: &Program) -> impl Iterator<Item = (usize, &str)> {
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let shown = program.globals.iter().enumerate().filter(|(_, global)| !global.hidden);
    shown.map(|(number, global)| (number, global.name.as_str())).filter(move |(_, name)| is_name(name))
}

/// The program with `main` renamed, a function that tells its variables, and the runtime.
fn compile(file: &Path, program: &Program, folder: &Path) -> Result<PathBuf, String> {
    let file = file.canonicalize().map_err(|error| error.to_string())?;
    let mut unit = format!("#define main program_main\n#include \"{}\"\n#undef main\n", file.display());
    unit += "#include <pthread.h>\nvoid umpteen_value(const char *name, int is_scalar, long long value);\n";
    unit += "__attribute__((no_sanitize(\"thread\"))) void umpteen_values(void)\n{\n";
    for (_, name) in names(program) {
        // Of a mutex only its being one is known, and addresses (class 5) are not those of the model.
        let scalar = format!("_Generic(({name}), pthread_mutex_t: 0, default: __builtin_classify_type({name}) != 5)");
        unit += &format!("  umpteen_value(\"{name}\", {scalar}, ");
        unit += &format!("_Generic(({name}), pthread_mutex_t: 0, default: ({name})));\n");
    }
    unit += "}\n";
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map(|()| path).map_err(|error| error.to_string())
    };
    let (unit, runtime) = (write("unit.c", &unit)?, write("runtime.c", include_str!("runtime.c"))?);
    let (object, binary) = (folder.join("unit.o"), folder.join("program"));
    let gcc = || {
        let mut command = Command::new("gcc");
        // Signed overflow wraps as in the model; a shift or an index that is undefined is a crash.
        command.args(["-O0", "-pthread", "-w", "-fwrapv"]);
        command.args(["-fsanitize=shift,bounds", "-fsanitize-undefined-trap-on-error"]);
        command
    };
    run(gcc().args(["-fsanitize=thread", "-c", "-o"]).arg(&object).arg(&unit))?;
    run(gcc().arg("-o").arg(&binary).arg(&object).arg(&runtime))?;
    Ok(binary)
}

/// Compares what the runs printed with what was computed.
fn judge(program: &Program, computed: &Finals, output: &str) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let mut observed: BTreeSet<Final> = BTreeSet::new();
    for line in output.lines() {
        match line {
            "abort" => summary.aborts += 1,
            "endless" => summary.endless += 1,
            // A run with undefined behaviour cannot be compared.
            _ if line.starts_with("crash") => return Err("a run crashed".to_string()),
            _ => drop(observed.insert(line.split_whitespace().map(str::to_string).collect())),
        }
    }
    // The runs tell which variables can be compared.
    let told: BTreeSet<&str> = observed.iter().flatten().filter_map(|value| value.split('=').next()).collect();
    let is_told = |name: &str| observed.is_empty() || told.contains(name);
    let compared: Vec<(usize, &str)> = names(program).filter(|(_, name)| is_told(name)).collect();
    let value = |values: &Vec<u64>, number: usize| program.globals[number].ty.number(values[number]) as i64;
    let show = |values: &Vec<u64>| -> Final {
        compared.iter().map(|&(number, name)| format!("{name}={}", value(values, number))).collect()
    };
    let possible: BTreeSet<Final> = computed.values.iter().map(show).collect();
    let surprises = observed.iter().filter(|seen| !possible.contains(*seen));
    summary.problems.extend(surprises.map(|seen| format!("seen but not computed: {}", seen.join(" "))));
    if summary.aborts > 0 && !computed.fails {
        summary.problems.push("an assertion failed that cannot".to_string());
    }
    (summary.computed, summary.observed) = (possible.len(), observed.len());
    Ok(summary)
}
