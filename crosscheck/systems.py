"""Reads thread systems (.tts with .prop) and nets (.spec): written from docs/formats.md, not from umpteen's code.

Edges and rules are kept as they are written. Nobody here knows about counters of threads, predecessors or conversions.
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

from commands import Unreadable


@dataclass
class Edge:
    """`s l -> s' l'` or `s l +> s' l'`, with what it asks of and does to other threads."""
    shared: int
    local: int
    shared_after: int
    local_after: int
    creates: bool = False
    witness: int | None = None
    passive: str = "stay"  # or "all" (broadcast), "one" (signal)
    moves: list = field(default_factory=list)


@dataclass
class Rule:
    """A rule of a net: guards `place >= number` and, for some places, the value after as constant and summands."""
    guards: dict
    updates: dict  # place -> (constant, {place: factor})


@dataclass
class System:
    """A thread system (`steps` are edges) or a net (`steps` are rules; there is one shared state)."""
    is_net: bool
    shared_count: int
    names: list
    steps: list
    starts: list   # (shared, {local: (least, whether more may be there)})
    targets: list  # (shared or None, {local: least})


def without_comments(text):
    return [line.split("#")[0].rstrip() for line in text.splitlines()]


def read(path, options_init=None, options_target=None):
    """The system in a file, with the start and the target that options give instead of the file's."""
    path = Path(path)
    read_file = {".tts": read_threads, ".spec": read_net}.get(path.suffix)
    if not read_file:
        raise Unreadable(f"the ending {path.suffix}")
    return read_file(path, options_init, options_target)


def read_threads(path, init, target):
    lines = [line for line in without_comments(path.read_text()) if line.strip()]
    shared_count, local_count = map(int, lines[0].split())
    if target is None:
        target = "\n".join(without_comments(path.with_suffix(".prop").read_text()))
    starts = [(0, {0: (0, True)})] if init is None else [read_start(part) for part in init.split(";")]
    targets = [read_target(part) for part in re.split(r"[;\n]", target) if part.strip()]
    return System(False, shared_count, list(range(local_count)), [read_edge(line) for line in lines[1:]], starts, targets)


def read_edge(line):
    moved = re.fullmatch(r"\s*(\d+)\s+(\d+)\s*([-+])>\s*(\d+)\s+(\d+)\s*(?:\?\s*(\d+)\s*)?(?::(.*))?", line)
    if not moved:
        raise Unreadable(f"the edge {line!r}")
    edge = Edge(int(moved[1]), int(moved[2]), int(moved[4]), int(moved[5]), moved[3] == "+")
    edge.witness = None if moved[6] is None else int(moved[6])
    if passive := (moved[7] or "").strip():
        edge.passive = "one" if passive.startswith("one ") else "all"
        for move in passive.removeprefix("one ").split(","):
            source, destination = move.split("~>")
            edge.moves.append((int(source), int(destination)))
        if len({source for source, _ in edge.moves}) < len(edge.moves):
            raise Unreadable("two moves from one local state")
    return edge


def read_start(text):
    shared, _, locals_ = text.partition("|")
    counts = {}
    for part in filter(None, (part.strip() for part in locals_.split(","))):
        local, _, amount = (word.strip() for word in part.partition("*"))
        least, more = (0, True) if amount == "any" else (int(amount.rstrip("+") or 1), amount.endswith("+"))
        before = counts.get(int(local), (0, False))
        counts[int(local)] = (before[0] + least, before[1] or more)
    return int(shared), counts


def read_target(text):
    shared, _, locals_ = text.strip().partition("|")
    counts = {}
    for part in filter(None, (part.strip() for part in locals_.split(","))):
        local, _, amount = part.partition("*")
        counts[int(local)] = counts.get(int(local), 0) + int(amount or 1)
    return None if shared.strip() == "*" else int(shared), counts


SECTIONS = ("vars", "rules", "init", "target", "invariants")
NAME = r"[A-Za-z0-9_.$@\[\]]+"


def read_net(path, init, target):
    sections, current = {}, None
    for line in without_comments(path.read_text()):
        words = line.split(maxsplit=1)
        if words and words[0] in SECTIONS:
            current, line = words[0], words[1] if len(words) > 1 else ""
            sections[current] = []
        if line.strip():
            if current is None:
                raise Unreadable("text before the first section")
            sections[current].append(line.strip())
    names = " ".join(sections["vars"]).split()
    number = {name: at for at, name in enumerate(names)}
    rules = [read_rule(text, number) for text in " ".join(sections["rules"]).split(";") if text.strip()]
    start = {}
    for place, sign, amount in comparisons(init if init is not None else " ".join(sections["init"]), number):
        start[place] = (amount, sign == ">=")
    lines = target.split(";") if target is not None else sections["target"]
    targets = []
    for line in lines:
        counts = {}
        for place, sign, amount in comparisons(line, number):
            if sign != ">=":
                raise Unreadable("a target with =")
            counts[place] = max(amount, counts.get(place, 0))
        targets.append((None, counts))
    return System(True, 1, names, rules, [(0, start)], targets)


def comparisons(text, number):
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = re.fullmatch(rf'"?({NAME})"?\s*(>=|=)\s*(\d+)', part)
        if not found or found[1] not in number:
            raise Unreadable(f"the condition {part!r}")
        yield number[found[1]], found[2], int(found[3])


def read_rule(text, number):
    guard, arrow, effect = text.partition("->")
    if not arrow:
        raise Unreadable(f"the rule {text!r}")
    guards = {}
    for place, sign, amount in comparisons(guard, number):
        if sign != ">=":
            raise Unreadable("a guard with =")
        guards[place] = max(amount, guards.get(place, 0))
    updates = {}
    for part in filter(None, (part.strip() for part in effect.split(","))):
        found = re.fullmatch(rf"({NAME})'\s*=\s*(.*)", part)
        if not found or found[1] not in number or number[found[1]] in updates:
            raise Unreadable(f"the update {part!r}")
        updates[number[found[1]]] = read_sum(found[2], number)
    return Rule(guards, updates)


def read_sum(text, number):
    """A sum of places and constants, as it stands."""
    constant, factors = 0, {}
    for sign, term in re.findall(rf"([-+]?)\s*({NAME})", text):
        factor = -1 if sign == "-" else 1
        if term in number:
            factors[number[term]] = factors.get(number[term], 0) + factor
        elif term.isdigit():
            constant += factor * int(term)
        else:
            raise Unreadable(f"the sum {text!r}")
    if re.sub(rf"[-+\s]|{NAME}", "", text):
        raise Unreadable(f"the sum {text!r}")
    return constant, factors
