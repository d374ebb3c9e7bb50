"""Runs umpteen and the tools of others within limits, and finds the files to compare them on."""
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UMPTEEN = os.environ.get("UMPTEEN", str(ROOT / "target/release/umpteen"))


class Unreadable(Exception):
    """A file, or a part of the language, that the naive readers of this folder leave out; the message says what."""


def run(words, seconds, text=None, folder=None):
    """Exit code and output of a command, at low priority; the code is None when the time (of the processor) is over."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    try:
        done = subprocess.run(["nice", "-n", "10", *map(str, words)], input=text, capture_output=True, text=True,
                              timeout=10 * seconds, cwd=folder, errors="replace", preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return None, ""
    return None if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else done.returncode, done.stdout + done.stderr


def version(words):
    """What a tool says about its version, or None when it is not installed."""
    if not shutil.which(words[0]):
        return None
    said = run(words, 20)[1].strip().splitlines()
    return said[0] if said else "?"


def check(file, *options, seconds=20):
    """The report of `umpteen check`; one with the verdict `refused` or `crashed` when there is none."""
    words = [UMPTEEN, "check", file, "--also", "none", "--output-format", "json", "--jobs", "1", "--time", seconds, *options]
    code, said = run(words, seconds + 10)
    if code not in (0, 5, 10):
        return {"verdict": {"verdict": "refused" if code == 2 else "crashed"}, "said": said}
    return json.loads(said[said.index("{"):said.rindex("}") + 1])


def verdict(report):
    """safe, unsafe, unknown, refused (bad input or usage) or crashed (anything else)."""
    return report["verdict"]["verdict"]


def expectation(file):
    """What the first line of a file expects, and the flags that go with it; None if it says nothing."""
    with open(file, errors="replace") as lines:
        first = lines.readline()
    found = re.search(r"expect: (\w+)", first)
    if not found:
        return None
    flags = re.search(r", flags (.*?)(\*/)?\s*$", first)
    options = shlex.split(flags[1]) if flags else []
    if named := re.search(r", property ([\w-]+)", first):
        options += ["--property", named[1]]
    return found[1], options


def files(*endings, folders=("examples", "tests/corpus")):
    """The files of the project with these endings whose first line says what to expect, sorted."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in endings]
    return [path for path in sorted(found) if expectation(path)]


def option(options, name):
    """The value of an option among flags, if it is there."""
    for at, word in enumerate(options):
        if word == name:
            return options[at + 1]
        if word.startswith(name + "="):
            return word[len(name) + 1:]
    return None
