#!/usr/bin/env python3
"""Induction over epochs on counterparts of the programs of papers/kinduction Fig. 12 and 13, beside the paper's numbers, and
the least K of several kinds of induction. Writes the plots bench/kinduction_*.svg.

usage, from the project's root, with `umpteen` and `umpteen-fuzz` built:  bench/kinduction.py > bench/KINDUCTION.md
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from plot import COLOURS, lines

BINARY, FUZZ = "target/release/umpteen", "target/release/umpteen-fuzz"
EXAMPLES, HERE = Path("examples/recursive"), Path(__file__).parent
LIMIT, REPEAT, LONG, LEAST = 60, 3, 1, 0.001
# Row of Fig. 12, our counterpart, K and seconds there.
FIGURE_12 = [("blue2", "bluetooth2", 3, 32.44), ("dekkers", "dekker", 3, 3.74), ("lock_unlock_K", "lock_unlock_2", 4, 0.6),
             ("lock_unlock_3", "lock_unlock_3", 3, 44.02), ("petersons", "peterson_once", 3, 0.3),
             ("petersons_loop", "peterson", 3, 6.05)]
PUMP = {4: 0.64, 5: 1.90, 6: 5.69, 7: 19.57, 8: 108.71}
MUTEX = {2: 0.03, 3: 0.27, 4: 2.17, 5: 17.09, 6: 132.24, 7: 1011}
INTRODUCTION = f"""# Induction over epochs, beside the numbers of the paper

Made by `bench/kinduction.py` on 2 cores that others use as well, so the seconds are noisy; the paper's are of 2011 (2.82 GHz).
The paper's sources are lost. Ours (examples/recursive) are counterparts of the same algorithms, of unknown size beside theirs,
so K may differ and seconds compare only roughly; pump_K was made so that it needs exactly K. Our seconds are of search
and independent check, the least of {REPEAT} runs, of one over {LONG} s, with at most {LIMIT} s each.

K is the number of epochs after which nothing new leads to the error. The paper's envelope is ours with `stacks`; `data` is the
default. By the paper's definition the first thread may run once more at the end (Thm. 3.3), so its K is ours or one less.
Threads with equal stacks are interchangeable: in an epoch, one of them may run in place of another, so K may be smaller than the
amplified K of the table below, where they are told apart. Where ours is smaller than the paper's for any other reason, the
programs differ."""
KINDS = """
## K for several kinds of induction

Computed from an explicit graph of all global states (`umpteen-fuzz --induction`): all shared states, with all stacks that a thread
can have by itself if it may take every branch. Plain induction over steps needs the longest way to the error, and has no K
where such a way has a cycle (Thm. 3.1); improved induction needs the longest of the shortest ways (Thm. 3.2), over steps or
over context switches; amplified induction is over epochs (Thm. 3.3).

| program | plain | improved | switches | amplified, stacks | amplified, data |
|---|---|---|---|---|---|"""
BEYOND = """
## Beyond the paper

Programs that fail, and recursive ones; `-` where the envelope already excludes the error.

| program | verdict | K, data | s, data | verdict | K, stacks | s, stacks |
|---|---|---|---|---|---|---|"""


def run(file, envelope):
    """Verdict, K (none if there is no proof, 0 if nothing leads to the error) and seconds."""
    seconds = []
    while len(seconds) < REPEAT and (not seconds or seconds[-1] <= LONG):
        command = [BINARY, "check", str(file), "--envelope", envelope, "--output-format", "json", "--time", str(LIMIT)]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode not in (0, 5, 10):
            sys.exit(f"{' '.join(command)}: {process.returncode} {process.stderr}")
        report = json.loads(process.stdout)
        seconds.append(report["seconds"]["total"])
    verdict = report["verdict"]
    epochs = re.search(r"K-induction with (\d+)", verdict.get("why", ""))
    k = int(epochs[1]) if epochs else 0 if verdict["verdict"] == "safe" else None
    print(file.name, envelope, verdict["verdict"], k, min(seconds), file=sys.stderr, flush=True)
    return verdict["verdict"], k, min(seconds)


def cells(result):
    """K and seconds for a table."""
    verdict, k, seconds = result
    if verdict == "unknown":
        return "?", f"> {LIMIT}"
    return "" if k is None else str(k or "-"), f"{seconds:.3f}"


def row(name, file, paper_k, paper_seconds):
    """Prints a row with both envelopes; gives the seconds with data and whether it was decided."""
    data, stacks = run(file, "data"), run(file, "stacks")
    for verdict, _, _ in (data, stacks):
        if verdict == "unsafe":
            sys.exit(f"{file} fails")
    print(f"| {name} | {paper_k} | {paper_seconds:g} | {' | '.join(cells(data))} | {' | '.join(cells(stacks))} |", flush=True)
    return max(data[2], LEAST), data[0] == "safe"


def head(first):
    print(f"\n| {first} | K, paper | s, paper | K, data | s, data | K, stacks | s, stacks |\n" + "|---" * 7 + "|")


def mutex(threads, folder):
    """The program of the family with so many threads; large ones are made from the one for two."""
    known = EXAMPLES / f"mutex_{threads}.bp"
    if known.exists():
        return known
    made = Path(folder, known.name)
    text = (EXAMPLES / "mutex_2.bp").read_text()
    made.write_text(text.replace("threads worker, worker;", f"threads {', '.join(threads * ['worker'])};"))
    return made


def plot(name, what, paper, ours):
    """The paper's seconds and ours."""
    series = {"papers/kinduction (2011)": ("7 4", COLOURS[3], [(x, s, True) for x, s in paper.items()]),
              "umpteen": ("none", COLOURS[0], [(x, s, decided) for x, (s, decided) in ours.items()])}
    span = (min(paper) * 0.95, max(paper) * 1.05)
    lines(series, (span, (LEAST, 2000)), (what, "seconds"), ("", " s"), HERE / f"kinduction_{name}.svg")
    print(f"\n![{what}](kinduction_{name}.svg)")


def main():
    os.nice(5)
    print(INTRODUCTION)
    print("\n## Fig. 12: mutual exclusion and a driver")
    head("program of Fig. 12 (ours)")
    for name, ours, k, seconds in FIGURE_12:
        row(f"{name} ({ours})", EXAMPLES / f"{ours}.bp", k, seconds)
    print("\n## Fig. 13a: more and more synchronisation")
    head("program")
    pump = {k: row(f"pump_{k}", EXAMPLES / f"pump_{k}.bp", k, seconds) for k, seconds in PUMP.items()}
    plot("pump", "K that a proof needs", PUMP, pump)
    print("\n## Fig. 13b: more and more threads")
    head("program")
    with tempfile.TemporaryDirectory() as folder:
        threads = {n: row(f"mutex_{n}", mutex(n, folder), 3, seconds) for n, seconds in MUTEX.items()}
    plot("threads", "number of threads", MUTEX, threads)
    print("\nOpen circles, if there are any: not decided in time.")
    print(KINDS)
    compared = [ours for _, ours, _, _ in FIGURE_12] + [f"pump_{k}" for k in PUMP] + [f"mutex_{n}" for n in (2, 3)]
    files = [str(EXAMPLES / f"{name}.bp") for name in compared]
    found = subprocess.run([FUZZ, "--induction", *files], capture_output=True, text=True, check=True)
    for name, line in zip(compared, found.stdout.splitlines()[1:], strict=True):
        print(f"| {name} | {line.split(' | ', 1)[1]} |")
    print(BEYOND)
    known = {f"{name}.bp" for name in compared}
    others = sorted(file for file in EXAMPLES.iterdir() if file.name not in known and not file.name.startswith("mutex_"))
    others = [file for file in others if file.suffix != ".c"]  # whose envelope cannot be chosen
    for file in (file for file in others if file.stem != "fig11"):  # no K for fig11 with stacks: it would take forever
        results = [run(file, envelope) for envelope in ("data", "stacks")]
        print(f"| {file.name} | {' | '.join(part for r in results for part in (r[0], *cells(r)))} |", flush=True)


main()
