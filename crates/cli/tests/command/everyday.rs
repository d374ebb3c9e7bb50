//! Everyday C, one construct in each program: which of them are accepted. Those that are refused are listed by name, so that
//! one that is accepted from now on, and one that is not any more, both change a list.

use crate::support::{scratch, umpteen};

/// Headers that the programs include.
const HEADERS: &str = "#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
";

/// Programs by name: functions before `main`, and the statements of `main`.
const PROGRAMS: [(&str, &str, &str); 46] = [
    ("argument", "", "if (argc > 1) return argv[1][0];"),
    ("argument as number", "", "if (argc > 1) return atoi(argv[1]);"),
    ("argument as long number", "", "if (argc > 1) { char *end; return strtol(argv[1], &end, 10) != 0; }"),
    ("arguments in a loop", "", "for (int i = 1; i < argc; i++) puts(argv[i]);"),
    ("option", "", "if (argc > 1 && strcmp(argv[1], \"-v\") == 0) return 1;"),
    ("getopt", "", "int c; while ((c = getopt(argc, argv, \"n:v\")) != -1) if (c == 'n') return atoi(optarg);"),
    ("environment variable", "", "char *home = getenv(\"HOME\"); if (home) return home[0];"),
    ("printf of numbers", "", "printf(\"%d %s %p\\n\", argc, argv[0], (void *)argv);"),
    ("printf of floats", "", "double d = 0.5; printf(\"%f\\n\", d * 2);"),
    ("printf of stderr", "", "fprintf(stderr, \"usage: %s\\n\", argv[0]);"),
    ("snprintf", "", "char name[16]; snprintf(name, sizeof name, \"w%d\", argc); return name[0];"),
    ("sprintf", "", "char name[32]; sprintf(name, \"%d\", argc); return name[0];"),
    ("sscanf", "", "int n = 0; if (sscanf(\"12\", \"%d\", &n) == 1) return n;"),
    ("scanf", "", "int n; if (scanf(\"%d\", &n) != 1) n = 1; return n;"),
    ("fopen", "", "FILE *f = fopen(\"a\", \"r\"); if (f) fclose(f);"),
    ("fgets", "", "char line[8]; if (fgets(line, sizeof line, stdin)) return line[0];"),
    ("standard output as value", "", "FILE *out = argc > 1 ? stderr : stdout; fputs(\"x\", out);"),
    ("time", "", "time_t start = time(0); return time(0) - start > 3;"),
    ("clock_gettime", "", "struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec > 0;"),
    ("nanosleep", "", "struct timespec t = { 0, 1000 }; nanosleep(&t, 0);"),
    ("errno", "", "if (close(3) < 0 && errno == EBADF) return 1;"),
    ("strerror", "", "puts(strerror(errno));"),
    ("malloc of a number of elements", "", "int *p = malloc(argc * sizeof *p); if (p && argc > 0) p[0] = 1; free(p);"),
    ("realloc", "", "int *p = malloc(4); p = realloc(p, 8); if (p) p[1] = 1; free(p);"),
    (
        "calloc of a structure",
        "struct s { int a; struct s *next; };",
        "struct s *p = calloc(1, sizeof *p); return p->a;",
    ),
    ("strdup", "", "char *s = strdup(\"abc\"); if (s) { char c = s[1]; free(s); return c; }"),
    ("memset and memcpy", "", "int a[4], b[4]; memset(a, 0, sizeof a); memcpy(b, a, sizeof a); return b[3];"),
    ("string functions", "", "char s[8] = \"ab\"; strcat(s, \"c\"); return strlen(s) == 3 && strchr(s, 'b') != 0;"),
    ("character classes", "", "return isdigit('1') && toupper('a') == 'A';"),
    (
        "qsort",
        "static int by(const void *a, const void *b) { return *(int *)a - *(int *)b; }",
        "int a[2] = { 2, 1 }; qsort(a, 2, sizeof *a, by); return a[0];",
    ),
    ("rand", "", "srand(1); return rand() % 6;"),
    ("floating point", "", "double x = argc; x = x / 3; if (x > 1.0) return 1;"),
    ("math", "", "return sqrt(4.0) > 1.0;"),
    ("static inline", "static inline int twice(int n) { return 2 * n; }", "return twice(argc);"),
    (
        "variadic function",
        "static int sum(int n, ...) { va_list l; va_start(l, n); int s = va_arg(l, int); va_end(l); return s; }",
        "return sum(1, 2);",
    ),
    ("variable array", "", "int n = argc > 2 ? 2 : 1; int a[n]; a[0] = 1; return a[0];"),
    ("large array", "static char buffer[65536];", "buffer[argc & 1023] = 1;"),
    ("own thread", "", "pthread_t self = pthread_self(); return pthread_equal(self, pthread_self());"),
    (
        "threads in an array",
        "static void *run(void *p) { return p; }",
        "pthread_t t[4]; for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, run, (void *)i); \
         for (int i = 0; i < 4; i++) pthread_join(t[i], 0);",
    ),
    (
        "cancelling a thread",
        "static void *run(void *p) { return p; }",
        "pthread_t t; pthread_create(&t, 0, run, 0); pthread_cancel(t); pthread_join(t, 0);",
    ),
    ("signal", "static void stop(int n) { (void)n; }", "signal(SIGINT, stop);"),
    ("atexit", "static void last(void) { }", "atexit(last);"),
    ("read and write", "", "char b[4]; ssize_t n = read(0, b, sizeof b); if (n > 0) write(1, b, n);"),
    ("socket", "", "int s = socket(AF_INET, SOCK_STREAM, 0); if (s >= 0) close(s);"),
    (
        "constructor",
        "static int ready; __attribute__((constructor)) static void init(void) { ready = 1; }",
        "assert(ready);",
    ),
    (
        "builtins and assembly",
        "",
        "__asm__ __volatile__(\"\" ::: \"memory\"); __builtin_ia32_pause(); return __builtin_popcount(argc) + __builtin_clz(1);",
    ),
];

/// Those that are refused today.
const REFUSED: &[&str] = &[];

#[test]
fn everyday_programs_are_accepted() {
    let folder = scratch("everyday");
    let mut refused = Vec::new();
    for (number, (name, before, body)) in PROGRAMS.iter().enumerate() {
        let file = folder.join(format!("{number}.c"));
        let text = format!("{HEADERS}{before}\nint main(int argc, char **argv)\n{{\n    {body}\n    return 0;\n}}\n");
        std::fs::write(&file, text).unwrap();
        let shown = umpteen(&["show", file.to_str().unwrap()]);
        if !shown.status.success() {
            refused.push(*name);
        }
    }
    assert_eq!(refused, REFUSED);
}
