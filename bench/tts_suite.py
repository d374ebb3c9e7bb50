#!/usr/bin/env python3
"""Runs `umpteen check` over a folder of .tts files and prints a table: states explored, states per second, time.

usage, from the project's root:  bench/tts_suite.py FOLDER > bench/RESULTS.md
"""
import json
import subprocess
import sys
import time
from pathlib import Path

BINARY = "target/release/umpteen"


def measure(file):
    start = time.time()
    process = subprocess.run([BINARY, "check", str(file), "--output-format", "json", "--time", "600"], capture_output=True, text=True)
    wall = time.time() - start
    report = json.loads(process.stdout)
    search = report["seconds"]["total"] - report["seconds"]["check"]
    return {
        "name": file.stem,
        "verdict": report["verdict"]["verdict"],
        "threads": report["verdict"].get("threads", ""),
        "explored": report["work"]["explored"],
        "generated": report["work"]["generated"],
        "search": search,
        "wall": wall,
    }


def main():
    rows = [measure(file) for file in sorted(Path(sys.argv[1]).glob("*.tts"))]
    print("# Backward search on the thread transition systems of the coverability papers\n")
    print("Made by `bench/tts_suite.py`, release build, one run on 2 shared cores. `search` is reading and searching inside the")
    print("process, `wall` is the whole command with its independent check.\n")
    print("| system | verdict | threads | explored | generated | search s | generated/s | wall s |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        speed = row["generated"] / max(row["search"], 1e-6)
        print(f"| {row['name']} | {row['verdict']} | {row['threads']} | {row['explored']} | {row['generated']} | {row['search']:.4f} | {speed:,.0f} | {row['wall']:.3f} |")
    explored, generated = sum(r["explored"] for r in rows), sum(r["generated"] for r in rows)
    search, wall = sum(r["search"] for r in rows), sum(r["wall"] for r in rows)
    print(f"| **{len(rows)} systems** | | | {explored} | {generated} | {search:.2f} | {generated / search:,.0f} | {wall:.2f} |")
    print(f"\nStates explored per second of search: {explored / search:,.0f}; longest command: {max(r['wall'] for r in rows):.2f} s.")


main()
