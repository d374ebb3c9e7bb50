#!/usr/bin/env python3
"""Generates nets (.spec) and thread systems (.tts with .prop) of any size whose verdicts are known by construction.

usage:  bench/families.py FAMILY [--variant V] [--size N] [--width N] [--target N] [--seed N] -o FILE
        bench/families.py --all FOLDER     (a standard selection, with FOLDER/VERDICTS.csv: file,verdict,source)
        bench/families.py --list           (the families, and why their verdicts are what they are)
"""
import argparse
import csv
import inspect
import sys
from pathlib import Path
from random import Random
from systems import FAMILIES, Net, Threads, family
import provenance  # registers its family


@family(lock=("safe", [dict(size=9), dict(size=30), dict(size=90, width=40)]),
        bug=("unsafe", [dict(size=9), dict(size=30), dict(size=90, width=40), dict(size=30, target=8)]))
def threads(variant, size=30, width=10, target=0, seed=1):
    """Threads with `size` local states, the last third of them critical, `width` modes times one lock as shared states, and random edges that
    obey the lock: entering a critical state takes it, leaving gives it back, all others leave it as it is.

    lock: two threads in critical states? The number of such threads is that of the lock, by induction over every edge: safe.
    bug: one more edge enters a critical state without looking at the lock. Threads get to the last uncritical state one
      by one, and those there turn the mode as they like: so one can take the lock, and then one the wrong edge. With `target`, that
      many threads more have to be in the last uncritical state, which any number can be: unsafe.
    """
    random, waiting = Random(seed), size - size // 3 - 1
    system, critical = Threads(2 * width, size), waiting + 1
    shared = lambda mode, lock: 2 * (mode % width) + lock
    for lock in (0, 1):
        for local in range(waiting):
            system.edge(shared(local, lock), local, shared(local + 1, lock), local + 1)
        for mode in range(width):
            system.edge(shared(mode, lock), waiting, shared(mode + 1, lock), waiting)
    system.edge(shared(0, 0), waiting, shared(0, 1), critical)
    system.edge(shared(0, 1), size - 1, shared(0, 0), waiting)
    for local in range(critical, size - 1):
        system.edge(shared(local, 1), local, shared(local + 1, 1), local + 1)
    for _ in range(width * size):
        before, after, lock, kind = random.randrange(width), random.randrange(width), random.randrange(2), random.randrange(8)
        low, high = lambda: random.randrange(critical), lambda: random.randrange(critical, size)
        if kind < 4:
            system.edge(shared(before, lock), low(), shared(after, lock), low())
        elif kind < 5:
            system.edge(shared(before, lock), low(), shared(after, lock), low(), "+>")
        elif kind < 6:
            system.edge(shared(before, 1), high(), shared(after, 1), high())
        elif kind < 7:
            system.edge(shared(before, 0), low(), shared(after, 1), high())
        else:
            system.edge(shared(before, 1), high(), shared(after, 0), low())
    if variant == "bug":
        system.edge(shared(width - 1, 1), waiting, shared(width - 1, 1), critical)
    system.target = (shared(width - 1, 1), {critical: 2, **({waiting: target} if target else {})})
    return system


@family(all=("unsafe", [dict(size=5), dict(size=20), dict(size=100, width=10)]), more=("safe", [dict(size=5), dict(size=20), dict(size=100, width=10)]))
def pipeline(variant, size=20, width=5, target=2, seed=1):
    """`size` pieces go through `width` stages with `target` slots each, in two steps each stage, like kanban.

    all: all pieces at the end: each can go alone, in size * (2 * width + 1) steps: unsafe.
    more: one more than there are: no step makes a piece: safe.
    """
    net = Net()
    net.start(begin=size)
    for stage in range(width):
        net.start(**{f"slots{stage}": target})
        before = [f"done{stage - 1}"] if stage else ["begin"]
        net.move([*before, f"slots{stage}"], [f"working{stage}", *([f"slots{stage - 1}"] if stage else [])])
        net.move([f"working{stage}"], [f"done{stage}"])
        net.move([f"done{stage}"], [f"working{stage}"])  # repaired
    net.move([f"done{width - 1}"], ["end", f"slots{width - 1}"])
    net.target = {"end": size + (variant == "more")}
    return net


@family(free=("unsafe", [dict(size=10**k) for k in (1, 3, 5)]), fuel=("unsafe", [dict(size=10**k) for k in (1, 3, 5)]),
        short=("safe", [dict(size=10**k) for k in (1, 3, 5)]))
def pump(variant, size=1000, width=3, target=0, seed=1):
    """A loop of `width` steps makes one token each time round; a second loop turns these one by one into others; `size` of those are needed.

    free: the loop can be run as often as one likes: unsafe.
    fuel: each round takes one of `size` tokens of fuel: just enough, unsafe.
    short: one token of fuel less: fuel + what was made, in either form, never grows: safe.
    """
    net = Net()
    net.start(at0=1)
    fuel = [] if variant == "free" else ["fuel"]
    if fuel:
        net.start(fuel=size - (variant == "short"))
    for step in range(width):
        end = step == width - 1
        net.move([f"at{step}", *(fuel if end else [])], [f"at{(step + 1) % width}", *(["made"] if end else [])])
    net.move(["at0"], ["turn"])
    net.move(["turn", "made"], ["turned"])
    net.move(["turned"], ["turn", "result"])
    net.target = {"result": size}
    return net


@family(reach=("unsafe", [dict(size=3), dict(size=6), dict(size=10)]), beyond=("safe", [dict(size=3), dict(size=6), dict(size=10)]),
        unlimited=("unsafe", [dict(size=3), dict(size=6), dict(size=10)]))
def nested(variant, size=6, width=0, target=0, seed=1):
    """An inner loop turns x into two y each, another one y into x, and an outer loop does these in turns, at most `size` times.

    reach: 2 ** size x: doubling all of them each time, unsafe.
    beyond: one more: (2x + y) * 2 ** (rounds left - 1) in the first phase, x with no round left, and (x + y) * 2 ** rounds left in the
      second one never grow, and bound x: safe.
    unlimited: as often as one likes, and 2 ** size again: unsafe; a forward search accelerates, a backward search counts.
    """
    net = Net()
    net.start(first=1, second=0, x=1, y=0)
    net.rule({"first": 1, "x": 1}, {"first": 1, "y": 2})
    rounds = [] if variant == "unlimited" else ["rounds"]
    if rounds:
        net.start(rounds=size)
    net.move(["first", *rounds], ["second"])
    net.move(["second", "y"], ["second", "x"])
    net.move(["second"], ["first"])
    net.target = {"x": 2 ** size + (variant == "beyond")}
    return net


@family(safe=("safe", [dict(size=8), dict(size=20), dict(size=100)]), unsafe=("unsafe", [dict(size=8), dict(size=20), dict(size=100)]))
def independent(variant, size=20, width=3, target=0, seed=1):
    """`size` processes that go round `width` locations, each for itself: width ** size markings forward, few states backward.

    safe: process 0 in two locations at once, but it has one token.
    unsafe: all processes in their last locations: one after the other goes there.
    """
    net = Net()
    for p in range(size):
        net.start(**{f"p{p}_l0": 1})
        for l in range(width):
            net.move([f"p{p}_l{l}"], [f"p{p}_l{(l + 1) % width}"])
    net.target = {"p0_l0": 1, "p0_l1": 1} if variant == "safe" else {f"p{p}_l{width - 1}": 1 for p in range(size)}
    return net


@family(safe=("safe", [dict(size=8), dict(size=20), dict(size=100)]), unsafe=("unsafe", [dict(size=8), dict(size=20), dict(size=100)]))
def coupled(variant, size=20, width=0, target=0, seed=1):
    """`size` processes in a ring, each off or on; it goes on while its right neighbour is off, and off while that is on: no process
    can be left out, and 2 ** size markings can be reached.

    safe: process 0 on and off at once, but it has one token.
    unsafe: every second process on: each of those goes on while its neighbour is still off (with an odd number, all but the last).
    """
    net = Net()
    for p in range(size):
        right = (p + 1) % size
        net.start(**{f"off{p}": 1, f"on{p}": 0})
        net.move([f"off{p}"], [f"on{p}"], f"off{right}")
        net.move([f"on{p}"], [f"off{p}"], f"on{right}")
    net.target = {"off0": 1, "on0": 1} if variant == "safe" else {f"on{p}": 1 for p in range(0, size - 1, 2)}
    return net


@family(unsafe=("unsafe", [dict(size=4), dict(size=10), dict(size=100)]), safe=("safe", [dict(size=4), dict(size=10), dict(size=100)]))
def wide(variant, size=10, width=6, target=0, seed=1):
    """A controller goes round `width` locations, and each makes tokens of a colour of its own; every colour may become the result, of which `size` are
    needed. Forward that is one loop; backward each of the results may come from any colour.

    unsafe: enough rounds make them.
    safe: also `dead` is needed, which needs the controller to be in two places at once; it has one token.
    """
    net = Net()
    net.start(q0=1)
    for at in range(width):
        net.move([f"q{at}"], [f"q{(at + 1) % width}", f"colour{at}"])
        net.move([f"colour{at}"], ["result"])
    net.move(["q0", "q1"], ["dead"])
    net.target = {"result": size, **({"dead": 1} if variant == "safe" else {})}
    return net


@family(exclusion=("safe", [dict(size=5), dict(size=30), dict(size=200)]), starve=("unsafe", [dict(size=5), dict(size=30), dict(size=200)]))
def ring(variant, size=30, width=0, target=0, seed=1):
    """A token goes round `size` stations; a station that waits may enter its critical section with it, and gives it to the next one after.

    exclusion: two stations that are critical at once: token + critical sections = 1, safe.
    starve: the last one critical while all others wait: the token goes round to it while they ask, unsafe.
    """
    net = Net()
    for p in range(size):
        net.start(**{f"idle{p}": 1, f"token{p}": int(p == 0)})
        net.move([f"idle{p}"], [f"waits{p}"])
        net.move([f"waits{p}", f"token{p}"], [f"critical{p}"])
        net.move([f"critical{p}"], [f"idle{p}", f"token{(p + 1) % size}"])
        net.move([f"token{p}"], [f"token{(p + 1) % size}"], f"idle{p}")
    net.target = ({"critical0": 1, f"critical{size // 2}": 1} if variant == "exclusion" else
                  {f"critical{size - 1}": 1, **{f"waits{p}": 1 for p in range(size - 1)}})
    return net


@family(neighbours=("safe", [dict(size=5), dict(size=30), dict(size=200)]), deadlock=("unsafe", [dict(size=5), dict(size=30), dict(size=200)]),
        eating=("unsafe", [dict(size=5), dict(size=30), dict(size=200)]))
def philosophers(variant, size=30, width=0, target=0, seed=1):
    """`size` philosophers in a ring take the left fork, then the right one, eat, and put down both.

    neighbours: two neighbours eat: the fork between them is one token, which a philosopher holds while eating: safe.
    deadlock: all hold their left fork: each takes it: unsafe.
    eating: every second one eats (not the last one if their number is odd): none of them shares a fork: unsafe.
    """
    net = Net()
    for p in range(size):
        right = (p + 1) % size
        net.start(**{f"thinks{p}": 1, f"fork{p}": 1})
        net.move([f"thinks{p}", f"fork{p}"], [f"has_left{p}"])
        net.move([f"has_left{p}", f"fork{right}"], [f"eats{p}"])
        net.move([f"eats{p}"], [f"thinks{p}", f"fork{p}", f"fork{right}"])
    net.target = ({"eats0": 1, "eats1": 1} if variant == "neighbours" else {f"has_left{p}": 1 for p in range(size)} if variant == "deadlock"
                  else {f"eats{p}": 1 for p in range(0, size - 1, 2)})
    return net


def generate(name, variant, file=None, **sizes):
    """A system of a family and its verdict; it is written if a file is given, whose ending is put right."""
    function, variants = FAMILIES[name]
    system = function(variant, **sizes)
    if file:
        file = file.with_name(file.name.removesuffix(system.ending) + system.ending)
        file.parent.mkdir(parents=True, exist_ok=True)
        system.write(file)
    return system, variants[variant][0], file


def write_all(folder):
    """The standard selection and its index."""
    rows = []
    for name, (_, variants) in FAMILIES.items():
        for variant, (verdict, selection) in variants.items():
            for sizes in selection:
                words = [f"{value}" if key == "size" else f"{key}{value}" for key, value in sizes.items()]
                _, _, file = generate(name, variant, folder / f"{name}-{variant}-{'-'.join(words)}", **sizes)
                rows.append((file.name, verdict, "by construction (bench/families.py)"))
    with (folder / "VERDICTS.csv").open("w") as text:
        csv.writer(text, lineterminator="\n").writerows([("file", "verdict", "source"), *rows])
    print(f"{len(rows)} systems in {folder}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", nargs="?", choices=FAMILIES)
    parser.add_argument("--variant", help="the first one of the family if it is not given")
    for option in ("size", "width", "target", "seed"):
        parser.add_argument(f"--{option}", type=int)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    if args.list:
        for name, (function, variants) in FAMILIES.items():
            print(f"{name} ({', '.join(f'{variant}: {verdict}' for variant, (verdict, _) in variants.items())})")
            print(f"    {inspect.getdoc(function)}\n".replace("\n", "\n    ").rstrip() + "\n")
    elif args.all:
        write_all(args.all)
    elif not args.family or not args.output:
        parser.error("a FAMILY and -o FILE are needed, or --all FOLDER, or --list")
    else:
        variants = FAMILIES[args.family][1]
        variant = args.variant or next(iter(variants))
        if variant not in variants:
            sys.exit(f"{args.family} has the variants {', '.join(variants)}")
        sizes = {key: getattr(args, key) for key in ("size", "width", "target", "seed") if getattr(args, key) is not None}
        system, verdict, file = generate(args.family, variant, args.output, **sizes)
        print(f"{file}: {verdict}, {', '.join(f'{key} {value}' for key, value in system.size().items())}")


if __name__ == "__main__":
    main()
