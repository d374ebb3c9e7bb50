#!/usr/bin/env python3
"""Runs `umpteen check` over folders of .bp files with several settings; prints a table and writes a cactus plot.

usage, from the project's root:  bench/bp_suite.py PLOT.svg FOLDER... > bench/BOOLEAN.md

The settings are those of the UCOB paper (Sect. V): which local values an added thread may have (oracle), which edges are
tried with one (expansion); umpteen's own default; and building the thread system first. Programs whose name contains
`satabs` start any number of main threads, as the thread systems do that were built from them.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from plot import cactus

BINARY = "target/release/umpteen"
LIMIT = 5
SETTINGS = {
    "default": [],
    "single-thread": ["--oracle", "single-thread"],
    "single-thread, all": ["--oracle", "single-thread", "--expansion", "all"],
    "off": ["--oracle", "off"],
    "off, all": ["--oracle", "off", "--expansion", "all"],
}


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(file):
    start = ["--init", "main=any"] if "satabs" in str(file) else []
    row = {"name": f"{file.parent.name}/{file.stem}", "times": {}}
    for name, options in SETTINGS.items():
        command = [BINARY, "check", str(file), "--output-format", "json", "--time", str(LIMIT)] + start + options
        process, seconds = processor_seconds(command)
        report = json.loads(process.stdout)
        verdict = report["verdict"]["verdict"]
        if name == "default":
            row.update(report["program"], verdict=verdict)
        elif verdict not in ("unknown", row["verdict"]):
            sys.exit(f"{file}: {verdict} with {name}, {row['verdict']} by default")
        row["times"][name] = seconds if verdict != "unknown" else None
    with tempfile.TemporaryDirectory() as folder:
        system = os.path.join(folder, "system.tts")
        converted, one = processor_seconds([BINARY, "convert", str(file), "-o", system] + start)
        row["times"][".tts first"] = None
        if converted.returncode == 0:
            checked, two = processor_seconds([BINARY, "check", system, "-q", "--time", str(LIMIT)])
            if checked.returncode != {"safe": 0, "unsafe": 10}[row["verdict"]]:
                sys.exit(f"{file}: the converted system is decided otherwise")
            row["times"][".tts first"] = one + two
    return row


def main():
    rows = [measure(file) for folder in sys.argv[2:] for file in sorted(Path(folder).glob("*.bp"))]
    names = list(SETTINGS) + [".tts first"]
    decided = {name: [row["times"][name] for row in rows if row["times"][name] is not None] for name in names}
    cactus(decided, LIMIT, len(rows), sys.argv[1], "k-th easiest program, CPU seconds each")
    print("# Boolean programs: oracle and expansion settings\n")
    print(f"Made by `bench/bp_suite.py`, release build, CPU seconds with the independent check, {LIMIT} s each. V_S and V_L: shared")
    print("and local variables after inlining; mod. sh.: statements that may change a shared variable. A dash: not decided in time,")
    print("or too many values for a search without the thread-modular oracle, or no counterpart as a thread system.\n")
    print(f"![cactus plot]({os.path.basename(sys.argv[1])})\n")
    print("| program | verdict | V_S | V_L | mod. sh. | " + " | ".join(names) + " |")
    print("|---" * (5 + len(names)) + "|")
    for row in rows:
        share = 100 * row["change_shared"] / max(row["statements"], 1)
        times = " | ".join("-" if row["times"][n] is None else f"{row['times'][n]:.3f}" for n in names)
        print(f"| {row['name']} | {row['verdict']} | {row['shared_variables']} | {row['local_variables']} | {share:.1f}% | {times} |")
    solved = " | ".join(str(sum(row["times"][n] is not None for row in rows)) for n in names)
    longest = " | ".join(f"{max(row['times'][n] for row in rows if row['times'][n] is not None):.3f}" for n in names)
    print(f"| **decided of {len(rows)}** | | | | | {solved} |")
    print(f"| **longest** | | | | | {longest} |")


main()
