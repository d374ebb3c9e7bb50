//! Compiles the user's files, the schedule and the runtime in a folder of their own.

use super::schedule::quoted;
use crate::args::Replay;
use crate::exit::quoted as quoted_for_a_shell;
use crate::files::write_file::write_file;
use std::collections::BTreeSet;
use std::fs::DirBuilder;
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use umpteen::external::{self, Ended};
use umpteen::failure::Failure;
use umpteen::question::MeaningOfC;
use umpteen::read;
use umpteen::read::stubs::with_stubs;
use umpteen_frontends::Code;
use umpteen_model::c::caveat::Assumed;
use umpteen_model::c::program::{Claim, Program};

/// Compiling takes a second; more than this is not a program that people wrote.
const LONGEST: Duration = Duration::from_secs(60);

/// The most debugging information that is looked at, in bytes.
const MOST_INFORMATION: u64 = 1 << 28;

/// The runtime, which forces a schedule upon the program.
const RUNTIME: [(&str, &str); 10] = [
    ("schedule.h", include_str!("runtime/schedule.h")),
    ("umpteen_runtime.c", include_str!("runtime/umpteen_runtime.c")),
    ("state.c", include_str!("runtime/state.c")),
    ("places.c", include_str!("runtime/places.c")),
    ("turns.c", include_str!("runtime/turns.c")),
    ("failures.c", include_str!("runtime/failures.c")),
    ("functions.c", include_str!("runtime/functions.c")),
    ("threads.c", include_str!("runtime/threads.c")),
    ("library.c", include_str!("runtime/library.c")),
    ("memory.c", include_str!("runtime/memory.c")),
];

/// The folder of a build; one that nobody wants to keep is removed by the process that `main` runs in.
pub struct Folder {
    path: PathBuf,
    temporary: bool,
}

impl Folder {
    /// The folder for the options.
    pub fn of(options: &Replay) -> Result<Folder, Failure> {
        let failed = |path: &Path, error| Failure::io(Code::CannotWrite, path, &error);
        if let Some(path) = &options.keep {
            std::fs::create_dir_all(path).map_err(|error| failed(path, error))?;
            return Ok(Folder { path: path.clone(), temporary: false });
        }
        // Create the folder anew with private permissions: nobody else can replace the program that is run from it.
        for number in 0.. {
            let name = format!("umpteen-replay-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Folder { path, temporary: true }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
        Err(Failure::Internal("there are always numbers left".into()))
    }

    /// The folder, if it is to be removed in the end.
    pub fn temporary(&self) -> Option<&Path> {
        self.temporary.then_some(&self.path)
    }

    /// The compiled program.
    pub fn binary(&self) -> PathBuf {
        self.path.join("program")
    }

    /// The report of the runtime.
    pub fn report(&self) -> PathBuf {
        self.path.join("report.txt")
    }

    /// Removes it, unless it is to be kept.
    pub fn finish(&self) {
        if self.temporary {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// A compiled program.
pub struct Built {
    /// The program.
    pub binary: PathBuf,
    /// The commands that built it, as they could be typed.
    pub commands: Vec<String>,
}

/// Functions that print to files. They do nothing if the files are the model's.
const PRINTING: [&str; 7] = ["fprintf", "vfprintf", "fputs", "fputc", "putc", "_IO_putc", "fflush"];

/// Variables that are replaced in object files, since <stdio.h> defines macros with their names.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Functions by which the model's library speaks to the verifier only.
const SAID: [&str; 10] = [
    "umpteen_reads",
    "umpteen_any_text",
    "umpteen_assumes",
    "umpteen_approximates",
    "umpteen_prints",
    "umpteen_any_float",
    "umpteen_any_double",
    "umpteen_any_long_double",
    "umpteen_any_long",
    "umpteen_any_long_long",
];

/// Compiles and links everything.
pub fn build(
    folder: &Folder,
    files: &[PathBuf],
    meaning: &MeaningOfC,
    program: &Program,
    schedule: &str,
    claim: Claim,
    needs_frames: bool,
) -> Result<Built, Failure> {
    let mut commands = Vec::new();
    let mut objects = Vec::new();
    let mut asked = program.answered.clone();
    let mut places = Vec::new();
    let library = read::c::library(files, meaning)?;
    let mut sources = with_stubs(files, meaning);
    for (number, header) in library.iter().enumerate() {
        let path = folder.path.join(format!("library{number}.c"));
        write_file(&path, &format!("# 1 \"{}\"\n{}", header.name, header.text))?;
        sources.push(path);
    }
    // The model of the library takes the place of the library, whose accesses are not instrumented.
    let has_files = library.iter().any(|header| header.name == "<stdio.h>");
    let printing = PRINTING.iter().filter(|_| has_files);
    let replaced = library.iter().flat_map(|header| &header.functions).chain(printing);
    let replaced = replaced.filter(|name| !STREAMS.contains(name));
    let names: String = replaced.map(|name| format!("#define {name} umpteen_{name}\n")).collect();
    let replaced = (!names.is_empty()).then(|| folder.path.join("library.h"));
    if let Some(path) = &replaced {
        write_file(path, &names)?;
    }
    for (number, file) in (1..).zip(&sources) {
        let source = std::fs::read(file).map_err(|error| Failure::io(Code::CannotRead, file, &error))?;
        let source = String::from_utf8_lossy(&source);
        asked.extend(words(&source, &["__VERIFIER_nondet_", "nondet_"]));
        let object = folder.path.join(format!("{number}.o"));
        let mut command = compiler(meaning, claim, &source)?;
        command.args(replaced.iter().flat_map(|path| ["-include".as_ref(), path.as_os_str()]));
        // A name must not look like an option, nor like the name of a file with options.
        let is_option = file.to_string_lossy().starts_with(['-', '@']);
        let name = if is_option { Path::new(".").join(file) } else { file.clone() };
        command.args(["-x", "c", "-c"]).arg(name);
        run(command.arg("-o").arg(&object), &mut commands)?;
        if has_files {
            let mut command = external::command("objcopy")
                .map_err(|error| Failure::Plain(Code::Compiler, format!("cannot run objcopy to link: {error}")))?;
            command.args(STREAMS.map(|name| format!("--redefine-sym={name}=umpteen_{name}"))).arg(&object);
            run(&mut command, &mut commands)?;
        }
        if needs_frames {
            places.extend(places_of_variables(&object)?);
        }
        objects.push(object);
    }
    for (name, text) in RUNTIME {
        write_file(&folder.path.join(name), text)?;
    }
    write_file(
        &folder.path.join("schedule.c"),
        &(schedule.to_string() + &in_frames(program, &places) + &answers(&asked, program)),
    )?;
    let binary = folder.binary();
    let mut command = gcc()?;
    let own = ["schedule.c", "umpteen_runtime.c"].map(|name| folder.path.join(name));
    command.arg("-o").arg(&binary).args(objects).args(own);
    command.args(["-Wl,--wrap=malloc", "-Wl,--wrap=calloc", "-Wl,--wrap=realloc", "-Wl,--wrap=free", "-ldl"]);
    // The model has a body for everything that the trace executes; what only other code needs may be missing.
    command.args(["-no-pie", "-Wl,--unresolved-symbols=ignore-all"]);
    run(&mut command, &mut commands)?;
    Ok(Built { binary, commands })
}

/// The compiler for a source file of the program, with instrumentation.
fn compiler(meaning: &MeaningOfC, claim: Claim, source: &str) -> Result<Command, Failure> {
    let mut command = gcc()?;
    command.args(["-fsanitize=thread", "-finstrument-functions"]);
    // As when the file was read: calls of <ctype.h> are calls.
    command.arg("-D__NO_CTYPE");
    if claim == Claim::Valid {
        command.args(["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]);
    }
    command.args(meaning.include.iter().map(|include| format!("-I{include}")));
    command.args(meaning.define.iter().map(|name| format!("-D{name}")));
    command.args(meaning.undefine.iter().map(|name| format!("-U{name}")));
    for label in words(source, &["__CPROVER_ASYNC_"]) {
        command.arg(format!("-D{label}=if (umpteen_async()) for (;; umpteen_async_end()) label{label}"));
    }
    Ok(command)
}

fn gcc() -> Result<Command, Failure> {
    let mut command = external::command("gcc").map_err(|error| no_gcc(&error))?;
    command.args(["-O0", "-g", "-fwrapv", "-pthread", "-w"]);
    Ok(command)
}

fn no_gcc(error: &io::Error) -> Failure {
    Failure::Plain(Code::Compiler, format!("cannot run gcc to compile: {error}"))
}

/// The words of a source that begin in one of these ways.
fn words(source: &str, beginnings: &[&str]) -> BTreeSet<String> {
    let words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let begins = |word: &&str| beginnings.iter().any(|beginning| word.starts_with(beginning));
    words.filter(begins).map(str::to_string).collect()
}

/// A variable in the frame of a function.
struct InFrame {
    function: String,
    variable: String,
    /// The line and column of its declaration.
    declared: (u32, u32),
    offset: i64,
}

/// Where variables of functions are, as far as the debugging information of an object file tells.
fn places_of_variables(object: &Path) -> Result<Vec<InFrame>, Failure> {
    let failed = |reason: String| Failure::Plain(Code::Compiler, format!("cannot run readelf: {reason}"));
    let mut command = external::command("readelf").map_err(|error| failed(error.to_string()))?;
    command.env("LC_ALL", "C").arg("--debug-dump=info").arg(object);
    let ended =
        external::run(&mut command, LONGEST, Some(MOST_INFORMATION)).map_err(|error| failed(error.to_string()))?;
    if ended.was_killed() {
        return Err(failed(format!("it {}", ended.how())));
    }
    let (mut function, mut name, mut tag, mut declared) = (String::new(), String::new(), "", (0, 0));
    let number = |text: &str| text.trim_start_matches([' ', ':']).trim().parse().unwrap_or(0);
    let text = String::from_utf8_lossy(&ended.output);
    let mut places = Vec::new();
    for line in text.lines() {
        if let Some((_, found)) = line.split_once("(DW_TAG_") {
            (tag, name) = (found.trim_end_matches(')'), String::new());
        } else if line.contains("DW_AT_name ") {
            name = line.rsplit(": ").next().unwrap_or("").trim().to_string();
            if tag == "subprogram" {
                function.clone_from(&name);
            }
        } else if let Some((_, found)) = line.split_once("DW_AT_decl_line ") {
            declared.0 = number(found);
        } else if let Some((_, found)) = line.split_once("DW_AT_decl_column ") {
            declared.1 = number(found);
        } else if let Some((_, offset)) = line.split_once("(DW_OP_fbreg: ")
            && let Ok(offset) = offset.trim_end_matches(')').parse()
        {
            places.push(InFrame { function: function.clone(), variable: name.clone(), declared, offset });
        }
    }
    Ok(places)
}

/// Where the variables of functions that the model has are in their frames, as C. A variable is known by its function, its
/// name and the place of its declaration; parameters have the place of their call in the model.
fn in_frames(program: &Program, places: &[InFrame]) -> String {
    let mut out = "\nconst struct umpteen_place umpteen_places[] = {\n".to_string();
    let mut count = 0;
    for (number, object) in program.objects.iter().enumerate() {
        let Some(template) = object.template else { continue };
        let (function, variable) =
            object.name.split_once('.').unwrap_or((&program.templates[template as usize].name, &object.name));
        let [function, variable] = [function, variable].map(|name| name.split('#').next().unwrap_or(name));
        let named = || places.iter().filter(|place| place.function == function && place.variable == variable);
        let declared = (object.position.line, object.position.column);
        let only = named().next().filter(|_| named().count() == 1);
        if let Some(place) = named().find(|place| place.declared == declared).or(only) {
            out += &format!("    {{{}, {number}, {}}}, // {variable}\n", quoted(function), place.offset);
            count += 1;
        }
    }
    out + &format!("    {{0}}}};\n\nconst int umpteen_place_count = {count};\n")
}

/// The functions that the model knows and no library has; those that the program defines itself come first.
fn answers(asked: &BTreeSet<String>, program: &Program) -> String {
    let mut out =
        "\n// Functions that a program may leave to a verifier.\n#define WEAK __attribute__((weak))\n".to_string();
    let unknown = program.unknown_calls.iter();
    let stops: BTreeSet<&String> =
        unknown.filter(|call| call.assumed == Assumed::NoReturn).map(|call| &call.name).collect();
    for name in &stops {
        out += &format!("WEAK void {name}(void) {{ umpteen_stop_unless(0); }}\n");
    }
    for name in asked.iter().filter(|name| !stops.contains(name)) {
        out += &format!("WEAK unsigned long long {name}(void) {{ return umpteen_input(); }}\n");
    }
    let unknown: BTreeSet<&String> = program.unknown_calls.iter().map(|call| &call.name).collect();
    for name in unknown.into_iter().filter(|name| !asked.contains(*name) && !stops.contains(*name)) {
        out += &format!("WEAK void {name}(void) {{}}\n");
    }
    for name in SAID {
        out += &format!("WEAK void {name}(void) {{}}\n");
    }
    for name in PRINTING {
        out += &format!("WEAK int umpteen_{name}(void) {{ return 0; }}\n");
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
    let words: Vec<String> = command.get_args().map(|word| quoted_for_a_shell(&word.to_string_lossy())).collect();
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let shown = format!("{program} {}", words.join(" "));
    let ended: Ended = external::run(command, LONGEST, None).map_err(|error| no_gcc(&error))?;
    if ended.succeeded() {
        commands.push(shown);
        return Ok(());
    }
    let complaints: Vec<&str> = ended.errors.lines().take(12).collect();
    let message = format!("{program} {}\n{}\nthe command was: {shown}", ended.how(), complaints.join("\n"));
    Err(Failure::Plain(Code::Compiler, message))
}
