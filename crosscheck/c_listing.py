"""Reads what `umpteen show --as program` prints: the steps of each thread template of a C program.

Expressions become SMT-LIB terms over bit-vectors. The listing leaves widening casts out, so an operand is widened to the
width of the other one, by its own sign; an order between operands of different types is not read.
"""
import re
from dataclasses import dataclass, field

from commands import Unreadable

TOKEN = re.compile(r"\s*(&&|\|\||==|!=|<=|<<|>>|[A-Za-z_][\w.#\[\]]*|\d+|.)")
BOOL = (1, False)


@dataclass
class Template:
    """A kind of thread: its variables as (name, type, initial value or None) and where it begins."""
    name: str
    variables: list = field(default_factory=list)
    entry: int | None = None


@dataclass
class Edge:
    """One step: a condition, assignments, perhaps a thread that is started with arguments, and where it leads."""
    template: str
    location: int
    condition: str
    assignments: list
    starts: tuple | None
    there: int


@dataclass
class Listing:
    shared: list
    templates: dict
    edges: list
    failing: dict  # location -> template


def type_of(word):
    found = re.fullmatch(r"(u?)int(\d+)", word)
    if found:
        return int(found[2]), not found[1]
    if word == "bool":
        return BOOL
    raise Unreadable(f"the type {word}")


def declaration(words):
    if len(words) != 4 or not re.fullmatch(r"-?\d+|any", words[3]):
        raise Unreadable(f"the declaration {' '.join(words)}")
    kind, name, _, value = words
    return name, type_of(kind), None if value == "any" else int(value)


def read(text):
    text = re.sub(r"\b(done of) (?=\w)|(?<=\w) (exists)\b", lambda found: found[0].replace(" ", "."), text)  # one word each
    listing, template, location = Listing([], {}, [], {}), None, None
    for line in text.splitlines():
        code, _, comment = line.partition("//")
        code = code.strip()
        if code.startswith("shared "):
            listing.shared.append(declaration(code[7:].rstrip(";").split()))
        elif found := re.fullmatch(r"thread (\S+) \{", code):
            template, location = Template(found[1]), None
            listing.templates[template.name] = template
        elif found := re.fullmatch(r"L(\d+):", code):
            location = int(found[1])
            if comment.strip().startswith("fails"):
                listing.failing[location] = template.name
        elif location is None and (found := re.fullmatch(r"goto L(\d+);", code)):
            template.entry = int(found[1])
        elif location is None and code.startswith(("int", "uint", "bool")):
            template.variables.append(declaration(code.rstrip(";").split()))
        elif code and code != "}":
            if location is None:
                raise Unreadable(f"the line {code!r}")
            listing.edges.append(edge(template.name, location, code))
    return listing


def edge(template, location, code):
    condition = "true"
    if found := re.fullmatch(r"if \((.*)\) \{ (.*) \}", code):
        condition, code = found[1], found[2]
    *parts, there = [part.strip() for part in code.split(";") if part.strip()]
    if not (leads := re.fullmatch(r"goto L(\d+)", there)):
        raise Unreadable(f"the step {code!r}")
    assignments, starts = [], None
    for part in parts:
        if found := re.fullmatch(r"start (\S+?)\((.*)\)", part):
            if found[2]:
                raise Unreadable("arguments of threads")
            starts = found[1]
        elif found := re.fullmatch(r"([A-Za-z_][\w.#\[\]]*) = (.*)", part):
            assignments.append((found[1], found[2]))
        else:
            raise Unreadable(f"the statement {part!r}")
    return Edge(template, location, condition, assignments, starts, int(leads[1]))


class Terms:
    """Turns expressions into typed terms; a constant has no type until its neighbour gives it one."""

    def __init__(self, variables, inputs):
        self.variables, self.inputs = variables, inputs  # name -> (term, type); inputs are filled: name -> type

    def condition(self, text):
        term, kind = self.whole(text)
        return f"(= {term} #b1)" if kind == BOOL else f"(not (= {term} {constant(0, kind)}))"

    def value(self, text, wanted):
        return self.coerced(self.whole(text), wanted)

    def whole(self, text):
        if text == "true":
            return "#b1", BOOL
        self.words, self.at = TOKEN.findall(text), 0
        found = self.binary()
        if self.at != len(self.words):
            raise Unreadable(f"the expression {text!r}")
        return found

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ""

    def next(self):
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else ""

    def binary(self):
        """Operands in parentheses but for sums that are compared, as the listing has them."""
        left = self.unary()
        while self.peek() in ("+", "-", "*"):
            left = self.apply(self.next(), left, self.unary())
        if self.peek() in ("==", "!=", "<", "<=", "&&", "||", "&", "|", "^"):
            operator, right = self.next(), self.unary()
            while self.peek() in ("+", "-", "*"):
                right = self.apply(self.next(), right, self.unary())
            left = self.apply(operator, left, right)
        if self.peek() == "?":
            self.next()
            yes, _, no = self.unary(), self.next(), self.unary()
            kinds = [kind for _, kind in (yes, no) if kind not in (None, "input")]
            if not kinds:
                raise Unreadable("an expression without types")
            texts = [self.coerced(one, max(kinds)) for one in (yes, no)]
            left = f"(ite (= {self.coerced(left, BOOL)} #b1) {' '.join(texts)})", max(kinds)
        return left

    def unary(self):
        word = self.next()
        if word == "(":
            found = self.binary()
            if self.next() != ")":
                raise Unreadable(f"the expression {' '.join(self.words)!r}")
            return found
        if word == "!":
            return f"(bvnot {self.coerced(self.unary(), BOOL)})", BOOL
        if word == "-" and self.peek().isdigit():
            return -int(self.next()), None
        if word.isdigit():
            return int(word), None
        if word in self.variables:
            return self.variables[word]
        if re.fullmatch(r"nondet\d+", word):
            return word, "input"
        raise Unreadable(f"{word!r} in an expression")

    def coerced(self, operand, wanted):
        term, kind = operand
        if kind is None:
            return constant(term, wanted)
        if kind == "input":
            if self.inputs.setdefault(term, wanted) != wanted:
                raise Unreadable("a choice with two types")
            return f"|{term}|"
        if kind[0] > wanted[0]:
            raise Unreadable("a narrowing cast")
        if kind[0] < wanted[0]:
            if term.startswith(("(bvadd", "(bvsub", "(bvmul")):
                raise Unreadable("a sum that is widened: its operands may have been")
            return f"((_ {'sign' if kind[1] else 'zero'}_extend {wanted[0] - kind[0]}) {term})"
        return term

    def apply(self, operator, left, right):
        kinds = [kind for _, kind in (left, right) if kind not in (None, "input")]
        kinds = kinds or [self.inputs[term] for term, kind in (left, right) if kind == "input" and term in self.inputs]
        if not kinds and operator in ("==", "!="):
            kinds = [(32, True)]  # a choice that is only compared with a constant: its width does not matter
        if not kinds:
            raise Unreadable("an expression without types")
        wanted = BOOL if operator in ("&&", "||") else max(kinds)
        one, other = self.coerced(left, wanted), self.coerced(right, wanted)
        if operator in ("==", "!="):
            return f"(ite (= {one} {other}) {'#b1 #b0' if operator == '==' else '#b0 #b1'})", BOOL
        if operator in ("<", "<="):
            if len(set(kinds)) > 1 or wanted == BOOL:
                raise Unreadable("an order between different types")
            symbol = ("bvs" if wanted[1] else "bvu") + {"<": "lt", "<=": "le"}[operator]
            return f"(ite ({symbol} {one} {other}) #b1 #b0)", BOOL
        if operator in ("+", "-", "*") and wanted[0] < 32:
            raise Unreadable("arithmetic of small types, whose widening the listing leaves out")
        symbols = {"+": "bvadd", "-": "bvsub", "*": "bvmul", "&": "bvand", "|": "bvor", "^": "bvxor", "&&": "bvand", "||": "bvor"}
        return f"({symbols[operator]} {one} {other})", wanted


def constant(value, kind):
    return f"(_ bv{value % 2 ** kind[0]} {kind[0]})"


def live_variables(listing):
    """The variables of the thread that may still be read at each location before they are written."""
    words = lambda text: set(re.findall(r"[A-Za-z_][\w.#\[\]]*", text))
    live, changed = {}, True
    while changed:
        changed = False
        for edge in listing.edges:
            written = {target for target, _ in edge.assignments}
            found = words(edge.condition).union(*(words(value) for _, value in edge.assignments))
            found |= live.get(edge.there, set()) - written
            if not found <= live.get(edge.location, set()):
                live[edge.location] = live.get(edge.location, set()) | found
                changed = True
    return live
