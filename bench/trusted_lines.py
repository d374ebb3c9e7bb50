#!/usr/bin/env python3
"""Counts what is trusted for a verdict about C: lines of code without tests, comments and blank lines (README.md, docs/trust.md).

usage, from the project's root:  bench/trusted_lines.py
"""
from pathlib import Path

PARTS = [
    ("reading and lowering", ["crates/frontends/src/c"], ".rs"),
    ("the library, in C", ["crates/frontends/src/c/library"], ".c"),
    ("the meaning of a step and of an abstraction", ["crates/model/src/c"], ".rs"),
    ("its encoding", ["crates/logic/src"], ".rs"),
    ("the checker", ["crates/checker/src"], ".rs"),
    ("of it, for reductions", ["crates/checker/src/reduction"], ".rs"),
    ("not trusted: reductions", ["crates/reduce/src"], ".rs"),
]


def lines(path):
    """The lines of code of a file; the unit tests at its end do not count."""
    text = path.read_text().splitlines()
    count, inside = 0, False
    for at, line in enumerate(text):
        line = line.strip()
        following = text[at + 1].strip() if at + 1 < len(text) else ""
        if line == "#[cfg(test)]" and following.startswith("mod ") and following.endswith("{"):
            break
        if path.suffix == ".c" and (inside or line.startswith("/*")):
            inside = "*/" not in line
            continue
        count += bool(line) and not line.startswith("//")
    return count


for name, folders, suffix in PARTS:
    files = [path for folder in folders for path in sorted(Path(folder).rglob(f"*{suffix}"))]
    files = [path for path in files if "tests" not in path.parts and path.name != "tests.rs"]
    print(f"{sum(map(lines, files)):>7,}  {name}")
