"""CBMC against umpteen on C programs, with loops unwound a few times.

Both look at the same failures: assertions, and pointers and indices that lead nowhere. CBMC's other checks are switched off
where umpteen defines what happens (signed overflow wraps, for one); what its models of libraries assert is not looked at.
CBMC is bounded: when a loop would go on, its unwinding assertion fails. Nothing found and no loop cut off is a proof; a
failure is a failure whatever was cut off.
"""
import re
import resource
import tempfile
from pathlib import Path

import commands
import random_c
from c_differences import explanation
from table import Row

SECONDS, SOON = 5, 1  # a larger bound is tried only if the smaller one was decided soon
COMMON = "--no-standard-checks --unwinding-assertions --no-malloc-may-fail".split()
ASSERTIONS = [*COMMON, "--no-built-in-assertions"]  # which also switches off the checks of indices
INDICES = [*COMMON, "--bounds-check"]
POINTERS = [*INDICES, "--pointer-check"]  # makes CBMC refuse most programs with threads
LIBRARY = re.compile(r"\[(pthread|sem)_\w+\.assertion")  # how locks are used: nothing that umpteen calls a failure
AGREED = {"failed": "both find a failure", "passed": "both prove it", "cut": "CBMC finds nothing up to its bound"}


def bounded(file, unwind, options):
    """failed (with what), passed, cut (nothing found, but a loop would go on), or nothing with the reason."""
    code, said = commands.run(["cbmc", file, "--unwind", unwind, *options], SECONDS)
    if code is None:
        return None, "out of time"
    if code not in (0, 10):
        return None, f"CBMC: {said.strip().splitlines()[-1]}"
    missing = re.findall(r"no body for (?:function|callee) '?(\w+)", said)
    if missing:
        return None, f"CBMC knows nothing about {', '.join(sorted(set(missing)))}"
    failures = [line for line in said.splitlines() if line.endswith("FAILURE") and not LIBRARY.match(line)]
    real = [line for line in failures if "unwinding assertion" not in line]
    if real:
        return "failed", real[0]
    return ("cut", "") if failures else ("passed", "")


def processor_time():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def decide(file, bounds, options):
    """The first conclusive answer with growing bounds, or the last one."""
    answer = None, "not run"
    for unwind in bounds:
        begun = processor_time()
        latest = bounded(file, unwind, options)
        if latest[0] is None and answer[0] == "cut":
            break
        answer = (*latest, unwind)
        if latest[0] != "cut" or processor_time() - begun > SOON:
            break
    return answer


def look(file, umpteen):
    """Assertions first, which is soon done. Then indices, where there are any, and pointers, where something must fail."""
    answer = decide(file, (2, 3) if umpteen == "safe" else (2, 3, 5), ASSERTIONS)
    more = [INDICES] if "[" in re.sub(r"//.*", "", file.read_text()) else []
    for checks in more + ([POINTERS] if umpteen == "unsafe" else []):
        if answer[0] in ("passed", "cut"):
            again = decide(file, (2, 3), checks)
            # Nothing new is learnt from a proof that fewer checks had given, nor from a run out of time.
            answer = again if again[0] == "failed" or umpteen == "unsafe" else answer
    return answer


def compare_program(file, options, row, say):
    report = commands.check(file, *options)
    said = commands.verdict(report)
    case = f"{file} {' '.join(options)}".strip()
    if said == "crashed":
        row.count(case, False, report["said"][-300:], say)
        return
    if said not in ("safe", "unsafe"):
        row.left_out(case, f"umpteen {said}", say)
        return
    answer, why, *unwind = look(file, said)
    case += f" (--unwind {unwind[0]})" if unwind else ""
    if answer is None:
        row.count(case, False, why, say, undecided=True)
        row.note(f"undecided, umpteen {said}: {why[:100]}")
    elif (answer == "failed") == (said == "unsafe"):
        row.count(case, True, "", say)
        row.note(AGREED[answer])
    elif reason := explanation(file):
        row.explained(case, reason, say)
    elif answer == "cut":
        row.count(case, False, "nothing found up to the bound", say, undecided=True)
        row.note("undecided, umpteen unsafe: CBMC finds nothing up to its bound")
    else:
        row.count(case, False, f"umpteen {said}, CBMC {answer} {why}", say)


def compare(count, seed, suites, say):
    """Rows of the table."""
    row = Row("CBMC: C programs", "corpus and examples")
    for file in commands.files(".c", folders=("examples/c", "tests/corpus/c")):
        expected, options = commands.expectation(file)
        if expected not in ("safe", "unsafe"):
            continue
        if "race" in options or set(options) & {"--spawn", "--granularity", "--threads"}:
            row.left_out(file, "a property or option that CBMC has not: " + " ".join(options), say)
            continue
        compare_program(file, options, row, say)
    randomly = Row("CBMC: C programs", "random programs")
    with tempfile.TemporaryDirectory() as folder:
        for file in random_c.write_all(Path(folder), count, seed):
            compare_program(file, [], randomly, say)
    return [row, randomly]
