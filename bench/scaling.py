#!/usr/bin/env python3
"""How the time of each engine grows with places, transitions and target on the families of bench/families.py. Writes FOLDER/scaling.csv,
FOLDER/scaling.md and a log-log plot for each curve; an engine that does not decide a size is not asked for the next ones.

usage, from the project's root:  bench/scaling.py -o FOLDER [--time 10] [--umpteen BINARY] [--only places|FAMILY] [--tools umpteen,backward,...]
"""
import argparse
import csv
import sys
import tempfile
from math import ceil, floor, log, log10
from pathlib import Path
from families import generate
from plot import COLOURS, lines
from tools import decided, load, run

ENGINES = ["umpteen", "backward", "karp_miller", "both", "directed", "pathwise"]
DASHES = ["none", "7 4", "2 3"]
FLOOR = 0.02  # seconds below which starting up counts more than the size


def sizes(*numbers, **others):
    return [dict(size=number, **others) for number in numbers]


# What grows, the family, its variants, and the arguments of the generator.
CURVES = [
    ("places", "independent", ["safe", "unsafe"], sizes(10, 30, 100, 300, 1000, 3000)),
    ("places", "coupled", ["safe", "unsafe"], sizes(10, 30, 100, 300, 1000, 3000)),
    ("places", "ring", ["exclusion", "starve"], sizes(10, 30, 100, 300, 1000, 3000)),
    ("places", "philosophers", ["neighbours", "eating", "deadlock"], sizes(10, 30, 100, 300, 1000, 3000)),
    ("places", "provenance", ["flow", "no_lock"], sizes(2, 4, 8, 16, 32, width=6)),
    ("places", "provenance", ["cut", "lock", "approval"], sizes(2, 4, 8, 16, 32, width=6)),
    ("places", "threads", ["lock", "bug"], sizes(9, 30, 90, 300, 900)),
    ("transitions", "provenance", ["flow", "no_lock"], [dict(size=6, width=width) for width in (2, 4, 8, 16, 24)]),
    ("transitions", "provenance", ["cut", "lock", "approval"], [dict(size=6, width=width) for width in (2, 4, 8, 16, 24)]),
    ("transitions", "threads", ["lock", "bug"], [dict(size=30, width=width) for width in (3, 10, 30, 100, 300)]),
    ("target", "pump", ["free", "fuel", "short"], sizes(*(10**k for k in range(1, 7)))),
    ("target", "pipeline", ["all", "more"], sizes(*(10**k for k in range(1, 6)))),
    ("target", "nested", ["unlimited", "reach", "beyond"], sizes(*range(2, 17, 2))),
    ("target", "wide", ["unsafe", "safe"], sizes(2, 4, 8, 16, 32, 100, 1000)),
    ("target", "threads", ["bug"], [dict(size=15, width=4, target=target) for target in (1, 3, 10, 30, 100, 1000)]),
]


def measure(tools, axis, family, variants, selection, args, folder, record):
    """The points (size, seconds, decided) of every engine and variant; what is wrong is told at once."""
    points, wrong = {(tool["name"], variant): [] for variant in variants for tool in tools}, []
    for variant in variants:
        for arguments in selection:
            asked = [tool for tool in tools if all(done for _, _, done in points[tool["name"], variant])]
            if not asked:
                break
            words = "-".join(f"{key}{value}" for key, value in arguments.items())
            system, verdict, file = generate(family, variant, folder / f"{family}-{variant}-{words}", **arguments)
            for tool in asked:
                row = run(tool, file, args.time, args.memory)
                done = decided(row, args.time)
                points[tool["name"], variant].append((system.size()[axis], row["cpu_seconds"] if done else args.time, done))
                if done and row["verdict"] != verdict or row["verdict"].startswith("error"):
                    wrong.append(f"{tool['name']} says {row['verdict']} of {family} {variant} {words}, which is {verdict}")
                    print(f"WRONG: {wrong[-1]}", file=sys.stderr)
                record({"axis": axis, "family": family, "variant": variant, "arguments": words, **system.size(), "expected": verdict,
                        "engine": tool["name"], "verdict": row["verdict"], "cpu_seconds": f"{row['cpu_seconds']:.4f}", "peak_mb": f"{row['peak_mb']:.1f}"})
            print(axis, family, variant, words, *(f"{name}:{line[-1][1]:.3f}" for (name, other), line in points.items()
                                                   if other == variant and line), flush=True)
            for written in (file, file.with_suffix(".prop")):
                written.unlink(missing_ok=True)
    return points, wrong


def exponent(line):
    """The least-squares slope of the curve on both logarithmic scales: k where time grows like size ** k."""
    at = [(log(size), log(seconds)) for size, seconds, done in line if done and seconds > FLOOR]
    if len(at) < 3:
        return "too few points"
    x, y = (sum(values) / len(at) for values in zip(*at))
    return f"n^{sum((a - x) * (b - y) for a, b in at) / max(sum((a - x) ** 2 for a, _ in at), 1e-9):.1f}"


def report(axis, family, points, args, name):
    """The table of a curve and its plot."""
    variants, engines = (list(dict.fromkeys(key[at] for key in points)) for at in (1, 0))
    everything = [point for line in points.values() for point in line]
    low, high = min(size for size, _, _ in everything), max(size for size, _, _ in everything)
    ranges = (10 ** floor(log10(low)), 10 ** max(ceil(log10(high)), floor(log10(low)) + 1)), (1e-3, 10 ** ceil(log10(args.time)))
    series = {f"{engine}: {variant}": (DASHES[variants.index(variant)], COLOURS[engines.index(engine)], line)
              for (engine, variant), line in points.items()}
    lines(series, ranges, (f"{axis}: {family}", "CPU"), ("", " s"), args.output / name)
    out = [f"\n## {axis}: {family}\n", f"![{axis}: {family}]({name})\n", "| variant | engine | largest decided | CPU s | grows like |", "|---" * 5 + "|"]
    for (engine, variant), line in points.items():
        done = [(size, seconds) for size, seconds, done in line if done]
        size, seconds = max(done, default=(0, 0))
        complete = "all" if len(done) == len(line) else "next: not in time"
        out.append(f"| {variant} | {engine} | {size:,} ({complete}) | {seconds:.3f} | {exponent(line)} |" if done
                   else f"| {variant} | {engine} | none | | |")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--time", type=float, default=10, help="CPU seconds for each run")
    parser.add_argument("--memory", type=float, default=8000, help="megabytes for each run")
    parser.add_argument("--umpteen", default="target/release/umpteen", help="the binary")
    parser.add_argument("--tools", type=lambda text: text.split(","), default=ENGINES)
    parser.add_argument("--peers", type=Path, default=Path(__file__).parent / "peers.toml")
    parser.add_argument("--only", help="curves of this kind or family only")
    args = parser.parse_args()
    tools = load(args.peers, args.tools, args.umpteen)
    args.output.mkdir(parents=True, exist_ok=True)
    found, wrong = [], []
    with (args.output / "scaling.csv").open("w") as text, tempfile.TemporaryDirectory() as folder:
        writer = csv.DictWriter(text, ["axis", "family", "variant", "arguments", "places", "transitions", "target", "expected", "engine", "verdict",
                                       "cpu_seconds", "peak_mb"], lineterminator="\n")
        writer.writeheader()
        for axis, family, variants, selection in CURVES:
            if args.only in (None, axis, family):
                points, mistakes = measure(tools, axis, family, variants, selection, args, Path(folder), writer.writerow)
                found += report(axis, family, points, args, f"scaling_{axis}_{family}_{variants[0]}.svg")
                wrong += mistakes
    head = ["# How time grows with the size\n",
            f"Made by `bench/scaling.py` on the families of `bench/families.py`: CPU seconds of the whole command, with the independent check; "
            f"{args.time:g} s each, one run. `n^k` is fitted to the runs over {1000 * FLOOR:g} ms. Open circles: not decided.",
            f"\nWrong verdicts and crashes: {'; '.join(wrong) or 'none'}."]
    (args.output / "scaling.md").write_text("\n".join(head + found) + "\n")
    sys.exit(bool(wrong))


main()
