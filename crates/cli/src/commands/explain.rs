//! `engines` and `explain`.

use clap::ValueEnum;
use umpteen::failure::Failure;
use umpteen::settings::EngineName;
use umpteen_frontends::Code;

/// The engines, a line each.
pub fn engines() -> String {
    let line = |engine: &EngineName| {
        let value = engine.to_possible_value()?;
        Some(format!("{:<11} {}\n", value.get_name(), value.get_help()?))
    };
    EngineName::value_variants().iter().filter_map(line).collect()
}

/// The kinds of failure of C programs, which are no errors of the input.
const FAILURES: [(&str, &str); 5] = [
    ("assert", "An assertion can be false, or an error function can be called. The run below shows how."),
    (
        "access",
        "A pointer or index can lead nowhere: a null pointer is followed, an index is out of range, an object of the heap \
         is used after it was freed, or freed twice. The run below shows how. With --property reach-error or \
         no-data-race this is assumed not to happen, and a SAFE says in its first line if it does.",
    ),
    (
        "race",
        "Two threads can be about to access the same variable, one of them to write it, and not both atomically. The run \
         below ends there: one thread is about to access it, the other one does.",
    ),
    (
        "deadlock",
        "Threads can wait for each other for ever: each is about to take a lock that another one holds, or to join a thread \
         that waits. The run below ends with that cycle. A thread that takes a lock it holds already is a cycle of one.",
    ),
    (
        "lock",
        "A lock can be used against its rules: unlocked or destroyed by a thread that must not, or held by a thread that \
         ends. The run below shows how.",
    ),
];

/// The word for the bound on the number of threads.
const BOUND: &str = "thread-bound";

/// Theorem 1 of papers/beacon, worked out: why nobody simply tries all numbers of threads up to a sufficient one.
fn thread_bound() -> String {
    let mut out = String::from(
        "A shared state that some number of threads can reach, 2 * m^(n!) threads can reach, where m is the number of\n\
         shared states and n the number of local states (Ball, Chaki, Rajamani 2000, after Rackoff 1978). So it would\n\
         suffice to look at that many threads:\n\n     m    n  threads\n",
    );
    for (shared, local) in [(2, 2), (2, 3), (3, 4), (10, 5), (10, 10), (2048, 256)] {
        out += &format!("{shared:>6} {local:>4}  {}\n", bound(shared, local));
    }
    out + "\nThe last line is Rockall (examples/rockall), for which the engines here need a few thousand configurations or\n\
           minimal states and no bound at all: they stop when nothing new is found.\n"
}

/// `2 * shared^(local!)`, as a number or as a power of ten.
fn bound(shared: u32, local: u32) -> String {
    let factorial = (1..=u64::from(local)).try_fold(1u64, u64::checked_mul);
    let power =
        factorial.and_then(|power| u32::try_from(power).ok()).and_then(|power| u64::from(shared).checked_pow(power));
    if let Some(bound) = power.and_then(|power| power.checked_mul(2)) {
        return bound.to_string();
    }
    let digits = f64::from(shared).log10();
    let log_factorial: f64 = (1..=local).map(|factor| f64::from(factor).log10()).sum();
    match log_factorial < 12.0 {
        true => format!("about 10^{:.0}", 10f64.powf(log_factorial) * digits + 2f64.log10()),
        false => format!("about 10^(10^{:.0})", log_factorial + digits.log10()),
    }
}

/// The explanation of an error code; without one, the list of codes.
pub fn explain(code: Option<&str>) -> Result<String, Failure> {
    let Some(word) = code else {
        let failures = FAILURES.iter().map(|(word, _)| format!("{word}\n"));
        let codes = Code::ALL.iter().map(|code| format!("{code}\n"));
        return Ok(codes.chain(failures).chain([format!("{BOUND}\n")]).collect());
    };
    if word == BOUND {
        return Ok(thread_bound());
    }
    if let Some((word, explanation)) = FAILURES.iter().find(|(failure, _)| *failure == word) {
        return Ok(format!("error[{word}]: {explanation}\n"));
    }
    match Code::ALL.iter().find(|code| code.word() == word) {
        Some(code) => Ok(format!("error[{code}]: {}\n", code.explanation())),
        None => {
            let message = format!("there is no error code `{word}`; `umpteen explain` lists them");
            Err(Failure::Plain(Code::Usage, message))
        }
    }
}
