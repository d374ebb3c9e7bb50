//! Random C programs with recursive functions: abstraction refinement with stacks against exploration of small stacks, and
//! against the checker.
//!
//! All values are 0 or 1. Exploration runs on the program as lowered and on the merged one.

use crate::compare_c::without_failures;
use crate::compare_stacks::Kind;
use crate::reduced::reduced;
use fastrand::Rng;
use std::time::Duration;
use umpteen_cegar::check::Checked;
use umpteen_cegar::explore::{Bounds, reference};
use umpteen_cegar::{About, Answer, Options, Statistics, run, stacks};
use umpteen_checker::{Rejection, check_c_run, check_c_stacks};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::read;
use umpteen_model::c::abstraction::Tracking;
use umpteen_model::c::boolean_program::boolean_program;
use umpteen_model::c::program::Program;

const PROLOGUE: &str = "\
typedef unsigned long pthread_t;
typedef struct { int held; } pthread_mutex_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
void assert(int condition);
_Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m;
";

/// The text of a small random program.
pub fn program(random: &mut Rng) -> String {
    // Comparisons of Booleans are combinations of them, those of numbers are predicates of their own.
    let value = if random.bool() { "_Bool" } else { "unsigned char" };
    let mut writer = Writer { random };
    let mut text = format!("{PROLOGUE}{value} f({value} a);\nvoid h(void);\n");
    text += &format!("{value} x = {}, y;\n", writer.random.u8(..2));
    let (body, result) = (writer.block(4), writer.value(true));
    text += &format!("{value} f({value} a)\n{{\n  {value} l = a;\n{body}  return {result};\n}}\n");
    text += &format!("void h(void)\n{{\n  {value} l = 0, a = 1;\n{}}}\n", writer.block(4));
    for name in ["one", "two"] {
        let body = writer.block(3);
        text += &format!("void *{name}(void *unused)\n{{\n  {value} l = 0, a = 0;\n{body}  return 0;\n}}\n");
    }
    let join = if writer.random.bool() { "  pthread_join(first, 0);\n" } else { "" };
    text += "int main(void)\n{\n  pthread_t first, second;\n";
    text += &format!("  {value} l = 0, a = 0;\n  pthread_create(&first, 0, one, 0);\n{join}");
    if writer.random.bool() {
        text += "  pthread_create(&second, 0, two, 0);\n";
    }
    text + &writer.block(2) + "}\n"
}

struct Writer<'a> {
    random: &'a mut Rng,
}

impl Writer<'_> {
    fn pick(&mut self, texts: &[&str]) -> String {
        texts[self.random.usize(..texts.len())].to_string()
    }

    /// A value of one bit; without calls if it must be simple.
    fn value(&mut self, simple: bool) -> String {
        match self.random.u8(..12) {
            0 => "__VERIFIER_nondet_bool()".to_string(),
            1 => format!("!{}", self.pick(&["x", "y", "l", "a"])),
            2 => format!("{} != {}", self.pick(&["x", "y", "l"]), self.pick(&["a", "l", "1"])),
            3 | 4 if !simple => format!("f({})", self.value(true)),
            _ => self.pick(&["x", "y", "l", "l", "a", "a", "0", "1"]),
        }
    }

    fn block(&mut self, most: u8) -> String {
        (0..self.random.u8(1..=most)).map(|_| self.statement()).collect()
    }

    fn statement(&mut self) -> String {
        match self.random.u8(..16) {
            0..=4 => format!("  {} = {};\n", self.pick(&["x", "y", "l", "l", "a"]), self.value(false)),
            5 | 6 => format!("  if ({}) {{\n{}  }}\n", self.value(false), self.block(2)),
            7 => format!("  if ({}) {{\n{}  }} else {{\n{}  }}\n", self.value(true), self.block(2), self.block(2)),
            8 => format!("  while (__VERIFIER_nondet_bool()) {{\n{}  }}\n", self.block(2)),
            9 | 10 => "  h();\n".to_string(),
            11 => format!("  pthread_mutex_lock(&m);\n{}  pthread_mutex_unlock(&m);\n", self.block(2)),
            12 => "  if (__VERIFIER_nondet_bool()) h();\n".to_string(),
            _ => {
                format!(
                    "  assert({});\n",
                    self.pick(&["!x || y", "l == x", "x || l", "!a || l", "x == y", "!x", "l == a"])
                )
            }
        }
    }
}

/// Decides the program and says what disagrees.
pub fn compare(text: &str) -> Result<Kind, String> {
    let original = read(text, &Default::default()).map_err(|error| format!("generated: {}", error.message))?;
    let bounds = Bounds { threads: 3, states: 4_000 };
    let explored = reference::explore(&original, bounds, &Budget::unlimited());
    let program = reduced(&original);
    let merged = reference::explore(&program, bounds, &Budget::unlimited());
    let fails = |explored: &umpteen_cegar::explore::Explored| explored.failure.is_some();
    if explored.complete && merged.complete && fails(&explored) != fails(&merged) {
        return Err(format!("merging: {} before, {} after", fails(&explored), fails(&merged)));
    }
    let budget = Budget::new(Some(Duration::from_secs(2)), None);
    match run(&program, &Options::default(), &budget, &mut Statistics::default(), &mut |_| {}) {
        Answer::Unknown(_) => Ok(Kind::Open),
        Answer::Unsafe(found) => match check_c_run(&program, &found) {
            Err(rejection) => Err(format!("the run was rejected: {rejection:?}")),
            Ok(_) if explored.complete && !fails(&explored) => Err("unsafe, but exploration finds nothing".into()),
            Ok(_) => reject_forgery(&program).map(|()| Kind::Unsafe),
        },
        Answer::Safe(proof) => {
            let About::Stacks(stacks) = &proof.about else { return Ok(Kind::Safe(0)) };
            if fails(&explored) || fails(&merged) {
                return Err("safe, but exploration finds a failure".to_string());
            }
            let budget = Budget::new(Some(Duration::from_secs(5)), None);
            match check_c_stacks(&program, &proof.abstraction, stacks, &|| budget.check().is_ok()) {
                Ok(_) => Ok(Kind::Safe(stacks.epochs)),
                Err(Rejection::OutOfTime) => Ok(Kind::Open),
                Err(rejection) => Err(format!("the proof was rejected: {rejection:?}")),
            }
        }
    }
}

/// A program that fails has no proof: one that rests on clauses that do not hold must be rejected.
fn reject_forgery(program: &Program) -> Result<(), String> {
    if !program.has_frames() {
        return Ok(());
    }
    let forged = without_failures(program);
    let tracking = Tracking::new(program, &forged.predicates).expect("no predicates are few");
    let boolean = boolean_program(program, &forged, &tracking);
    let (budget, mut statistics) = (Budget::unlimited(), umpteen_engines::Statistics::default());
    match stacks::check(&boolean, program, &tracking, &forged.predicates, &budget, &mut statistics) {
        Ok(Checked::Stacks(proof)) => match check_c_stacks(program, &forged, &proof, &|| true) {
            Ok(_) => Err("a forged proof was accepted".to_string()),
            Err(_) => Ok(()),
        },
        _ => Err("a program whose failures are forbidden fails".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_checker::check_c_certificate;
    use umpteen_model::boolean::view::Tables;
    use umpteen_model::c::abstraction::{Abstraction, StepClause};
    use umpteen_model::c::expression::Expr;
    use umpteen_model::c::facts::{Each, Facts};
    use umpteen_model::c::program::Frames;
    use umpteen_model::evidence::{Certificate, Invariant};

    /// No edge leads to where a function returns to, so induction over edges would show that nobody is ever there.
    #[test]
    fn what_is_proved_without_stacks_is_rejected() {
        let text = "void assert(int); _Bool __VERIFIER_nondet_bool(void);
            int f(void) { if (__VERIFIER_nondet_bool()) return f(); return 0; }
            int main(void) { int r = f(); assert(r == 1); }";
        let program = reduced(&read(text, &Default::default()).unwrap());
        let landing = |at: &u32| program.locations[*at as usize].frames == Some(Frames::Landing);
        let at: Vec<u32> = (0..program.locations.len() as u32).filter(landing).collect();
        let never = |&location: &u32| StepClause { location, edge: 0, clause: Vec::new(), places: Vec::new() };
        let facts = Facts { each: vec![Each { holds: Expr::FALSE, at: at.clone() }], ..Facts::default() };
        let forged = Abstraction { facts, steps: at.iter().map(never).collect(), ..Abstraction::default() };
        let tracking = Tracking::new(&program, &[]).unwrap();
        let boolean = boolean_program(&program, &forged, &tracking);
        let mut statistics = umpteen_engines::Statistics::default();
        let checked = stacks::check(&boolean, &program, &tracking, &[], &Budget::unlimited(), &mut statistics);
        let Ok(Checked::Stacks(proof)) = checked else { panic!("nobody takes a result") };
        let rejected = |result: Result<_, Rejection>| matches!(result, Err(Rejection::Wrong(_)));
        assert!(rejected(check_c_stacks(&program, &forged, &proof, &|| true)));
        let certificate = Certificate::Upward { basis: Vec::new(), invariant: Invariant::default() };
        let counted = check_c_certificate(&program, &forged, &Tables::default(), &certificate, &|| true);
        assert!(matches!(counted, Err(Rejection::Wrong(why)) if why.contains("stacks")));
    }
}
