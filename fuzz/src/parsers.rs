//! Every parser, by way of what the command does with a file: reads it, lowers it, and shows an error with its place.
//!
//! An input is a file and, after lines `%%`, what the command line may say about it: target, start, property.

use clap::{ArgMatches, CommandFactory};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::LazyLock;
use umpteen::failure::Failure;
use umpteen::problem::Problem;
use umpteen::question::{DataModelName, GranularityName, Meaning};
use umpteen::read::task::Task;
use umpteen::read::{self, Calls};
use umpteen_cli::args::Command;
use umpteen_cli::exit;
use umpteen_frontends::c::{DataModel, Options, read as read_c, read_predicate};
use umpteen_frontends::{Format, Model, boolean, decode};
use umpteen_model::boolean::program::Property;
use umpteen_model::boolean::unfold::unfold;
use umpteen_model::c::atoms::atoms;

/// What stands in C files instead of headers, so that inputs are small.
pub const PROLOGUE: &str = "\
typedef unsigned long pthread_t; typedef unsigned long size_t; typedef int pthread_once_t; typedef unsigned pthread_key_t;
typedef struct { int held; } pthread_mutex_t; typedef struct { int held; } pthread_rwlock_t;
typedef struct { int waiting; } pthread_cond_t; typedef struct { int arrived; } pthread_barrier_t;
typedef union { char __size[32]; long __align; } sem_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result); void pthread_exit(void *result); pthread_t pthread_self(void);
int pthread_mutex_init(pthread_mutex_t *m, const void *a); int pthread_mutex_lock(pthread_mutex_t *m);
int pthread_mutex_trylock(pthread_mutex_t *m); int pthread_mutex_unlock(pthread_mutex_t *m);
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m); int pthread_cond_signal(pthread_cond_t *c);
int pthread_cond_broadcast(pthread_cond_t *c); int sem_init(sem_t *s, int p, unsigned v); int sem_wait(sem_t *s);
int sem_post(sem_t *s); void *malloc(size_t size); void *calloc(size_t count, size_t size); void free(void *object);
void assert(int condition); void abort(void); void reach_error(void); int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void); void __VERIFIER_assume(int condition); void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void); int printf(const char *format, ...); void *memset(void *s, int c, size_t n);
";

/// The file that inputs are written to; the script gives every process a folder of its own.
pub fn scratch(extension: &str) -> PathBuf {
    std::env::temp_dir().join(format!("input.{extension}"))
}

/// The parts of an input, if it is text.
fn parts(data: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = data;
    while let Some(at) = rest.windows(4).position(|window| window == b"\n%%\n") {
        parts.push(&rest[..at + 1]);
        rest = &rest[at + 4..];
    }
    parts.push(rest);
    parts
}

/// Shows a failure as the command does; one that blames the command is a finding.
pub fn shown(failure: &Failure) {
    assert!(!matches!(failure, Failure::Internal(_)), "{}", exit::message(failure));
    let message = exit::message(failure);
    assert!(message.len() < 20_000, "the message has {} bytes", message.len());
}

fn text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_string)
}

/// Writes the file of an input and reads it as `check` does; for thread systems, the second part is the file beside it.
fn read_file(extension: &str, data: &[u8], calls: Calls) -> Option<Problem> {
    let parts = parts(data);
    let path = scratch(extension);
    std::fs::write(&path, parts[0]).expect("the scratch folder can be written to");
    let option = |number: usize| parts.get(number).and_then(|part| text(part)).filter(|part| !part.is_empty());
    let mut meaning = Meaning { init: option(2), property: option(3), ..Meaning::default() };
    if extension == "tts" {
        std::fs::write(scratch("prop"), parts.get(1).unwrap_or(&&b""[..])).expect("the scratch folder");
    } else {
        meaning.target = option(1);
    }
    match read::read(&[path], &meaning, calls) {
        Ok(input) => Some(input.problem),
        Err(failure) => {
            shown(&failure);
            None
        }
    }
}

fn counters(extension: &str, data: &[u8]) {
    if let Some(Problem::Counters(model, _)) = read_file(extension, data, Calls::Inlined) {
        let printed = match &model {
            Model::Threads(system) => system.to_string() + &system.property_text(),
            Model::Net(net) => net.to_string(),
        };
        assert!(printed.len() < 200 * (data.len() + 100), "{} bytes printed", printed.len());
    }
}

/// Thread systems.
pub fn tts(data: &[u8]) {
    counters("tts", data);
}

/// Petri nets as MIST has them.
pub fn spec(data: &[u8]) {
    counters("spec", data);
}

/// Petri nets in XML.
pub fn pnml(data: &[u8]) {
    counters("pnml", data);
}

/// Boolean programs, with calls inlined and kept.
pub fn bp(data: &[u8]) {
    read_file("bp", data, Calls::Inlined);
    let Ok(text) = decode(parts(data)[0]) else { return };
    let Ok(source) = boolean::parse(text) else { return };
    let printed = source.to_string();
    assert!(boolean::parse(&printed).is_ok(), "what is printed cannot be read: {printed}");
    if let Ok((program, calls)) = boolean::keep_calls(&source, text) {
        // What threads can do is listed for all values: for some of them here.
        let steps = Cell::new(0);
        let go_on = || steps.replace(steps.get() + 1) < 10_000;
        let _ = unfold(&program, &calls, &Property::Assertions, &go_on);
    }
}

/// Pushdown systems.
pub fn pds(data: &[u8]) {
    if let Some(Problem::Stacks(input)) = read_file("pds", data, Calls::Inlined) {
        drop(input.system.to_string());
    }
}

/// Preprocessed C: parsed, lowered, merged. A last character may ask for other options.
pub fn c(data: &[u8]) {
    let mut meaning = Meaning::default();
    let options = data.last().copied().unwrap_or(b'\n');
    meaning.property = match options {
        b'R' => Some("race".to_string()),
        b'E' => Some("reach-error".to_string()),
        _ => None,
    };
    if options == b'S' {
        meaning.c.granularity = Some(GranularityName::Statement);
    }
    if options == b'I' {
        meaning.c.data_model = Some(DataModelName::Ilp32);
    }
    let path = scratch("i");
    let written = [PROLOGUE.as_bytes(), data.strip_suffix(&[options]).unwrap_or(data)].concat();
    std::fs::write(&path, written).expect("the scratch folder can be written to");
    if let Err(failure) = read::read(&[path], &meaning, Calls::Inlined) {
        shown(&failure);
    }
}

/// Conditions that the command line gives about C, Boolean programs, thread systems and nets.
pub fn predicate(data: &[u8]) {
    static C: LazyLock<umpteen_model::c::program::Program> = LazyLock::new(|| {
        let text = "struct s { int a[3]; struct s *next; } q; int x, *p = &x; unsigned char y; long z;
            void *worker(void *u) { int i = x; _Bool b = i > 1; q.a[i & 1] = i; assert(b || z < y); return 0; }
            int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x++; return *p; }";
        read_c(&format!("{PROLOGUE}{text}"), &Options::default()).expect("it is C")
    });
    static BOOLEAN: LazyLock<umpteen_model::boolean::program::Program> = LazyLock::new(|| {
        let text = "decl g0, g1; void main() begin decl l; l := g0; g1 := !l; end";
        boolean::lower(&boolean::parse(text).expect("it is a program"), text).expect("it is small")
    });
    let Ok(text) = decode(data) else { return };
    let at = |error: umpteen_frontends::Error| Failure::At(error, "--property".to_string(), text.to_string());
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        match read_predicate(text, &C, model) {
            Ok(conditions) => conditions.iter().for_each(|condition| atoms(condition, &mut Vec::new())),
            Err(error) => shown(&at(error)),
        }
    }
    match boolean::parse_expression(text).and_then(|parsed| boolean::lower_invariant(&parsed, &BOOLEAN)) {
        Ok(_) => {}
        Err(error) => shown(&at(error)),
    }
    if let Err(failure) = read::read_property(&BOOLEAN, text) {
        shown(&failure);
    }
    let systems = [
        (Format::Tts, "3 2\n0 0 -> 1 1\n"),
        (Format::Spec, "vars a b c rules a>=1 -> a'=a-1, b'=b+1; init a>=1, b=0, c=0 target b>=1"),
    ];
    for (format, system) in systems {
        let mut model = Model::parse(format, system).expect("it is a system");
        let set: [fn(&mut Model, &str) -> Result<(), umpteen_frontends::Error>; 3] =
            [Model::set_invariant, Model::set_targets, Model::set_initial];
        for set in set {
            if let Err(error) = set(&mut model, text) {
                shown(&at(error));
            }
        }
        let _ = model.system();
    }
}

/// Task definitions of SV-COMP.
pub fn task(data: &[u8]) {
    let path = scratch("yml");
    std::fs::write(&path, data).expect("the scratch folder can be written to");
    match Task::read(&path) {
        Err(failure) => shown(&failure),
        Ok(task) => {
            if let Err(failure) = task.choose(None) {
                shown(&failure);
            }
        }
    }
}

/// Property files of SV-COMP.
pub fn property_file(data: &[u8]) {
    let Ok(text) = decode(data) else { return };
    if let Err(error) = umpteen::read::property_file::parse(text) {
        shown(&Failure::At(error, "property".to_string(), text.to_string()));
    }
}

/// `umpteen.toml`.
pub fn defaults(data: &[u8]) {
    static GIVEN: LazyLock<ArgMatches> = LazyLock::new(|| {
        let matches = Command::command().get_matches_from(["umpteen", "check", "FILE"]);
        matches.subcommand_matches("check").expect("it was given").clone()
    });
    let Ok(text) = decode(data) else { return };
    if let Err(error) = umpteen_cli::files::defaults::options(text, "folder".as_ref(), &GIVEN) {
        shown(&Failure::At(error, "umpteen.toml".to_string(), text.to_string()));
    }
}
