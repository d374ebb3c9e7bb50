#!/usr/bin/env python3
"""Checks programs that nobody here wrote, unchanged, and prints a table by program.

usage, from the project's root:  bench/real_code.py FOLDER... [--list FILE --root FOLDER] [--only TEXT] [-- OPTION...]

A program is a file of a FOLDER with a function `main`, or a line `NAME: FILES AND OPTIONS` of the list, in which paths are
relative to the root (names of this project with `./` before them). Those that `gcc -fsyntax-only` does not take are counted and left out. Options behind
`--` go to `umpteen check`. Each program may take 60 seconds and 4 GB; UMPTEEN is the command. What a refused program is
refused for is listed by construct at the end, with the number of places and programs.
"""
import argparse
import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

BINARY = os.environ.get("UMPTEEN", "target/release/umpteen")
VERDICTS = {0: "SAFE", 10: "UNSAFE", 5: "UNKNOWN", 2: "refused"}
COMPILER = {"-I", "-D", "-U", "-include", "-isystem"}


class Program:
    """A name, files, and options for gcc and for the verifier."""

    def __init__(self, name, files, options=(), more=()):
        self.name, self.files, self.options, self.more = name, files, list(options), list(more)

    def compiles(self):
        """Whether gcc takes all files."""
        command = ["gcc", "-w", "-fsyntax-only", *self.options, *self.files]
        return subprocess.run(command, capture_output=True).returncode == 0

    def lines(self):
        return sum(file.read_bytes().count(b"\n") for file in self.files)


def of_folder(folder):
    """The programs of a folder: its files with a function `main`."""
    for file in sorted(folder.glob("*.c")):
        if re.search(r"\bmain\s*\(", file.read_text(errors="replace")):
            yield Program(f"{folder.name}/{file.stem}", [file])


def of_list(text, root):
    """The programs of a list: `NAME: FILES AND OPTIONS`; paths are relative to the root, or to here if they begin with `./`."""
    for line in text.splitlines():
        name, separator, words = line.partition(":")
        if line.startswith("#") or not separator:
            continue
        path = lambda word: pathlib.Path(word) if word.startswith("./") else root / word
        files, options, more, words = [], [], [], iter(shlex.split(words))
        for word in words:
            if word in COMPILER:
                value = next(words)
                options += [word, value if word in ("-D", "-U") else str(path(value))]
            elif word.startswith("--"):
                more += [word, next(words)]
            else:
                files.append(path(word))
        yield Program(name.strip(), files, options, more)


def refusals(text):
    """The refused constructs: by message without names, how many places."""
    found, message = collections.Counter(), None
    for line in text.splitlines():
        error = re.match(r"error\[[a-z-]+\]: (.*)", line)
        if error:
            message = re.sub(r" is not supported$", "", re.sub(r": `.*", "", error.group(1)))
            found[message] += 1
        elif line.startswith("also ") and message:
            found[message] += line.count(" at ")
    return found


def answer(process, text):
    """The answer in words."""
    verdict, lines = VERDICTS.get(process.returncode, f"exit {process.returncode}"), text.splitlines() or [""]
    if verdict == "refused":
        return f"refused: {'; '.join(refusals(text)) or lines[0]}"
    first = " ".join(re.sub(r"\s+[0-9.]+ s$", "", lines[0]).split())
    for line in lines[1:4]:
        place = re.match(r"\s*--> ([^ :]*).*?:([0-9]+):[0-9]+", line)
        error = re.match(r"error\[[a-z-]+\]: (.*)", line)
        if error:
            first += f": {error.group(1)}"
        elif place:
            first += f", line {place.group(2)}"
    tried = [line.split(None, 1)[1] for line in lines if line.startswith("tried ")] if verdict == "UNKNOWN" else []
    return "; ".join([first, *tried])


def check(program, options):
    """The answer, its seconds, and what is refused."""
    command = [BINARY, "check", *map(str, program.files), *program.options, *program.more]
    command += ["--time", "60", "--memory", "4000", *options]
    began = time.time()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT)
        output.seek(0)
        text = output.read()
    found = refusals(text) if process.returncode == 2 else collections.Counter()
    return answer(process, text), time.time() - began, found


def main():
    words, options = sys.argv[1:], []
    if "--" in words:
        words, options = words[: words.index("--")], words[words.index("--") + 1 :]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--only", default="")
    arguments = parser.parse_args(words)
    programs = [program for folder in arguments.folders for program in of_folder(folder)]
    if arguments.list:
        programs += of_list(arguments.list.read_text(), arguments.root)
    programs = [program for program in programs if arguments.only in program.name]
    left_out = [program.name for program in programs if not program.compiles()]
    programs = [program for program in programs if program.name not in left_out]
    places, refusing, answers = collections.Counter(), collections.Counter(), collections.Counter()
    print("| program | lines | answer | seconds |\n|---|--:|---|--:|")
    for program in programs:
        said, seconds, found = check(program, options)
        places.update(found)
        refusing.update(found.keys())
        answers[re.split("[ :;]", said)[0]] += 1
        cell = said.replace("|", "\\|")
        print(f"| {program.name} | {program.lines()} | {cell} | {seconds:.1f} |", flush=True)
    print(f"\n{len(programs)} programs:", ", ".join(f"{answers[name]} {name}" for name in sorted(answers)))
    if left_out:
        print(f"gcc does not take {len(left_out)}:", ", ".join(left_out))
    if places:
        print("\n| construct | programs | places |\n|---|--:|--:|")
        for construct, number in refusing.most_common():
            print(f"| {construct} | {number} | {places[construct]} |")


if __name__ == "__main__":
    main()
