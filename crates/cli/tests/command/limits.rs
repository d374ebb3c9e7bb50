//! Limits on time and memory hold: UNKNOWN, exit code 5, close to the limit.
//!
//! Processor time is compared, so that a busy machine makes no difference; `.ci/limits` compares elapsed time.

use crate::support::{running, scratch, stderr, stdout, umpteen, umpteen_with_processor_time, wait_until};
use std::path::PathBuf;
use std::time::Instant;

/// Twenty-four threads in a row of twenty local states, one too few for the target: billions of minimal states, for a
/// search that does not know that the sum of all threads stays the same.
fn hard(name: &str) -> PathBuf {
    let file = scratch(name).join("row.tts");
    let edges: String = (0..19).map(|local| format!("0 {local} -> 0 {}\n", local + 1)).collect();
    std::fs::write(&file, format!("1 20\n{edges}")).unwrap();
    file
}

/// Seconds after which a command that has a limit of seconds does not keep it, however busy the machine is.
const GENEROUS: f64 = 120.0;

fn unknown_within(name: &str, options: &[&str], seconds: f64, reason: &str) {
    let file = hard(name);
    let mut arguments = vec!["check", file.to_str().unwrap(), "--target", "0|19*25", "--init", "0|0*24"];
    arguments.extend(["--engine", "backward", "--oracle", "off"]);
    arguments.extend(options);
    let started = Instant::now();
    let (output, taken) = umpteen_with_processor_time(&arguments);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(stdout(&output).starts_with(&format!("UNKNOWN  the {reason} was reached")), "{}", stdout(&output));
    assert!(taken < seconds, "{options:?} took {taken} s");
    assert!(started.elapsed().as_secs_f64() < GENEROUS, "{options:?}");
}

#[test]
fn wall_clock_limit() {
    // A tenth of the limit, and as much again for a machine that runs other tests too.
    unknown_within("time", &["--time", "2"], 2.4, "time limit");
}

#[test]
fn processor_limit() {
    unknown_within("cpu", &["--cpu-time", "1"], 5.0, "limit on processor time");
}

#[test]
fn memory_limit() {
    unknown_within("memory", &["--memory", "60"], 60.0, "memory limit");
}

/// x is doubled at most thirty times, by loops within a loop: too many states for every search, and no linear invariant.
const DOUBLING: &str = "\
vars first second x y rounds
rules
first >= 1, x >= 1 -> x' = x - 1, y' = y + 2;
first >= 1, rounds >= 1 -> first' = first - 1, rounds' = rounds - 1, second' = second + 1;
second >= 1, y >= 1 -> y' = y - 1, x' = x + 1;
second >= 1 -> second' = second - 1, first' = first + 1;
init first = 1, second = 0, x = 1, y = 0, rounds = 30
target x >= 1073741825
";

#[test]
fn limits_hold_for_all_searches_together() {
    let file = scratch("together").join("doubling.spec");
    std::fs::write(&file, DOUBLING).unwrap();
    for jobs in ["1", "2"] {
        let started = Instant::now();
        let arguments = ["check", file.to_str().unwrap(), "--jobs", jobs, "--time", "1"];
        let (output, taken) = umpteen_with_processor_time(&arguments);
        assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
        assert!(taken < 1.4 * jobs.parse::<f64>().unwrap(), "with {jobs}: {taken}");
        assert!(started.elapsed().as_secs_f64() < GENEROUS, "with {jobs}");
    }
}

#[test]
fn recheck_has_limits_too() {
    // A certificate whose check would take for ever: far too many pairs of local states.
    let folder = scratch("recheck-limit");
    let model = folder.join("wide.tts");
    std::fs::write(&model, "2 200000\n0 0 -> 1 1\n").unwrap();
    let model = model.to_str().unwrap();
    let certificate = folder.join("c.json");
    let arguments = [
        "check",
        model,
        "--engine",
        "backward",
        "--target",
        "0|7",
        "--write",
        &format!("certificate={}", certificate.display()),
    ];
    assert_eq!(umpteen(&arguments).status.code(), Some(0));
    let text = std::fs::read_to_string(&certificate).unwrap();
    let locals: Vec<String> = (2..150_000).map(|local| format!("[{local},1]")).collect();
    let state = format!("{{\"shared\":1,\"locals\":[{}]}}", locals.join(","));
    std::fs::write(
        &certificate,
        text.replace("\"basis\":[]", &format!("\"basis\":[{state},{{\"shared\":0,\"locals\":[[9,9]]}}]")),
    )
    .unwrap();
    let started = Instant::now();
    let arguments = ["recheck", model, "--certificate", certificate.to_str().unwrap(), "--time", "1"];
    let (output, taken) = umpteen_with_processor_time(&arguments);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(taken < 1.4 && started.elapsed().as_secs_f64() < GENEROUS, "{taken}");
}

#[test]
fn limits_hold_while_exploring() {
    let file = hard("explore");
    let arguments = ["check", file.to_str().unwrap(), "--target", "0|19*25", "--threads", "24", "--time", "1"];
    let started = Instant::now();
    let (output, taken) = umpteen_with_processor_time(&arguments);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert!(taken < 1.4 && started.elapsed().as_secs_f64() < GENEROUS, "{taken}");
}

/// Sixteen switches that anybody turns: so many configurations.
fn switches() -> String {
    let each = |text: &dyn Fn(usize) -> String, between: &str| (0..16).map(text).collect::<Vec<_>>().join(between);
    let names = each(&|i| format!("p{i} q{i}"), " ");
    let turn = |i| {
        format!("p{i} >= 1 -> p{i}' = p{i} - 1, q{i}' = q{i} + 1;\nq{i} >= 1 -> q{i}' = q{i} - 1, p{i}' = p{i} + 1;")
    };
    let init = each(&|i| format!("p{i} = 1, q{i} = 0"), ", ");
    let target = each(&|i| format!("q{i} >= 1"), ", ");
    format!("vars {names}\nrules\n{}\ninit {init}\ntarget {target}, p0 >= 1\n", each(&turn, "\n"))
}

/// Three threads with stacks and eleven shared variables that may be anything.
fn stacks() -> String {
    let each = |text: &dyn Fn(usize) -> String| (0..11).map(text).collect::<String>();
    let names = (0..11).map(|i| format!("x{i}")).collect::<Vec<_>>().join(", ");
    let turns = each(&|i| format!("  x{i} := *;\n"));
    format!(
        "decl {names};\nthreads f, f, f;\nvoid f() begin\n{turns}  if (*) then f(); fi;\n  assert(x0 | !x0);\nend\n"
    )
}

/// Three threads that compute, so that there are too many values.
const COMPUTING: &str = "\
#include <assert.h>
#include <pthread.h>
int x, y, z, bad;
void *run(void *u)
{
    for (;;) {
        x = x + 3;
        y = x * y + 1;
        z = y ^ z;
        if (x == 77 && y == 12345 && z == 999)
            bad = 1;
    }
    return 0;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_create(&c, 0, run, 0);
    assert(!bad);
    return 0;
}
";

#[test]
fn memory_limits_hold_in_every_engine() {
    let folder = scratch("memory-everywhere");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name).display().to_string()
    };
    let net = write("doubling.spec", DOUBLING);
    let switches = write("switches.spec", &switches());
    let stacks = write("stacks.bp", &stacks());
    let c = write("computing.c", COMPUTING);
    let row = hard("memory-row").display().to_string();
    let explored = ["--threads", "24", "--target", "0|19*25"];
    for (file, options, memory) in [
        (&net, &["--engine", "backward"][..], "14"),
        (&net, &["--engine", "both"], "12"),
        (&net, &["--engine", "directed"], "14"),
        (&net, &["--engine", "pathwise"], "14"),
        (&net, &["--engine", "auto", "--jobs", "2"], "14"),
        (&switches, &["--engine", "karp_miller", "--oracle", "off"], "10"),
        (&row, &explored, "14"),
        (&stacks, &["--engine", "k-induction"], "14"),
        (&stacks, &["--engine", "context-bounded", "--contexts", "3"], "14"),
        (&c, &[], "20"),
        (&c, &["--engine", "abstraction"], "20"),
        (&c, &["--threads", "4"], "20"),
    ] {
        let arguments = [&["check", file, "-q", "--memory", memory, "--time", "60"], options].concat();
        let output = umpteen(&arguments);
        assert_eq!(output.status.code(), Some(5), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
        let printed = stdout(&output);
        assert!(printed.starts_with("UNKNOWN  the memory limit was reached"), "{arguments:?}: {printed}");
        assert!(stderr(&output).is_empty(), "{arguments:?}: {}", stderr(&output));
    }
}

/// Macros that double their arguments need more memory than there is, in gcc.
#[test]
fn memory_of_the_preprocessor_counts() {
    let file = scratch("memory-gcc").join("bomb.c");
    let nested = format!("{}1+{}0", "F(".repeat(12), ")".repeat(12));
    let text = format!("#define F(x) x x x x x x x x x x\nint y = {nested};\nint main(void) {{ return 0; }}\n");
    std::fs::write(&file, text).unwrap();
    let output = umpteen(&["check", file.to_str().unwrap(), "--memory", "100"]);
    assert_eq!(output.status.code(), Some(5), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with("UNKNOWN  the memory limit was reached"), "{}", stdout(&output));
    wait_until("gcc has ended", &|| running(file.to_str().unwrap()) == 0);
}
