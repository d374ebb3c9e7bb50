#!/usr/bin/env python3
"""Runs umpteen and other coverability checkers (bench/peers.toml) over a suite within limits of CPU time and memory, and
writes FOLDER/results.csv, FOLDER/results.md, FOLDER/cactus.svg and FOLDER/scatter_TOOL.svg. The tools take turns on each
instance, so that ratios hold also on a machine that is not quiet.

usage, from the project's root:
  bench/run.py SUITE... -o FOLDER [--tools umpteen,backward,mist] [--time 5] [--wall 15] [--memory 8000] [--repeat 3]
               [--expected VERDICTS.csv] [--measured PEERS.csv] [--instances]

SUITE is a folder (with its subfolders), an instance, or a text file (.txt) with one path to a line. Files named in the two tables are
relative to the table. --expected has the columns file,verdict,source: every verdict is compared with it. --measured has
file,tool,verdict,cpu_seconds,peak_mb: what peers took elsewhere, which appears in tables and plots as such.
The exit code is 1 if there is a wrong verdict, a disagreement or a crash.
"""
import argparse
import csv
import os
import sys
from pathlib import Path
from plot import cactus, scatter
from statistics import median
from tools import FIELDS, decided, load, run

ENDINGS = (".tts", ".spec", ".pnml")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--tools", type=lambda text: text.split(","), help="by name; the first one is compared with the others")
    parser.add_argument("--peers", type=Path, default=Path(__file__).parent / "peers.toml")
    parser.add_argument("--umpteen", default="target/release/umpteen", help="the binary")
    parser.add_argument("--time", type=float, default=5, help="CPU seconds for each run")
    parser.add_argument("--wall", type=float, help="wall-clock seconds for each run; six times the CPU seconds and 10 if not given")
    parser.add_argument("--memory", type=float, default=8000, help="megabytes for each run")
    parser.add_argument("--repeat", type=int, default=1, help="runs of what takes less than a second; the least CPU time counts")
    parser.add_argument("--expected", type=Path)
    parser.add_argument("--measured", type=Path)
    parser.add_argument("--instances", action="store_true", help="a table of all instances too")
    return parser.parse_args()


def instances(suite):
    """All files of a suite, in order."""
    files = []
    for path in suite:
        if path.is_dir():
            files += sorted(file for file in path.rglob("*") if file.suffix in ENDINGS)
        elif path.suffix == ".txt":
            files += instances([path.parent / line.strip() for line in path.read_text().splitlines() if line.strip()])
        elif path.exists():
            files.append(path)
        else:
            sys.exit(f"{path} does not exist")
    return [file.resolve() for file in files]


def table(path):
    """The rows of a table, with absolute file names."""
    if not path:
        return []
    with path.open() as text:
        return [{**row, "file": (path.parent / row["file"]).resolve()} for row in csv.DictReader(text)]


def measure(tools, files, args, name):
    """The results of every tool that takes the file, tool by tool in turn for each file; written as they come."""
    rows = []
    with (args.output / "results.csv").open("w") as text:
        writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
        writer.writeheader()
        for file in files:
            takers, results = [tool for tool in tools if file.suffix in tool["endings"]], {}
            for _ in range(args.repeat):
                for tool in takers:
                    old = results.get(tool["name"])
                    if old and old["cpu_seconds"] > 1:
                        continue
                    new = run(tool, file, args.time, args.memory, args.wall)
                    if old and old["verdict"] != new["verdict"]:
                        print(f"{name(file)}: {tool['name']} says {old['verdict']} and then {new['verdict']}", file=sys.stderr)
                    if not old or new["cpu_seconds"] < old["cpu_seconds"] and new["verdict"] == old["verdict"]:
                        results[tool["name"]] = new
            for row in results.values():
                rows.append(row)
                numbers = {key: f"{row[key]:.4f}" for key in ("cpu_seconds", "wall_seconds")}
                writer.writerow({**row, **numbers, "file": name(file), "peak_mb": f"{row['peak_mb']:.1f}"})
            text.flush()
            print(name(file), *(f"{row['tool']}:{row['verdict']}:{row['cpu_seconds']:.3f}" for row in results.values()), flush=True)
    return rows


def by_tool(rows):
    """The results of each tool, by file."""
    found = {}
    for row in rows:
        found.setdefault(row["tool"], {})[row["file"]] = row
    return found


def problems(results, expected, name):
    """Wrong verdicts, disagreements and crashes of the tools that ran here."""
    found = []
    for tool, rows in results.items():
        for file, row in rows.items():
            known = expected.get(file)
            if row["verdict"] in ("safe", "unsafe") and known and known["verdict"] not in ("", row["verdict"]):
                found.append(f"WRONG: {tool} says {row['verdict']} of {name(file)}, {known['source']} says {known['verdict']}")
            if row["verdict"].startswith("error"):
                found.append(f"CRASH: {tool} ends with {row['verdict']} on {name(file)}")
    for file in {file for rows in results.values() for file in rows}:
        said = {rows[file]["verdict"] for rows in results.values() if file in rows} & {"safe", "unsafe"}
        if len(said) > 1:
            found.append(f"DISAGREEMENT: the tools do not agree on {name(file)}")
    return sorted(found)


def summary(results, groups, limit):
    """The table of all tools: how many instances they decide, and what that costs."""
    out = ["| tool | " + " | ".join(f"{group} ({len(files)})" for group, files in groups.items()) + " | solved | PAR2 s | median ms "
           "| total s | longest s | max MB |", "|---" * (len(groups) + 7) + "|"]
    for tool, rows in results.items():
        solved = {file: row["cpu_seconds"] for file, row in rows.items() if decided(row, limit)}
        cells = []
        for files in groups.values():
            asked, done = sum(file in rows for file in files), sum(file in solved for file in files)
            cells.append("-" if not asked else str(done) if asked == len(files) else f"{done} of {asked}")
        times = sorted(solved.values()) or [0]
        penalty = (sum(times) + 2 * limit * (len(rows) - len(solved))) / max(len(rows), 1)
        memory = max((float(row["peak_mb"] or 0) for row in rows.values()), default=0)
        out.append(f"| {tool} | {' | '.join(cells)} | {len(solved)} of {len(rows)} | {penalty:.3f} | {1000 * median(times):.1f} "
                   f"| {sum(times):.2f} | {times[-1]:.2f} | {memory:.0f} |")
    return out


def against(ours, ours_name, measured, limit, name):
    """Our tool against what was measured elsewhere: sums over the instances that a peer solves, and where we fall behind."""
    cost = lambda file: ours[file]["cpu_seconds"] if decided(ours[file], limit) else limit
    out = [f"\n## {ours_name} against what was measured elsewhere\n",
           f"Over the instances that the peer decides in {limit:g} CPU seconds; what {ours_name} does not decide counts {limit:g} s.\n",
           "| peer | instances | peer total s | ours total s | peer / ours | not decided by us |", "|---" * 6 + "|"]
    fastest = {}
    for peer, rows in measured.items():
        solved = {file: row["cpu_seconds"] for file, row in rows.items() if file in ours and decided(row, limit)}
        total, mine = sum(solved.values()), sum(map(cost, solved))
        missed = sum(not decided(ours[file], limit) for file in solved)
        out.append(f"| {peer} | {len(solved)} | {total:.2f} | {mine:.2f} | {total / max(mine, 1e-9):.1f} | {missed} |")
        for file, seconds in solved.items():
            fastest[file] = min(fastest.get(file, (seconds, peer)), (seconds, peer))
    missed = [f"{name(file)} ({peer}: {seconds:.2f} s)" for file, (seconds, peer) in fastest.items() if not decided(ours[file], limit)]
    slow = [f"{name(file)} ({cost(file):.2f} s, {peer} {seconds:.2f} s)" for file, (seconds, peer) in fastest.items()
            if seconds > 0.1 and cost(file) > 1.5 * seconds]
    out.append(f"\nDecided by a peer in {limit:g} s and not by us: {len(missed)} of {len(fastest)}: {', '.join(missed) or 'none'}.")
    out.append(f"\nMore than 1.5 times as slow as the fastest peer where that needs more than 0.1 s: {', '.join(slow) or 'none'}.")
    return out


def detail(results, files, expected, name):
    """The table of all instances."""
    out = ["\n## Instances\n\nCPU seconds, and what is said where it is not a verdict.\n",
           "| instance | expected | " + " | ".join(results) + " |", "|---" * (len(results) + 2) + "|"]
    for file in files:
        rows = [rows.get(file) for rows in results.values()]
        said = [row and (row["verdict"] if row["verdict"] not in ("safe", "unsafe") else f"{row['cpu_seconds']:.3f}") for row in rows]
        verdict = expected.get(file, {}).get("verdict") or "/".join(sorted({row["verdict"] for row in rows if row} & {"safe", "unsafe"}))
        out.append(f"| {name(file)} | {verdict} | {' | '.join(cell or '' for cell in said)} |")
    return out


def main():
    args = arguments()
    tools, files = load(args.peers, args.tools, args.umpteen), instances(args.suite)
    if not tools or not files:
        sys.exit("there is no tool to run, or no instance")
    root = Path(os.path.commonpath([file.parent for file in files]))
    name = lambda file: str(file.relative_to(root))
    args.output.mkdir(parents=True, exist_ok=True)
    expected = {row["file"]: row for row in table(args.expected)}
    elsewhere = [{**row, "cpu_seconds": float(row["cpu_seconds"])} for row in table(args.measured) if row["file"] in set(files)]
    here = by_tool(measure(tools, files, args, name))
    there = {f"{tool} (elsewhere)": rows for tool, rows in by_tool(elsewhere).items()}
    ours, groups, everything = tools[0]["name"], {}, {**here, **there}
    for file in files:
        groups.setdefault(name(file.parent) if file.parent != root else root.name, []).append(file)
    found = problems(here, expected, name)
    # Which commit of umpteen ran is for whoever publishes the file to say: the binary may be older than the checkout.
    lines = ["# Coverability checkers on the same instances\n",
             f"Made by `bench/run.py`: {len(files)} instances, {args.time:g} CPU seconds and {args.memory:g} MB each, {os.cpu_count()} cores, "
             f"the tools in turn on each instance, {'one run' if args.repeat == 1 else f'least CPU of {args.repeat} runs if under 1 s'}. CPU "
             "is of the whole command with all its processes; umpteen's contains the independent check of its evidence. PAR2: mean CPU, "
             f"{2 * args.time:g} s for what is not decided. Median, total and longest are of what is decided."
             + (" \"Elsewhere\": measured on another machine, from a table." if there else "") + "\n",
             *summary(everything, groups, args.time), f"\nWrong verdicts, disagreements, crashes: {'; '.join(found) or 'none'}."]
    if there:
        lines += against(here.get(ours, {}), ours, there, args.time, name)
    if args.instances:
        lines += detail(everything, files, expected, name)
    times = {tool: [row["cpu_seconds"] for row in rows.values() if decided(row, args.time)] for tool, rows in everything.items()}
    cactus(times, args.time, len(files), args.output / "cactus.svg", "k-th easiest instance, CPU seconds")
    lines.append("\n## Plots\n\nAt the edge: not decided.\n\n![cactus plot](cactus.svg)")
    cost = lambda row: max(row["cpu_seconds"], 1e-3) if decided(row, args.time) else args.time
    for tool, rows in everything.items():
        if tool != ours and any(file in rows for file in here.get(ours, {})):
            points = {}
            for file, mine in here[ours].items():
                if file in rows:
                    said = {mine["verdict"], rows[file]["verdict"], expected.get(file, {}).get("verdict")} & {"safe", "unsafe"}
                    points.setdefault(said.pop() if len(said) == 1 else "open", []).append((cost(rows[file]), cost(mine)))
            plot = f"scatter_{tool.split()[0]}.svg"
            scatter(points, (1e-3, args.time), (f"{tool}: CPU", f"{ours}: CPU"), " s", args.output / plot)
            lines.append(f"\n![{ours} against {tool}]({plot})")
    (args.output / "results.md").write_text("\n".join(lines) + "\n")
    print("\n".join(found), f"written: {args.output / 'results.md'}", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
