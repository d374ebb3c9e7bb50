"""Small random C programs with two or three threads, as text: mutexes, atomic sections, compare-and-swap, small types."""
import random

HEAD = """#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
"""


def write_all(folder, count, seed):
    """Writes `count` random programs into a folder; yields the files."""
    for number in range(count):
        path = folder / f"program{number}.c"
        path.write_text(Writer(random.Random(f"{seed}/c{number}")).program())
        yield path


class Writer:
    """Writes one program."""

    def __init__(self, source):
        self.source, self.held, self.in_atomic = source, False, False
        self.globals = ["a", "b", "c"][:source.randint(1, 3)]

    def program(self):
        types = ["int", "int", "unsigned char", "signed char", "unsigned", "_Bool"]
        text = HEAD + "".join(f"{self.source.choice(types)} {name} = {self.source.randint(0, 2)};\n" for name in self.globals)
        if self.source.random() < 0.5:
            text += f"{self.source.choice(types)} table[2] = {{1, 2}};\n"
            self.globals.append("table[x & 1]")
        functions = ["one", "two"][:self.source.randint(1, 2)]
        for name in functions:
            text += f"void *{name}(void *unused)\n{{\n  {self.source.choice(types)} x = 0, y = 1;\n"
            text += f"{self.block(1, 3)}  return 0;\n}}\n"
        starts = [self.source.choice(functions) for _ in range(self.source.randint(1, 2))]
        text += "int main(void)\n{\n  int x = 0, y = 0;\n  pthread_t t[2];\n"
        text += "".join(f"  pthread_create(&t[{at}], 0, {name}, 0);\n" for at, name in enumerate(starts))
        text += self.block(1, 2)
        if self.source.random() < 0.5:
            text += "".join(f"  pthread_join(t[{at}], 0);\n" for at in range(len(starts)))
            text += f"  assert({self.condition()});\n"
        return text + "  return 0;\n}\n"

    def variable(self):
        return self.source.choice(self.globals * 2 + ["x", "y"])

    def value(self, depth=1):
        kind = self.source.randrange(8)
        if kind < 3 or depth == 0:
            return self.variable() if kind % 2 else str(self.source.randint(0, 3))
        operator = self.source.choice(["+", "-", "&", "|", "^", "+", "*"])
        return f"{self.value(0)} {operator} {self.value(0)}"

    def condition(self):
        one = f"({self.value()}) {self.source.choice(['==', '!=', '<', '>=', '!=', '<='])} {self.source.randint(0, 3)}"
        return one if self.source.random() < 0.8 else f"{one} {self.source.choice(['&&', '||'])} {self.variable()}"

    def block(self, depth, most):
        return "".join(self.statement(depth) for _ in range(self.source.randint(1, most + 1)))

    def statement(self, depth):
        kind = self.source.randrange(100)
        if kind < 40:
            return f"  {self.variable()} = {self.value()};\n"
        if kind < 50:
            return f"  {self.variable()}{self.source.choice(['++', '--', ' += 2', ' ^= 1'])};\n"
        if kind < 65:
            return f"  assert({self.condition()});\n"
        if kind < 70:
            return f"  x = __VERIFIER_nondet_int() & 1;\n"
        if kind < 74:
            if self.in_atomic:
                return "  ;\n"
            values = f"{self.source.randint(0, 1)}, {self.source.randint(0, 2)}"
            return f"  y = __sync_bool_compare_and_swap(&{self.globals[0]}, {values});\n"
        if depth == 0:
            return f"  {self.variable()} = {self.value()};\n"
        if kind < 82:
            return f"  if ({self.condition()}) {{\n{self.block(depth - 1, 2)}  }} else {{\n{self.block(depth - 1, 1)}  }}\n"
        if kind < 87:
            return f"  for (y = 0; y < {self.source.randint(1, 2)}; y++) {{\n  {self.source.choice(self.globals)} += y;\n  }}\n"
        if kind < 95 and not self.held and not self.in_atomic:
            self.held, lock = True, self.source.choice(["m", "m", "n"])
            text = f"  pthread_mutex_lock(&{lock});\n{self.block(depth - 1, 2)}  pthread_mutex_unlock(&{lock});\n"
            self.held = False
            return text
        if self.in_atomic or self.held:
            return "  ;\n"
        self.in_atomic = True
        text = f"  __VERIFIER_atomic_begin();\n{self.block(depth - 1, 2)}  __VERIFIER_atomic_end();\n"
        self.in_atomic = False
        return text
