#!/usr/bin/env python3
"""Compares the engines backward, karp_miller and both on folders of systems, and on Rockall: verdicts and CPU seconds.

usage, from the project's root:  bench/forward.py FOLDER... > bench/FORWARD.md
"""
import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path

BINARY = "target/release/umpteen"
ENGINES = ["backward", "karp_miller", "both"]
LIMIT = 60
INVARIANT = "invariant:!(safe0&safe1)"


def run(file, *options):
    """The report (or nothing if the engine refuses), CPU seconds of the whole command, and megabytes of its largest process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [BINARY, "check", str(file), "--output-format", "json", "--time", str(LIMIT), "--memory", "8000", *options]
    process = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (json.loads(process.stdout) if process.stdout else None), cpu


def suite(folder):
    files = sorted(file for file in Path(folder).iterdir() if file.suffix in (".tts", ".spec"))
    rows, disagree = {engine: [] for engine in ENGINES}, []
    for file in files:
        verdicts = set()
        for engine in ENGINES:
            report, cpu = run(file, "--engine", engine)
            verdict = report["verdict"]["verdict"] if report else "refused"
            rows[engine].append((file.stem, verdict, cpu))
            verdicts |= {verdict} & {"safe", "unsafe"}
        if len(verdicts) > 1:
            disagree.append(file.stem)
    print(f"\n## {Path(folder).name}: {len(files)} systems\n")
    print("| engine | decided | within 5 CPU-s | refused | median ms | all s | longest s |")
    print("|---|---|---|---|---|---|---|")
    for engine in ENGINES:
        decided = [row for row in rows[engine] if row[1] in ("safe", "unsafe")]
        times = [cpu for _, _, cpu in decided]
        refused = sum(verdict == "refused" for _, verdict, _ in rows[engine])
        quick = sum(cpu <= 5 for cpu in times)
        median = 1000 * statistics.median(times)
        print(f"| {engine} | {len(decided)} | {quick} | {refused} | {median:.1f} | {sum(times):.2f} | {max(times):.2f} |")
    print(f"\nVerdicts that differ: {', '.join(disagree) or 'none'}. Not decided in {LIMIT} s:", end=" ")
    undecided = [f"{name} ({engine})" for engine in ENGINES for name, verdict, _ in rows[engine] if verdict == "unknown"]
    print((", ".join(undecided) or "none") + ".")


def rockall():
    print("\n## Rockall (examples/rockall)\n")
    print("| how | verdict | explored | generated | evidence | CPU s | of it checking |")
    print("|---|---|---|---|---|---|---|")
    print("| Beacon, as reported (800 MHz, 2000) | safe, any number | about 2,000,000 | | none | 14,400 | |")
    ways = [
        ("karp_miller", ["--engine", "karp_miller"]),
        ("karp_miller, depth first", ["--engine", "karp_miller", "--order", "depth"]),
        ("karp_miller, on the fly", ["--engine", "karp_miller", "--oracle", "single-thread"]),
        ("karp_miller, Fig. 1 of the report, on the fly",
         ["--engine", "karp_miller", "--oracle", "single-thread", "--order", "depth", "--construction", "beacon"]),
        ("both", ["--engine", "both"]),
        ("backward", ["--engine", "backward"]),
    ] + [(f"explore, {n} thread{'s' * (n > 1)}", ["--threads", str(n)]) for n in range(1, 6)]
    file = Path("examples/rockall/rockall.bp")
    for name, options in ways:
        report, cpu = run(file, "--init", "main=any", "--property", INVARIANT, *options)
        verdict, work = report["verdict"], report["work"]
        evidence = verdict.get("why", "").split(" from ")[0].split(" hold")[0].split(" reach")[0]
        print(f"| {name} | {verdict['verdict']} | {work['explored']:,} | {work['generated']:,} | {evidence} | {cpu:.1f} "
              f"| {report['seconds']['check']:.1f} |", flush=True)
    print("\n| seeded bug | engine | threads | steps | CPU s |\n|---|---|---|---|---|")
    for file in sorted(Path("examples/rockall").glob("rockall_*.bp")):
        flags = file.read_text().splitlines()[0].split("flags ")[1].split()
        for name, options in [("karp_miller", ["--engine", "karp_miller"]), ("backward", ["--engine", "backward"]),
                              ("explore, 2 threads", ["--threads", "2"])]:
            report, cpu = run(file, *flags, *options)
            verdict = report["verdict"]
            print(f"| {file.stem} | {name} | {verdict['threads']} | {len(verdict['steps'])} | {cpu:.1f} |", flush=True)


print("# Forward search with omega-configurations\n")
print("Made by `bench/forward.py`, release build, one run on 2 shared cores. CPU seconds are of the whole command: reading,")
print("searching, and the independent check of the evidence.")
for folder in sys.argv[1:]:
    suite(folder)
rockall()
