//! The functions and types that have a meaning by their name: the one table of them.
//!
//! A program may define a function of such a name itself, or declare one with another signature. Then it is an
//! ordinary function, because that is what the linker would take. The exceptions are the functions whose call *is* the
//! failure (`Known::Error`, `Known::AssertFail`): verifiers agree that reaching them is what is asked about, and
//! programs give them bodies only to be able to link. Every path that calls, starts, spawns or takes the address of
//! a function asks this table, by `Names::get`.

use super::builtins::{BitFunction, FloatFunction, ListOperation, builtin, named_type};
use super::layout::Layout;
use super::may_fail::{EAGAIN, ENOMEM, ENOSPC, Failing, THRD_ERROR, THRD_NOMEM};
use super::signatures::has_signature;
use super::syntax::{Function, Name, Source};
use super::types::{CType, Library};
use super::visit::mentioned_elsewhere;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::{Binary, Type};

/// What a function that is known by its name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<'n> {
    /// Reaching it is an error, whatever its body does.
    Error,
    /// An assertion has failed, whatever its body does.
    AssertFail,
    /// Its argument must hold.
    Assert,
    /// Its argument holds whenever it returns.
    Assume,
    /// An atomic section begins.
    AtomicBegin,
    /// An atomic section ends.
    AtomicEnd,
    /// The whole program ends.
    Stop,
    /// The same, after what is to be done at its end.
    Finish,
    /// It has no effect on variables of the program and returns any value.
    Quiet,
    /// The same, and the argument of this number is a format.
    Print(usize),
    /// The same, and what is printed is a list of further arguments.
    PrintList(usize),
    /// An operation on a list of further arguments.
    Further(ListOperation),
    /// It has no effect and returns any number of so many bits.
    Natural(u8),
    /// A hint for other verifiers: its arguments are not evaluated.
    Hint,
    /// The first argument, as `long`.
    Expect,
    /// It returns any value, and may write any values to what its arguments point to.
    Any,
    /// It writes any values to so many bytes behind a pointer.
    AnyMemory,
    /// It stores any input; the argument of this number is a format.
    Scan(usize),
    /// The library reads some bytes.
    ReadMemory,
    /// The library writes any text to so many bytes behind a pointer.
    AnyText,
    /// The library relies on what its argument says.
    Listed,
    /// The library does more than what it stands for, as its argument says.
    Approximated,
    /// Writes a byte to all bytes.
    FillMemory,
    /// Copies bytes, between objects that may overlap or not.
    CopyMemory { may_overlap: bool },
    /// A function about bits of a number of so many; 0 for `long`.
    Bits(BitFunction, u8),
    /// A function about floating-point numbers.
    Floating(FloatFunction),
    /// Any value of the type that it returns, where the library has a certain one.
    AnyResult,
    /// Arithmetic that says whether it overflows, on numbers of a type if it is certain; a width of 0 is that of `long`.
    Overflow(Binary, Option<Type>),
    /// A point that is never reached.
    Unreachable,
    /// A number that the compiler finds out, which may be any: its arguments are not evaluated.
    Compiler,
    /// An atomic operation that gcc knows, by its whole name.
    Atomic(&'n str),
    /// `malloc`, or cleared `calloc`.
    Allocate { cleared: bool },
    /// `realloc`.
    Reallocate,
    /// `free`.
    Free,
    /// A thread is created.
    Create {
        /// Whether the second argument holds attributes.
        attributes: bool,
    },
    /// A thread is joined.
    Join,
    /// A thread is detached.
    Detach,
    /// The thread ends.
    Exit,
    /// The thread's own handle.
    Itself,
    /// A thread is asked to end.
    Cancel,
    /// An operation on the attributes of threads.
    ThreadAttribute(&'n str),
    /// An operation of a family of the synchronisation library.
    Sync(Family, &'n str),
    /// A function of the thread library without a meaning here.
    Refused,
}

/// The families of the synchronisation library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Family {
    Mutex,
    SpinLock,
    C11Mutex,
    ReadersWriterLock,
    Condition,
    C11Condition,
    Barrier,
    Semaphore,
    Once,
    Key,
    MutexAttribute,
    OtherAttribute,
    Cleanup,
}

/// What a function takes: `i` an integer, `s` one that is a size, `p` a pointer, `t` a text that is only read, `.` any further arguments.
pub type Takes = &'static str;

/// Functions by their whole name, with what they take; those without that are known whatever they take.
const FUNCTIONS: &[(&str, Option<Takes>, Known<'static>)] = &[
    ("reach_error", None, Known::Error),
    ("__VERIFIER_error", None, Known::Error),
    ("__assert_fail", None, Known::AssertFail),
    ("assert", Some("i"), Known::Assert),
    ("__VERIFIER_assert", Some("i"), Known::Assert),
    ("__CPROVER_assert", Some("i."), Known::Assert),
    ("assume_abort_if_not", Some("i"), Known::Assume),
    ("__VERIFIER_assume", Some("i"), Known::Assume),
    ("__CPROVER_assume", Some("i"), Known::Assume),
    ("__VERIFIER_atomic_begin", Some(""), Known::AtomicBegin),
    ("__CPROVER_atomic_begin", Some(""), Known::AtomicBegin),
    ("__VERIFIER_atomic_end", Some(""), Known::AtomicEnd),
    ("__CPROVER_atomic_end", Some(""), Known::AtomicEnd),
    ("exit", Some("i"), Known::Finish),
    ("_exit", Some("i"), Known::Stop),
    ("_Exit", Some("i"), Known::Stop),
    ("quick_exit", Some("i"), Known::Stop),
    ("abort", Some(""), Known::Stop),
    ("__builtin_trap", Some(""), Known::Stop),
    ("printf", Some("t."), Known::Print(0)),
    ("fprintf", Some("pt."), Known::Print(1)),
    ("__printf_chk", Some("it."), Known::Print(1)),
    ("__fprintf_chk", Some("pit."), Known::Print(2)),
    ("vprintf", Some("tp"), Known::PrintList(0)),
    ("vfprintf", Some("ptp"), Known::PrintList(1)),
    ("vdprintf", Some("itp"), Known::PrintList(1)),
    ("vsyslog", Some("itp"), Known::PrintList(1)),
    ("__vprintf_chk", Some("itp"), Known::PrintList(1)),
    ("__vfprintf_chk", Some("pitp"), Known::PrintList(2)),
    ("umpteen_prints", Some("t"), Known::PrintList(0)),
    ("scanf", Some("t."), Known::Scan(0)),
    ("fscanf", Some("pt."), Known::Scan(1)),
    ("sscanf", Some("tt."), Known::Scan(1)),
    ("__isoc99_scanf", Some("t."), Known::Scan(0)),
    ("__isoc99_fscanf", Some("pt."), Known::Scan(1)),
    ("__isoc99_sscanf", Some("tt."), Known::Scan(1)),
    ("puts", Some("t"), Known::Quiet),
    ("putchar", Some("i"), Known::Quiet),
    ("putc", Some("ip"), Known::Quiet),
    ("_IO_putc", Some("ip"), Known::Quiet),
    ("fputc", Some("ip"), Known::Quiet),
    ("fputs", Some("tp"), Known::Quiet),
    ("perror", Some("t"), Known::Quiet),
    ("fflush", Some("p"), Known::Quiet),
    ("sleep", Some("i"), Known::Quiet),
    ("usleep", Some("i"), Known::Quiet),
    ("sched_yield", Some(""), Known::Quiet),
    ("pthread_yield", Some(""), Known::Quiet),
    ("thrd_yield", Some(""), Known::Quiet),
    ("srand", Some("i"), Known::Quiet),
    ("srandom", Some("i"), Known::Quiet),
    ("rand", Some(""), Known::Natural(31)),
    ("random", Some(""), Known::Natural(31)),
    ("__CPROVER_predicate", None, Known::Hint),
    ("__CPROVER_parameter_predicates", None, Known::Hint),
    ("__CPROVER_return_predicates", None, Known::Hint),
    ("__builtin_ia32_pause", None, Known::Quiet),
    ("__builtin_prefetch", None, Known::Quiet),
    ("__builtin_unreachable", None, Known::Unreachable),
    ("__builtin_object_size", None, Known::Compiler),
    ("__builtin_dynamic_object_size", None, Known::Compiler),
    ("__builtin_constant_p", None, Known::Compiler),
    ("__builtin_alloca", None, Known::Allocate { cleared: false }),
    ("__builtin_abort", None, Known::Stop),
    ("alloca", Some("s"), Known::Allocate { cleared: false }),
    ("__VERIFIER_loop_bound", None, Known::Hint),
    ("__VERIFIER_annot", None, Known::Hint),
    ("__sync_synchronize", Some("."), Known::Atomic("__sync_synchronize")),
    ("pthread_setconcurrency", Some("i"), Known::Quiet),
    ("__builtin_expect", None, Known::Expect),
    ("__builtin_expect_with_probability", None, Known::Expect),
    ("__VERIFIER_nondet_memory", Some("pi"), Known::AnyMemory),
    ("umpteen_reads", Some("pi"), Known::ReadMemory),
    ("umpteen_any_text", Some("pi"), Known::AnyText),
    ("umpteen_assumes", Some("p"), Known::Listed),
    ("umpteen_approximates", Some("p"), Known::Approximated),
    ("umpteen_any_float", Some("p"), Known::AnyResult),
    ("umpteen_any_double", Some("p"), Known::AnyResult),
    ("umpteen_any_long_double", Some("p"), Known::AnyResult),
    ("umpteen_any_long", Some("p"), Known::AnyResult),
    ("umpteen_any_long_long", Some("p"), Known::AnyResult),
    ("memset", Some("pis"), Known::FillMemory),
    ("explicit_bzero", Some("ps"), Known::FillMemory),
    ("bzero", Some("ps"), Known::FillMemory),
    ("memcpy", Some("pps"), Known::CopyMemory { may_overlap: false }),
    ("memmove", Some("pps"), Known::CopyMemory { may_overlap: true }),
    ("__builtin_memset", None, Known::FillMemory),
    ("__builtin_memcpy", None, Known::CopyMemory { may_overlap: false }),
    ("__builtin_memmove", None, Known::CopyMemory { may_overlap: true }),
    ("malloc", Some("s"), Known::Allocate { cleared: false }),
    ("calloc", Some("ss"), Known::Allocate { cleared: true }),
    ("realloc", Some("ps"), Known::Reallocate),
    ("free", Some("p"), Known::Free),
    ("pthread_create", None, Known::Create { attributes: true }),
    ("thrd_create", None, Known::Create { attributes: false }),
    ("pthread_join", None, Known::Join),
    ("thrd_join", None, Known::Join),
    ("pthread_detach", None, Known::Detach),
    ("thrd_detach", None, Known::Detach),
    ("pthread_exit", Some("p"), Known::Exit),
    ("thrd_exit", Some("i"), Known::Exit),
    ("pthread_self", Some(""), Known::Itself),
    ("thrd_current", Some(""), Known::Itself),
    ("pthread_cancel", None, Known::Cancel),
    ("pthread_once", None, Known::Sync(Family::Once, "")),
    ("call_once", None, Known::Sync(Family::Once, "")),
    ("pthread_setspecific", None, Known::Sync(Family::Key, "set")),
    ("pthread_getspecific", None, Known::Sync(Family::Key, "get")),
    ("__sigsetjmp", None, Known::Sync(Family::Cleanup, "jump")),
    ("__sigsetjmp_cancel", None, Known::Sync(Family::Cleanup, "jump")),
    ("__pthread_register_cancel", None, Known::Sync(Family::Cleanup, "register")),
    ("__pthread_register_cancel_defer", None, Known::Sync(Family::Cleanup, "register")),
    ("__pthread_unregister_cancel", None, Known::Sync(Family::Cleanup, "unregister")),
    ("__pthread_unregister_cancel_restore", None, Known::Sync(Family::Cleanup, "unregister")),
    ("__pthread_unwind_next", None, Known::Sync(Family::Cleanup, "unwind")),
];

/// Functions that fail only if the machine runs out of something, and how.
pub const MAY_FAIL: &[(&str, Failing)] = &[
    ("calloc", Failing::Null),
    ("cnd_init", Failing::Returns(&[THRD_ERROR, THRD_NOMEM])),
    ("malloc", Failing::Null),
    ("mtx_init", Failing::Returns(&[THRD_ERROR])),
    ("pthread_attr_init", Failing::Returns(&[ENOMEM])),
    ("pthread_barrier_init", Failing::Returns(&[EAGAIN, ENOMEM])),
    ("pthread_cond_init", Failing::Returns(&[EAGAIN, ENOMEM])),
    ("pthread_condattr_init", Failing::Returns(&[ENOMEM])),
    ("pthread_create", Failing::Returns(&[EAGAIN])),
    ("pthread_key_create", Failing::Returns(&[EAGAIN, ENOMEM])),
    ("pthread_mutex_init", Failing::Returns(&[EAGAIN, ENOMEM])),
    ("pthread_mutexattr_init", Failing::Returns(&[ENOMEM])),
    ("pthread_rwlock_init", Failing::Returns(&[EAGAIN, ENOMEM])),
    ("pthread_setspecific", Failing::Returns(&[ENOMEM])),
    ("pthread_spin_init", Failing::Returns(&[EAGAIN, ENOMEM])),
    ("realloc", Failing::Null),
    ("sem_init", Failing::Sets(&[ENOSPC])),
    ("strdup", Failing::Null),
    ("strndup", Failing::Null),
    ("thrd_create", Failing::Returns(&[THRD_ERROR, THRD_NOMEM])),
    ("tss_create", Failing::Returns(&[THRD_ERROR])),
    ("tss_set", Failing::Returns(&[THRD_ERROR])),
];

/// Families by what their names begin with; the rest of the name is the operation.
const FAMILIES: &[(&str, Family)] = &[
    ("pthread_mutexattr_", Family::MutexAttribute),
    ("pthread_mutex_", Family::Mutex),
    ("pthread_spin_", Family::SpinLock),
    ("mtx_", Family::C11Mutex),
    ("pthread_rwlockattr_", Family::OtherAttribute),
    ("pthread_rwlock_", Family::ReadersWriterLock),
    ("pthread_condattr_", Family::OtherAttribute),
    ("pthread_cond_", Family::Condition),
    ("cnd_", Family::C11Condition),
    ("pthread_barrierattr_", Family::OtherAttribute),
    ("pthread_barrier_", Family::Barrier),
    ("sem_", Family::Semaphore),
    ("pthread_key_", Family::Key),
    ("tss_", Family::Key),
    ("pthread_cleanup_", Family::Cleanup),
];

/// Functions that return any value, and atomic operations of gcc, by what their names begin with.
const ANY: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];
const ATOMIC: [&str; 2] = ["__sync_", "__atomic_"];

/// Operations on attributes of threads begin so, and what else belongs to the thread library.
const THREAD_ATTRIBUTE: &str = "pthread_attr_";
const THREADS: [&str; 2] = ["pthread_", "thrd_"];

/// Functions with bodies that are one step, by what their names begin with.
const SECTIONS: [&str; 2] = ["__VERIFIER_atomic_", "__CPROVER_atomic_"];

/// The function that a program begins with.
pub const FIRST: &str = "main";

/// The function that is nothing but a cancellation point.
pub const TEST_CANCEL: &str = "pthread_testcancel";
/// The function that says whether a thread is cancelled at such points only.
pub const SET_CANCEL_TYPE: &str = "pthread_setcanceltype";

/// The label of a statement that a new thread executes.
const ASYNCHRONOUS: &str = "__CPROVER_ASYNC_";

/// Types by name. Handles are no part of memory, and an atomic flag is its value.
pub const TYPES: &[(&str, CType<'static>)] = &[
    ("pthread_t", CType::Thread),
    ("__thrd_t", CType::Thread),
    ("atomic_flag", CType::Integer { ty: Type::BOOL, atomic: true }),
    ("pthread_mutex_t", CType::Library(Library::Mutex)),
    ("mtx_t", CType::Library(Library::Mutex)),
    ("pthread_spinlock_t", CType::Library(Library::SpinLock)),
    ("pthread_mutexattr_t", CType::Library(Library::MutexAttributes)),
    ("pthread_cond_t", CType::Library(Library::Condition)),
    ("cnd_t", CType::Library(Library::Condition)),
    ("pthread_condattr_t", CType::Library(Library::ConditionAttributes)),
    ("pthread_rwlock_t", CType::Library(Library::ReadersWriterLock)),
    ("pthread_rwlockattr_t", CType::Library(Library::ReadersWriterLockAttributes)),
    ("pthread_barrier_t", CType::Library(Library::Barrier)),
    ("pthread_barrierattr_t", CType::Library(Library::BarrierAttributes)),
    ("sem_t", CType::Library(Library::Semaphore)),
    ("pthread_once_t", CType::Library(Library::Once)),
    ("__once_flag", CType::Library(Library::Once)),
    ("pthread_key_t", CType::Library(Library::Key)),
    ("__tss_t", CType::Library(Library::Key)),
    ("pthread_attr_t", CType::Library(Library::ThreadAttributes)),
    ("__pthread_unwind_buf_t", CType::Library(Library::CleanupBuffer)),
];

/// Types of these names programs also define themselves; the library's are structures whose members have reserved names.
/// The other names are reserved, and what is done to such a type other than by the library's functions is refused.
pub const OWN: [&str; 4] = ["atomic_flag", "mtx_t", "cnd_t", "sem_t"];

/// What the names of a program's functions mean.
#[derive(Debug, Default)]
pub struct Names<'s> {
    /// The functions that mean something; not those that the program defines itself, or declares with another signature
    /// than the known ones have.
    known: FxHashMap<Name<'s>, Known<'s>>,
    /// Known functions that are mentioned other than to be called by name: calls are found while the program is lowered.
    elsewhere: Vec<Known<'s>>,
}

impl<'s> Names<'s> {
    /// The names of a program.
    pub fn of(source: &'s Source<'s>, layout: Layout<'s, 's>) -> Names<'s> {
        let own = |function: &&Function| function.body.is_some() || !has_signature(function, layout);
        let own = source.functions.iter().filter(own).map(|function| function.name);
        let own: FxHashSet<Name> = own.chain(source.stubs.keys().copied()).collect();
        let meaning = |name: Name<'s>| known(name.text()).filter(|known| known.fails() || !own.contains(&name));
        let linked = source.identifiers.all_linked();
        let mut names =
            Names { known: linked.filter_map(|name| Some((name, meaning(name)?))).collect(), elsewhere: Vec::new() };
        // The linker calls some functions as their declarations say, and means what it calls so.
        let meant = |symbol: &'s str| match source.identifiers.linked(symbol) {
            Some(name) => names.get(name),
            None => known(symbol),
        };
        let symbol = |function: &Function<'s>| Some((function.name, function.symbol??));
        let symbols: FxHashMap<Name, &str> = source.functions.iter().filter_map(symbol).collect();
        let mentioned = mentioned_elsewhere(source).into_iter().filter_map(|name| match symbols.get(&name) {
            Some(symbol) => meant(symbol),
            None => names.get(name),
        });
        // A call by another name is none that can be seen.
        let renamed = symbols.iter().filter(|(name, symbol)| name.text() != **symbol);
        let elsewhere = mentioned.chain(renamed.filter_map(|(_, symbol)| meant(symbol))).collect();
        names.elsewhere = elsewhere;
        names
    }

    /// Whether a known function may be called in ways that cannot be seen before the program is lowered.
    pub fn is_elsewhere(&self, is_meant: impl Fn(Known) -> bool) -> bool {
        self.elsewhere.iter().any(|known| is_meant(*known))
    }

    /// The meaning of a function by its name; none if it is the program's own or nobody's.
    pub fn get(&self, name: Name) -> Option<Known<'s>> {
        self.known.get(&name).copied()
    }

    /// The meaning of what an expression calls, if it is a name.
    pub fn of_call(&self, callee: &super::syntax::Expression) -> Option<Known<'s>> {
        callee.name().and_then(|name| self.get(name))
    }
}

/// Whether a call of a function of this name is a failure.
pub fn is_failure(name: &str) -> bool {
    known(name).is_some_and(Known::fails)
}

/// The meaning of a name.
fn known(name: &str) -> Option<Known<'_>> {
    let begins = |families: &[&str]| families.iter().any(|family| name.starts_with(family));
    if let Some((.., known)) = FUNCTIONS.iter().find(|(function, ..)| *function == name) {
        return Some(*known);
    }
    if let Some(known) = builtin(name) {
        return Some(known);
    }
    if let Some((family, operation)) =
        FAMILIES.iter().find_map(|(start, family)| Some((*family, name.strip_prefix(start)?)))
    {
        return Some(Known::Sync(family, operation));
    }
    match name.strip_prefix(THREAD_ATTRIBUTE) {
        Some(operation) => Some(Known::ThreadAttribute(operation)),
        None if begins(&ANY) => Some(Known::Any),
        None if begins(&ATOMIC) => Some(Known::Atomic(name)),
        None if begins(&THREADS) => Some(Known::Refused),
        None => None,
    }
}

/// What a function takes, if it is known whatever is declared.
pub fn takes(name: &str) -> Option<Takes> {
    FUNCTIONS.iter().find(|(known, ..)| *known == name)?.1
}

/// Whether a function has a meaning by its name, unless the program defines it.
pub fn has_meaning(name: &str) -> bool {
    known(name).is_some()
}

/// Whether a function is one step because of its name.
pub fn is_section(name: Name) -> bool {
    SECTIONS.iter().any(|start| name.text().starts_with(start))
}

/// Whether a label lets a new thread execute its statement.
pub fn is_asynchronous(label: Name) -> bool {
    label.text().starts_with(ASYNCHRONOUS)
}

/// The type that the name of a function without a declaration tells: `__VERIFIER_nondet_uint` gives `unsigned`.
pub fn type_of_suffix(name: Name, long: u8) -> Option<Type> {
    let suffix = ANY.iter().find_map(|start| name.text().strip_prefix(start))?;
    named_type(suffix, long)
}

/// Whether a name is the compiler's and the library's own (C11 7.1.3).
pub fn is_reserved(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('_') && letters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase())
}

/// Whether a variable is one that a macro of the library declares in a block.
pub fn is_internal(name: Name) -> bool {
    name.text().starts_with("__")
}
