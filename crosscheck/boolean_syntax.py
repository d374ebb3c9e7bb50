"""Reads Boolean programs (.bp): written from docs/formats.md, not from umpteen's code.

Expressions are tuples: ("value", 0), ("name", x), ("next", x), ("passive", x) for `x$`, ("choice",), (operator,
operand...). Statements are tuples (kind, labels, ...). havoc and `enforce` are left out, and that is said.
"""
import re
from dataclasses import dataclass, field

from commands import Unreadable

TOKEN = re.compile(r"\s+|//[^\n]*|/\*.*?\*/|#[^\n]*|(?P<t><=>|:=|=>|->|==|!=|&&|\|\||[A-Za-z_][\w.]*|\d+|.)", re.S)
CONSTANTS = {"0": 0, "1": 1, "F": 0, "T": 1, "false": 0, "true": 1}
# From loose to tight; => and <=> associate to the right, which only matters for =>.
LEVELS = [("<=>",), ("=>", "->"), ("|", "||"), ("^",), ("&", "&&"), ("=", "==", "!=")]
MEANS = {"->": "=>", "||": "|", "&&": "&", "==": "="}


@dataclass
class Function:
    """A function: its statements, and what is declared in it as (name, initial value or None)."""
    name: str
    results: int
    parameters: list
    locals: list = field(default_factory=list)
    body: list = field(default_factory=list)


@dataclass
class Program:
    """Shared variables, functions by name, and the threads of `threads f, g;` if it is there."""
    shared: list
    functions: dict
    threads: list | None


def read(text):
    return Parser([found["t"] for found in TOKEN.finditer(text) if found["t"]]).program()


class Parser:
    """A recursive-descent parser over a list of words."""

    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self, ahead=0):
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def next(self):
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else ""

    def accept(self, *wanted):
        return self.next() if self.peek() in wanted else None

    def expect(self, wanted):
        if (found := self.next()) != wanted:
            raise Unreadable(f"{found!r} where {wanted!r} is wanted")

    def list_of(self, item, end):
        items = []
        while self.peek() != end:
            items.append(item())
            if not self.accept(","):
                break
        return items

    def program(self):
        program = Program([], {}, None)
        while self.peek():
            if self.accept("decl"):
                program.shared += self.declarations()
            elif self.accept("threads"):
                program.threads = self.list_of(self.next, ";")
                self.expect(";")
            else:
                function = self.function()
                program.functions[function.name] = function
        return program

    def declarations(self):
        def one():
            name = self.next()
            value = self.next() if self.accept(":=") else "*"
            return name, CONSTANTS.get(value)
        declared = self.list_of(one, ";")
        self.expect(";")
        return declared

    def function(self):
        kind, results = self.next(), 0
        if kind == "bool":
            results = 1
            if self.accept("<"):
                results = int(self.next())
                self.expect(">")
        elif kind != "void":
            raise Unreadable(f"{kind!r} outside of functions")
        name = self.next()
        self.expect("(")
        function = Function(name, results, self.list_of(self.next, ")"))
        self.expect(")")
        self.expect("begin")
        while self.accept("decl"):
            function.locals += self.declarations()
        if self.peek() == "enforce":
            raise Unreadable("enforce")
        function.body = self.block("end")
        return function

    def block(self, *ends):
        statements = []
        while self.peek() not in ends:
            statements.append(self.statement(ends))
            if not self.accept(";") and self.peek() not in ends and self.words[self.at - 1] != "}":
                raise Unreadable(f"{self.peek()!r} after a statement")
        if ends[0] in ("end", "}"):
            self.next()
        return statements

    def statement(self, ends):
        labels = []
        while self.peek(1) == ":" and self.peek(2) != "=":
            labels.append(self.next())
            self.next()
        if self.peek() in ends or self.peek() == ";":
            return "skip", labels
        word = self.peek()
        simple = getattr(self, f"read_{word}", None)
        if simple and self.peek(1) not in (":=", ","):
            self.next()
            return simple(labels)
        return self.assignment_or_call(labels)

    def read_skip(self, labels):
        return "skip", labels

    def read_goto(self, labels):
        return "goto", labels, self.list_of(self.next, ";")

    def read_assume(self, labels):
        return "assume", labels, self.expression()

    def read_assert(self, labels):
        return "assert", labels, self.expression()

    def read_if(self, labels):
        condition = self.expression()
        self.expect("then")
        yes, no = self.block("elsif", "else", "fi"), []
        if self.accept("elsif"):
            no = [self.read_if([])]
        elif self.accept("else"):
            no = self.block("fi")
            self.expect("fi")
        else:
            self.expect("fi")
        return "if", labels, condition, yes, no

    def read_while(self, labels):
        condition = self.expression()
        self.expect("do")
        body = self.block("od")
        self.expect("od")
        return "while", labels, condition, body

    def read_return(self, labels):
        values = [] if self.peek() in (";", "end", "fi", "od", "}", "else", "elsif") else self.list_of(self.expression, ";")
        return "return", labels, values

    def read_end_thread(self, labels):
        return "end_thread", labels

    def read_atomic(self, labels):
        self.expect("{")
        return "atomic", labels, self.block("}")

    def read_atomic_begin(self, labels):
        return "atomic_begin", labels

    def read_atomic_end(self, labels):
        return "atomic_end", labels

    def condition_name(self):
        return "" if self.peek() in (";", "end", "fi", "od", "}", "else", "elsif") else self.next()

    def read_wait(self, labels):
        return "wait", labels, self.condition_name()

    def read_signal(self, labels):
        return "signal", labels, self.condition_name()

    def read_broadcast(self, labels):
        return "broadcast", labels, self.condition_name()

    def read_start_thread(self, labels):
        if self.accept("goto") or self.peek(1) != "(":
            return "start_copy", labels, self.next()
        name = self.next()
        return "start", labels, name, self.arguments()

    def read_havoc(self, labels):
        raise Unreadable("havoc")

    def arguments(self):
        self.expect("(")
        found = self.list_of(self.expression, ")")
        self.expect(")")
        return found

    def assignment_or_call(self, labels):
        if self.peek(1) == "(":
            name = self.next()
            kind = "start" if any(label.startswith("ASYNC_") for label in labels) else "call"
            return (kind, labels, name, self.arguments()) + (() if kind == "start" else (None,))
        targets = self.list_of(lambda: self.next() + (self.accept("$") or ""), ":=")
        self.expect(":=")
        if self.peek(1) == "(" and re.fullmatch(r"[A-Za-z_][\w.]*", self.peek()) and self.peek() not in CONSTANTS:
            name = self.next()
            return "call", labels, name, self.arguments(), targets
        values = self.list_of(self.expression, ";")
        condition = self.expression() if self.accept("constrain") else ("value", 1)
        if len(targets) != len(values):
            raise Unreadable("an assignment of another number of values")
        return "assign", labels, targets, values, condition

    def expression(self):
        condition = self.level(0)
        if not self.accept("?"):
            return condition
        yes = self.expression()
        self.expect(":")
        return "?", condition, yes, self.expression()

    def level(self, depth):
        if depth == len(LEVELS):
            return self.unary()
        left = self.level(depth + 1)
        while operator := self.accept(*LEVELS[depth]):
            right = self.level(depth if depth < 2 else depth + 1)
            left = (MEANS.get(operator, operator), left, right)
        return left

    def unary(self):
        if self.accept("!", "~"):
            return "!", self.unary()
        if self.accept("("):
            found = self.expression()
            self.expect(")")
            return found
        if self.accept("*"):
            return ("choice",)
        if self.accept("'"):
            return "next", self.next()
        word = self.next()
        if word == "schoose":
            self.expect("[")
            yes = self.expression()
            self.expect(",")
            no = self.expression()
            self.expect("]")
            return "|", yes, ("&", ("!", no), ("choice",))
        if word in CONSTANTS:
            return "value", CONSTANTS[word]
        if not re.fullmatch(r"[A-Za-z_][\w.]*", word):
            raise Unreadable(f"{word!r} in an expression")
        if self.accept("$"):
            return "passive", word
        return ("next", word) if self.accept("'") else ("name", word)
