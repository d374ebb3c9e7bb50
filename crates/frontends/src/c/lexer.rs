//! Words and symbols of C.
//!
//! Lines that begin with `#` (line markers, pragmas) are skipped; `LineMap` reads them. Tokens are small because a file
//! of 16 MB may have as many of them: the text of one is cut out of the source when it is asked for.

use super::ignored::refused_pragma;
use super::syntax::Span;
use crate::error::{Code, Error};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A character constant.
    Character,
    /// A string literal.
    Text,
    /// Punctuation or an operator.
    Symbol,
    /// After the last token.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    start: u32,
    length: u32,
}

impl Token {
    /// The place.
    pub fn span(self) -> Span {
        Span { start: self.start as usize, end: self.start as usize + self.length as usize }
    }
}

/// Longer symbols first.
const SYMBOLS: [&str; 47] = [
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
    "-=", "&=", "^=", "|=", "(", ")", "[", "]", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^",
    "|", "?", ":", ";", "=", ",", "#",
];

/// Splits a text into tokens; the last one is `End`.
pub fn tokens(text: &str) -> Result<Vec<Token>, Error> {
    if text.len() >= u32::MAX as usize {
        return Err(Error::new(Code::TooLarge, "the text has more than 4 GB", 0..0));
    }
    let mut tokens = Vec::new();
    let (mut at, mut line_begins) = (0, true);
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() {
            line_begins |= first == '\n';
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") || first == '#' && line_begins {
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            if let Some(message) = refused_directive(line) {
                return Err(Error::new(Code::Unsupported, message, at..at + line.len()));
            }
            at += line.len();
            continue;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/");
            at += 4 + end.ok_or_else(|| Error::new(Code::Syntax, "the comment does not end", at..at + 2))?;
            continue;
        }
        line_begins = false;
        let (kind, length) =
            token(rest, first).map_err(|message| Error::new(Code::Syntax, message, at..at + first.len_utf8()))?;
        tokens.push(Token { kind, start: at as u32, length: length as u32 });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, start: text.len() as u32, length: 0 });
    Ok(tokens)
}

/// Why a line that begins with `#` cannot be skipped: it is neither a line marker nor a pragma without a meaning.
fn refused_directive(line: &str) -> Option<String> {
    let directive = line.strip_prefix('#')?.trim_start();
    let name = &directive[..directive.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(directive.len())];
    match name {
        "" | "line" | "ident" | "sccs" => None,
        "pragma" => Some(format!("`#pragma {}` is not supported", refused_pragma(directive[name.len()..].trim())?)),
        _ => Some(format!("`#{name}` is left in a text that counts as preprocessed; give it as a .c file")),
    }
}

/// The kind and length of the token that a text begins with.
fn token(rest: &str, first: char) -> Result<(Kind, usize), String> {
    let digit_follows = rest[first.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
    if first.is_ascii_digit() || first == '.' && digit_follows {
        return Ok((Kind::Number, number_length(rest)));
    }
    if first.is_alphabetic() || first == '_' || first == '$' {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
        // A prefix of a character or string literal.
        if ["L", "u", "U", "u8"].contains(&&rest[..word]) && rest[word..].starts_with(['"', '\'']) {
            let quote = if rest[word..].starts_with('"') { '"' } else { '\'' };
            return quoted(&rest[word..], quote).map(|(kind, length)| (kind, length + word));
        }
        return Ok((Kind::Word, word));
    }
    if first == '"' || first == '\'' {
        return quoted(rest, first);
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok((Kind::Symbol, symbol.len())),
        None => Err(format!("unexpected `{}`", first.escape_debug())),
    }
}

/// A preprocessing number: it may contain signs after an exponent letter.
fn number_length(text: &str) -> usize {
    let mut before = ' ';
    let mut sign_allowed = |c: char| {
        let allowed = matches!(before, 'e' | 'E' | 'p' | 'P') && matches!(c, '+' | '-');
        before = c;
        allowed
    };
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let ends = |c: char| {
        let sign = sign_allowed(c);
        !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || sign)
    };
    let length = text.find(ends).unwrap_or(text.len());
    // In `0xe+1` the sign is an operator.
    match text[..length].find(['+', '-']) {
        Some(sign) if hexadecimal && matches!(text.as_bytes()[sign - 1], b'e' | b'E') => sign,
        _ => length,
    }
}

fn quoted(text: &str, quote: char) -> Result<(Kind, usize), String> {
    let kind = if quote == '"' { Kind::Text } else { Kind::Character };
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => break,
            _ if c == quote => return Ok((kind, at + 1)),
            _ => {}
        }
    }
    Err(format!("the {} does not end", if quote == '"' { "string" } else { "character" }))
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn split(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).unwrap().into_iter().map(|token| (token.kind, &text[token.span().range()])).collect()
    }

    #[test]
    fn numbers_words_and_markers() {
        let all = split("# 1 \"a.c\"\nx+=0xe+1.5e-3 'a' L\"q\\\"\"#pragma no\n  #pragma once\ny");
        let texts: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, ["x", "+=", "0xe", "+", "1.5e-3", "'a'", "L\"q\\\"\"", "#", "pragma", "no", "y", ""]);
        assert_eq!(all[6].0, Kind::Text);
    }

    #[test]
    fn what_does_not_end_is_an_error() {
        for text in ["/* x", "\"x", "'x", "\"x\ny\"", "@"] {
            assert!(tokens(text).is_err(), "{text}");
        }
    }
}
