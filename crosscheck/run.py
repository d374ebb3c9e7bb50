#!/usr/bin/env python3
"""Compares umpteen with Spin, Z3 and CBMC, which others wrote, and prints one table; docs/crosscheck.md says more.

A part whose tool is not installed is skipped with a message. The exit code is 1 if anything disagrees.
"""
import argparse
import importlib
import os
import shutil
import sys
import time

import commands
from table import show

PARTS = {  # the tool, how it tells its version, the module that compares
    "spin": (["spin", "-V"], "spin_compare"),
    "z3": (["z3", "--version"], "certificates"),
    "cbmc": (["cbmc", "--version"], "c_compare"),
}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("parts", nargs="*", metavar="PART", help="which parts; all by default")
    arguments.add_argument("--cases", type=int, default=300, help="how many random systems and programs")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--suites", default=os.environ.get("SUITES"), help="a folder with public suites, if there is one")
    arguments.add_argument("-v", action="store_true", help="tell every case that is not simply an agreement")
    given = arguments.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        arguments.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    say = (lambda line: print(line, flush=True)) if given.v else lambda line: None
    if not shutil.which(commands.UMPTEEN):
        sys.exit(f"{commands.UMPTEEN} is not there; UMPTEEN names the command")
    rows = []
    for part in given.parts or PARTS:
        words, module = PARTS[part]
        version = commands.version(words)
        if not version:
            print(f"{part}: skipped, it is not installed")
            continue
        print(f"{part}: {version}", flush=True)
        begun = time.time()
        rows += importlib.import_module(module).compare(given.cases, given.seed, given.suites, say)
        print(f"{part}: {time.time() - begun:.0f} s", flush=True)
    print(show(rows))
    sys.exit(1 if any(row.disagreements for row in rows) else 0)


if __name__ == "__main__":
    main()
