//! The happens-before relation of C11 by vector clocks, over all interleavings of a small program.
//!
//! A thread has a clock of its accesses and of those that happen before what it does next; one of what it has read with relaxed
//! orders, for acquire fences; and one of its last release fence. A variable has the clocks of the release sequences that go on at
//! the moment, by the thread that began them, and who accessed it last in which way. Two conflicting accesses race if the clock of the
//! later one does not have the earlier one. Nothing here is shared with the encoding of the front end.

use std::collections::HashSet;

/// The most threads, `main` included.
pub const THREADS: usize = 3;

/// The number of variables.
pub const VARIABLES: usize = 3;

/// How many states are looked at.
const STATES: usize = 400_000;

/// For each thread, how many of its accesses happen before.
type Clock = [u8; THREADS];

/// A memory order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    Strong,
}

impl Order {
    fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease | Order::Strong)
    }

    fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease | Order::Strong)
    }
}

/// What one instruction does; `usize` is a variable or thread, `u8` a value.
#[derive(Clone, Copy, Debug)]
pub enum Instruction {
    /// Reads plainly.
    Read(usize),
    /// Writes plainly.
    Write(usize, u8),
    /// Stores atomically.
    Store(usize, u8, Order),
    /// Adds one atomically.
    Increment(usize, Order),
    /// Exchanges the first value for the second, with an order for success and one for failure.
    Exchange(usize, u8, u8, Order, Order),
    /// Loads atomically, and skips so many instructions if it is another value.
    When(usize, u8, Order, usize),
    /// Tries to lock the mutex, and skips so many instructions if it is held.
    Try(usize),
    /// A fence.
    Fence(Order),
    /// Locks the mutex.
    Lock,
    /// Unlocks it.
    Unlock,
    /// Starts a thread.
    Create(usize),
    /// Waits for its end.
    Join(usize),
}

/// One way of accessing a variable.
const WAYS: usize = 4;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    started: bool,
    clock: Clock,
    read: Clock,
    fenced: Clock,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Variable {
    value: u8,
    sequences: [Clock; THREADS],
    /// The last access of each thread in each way: plain or atomic, reading or writing.
    accesses: [[u8; WAYS]; THREADS],
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    variables: Vec<Variable>,
    held: bool,
    unlocked: Clock,
}

/// Whether some interleaving has a race; none if there are too many states.
pub fn races(program: &[Vec<Instruction>]) -> Option<bool> {
    let zero = [0; THREADS];
    let thread = |started| Thread { at: 0, started, clock: zero, read: zero, fenced: zero };
    let variable = Variable { value: 0, sequences: [zero; THREADS], accesses: [[0; WAYS]; THREADS] };
    let first = State {
        threads: (0..program.len()).map(|number| thread(number == 0)).collect(),
        variables: vec![variable; VARIABLES],
        held: false,
        unlocked: zero,
    };
    let (mut seen, mut pending) = (HashSet::from([first.clone()]), vec![first]);
    while let Some(state) = pending.pop() {
        // That main returns ends all, but there is time before it does.
        for number in (0..program.len()).filter(|number| state.threads[*number].started) {
            let Some(instruction) = program[number].get(state.threads[number].at) else { continue };
            let mut next = state.clone();
            match next.execute(program, number, *instruction) {
                Outcome::Waits => {}
                Outcome::Races => return Some(true),
                Outcome::Goes => {
                    if seen.len() >= STATES {
                        return None;
                    }
                    if seen.insert(next.clone()) {
                        pending.push(next);
                    }
                }
            }
        }
    }
    Some(false)
}

enum Outcome {
    Goes,
    Waits,
    Races,
}

impl State {
    fn execute(&mut self, program: &[Vec<Instruction>], number: usize, instruction: Instruction) -> Outcome {
        self.threads[number].at += 1;
        let mut races = false;
        match instruction {
            Instruction::Read(variable) => races = self.access(number, variable, true, false),
            Instruction::Write(variable, value) => {
                races = self.access(number, variable, true, true);
                self.variables[variable].value = value;
                self.variables[variable].sequences = Default::default();
            }
            Instruction::Store(variable, value, order) => {
                races = self.access(number, variable, false, true);
                let own = self.variables[variable].sequences[number];
                self.variables[variable].sequences = Default::default();
                self.variables[variable].sequences[number] = own;
                self.variables[variable].value = value;
                self.release(number, variable, order);
            }
            Instruction::Increment(variable, order) => {
                // What it acquires happens before the access itself.
                self.acquire(number, variable, order);
                races = self.access(number, variable, false, true);
                self.variables[variable].value = self.variables[variable].value.wrapping_add(1);
                self.release(number, variable, order);
            }
            Instruction::Exchange(variable, old, new, success, failure) => {
                let writes = self.variables[variable].value == old;
                self.acquire(number, variable, if writes { success } else { failure });
                races = self.access(number, variable, false, writes);
                if writes {
                    self.variables[variable].value = new;
                    self.release(number, variable, success);
                }
            }
            Instruction::When(variable, value, order, skipped) => {
                self.acquire(number, variable, order);
                races = self.access(number, variable, false, false);
                if self.variables[variable].value != value {
                    self.threads[number].at += skipped;
                }
            }
            Instruction::Fence(order) => {
                let thread = &mut self.threads[number];
                if order.acquires() {
                    join(&mut thread.clock, thread.read);
                }
                if order.releases() {
                    thread.fenced = thread.clock;
                }
            }
            Instruction::Try(skipped) if self.held => self.threads[number].at += skipped,
            Instruction::Lock if self.held => return Outcome::Waits,
            Instruction::Try(_) | Instruction::Lock => {
                self.held = true;
                join(&mut self.threads[number].clock, self.unlocked);
            }
            Instruction::Unlock => {
                self.held = false;
                join(&mut self.unlocked, self.threads[number].clock);
            }
            Instruction::Create(other) => {
                self.threads[other].started = true;
                self.threads[other].clock = self.threads[number].clock;
            }
            Instruction::Join(other) => {
                if self.threads[other].at < program[other].len() {
                    return Outcome::Waits;
                }
                let clock = self.threads[other].clock;
                join(&mut self.threads[number].clock, clock);
            }
        }
        if races { Outcome::Races } else { Outcome::Goes }
    }

    /// Notes an access; says whether it races with one before.
    fn access(&mut self, number: usize, variable: usize, plain: bool, writes: bool) -> bool {
        let clock = self.threads[number].clock;
        let conflict = |way: usize| (writes || way & 1 == 1) && (plain || way & 2 == 2);
        let accesses = &mut self.variables[variable].accesses;
        let races = (0..THREADS)
            .filter(|other| *other != number)
            .any(|other| (0..WAYS).filter(|way| conflict(*way)).any(|way| accesses[other][way] > clock[other]));
        self.threads[number].clock[number] += 1;
        accesses[number][usize::from(writes) + 2 * usize::from(plain)] = clock[number] + 1;
        races
    }

    fn acquire(&mut self, number: usize, variable: usize, order: Order) {
        let thread = &mut self.threads[number];
        for clock in self.variables[variable].sequences {
            join(if order.acquires() { &mut thread.clock } else { &mut thread.read }, clock);
        }
    }

    fn release(&mut self, number: usize, variable: usize, order: Order) {
        let thread = &self.threads[number];
        let released = if order.releases() { thread.clock } else { thread.fenced };
        join(&mut self.variables[variable].sequences[number], released);
    }
}

fn join(clock: &mut Clock, other: Clock) {
    clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(other));
}
