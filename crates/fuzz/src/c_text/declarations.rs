//! The declarations of each kind, and the plain functions with the same meaning.

use super::kinds::Kind;

/// The mutex and what it is in a plain program.
pub const MUTEX: Declarations = &[
    ("pthread_mutex_t m;", "unsigned char m_held;"),
    (
        "",
        "void lock_m(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(!m_held); m_held = 1; __VERIFIER_atomic_end(); }",
    ),
    (
        "",
        "int try_m(void) { int r = 16; __VERIFIER_atomic_begin(); if (!m_held) { m_held = 1; r = 0; } __VERIFIER_atomic_end(); return r; }",
    ),
];

/// Declarations with what C offers, each beside its plain counterpart; empty where there is none.
type Declarations = &'static [(&'static str, &'static str)];

/// The lines that a kind adds before the functions: with what C offers, and plainly.
pub fn declarations(kind: Kind) -> Declarations {
    match kind {
        Kind::Struct => STRUCT,
        Kind::Array => ARRAY,
        Kind::Pointer => POINTER,
        Kind::LentLocal => LENT_LOCAL,
        Kind::PointerParameter => POINTER_PARAMETER,
        Kind::Heap => HEAP,
        Kind::FunctionPointer => FUNCTION_POINTER,
        Kind::BitField => &[("struct { unsigned a : 1; unsigned b : 2; int c : 2; } bits;", "unsigned bits_a;")],
        Kind::Enum => &[("enum light { RED, GREEN = 2, BLUE } light;", "unsigned light;")],
        Kind::StaticLocal => &[("", "unsigned char c_one = 1, c_two = 1;")],
        Kind::StructArgument => STRUCT_ARGUMENT,
        Kind::Result => &[("", "unsigned char result_one, result_two;")],
        Kind::ThreadLocal => &[("_Thread_local unsigned char own = 1;", "")],
        Kind::Recursive => &[("pthread_mutex_t again = {1};", "unsigned char again;")],
        Kind::ReadWrite => READ_WRITE,
        Kind::Condition => &[("pthread_cond_t changed;", "")],
        Kind::Semaphore => SEMAPHORE,
        Kind::Barrier => BARRIER,
        Kind::Once => ONCE,
        Kind::Atomic => &[("_Atomic unsigned char a;", "unsigned char a;")],
        Kind::Sync => &[("unsigned char y;", "unsigned char y;")],
        Kind::Ticket => &[("unsigned char next, serving;", "unsigned char next, serving;")],
        Kind::Inside => &[("unsigned char inside;", "unsigned char inside;")],
        Kind::Loop
        | Kind::Switch
        | Kind::Goto
        | Kind::Conditional
        | Kind::Compound
        | Kind::IntegerArgument
        | Kind::Trylock => &[],
    }
}

const STRUCT: Declarations = &[
    ("struct inner { unsigned char b; _Bool c; };", ""),
    (
        "struct pair { unsigned char a; struct inner in; } q, r = {1, {2, 1}};",
        "unsigned char q_a, q_in_b, r_a = 1, r_in_b = 2; _Bool q_in_c, r_in_c = 1;",
    ),
    ("unsigned char sum(struct pair x) { return (x.a + x.in.b) & 3; }", ""),
];

const ARRAY: Declarations = &[
    (
        "unsigned char v[2] = {0, 1}; _Bool w[2][2] = {{0}, {1}};",
        "unsigned char v0, v1 = 1; _Bool w00, w01, w10 = 1, w11;",
    ),
    ("", "unsigned char get_v(int i) { if (i == 0) return v0; if (i == 1) return v1; assert(0); return 0; }"),
    ("", "void put_v(int i, unsigned char x) { if (i == 0) v0 = x; else if (i == 1) v1 = x; else assert(0); }"),
    ("", "_Bool get_w(int i, int j) { if (i) { if (j) return w11; return w10; } if (j) return w01; return w00; }"),
    (
        "",
        "void put_w(int i, int j, _Bool x) { if (i) { if (j) w11 = x; else w10 = x; } else if (j) w01 = x; else w00 = x; }",
    ),
];

const POINTER: Declarations = &[
    ("struct spot { unsigned char a, b; } at; unsigned char cells[2];", "unsigned char at_b, cells_0, cells_1;"),
    ("unsigned char x0, x1 = 1, *p = &x0, **pp = &p;", "unsigned char x0, x1 = 1, p = 1;"),
    (
        "",
        "unsigned char get_p(unsigned char p) { if (p == 1) return x0; if (p == 2) return x1; if (p == 3) return at_b; if (p == 4) return cells_0; if (p == 5) return cells_1; assert(0); return 0; }",
    ),
    (
        "",
        "void put_p(unsigned char p, unsigned char x) { if (p == 1) x0 = x; else if (p == 2) x1 = x; else if (p == 3) at_b = x; else if (p == 4) cells_0 = x; else if (p == 5) cells_1 = x; else assert(0); }",
    ),
];

const LENT_LOCAL: Declarations = &[
    ("unsigned char *lent;", "unsigned char x; _Bool lent;"),
    ("", "unsigned char get_x(void) { assert(lent); return x; }"),
    ("", "void put_x(unsigned char value) { assert(lent); x = value; }"),
];

const POINTER_PARAMETER: Declarations = &[
    ("void bump(unsigned char *place, unsigned char by) { *place = (*place + by) & 3; }", ""),
    ("void swap(unsigned char *one, unsigned char *two) { unsigned char t = *one; *one = *two; *two = t; }", ""),
];

const HEAP: Declarations = &[
    ("struct cell { unsigned char a; struct cell *next; } *h;", "unsigned char h, a1, a2, n1, n2; _Bool live1, live2;"),
    ("", "void check(unsigned char p) { assert(p == 1 && live1 || p == 2 && live2); }"),
    (
        "",
        "unsigned char get_a(unsigned char p) { unsigned char x = 0; __VERIFIER_atomic_begin(); check(p); x = p == 1 ? a1 : a2; __VERIFIER_atomic_end(); return x; }",
    ),
    (
        "",
        "void put_a(unsigned char p, unsigned char x) { __VERIFIER_atomic_begin(); check(p); if (p == 1) a1 = x; else a2 = x; __VERIFIER_atomic_end(); }",
    ),
    (
        "",
        "unsigned char get_n(unsigned char p) { unsigned char x = 0; __VERIFIER_atomic_begin(); check(p); x = p == 1 ? n1 : n2; __VERIFIER_atomic_end(); return x; }",
    ),
    (
        "",
        "void put_n(unsigned char p, unsigned char x) { __VERIFIER_atomic_begin(); check(p); if (p == 1) n1 = x; else n2 = x; __VERIFIER_atomic_end(); }",
    ),
    (
        "",
        "void release(unsigned char p) { if (p == 0) return; __VERIFIER_atomic_begin(); check(p); if (p == 1) live1 = 0; else live2 = 0; __VERIFIER_atomic_end(); }",
    ),
];

const FUNCTION_POINTER: Declarations = &[
    ("void act_one(void) { s = 1; }", ""),
    ("void act_two(void) { s = (s + 2) & 3; }", ""),
    ("void (*action)(void) = act_one;", "unsigned char action = 1;"),
    ("void twice(void (*f)(void)) { f(); f(); }", ""),
    ("", "void act(unsigned char f) { if (f == 1) s = 1; else if (f == 2) s = (s + 2) & 3; else assert(0); }"),
];

const STRUCT_ARGUMENT: Declarations = &[
    ("struct given { unsigned char a; } given[2] = {{0}, {1}};", "unsigned char given0, given1 = 1;"),
    ("", "unsigned char get_given(unsigned char i) { if (i) return given1; return given0; }"),
    ("", "void put_given(unsigned char i, unsigned char x) { if (i) given1 = x; else given0 = x; }"),
];

const READ_WRITE: Declarations = &[
    ("pthread_rwlock_t rw;", "unsigned char rw;"),
    (
        "",
        "void read_rw(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(rw != 9); rw++; __VERIFIER_atomic_end(); }",
    ),
    ("", "void write_rw(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(!rw); rw = 9; __VERIFIER_atomic_end(); }"),
    (
        "",
        "int try_rw(_Bool write) { int r = 16; __VERIFIER_atomic_begin(); if (write ? rw == 0 : rw != 9) { rw = write ? 9 : rw + 1; r = 0; } __VERIFIER_atomic_end(); return r; }",
    ),
    (
        "",
        "void unlock_rw(void) { __VERIFIER_atomic_begin(); if (rw == 9) rw = 0; else if (rw) rw--; __VERIFIER_atomic_end(); }",
    ),
];

const SEMAPHORE: Declarations = &[
    ("sem_t sem;", "unsigned sem;"),
    ("", "void wait_sem(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(sem); sem--; __VERIFIER_atomic_end(); }"),
    (
        "",
        "int try_sem(void) { int r = -1; __VERIFIER_atomic_begin(); if (sem) { sem--; r = 0; } __VERIFIER_atomic_end(); return r; }",
    ),
    ("", "void post_sem(void) { __VERIFIER_atomic_begin(); sem++; __VERIFIER_atomic_end(); }"),
];

const BARRIER: Declarations = &[
    ("pthread_barrier_t barrier;", "unsigned char arrived, expected; _Bool phase;"),
    (
        "",
        "int arrive(void) { _Bool last = 0, mine; __VERIFIER_atomic_begin(); mine = phase; arrived++; if (arrived == expected) { arrived = 0; phase = !phase; last = 1; } __VERIFIER_atomic_end(); if (!last) __VERIFIER_assume(phase != mine); return last ? -1 : 0; }",
    ),
];

const ONCE: Declarations = &[
    ("pthread_once_t once; void setup(void) { s = (s + 1) & 3; }", "unsigned char once;"),
    (
        "",
        "void first(void) { _Bool run = 0; __VERIFIER_atomic_begin(); __VERIFIER_assume(once != 1); if (!once) { once = 1; run = 1; } __VERIFIER_atomic_end(); if (run) { s = (s + 1) & 3; once = 2; } }",
    ),
];
