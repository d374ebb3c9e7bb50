//! The C library, written in C: one file for each header. A program that uses a function and does not define it is linked
//! with its definition, so that it is lowered, explored and proved like the program's own.
//!
//! What a function computes is computed; what it gets from outside, as `read` does, is any value that the standard allows,
//! and so an input of the program. Pointers to structures of the library are `void *` here, which fits whatever the program
//! declares.

mod words;

use super::parse::same::same_type;
use super::syntax::{Declaration, Function, Name, Source};
use super::types::{CType, FunctionType};
use rustc_hash::{FxHashMap, FxHashSet};
use words::{Chunk, Words, chunks, renamed};

/// A file of definitions and the header that declares them.
struct Header {
    /// Its name, as it is shown in runs.
    name: &'static str,
    text: &'static str,
}

const HEADERS: &[Header] = &[
    Header { name: "<string.h>", text: include_str!("string.c") },
    Header { name: "<math.h>", text: include_str!("math.c") },
    Header { name: "<ctype.h>", text: include_str!("ctype.c") },
    Header { name: "<stdlib.h>", text: include_str!("stdlib.c") },
    Header { name: "<arpa/inet.h>", text: include_str!("inet.c") },
    Header { name: "<errno.h>", text: include_str!("errno.c") },
    Header { name: "<time.h>", text: include_str!("time.c") },
    Header { name: "<unistd.h>", text: include_str!("unistd.c") },
    Header { name: "<stdio.h>", text: include_str!("stdio.c") },
    Header { name: "<sys/socket.h>", text: include_str!("socket.c") },
    Header { name: "<signal.h>", text: include_str!("signal.c") },
    Header { name: "<getopt.h>", text: include_str!("getopt.c") },
    Header { name: "<pthread.h>", text: include_str!("pthread.c") },
];

/// Names of the library that only the library uses begin so.
const PRIVATE: &str = "umpteen_";

/// The compiler's names of functions of the library begin so.
pub const BUILT_IN: &str = "__builtin_";

/// The function by which programs look at `errno`.
const ERRNO: &str = "__errno_location";

/// The function that registers others for the end of the program.
const AT_EXIT: &str = "atexit";
/// The function that runs these.
const RUN_AT_EXIT: &str = "umpteen_run_at_exit";

/// The variable that says whether a thread may be cancelled.
pub const CANCEL_STATE: &str = "umpteen_cancel_state";

/// The function that may set `errno`, for functions that are no part of these files.
pub const MAY_FAIL: &str = "umpteen_may_fail";

/// The function that sets `errno` to a certain number, for these.
pub const FAILS_WITH: &str = "umpteen_fails_with";

/// What a program needs of one header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The header, as it is shown in runs.
    pub name: &'static str,
    /// The definitions that are needed in C, on the lines that they have in the file. Those whose names the program uses
    /// for something of its own are called `umpteen_NAME`.
    pub text: String,
    /// The functions and variables that the program may mean.
    pub functions: Vec<&'static str>,
}

/// What preprocessed texts, which are linked as one program, need of the library.
pub fn needed(text: &str) -> Vec<Needed> {
    let words = Words::of(text);
    let files: Vec<Vec<Chunk>> = HEADERS.iter().map(|header| chunks(header.text)).collect();
    let mut definitions: FxHashMap<&str, Vec<(usize, usize)>> = FxHashMap::default();
    for (file, chunks) in files.iter().enumerate() {
        for (number, chunk) in chunks.iter().enumerate().filter(|(_, chunk)| !chunk.is_declaration) {
            definitions.entry(chunk.name).or_default().push((file, number));
        }
    }
    let built_in: FxHashSet<&str> = words.used.iter().filter_map(|word| word.strip_prefix(BUILT_IN)).collect();
    let is_used = |name: &str| words.used.contains(name) || built_in.contains(name);
    let is_meant = |name: &&str| is_public(name) && is_used(name) && !words.own.contains(name);
    // A type alone is the program's own.
    let is_no_type = |(file, number): &(usize, usize)| !files[*file][*number].is_type;
    let meant = definitions.iter().filter(|(name, _)| is_meant(name)).flat_map(|(_, places)| places).copied();
    let mut pending: Vec<(usize, usize)> = meant.filter(is_no_type).collect();
    if is_meant(&ERRNO) {
        pending.extend([MAY_FAIL, FAILS_WITH].iter().filter_map(|name| definitions.get(name)).flatten());
    }
    if is_meant(&AT_EXIT) {
        pending.extend(definitions.get(RUN_AT_EXIT).into_iter().flatten());
    }
    let mut wanted: FxHashSet<(usize, usize)> = pending.iter().copied().collect();
    while let Some((file, number)) = pending.pop() {
        let mentioned = files[file][number].words.iter().filter_map(|word| definitions.get(word));
        pending.extend(mentioned.flatten().copied().filter(|place| wanted.insert(*place)));
    }
    let mut all = Vec::new();
    for (file, header) in HEADERS.iter().enumerate() {
        let kept = |number: usize| wanted.contains(&(file, number));
        let numbered = || files[file].iter().enumerate().filter(|(number, _)| kept(*number)).map(|(_, chunk)| chunk);
        if numbered().next().is_none() {
            continue;
        }
        // What is left out leaves its lines.
        let mut text = String::new();
        for (number, chunk) in files[file].iter().enumerate() {
            match kept(number) || chunk.is_declaration {
                true => text += &header.text[chunk.range.clone()],
                false => text.extend(header.text[chunk.range.clone()].chars().filter(|c| *c == '\n')),
            }
        }
        let is_value = |word: &str| {
            definitions
                .get(word)
                .is_some_and(|places| places.iter().any(|(file, number)| !files[*file][*number].is_type))
        };
        let text = renamed(&text, |word| is_public(word) && words.own.contains(word) && is_value(word));
        let public = |name: &&str| is_public(name) && !words.own.contains(name);
        let mut functions: Vec<&str> = numbered().filter(|chunk| !chunk.is_type).map(|chunk| chunk.name).collect();
        functions.retain(public);
        functions.sort_unstable();
        functions.dedup();
        all.push(Needed { name: header.name, text, functions });
    }
    all
}

/// All functions and variables of the library, by header.
pub fn contents() -> Vec<(&'static str, Vec<&'static str>)> {
    let public = |text: &'static str| {
        let is_value = |chunk: &&Chunk| !chunk.is_type && !chunk.is_declaration;
        let mut names: Vec<&str> = chunks(text).iter().filter(is_value).map(|chunk| chunk.name).collect();
        names.retain(|name| is_public(name));
        names.sort_unstable();
        names.dedup();
        names
    };
    HEADERS.iter().map(|header| (header.name, public(header.text))).collect()
}

fn is_public(name: &str) -> bool {
    !name.is_empty() && !is_private(name)
}

/// Whether only the library uses a name.
pub fn is_private(name: &str) -> bool {
    name.starts_with(PRIVATE)
}

/// Fits the library's definitions, which begin at some place, to what the program declares: where the library says
/// `void *`, the types are the program's; a definition of another type is dropped.
pub fn fit(source: &mut Source, start: usize) {
    let declared: Vec<(usize, usize)> = pairs(source, start);
    for (ours, theirs) in declared {
        let ty = match (&source.functions[ours].ty, &source.functions[theirs].ty) {
            (CType::Function(ours), CType::Function(theirs)) => fitted(ours, theirs),
            _ => None,
        };
        match ty {
            Some(ty) => source.functions[ours].ty = CType::Function(ty.into()),
            None => source.functions[ours].body = None,
        }
    }
    open_undeclared(source, start);
    let is_ours = |variable: &Declaration| variable.span.start >= start;
    let theirs: FxHashMap<Name, CType> = source
        .variables
        .iter()
        .filter(|variable| !is_ours(variable))
        .map(|variable| (variable.name, variable.ty.clone()))
        .collect();
    for variable in source.variables.iter_mut().filter(|variable| is_ours(variable)) {
        if let Some(ty @ CType::Pointer { .. }) = theirs.get(&variable.name)
            && is_untyped(&variable.ty)
        {
            variable.ty = ty.clone();
        }
    }
    source.variables.retain(|variable| {
        !is_ours(variable) || theirs.get(&variable.name).is_none_or(|ty| same_type(ty, &variable.ty))
    });
}

/// Lets functions that the library defines and the program does not declare have further arguments, which are evaluated and not
/// looked at: a call declares such a function in C89, and says nothing about its parameters.
fn open_undeclared(source: &mut Source, start: usize) {
    let is_ours = |function: &Function| function.span.start >= start;
    let theirs: FxHashSet<Name> =
        source.functions.iter().filter(|function| !is_ours(function)).map(|function| function.name).collect();
    for function in source.functions.iter_mut().filter(|function| is_ours(function) && function.body.is_some()) {
        if let CType::Function(ty) = &function.ty
            && !theirs.contains(&function.name)
        {
            function.ty = CType::Function(FunctionType { open: true, ..(**ty).clone() }.into());
        }
    }
}

/// The library's functions that the program declares, with a declaration.
fn pairs(source: &Source, start: usize) -> Vec<(usize, usize)> {
    let mut declared: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
    let is_ours = |function: &Function| function.span.start >= start;
    for (number, function) in source.functions.iter().enumerate().filter(|(_, function)| !is_ours(function)) {
        declared.entry(function.name).or_default().push(number);
    }
    let ours = source.functions.iter().enumerate().filter(|(_, function)| is_ours(function));
    ours.flat_map(|(number, function)| {
        let theirs = declared.get(&function.name).into_iter().flatten();
        theirs.map(move |other| (number, *other))
    })
    .collect()
}

/// The type of a function of the library for a program that declares it; none if it is another function.
fn fitted<'a>(ours: &FunctionType<'a>, theirs: &FunctionType<'a>) -> Option<FunctionType<'a>> {
    let fits = |ours: &CType<'a>, theirs: &CType<'a>| {
        same_type(ours, theirs)
            || is_untyped(ours) && matches!(theirs, CType::Pointer { .. })
            || is_narrower(ours, theirs)
    };
    // `()` says nothing about the arguments.
    let says_nothing = theirs.open && theirs.parameters.is_empty();
    let mut parameters = ours.parameters.iter().zip(&theirs.parameters);
    let agrees = says_nothing
        || ours.open == theirs.open
            && ours.parameters.len() == theirs.parameters.len()
            && parameters.all(|(ours, theirs)| fits(&ours.ty, &theirs.ty));
    let result = if fits(&ours.result, &theirs.result) { theirs.result.clone() } else { return None };
    agrees.then(|| {
        let mut ty = FunctionType { result, ..ours.clone() };
        for (ours, theirs) in ty.parameters.iter_mut().zip(&theirs.parameters) {
            if is_narrower(&ours.ty, &theirs.ty) {
                ours.ty = theirs.ty.clone();
            }
        }
        ty
    })
}

/// Whether a program declares a size as narrower than it is, as if for another machine: what is passed has zeros before it,
/// and of a result the lower half counts.
fn is_narrower(ours: &CType, theirs: &CType) -> bool {
    match (ours, theirs) {
        (CType::Integer { ty: ours, atomic: false }, CType::Integer { ty: theirs, atomic: false }) => {
            (ours.width, theirs.width) == (64, 32) && !ours.signed && !theirs.signed
        }
        _ => false,
    }
}

/// Whether a type is `void *`.
fn is_untyped(ty: &CType) -> bool {
    matches!(ty, CType::Pointer { to, .. } if matches!(**to, CType::Void))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        needed(text).iter().map(|needed| needed.name).collect()
    }

    #[test]
    fn definitions_are_linked_for_what_is_used() {
        let declared = "unsigned long strlen(const char *s) __attribute__((pure)); extern int isdigit(int c);";
        assert!(names(declared).is_empty());
        assert_eq!(names(&format!("{declared} int f(char *s) {{ return strlen(s); }}")), ["<string.h>"]);
        // Numbers that are too large set `errno`.
        let both = names("int f(int c) { return isdigit(c) && atoi(\"1\"); }");
        assert_eq!(both, ["<ctype.h>", "<stdlib.h>", "<errno.h>"]);
        assert_eq!(names("int (*f[])(int) = { toupper };"), ["<ctype.h>"]);
        assert_eq!(names("void f(struct s *p) { p->time = p->read; }"), [""; 0]);
        let needed = needed("int f(int c) { return ispunct(c); }");
        assert_eq!(needed[0].functions, ["isalnum", "isgraph", "ispunct"]);
        assert!(!needed[0].text.contains("tolower"));
    }

    #[test]
    fn definitions_keep_their_lines() {
        let needed = needed("int f(int c) { return toupper(c); }");
        let line = |text: &str| text.lines().position(|line| line.starts_with("int toupper"));
        assert_eq!(line(&needed[0].text), line(include_str!("ctype.c")));
    }

    #[test]
    fn what_the_program_has_itself_is_its_own() {
        assert!(names("int abs(int n) { return n; } int main(void) { return abs(1); }").is_empty());
        assert!(names("int index; int main(void) { return index; }").is_empty());
        let needed =
            needed("static int strlen(int n) { return n; } int main(void) { return strlen(1) + strcat(0, 0); }");
        assert_eq!(needed.len(), 1);
        assert!(!needed[0].functions.contains(&"strlen") && needed[0].functions.contains(&"strcat"));
        assert!(
            needed[0].text.contains("unsigned long umpteen_strlen(")
                && needed[0].text.contains(" + umpteen_strlen(to)")
        );
    }

    #[test]
    fn variables_that_are_only_declared_are_the_librarys() {
        let declared = "typedef struct _IO_FILE FILE; extern FILE *stdin; extern FILE *stderr;";
        let needed = needed(&format!("{declared} FILE *f(void) {{ return stderr; }}"));
        assert_eq!(needed[0].functions, ["stderr"]);
        assert!(names("int *stderr; int *f(void) { return stderr; }").is_empty());
    }

    #[test]
    fn tags_are_no_names_of_functions() {
        let used = "struct tm { int tm_sec; }; struct stat { int a; }; void f(void) { localtime(0); stat(0, 0); }";
        let functions: Vec<&str> = needed(used).into_iter().flat_map(|needed| needed.functions).collect();
        assert!(functions.contains(&"localtime") && functions.contains(&"stat"), "{functions:?}");
        let text: String = needed(&format!("int tm; {used}")).into_iter().map(|needed| needed.text).collect();
        assert!(text.contains("struct tm *localtime("));
    }

    #[test]
    fn every_function_is_found() {
        let all: Vec<&str> = contents().into_iter().flat_map(|(_, names)| names).collect();
        for name in ["strlen", "strpbrk", "toupper", "strtol", "atoi", "htonl", "time", "read", "stdout"] {
            assert!(all.contains(&name), "{name}");
        }
        let mut unique = all.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), all.len(), "a name in two headers");
    }
}
