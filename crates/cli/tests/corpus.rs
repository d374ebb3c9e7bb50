//! Every file under examples/ and tests/corpus/ is a test: it gets the verdict that its first line expects, from every engine that
//! takes it, and its evidence is accepted again from its file.
//!
//! `cargo test --test corpus NAME` runs the files whose paths contain NAME. Files that `nightly.txt` lists take more than two
//! seconds; they are ignored unless `--include-ignored` is given. With UMPTEEN_TIMES=FILE, the seconds of each file go there.

#[allow(dead_code, reason = "the tests of the command use the rest")]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use support::corpus::{expected, models};
use support::{root, scratch, stderr, stdout, umpteen};
use umpteen::expectation::Expectation;

fn main() {
    let arguments = Arguments::from_args();
    let slow: Vec<&str> = include_str!("corpus/nightly.txt").lines().collect();
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let is_slow = slow.contains(&name.as_str());
        Trial::test(name.clone(), move || timed(&name, || check(&path, &name))).with_ignored_flag(is_slow)
    };
    libtest_mimic::run(&arguments, models().into_iter().map(trial).collect()).exit();
}

/// Notes how long a test takes, if that is asked for.
fn timed(name: &str, test: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
    let started = Instant::now();
    let result = test();
    if let Some(path) = std::env::var_os("UMPTEEN_TIMES") {
        let line = format!("{:.2} {name}\n", started.elapsed().as_secs_f64());
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(line.as_bytes())?;
    }
    result
}

/// Fails with a message unless a condition holds.
macro_rules! require {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(Failed::from(format!($($message)+)));
        }
    };
}

/// Texts that only the expansions of macros contain, and names that the source does not have.
const EXPANSIONS: [&str; 3] = ["__auto_type", "((void *)0)", "temporary#"];

/// A file of the corpus, with what it expects and where evidence about it goes.
struct File {
    path: PathBuf,
    expected: Expectation,
    certificate: String,
    trace: String,
}

/// The formats that the engines differ on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Thread systems and nets.
    System,
    /// Boolean programs whose threads have no stacks.
    Program,
    /// Pushdown systems, and Boolean programs with recursion or a list of threads.
    Stacks,
    /// C.
    C,
    /// C with recursive functions.
    RecursiveC,
}

fn check(path: &Path, name: &str) -> Result<(), Failed> {
    let folder = scratch(&format!("corpus/{}", name.replace(['/', '.'], "_")));
    let in_folder = |file: &str| folder.join(file).display().to_string();
    let file = File {
        path: path.to_path_buf(),
        expected: expected(path),
        certificate: in_folder("certificate"),
        trace: in_folder("trace"),
    };
    let verdict = file.expected.verdict.as_str();
    if let Some(code) = verdict.strip_prefix("error ") {
        let output = file.run(&[]);
        let message = stderr(&output);
        let named = message.starts_with(&format!("error[{code}]: "));
        require!(output.status.code() == Some(2) && named, "expected error[{code}]: {message}{}", stdout(&output));
    } else if verdict == "unknown" {
        let output = file.run(&["--cpu-time", "60"]);
        require!(output.status.code() == Some(5), "expected UNKNOWN: {}{}", stdout(&output), stderr(&output));
    } else {
        file.other_settings()?;
        file.usual_settings()?;
        file.few_threads()?;
        file.least_threads()?;
    }
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

impl File {
    fn kind(&self) -> Kind {
        let ending = self.path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let recursive = self.path.parent().is_some_and(|folder| folder.ends_with("recursive"));
        let text = String::from_utf8_lossy(&std::fs::read(&self.path).unwrap_or_default()).into_owned();
        match ending {
            "c" | "i" | "yml" if recursive => Kind::RecursiveC,
            "c" | "i" | "yml" => Kind::C,
            "pds" => Kind::Stacks,
            "bp" if recursive || text.contains("\nthreads ") => Kind::Stacks,
            "bp" => Kind::Program,
            _ => Kind::System,
        }
    }

    /// Runs the command on the file, with the options that it asks for and others; a file is about one property.
    fn run(&self, more: &[&str]) -> std::process::Output {
        let file = self.path.display().to_string();
        let mut arguments = match &self.expected.refines {
            None => ["check", "--also", "none", &file].map(str::to_string).to_vec(),
            Some(system) => vec!["refine".to_string(), file, self.path.with_file_name(system).display().to_string()],
        };
        arguments.extend(self.expected.options());
        arguments.extend(more.iter().map(|word| word.to_string()));
        let output = umpteen(&arguments);
        let text = stdout(&output);
        let expanded = EXPANSIONS.iter().find(|expansion| text.contains(*expansion));
        assert!(expanded.is_none(), "the source does not have {expanded:?}: {text}");
        output
    }

    /// Judges the evidence that was written last.
    fn judge(&self) -> Result<(), Failed> {
        let file = self.path.display().to_string();
        let output = match self.expected.verdict.as_str() {
            "safe" => {
                let system = self.expected.refines.as_ref().map(|system| self.path.with_file_name(system));
                let files = [Some(file), system.map(|system| system.display().to_string())];
                let mut arguments = vec!["recheck".to_string()];
                arguments.extend(files.into_iter().flatten());
                arguments.extend(["--certificate".to_string(), self.certificate.clone()]);
                umpteen(&arguments)
            }
            _ => umpteen(&["replay", &file, "--trace", &self.trace]),
        };
        require!(output.status.success(), "the evidence is not accepted: {}{}", stdout(&output), stderr(&output));
        Ok(())
    }

    fn has_bound(&self) -> bool {
        self.expected.flags.iter().any(|flag| flag == "--threads")
    }

    /// Other engines and orders may be slower, but never say something else.
    fn other_settings(&self) -> Result<(), Failed> {
        let kind = self.kind();
        let mut others: Vec<&str> = match kind {
            Kind::System => vec!["--order breadth", "--oracle off", "--order depth"],
            Kind::Program => {
                vec!["--order breadth", "--oracle off", "--oracle single-thread --expansion all"]
            }
            Kind::Stacks => vec!["--envelope stacks --contexts 5 WRITE", "--engine context-bounded --contexts 3"],
            Kind::RecursiveC => vec!["--engine abstraction WRITE"],
            Kind::C => Vec::new(),
        };
        if matches!(kind, Kind::System | Kind::Program) && !self.has_bound() {
            others.push("--engine karp_miller WRITE");
            others.push("--engine karp_miller --oracle off --order depth --construction beacon");
            others.push("--engine pathwise WRITE");
            others.push("--engine directed WRITE");
            others.push("--engine both --oracle single-thread WRITE");
        }
        // An abstraction is decided by any engine, but its options are not those of `check`.
        let taken = |options: &&str| !options.contains("--order") && !options.contains("--oracle");
        others.retain(|options| self.expected.refines.is_none() || taken(options));
        let writes = self.writes();
        for options in others {
            let writing = options.contains("WRITE");
            let mut words: Vec<&str> = options.split_whitespace().filter(|word| *word != "WRITE").collect();
            words.extend(writes.iter().map(String::as_str).filter(|_| writing));
            words.extend(["--time", "1"]);
            let output = self.run(&words);
            if stderr(&output).contains("cannot take broadcasts") || output.status.code() == Some(5) {
                continue;
            }
            let agrees = stdout(&output).starts_with(&self.expected.verdict.to_uppercase());
            require!(agrees, "with {options}: {}{}", stdout(&output), stderr(&output));
            if writing {
                self.judge()?;
            }
        }
        Ok(())
    }

    fn writes(&self) -> [String; 2] {
        [format!("--write=certificate={}", self.certificate), format!("--write=trace={}", self.trace)]
    }

    /// The verdict and its evidence, with the options of the file. The limit is on processor time, which other processes do not
    /// take away.
    fn usual_settings(&self) -> Result<(), Failed> {
        let limit = if matches!(self.kind(), Kind::C | Kind::RecursiveC) { "60" } else { "600" };
        let writes = self.writes();
        let output = self.run(&[&writes[0], &writes[1], "--cpu-time", limit]);
        let code = if self.expected.verdict == "safe" { 0 } else { 10 };
        let agrees = stdout(&output).starts_with(&self.expected.verdict.to_uppercase());
        let right = agrees && output.status.code() == Some(code);
        require!(right, "expected {}: {}{}", self.expected.verdict, stdout(&output), stderr(&output));
        self.judge()
    }

    /// C with a bound on the threads: what is safe is safe with few, what is unsafe may need more.
    fn few_threads(&self) -> Result<(), Failed> {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        // Without a word that starts threads, the question would be the same.
        let starts = ["_create", "ASYNC", "spawn", "input_files"].iter().any(|word| text.contains(word));
        if self.kind() != Kind::C || !starts || self.has_bound() {
            return Ok(());
        }
        for threads in ["2", "3"] {
            let (limit, possible) = match self.expected.verdict.as_str() {
                "unsafe" => ("10", &[10, 0, 5][..]),
                _ => ("60", &[0][..]),
            };
            let output = self.run(&["--threads", threads, "--cpu-time", limit]);
            let code = output.status.code().unwrap_or(-1);
            // Programs with recursive functions start a fixed number of threads and take no bound.
            if stderr(&output).contains("--threads is for programs without recursive functions") {
                return Ok(());
            }
            require!(possible.contains(&code), "with {threads} threads: {}{}", stdout(&output), stderr(&output));
        }
        Ok(())
    }

    /// The number of threads that a failure takes is the least one.
    fn least_threads(&self) -> Result<(), Failed> {
        let is_tts = self.path.extension().is_some_and(|ending| ending == "tts");
        if self.kind() != Kind::Program && !is_tts && !(self.kind() == Kind::C && self.expected.threads.is_some()) {
            return Ok(());
        }
        let bounded = |threads: u32| self.run(&["--threads", &threads.to_string()]).status.code();
        match (self.expected.verdict.as_str(), self.expected.threads) {
            ("safe", _) => require!(bounded(3) == Some(0), "not SAFE with 3 threads"),
            (_, Some(threads)) => {
                require!(bounded(threads) == Some(10), "not UNSAFE with {threads} threads");
                require!(bounded(threads - 1) == Some(0), "not SAFE with fewer than {threads} threads");
            }
            _ => return Err(Failed::from("an unsafe thread system says how many threads it takes: `threads N`")),
        }
        Ok(())
    }
}
