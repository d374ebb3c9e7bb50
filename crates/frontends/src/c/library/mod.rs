//! Functions of the C library, written in C. A program that uses one and does not define it is linked with the file that
//! does, so that they are lowered, explored and proved like the program's own.

use super::lexer::{Kind, Token, tokens};
use super::parse::same::same_type;
use super::syntax::{Function, Source};
use super::types::CType;
use rustc_hash::FxHashSet;

/// A file of functions and the header that declares them.
struct Header {
    /// Its name, as it is shown in runs.
    name: &'static str,
    text: &'static str,
}

const HEADERS: [Header; 4] = [
    Header { name: "<string.h>", text: include_str!("string.c") },
    Header { name: "<ctype.h>", text: include_str!("ctype.c") },
    Header { name: "<stdlib.h>", text: include_str!("stdlib.c") },
    Header { name: "<arpa/inet.h>", text: include_str!("inet.c") },
];

/// What a program needs of one header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The header, as it is shown in runs.
    pub name: &'static str,
    /// The functions of the header in C. Those whose names the program uses for something of its own are called
    /// `umpteen_NAME`.
    pub text: String,
    /// The functions that the program may mean.
    pub functions: Vec<&'static str>,
}

/// What preprocessed texts, which are linked as one program, need of the library.
pub fn needed(text: &str) -> Vec<Needed> {
    let words = Words::of(text);
    let is_meant = |name: &&str| words.used.contains(name) && !words.own.contains(name);
    let mut all = Vec::new();
    for Header { name, text } in HEADERS {
        let mut functions = defined(text);
        if functions.iter().any(is_meant) {
            let text = renamed(text, |word| functions.contains(&word) && words.own.contains(word));
            functions.retain(|name| !words.own.contains(name) && !name.starts_with("umpteen_"));
            all.push(Needed { name, text, functions });
        }
    }
    all
}

/// The functions that a file of the library defines.
fn defined(text: &'static str) -> Vec<&'static str> {
    let mut functions: Vec<&str> = Words::of(text).functions.into_iter().collect();
    functions.sort_unstable();
    functions
}

/// Drops the bodies of the library's functions, which begin at some place, that the program declares with other types.
pub fn drop_mismatched(source: &mut Source, start: usize) {
    let declared = source.functions.iter().filter(|function| function.span.start < start);
    let mismatched = |function: &Function| {
        let differs = |other: &Function| {
            let says_nothing = matches!(&other.ty, CType::Function(ty) if ty.open && ty.parameters.is_empty());
            other.name == function.name && !says_nothing && !same_type(&other.ty, &function.ty)
        };
        function.span.start >= start && declared.clone().any(differs)
    };
    let numbers: Vec<usize> = (0..source.functions.len()).filter(|at| mismatched(&source.functions[*at])).collect();
    numbers.into_iter().for_each(|number| source.functions[number].body = None);
}

/// A text in which some words begin with `umpteen_`.
fn renamed(text: &str, is_meant: impl Fn(&str) -> bool) -> String {
    let (mut out, mut end) = (String::new(), 0);
    for token in tokens(text).unwrap_or_default() {
        let range = token.span().range();
        if token.kind == Kind::Word && is_meant(&text[range.clone()]) {
            out.extend([&text[end..range.start], "umpteen_"]);
            end = range.start;
        }
    }
    out + &text[end..]
}

/// The words of a text that may name functions.
#[derive(Default)]
struct Words<'a> {
    /// Those that it mentions in a body or an initialiser.
    used: FxHashSet<&'a str>,
    /// Those that it gives a meaning at file scope; a function that is only declared has none.
    own: FxHashSet<&'a str>,
    /// The functions among these.
    functions: FxHashSet<&'a str>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        // A text that cannot be read is an error of the parser.
        let tokens: Vec<Token> = tokens(text).unwrap_or_default();
        let spelled = |token: &Token| &text[token.span().range()];
        let (mut braces, mut parentheses, mut words) = (0usize, 0usize, Words::default());
        let mut declared = None;
        for (number, token) in tokens.iter().enumerate() {
            let next = tokens.get(number + 1).map_or("", spelled);
            match (token.kind, spelled(token)) {
                (Kind::Symbol, "{") => braces += 1,
                (Kind::Symbol, "}") => braces = braces.saturating_sub(1),
                (Kind::Symbol, "(") => parentheses += 1,
                (Kind::Symbol, ")") => {
                    parentheses = parentheses.saturating_sub(1);
                    if let (0, 0, Some(name)) = (braces, parentheses, declared)
                        && !matches!(next, ";" | "," | ")" | "(" | "__attribute__" | "__asm__" | "asm")
                    {
                        words.own.insert(name);
                        words.functions.insert(name);
                    }
                }
                (Kind::Word, word) if braces > 0 => drop(words.used.insert(word)),
                (Kind::Word, word) if parentheses == 0 && next == "(" => declared = Some(word),
                (Kind::Word, word) if parentheses == 0 => drop(words.own.insert(word)),
                _ => {}
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        needed(text).iter().map(|needed| needed.name).collect()
    }

    #[test]
    fn headers_are_linked_for_what_is_used() {
        let declared = "unsigned long strlen(const char *s) __attribute__((pure)); extern int isdigit(int c);";
        assert!(names(declared).is_empty());
        assert_eq!(names(&format!("{declared} int f(char *s) {{ return strlen(s); }}")), ["<string.h>"]);
        assert_eq!(names("int f(int c) { return isdigit(c) && atoi(\"1\"); }"), ["<ctype.h>", "<stdlib.h>"]);
        assert_eq!(names("int (*f[])(int) = { toupper };"), ["<ctype.h>"]);
    }

    #[test]
    fn what_the_program_has_itself_is_its_own() {
        assert!(names("int abs(int n) { return n; } int main(void) { return abs(1); }").is_empty());
        assert!(names("int index; int main(void) { return index; }").is_empty());
        let needed =
            needed("static int strlen(int n) { return n; } int main(void) { return strlen(1) + strcmp(0, 0); }");
        assert_eq!(needed.len(), 1);
        assert!(!needed[0].functions.contains(&"strlen") && needed[0].functions.contains(&"strcmp"));
        assert!(
            needed[0].text.contains("unsigned long umpteen_strlen(")
                && needed[0].text.contains(" + umpteen_strlen(to)")
        );
    }

    #[test]
    fn every_function_is_found() {
        let all: Vec<&str> = HEADERS.iter().flat_map(|header| defined(header.text)).collect();
        for name in ["strlen", "strpbrk", "toupper", "strtol", "atoi", "htonl"] {
            assert!(all.contains(&name), "{name}");
        }
    }
}
