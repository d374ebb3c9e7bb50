#!/usr/bin/env python3
"""Runs SATABS's own tests as their test.desc says, and prints the tables of docs/satabs.md without the reasons.

usage, from the project's root:  bench/satabs.py REGRESSION [GROUP...] [--time SECONDS]

REGRESSION is the folder `regression` of the public repository martin-cs/SATABS; a GROUP is a folder in it. Each test of concurrent C is
run with a statement and with an access to shared memory as one step. Where the verdict is not the expected one, it is run again with at
most as many threads as the test has. The exit code is 1 if a test has the opposite of the expected verdict; docs/satabs.md says why
these have.
"""
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

BINARY = Path("target/release/umpteen").resolve()
GROUPS = ["boppo", "concurrency", "symmetry_aware", "symmetry_aware_threader_ready", "symmetry_aware_cav12threader",
          "symmetry_aware_bugzilla", "tacas_12_comp/tacas_12_comp_concurrency"]
EXPECTED = {"VERIFICATION SUCCESSFUL": "SAFE", "VERIFICATION FAILED": "UNSAFE"}
VERDICTS = {0: "SAFE", 10: "UNSAFE", 5: "UNKNOWN", 2: "refused"}


class Test:
    """A folder with a test.desc: the kind, the file, the options, and patterns of what is printed."""

    def __init__(self, folder):
        kind, file, options, *patterns = (folder / "test.desc").read_text().splitlines()
        self.name, self.kind, self.words, self.folder = folder.name, kind.strip(), shlex.split(options), folder
        self.files = [folder / file.strip()]
        found = [verdict for text, verdict in EXPECTED.items() if any(text in pattern for pattern in patterns)]
        self.expected = found[0] if len(found) == 1 else "-"
        self.threads, self.options, self.said = None, [], []
        # CIL wrote these for a machine with 32 bits: addresses are computed as `unsigned int`.
        if "__cil_tmp" in self.files[0].read_text(errors="replace"):
            self.options += ["--data-model", "ilp32"]
        words = iter(self.words)
        for word in words:
            if word == "--max-threads":
                self.threads = next(words)
                self.said.append(f"{word} {self.threads}")
            elif word == "--data-race-check":
                self.options += ["--property", "race"]
                self.said.append(word)
            elif word in ("--error-label", "-l"):
                self.label = next(words)
                self.options += ["--property", "reach-error" if word != "-l" else f"label:{self.label}"]
                self.said.append(f"{word} {self.label}")
            elif word in ("-D", "-I"):
                self.define(word, next(words))
            elif word.startswith(("-D", "-I")):
                self.define(word[:2], word[2:])
            elif word.endswith((".c", ".i")) and not word.startswith("-"):
                self.files.append(folder / word)
                self.said.append(word)

    def define(self, option, value):
        self.options += [option, str(self.folder / value) if option == "-I" else value]
        self.said.append(f"{option}{value}")

    def run(self, limit, *more):
        """The verdict, in the words of the tables."""
        files = self.files
        with tempfile.TemporaryDirectory() as changed:
            if "--error-label" in self.words:
                files = [Path(changed) / file.name for file in self.files]
                for file, copy in zip(self.files, files):
                    called = re.sub(rf"\b{self.label}:", f"{self.label}: __VERIFIER_error();", file.read_text())
                    copy.write_text("extern void __VERIFIER_error(void);\n" + called)
            options = [*self.options, *more, "--time", str(limit), "--memory", "1500", "--jobs", "1", "-q"]
            process = subprocess.run([BINARY, "check", *files, "--also", "none", *options], capture_output=True, text=True)
        verdict, line = VERDICTS.get(process.returncode, f"exit {process.returncode}"), process.stdout.split("\n")[0]
        if verdict == "UNSAFE":
            return f"{verdict}, {re.search('with ([0-9]+) thread', line).group(1)}"
        if "up to an invalid access" in line:
            return f"{verdict} up to an invalid access"
        return f"{verdict}, any" if verdict == "SAFE" and "any number" in line else verdict


def cell(test, limit, *more):
    """A verdict, and the one with few threads if it is another than the expected one."""
    verdict = test.run(limit, *more)
    if not verdict.startswith(test.expected) and test.threads:
        few = test.run(limit, *more, "--threads", test.threads)
        if few.split(",")[0] != verdict.split(",")[0]:
            verdict += f"; at most {test.threads}: {few.split(',')[0]}"
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("regression", type=Path)
    parser.add_argument("groups", nargs="*", default=GROUPS)
    parser.add_argument("--time", type=int, default=40)
    arguments = parser.parse_args()
    tests = agree = opposite = 0
    for group in arguments.groups:
        columns = ["here"] if group == "boppo" else ["a statement is a step", "an access is a step"]
        print(f"\n### {group}\n\n| test | kind | options | expected | {' | '.join(columns)} |\n|{'---|' * (4 + len(columns))}")
        for folder in sorted(file.parent for file in (arguments.regression / group).glob("*/test.desc")):
            test = Test(folder)
            steps = [[]] if group == "boppo" else [["--granularity", "statement"], []]
            cells = [cell(test, arguments.time, *step) for step in steps]
            tests += 1
            agree += cells[0].startswith(test.expected)
            opposite += test.expected != "-" and cells[0].split(",")[0] in {"SAFE", "UNSAFE"} - {test.expected}
            said = f"`{' '.join(test.said)}`" if test.said else ""
            print(f"| {test.name} | {test.kind} | {said} | {test.expected} | {' | '.join(cells)} |", flush=True)
    print(f"\n{tests} tests: {agree} as expected, {opposite} the opposite")
    sys.exit(opposite > 0)


if __name__ == "__main__":
    main()
