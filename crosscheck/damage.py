"""Damaged certificates: each is one small change away from a good one, so that a check which never fails is noticed."""
import copy


def damaged(certificate, source, most=4):
    """Up to `most` damaged copies, with what was done to them."""
    made = []

    def change(what, edit):
        other = copy.deepcopy(certificate)
        edit(other)
        made.append((what, other))

    if certificate["kind"] == "upward":
        for at, element in enumerate(certificate["basis"]):
            change("basis element removed", lambda other: other["basis"].pop(at))
            for which in range(len(element["locals"])):
                def grow(other):
                    other["basis"][at]["locals"][which][1] += 1
                change("basis element made larger", grow)
        invariant = certificate["invariant"]
        for at, (_, row) in enumerate(invariant.get("pairs") or []):
            change("row of pairs removed", lambda other: other["invariant"]["pairs"].pop(at))
            for which in range(len(row)):
                change("pair removed", lambda other: other["invariant"]["pairs"][at][1].pop(which))
        for at, weight in enumerate(invariant.get("weights", [])):
            def lower(other):
                other["invariant"]["weights"][at]["bound"] -= 1
            change("bound of a weight lowered", lower)
            change("weight removed", lambda other: other["invariant"]["weights"].pop(at))
            for which in range(len(weight["locals"])):
                def heavier(other):
                    other["invariant"]["weights"][at]["locals"][which][1] += 1
                change("weight made heavier", heavier)
    elif certificate["kind"] == "downward":
        for at, configuration in enumerate(certificate["configurations"]):
            change("configuration removed", lambda other: other["configurations"].pop(at))
            for which in range(len(configuration.get("any", []))):
                change("any number became none", lambda other: other["configurations"][at]["any"].pop(which))
            for which, (_, count) in enumerate(configuration["locals"]):
                def fewer(other):
                    other["configurations"][at]["locals"][which][1] -= 1
                if count > 1:
                    change("counter of a configuration lowered", fewer)
    else:
        for at in range(len(certificate["states"])):
            change("state removed", lambda other: other["states"].pop(at))
    source.shuffle(made)
    return made[:most]
