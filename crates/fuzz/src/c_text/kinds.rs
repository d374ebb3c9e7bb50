//! The kinds of statements and data that random C programs may contain beyond plain ones.

use fastrand::Rng;

macro_rules! kinds {
    ($($kind:ident $name:literal),* $(,)?) => {
        /// Something that a program may contain.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind { $(#[doc = $name] $kind),* }

        /// Every kind.
        pub const ALL: &[Kind] = &[$(Kind::$kind),*];

        impl Kind {
            /// The name in statistics.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name),* }
            }
        }
    };
}

kinds! {
    Struct "struct",
    Array "array",
    Pointer "pointer",
    LentLocal "pointer to a local",
    PointerParameter "pointer parameter",
    Heap "heap",
    FunctionPointer "function pointer",
    Loop "for and do",
    Switch "switch",
    Goto "goto",
    Conditional "short circuit",
    Compound "compound assignment",
    BitField "bit-field",
    Enum "enum",
    StaticLocal "static local",
    IntegerArgument "integer argument",
    StructArgument "struct argument",
    Result "thread result",
    ThreadLocal "thread-local",
    Trylock "trylock",
    Recursive "recursive mutex",
    ReadWrite "rwlock",
    Condition "condition variable",
    Semaphore "semaphore",
    Barrier "barrier",
    Once "once",
    Atomic "C11 atomic",
    Sync "__sync",
    Ticket "ticket",
    Inside "threads inside",
}

/// A few kinds; none for one program of four.
pub fn choose(random: &mut Rng) -> Vec<Kind> {
    let count = [0, 1, 2, 2, 2, 3, 3, 4][random.usize(..8)];
    let count = if random.u8(..8) == 0 { 0 } else { count };
    let mut chosen: Vec<Kind> = random.choose_multiple(ALL.iter().copied(), count);
    // A thread has one argument.
    if chosen.contains(&Kind::IntegerArgument) {
        chosen.retain(|kind| *kind != Kind::StructArgument);
    }
    chosen
}
