"""Damaged certificates: each is one small change away from a good one, so that a check which never fails is noticed."""
import copy


def damaged(certificate, source, most=4):
    """Up to `most` damaged copies, with what was done to them."""
    changes = list({"upward": upward, "downward": downward, "bounded": bounded}[certificate["kind"]](certificate))
    source.shuffle(changes)
    for what, path, change in changes[:most]:
        other = copy.deepcopy(certificate)
        *path, last = path
        place = other
        for step in path:
            place = place[step]
        if change:
            place[last] += change
        else:
            place.pop(last)
        yield what, other


# What can be changed: what it is, the path to it, and the number to add; without one, it is removed.

def upward(certificate):
    for at, element in enumerate(certificate["basis"]):
        yield "basis element removed", ["basis", at], 0
        for which in range(len(element["locals"])):
            yield "basis element made larger", ["basis", at, "locals", which, 1], 1
    for at, (_, row) in enumerate(certificate["invariant"].get("pairs") or []):
        yield "row of pairs removed", ["invariant", "pairs", at], 0
        for which in range(len(row)):
            yield "pair removed", ["invariant", "pairs", at, 1, which], 0
    for at, weight in enumerate(certificate["invariant"].get("weights", [])):
        yield "bound of a weight lowered", ["invariant", "weights", at, "bound"], -1
        yield "weight removed", ["invariant", "weights", at], 0
        for which in range(len(weight["locals"])):
            yield "weight made heavier", ["invariant", "weights", at, "locals", which, 1], 1


def downward(certificate):
    for at, configuration in enumerate(certificate["configurations"]):
        yield "configuration removed", ["configurations", at], 0
        for which in range(len(configuration.get("any", []))):
            yield "any number became none", ["configurations", at, "any", which], 0
        for which, (_, count) in enumerate(configuration["locals"]):
            if count > 1:
                yield "counter of a configuration lowered", ["configurations", at, "locals", which, 1], -1


def bounded(certificate):
    for at in range(len(certificate["states"])):
        yield "state removed", ["states", at], 0
