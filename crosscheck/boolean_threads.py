"""Boolean programs as Promela: one process for each thread, calls written out, every statement one step.

A thread's place and local variables stand in arrays, so that a signal can move it, a new thread can be a copy, and a
property can ask where it is. `owner` is the thread in an atomic section (0: nobody). A thread is waiting as soon as it
is at a `wait`. Every `*` is written out as one step for each choice.
"""
import itertools
import re
from dataclasses import dataclass, field

from boolean_syntax import Program
from commands import Unreadable
from promela_systems import HEAD, choose_bound

MOST_CHOICES, MOST_PLACES = 6, 4000
OPERATORS = {"&": "({} && {})", "|": "({} || {})", "^": "({} != {})", "=": "({} == {})", "!=": "({} != {})",
             "<=>": "({} == {})", "=>": "(!{} || {})", "!": "(!{})", "?": "({} -> {} : {})"}


@dataclass
class Frame:
    """A function as it is written out at one call: names of variables, where it returns to, and what gets the results."""
    function: object
    variables: dict
    returns_to: int | None       # None: the thread's own function, whose end is the thread's
    results: list | None
    leaves_section: bool         # whether a return out of an atomic block here leaves the section
    labels: dict = field(default_factory=dict)
    in_block: bool = False


class Model:
    """Collects the steps of all threads, by place."""

    def __init__(self, program: Program):
        self.program, self.steps, self.variables = program, [], []
        self.places, self.waits, self.labelled = 1, {}, {}
        self.frames, self.entries, self.active = {}, {}, []

    def place(self):
        self.places += 1
        if self.places > MOST_PLACES:
            raise Unreadable("more places than this exporter wants")
        return self.places - 1

    # Expressions.

    def name(self, name, frame):
        if frame and name in frame.variables:
            return frame.variables[name] + "[me]"
        if name in dict(self.program.shared):
            return f"shared_{name}"
        raise Unreadable(f"the variable {name}")

    def text(self, expression, frame, choices, after):
        kind = expression[0]
        if kind == "value":
            return str(expression[1])
        if kind == "choice":
            return str(next(choices))
        if kind == "name":
            return self.name(expression[1], frame)
        if kind == "passive":
            if frame.returns_to is not None or expression[1] not in frame.variables:
                raise Unreadable("x$ in a called function")
            return frame.variables[expression[1]] + "[OTHER]"
        if kind == "next":
            return after.get(expression[1]) or self.name(expression[1], frame)
        return OPERATORS[kind].format(*(self.text(one, frame, choices, after) for one in expression[1:]))

    def ways(self, expressions, frame):
        """The texts of expressions, for all choices of their stars."""
        stars = sum(count_choices(one) for one in expressions)
        if stars > MOST_CHOICES:
            raise Unreadable("many choices in one statement")
        for chosen in itertools.product((0, 1), repeat=stars):
            choices = iter(chosen)
            yield [self.text(one, frame, choices, {}) for one in expressions]

    # Steps.

    def step(self, here, condition, effects, there):
        self.steps.append((here, condition, effects, there))

    def assign(self, pairs, always_first=False):
        """A parallel assignment, through temporaries: first all values, then all variables."""
        pairs = [(target, value) for target, value in pairs if target != "_"]
        if len(pairs) == 1 and not always_first:
            return [f"{pairs[0][0]} = {pairs[0][1]}"]
        into = [f"t{at} = {value}" for at, (_, value) in enumerate(pairs)]
        return into + [f"{target} = t{at}; t{at} = 0" for at, (target, _) in enumerate(pairs)]

    def thread(self, name):
        """The frame of a thread that runs a function; `entries` has the place where it begins."""
        if name not in self.frames:
            self.frames[name] = self.frame(self.functions(name), None, None, True)
            self.entries[name] = self.body(self.frames[name])
        return self.frames[name]

    def functions(self, name):
        if name not in self.program.functions:
            raise Unreadable(f"the function {name}")
        return self.program.functions[name]

    def frame(self, function, returns_to, results, leaves_section):
        names = {}
        for name in function.parameters + [name for name, _ in function.locals]:
            names[name] = f"v{len(self.variables)}_{name.replace('.', '_')}"
            self.variables.append(names[name])
        return Frame(function, names, returns_to, results, leaves_section)

    def body(self, frame):
        """The function's steps; the place where they begin. Parameters have their values there, locals get theirs."""
        self.active.append(frame.function.name)
        self.find_labels(frame.function.body, frame)
        end = self.place()
        for chosen in itertools.product((0, 1), repeat=frame.function.results):
            self.leave(end, "true", frame, [str(one) for one in chosen])
        begin = self.block(frame.function.body, end, frame)
        for name, value in reversed(frame.function.locals):
            here = self.place()
            for one in (0, 1) if value is None else (value,):
                self.step(here, "true", [f"{self.name(name, frame)} = {one}"], begin)
            begin = here
        self.active.pop()
        return begin

    def find_labels(self, statements, frame):
        """Gives each statement with labels a place."""
        for statement in statements:
            place = self.place() if statement[1] else None
            for label in statement[1]:
                frame.labels[label] = place
                self.labelled.setdefault(label, set()).add(place)
            if statement[0] in ("if", "while", "atomic"):
                for part in statement[2:]:
                    if isinstance(part, list):
                        self.find_labels(part, frame)

    def leave(self, here, condition, frame, values):
        """Returns values to the caller, or ends the thread."""
        if frame.returns_to is None:
            self.end(here, condition)
            return
        targets = frame.results or []
        effects = self.assign(list(zip(targets, values)))
        effects += [f"{name}[me] = 0" for name in frame.variables.values()]
        if frame.in_block and frame.leaves_section:
            effects.append("owner = 0")
        self.step(here, condition, effects, frame.returns_to)

    def end(self, here, condition):
        self.step(here, condition, ["if :: owner == me + 1 -> owner = 0 :: else fi"], 0)

    def label(self, name, frame):
        if name not in frame.labels:
            raise Unreadable(f"the label {name}")
        return frame.labels[name]

    def block(self, statements, there, frame):
        """Writes statements that lead to a place; the place where they begin."""
        for statement in reversed(statements):
            here = frame.labels[statement[1][0]] if statement[1] else self.place()
            getattr(self, f"write_{statement[0]}")(here, there, frame, *statement[2:])
            there = here
        return there

    def write_skip(self, here, there, frame):
        self.step(here, "true", [], there)

    def write_goto(self, here, there, frame, labels):
        for label in labels:
            self.step(here, "true", [], self.label(label, frame))

    def write_assume(self, here, there, frame, condition):
        for text, in self.ways([condition], frame):
            self.step(here, text, [], there)

    def write_assert(self, here, there, frame, condition):
        for text, in self.ways([condition], frame):
            self.step(here, text, [], there)
            self.step(here, f"!{text}", ["failed = 1"], 0)

    def write_assign(self, here, there, frame, targets, values, condition):
        others = [(target[:-1], value) for target, value in zip(targets, values) if target.endswith("$")]
        if others:
            if condition != ("value", 1):
                raise Unreadable("x$ := ... constrain")
            own = [(target, value) for target, value in zip(targets, values) if not target.endswith("$")]
            self.assign_others(here, there, frame, own, others)
            return
        stars = sum(map(count_choices, [*values, condition]))
        if stars > MOST_CHOICES:
            raise Unreadable("many choices in one statement")
        for chosen in itertools.product((0, 1), repeat=stars):
            choices = iter(chosen)
            texts = [self.text(value, frame, choices, {}) for value in values]
            asked = self.text(condition, frame, choices, dict(zip(targets, texts)))
            names = [target if target == "_" else self.name(target, frame) for target in targets]
            self.step(here, asked, self.assign(list(zip(names, texts))), there)

    def assign_others(self, here, there, frame, own, others):
        """Assigns to the other threads of the function, and to this one; all with the values before."""
        given = []
        for target, value in others:
            choices = (f"c{len(given)}_{at}" for at in itertools.count())
            text = self.text(value, frame, choices, {})
            given.append((self.text(("passive", target), frame, iter(()), {}), text, count_choices(value)))
        for texts in self.ways([value for _, value in own], frame):
            names = [target if target == "_" else self.name(target, frame) for target, _ in own]
            assigned = self.assign(list(zip(names, texts)), always_first=True)
            into = [one for one in assigned if one.startswith("t")]
            self.step(here, "true", [*into, ("others", frame.function.name, given), *assigned[len(into):]], there)

    def write_if(self, here, there, frame, condition, yes, no):
        yes, no = self.block(yes, there, frame), self.block(no, there, frame)
        for text, in self.ways([condition], frame):
            self.step(here, text, [], yes)
            self.step(here, f"!{text}", [], no)

    def write_while(self, here, there, frame, condition, body):
        body = self.block(body, here, frame)
        for text, in self.ways([condition], frame):
            self.step(here, text, [], body)
            self.step(here, f"!{text}", [], there)

    def write_return(self, here, there, frame, values):
        for texts in self.ways(values, frame):
            self.leave(here, "true", frame, texts)

    def write_end_thread(self, here, there, frame):
        self.end(here, "true")

    def write_atomic(self, here, there, frame, body):
        if frame.in_block or not frame.leaves_section:
            self.step(here, "true", [], self.block(body, there, frame))
            return
        end = self.place()
        self.step(end, "true", ["owner = 0"], there)
        frame.in_block = True
        self.step(here, "true", ["owner = me + 1"], self.block(body, end, frame))
        frame.in_block = False

    def write_atomic_begin(self, here, there, frame):
        self.step(here, "true", ["owner = me + 1"], there)

    def write_atomic_end(self, here, there, frame):
        self.step(here, "true", ["owner = 0"], there)

    def write_wait(self, here, there, frame, condition):
        self.waits.setdefault(condition, []).append((here, there))

    def write_signal(self, here, there, frame, condition):
        self.step(here, "true", [("signal", condition)], there)

    def write_broadcast(self, here, there, frame, condition):
        self.step(here, "true", [("broadcast", condition)], there)

    def write_start_copy(self, here, there, frame, label):
        self.step(here, "started < bound", [("copy", self.label(label, frame))], there)

    def write_start(self, here, there, frame, name, values):
        other = self.thread(name)
        for texts in self.ways(values, frame):
            given = list(zip((other.variables[one] for one in other.function.parameters), texts))
            self.step(here, "started < bound", [("start", name, given)], there)

    def write_call(self, here, there, frame, name, values, targets):
        function = self.functions(name)
        if name in self.active or len(self.active) > 20:
            raise Unreadable("recursion")
        results = [one if one == "_" else self.name(one, frame) for one in targets or []]
        inner = self.frame(function, there, results, frame.leaves_section and not frame.in_block)
        begin = self.body(inner)
        for texts in self.ways(values, frame):
            pairs = list(zip((self.name(one, inner) for one in function.parameters), texts))
            self.step(here, "true", self.assign(pairs), begin)


def count_choices(expression):
    return (expression[0] == "choice") + sum(count_choices(one) for one in expression[1:] if isinstance(one, tuple))


def promela(program, most, property_text, any_main):
    """The model with at most 1 to `most` threads; `property_text` as --property has it."""
    model = Model(program)
    begin = program.threads or ["main"]
    for name in begin:
        model.thread(name)
    wrong = property_condition(model, property_text, most)
    steps = []
    for here, condition, effects, there in model.steps:
        text = "; ".join([*(one for effect in effects for one in effect_text(model, effect, most)), f"pc[me] = {there}"])
        guard = f"!failed && pc[me] == {here} && (owner == 0 || owner == me + 1) && ({condition})"
        steps.append(f"  :: atomic {{ {guard} -> {text}; look() }}")
    temporaries = sorted(set(re.findall(r"\b(?:t\d+|p\d+|c\d+_\d+)(?= = )", "\n".join(steps))))
    lines = [HEAD, f"byte owner; bit failed; byte started; byte next; short pc[{most}]; byte kind[{most}];"]
    lines += [f"bit shared_{name};" for name, _ in program.shared] + [f"bit {name}[{most}];" for name in model.variables]
    lines += [f"inline look() {{ if :: {wrong} -> c_code {{ tell(now.bound); }} :: else fi }}",
              "proctype thread(byte me) {", *[f"  bit {name};" for name in temporaries], "  do", *steps]
    lines += ["  :: false", "  od", "}", "init { atomic {", f"  {choose_bound(most)}"]
    for name, value in program.shared:
        lines.append("  if " + " ".join(f":: shared_{name} = {one}" for one in ((0, 1) if value is None else (value,))) + " fi;")
    for name in begin:
        runs = list(model.frames).index(name) + 1
        add = f"pc[started] = {model.entries[name]}; kind[started] = {runs}; started++"
        lines.append(f"  do :: started < bound -> {add} :: break od;" if any_main else f"  started < bound; {add};")
    lines += ["  look();", "  do :: next < started -> run thread(next); next++ :: else -> break od", "} }"]
    return "\n".join(lines) + "\n"


def effect_text(model, effect, most):
    """The statements of an effect."""
    if isinstance(effect, str):
        return [effect]
    if effect[0] in ("signal", "broadcast"):
        waits = model.waits.get(effect[1], [])
        move = lambda one, here, there: f":: me != {one} && pc[{one}] == {here} -> pc[{one}] = {there}"
        moves = [[move(one, here, there) for here, there in waits] for one in range(most)]
        groups = moves if effect[0] == "broadcast" else [sum(moves, [])]
        return [f"if {' '.join(group)} :: else fi" for group in groups if group]
    if effect[0] == "others":
        return [passive_text(model, effect[1], effect[2], other) for other in range(most)]
    if effect[0] == "copy":
        place, given = effect[1], [f"{name}[started] = {name}[me]" for name in model.variables]
    else:
        place, given = model.entries[effect[1]], [f"{name}[started] = {value}" for name, value in effect[2]]
    runs = "kind[me]" if effect[0] == "copy" else list(model.frames).index(effect[1]) + 1
    return [*given, f"pc[started] = {place}", f"kind[started] = {runs}", "run thread(started)", "started++"]


def passive_text(model, function, given, other):
    """What happens to another thread, if it runs the function and has not ended."""
    parts = []
    for at, (_, value, choices) in enumerate(given):
        parts += [f"if :: c{at}_{one} = 0 :: c{at}_{one} = 1 fi" for one in range(choices)]
        parts.append(f"p{at} = {value}".replace("OTHER", str(other)))
        parts += [f"c{at}_{one} = 0" for one in range(choices)]
    parts += [f"{name} = p{at}; p{at} = 0".replace("OTHER", str(other)) for at, (name, _, _) in enumerate(given)]
    runs = list(model.frames).index(function) + 1
    return f"if :: me != {other} && pc[{other}] != 0 && kind[{other}] == {runs} -> {'; '.join(parts)} :: else fi"


def property_condition(model, text, most):
    """When the property is violated."""
    kind, _, rest = text.partition(":")
    at = lambda thread, label: "(" + " || ".join(f"pc[{thread}] == {place}" for place in sorted(model.labelled[label])) + ")"
    if kind == "assert":
        return "failed"
    if kind == "invariant":
        from boolean_syntax import Parser, TOKEN
        words = [found["t"] for found in TOKEN.finditer(rest) if found["t"]]
        return "!" + model.text(Parser(words).expression(), None, iter(()), {})
    labels = rest.split(",")
    if any(label not in model.labelled for label in labels):
        raise Unreadable(f"the property {text}")
    threads = range(most)
    if kind == "label":
        return " || ".join(at(one, labels[0]) for one in threads)
    pairs = [(one, other) for one in threads for other in threads if one != other]
    return " || ".join(f"({at(one, labels[0])} && {at(other, labels[1])})" for one, other in pairs)
