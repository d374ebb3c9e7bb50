//! Random C programs, as text, one statement to a line: two thread functions, a few variables, small values.
//!
//! All values stay small and all choices are of one bit, so that exploration with few threads is exhaustive. Some
//! programs are plain; others have a few kinds of statements and data more, and then say each of them in two ways (`twin`).

mod atomics;
mod control;
mod data;
mod declarations;
pub mod kinds;
mod locks;
mod threads;
pub mod twin;

use control::Frame;
use declarations::{MUTEX, declarations};
use fastrand::Rng;
use kinds::Kind;

/// The prefix of the first line of a program; the names of its kinds follow.
const HEADER: &str = "// kinds: ";

const PROLOGUE: &str = "\
typedef unsigned long pthread_t;
typedef struct { int held; } pthread_mutex_t;
typedef struct { int held; } pthread_rwlock_t;
typedef struct { int waiting; } pthread_cond_t;
typedef struct { int arrived; } pthread_barrier_t;
typedef union { char __size[32]; long __align; } sem_t;
typedef int pthread_once_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
void pthread_exit(void *result);
void *calloc(unsigned long count, unsigned long size);
void free(void *object);
void assert(int condition);
void __VERIFIER_assume(int condition);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

const SWAP: &str = "\
_Bool cas(unsigned char *place, unsigned char old, unsigned char new)
{
  _Bool done = 0;
  __VERIFIER_atomic_begin();
  if (*place == old) { *place = new; done = 1; }
  __VERIFIER_atomic_end();
  return done;
}
";

/// The text of a small random program.
pub fn program(random: &mut Rng) -> String {
    let kinds = kinds::choose(random);
    let (globals, seed) = (random.u32(1..=3), random.u64(..));
    // The same choices are made for both versions.
    let written = |plain: bool| {
        let random = &mut Rng::with_seed(seed);
        let kinds = kinds.clone();
        Writer { random, globals, labels: 0, kinds, plain, function: "", frames: Vec::new() }.program()
    };
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let rich = written(false);
    let plain = if kinds.is_empty() { rich.clone() } else { written(true) };
    format!("{HEADER}{}\n{}", names.join(", "), twin::join(&rich, &plain))
}

/// The names of the kinds that a program has, by its first line; none if it was not made here.
pub fn kinds_of(text: &str) -> Option<Vec<&str>> {
    let names = text.lines().next()?.strip_prefix(HEADER)?;
    Some(names.split(", ").filter(|name| !name.is_empty()).collect())
}

/// Writes one program, in one of its two versions.
pub struct Writer<'a> {
    random: &'a mut Rng,
    globals: u32,
    labels: u32,
    kinds: Vec<Kind>,
    plain: bool,
    function: &'static str,
    frames: Vec<Frame>,
}

impl Writer<'_> {
    fn program(&mut self) -> String {
        let mut text = PROLOGUE.to_string();
        for number in 0..self.globals {
            let type_name = self.pick(&["unsigned char", "unsigned char", "int", "_Bool"]);
            text += &format!("{type_name} g{number} = {};\n", self.random.u32(..2));
        }
        // The helper takes the address of an unsigned char.
        text += "unsigned char s;\n";
        text += if self.kinds.is_empty() { "" } else { "unsigned char seen;\n" };
        text += SWAP;
        let kinds = self.kinds.clone();
        for (rich, plain) in MUTEX.iter().chain(kinds.iter().flat_map(|kind| declarations(*kind))) {
            text += &format!("{}\n", self.twin(rich, plain));
        }
        for name in ["one", "two"] {
            text += &self.function(name);
        }
        text + &self.main()
    }

    fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// The text for the version that is written.
    fn twin(&self, rich: &str, plain: &str) -> String {
        if self.plain { plain } else { rich }.to_string()
    }

    /// A line of a function in the version that is written.
    fn line(&self, rich: &str, plain: &str) -> String {
        format!("  {}\n", self.twin(rich, plain))
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.usize(..texts.len())]
    }

    fn block(&mut self, fewest: u32, most: u32, depth: u32) -> String {
        (0..self.random.u32(fewest..=most)).map(|_| self.statement(depth)).collect()
    }

    fn local(&mut self) -> &'static str {
        self.pick(&["l0", "l1"])
    }

    fn shared(&mut self) -> String {
        match self.random.u32(..=self.globals) {
            number if number == self.globals => "s".to_string(),
            number => format!("g{number}"),
        }
    }

    fn one_kind(&mut self, share: u8) -> Option<Kind> {
        let wanted = self.random.u8(..100) < share;
        let at = self.random.usize(..self.kinds.len().max(1));
        self.kinds.get(at).copied().filter(|_| wanted)
    }

    /// Something that can be assigned.
    fn variable(&mut self) -> String {
        let special = self.one_kind(40).and_then(|kind| self.kind_variable(kind));
        special.unwrap_or_else(|| self.plain_variable())
    }

    /// Something that can be read.
    fn value(&mut self) -> String {
        let special = self.one_kind(40).and_then(|kind| self.kind_value(kind));
        special.unwrap_or_else(|| self.plain_variable())
    }

    fn plain_variable(&mut self) -> String {
        match self.random.u8(..5) {
            0..=1 => self.local().to_string(),
            _ => self.shared(),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.random.u8(..if depth < 2 { 12 } else { 5 }) {
            0..=3 => self.value(),
            4 => self.random.u32(..3).to_string(),
            5..=6 => format!("(({} + {}) & 3)", self.expression(depth + 1), self.random.u32(1..4)),
            7 => format!("({} ^ {})", self.expression(depth + 1), self.expression(depth + 1)),
            8 => "__VERIFIER_nondet_bool()".to_string(),
            9 => format!(
                "({} ? {} : {})",
                self.condition(depth + 1),
                self.expression(depth + 1),
                self.expression(depth + 1)
            ),
            _ => self.condition(depth + 1),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.random.u8(..10) {
            0..=5 => {
                let operator = self.pick(&["==", "==", "!=", "<", "<=", ">"]);
                format!("({} {operator} {})", self.expression(depth + 1), self.expression(depth + 1))
            }
            6 => format!("!{}", self.value()),
            7 if depth < 2 => format!("({} && {})", self.condition(depth + 1), self.condition(depth + 1)),
            8 if depth < 2 => format!("({} || {})", self.condition(depth + 1), self.condition(depth + 1)),
            _ => self.value(),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        match self.one_kind(50) {
            Some(kind) => self.kind_statement(kind, depth),
            None => self.plain_statement(depth),
        }
    }

    fn kind_statement(&mut self, kind: Kind, depth: u32) -> String {
        match kind {
            Kind::Loop | Kind::Switch | Kind::Goto | Kind::Conditional | Kind::Compound => {
                self.control_statement(kind, depth)
            }
            Kind::Trylock
            | Kind::Recursive
            | Kind::ReadWrite
            | Kind::Condition
            | Kind::Semaphore
            | Kind::Barrier
            | Kind::Once
                if depth < 2 =>
            {
                self.lock_statement(kind, depth)
            }
            Kind::Atomic | Kind::Sync | Kind::Ticket | Kind::Inside => self.atomic_statement(kind, depth),
            Kind::FunctionPointer => self.call_statement(),
            _ => self.data_statement(kind),
        }
    }

    /// A statement about the function that is to be called.
    fn call_statement(&mut self) -> String {
        let (rich, plain) = [
            ("action = act_one;", "action = 1;"),
            ("action = &act_two;", "action = 2;"),
            ("action();", "act(action);"),
            ("(*action)();", "act(action);"),
            ("twice(act_two);", "act(2); act(2);"),
            ("twice(action);", "{ unsigned char f = action; act(f); act(f); }"),
            ("if (action) action();", "if (action) act(action);"),
            ("assert(action == act_one);", "assert(action == 1);"),
            ("l0 = action != act_two;", "l0 = action != 2;"),
            ("action = 0;", "action = 0;"),
        ][self.random.usize(..10)];
        self.line(rich, plain)
    }

    fn plain_statement(&mut self, depth: u32) -> String {
        let inner = |writer: &mut Self| writer.block(1, 2, depth + 1);
        match self.random.u8(..if depth < 2 { 24 } else { 13 }) {
            0..=5 => {
                let (variable, value) = (self.variable(), self.expression(0));
                format!("  {variable} = ({value}) & 3;\n")
            }
            6..=8 => format!("  assert({});\n", self.condition(0)),
            9 => format!("  __VERIFIER_assume({});\n", self.condition(0)),
            10 => format!("  {} = cas(&s, {}, {});\n", self.local(), self.random.u8(..3), self.random.u8(..3)),
            11 => format!("  {}++;\n", self.local()) + "  l0 &= 3;\n  l1 &= 3;\n",
            12 => self.pick(&["  return 0;\n", "  ;\n"]).to_string(),
            13..=15 => {
                let condition = self.condition(0);
                let (yes, no) = (inner(self), inner(self));
                match self.random.bool() {
                    true => format!("  if ({condition}) {{\n{yes}  }}\n"),
                    false => format!("  if ({condition}) {{\n{yes}  }} else {{\n{no}  }}\n"),
                }
            }
            16..=17 => {
                let condition = self.condition(0);
                self.frames.push(Frame::While);
                let body = inner(self);
                self.frames.pop();
                format!("  while ({condition}) {{\n{body}  }}\n")
            }
            18..=19 => format!("  __VERIFIER_atomic_begin();\n{}  __VERIFIER_atomic_end();\n", inner(self)),
            20..=21 => {
                let body = inner(self);
                self.locked(&body)
            }
            22 => {
                // `break` would leave this one.
                let frames = std::mem::take(&mut self.frames);
                let (value, one, other) = (self.expression(1), inner(self), inner(self));
                self.frames = frames;
                format!("  switch ({value}) {{\n  case 0:\n{one}  case 1:\n{other}  default: ;\n  }}\n")
            }
            _ => {
                self.labels += 1;
                let label = self.labels;
                format!("  again{label}: ;\n{}  if ({}) goto again{label};\n", inner(self), self.condition(0))
            }
        }
    }
}
