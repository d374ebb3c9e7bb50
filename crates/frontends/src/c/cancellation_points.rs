//! Names that matter where threads are cancelled: the functions at which a thread that has been asked to end does so (POSIX
//! 2.9.5.2), and the variables of glibc's cleanup handlers.

use super::syntax::Name;

/// Whether a thread that has been asked to end does so in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationPoint {
    /// It does.
    Always,
    /// It may, as the implementation likes.
    Maybe,
    /// It does not.
    Never,
}

/// Functions that are cancellation points.
const ALWAYS: &[&str] = &[
    "accept",
    "clock_nanosleep",
    "close",
    "connect",
    "creat",
    "fdatasync",
    "fsync",
    "nanosleep",
    "open",
    "openat",
    "pause",
    "poll",
    "pread",
    "pselect",
    "pthread_testcancel",
    "pwrite",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "select",
    "send",
    "sendmsg",
    "sendto",
    "sigsuspend",
    "sigwait",
    "sleep",
    "system",
    "thrd_sleep",
    "usleep",
    "wait",
    "waitpid",
    "write",
    "writev",
];

/// Functions that may be cancellation points.
const MAYBE: &[&str] = &[
    "access",
    "asctime",
    "chdir",
    "chmod",
    "clearerr",
    "closedir",
    "closelog",
    "ctime",
    "dup2",
    "fchmod",
    "fclose",
    "fcntl",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fgets",
    "fileno",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "freopen",
    "fscanf",
    "fseek",
    "fstat",
    "ftell",
    "fwrite",
    "getc",
    "getchar",
    "getcwd",
    "gethostbyaddr",
    "gethostbyname",
    "getopt",
    "getopt_long",
    "gmtime",
    "ioctl",
    "link",
    "localtime",
    "lseek",
    "lstat",
    "mkdir",
    "mktime",
    "opendir",
    "openlog",
    "pclose",
    "perror",
    "popen",
    "printf",
    "putc",
    "putchar",
    "puts",
    "readdir",
    "readlink",
    "remove",
    "rename",
    "rewind",
    "rmdir",
    "scanf",
    "setvbuf",
    "stat",
    "strerror",
    "strftime",
    "symlink",
    "syslog",
    "tmpfile",
    "ungetc",
    "unlink",
    "__fprintf_chk",
    "__isoc99_fscanf",
    "__isoc99_scanf",
    "fopen64",
    "fdopen",
    "flockfile",
    "__printf_chk",
    "_IO_getc",
    "_IO_putc",
];

/// Whether a function is a cancellation point. Those that wait for other threads are known elsewhere.
pub fn cancellation_point(name: &str) -> CancellationPoint {
    match name {
        name if ALWAYS.contains(&name) => CancellationPoint::Always,
        name if MAYBE.contains(&name) => CancellationPoint::Maybe,
        _ => CancellationPoint::Never,
    }
}

/// The variables that glibc's `pthread_cleanup_push` declares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cleanup {
    /// The buffer that is jumped to.
    Buffer,
    /// The function that is pushed.
    Routine,
    /// Its argument.
    Argument,
}

/// The role of a variable for `pthread_cleanup_push`.
pub fn cleanup_variable(name: Name) -> Option<Cleanup> {
    match name.text() {
        "__cancel_buf" => Some(Cleanup::Buffer),
        "__cancel_routine" => Some(Cleanup::Routine),
        "__cancel_arg" => Some(Cleanup::Argument),
        _ => None,
    }
}
