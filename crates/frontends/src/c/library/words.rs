//! The names in a text of C, found without parsing it: what a program uses and defines, and where the definitions of the
//! library's files begin and end.

use super::super::lexer::{Kind, Token, tokens};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The words of a text that may name functions and variables.
#[derive(Default)]
pub struct Words<'a> {
    /// Those that it mentions in a body or an initialiser, other than as a member.
    pub used: FxHashSet<&'a str>,
    /// Those that it gives a meaning at file scope; a function or variable that is only declared has none.
    pub own: FxHashSet<&'a str>,
}

impl<'a> Words<'a> {
    /// Looks through a text. One that cannot be read is an error of the parser.
    pub fn of(text: &'a str) -> Words<'a> {
        let tokens: Vec<Token> = tokens(text).unwrap_or_default();
        let spelled = |token: &Token| &text[token.span().range()];
        let (mut braces, mut parentheses, mut words) = (0usize, 0usize, Words::default());
        let (mut declared, mut is_extern, mut before) = (None, false, "");
        for (number, token) in tokens.iter().enumerate() {
            let next = tokens.get(number + 1).map_or("", spelled);
            let word = spelled(token);
            if braces == 0 && matches!(before, "" | ";" | "}") {
                is_extern = word == "extern";
            }
            match (token.kind, word) {
                (Kind::Symbol, "{") => braces += 1,
                (Kind::Symbol, "}") => braces = braces.saturating_sub(1),
                (Kind::Symbol, "(") => parentheses += 1,
                (Kind::Symbol, ")") => {
                    parentheses = parentheses.saturating_sub(1);
                    if let (0, 0, Some(name)) = (braces, parentheses, declared)
                        && !matches!(next, ";" | "," | ")" | "(" | "__attribute__" | "__asm__" | "asm")
                    {
                        words.own.insert(name);
                    }
                }
                (Kind::Word, _) if braces > 0 && matches!(before, "." | "->") => {}
                (Kind::Word, word) if braces > 0 => drop(words.used.insert(word)),
                (Kind::Word, _) if matches!(before, "struct" | "union" | "enum") => {}
                (Kind::Word, word) if parentheses == 0 && next == "(" => declared = Some(word),
                // The last word of an `extern` declaration without a value.
                (Kind::Word, _) if parentheses == 0 && is_extern && matches!(next, ";" | "," | "[") => {}
                (Kind::Word, word) if parentheses == 0 => drop(words.own.insert(word)),
                _ => {}
            }
            before = word;
        }
        words
    }
}

/// A definition or declaration in a file of the library, with the comment before it.
pub struct Chunk {
    /// Where it is.
    pub range: Range<usize>,
    /// The function, variable or structure that it defines.
    pub name: &'static str,
    /// Whether that is a structure.
    pub is_type: bool,
    /// Whether it only declares what another file defines.
    pub is_declaration: bool,
    /// The words in it.
    pub words: FxHashSet<&'static str>,
}

/// The definitions of a file of the library. Functions are written with their braces, variables with a first value.
pub fn chunks(text: &'static str) -> Vec<Chunk> {
    let tokens: Vec<Token> = tokens(text).unwrap_or_default();
    let spelled = |token: &Token| &text[token.span().range()];
    let (mut chunks, mut start, mut first, mut depth) = (Vec::new(), 0, 0, 0usize);
    for (number, token) in tokens.iter().enumerate() {
        let next = tokens.get(number + 1).map_or("", spelled);
        match spelled(token) {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = match spelled(token) {
            ";" => depth == 0,
            "}" => depth == 0 && next != ";",
            _ => false,
        };
        if ends {
            let parts: Vec<&str> = tokens[first..=number].iter().map(spelled).collect();
            let is_name = |token: &&Token| token.kind == Kind::Word;
            let words = tokens[first..=number].iter().filter(is_name).map(spelled).collect();
            let is_type = parts[0] == "struct" && parts.get(2) == Some(&"{");
            let name = match is_type {
                true => parts[1],
                false => parts.iter().position(|part| matches!(*part, "(" | "=" | "[")).map_or("", |at| parts[at - 1]),
            };
            let end = token.span().end;
            let is_declaration = !is_type && !parts.iter().any(|part| matches!(*part, "{" | "="));
            chunks.push(Chunk { range: start..end, name, is_type, is_declaration, words });
            (start, first) = (end, number + 1);
        }
    }
    chunks
}

/// A text in which some words begin with `umpteen_`.
pub fn renamed(text: &str, is_meant: impl Fn(&str) -> bool) -> String {
    let (mut out, mut end) = (String::new(), 0);
    for token in tokens(text).unwrap_or_default() {
        let range = token.span().range();
        if token.kind == Kind::Word && is_meant(&text[range.clone()]) {
            out.extend([&text[end..range.start], super::PRIVATE]);
            end = range.start;
        }
    }
    out + &text[end..]
}
