//! Compiles the user's files, the schedule and the runtime in a folder of their own.

use super::process::limited;
use super::schedule::quoted;
use crate::args::{MeaningOfC, Replay};
use crate::failure::Failure;
use crate::input::write_file;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use umpteen_frontends::Code;
use umpteen_model::c::program::Claim;

/// Compiling takes a second; more than this is not a program that people wrote.
const LONGEST: Duration = Duration::from_secs(60);

/// The folder of a build; one that nobody wants to keep is removed by the process that `main` runs in.
pub struct Folder {
    path: PathBuf,
    temporary: bool,
}

impl Folder {
    /// The folder for the options; the worker and its parent mean the same one.
    pub fn of(options: &Replay) -> Result<Folder, Failure> {
        let temporary = options.keep.is_none();
        let path = options.keep.clone().unwrap_or_else(|| {
            let parent = if options.limits.worker { std::os::unix::process::parent_id() } else { std::process::id() };
            std::env::temp_dir().join(format!("umpteen-replay-{parent}"))
        });
        std::fs::create_dir_all(&path).map_err(|error| Failure::io(Code::CannotWrite, &path, &error))?;
        let path = path.canonicalize().map_err(|error| Failure::io(Code::CannotWrite, &path, &error))?;
        Ok(Folder { path, temporary })
    }

    /// The compiled program.
    pub fn binary(&self) -> PathBuf {
        self.path.join("program")
    }

    /// Removes it, unless it is to be kept.
    pub fn finish(&self) {
        if self.temporary {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// What was built.
pub struct Built {
    /// The program.
    pub binary: PathBuf,
    /// The commands that built it, as they could be typed.
    pub commands: Vec<String>,
}

/// Compiles and links everything.
pub fn build(
    folder: &Folder,
    files: &[PathBuf],
    meaning: &MeaningOfC,
    schedule: &str,
    claim: Claim,
) -> Result<Built, Failure> {
    let mut commands = Vec::new();
    let mut objects = Vec::new();
    let mut asked = BTreeSet::new();
    for (number, file) in (1..).zip(files) {
        let source = std::fs::read(file).map_err(|error| Failure::io(Code::CannotRead, file, &error))?;
        asked.extend(undetermined(&String::from_utf8_lossy(&source)));
        let object = folder.path.join(format!("{number}.o"));
        let mut command = gcc();
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        command.current_dir(parent).args(["-fsanitize=thread", "-finstrument-functions"]);
        if claim == Claim::Valid {
            command.args(["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]);
        }
        for include in &meaning.include {
            command.arg("-I").arg(std::path::absolute(include).unwrap_or_else(|_| include.into()));
        }
        command.args(meaning.define.iter().map(|name| format!("-D{name}")));
        command.args(meaning.undefine.iter().map(|name| format!("-U{name}")));
        command.args(["-x", "c", "-c"]).arg(Path::new(".").join(file.file_name().unwrap_or_default()));
        run(command.arg("-o").arg(&object), &mut commands)?;
        objects.push(object);
    }
    write_file(&folder.path.join("runtime.h"), include_str!("runtime.h"))?;
    write_file(&folder.path.join("runtime.c"), include_str!("runtime.c"))?;
    write_file(&folder.path.join("schedule.c"), &(schedule.to_string() + &answers(&asked)))?;
    let binary = folder.binary();
    let mut command = gcc();
    command.current_dir(&folder.path).arg("-o").arg(&binary).args(objects).args(["schedule.c", "runtime.c"]);
    command.args(["-Wl,--wrap=malloc", "-Wl,--wrap=calloc", "-Wl,--wrap=free", "-ldl"]);
    run(&mut command, &mut commands)?;
    Ok(Built { binary, commands })
}

fn gcc() -> Command {
    let mut command = Command::new("gcc");
    command.args(["-O0", "-g", "-fwrapv", "-pthread", "-w"]);
    command
}

/// The functions of a source whose results are any values, by their names.
fn undetermined(source: &str) -> BTreeSet<String> {
    let words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("__VERIFIER_nondet_") || word.starts_with("nondet_")).map(str::to_string).collect()
}

/// The functions that the model knows and no library has; those that the program defines itself come first.
fn answers(asked: &BTreeSet<String>) -> String {
    let mut out = "\n// Functions that a program may leave to a verifier.\n#define WEAK __attribute__((weak))\n".to_string();
    for name in asked {
        out += &format!("WEAK unsigned long long {name}(void) {{ return umpteen_input(); }}\n");
    }
    for name in ["reach_error", "__VERIFIER_error"] {
        out += &format!("WEAK void {name}(void) {{ umpteen_failure({}); }}\n", quoted(&format!("{name}() is called")));
    }
    for name in ["__VERIFIER_assert", "__CPROVER_assert"] {
        let what = quoted(&format!("{name} is false"));
        out += &format!("WEAK void {name}(int condition) {{ if (!condition) umpteen_failure({what}); }}\n");
    }
    for name in ["__VERIFIER_assume", "__CPROVER_assume", "assume_abort_if_not"] {
        out += &format!("WEAK void {name}(int condition) {{ umpteen_stop_unless(condition); }}\n");
    }
    for name in ["__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "__CPROVER_atomic_begin", "__CPROVER_atomic_end"] {
        out += &format!("WEAK void {name}(void) {{}}\n");
    }
    out + "WEAK int main(void) { return 0; }\n"
}

/// Runs gcc and notes the command.
fn run(command: &mut Command, commands: &mut Vec<String>) -> Result<(), Failure> {
    let folder = command.get_current_dir().map_or(String::new(), |folder| format!("cd {} && ", folder.display()));
    let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let shown = format!("{folder}gcc {}", words.join(" "));
    let failed = |message: String| Failure::Plain(Code::Compiler, message);
    let ended = limited(command, LONGEST).map_err(|error| failed(format!("cannot run gcc to compile: {error}")))?;
    if ended.succeeded() {
        commands.push(shown);
        return Ok(());
    }
    let complaints: Vec<&str> = ended.errors.lines().take(12).collect();
    Err(failed(format!("gcc {}\n{}\nthe command was: {shown}", ended.how(), complaints.join("\n"))))
}
