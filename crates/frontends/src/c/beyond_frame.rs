//! Functions of the library that must not be taken for unknown ones, each with the reason why it is refused.

/// Functions of the library that do more than to write what they are given, and why that is not modelled. They are
/// refused, whatever is assumed about functions without a body.
const BEYOND_FRAME: &[(&str, &str)] = &[
    ("setjmp", JUMPS),
    ("_setjmp", JUMPS),
    ("sigsetjmp", JUMPS),
    ("longjmp", JUMPS),
    ("_longjmp", JUMPS),
    ("siglongjmp", JUMPS),
    ("fork", PROCESSES),
    ("vfork", PROCESSES),
    ("clone", PROCESSES),
    ("fesetround", ROUNDS),
    ("fesetenv", ROUNDS),
    ("feupdateenv", ROUNDS),
    ("feenableexcept", HANDLERS),
    ("syscall", "may do anything"),
    ("signal", HANDLERS),
    ("sigaction", HANDLERS),
    ("on_exit", HANDLERS),
    ("at_quick_exit", HANDLERS),
    ("timer_create", HANDLERS),
    ("realloc", OBJECTS),
    ("reallocarray", OBJECTS),
    ("cfree", OBJECTS),
    ("mmap", OBJECTS),
    ("munmap", OBJECTS),
    ("dlsym", "returns functions"),
    ("abs", COMPUTES),
    ("labs", COMPUTES),
    ("llabs", COMPUTES),
    ("atoi", COMPUTES),
    ("atol", COMPUTES),
    ("atoll", COMPUTES),
    ("bcmp", COMPUTES),
    ("bcopy", COMPUTES),
    ("bsearch", COMPUTES),
    ("bzero", COMPUTES),
    ("explicit_bzero", COMPUTES),
    ("ffs", COMPUTES),
    ("ffsl", COMPUTES),
    ("ffsll", COMPUTES),
    ("htonl", COMPUTES),
    ("htons", COMPUTES),
    ("index", COMPUTES),
    ("ntohl", COMPUTES),
    ("ntohs", COMPUTES),
    ("qsort", COMPUTES),
    ("rindex", COMPUTES),
    ("snprintf", COMPUTES),
    ("sprintf", COMPUTES),
    ("sscanf", COMPUTES),
    ("stpcpy", COMPUTES),
    ("stpncpy", COMPUTES),
    ("swab", COMPUTES),
    ("vscanf", COMPUTES),
    ("vfscanf", COMPUTES),
    ("vsnprintf", COMPUTES),
    ("vsprintf", COMPUTES),
    ("vsscanf", COMPUTES),
    ("alloca", OBJECTS),
    ("__builtin_alloca", OBJECTS),
];
/// C reserves names that begin so, with another small letter, for functions of the library (C11 7.31); they compute something
/// from what they are given, and any value instead would be a failure that does not exist.
const COMPUTING: [&str; 5] = ["is", "mem", "str", "to", "wcs"];
const COMPUTES: &str = "computes something from its arguments that is not modelled";
const JUMPS: &str = "jumps between functions";
const PROCESSES: &str = "makes another process or thread";
const ROUNDS: &str = "changes how floating-point numbers are rounded";
const HANDLERS: &str = "keeps a function that runs later";
const OBJECTS: &str = "makes or ends objects";

/// Why a function without a body is refused although it is assumed to write only what it is given.
pub fn beyond_frame(name: &str) -> Option<&'static str> {
    let computes =
        |start: &&str| name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    let listed = BEYOND_FRAME.iter().find(|(function, _)| *function == name).map(|(_, why)| *why);
    listed.or_else(|| COMPUTING.iter().any(computes).then_some(COMPUTES))
}
