"""The obligations of a certificate as SMT-LIB text, for systems read by systems.py.

A certificate says: this set of states holds the start, every step that begins in it ends in it, and no target is in
it. That is put to the solver as it stands, with one integer for each counter and the step forwards: no predecessors, no
minimal elements, no monotonicity. `unsat` is wanted of every query. The sets, from docs/manual/proofs.md and the JSON:

- an invariant: pairs (in shared state s only these local states occur) and weights (a linear sum has a bound);
- upward: the invariant, without the states that are at least one of the basis;
- downward: the states that are at most one of the configurations; what is ignored is free;
- bounded: the listed states, for steps and starts with at most so many threads.
"""
from systems import Edge


def conjunction(parts):
    parts = [part for part in parts if part != "true"]
    return "false" if "false" in parts else f"(and {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "true"


def disjunction(parts):
    parts = [part for part in parts if part != "false"]
    return "true" if "true" in parts else f"(or {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "false"


def negation(part):
    return {"true": "false", "false": "true"}.get(part, f"(not {part})")


def number(value):
    return str(value) if value >= 0 else f"(- {-value})"


def total(terms):
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"


class Invariant:
    """What every reachable state satisfies."""

    def __init__(self, written):
        self.pairs = None if written.get("pairs") is None else {shared: set(row) for shared, row in written["pairs"]}
        self.weights = written.get("weights", [])

    def holds(self, shared, counters):
        if self.pairs is not None and shared not in self.pairs:
            return "false"
        absent = [] if self.pairs is None else [at for at in range(len(counters)) if at not in self.pairs[shared]]
        parts = [f"(= {counters[at]} 0)" for at in absent]
        for weight in self.weights:
            terms = [f"(* {factor} {counters[at]})" for at, factor in weight["locals"] if factor]
            allowed = weight["bound"] - dict(weight["shared"]).get(shared, 0)
            parts.append(f"(<= {total(terms)} {number(allowed)})")
        return conjunction(parts)


class Upward:
    """The invariant without the upward closure of the basis."""

    def __init__(self, certificate):
        self.invariant = Invariant(certificate["invariant"])
        self.basis = certificate["basis"]

    def holds(self, shared, counters):
        below = [disjunction([f"(< {counters[at]} {count})" for at, count in element["locals"]])
                 for element in self.basis if element["shared"] == shared]
        return conjunction([self.invariant.holds(shared, counters), *below])


class Downward:
    """The downward closure of configurations."""

    def __init__(self, certificate):
        ignored = certificate.get("ignored", {})
        self.free_locals, self.free_shared = set(ignored.get("locals", [])), set(ignored.get("shared", []))
        self.configurations = certificate["configurations"]

    def holds(self, shared, counters):
        if shared in self.free_shared:
            return "true"
        return disjunction([self.below(one, counters) for one in self.configurations if one["shared"] == shared])

    def below(self, configuration, counters):
        most, any_number = dict(configuration["locals"]), set(configuration.get("any", [])) | self.free_locals
        bounded = [at for at in range(len(counters)) if at not in any_number]
        return conjunction([f"(<= {counters[at]} {most.get(at, 0)})" for at in bounded])


class Bounded:
    """The listed states and all that have more threads than the bound."""

    def __init__(self, certificate):
        self.threads, self.states = certificate["threads"], certificate["states"]

    def holds(self, shared, counters):
        return disjunction([f"(> {total(counters)} {self.threads})", self.listed(shared, counters)])

    def listed(self, shared, counters):
        exactly = lambda counts: conjunction([f"(= {counter} {counts.get(at, 0)})" for at, counter in enumerate(counters)])
        return disjunction([exactly(dict(state["locals"])) for state in self.states if state["shared"] == shared])


KINDS = {"upward": Upward, "downward": Downward, "bounded": Bounded}


def shifted(counter, change):
    return counter if change == 0 else f"({'+' if change > 0 else '-'} {counter} {abs(change)})"


def outcomes(step, counters):
    """What a step asks of the counters, and the counters after it; one for each choice that the step has."""
    if isinstance(step, Edge):
        return edge_outcomes(step, counters)
    after = list(counters)
    for place, (constant, factors) in step.updates.items():
        after[place] = total([f"(* {number(factor)} {counters[at]})" for at, factor in factors.items()] + [number(constant)])
    asked = [f"(>= {counters[at]} {least})" for at, least in step.guards.items()]
    return [(conjunction(asked + [f"(>= {after[place]} 0)" for place in step.updates]), after)]


def edge_outcomes(edge, counters):
    others = [shifted(counter, -1 if at == edge.local else 0) for at, counter in enumerate(counters)]
    asked = [f"(>= {others[edge.local]} 0)"]
    if edge.witness is not None:
        asked.append(f"(>= {others[edge.witness]} 1)")
    if edge.passive == "stay":
        passive = [("true", others)]
    elif edge.passive == "all":
        sources = {source for source, _ in edge.moves}
        arrive = lambda at: [others[source] for source, destination in edge.moves if destination == at]
        passive = [("true", [total(([] if at in sources else [others[at]]) + arrive(at)) for at in range(len(others))])]
    else:
        passive = [(conjunction([f"(= {others[source]} 0)" for source, _ in edge.moves]), others)]
        for source, destination in edge.moves:
            change = lambda at: (at == destination) - (at == source)
            passive.append((f"(>= {others[source]} 1)", [shifted(other, change(at)) for at, other in enumerate(others)]))
    given = [edge.local, edge.local_after] if edge.creates else [edge.local_after]
    return [(conjunction(asked + [condition]), [shifted(other, given.count(at)) for at, other in enumerate(after)])
            for condition, after in passive]


def queries(system, certificate):
    """Pairs of a name and a formula that must have no solution."""
    counters = [f"c{at}" for at in range(len(system.names))]
    states = KINDS[certificate["kind"]](certificate)
    sets = [("invariant", states.invariant)] if certificate["kind"] == "upward" else []
    for what, claimed in [*sets, ("set", states)]:
        for at, (shared, counts) in enumerate(system.starts):
            start = [f"({'>=' if more else '='} {counters[local]} {least})" for local, (least, more) in counts.items()]
            start += [f"(= {counter} 0)" for local, counter in enumerate(counters) if local not in counts]
            yield f"{what} holds start {at}", conjunction(start + [negation(claimed.holds(shared, counters))])
        for at, step in enumerate(system.steps):
            shared, shared_after = (step.shared, step.shared_after) if isinstance(step, Edge) else (0, 0)
            inside = (claimed.listed if isinstance(claimed, Bounded) else claimed.holds)(shared, counters)
            ways = [conjunction([asked, negation(claimed.holds(shared_after, after))])
                    for asked, after in outcomes(step, counters)]
            yield f"{what} keeps step {at}", conjunction([inside, disjunction(ways)])
    for at, (shared, counts) in enumerate(system.targets):
        for one in range(system.shared_count) if shared is None else [shared]:
            inside = (states.listed if isinstance(states, Bounded) else states.holds)(one, counters)
            covers = [f"(>= {counters[local]} {least})" for local, least in counts.items()]
            yield f"target {at} in shared {one}", conjunction(covers + [inside])


def script(system, certificate):
    """The names of the queries, and the text that asks them one after the other."""
    lines = ["(set-logic QF_LIA)"]
    for at in range(len(system.names)):
        lines += [f"(declare-const c{at} Int)", f"(assert (>= c{at} 0))"]
    names = []
    for name, formula in queries(system, certificate):
        if formula != "false":
            names.append(name)
            lines += ["(push)", f"(assert {formula})", "(check-sat)", "(pop)"]
    return names, "\n".join(lines) + "\n"
