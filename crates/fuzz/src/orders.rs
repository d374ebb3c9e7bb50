//! Small C programs whose races depend on memory orders: `--property race` against vector clocks over all interleavings.

use crate::Finding;
use crate::clocks::{Instruction, Order, THREADS, VARIABLES, races};
use crate::reduced::reduced;
use fastrand::Rng;
use std::fmt;
use umpteen_cegar::explore::{self, Bounds};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Options, Property, read};

/// States after which exploration gives up.
const STATES: usize = 400_000;

/// What the cases were like.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrdersTally {
    /// All programs.
    pub cases: u64,
    /// Those with a race.
    pub races: u64,
    /// Those that were not decided in so many states.
    pub undecided: u64,
}

impl fmt::Display for OrdersTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.cases.max(1) as f64;
        let (races, undecided) = (share(self.races), share(self.undecided));
        write!(out, "{} programs with memory orders: {races:.1}% race, {undecided:.1}% undecided", self.cases)
    }
}

/// Runs one program; the same seed gives the same program.
pub fn run_orders_case(seed: u64, tally: &mut OrdersTally) -> Result<(), Box<Finding>> {
    let program = program(&mut Rng::with_seed(seed));
    let input = in_c(&program);
    let found = compare(&program, &input).map_err(|problem| Box::new(Finding { seed, input, problem }))?;
    tally.cases += 1;
    tally.races += u64::from(found == Some(true));
    tally.undecided += u64::from(found.is_none());
    Ok(())
}

/// Whether the program races, if that is decided.
fn compare(program: &[Vec<Instruction>], text: &str) -> Result<Option<bool>, String> {
    let options = Options { property: Property::RacesAlone, ..Options::default() };
    let lowered = read(text, &options).map_err(|error| format!("it is refused: {}", error.message))?;
    let Some(expected) = races(program) else { return Ok(None) };
    let bounds = Bounds { threads: THREADS, states: STATES };
    for (name, program) in [("merged", reduced(&lowered)), ("as lowered", lowered)] {
        let explored = explore::explore(&program, bounds, &Budget::unlimited());
        let found = explored.failure.is_some();
        if !found && !explored.complete {
            return Ok(None);
        }
        if found != expected {
            return Err(format!("{name}: race is {found}, by vector clocks it is {expected}"));
        }
    }
    Ok(Some(expected))
}

/// A program: `main` starts the other threads, and may join them.
fn program(random: &mut Rng) -> Vec<Vec<Instruction>> {
    let threads = random.usize(2..=THREADS);
    // Some have sequentially consistent operations only.
    let strong = random.u8(0..6) == 0;
    let mut all = vec![Vec::new()];
    for _ in 1..threads {
        let mut code = Vec::new();
        for _ in 0..random.usize(1..=3) {
            block(random, strong, &mut code);
        }
        all.push(code);
    }
    let mut main = Vec::new();
    for other in 1..threads {
        main.push(Instruction::Create(other));
        if random.bool() {
            block(random, strong, &mut main);
        }
    }
    let joined = random.usize(0..=threads);
    if joined > 0 && joined < threads {
        main.push(Instruction::Join(joined));
    }
    block(random, strong, &mut main);
    all[0] = main;
    all
}

/// A few instructions: something plain or atomic, maybe under a condition or the mutex.
fn block(random: &mut Rng, strong: bool, code: &mut Vec<Instruction>) {
    let inner = |random: &mut Rng| (0..random.usize(1..=2)).map(|_| simple(random, strong)).collect::<Vec<_>>();
    match random.u8(0..10) {
        0..4 => {
            let (inside, order) = (inner(random), order(random, strong));
            code.push(Instruction::When(variable(random), random.u8(0..3), order, inside.len()));
            code.extend(inside);
        }
        4 => {
            let inside = inner(random);
            let lock = if random.bool() { Instruction::Lock } else { Instruction::Try(inside.len() + 1) };
            code.push(lock);
            code.extend(inside);
            code.push(Instruction::Unlock);
        }
        _ => code.extend(inner(random)),
    }
}

/// The first variable is accessed plainly for the most part, the others atomically.
fn simple(random: &mut Rng, strong: bool) -> Instruction {
    let plain = random.u8(0..20);
    if plain < 9 {
        let number = if plain == 0 { variable(random) } else { 0 };
        return if random.bool() { Instruction::Read(number) } else { Instruction::Write(number, random.u8(1..3)) };
    }
    let number = variable(random);
    match random.u8(0..8) {
        0..3 => Instruction::Store(number, random.u8(1..3), order(random, strong)),
        3..5 => Instruction::Increment(number, order(random, strong)),
        5 => {
            let failure = if random.bool() { Order::Relaxed } else { Order::Acquire };
            let failure = if strong { Order::Strong } else { failure };
            Instruction::Exchange(number, random.u8(0..2), 2, order(random, strong), failure)
        }
        _ => Instruction::Fence(order(random, strong)),
    }
}

fn variable(random: &mut Rng) -> usize {
    if random.u8(0..12) == 0 { 0 } else { random.usize(1..VARIABLES) }
}

fn order(random: &mut Rng, strong: bool) -> Order {
    let orders = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::Strong];
    if strong { Order::Strong } else { orders[random.usize(0..orders.len())] }
}

/// The program in C.
fn in_c(program: &[Vec<Instruction>]) -> String {
    let mut out = DECLARATIONS.to_string();
    for (number, code) in program.iter().enumerate().skip(1) {
        out += &format!("void *t{number}(void *u)\n{{\n    int seen = 0, old = 0;\n{}    return 0;\n}}\n", body(code));
    }
    let handles: Vec<String> = (1..program.len()).map(|number| format!("h{number}")).collect();
    out += &format!("int main(void)\n{{\n    int seen = 0, old = 0;\n    pthread_t {};\n", handles.join(", "));
    out + &body(&program[0]) + "    return 0;\n}\n"
}

/// The declarations that are used.
const DECLARATIONS: &str = "typedef unsigned long pthread_t;
typedef struct { int held; } pthread_mutex_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int v0, v1, v2;
pthread_mutex_t m;
";

fn body(code: &[Instruction]) -> String {
    let mut out = String::new();
    let mut ends = Vec::new();
    for (at, instruction) in code.iter().enumerate() {
        ends.retain(|end| {
            if *end == at {
                out.push_str("    }\n");
            }
            *end != at
        });
        out += "    ";
        out += &match *instruction {
            Instruction::Read(variable) => format!("seen = v{variable};"),
            Instruction::Write(variable, value) => format!("v{variable} = {value};"),
            Instruction::Store(variable, value, order) => {
                format!("__atomic_store_n(&v{variable}, {value}, {});", number(order))
            }
            Instruction::Increment(variable, order) => {
                format!("__atomic_fetch_add(&v{variable}, 1, {});", number(order))
            }
            Instruction::Exchange(variable, old, new, success, failure) => format!(
                "old = {old}; __atomic_compare_exchange_n(&v{variable}, &old, {new}, 0, {}, {});",
                number(success),
                number(failure)
            ),
            Instruction::When(variable, value, order, skipped) => {
                ends.push(at + 1 + skipped);
                format!("if (__atomic_load_n(&v{variable}, {}) == {value}) {{", number(order))
            }
            Instruction::Try(skipped) => {
                ends.push(at + 1 + skipped);
                "if (pthread_mutex_trylock(&m) == 0) {".to_string()
            }
            Instruction::Fence(order) => format!("__atomic_thread_fence({});", number(order)),
            Instruction::Lock => "pthread_mutex_lock(&m);".to_string(),
            Instruction::Unlock => "pthread_mutex_unlock(&m);".to_string(),
            Instruction::Create(thread) => format!("pthread_create(&h{thread}, 0, t{thread}, 0);"),
            Instruction::Join(thread) => format!("pthread_join(h{thread}, 0);"),
        };
        out += "\n";
    }
    ends.iter().for_each(|_| out.push_str("    }\n"));
    out
}

/// gcc's number of an order.
fn number(order: Order) -> u8 {
    match order {
        Order::Relaxed => 0,
        Order::Acquire => 2,
        Order::Release => 3,
        Order::AcquireRelease => 4,
        Order::Strong => 5,
    }
}
