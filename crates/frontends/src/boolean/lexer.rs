//! Words and symbols of Boolean programs.

use crate::error::{Code, Error};
use std::ops::Range;

/// A word or symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name, keyword or number.
    Word(&'a str),
    /// Punctuation or an operator.
    Symbol(&'static str),
    /// After the last token.
    End,
}

/// Longer symbols first.
const SYMBOLS: [&str; 31] = [
    "<=>", ":=", "=>", "->", "!=", "==", "&&", "||", "(", ")", "[", "]", "{", "}", "<", ">", ",", ";", ":", "'", "!",
    "~", "&", "|", "^", "=", "?", "*", ".", "$", "_",
];

/// Splits a text into tokens with their places; comments are `//` to the end of the line and `/* */`.
pub fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, Error> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        let length = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if rest.starts_with("//") {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            continue;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(end) => at += end + 4,
                None => return Err(Error::new(Code::Syntax, "the comment does not end", at..at + 2)),
            }
            continue;
        } else if c.is_ascii_alphanumeric() || c == '_' {
            word_length(rest)
        } else {
            0
        };
        let token = match (length, SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))) {
            (0, Some(symbol)) => Token::Symbol(symbol),
            (0, None) => {
                let message = format!("unexpected `{}`", c.escape_debug());
                return Err(Error::new(Code::Syntax, message, at..at + c.len_utf8()));
            }
            (length, _) if &rest[..length] == "_" => Token::Symbol("_"),
            (length, _) => Token::Word(&rest[..length]),
        };
        let length = match token {
            Token::Symbol(symbol) => symbol.len(),
            _ => length,
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    tokens.push((Token::End, text.len()..text.len()));
    Ok(tokens)
}

/// A word may contain `$`, but a single final one means "of the passive threads" and is a symbol of its own.
fn word_length(text: &str) -> usize {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len());
    let word = &text[..length];
    if word.ends_with('$') && !word.ends_with("$$") { length - 1 } else { length }
}
