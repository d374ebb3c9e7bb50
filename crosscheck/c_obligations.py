"""The proof of a C program, from the predicates and states of its certificate and the listed steps, as SMT-LIB text.

A certificate of a C program says in which abstract states the program never is: a shared state is which predicates over
shared variables hold, a local state is a location and which of the other predicates hold for the thread. Its claim is put
to the solver about the C program itself, with bit-vectors: the states outside the basis (that have pairs of the table and
obey the weights) hold the start, are never left by a step of any thread, and nobody fails in them. The clauses of the
abstraction are not even looked at.

How many threads must be looked at: what the claim forbids, it forbids because of at most K threads (the threads of a
basis element, or one more than a weight allows), and a step asks nothing of other threads. So K threads beside the
active one, any of which may be absent, and the one that is started, are enough for any number.
"""
from itertools import permutations

from c_listing import BOOL, Terms, constant, live_variables
from commands import Unreadable
from obligations import conjunction, disjunction, negation, number, total

MOST_THREADS, MOST_ELEMENTS = 3, 700
OPERATORS = {"Add": "bvadd", "Subtract": "bvsub", "Multiply": "bvmul", "And": "bvand", "Or": "bvor", "Xor": "bvxor"}
ABSENT = "(_ bv65535 16)"


class Claim:
    """What a certificate claims, over states that are given by names of variables."""

    def __init__(self, written, listing, unseen):
        (abstraction, certificate), tables = written["evidence"]["abstraction"], written["tables"]
        if extra := set(abstraction) - {"predicates", "lemmas", "steps"}:
            raise Unreadable(f"certificates with {', '.join(sorted(extra))}")
        if certificate["kind"] != "upward" or any(entry["atomic"] for entry in tables["shared"]):
            raise Unreadable("a certificate of another kind" if certificate["kind"] != "upward" else "atomic sections")
        if len(certificate["basis"]) > MOST_ELEMENTS:
            raise Unreadable("a large basis")
        self.listing, self.tables, self.basis = listing, tables, certificate["basis"]
        self.weights = certificate["invariant"].get("weights", [])
        rows = {shared: set(row) for shared, row in tables["pairs"]}
        for shared, row in certificate["invariant"].get("pairs") or rows.items():
            rows[shared] = rows.get(shared, set()) & set(row)
        named = certificate["invariant"].get("pairs")
        self.pairs = rows if named is None else {shared: rows[shared] for shared, _ in named}
        self.locals = [(name, kind) for one in listing.templates.values() for name, kind, _ in one.variables]
        predicates = abstraction["predicates"]
        numbers = set().union(*map(read_places, predicates))
        owners = any(name.endswith(".mine") for name, _ in self.locals)  # main has one, too, that is not shown
        if numbers and (owners or max(numbers) >= len(self.locals)):
            raise Unreadable("variables that the listing does not show, so that numbers do not match")
        self.shared_predicates = [one for one in predicates if not places(one, "Local")]
        self.local_predicates = [one for one in predicates if places(one, "Local")]
        self.tracked = self.looked_at(unseen)
        sizes = [sum(count for _, count in element["locals"]) for element in self.basis]
        sizes += [weight["bound"] - min([0, *(one for _, one in weight["shared"])]) + 1 for weight in self.weights]
        self.width = max([1, *sizes])
        if self.width > MOST_THREADS:
            raise Unreadable("claims about many threads at once")

    def looked_at(self, unseen):
        """Which predicates a local state of each location is about, as bits.

        The certificate does not say it, so a predicate that is true in no entry of a location may be false there, or
        one that nobody looks at. `unseen` says how to take it: as false (`claimed`), as not looked at (`free`), or by
        whether its variables may still be read (`live`). Each way is a claim of its own, and a proof if it holds.
        """
        live, bits = live_variables(self.listing), {}
        for entry in self.tables["locals"]:
            bits[entry["location"]] = bits.get(entry["location"], 0) | entry["values"]
        for location in bits:
            for at, one in enumerate(self.local_predicates):
                names = {self.locals[place][0] for place in read_places(one)}
                if unseen == "claimed" or unseen == "live" and names <= live.get(location, set()):
                    bits[location] |= 1 << at
        return bits

    def holds(self, threads, after):
        """The claim about the given threads (their suffixes), before or after the step."""
        mark = "!" if after else ""
        shared = [self.shared_state(entry["values"], mark) for entry in self.tables["shared"]]
        local = {one: [self.local_state(entry, one, mark) for entry in self.tables["locals"]] for one in threads}
        parts = [disjunction([shared[at] for at in self.pairs])]
        for at, row in self.pairs.items():
            inside = [disjunction([f"(= loc{one}{mark} {ABSENT})", *(local[one][which] for which in sorted(row))])
                      for one in threads]
            parts.append(f"(=> {shared[at]} {conjunction(inside)})")
        for element in self.basis:
            wanted = [local_ for local_, count in element["locals"] for _ in range(count)]
            ways = {conjunction(sorted(local[one][which] for one, which in zip(chosen, wanted)))
                    for chosen in permutations(threads, len(wanted))}
            parts.append(negation(conjunction([shared[element["shared"]], disjunction(sorted(ways))])))
        for weight in self.weights:
            terms = [f"(ite {local[one][at]} {factor} 0)" for one in threads for at, factor in weight["locals"] if factor]
            terms += [f"(ite {shared[at]} {number(factor)} 0)" for at, factor in weight["shared"] if factor]
            parts.append(f"(<= {total(terms)} {number(weight['bound'])})")
        return conjunction(parts)

    def shared_state(self, values, mark):
        terms = [self.term(one, "", mark)[0] for one in self.shared_predicates]
        return conjunction([f"(= {term} #b{values >> at & 1})" for at, term in enumerate(terms)])

    def local_state(self, entry, thread, mark):
        parts = [f"(= loc{thread}{mark} (_ bv{entry['location']} 16))"]
        for at, one in enumerate(self.local_predicates):
            if self.tracked[entry["location"]] >> at & 1:
                parts.append(f"(= {self.term(one, thread, mark)[0]} #b{entry['values'] >> at & 1})")
        return conjunction(parts)

    def term(self, tree, thread, mark):
        """A predicate of the certificate as a term, and its type."""
        (kind, inside), = tree.items()
        if kind == "Constant":
            return constant(inside[0], of(inside[1])), of(inside[1])
        if kind == "Read":
            (where, at), = inside[0].items()
            if where == "Global":
                return f"|{self.listing.shared[at][0]}{mark}|", of(inside[1])
            return f"|{self.locals[at][0]}@{at}:{thread}{mark}|", of(inside[1])
        if kind == "Unary":
            term, type_ = self.term(inside[1], thread, mark)
            return f"({'bvnot' if inside[0] == 'Not' else 'bvneg'} {term})", type_
        if kind == "Cast":
            term, type_ = self.term(inside[1], thread, mark)
            width, wanted = type_[0], of(inside[0])
            if wanted[0] <= width:
                return f"((_ extract {wanted[0] - 1} 0) {term})", wanted
            return f"((_ {'sign' if type_[1] else 'zero'}_extend {wanted[0] - width}) {term})", wanted
        if kind == "Conditional":
            (test, _), (yes, type_), (no, _) = (self.term(part, thread, mark) for part in inside)
            return f"(ite (= {test} #b1) {yes} {no})", type_
        if kind != "Binary":
            raise Unreadable(f"predicates with {kind}")
        (one, type_), (other, _) = (self.term(side, thread, mark) for side in inside[1:])
        if inside[0] in OPERATORS:
            return f"({OPERATORS[inside[0]]} {one} {other})", type_
        compare = {"Equal": "=", "Less": "bvslt" if type_[1] else "bvult", "LessOrEqual": "bvsle" if type_[1] else "bvule"}
        if inside[0] not in compare:
            raise Unreadable(f"predicates with {inside[0]}")
        return f"(ite ({compare[inside[0]]} {one} {other}) #b1 #b0)", BOOL


def of(written):
    return written["width"], written["signed"]


def places(tree, kind):
    if isinstance(tree, dict):
        return kind in tree or any(places(part, kind) for part in tree.values())
    return isinstance(tree, list) and any(places(part, kind) for part in tree)


def read_places(tree):
    """The numbers of the thread's variables in a predicate."""
    if isinstance(tree, dict):
        return ({tree["Local"]} if "Local" in tree else set()).union(*(read_places(part) for part in tree.values()))
    return set().union(*(read_places(part) for part in tree)) if isinstance(tree, list) else set()


def script(written, listing, unseen):
    """The names of the queries and the text that asks them: `unsat` is wanted of each."""
    claim = Claim(written, listing, unseen)
    threads = [str(one) for one in range(claim.width + 1)]
    lines = ["(set-logic ALL)"]
    declare = lambda name, sort: lines.append(f"(declare-const {name} {sort})")
    for mark in ("", "!"):
        for name, kind, _ in listing.shared:
            declare(f"|{name}{mark}|", f"(_ BitVec {kind[0]})")
        for thread in [*threads, "n"]:
            declare(f"loc{thread}{mark}", "(_ BitVec 16)")
            for at, (name, kind) in enumerate(claim.locals):
                declare(f"|{name}@{at}:{thread}{mark}|", f"(_ BitVec {kind[0]})")
    lines.append(f"(define-fun before () Bool {claim.holds(threads, False)})")
    lines.append(f"(define-fun after () Bool {claim.holds(threads, True)})")
    lines.append(f"(define-fun after_start () Bool {claim.holds([*threads[:-1], 'n'], True)})")
    names = []

    def ask(name, declared, formula):
        names.append(name)
        lines.extend(["(push)", *declared, f"(assert {formula})", "(check-sat)", "(pop)"])

    main = next(iter(listing.templates.values()))
    others = [f"(= loc{thread} {ABSENT})" for thread in threads[1:]]
    begin = [f"(= |{name}| {constant(value, kind)})" for name, kind, value in listing.shared if value is not None]
    ask("the start", [], conjunction(begin + fresh(listing, claim, main, "0", "") + others + ["(not before)"]))
    for location in listing.failing:
        ask(f"L{location} fails", [], conjunction(["before", f"(= loc0 (_ bv{location} 16))"]))
    for edge in listing.edges:
        inputs = {}
        step = step_of(edge, listing, claim, threads, inputs)
        declared = [f"(declare-const |{name}| (_ BitVec {kind[0]}))" for name, kind in inputs.items()]
        # With a thread that is started, every choice of as many threads as the claim is about has to be looked at.
        wrong = "(not after)" if not edge.starts else "(or (not after) (not after_start))"
        ask(f"L{edge.location} to L{edge.there}", declared, conjunction(["before", *step, wrong]))
    return names, "\n".join(lines) + "\n"


def fresh(listing, claim, template, thread, mark):
    """A thread at its beginning."""
    first = 0
    for one in listing.templates.values():
        if one is template:
            break
        first += len(one.variables)
    parts = [f"(= loc{thread}{mark} (_ bv{template.entry} 16))"]
    for at, (name, kind, value) in enumerate(template.variables, first):
        if value is not None:
            parts.append(f"(= |{name}@{at}:{thread}{mark}| {constant(value, kind)})")
    return parts


def step_of(edge, listing, claim, threads, inputs):
    """The active thread, 0, takes an edge; the others stay where they are."""
    names, first = {}, 0
    for template in listing.templates.values():
        if template.name == edge.template:
            break
        first += len(template.variables)
    for name, kind, _ in listing.shared:
        names[name] = (f"|{name}|", kind)
    for at, (name, kind, _) in enumerate(listing.templates[edge.template].variables, first):
        names[name] = (f"|{name}@{at}:0|", kind)
    terms, values = Terms(names, inputs), {}
    for target, value in edge.assignments:
        if target not in names:
            raise Unreadable(f"an assignment to {target}")
        values[names[target][0]] = terms.value(value, names[target][1])
    parts = [f"(= loc0 (_ bv{edge.location} 16))", f"(= loc0! (_ bv{edge.there} 16))", terms.condition(edge.condition)]
    same = [f"|{name}|" for name, _, _ in listing.shared]
    same += [f"|{name}@{at}:{thread}|" for thread in threads for at, (name, _) in enumerate(claim.locals)]
    parts += [f"(= {name[:-1]}!| {values.get(name, name)})" for name in same]
    parts += [f"(= loc{thread}! loc{thread})" for thread in threads[1:]]
    if edge.starts:
        parts += fresh(listing, claim, listing.templates[edge.starts], "n", "!")
    return parts
