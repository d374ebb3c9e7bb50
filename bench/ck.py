#!/usr/bin/env python3
"""Checks the programs of examples/real with the headers of Concurrency Kit; prints a table.

usage, from the project's root:  bench/ck.py FOLDER [OPTION...] > table.md

FOLDER is ck's folder `include`, after `./configure`; further options go to `umpteen check`. Each program is checked as it is,
and with the mistake that -DBUG puts into it, which must be UNSAFE. The exit code is 1 where a verdict is wrong.
"""
import os
import pathlib
import subprocess
import sys

BINARY = os.environ.get("UMPTEEN", "target/release/umpteen")
LIMIT = 60


def check(file, options):
    """The verdict of one run in words, and its seconds."""
    command = [BINARY, "check", str(file), "--also", "none", "-q", "--time", str(LIMIT)] + options
    process = subprocess.run(command, capture_output=True, text=True)
    line = (process.stdout or process.stderr).splitlines()[0]
    text, _, seconds = line.rpartition("  ")
    if not text.startswith(("SAFE", "UNSAFE", "UNKNOWN")):
        return line.split(":")[0], line, "-"
    return text.split()[0], " ".join(text.split()), seconds.split()[0]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    options = ["-I", sys.argv[1]] + sys.argv[2:]
    wrong = 0
    print("| program | verdict | seconds | with -DBUG | seconds |\n|---|---|--:|---|--:|")
    for file in sorted(pathlib.Path("examples/real").glob("ck_*.c")):
        right, mistake = check(file, options), check(file, options + ["-D", "BUG"])
        wrong += (right[0] == "UNSAFE") + (mistake[0] == "SAFE")
        print(f"| {file.stem} | {right[1]} | {right[2]} | {mistake[1]} | {mistake[2]} |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
