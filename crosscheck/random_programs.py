"""Small random Boolean programs, as text: locks, conditions, calls, threads that are started, and atomic sections."""
import random

SHARED, LOCALS = ["g", "h", "k"], ["x", "y"]


def write_all(folder, count, seed):
    """Writes `count` random programs into a folder; yields each file with its options."""
    for number in range(count):
        path = folder / f"program{number}.bp"
        writer = Writer(random.Random(f"{seed}/program{number}"))
        path.write_text(writer.program())
        yield path, writer.options


class Writer:
    """Writes one program."""

    def __init__(self, source):
        self.source, self.options, self.labels, self.in_atomic, self.function = source, [], 0, False, ""
        self.shared = SHARED[:source.randint(1, 3)]

    def chance(self, percent):
        return self.source.randrange(100) < percent

    def program(self):
        initial = lambda: self.source.choice([" := 0", " := 0", " := 1", "", " := *"])
        lines = ["decl " + ", ".join(name + initial() for name in self.shared) + ";"]
        lines += ["bool helper(p) begin", *self.indented(self.helper_body()), "end"]
        lines += ["void worker(x) begin", f"  decl y{initial()};", *self.indented(self.body("worker", 5)), "end"]
        lines += ["void main() begin", f"  decl x{initial()}, y := 0;"]
        starts = self.source.choice([["while * do start_thread worker(*); od;"], ["start_thread worker(x);"],
                                     ["start_thread worker(0);", "start_thread worker(1);"], ["start_thread goto HERE;"]])
        lines += self.indented(starts) + self.indented(self.body("main", 3)) + ["HERE: skip;"]
        lines += self.indented(self.body("main", 3)) + ["end"]
        if self.chance(20):
            self.options = ["--init", "main=any"]
        return "\n".join(lines) + "\n"

    def indented(self, lines):
        return ["  " + line for line in lines]

    def helper_body(self):
        one = self.source.choice(self.shared)
        return self.source.choice([[f"{one} := p;", f"return !{one};"], [f"if p then return {one}; fi;", "return *;"],
                                   [f"atomic {{ {one} := !{one}; return {one} & p; }}"], ["skip;"]])

    def body(self, function, most):
        self.function = function
        return [line for _ in range(self.source.randint(2, most)) for line in self.statement(2)]

    def expression(self, depth=2):
        kind = self.source.randrange(10)
        if depth == 0 or kind < 4:
            return self.source.choice([*self.shared, *self.shared, *LOCALS, "0", "1", "*"])
        if kind < 6:
            return "!" + self.expression(0)
        if kind == 6 and depth == 2:
            return f"({self.expression(0)} ? {self.expression(0)} : {self.expression(0)})"
        operator = self.source.choice(["&", "|", "^", "=", "!=", "=>"])
        return f"({self.expression(depth - 1)} {operator} {self.expression(0)})"

    def statement(self, depth):
        kind = self.source.randrange(100)
        variables = self.shared + LOCALS
        if kind < 25:
            return [f"{self.source.choice(variables)} := {self.expression()};"]
        if kind < 28:
            value = f"({self.source.choice(['x$', 'y$', '!x$', '*'])} {self.source.choice('&|^')} {self.expression(0)})"
            return [f"{self.source.choice(self.shared)}, {self.source.choice(['x$', 'y$'])} := {self.expression(1)}, {value};"]
        if kind < 34:
            one, other = self.source.sample(variables, 2)
            constraint = f" constrain {self.expression(1)} | '{one}" if self.chance(30) else ""
            return [f"{one}, {other} := {self.expression(1)}, {self.expression(1)}{constraint};"]
        if kind < 42:
            return [f"assume({self.expression()});"]
        if kind < 54:
            return [f"assert({self.expression()} | {self.expression(0)});"]
        if kind < 60:
            return [f"{self.source.choice(variables)} := helper({self.expression(0)});"]
        if kind < 66 and not self.in_atomic:
            kinds = ["wait", "signal", "broadcast", "signal", "broadcast"]
            return [f"{self.source.choice(kinds)} {self.source.choice(['c', 'c', 'd'])};"]
        if kind < 70 and not self.in_atomic:
            return [f"start_thread worker({self.expression(0)});"]
        if depth == 0:
            return ["skip;"]
        inside = lambda: ["  " + line for _ in range(self.source.randint(1, 2)) for line in self.statement(depth - 1)]
        if kind < 80:
            return [f"if {self.expression()} then", *inside(), "else", *inside(), "fi;"]
        if kind < 87:
            return [f"while {self.expression(1)} do", *inside(), "od;"]
        if self.in_atomic:
            return ["skip;"]
        self.in_atomic = True
        lines = ["atomic {", *inside(), "};"]
        self.in_atomic = False
        return lines
