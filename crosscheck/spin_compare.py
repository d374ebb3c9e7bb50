"""Spin against umpteen: thread systems, nets and Boolean programs with 1 to 4 threads (nets: 1 to 6 tokens)."""
import re
import tempfile
from pathlib import Path

import boolean_syntax
import boolean_threads
import commands
import promela_systems
import random_programs
import random_systems
import systems
from table import Row

THREADS, TOKENS, PROGRAM_THREADS = 4, 6, 3
PAN = "-O0 -w -DSAFETY -DNOREDUCE -DVECTORSZ=4096".split()


def reached(model, folder, seconds):
    """The bounds for which Spin covers a target; None with a reason when it does not get through."""
    (folder / "model.pml").write_text(model)
    code, said = commands.run(["spin", "-a", "model.pml"], 30, folder=folder)
    if code != 0 or "error" in said.lower():
        return None, f"spin: {said.strip()[:200]}"
    code, said = commands.run(["gcc", *PAN, "-o", "pan", "pan.c"], 120, folder=folder)
    if code != 0:
        return None, f"gcc: {said.strip()[:200]}"
    code, said = commands.run(["./pan", "-E", "-m2000000"], seconds, folder=folder)
    if code is None:
        return None, "out of time"
    if "max search depth too small" in said or "errors: 0" not in said:
        return None, said.strip()[:200]
    return {int(bound) for bound in re.findall(r"REACHED (\d+)", said)}, ""


def compare_system(file, options, model, most, folder, row, say, threads_at_start=False):
    """One file: each bound, and the verdict without a bound."""
    found, why = reached(model, folder, 30)
    case = f"{file} {' '.join(options)}"
    if found is None:
        row.count(case, False, why, say, undecided=why == "out of time")
        return
    for bound in range(1, most + 1):
        said = commands.verdict(commands.check(file, *options, "--threads", bound))
        if said == "refused":
            row.left_out(f"{case} --threads {bound}", "umpteen refuses --threads: the threads are fixed", say)
            continue
        row.count(f"{case} --threads {bound}", said == ("unsafe" if bound in found else "safe"),
                  f"umpteen {said}, Spin {'covers' if bound in found else 'does not cover'} a target", say,
                  undecided=said == "unknown")
    report = commands.check(file, *options)
    said = commands.verdict(report)
    row.note(f"files that are {said} for umpteen")
    if said == "safe":
        row.count(case, not found, f"umpteen safe for any number, Spin covers a target with {sorted(found)}", say)
    elif said == "unsafe":
        needed = report["verdict"]["threads"] if threads_at_start else None
        if needed is not None and 1 <= needed <= most:
            row.count(case, needed in found, f"umpteen unsafe with {needed}, Spin covers with {sorted(found)}", say)
        elif found:
            row.count(case, True, "", say)
        else:
            row.count(case, True, f"unsafe with {needed or 'more tokens'}, beyond what Spin looked at", say, undecided=True)
    else:
        row.count(case, False, f"umpteen {said}", say, undecided=said == "unknown")


def explicit(origin, cases, folder, say):
    """Thread systems and nets."""
    rows = {".tts": Row("Spin: thread systems", origin), ".spec": Row("Spin: nets", origin)}
    for file, options in cases:
        row = rows[file.suffix]
        try:
            system = systems.read(file, commands.option(options, "--init"), commands.option(options, "--target"))
        except commands.Unreadable as reason:
            row.left_out(file, f"not read: {reason}", say)
            continue
        if system.is_net:
            compare_system(file, options, promela_systems.net(system, TOKENS), TOKENS, folder, row, say)
        else:
            compare_system(file, options, promela_systems.threads(system, THREADS), THREADS, folder, row, say, True)
    return list(rows.values())


def programs(origin, cases, folder, say):
    """Boolean programs."""
    row = Row("Spin: Boolean programs", origin)
    for file, options in cases:
        wanted, start = commands.option(options, "--property") or "assert", commands.option(options, "--init")
        try:
            if start not in (None, "main=any"):
                raise commands.Unreadable(f"the start {start}")
            program = boolean_syntax.read(file.read_text())
            most = max(PROGRAM_THREADS, len(program.threads or []))
            model = boolean_threads.promela(program, most, wanted, start is not None)
        except commands.Unreadable as reason:
            row.left_out(file, f"not read: {reason}", say)
            continue
        compare_system(file, options, model, most, folder, row, say, True)
    return [row]


def compare(count, seed, suites, say):
    """Rows of the table."""
    expected = [(file, *commands.expectation(file)) for file in commands.files(".tts", ".spec")]
    small = [(file, options) for file, verdict, options in expected if verdict in ("safe", "unsafe")]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        rows = explicit("corpus and examples", small, folder, say)
        rows += explicit("random systems", random_systems.write_all(folder, count, seed), folder, say)
        expected = [(file, *commands.expectation(file)) for file in commands.files(".bp")]
        rows += programs("corpus and examples", [(file, options) for file, verdict, options in expected
                                                 if verdict in ("safe", "unsafe")], folder, say)
        rows += programs("random programs", random_programs.write_all(folder, count, seed), folder, say)
    return rows
