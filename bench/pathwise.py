#!/usr/bin/env python3
"""Compares the engine pathwise with backward search, without and with its oracle, on folders of systems and on families
of thread systems whose target has a growing multiplicity. Writes the plots bench/pathwise_*.svg.

usage, from the project's root:  bench/pathwise.py FOLDER... > bench/PATHWISE.md
"""
import csv
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from plot import COLOURS, lines, scatter
from statistics import geometric_mean, median

BINARY = "target/release/umpteen"
ENGINES = {"pathwise": ["--engine", "pathwise"], "backward, no oracle": ["--engine", "backward", "--oracle", "off"],
           "backward": ["--engine", "backward"]}
PATHWISE, PLAIN, ORACLE = ENGINES
REPEAT, REPEAT_LONG, LONG, LIMIT, FAMILY_LIMIT = 5, 1, 1, 10, 30
KINDS = ["loop_free", "simple", "spaghetti"]
HERE, TEMPORARY = Path(__file__).parent, tempfile.TemporaryDirectory()
ROUNDS, TWO_LOOPS = Path("examples/threads/rounds.tts"), Path(TEMPORARY.name, "two_loops.tts")
# The first loop makes two threads in 1, the second one turns three of them into one in 2 and two in 3.
DIAGRAM = "6 6\n0 0 -> 1 1\n1 0 -> 0 1\n0 0 -> 2 4\n2 1 -> 3 2\n3 1 -> 4 3\n4 1 -> 2 3\n2 4 -> 5 5\n"
# For each family: file, shared state of the target, threads that one of K in local state 2 needs (and all together one more).
FAMILIES = {"one loop": (ROUNDS, 3, 1), "two loops": (TWO_LOOPS, 5, 3)}
INTRODUCTION = f"""# Path by path against state by state

Made by `bench/pathwise.py`, release build, on 2 shared cores. `backward, no oracle` is what papers/cutr compares with; but
`pathwise` prunes with the same oracle as `backward`, so only against that does one see what paths bring. Solving is reading
and searching, without the independent check of the evidence; CPU is of the whole command with it. Limits are in CPU seconds.
Each number is the least of {REPEAT} runs, of {REPEAT_LONG} over {LONG} s, the engines in turn; undecided runs count as {LIMIT} s."""

CONCLUSION = """
## Where it wins and loses

All paths of the suites that were looked at are spaghetti, one in a system: in the thread systems all shared states but that
of the error lead to each other, and a net has one only (papers/cutr found so for nets). So there is nothing to summarise,
and the search is that of `backward`; a target may count twice in the states explored. What it wins over plain search is the
oracle's. What it loses is the bookkeeping of slices, most where many states are kept. Against `backward` it takes

- threads: {tts}
- nets: {nets}

It is more than twice as slow as plain search only on bingham nets, where the oracle costs time and has nothing to prune. On
the families with simple loops below it wins by whatever factor one likes."""


def run(file, limit, options):
    """What one run says and costs; nothing if the engine refuses. `time` stands between, since the memory of this process
    would count as that of its child."""
    memory = Path(TEMPORARY.name, "memory")
    command = ["time", "-q", "-f", "%M", "-o", str(memory), BINARY, "check", str(file), "--output-format", "json",
               "--cpu-time", str(limit), "--memory", "8000", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode == 2:
        return None
    if process.returncode not in (0, 5, 10):
        sys.exit(f"{' '.join(command)}: {process.returncode} {process.stderr}")
    report = json.loads(process.stdout)
    total, check, verdict = min(report["seconds"]["total"], limit), report["seconds"]["check"], report["verdict"]["verdict"]
    return {"verdict": verdict, "decided": verdict != "unknown", "work": report["work"], "total": total, "solve": total - check,
            "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            "memory": int(memory.read_text()) / 1024}


def measure(file, limit, options=(), engines=tuple(ENGINES)):
    """The engines in turn, several times, and the least of each number; nothing if one refuses."""
    best = {}
    for at, engine in enumerate(REPEAT * list(engines)):
        old = best.get(engine)
        if at >= REPEAT_LONG * len(engines) and old["total"] > LONG:
            continue
        new = run(file, limit, [*options, *ENGINES[engine]])
        if new is None:
            return None
        if old and old["verdict"] != new["verdict"]:
            sys.exit(f"{file}: {engine} says {old['verdict']} and {new['verdict']}")
        best[engine] = {**new, **{key: min(old[key], new[key]) for key in ("total", "solve", "cpu", "memory") if old}}
    print(file.name, *options, {e: (r["verdict"], r["solve"]) for e, r in best.items()}, file=sys.stderr, flush=True)
    return best


def compare(rows, other):
    """How pathwise compares with another engine where both decide."""
    both = {name: row for name, row in rows.items() if row[PATHWISE]["decided"] and row[other]["decided"]}
    of = lambda get, rows: "{:,.1f} for {:,.1f}".format(*(sum(get(row[e]) for row in rows) for e in (PATHWISE, other)))
    ms, explored = lambda result: 1000 * result["solve"], lambda result: result["work"]["explored"]
    ratios = {name: row[PATHWISE]["solve"] / row[other]["solve"] for name, row in both.items()}
    least, most = min(ratios, key=ratios.get), max(ratios, key=ratios.get)
    slow = [f"{name} ({of(ms, [rows[name]])} ms)" for name in ratios if ratios[name] > 2]
    print(f"\nAgainst {other}, {len(both)} systems that both decide: {of(ms, both.values())} ms, "
          f"{of(explored, both.values()).replace('.0', '')} states explored. Ratio of times: geometric mean "
          f"{geometric_mean(ratios.values()):.2f}, least {ratios[least]:.2g} ({least}), most {ratios[most]:.2g} ({most}); "
          f"{sum(ratio > 1 for ratio in ratios.values())} slower, more than twice: {', '.join(slow) or 'none'}.")


def suite(folder):
    files = sorted(file for file in folder.iterdir() if file.suffix in (".tts", ".spec"))
    rows = {file.name: measure(file, LIMIT) for file in files}
    rows = {name: row for name, row in rows.items() if row}
    print(f"\n## {folder.name}: {len(rows)} systems, {len(files) - len(rows)} refused\n")
    print("| engine | decided | solving: all s | median ms | longest s | CPU of the commands s | largest memory MB |")
    print("|---" * 7 + "|")
    for engine in ENGINES:
        decided, solve, cpu, memory = ([row[engine][key] for row in rows.values()] for key in ("decided", "solve", "cpu", "memory"))
        print(f"| {engine} | {sum(decided)} | {sum(solve):.3f} | {1000 * median(solve):.2f} | {max(solve):.3f} | {sum(cpu):.2f} "
              f"| {max(memory):.0f} |")
    table, prefix = folder.parent.parent / "VERDICTS.csv", f"{folder.parent.name}/{folder.name}/"
    known = {row["file"]: row for row in csv.DictReader(table.open()) if row["verdict"]} if table.exists() else {}
    verdicts = {name: {result["verdict"] for result in row.values() if result["decided"]} for name, row in rows.items()}
    disagree = [name for name, said in verdicts.items() if len(said) > 1]
    wrong = [f"{name} ({', '.join(said)} with evidence; {known[prefix + name]['verdict']} says {known[prefix + name]['source']})"
             for name, said in verdicts.items() if prefix + name in known and said - {known[prefix + name]["verdict"]}]
    undecided = [f"{name} ({e})" for name, row in rows.items() for e in ENGINES if not row[e]["decided"]]
    print(f"\nVerdicts that differ between engines: {', '.join(disagree) or 'none'}; from the suites' table: "
          f"{', '.join(wrong) or 'none'}. Not decided in {LIMIT} s: {', '.join(undecided) or 'none'}.")
    paths = [row[PATHWISE]["work"]["paths"] for row in rows.values()]
    numbers = {kind: sum(path[kind] for path in paths) for kind in KINDS}
    print("\n| paths | number | share | systems with one |\n|---|---|---|---|")
    for kind, number in numbers.items():
        share = 100 * number / max(sum(numbers.values()), 1)
        print(f"| {kind.replace('_', '-')} | {number} | {share:.0f} % | {sum(path[kind] > 0 for path in paths)} |")
    print(f"\nSystems answered without any path: {sum(not any(path[kind] for kind in KINDS) for path in paths)}; handed over to "
          f"backward search: {sum(path['handed_over'] for path in paths)}. Paths cut off: {sum(path['pruned'] for path in paths)}.")
    compare(rows, PLAIN)
    compare(rows, ORACLE)
    return rows


def overhead(suites):
    """How much more time pathwise takes than backward search, in all and at most."""
    times = [(row[PATHWISE]["solve"], row[ORACLE]["solve"]) for rows in suites.values() for row in rows.values()]
    ours, theirs = map(sum, zip(*times))
    return f"{ours / theirs:.2f} times as long in all, at most {max(our / their for our, their in times):.1f} times"


def plots(name, suites):
    """Pathwise against plain backward search: time and memory."""
    for key, what, label, unit in (("solve", "time", "solving", " s"), ("memory", "memory", "peak memory", " MB")):
        points = {folder: [(row[PLAIN][key], row[PATHWISE][key]) for row in rows.values()]
                  for folder, rows in suites.items()}
        most = 1.2 * max(value for series in points.values() for point in series for value in point)
        span = (1e-4, LIMIT) if key == "solve" else (5, most)
        scatter(points, span, (f"{PLAIN}: {label}", f"{PATHWISE}: {label}"), unit, HERE / f"pathwise_{what}_{name}.svg")
        print(f"\n![{name}, {what}](pathwise_{what}_{name}.svg)")


def family(title, file, shared, needed, verdict):
    """Prints the table of a family and gives the points of each engine."""
    options = lambda k, start: ["--target", f"{shared}|2*{k}"] + ["--init", f"0|0*{start}"] * (verdict == "safe")
    print(f"\n### {title.capitalize()}, {verdict}: `{shlex.join(options('K', 'K' if needed == 1 else f'{needed}K'))}`\n")
    print("| K | " + " | ".join(f"{engine} s" for engine in ENGINES) + " |\n|---|---|---|---|")
    points = {engine: [] for engine in ENGINES}
    for k in (10 ** e for e in range(1, 7)):
        engines = [e for e in ENGINES if e == PATHWISE or k <= 10_000 and all(decided for _, _, decided in points[e])]
        results = measure(file, FAMILY_LIMIT, options(k, needed * k), engines)
        for engine, result in results.items():
            if result["verdict"] not in ("unknown", verdict):
                sys.exit(f"{title}, K = {k}: {engine} says {result['verdict']}")
            points[engine].append((k, result["total"], result["decided"]))
        cells = {e: f"{result['total']:.4f}" if result["decided"] else f"> {FAMILY_LIMIT}" for e, result in results.items()}
        print(f"| {k:,} | {' | '.join(cells.get(engine, '-') for engine in ENGINES)} |", flush=True)
    return points


def main():
    os.nice(5)
    TWO_LOOPS.write_text(DIAGRAM)
    print(INTRODUCTION)
    groups = {"tts": {}, "nets": {}}
    for folder in map(Path, sys.argv[1:]):
        groups["tts" if any(folder.glob("*.tts")) else "nets"][folder.name] = suite(folder)
    print(CONCLUSION.format(**{name: overhead(suites) for name, suites in groups.items() if suites}))
    print(f"\n## Plots\n\nBelow the line pathwise is better. At the edge of time: not decided in {LIMIT} s.")
    for name in filter(groups.get, groups):
        plots(name, groups[name])
    print("\n## Families\n\nTargets of multiplicity K; seconds of search and check together. The safe ones start with one thread less")
    print(f"than needed. One loop: `{ROUNDS}`. Two loops, one after the other:\n\n```\n{DIAGRAM}```")
    series = {engine: {} for engine in ENGINES}
    kinds = [(title, verdict) for title in FAMILIES for verdict in ("unsafe", "safe")]
    for (title, verdict), colour in zip(kinds, (COLOURS[at] for at in (0, 1, 3, 5))):
        points = family(title, *FAMILIES[title], verdict)
        for (engine, at), dash in zip(points.items(), ("none", "7 4", "2 3")):
            series[engine][f"{engine}: {title}, {verdict}"] = (dash, colour, at)
    lines({name: line for group in series.values() for name, line in group.items()}, ((10, 1e6), (1e-4, 100)),
          ("multiplicity K of the target", "search and check"), ("", " s"), HERE / "pathwise_families.svg")
    print(f"\n![families](pathwise_families.svg)\n\nOpen circles: not decided in {FAMILY_LIMIT} s.")


main()
