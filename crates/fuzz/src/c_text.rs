//! Random C programs, as text, one statement to a line: two thread functions, a few variables, small values.
//!
//! All values stay below four and all choices are of one bit, so that exploration with few threads is exhaustive.

use fastrand::Rng;

const PROLOGUE: &str = "\
typedef unsigned long pthread_t;
typedef struct { int held; } pthread_mutex_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
void assert(int condition);
void __VERIFIER_assume(int condition);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t m;
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
    let globals = random.u32(1..=3);
    let mut writer = Writer { random, globals, labels: 0 };
    let mut text = PROLOGUE.to_string();
    for number in 0..globals {
        let type_name = ["unsigned char", "unsigned char", "int", "_Bool"][writer.random.usize(..4)];
        text += &format!("{type_name} g{number} = {};\n", writer.random.u32(..2));
    }
    // The helper takes the address of an unsigned char.
    text += "unsigned char s;\n";
    text += SWAP;
    for name in ["one", "two"] {
        text += &writer.function(name);
    }
    text += &writer.main();
    text
}

struct Writer<'a> {
    random: &'a mut Rng,
    globals: u32,
    labels: u32,
}

impl Writer<'_> {
    fn function(&mut self, name: &str) -> String {
        let mut text = format!("void *{name}(void *argument)\n{{\n");
        let first = ["0", "1", "__VERIFIER_nondet_bool()"][self.random.usize(..3)];
        text += &format!("  unsigned char l0 = {first}, l1;\n");
        text += "  l1 = 0;\n";
        text += &self.block(1, 6, 0);
        text + "  return 0;\n}\n"
    }

    fn main(&mut self) -> String {
        let mut text = "int main(void)\n{\n  pthread_t t, t0, t1;\n  unsigned char l0 = 0, l1 = 0;\n".to_string();
        match self.random.u8(..4) {
            0 => text += "  pthread_create(&t0, 0, one, 0);\n  pthread_create(&t1, 0, two, 0);\n",
            1 => {
                text += "  pthread_create(&t1, 0, two, 0);\n  while (__VERIFIER_nondet_bool()) pthread_create(&t, 0, one, 0);\n"
            }
            2 => text += "  while (1) pthread_create(&t, 0, one, 0);\n",
            _ => {
                text += "  while (__VERIFIER_nondet_bool()) pthread_create(&t, 0, one, 0);\n";
                text += "  while (__VERIFIER_nondet_bool()) pthread_create(&t, 0, two, 0);\n";
            }
        }
        if text.contains("&t1") && self.random.bool() {
            text += "  pthread_join(t1, 0);\n";
        }
        text += &self.block(0, 3, 1);
        text + "  return 0;\n}\n"
    }

    fn block(&mut self, fewest: u32, most: u32, depth: u32) -> String {
        (0..self.random.u32(fewest..=most)).map(|_| self.statement(depth)).collect()
    }

    fn shared(&mut self) -> String {
        match self.random.u32(..=self.globals) {
            number if number == self.globals => "s".to_string(),
            number => format!("g{number}"),
        }
    }

    fn variable(&mut self) -> String {
        match self.random.u8(..5) {
            0 => "l0".to_string(),
            1 => "l1".to_string(),
            _ => self.shared(),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.random.u8(..if depth < 2 { 12 } else { 5 }) {
            0..=3 => self.variable(),
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
                let operator = ["==", "==", "!=", "<", "<=", ">"][self.random.usize(..6)];
                format!("({} {operator} {})", self.expression(depth + 1), self.expression(depth + 1))
            }
            6 => format!("!{}", self.variable()),
            7 if depth < 2 => format!("({} && {})", self.condition(depth + 1), self.condition(depth + 1)),
            8 if depth < 2 => format!("({} || {})", self.condition(depth + 1), self.condition(depth + 1)),
            _ => self.variable(),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        let inner = |writer: &mut Self| writer.block(1, 2, depth + 1);
        match self.random.u8(..if depth < 2 { 24 } else { 13 }) {
            0..=5 => {
                let (variable, value) = (self.variable(), self.expression(0));
                format!("  {variable} = ({value}) & 3;\n")
            }
            6..=8 => format!("  assert({});\n", self.condition(0)),
            9 => format!("  __VERIFIER_assume({});\n", self.condition(0)),
            10 => format!("  l{} = cas(&s, {}, {});\n", self.random.u8(..2), self.random.u8(..3), self.random.u8(..3)),
            11 => format!("  {}++;\n", ["l0", "l1"][self.random.usize(..2)]) + "  l0 &= 3;\n  l1 &= 3;\n",
            12 => ["  return 0;\n", "  ;\n"][self.random.usize(..2)].to_string(),
            13..=15 => {
                let condition = self.condition(0);
                let (yes, no) = (inner(self), inner(self));
                match self.random.bool() {
                    true => format!("  if ({condition}) {{\n{yes}  }}\n"),
                    false => format!("  if ({condition}) {{\n{yes}  }} else {{\n{no}  }}\n"),
                }
            }
            16..=17 => format!("  while ({}) {{\n{}  }}\n", self.condition(0), inner(self)),
            18..=19 => format!("  __VERIFIER_atomic_begin();\n{}  __VERIFIER_atomic_end();\n", inner(self)),
            20..=21 => format!("  pthread_mutex_lock(&m);\n{}  pthread_mutex_unlock(&m);\n", inner(self)),
            22 => {
                let (value, one, other) = (self.expression(1), inner(self), inner(self));
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
