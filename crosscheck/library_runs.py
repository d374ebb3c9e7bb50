#!/usr/bin/env python3
"""Random C programs with functions without a body and calls of the C library, against compiled runs with random answers.

usage: crosscheck/library_runs.py [--cases N] [--first N] [--seed N] [--runs N] [--time S] [--any] [-v]

A SAFE must not have a run that fails. An UNSAFE must have one: by chance, or forced by `umpteen replay --compiled`. Prints how
many programs there are of each kind, and why programs stay undecided. The exit code is 1 if anything disagrees.
With --any the functions without a body also write whatever they can name, and the question is asked with
`--unknown-functions any`; a replay cannot force that.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

UMPTEEN = os.environ.get("UMPTEEN", "target/release/umpteen")
HEAD = """#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
struct pair { int a; char b; };
int ask(void);
int judge(int x);
unsigned char flag(void);
void fill(int *p);
void edit(char *text, int size);
int look(const int *p);
void update(struct pair *p);
int g = 1, h;
char text[8] = "ab", copy[8];
struct pair pair;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
# Answers of all kinds; each run is a process of its own, which the first one counts.
STUBS = r"""#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
struct pair { int a; char b; };
static unsigned long state;
static unsigned draw(void)
{
    unsigned long next = __atomic_add_fetch(&state, 0x9e3779b97f4a7c15, __ATOMIC_SEQ_CST);
    next = (next ^ next >> 30) * 0xbf58476d1ce4e5b9;
    next = (next ^ next >> 27) * 0x94d049bb133111eb;
    return next >> 32;
}
static int any(void)
{
    static const int extremes[] = {INT_MAX, INT_MIN, -1, 255, 256, 97};
    switch (draw() % 8) {
    case 0: return extremes[draw() % 6];
    case 1: return draw();
    default: return (int)(draw() % 7) - 2;
    }
}
#ifdef ANY
extern int g, h;
extern char text[8], copy[8];
extern struct pair pair;
static void scribble(void)
{
    switch (draw() % 8) {
    case 0: g = any(); break;
    case 1: h = any(); break;
    case 2: text[draw() % 7] = any(); break;
    case 3: copy[draw() % 7] = any(); break;
    case 4: pair.a = any(); break;
    case 5: pair.b = any(); break;
    }
}
#else
static void scribble(void) {}
#endif
int ask(void) { scribble(); return any(); }
int judge(int x) { scribble(); return draw() % 2 ? x : any(); }
unsigned char flag(void) { scribble(); return any(); }
void fill(int *p) { scribble(); if (draw() % 4) *p = any(); }
int look(const int *p) { scribble(); return draw() % 2 ? *p : any(); }
void edit(char *text, int size)
{
    scribble();
    for (int i = 0; i < 8; i++)
        if (draw() % 2)
            text[i] = draw() % 4 ? "ab10 z-"[draw() % 7] : (int)draw();
}
void update(struct pair *p)
{
    scribble();
    if (draw() % 4)
        p->a = any();
    if (draw() % 4)
        p->b = any();
}
int rand(void) { return any() & INT_MAX; }
int getchar(void) { return draw() % 4 ? (int)(draw() % 256) : EOF; }
time_t time(time_t *t) { time_t now = draw(); if (t) *t = now; return now; }
char *getenv(const char *name) { static char value[8] = "a"; return draw() % 2 ? value : 0; }
__attribute__((constructor)) static void runs(void)
{
    int count = atoi(RUNS), failures = 0, others = 0;
    for (int run = 0; run < count; run++) {
        pid_t child = fork();
        if (child == 0) {
            state = run * 7919u + 1;
            fclose(stderr);
            alarm(1);
            return;
        }
        int status;
        waitpid(child, &status, 0);
        int ended = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        failures += ended == SIGABRT;
        others += ended != 0 && ended != SIGABRT;
        if (ended == SIGABRT || others > 3)
            break;
    }
    printf("%d %d\n", failures, others);
    fflush(stdout);
    _exit(0);
}
"""
VALUES = ["ask()", "judge(x)", "judge(g)", "flag()", "look(&x)", "look(&g)", "rand() % 4", "rand()", "(int)strlen(text)", "abs(x)", "atoi(\"12\")",
          "atoi(text)", "toupper((unsigned char)text[0])", "tolower('A')", "!!isdigit((unsigned char)text[1])", "!!isalpha('q')",
          "(strcmp(text, \"ab\") > 0)", "(strncmp(text, copy, 3) == 0)", "(strchr(text, 'b') != 0)", "(strchr(text, 'b') == text + 1)",
          "(memcmp(text, copy, 4) == 0)", "(getenv(\"HOME\") != 0)", "getchar()", "(time(0) != 0)", "(int)strspn(text, \"ab\")",
          "(int)strtol(\"0x1f\", 0, 16)", "(strstr(text, \"b\") != 0)", "pair.a", "pair.b", "text[2]", "copy[1]", "g", "h", "x", "y", "1", "0", "3"]
EFFECTS = ["fill(&x);", "fill(&g);", "fill(&pair.a);", "update(&pair);", "edit(text, 8); text[7] = 0;", "edit(copy, 8); copy[7] = 0;",
           "strcpy(text, \"xyz\");", "strncpy(copy, \"hello\", 3);", "memset(text, 'x', 3);", "memset(copy, 0, sizeof copy);",
           "memcpy(copy, text, sizeof copy);", "memmove(text, text + 1, 3); text[7] = 0;", "strcpy(copy, \"a\"); strcat(copy, \"bc\");",
           "{ int *p = malloc(sizeof *p); *p = x; y = *p; free(p); }", "{ struct pair *p = calloc(1, sizeof *p); y = p->a; free(p); }",
           "memset(&pair, 0, sizeof pair);", "snprintf(copy, sizeof copy, \"%d\", x);", "printf(\"%d\\n\", x);", "puts(text);", "strtok(copy, \" \");"]


class Writer:
    """Writes one program."""

    def __init__(self, source):
        self.source = source
        self.threads = source.choice([0, 0, 1, 1, 2])

    def program(self):
        text = HEAD
        if self.threads:
            text += "void *worker(void *unused)\n{\n  int x = 0, y = 0;\n" + self.block(1, 1) + "  return unused;\n}\n"
        text += "int main(void)\n{\n  int x = 0, y = 0;\n  pthread_t t[2];\n"
        text += "".join(f"  pthread_create(&t[{at}], 0, worker, 0);\n" for at in range(self.threads))
        text += self.block(1, 2)
        if self.source.random() < 0.5:
            text += "".join(f"  pthread_join(t[{at}], 0);\n" for at in range(self.threads))
        return text + f"  assert({self.condition()});\n  return 0;\n}}\n"

    def value(self):
        value = self.source.choice(VALUES)
        return value if self.source.random() < 0.7 else f"({value} {self.source.choice(['+ 1', '- 1', '& 3', '^ 1', '* 2'])})"

    def condition(self):
        if self.source.random() < 0.3:
            # Conditions that hold for one reason or another.
            return self.source.choice(["rand() >= 0", "strlen(text) < 8", "flag() < 256", "toupper('b') == 'B'", "atoi(\"12\") == 12",
                                       "x == x", "(ask() & 1) < 2", "memcmp(text, text, 4) == 0", "getchar() < 256", "text[7] == 0", "strlen(\"abc\") == 3",
                                       "strcmp(\"a\", \"b\") < 0", "!isdigit('x')", "abs(-3) == 3", "(rand() & 7) < 8"])
        operator = self.source.choice(["==", "!=", "!=", "!=", "<", ">=", "<="])
        return f"{self.value()} {operator} {self.source.choice(['0', '1', '2', '7', '97', '-1', '1000', 'x', 'g'])}"

    def block(self, depth, most):
        return "".join(self.statement(depth) for _ in range(self.source.randint(1, most + 1)))

    def statement(self, depth):
        kind = self.source.randrange(100)
        target = self.source.choice(["x", "x", "y", "g", "h"])
        if kind < 35:
            return f"  {target} = {self.value()};\n"
        if kind < 65:
            return f"  {self.source.choice(EFFECTS)}\n"
        if kind < 75 or depth == 0:
            return f"  assert({self.condition()});\n"
        if kind < 88:
            return f"  if ({self.condition()}) {{\n{self.block(depth - 1, 0)}  }}\n"
        if kind < 93:
            return f"  for (int i = 0; i < {self.source.randint(1, 3)}; i++) {{\n{self.block(depth - 1, 0)}  }}\n"
        return f"  pthread_mutex_lock(&m);\n{self.block(0, 1)}  pthread_mutex_unlock(&m);\n"


def check(program, trace, seconds, options):
    """The first line of the verdict."""
    # On a busy machine, processor time is what matters.
    limits = ["--cpu-time", str(seconds), "--time", str(4 * seconds), "--memory", "2000"]
    command = [UMPTEEN, "check", str(program), "--also", "none", "-q", *limits, *options, "--write", f"trace={trace}"]
    process = subprocess.run(command, capture_output=True, text=True)
    return ((process.stdout or process.stderr).splitlines() or [f"exit code {process.returncode}"])[0]


def observed(program, stubs, folder):
    """How many compiled runs fail, and how many end in another bad way."""
    binary = folder / "program"
    subprocess.run(["gcc", "-O0", "-w", "-fwrapv", "-fno-builtin", "-pthread", "-o", str(binary), str(program), str(stubs)], check=True)
    # Texts of any characters are printed.
    process = subprocess.run([str(binary)], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=300)
    failures, others = process.stdout.split()[-2:]
    return int(failures), int(others)


def forced(program, trace):
    """Whether the compiled program fails when it is made to take the run."""
    if not trace.exists():
        return "no run was written"
    process = subprocess.run([UMPTEEN, "replay", str(program), "--trace", str(trace), "--compiled"], capture_output=True, text=True, errors="replace")
    return "" if process.returncode == 0 else (process.stdout or process.stderr).strip()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--cases", type=int, default=200)
    arguments.add_argument("--first", type=int, default=0, help="the number of the first program")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--runs", type=int, default=100, help="compiled runs of each program")
    arguments.add_argument("--time", type=int, default=10, help="seconds of processor time for each program")
    arguments.add_argument("--any", action="store_true", help="functions without a body do anything")
    arguments.add_argument("--keep", help="a folder for programs that disagree or stay undecided")
    arguments.add_argument("-v", action="store_true", help="tell every program that is not simply an agreement")
    given = arguments.parse_args()
    counts, reasons, wrong = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "stubs.c").write_text(STUBS)
        stubs = folder / "stubs.o"
        subprocess.run(["gcc", "-O1", "-w", f"-DRUNS=\"{given.runs}\"", *(["-DANY"] if given.any else []), "-c", "-o", str(stubs), str(folder / "stubs.c")], check=True)
        for number in range(given.first, given.first + given.cases):
            program, trace = folder / f"program{number}.c", folder / f"trace{number}"
            program.write_text(Writer(random.Random(f"{given.seed}/library{number}")).program())
            line = check(program, trace, given.time, ["--unknown-functions", "any"] if given.any else [])
            verdict = line.split()[0]
            failures, others = observed(program, stubs, folder)
            problem = ""
            if verdict == "SAFE":
                problem = "a compiled run fails" if failures else ""
                kind = "SAFE"
            elif verdict == "UNSAFE":
                kind = "UNSAFE, seen by chance"
                if not failures:
                    told = "a replay cannot force what the functions write" if given.any else forced(program, trace)
                    kind = "UNSAFE, forced" if not told else "UNSAFE, not seen"
                    problem = told
            else:
                kind = "UNKNOWN" if verdict == "UNKNOWN" else "refused"
                why = re.sub(r"  +[0-9.]+ s$", "", line)
                reasons[re.sub(r"`[^`]*`|program\d+\.c:[0-9:]+|[0-9]+", "_", why)] += 1
            counts[kind] += 1
            wrong += verdict == "SAFE" and bool(problem)
            if problem or (given.v and kind in ("UNKNOWN", "refused")):
                print(f"program {number}: {line}\n  {problem}", flush=True)
                if given.keep:
                    (pathlib.Path(given.keep) / program.name).write_text(program.read_text())
            counts["with another bad end"] += bool(others)
            program.unlink()
            trace.unlink(missing_ok=True)
            if given.v and (number + 1) % 100 == 0:
                print(f"{number + 1} programs: {dict(sorted(counts.items()))}", flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{count:6} {kind}")
    for reason, count in reasons.most_common(20):
        print(f"{count:6} undecided: {reason}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
