//! Atomic operations, plainly sections, and what is made of them: tickets and numbers of threads.

use super::Writer;
use super::kinds::Kind;

impl Writer<'_> {
    /// A statement of a kind about atomic operations.
    pub fn atomic_statement(&mut self, kind: Kind, depth: u32) -> String {
        match kind {
            Kind::Atomic => self.c11(),
            Kind::Sync => self.sync(),
            Kind::Ticket if depth < 2 => {
                let body = self.block(1, 2, depth + 1);
                let take = self.section("l0 = __sync_fetch_and_add(&next, 1);", "l0 = next; next = next + 1;");
                let wait = self.pick(&["while (serving != l0) ;", "__VERIFIER_assume(serving == l0);"]);
                // Without a bound the counters would take all their values.
                let bound = "  __VERIFIER_assume(l0 < 3);\n";
                take + bound + &format!("  {wait}\n{body}") + &self.line("serving++;", "serving = serving + 1;")
            }
            Kind::Inside if depth < 2 => {
                let body = self.block(1, 2, depth + 1);
                let check = self.pick(&["inside <= 1", "inside <= 2", "inside != 0", "inside != 3"]);
                let enter = self.section("__sync_fetch_and_add(&inside, 1);", "inside = inside + 1;");
                let leave = self.section("__sync_sub_and_fetch(&inside, 1);", "inside = inside - 1;");
                enter + &format!("  assert({check});\n{body}") + &leave
            }
            _ => format!("  assert({});\n", self.condition(0)),
        }
    }

    /// A line whose plain version is an atomic section.
    fn section(&self, rich: &str, plain: &str) -> String {
        self.line(rich, &format!("__VERIFIER_atomic_begin(); {plain} __VERIFIER_atomic_end();"))
    }

    fn c11(&mut self) -> String {
        let local = self.local();
        let (k, n) = (self.random.u8(..3), self.random.u8(..4));
        let value = format!("({}) & 3", self.expression(1));
        match self.random.u8(..14) {
            0 => self.line(&format!("a = {value};"), &format!("a = {value};")),
            1 => self.section(&format!("a ^= {n};"), &format!("a = a ^ {n};")),
            2 => self.section(&format!("{local} = (a |= {n});"), &format!("a = a | {n}; {local} = a;")),
            3 => self.section(&format!("{local} = a-- & 3;"), &format!("{local} = a & 3; a = a - 1;")) + "  a = a & 3;\n",
            4 => self.section(&format!("{local} = ++a & 3;"), &format!("a = a + 1; {local} = a & 3;")) + "  a = a & 3;\n",
            5 => self.section(
                &format!("{local} = __atomic_fetch_xor(&a, {n}, 5);"),
                &format!("{local} = a; a = a ^ {n};"),
            ),
            6 => self.section(
                &format!("{local} = __atomic_and_fetch(&a, {n}, 5);"),
                &format!("a = a & {n}; {local} = a;"),
            ),
            7 => {
                let plain = format!("{local} = a; a = {n};");
                self.section(&format!("{local} = __atomic_exchange_n(&a, {n}, 5);"), &plain)
            }
            8 => self.line(&format!("__atomic_store_n(&a, {value}, 5);"), &format!("a = {value};")),
            9 => self.line(&format!("{local} = __atomic_load_n(&a, 5);"), &format!("{local} = a;")),
            // What `atomic_load` of <stdatomic.h> expands to.
            10 => self.line(
                &format!(
                    "{local} = __extension__ ({{ __auto_type q = (&a); __typeof__ ((void)0, *q) t; __atomic_load(q, &t, 5); t; }});"
                ),
                &format!("{local} = a;"),
            ),
            11 => self.line(
                &format!(
                    "{local} = __extension__ ({{ __auto_type q = (&a); __typeof__ ((void)0, *q) t = ({n}); __typeof__ ((void)0, *q) u; __atomic_exchange(q, &t, &u, 5); u; }});"
                ),
                &format!("__VERIFIER_atomic_begin(); {local} = a; a = {n}; __VERIFIER_atomic_end();"),
            ),
            kind => {
                let weak = kind - 12;
                let same = ["a == e", "a == e && __VERIFIER_nondet_bool()"][usize::from(weak)];
                self.line(
                    &format!(
                        "{{ unsigned char e = {k}; l0 = __atomic_compare_exchange_n(&a, &e, {n}, {weak}, 5, 5); l1 = e; }}"
                    ),
                    &format!(
                        "{{ unsigned char e = {k}; __VERIFIER_atomic_begin(); if ({same}) {{ a = {n}; l0 = 1; }} else {{ e = a; l0 = 0; }} __VERIFIER_atomic_end(); l1 = e; }}"
                    ),
                )
            }
        }
    }

    fn sync(&mut self) -> String {
        let local = self.local();
        let (k, n) = (self.random.u8(..3), self.random.u8(..4));
        match self.random.u8(..8) {
            0 => self
                .section(&format!("{local} = __sync_fetch_and_xor(&y, {n});"), &format!("{local} = y; y = y ^ {n};")),
            1 => {
                self.section(&format!("{local} = __sync_or_and_fetch(&y, {n});"), &format!("y = y | {n}; {local} = y;"))
            }
            2 => {
                let plain = format!("if (y == {k}) {{ y = {n}; {local} = 1; }} else {local} = 0;");
                self.section(&format!("{local} = __sync_bool_compare_and_swap(&y, {k}, {n});"), &plain)
            }
            3 => {
                let plain = format!("{local} = y; if (y == {k}) y = {n};");
                self.section(&format!("{local} = __sync_val_compare_and_swap(&y, {k}, {n});"), &plain)
            }
            4 => {
                let plain = "while (1) { unsigned char t = 0; __VERIFIER_atomic_begin(); t = y; y = 1; __VERIFIER_atomic_end(); if (!t) break; }";
                self.line("while (__sync_lock_test_and_set(&y, 1)) ;", plain)
            }
            5 => self.line("__sync_lock_release(&y);", "y = 0;"),
            6 => {
                let plain = "y = ~(y & 1);";
                self.section("__sync_fetch_and_nand(&y, 1);", plain) + "  y = y & 3;\n"
            }
            _ => {
                let plain = format!("{local} = y & 3; y = y + {n};");
                self.section(&format!("{local} = __sync_fetch_and_add(&y, {n}) & 3;"), &plain) + "  y = y & 3;\n"
            }
        }
    }
}
