//! The C programs of the corpus, as the front end sees them.

use std::path::{Path, PathBuf};
use std::process::Command;
use umpteen_frontends::c::{Granularity, Options, Property};

/// A program of the corpus that can be read without the command.
pub struct Corpus {
    /// Where it is.
    pub name: String,
    /// What its first line expects, up to the first comma: `safe`, `unsafe`, `unknown`, `error CODE`.
    pub expected: String,
    /// What its first line says about reading it.
    pub options: Options,
    /// The text after `gcc -E`.
    pub text: String,
}

/// All of them, in order; none where there is no gcc. What gcc makes of them is kept in a folder.
pub fn programs(kept: &Path) -> Vec<Corpus> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for path in files(&root) {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or("");
        let Some((_, line)) = first.split_once("expect: ") else { continue };
        let Some(options) = options(line) else { continue };
        let Some(text) = preprocessed(&path, kept) else {
            println!("skipped: there is no gcc");
            return Vec::new();
        };
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let expected = line.split(',').next().unwrap_or("").trim().trim_end_matches("*/").trim().to_string();
        found.push(Corpus { name, expected, options, text });
    }
    found
}

fn files(root: &Path) -> Vec<PathBuf> {
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
fn preprocessed(file: &Path, kept: &Path) -> Option<String> {
    let kept = kept.join("preprocessed");
    std::fs::create_dir_all(&kept).unwrap();
    let name: String = file.iter().rev().take(3).map(|part| part.to_string_lossy().replace('.', "_")).collect();
    let kept = kept.join(name);
    let time = |path: &Path| path.metadata().and_then(|known| known.modified()).ok();
    if time(&kept).is_none_or(|known| Some(known) < time(file)) {
        let output = Command::new("gcc").args(["-E", "-x", "c"]).arg(file).output().ok()?;
        // Other tests may be doing the same.
        let here = format!("{}-{:?}", std::process::id(), std::thread::current().id());
        let under_another_name = kept.with_extension(here);
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
            ["property", "no-data-race"] => options.property = Property::RacesAlone,
            ["property", "reach-error"] => options.property = Property::ErrorCalls,
            ["flags", "--granularity", "statement"] => options.granularity = Granularity::Statement,
            ["flags", "--spawn", function] => options.spawn.push(function.to_string()),
            _ => return None,
        }
    }
    Some(options)
}

/// Whether the machine's headers make of the programs what they made of them where the tables were written: `assert` and the
/// initialisers are macros, and not the same everywhere.
pub fn is_alike(kept: &Path) -> bool {
    const TEXT: &str = "#include <assert.h>\n#include <pthread.h>\nHERE assert(x); PTHREAD_MUTEX_INITIALIZER;\n";
    const KNOWN: &str = "HERE((void)sizeof((x)?1:0),__extension__({if(x);else__assert_fail(\"x\",\"here.c\",3,\
                         __extension____PRETTY_FUNCTION__);}));{{0,0,0,0,PTHREAD_MUTEX_TIMED_NP,0,0,{0,0}}};";
    let folder = kept.join(format!("alike-{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("here.c"), TEXT).unwrap();
    let output = Command::new("gcc").args(["-E", "-P", "here.c"]).current_dir(&folder).output();
    std::fs::remove_dir_all(&folder).unwrap();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let words: String = text.split_whitespace().collect();
    let is_alike = words.contains(KNOWN);
    if !is_alike {
        println!("skipped: this machine's headers are not those that the table was made with");
    }
    is_alike
}
