//! What system headers contain, in small.

use super::super::super::error::Code;
use super::{code, ends_with};

/// Excerpts of glibc's headers as `gcc -E` gives them.
const EXCERPTS: &str = r##"
# 1 "/usr/include/features.h" 1 3 4
typedef unsigned long size_t; typedef __builtin_va_list __gnuc_va_list; typedef int wchar_t;
__extension__ typedef struct { long long int quot; long long int rem; } lldiv_t;
typedef struct { int __val[2]; } __fsid_t;
typedef struct { unsigned long __bits[1024 / (8 * sizeof (unsigned long))]; } cpu_set_t;
struct _IO_FILE; typedef struct _IO_FILE FILE; extern FILE *stdin, *stdout; struct _IO_FILE { int _flags; char *_p; };
typedef union { __extension__ unsigned long long int __value64; struct { unsigned __low; unsigned __high : 3; } v; } w;
extern int fscanf (FILE *__restrict __stream, const char *__restrict __format, ...) __asm__ ("" "__isoc99_fscanf") ;
extern void (*signal (int __sig, void (*__handler) (int))) (int) __attribute__ ((__nothrow__ , __leaf__));
extern void qsort (void *__base, size_t __n, size_t __size, int (*__compar) (const void *, const void *)) __attribute__ ((__nonnull__ (1, 4)));
extern double strtod (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__));
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr); extern _Noreturn void die (int);
extern __inline __attribute__ ((__gnu_inline__)) int twice (int __x) { return __x + __x; }
static __inline __uint16_swap (unsigned short __bsx) { return __builtin_bswap16 (__bsx); }
enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED }; enum __codecvt_result { __a = -1, __b , };
struct sigaction { union { void (*h) (int); void (*s) (int, void *); } __sigaction_handler; int sa_flags; };
extern char *tzname[2]; extern int sigsetjmp (struct __jmp_buf_tag __env[1], int __savemask) __attribute__ ((__returns_twice__));
_Static_assert (sizeof (int) == 4, "size"); ; typedef __typeof__ (sizeof (int)) other_size; typedef int (*compare_t)(const void *, const void *);
extern __attribute__ ((__noreturn__)) void __assert_fail (const char *__assertion, unsigned int __line);
typedef void *(*start_t) (void *); int (*fs[3]) (int, char *[]), (*f1) (void); typedef int vec __attribute__ ((vector_size (16)));
#pragma GCC visibility pop
"##;

#[test]
fn excerpts_are_read() {
    let text = format!("{EXCERPTS} int r; int main(void) {{ other_size x = __b; r = twice(x + 4) + __a; }}");
    assert_eq!(ends_with(&text, "r"), 7);
}

#[test]
fn generic_atomic_functions() {
    let text =
        "typedef _Atomic int atomic_int; typedef struct { _Bool v; } atomic_flag; int r; atomic_int a; int main(void) {
        __extension__ ({ __auto_type p = (&a); __typeof__ ((void)0, *p) t = (3); __atomic_store (p, &t, (5)); });
        r = __extension__ ({ __auto_type p = (&a); __typeof__ ((void)0, *p) t; __atomic_load (p, &t, (5)); t; });
        int e = 3; r = r * 10 + __extension__ ({ __auto_type p = (&a); __typeof__ ((void)0, *p) t = (4);
        __atomic_compare_exchange (p, (&e), &t, 0, (5), (5)); }); atomic_flag f = { 0 };
        r = r * 10 + __atomic_test_and_set ((&f), 5); r = r * 10 + __atomic_test_and_set ((&f), 5); r = r * 10 + a; }";
    assert_eq!(ends_with(text, "r"), 31014);
}

#[test]
fn syntax_errors_are_errors_everywhere() {
    for text in [
        "int main(void) { return 0 }",
        "int f(void) { 1 +; } int main(void) { }",
        "int x = ; int main(void) { }",
        "int main(void) { if x; }",
        "int main(void) { int 3x; }",
        "int main(void) {",
        "struct { int x int y; } s;",
        "int x",
        "foo bar;",
        "int main(void) { case 1: ; }",
        "int main(void) { break; }",
        "int main(void) { 08; }",
    ] {
        assert_eq!(code(text), Code::Syntax, "{text}");
    }
}

#[test]
fn implicit_int_and_old_parameters() {
    assert_eq!(ends_with("int r; f() { return 3; } main() { r = f(); }", "r"), 3);
}

#[test]
fn old_definitions_and_new_attributes() {
    let text = "int r; add(a, b) int a; char b; { return a + b; } static x; [[maybe_unused]] const y = 4;
        int main(void) { [[maybe_unused]] int z = 2; switch (z) { case 2: z++; [[fallthrough]]; default: ; }
        r = add(3, 257) + z; }";
    assert_eq!(ends_with(text, "r"), 7);
}

#[test]
fn wide_enumerations_are_refused_only_when_used() {
    let text = "enum { A = 1u << 31, B }; enum e { C = 5 }; int r; int main(void) { r = C; }";
    assert_eq!(ends_with(text, "r"), 5);
    assert_eq!(code("enum { A = 1u << 31 }; int r; int main(void) { r = A; }"), Code::Unsupported);
}
