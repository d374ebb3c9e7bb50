//! Every file under examples/ and tests/corpus/ says in its first line what is expected; every engine that accepts it
//! is tried and all evidence is checked again from its file.
//!
//! `expect: safe|unsafe|unknown|error CODE [, threads N] [, property P] [, refines F] [, flags ...]`, where N is the least
//! number of threads, and F a thread system in the same folder by way of which it is verified

use crate::support::{root, scratch, stderr, stdout, umpteen};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is expected of a file.
pub struct Expected {
    /// `safe`, `unsafe`, `unknown` or `error CODE`.
    pub verdict: String,
    threads: Option<u32>,
    /// The thread system by way of which it is verified.
    pub refines: Option<PathBuf>,
    /// The options.
    pub flags: Vec<String>,
}

/// What the first line of a file says.
pub fn expected(path: &Path) -> Expected {
    let bytes = std::fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().next().unwrap_or("");
    let rule = first.split_once("expect: ").unwrap_or_else(|| panic!("{path:?} does not say what is expected")).1;
    let (rule, flags) =
        rule.trim_end_matches("-->").split_once(", flags ").unwrap_or((rule.trim_end_matches("-->"), ""));
    let mut parts = rule.split(',').map(str::trim);
    let verdict = parts.next().unwrap().to_string();
    let (mut threads, mut refines) = (None, None);
    let mut flags: Vec<String> = flags.split_whitespace().map(str::to_string).collect();
    for part in parts {
        match part.split_once(' ') {
            Some(("threads", number)) => threads = Some(number.parse().unwrap()),
            Some(("refines", file)) => refines = Some(path.with_file_name(file)),
            Some(("property", property)) => flags.extend(["--property".to_string(), property.to_string()]),
            _ => panic!("{path:?}: {part} is not understood"),
        }
    }
    Expected { verdict, threads, refines, flags }
}

/// All files of the corpus.
pub fn models() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("examples"), root().join("tests/corpus")];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.extend(paths.iter().filter(|path| path.is_dir()).cloned());
        let has_ending = |path: &PathBuf, ending: &str| path.extension().is_some_and(|extension| extension == ending);
        paths.retain(|path| path.is_file() && !["prop", "prp", "md"].iter().any(|ending| has_ending(path, ending)));
        // The other files of a folder with task definitions are parts of them.
        if paths.iter().any(|path| has_ending(path, "yml")) {
            paths.retain(|path| has_ending(path, "yml"));
        }
        files.extend(paths);
    }
    files.sort();
    assert!(files.len() >= 30, "the corpus is there");
    files
}

#[test]
fn every_file_gets_its_verdict_from_every_engine() {
    let models = models();
    let next = AtomicUsize::new(0);
    let tally = [AtomicUsize::new(0), AtomicUsize::new(0)];
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (models, next, tally) = (&models, &next, &tally);
            scope.spawn(move || {
                let folder = scratch(&format!("corpus{worker}"));
                while let Some(path) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(path, &folder, tally);
                }
            });
        }
    });
    let [open, decided] = tally.map(AtomicUsize::into_inner);
    println!("other settings: {decided} runs decided, {open} not within a second");
    assert!(decided > 5 * open, "other settings: {decided} runs decided, {open} not");
}

/// Checks one file; `tally` counts runs with other settings that decide nothing, or something.
fn check(path: &Path, folder: &Path, tally: &[AtomicUsize; 2]) {
    let expected = expected(path);
    let file = path.to_str().unwrap().to_string();
    let run = |more: &[&str]| {
        let mut arguments = match &expected.refines {
            None => vec!["check".to_string(), file.clone()],
            Some(system) => vec!["refine".to_string(), file.clone(), system.display().to_string()],
        };
        arguments.extend(expected.flags.iter().cloned());
        arguments.extend(more.iter().map(|word| word.to_string()));
        umpteen(&arguments)
    };
    if let Some(code) = expected.verdict.strip_prefix("error ") {
        let output = run(&[]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{file}: {message}");
        assert!(message.starts_with(&format!("error[{code}]: ")), "{file}: {message}");
        return;
    }
    if expected.verdict == "unknown" {
        let output = run(&[]);
        assert_eq!(output.status.code(), Some(5), "{file}: {}", stdout(&output));
        return;
    }
    let (certificate, trace) = (folder.join("certificate"), folder.join("trace"));
    let writes =
        [format!("--write=certificate={}", certificate.display()), format!("--write=trace={}", trace.display())];
    let has_ending = |ending: &str| path.extension().is_some_and(|extension| extension == ending);
    let (program, c) = (has_ending("bp"), ["c", "i", "yml"].iter().any(|ending| has_ending(ending)));
    // Pushdown systems, Boolean programs that say which threads there are, and recursive ones. Recursive C has a folder too.
    let in_folder = path.parent().is_some_and(|folder| folder.ends_with("recursive"));
    let declares = || std::fs::read_to_string(path).unwrap().contains("\nthreads ");
    let stacks = has_ending("pds") || program && (in_folder || declares());
    let judge = || match expected.verdict.as_str() {
        "safe" => {
            let system = expected.refines.as_ref().map(|system| system.to_str().unwrap());
            let files = ["recheck", &file].into_iter().chain(system);
            umpteen(&files.chain(["--certificate", certificate.to_str().unwrap()]).collect::<Vec<_>>())
        }
        _ => umpteen(&["replay", &file, "--trace", trace.to_str().unwrap()]),
    };
    // Other settings may be slower, but never say something else.
    let mut others: Vec<Vec<&str>> = vec![vec!["--order", "breadth"], vec!["--oracle", "off"]];
    match program {
        true => others.push(vec!["--oracle", "single-thread", "--expansion", "all"]),
        false => others.push(vec!["--order", "depth"]),
    }
    let bounded_already = expected.flags.iter().any(|flag| flag == "--threads");
    if !bounded_already {
        others.push(vec!["--engine", "karp_miller", &writes[0], &writes[1]]);
        others.push(vec!["--engine", "karp_miller", "--oracle", "off", "--order", "depth", "--construction", "beacon"]);
        others.push(vec!["--engine", "pathwise", &writes[0], &writes[1]]);
        others.push(vec!["--engine", "directed", &writes[0], &writes[1]]);
        others.push(vec!["--engine", "both", "--oracle", "single-thread", &writes[0], &writes[1]]);
    }
    others.retain(|_| !c && !stacks);
    // An abstraction is decided by any engine, but its options are not those of `check`.
    let takes = |options: &Vec<&str>| !["--order", "--oracle"].iter().any(|option| options.contains(option));
    others.retain(|options| expected.refines.is_none() || takes(options));
    if stacks {
        others.push(vec!["--envelope", "stacks", "--contexts", "5", &writes[0], &writes[1]]);
        others.push(vec!["--engine", "context-bounded", "--contexts", "3"]);
    }
    if c && in_folder {
        others.push(vec!["--engine", "abstraction", &writes[0], &writes[1]]);
    }
    for mut options in others {
        options.extend(["--time", "1"]);
        let output = run(&options);
        if stderr(&output).contains("cannot take broadcasts") {
            continue;
        }
        let decided = output.status.code() != Some(5);
        assert!(!decided || stdout(&output).starts_with(&expected.verdict.to_uppercase()), "{file} {options:?}");
        tally[usize::from(decided)].fetch_add(1, Ordering::Relaxed);
        if decided && options.contains(&&writes[0][..]) {
            let again = judge();
            assert_eq!(again.status.code(), Some(0), "{file} {options:?}: {}{}", stdout(&again), stderr(&again));
        }
    }
    let exit = |verdict: &str| Some(if verdict == "safe" { 0 } else { 10 });
    let output = run(&[&writes[0], &writes[1], "--time", if c { "60" } else { "600" }]);
    assert_eq!(output.status.code(), exit(&expected.verdict), "{file}: {}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with(&expected.verdict.to_uppercase()), "{file}");
    let again = judge();
    assert_eq!(again.status.code(), Some(0), "{file}: {}{}", stdout(&again), stderr(&again));
    // Without a word that starts threads, the question would be the same.
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let starts = ["_create", "ASYNC", "spawn", "input_files"].iter().any(|word| text.contains(word));
    for threads in ["2", "3"].iter().filter(|_| c && starts && !bounded_already && !in_folder) {
        let output = run(&["--threads", threads, "--time", "20"]);
        // What is unsafe may need more threads, what is safe is safe with few.
        let possible: &[i32] = if expected.verdict == "unsafe" { &[10, 0, 5] } else { &[0] };
        let code = output.status.code().unwrap_or(-1);
        assert!(possible.contains(&code), "{file} with {threads} threads: {}", stdout(&output));
    }
    if program && !stacks || has_ending("tts") || c && expected.threads.is_some() {
        let bounded = |threads: u32| run(&["--threads", &threads.to_string()]).status.code();
        match (expected.verdict.as_str(), expected.threads) {
            ("safe", _) => assert_eq!(bounded(3), Some(0), "{file}"),
            (_, Some(threads)) => {
                assert_eq!(bounded(threads), Some(10), "{file} with {threads} threads");
                assert_eq!(bounded(threads - 1), Some(0), "{file} with fewer threads");
            }
            _ => panic!("{file}: an unsafe thread system says how many threads it takes"),
        }
    }
}
