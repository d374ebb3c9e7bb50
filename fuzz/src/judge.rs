//! The checker, with arbitrary evidence about a few fixed systems and programs: some are safe, some fail with few threads, and
//! which of them do is known. Evidence of a SAFE about one that fails must not be accepted, nor a run of one that is safe.

use std::sync::LazyLock;
use umpteen::problem::Problem;
use umpteen_frontends::c::{Options, read};
use umpteen_frontends::refinement::{name_thread, refinement as question};
use umpteen_frontends::{Format, Model, boolean, pds};
use umpteen_fuzz::damaged::{Member, gather, judge};
use umpteen_model::boolean::program::Property;
use umpteen_reduce::reduce;

/// Members of a family differ a little, and not all of them are safe.
fn judged(data: &[u8], family: &[Member]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for member in family {
        if let Err(problem) = judge(member, text) {
            panic!("{problem}\n{}", member.text);
        }
    }
}

/// Gathers the evidence of problems, given as texts; where `SEEDS` names a folder, writes it there, and that is all.
fn family(texts: &[&str], problem: fn(&str) -> Problem) -> Vec<Member> {
    let member = |text: &&str| gather(problem(text), text.to_string()).expect("its evidence is accepted");
    let members: Vec<Member> = texts.iter().map(member).collect();
    if let Ok(folder) = std::env::var("SEEDS") {
        for (number, evidence) in members.iter().flat_map(|member| &member.evidence).enumerate() {
            let path = format!("{folder}/{number}.json");
            std::fs::write(path, evidence.to_string()).expect("the folder for seeds can be written to");
        }
        std::process::exit(0);
    }
    let known = members.iter().map(|member| (member.proved, member.fails_with));
    println!("proved, fails with: {:?}", known.collect::<Vec<_>>());
    assert!(members.iter().any(|member| member.proved), "some are safe");
    assert!(members.iter().any(|member| member.fails_with.is_some()), "some are not");
    members
}

/// What was read from a text that is not an input.
fn taken<T>(text: &str, read: Result<T, umpteen_frontends::Error>) -> T {
    read.unwrap_or_else(|error| panic!("{text}: {}", error.message))
}

/// Counter systems: thread systems, with broadcasts, signals and creation, and nets.
pub fn counters(data: &[u8]) {
    static FAMILY: LazyLock<Vec<Member>> = LazyLock::new(|| {
        let texts = [
            "# 1|1*2\n2 2\n0 0 -> 1 1\n1 1 -> 0 0\n",
            "# 1|1*2\n2 2\n0 0 -> 1 1\n1 1 -> 0 1\n",
            "# 2|3\n3 4\n0 0 -> 1 1\n1 0 -> 0 2 : 1 ~> 0\n1 2 -> 2 3 ? 1\n",
            "# 2|3\n3 4\n0 0 -> 1 1\n1 0 -> 1 2 : one 1 ~> 0\n1 2 -> 2 3 ? 1\n0 1 +> 1 2\n",
            "# 0|2*3\n1 3\n0 0 -> 0 1 ? 0\n0 1 -> 0 2\n",
            "vars a b c rules a>=1, c>=1 -> a'=a-1, b'=b+1, c'=c-1; b>=1 -> b'=b-1, c'=c+1; init a>=1, b=0, c=2 target b>=3",
            "vars a b c rules a>=1, c>=1 -> a'=a-1, b'=b+1, c'=c-1; b>=1 -> c'=c+1; init a>=1, b=0, c=2 target b>=3",
        ];
        family(&texts, |text| {
            let model = match text.lines().next().and_then(|line| line.strip_prefix("# ")) {
                None => Model::parse(Format::Spec, text),
                Some(target) => Model::parse(Format::Tts, text).and_then(|mut model| {
                    model.set_targets(target)?;
                    Ok(model)
                }),
            };
            let model = taken(text, model);
            let system = model.system().expect("it is small");
            Problem::Counters(model, system)
        })
    });
    judged(data, &FAMILY);
}

/// Boolean programs.
pub fn program(data: &[u8]) {
    static FAMILY: LazyLock<Vec<Member>> = LazyLock::new(|| {
        let texts = [
            "decl g, h; void main() begin g := 0; h := 0; while 1 do start_thread goto w; od; \
             w: atomic { assume(!g); g := 1; } h := 1; assert(h); h := 0; g := 0; end",
            "decl g, h; void main() begin g := 0; h := 0; while 1 do start_thread goto w; od; \
             w: atomic { assume(!h); g := 1; } h := 1; assert(h); h := 0; g := 0; end",
            "decl g; void main() begin decl l; g := 0; l := 0; while * do start_thread goto w; od; wait; assert(g); goto e; \
             w: l := 1; g := 1; broadcast; e: skip; end",
            "decl g; void main() begin decl l; g := 0; l := 0; while * do start_thread goto w; od; wait; assert(g); goto e; \
             w: l := 1; broadcast; g := l; e: skip; end",
        ];
        family(&texts, |text| {
            let source = taken(text, boolean::parse(text));
            Problem::assertions(taken(text, boolean::lower(&source, text)))
        })
    });
    judged(data, &FAMILY);
}

/// Pushdown systems.
pub fn stacks(data: &[u8]) {
    static FAMILY: LazyLock<Vec<Member>> = LazyLock::new(|| {
        let texts = [
            "shared free, taken; threads main, main; rules free main -> free f back; free f -> free f f; free f -> taken held; \
             taken held -> free; free back -> free main; target taken | held, held;",
            "shared free, taken; threads main, main; rules free main -> free f back; free f -> free f f; free f -> taken held; \
             taken f -> taken held; taken held -> free; free back -> free main; target taken | held, held;",
            "shared a, b; threads m, m, n; rules a m -> b m x; b n -> a n; b x -> b; a n -> a; target b | x, x;",
            "shared a, b; threads m, m, n; rules a m -> b x m; b n -> a n; b x -> b; a n -> a; target b | x, x;",
        ];
        family(&texts, |text| Problem::stacks(taken(text, pds::parse(text))))
    });
    judged(data, &FAMILY);
}

/// A thread with calls and its abstraction.
pub fn refinement(data: &[u8]) {
    static FAMILY: LazyLock<Vec<Member>> = LazyLock::new(|| {
        let texts = [include_str!("../../examples/refine/lock.bp"), include_str!("../../examples/refine/lock_bug.bp")];
        family(&texts, |text| {
            let mut source = taken(text, boolean::parse(text));
            taken(text, name_thread(&mut source));
            let (program, calls) = taken(text, boolean::keep_calls(&source, text));
            let system = include_str!("../../examples/refine/lock.tts");
            let mut model = taken(system, Model::parse(Format::Tts, system));
            taken(system, model.set_targets(include_str!("../../examples/refine/lock.prop")));
            let Model::Threads(abstraction) = model else { unreachable!("it is a thread system") };
            let refinement = taken(text, question(&program, &calls, &Property::Assertions, &abstraction));
            Problem::refinement(refinement).expect("it is small")
        })
    });
    judged(data, &FAMILY);
}

fn c_problem(text: &str) -> Problem {
    let text = format!("{}{text}", crate::parsers::PROLOGUE);
    Problem::C(Box::new(reduce(&taken(&text, read(&text, &Options::default())))))
}

/// C programs.
pub fn c(data: &[u8]) {
    static FAMILY: LazyLock<Vec<Member>> = LazyLock::new(|| {
        let texts = [
            "pthread_mutex_t m; int x; void *w(void *u) { pthread_mutex_lock(&m); x = x + 1; assert(x == 1); x = x - 1; \
             pthread_mutex_unlock(&m); return 0; } \
             int main(void) { pthread_t t; while (1) pthread_create(&t, 0, w, 0); }",
            "pthread_mutex_t m; int x; void *w(void *u) { x = x + 1; pthread_mutex_lock(&m); assert(x == 1); x = x - 1; \
             pthread_mutex_unlock(&m); return 0; } \
             int main(void) { pthread_t t; while (1) pthread_create(&t, 0, w, 0); }",
            "unsigned n, s; void *w(void *u) { unsigned t; __VERIFIER_atomic_begin(); t = n; n = n + 1; __VERIFIER_atomic_end(); \
             __VERIFIER_assume(t == s); assert(t == s); s = s + 1; return 0; } \
             int main(void) { pthread_t t; while (1) pthread_create(&t, 0, w, 0); }",
            "unsigned n, s; void *w(void *u) { unsigned t; t = n; n = n + 1; \
             __VERIFIER_assume(t == s); assert(t == s); s = s + 1; return 0; } \
             int main(void) { pthread_t t; while (1) pthread_create(&t, 0, w, 0); }",
        ];
        family(&texts, c_problem)
    });
    judged(data, &FAMILY);
}

/// C programs with recursive functions.
pub fn recursive_c(data: &[u8]) {
    static FAMILY: LazyLock<Vec<Member>> = LazyLock::new(|| {
        let program = |value: &str| {
            format!(
                "_Bool x; pthread_mutex_t m; _Bool f(_Bool a) {{ if (__VERIFIER_nondet_bool()) return f(a); return {value}; }} \
                 void *w(void *u) {{ pthread_mutex_lock(&m); x = f(1); assert(x); x = 0; pthread_mutex_unlock(&m); return 0; }} \
                 int main(void) {{ pthread_t t; pthread_create(&t, 0, w, 0); pthread_mutex_lock(&m); x = f(1); \
                 pthread_mutex_unlock(&m); }}"
            )
        };
        let [safe, failing] = ["a", "!a"].map(program);
        family(&[&safe, &failing], c_problem)
    });
    judged(data, &FAMILY);
}
