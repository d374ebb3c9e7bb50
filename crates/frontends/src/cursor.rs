//! A position in a text, with the few moves that the line formats need.

use crate::error::{Code, Error};
use std::ops::Range;

/// The largest weight or count accepted in an input; larger sums are checked where they are made.
pub const LARGEST_COUNT: u32 = i32::MAX as u32;

/// Whether a name may contain this character without quotes.
fn in_name(c: char) -> bool {
    c.is_alphanumeric() || "_.$@[]".contains(c)
}

/// Reads a text from left to right.
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// A place whose line number is known.
    known_line: (usize, u32),
}

impl<'a> Cursor<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0, known_line: (0, 1) }
    }

    /// The byte offset.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The line of the current place, counted from one.
    pub fn line(&mut self) -> u32 {
        let (offset, line) = self.known_line;
        let line_ends = self.text.as_bytes()[offset..self.at].iter().filter(|&&byte| byte == b'\n');
        self.known_line = (self.at, line + line_ends.count() as u32);
        self.known_line.1
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips spaces within the line.
    pub fn skip_blanks(&mut self) {
        self.skip_while(|c| c == ' ' || c == '\t');
    }

    /// Skips spaces, line ends and `#` comments.
    pub fn skip_space(&mut self) {
        loop {
            self.skip_while(char::is_whitespace);
            if !self.rest().starts_with('#') {
                return;
            }
            self.skip_while(|c| c != '\n' && c != '\r');
        }
    }

    /// Whether everything has been read.
    pub fn at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Whether the line, apart from blanks and a comment, has been read.
    pub fn at_line_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest().is_empty() || self.rest().starts_with(['\n', '\r', '#'])
    }

    /// Reads `token` if it comes next after blanks.
    pub fn eat(&mut self, token: &str) -> bool {
        let found = self.next_is(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Whether `token` comes next after blanks.
    pub fn next_is(&mut self, token: &str) -> bool {
        self.skip_blanks();
        self.rest().starts_with(token)
    }

    /// Reads `token` or fails, saying that it was expected.
    pub fn expect(&mut self, token: &str) -> Result<(), Error> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// Reads a number up to `largest`.
    pub fn number(&mut self, what: &str, largest: u32) -> Result<u32, Error> {
        self.skip_blanks();
        let start = self.at;
        let digits = self.skip_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.expected(what));
        }
        match digits.parse() {
            Ok(number) if number <= largest => Ok(number),
            _ => {
                let message = format!("{what} is too large: at most {largest} is accepted");
                Err(Error::new(Code::TooLarge, message, start..self.at))
            }
        }
    }

    /// Reads a name: letters, digits, and `_ . $ @ [ ]`, not starting with a digit; or anything within quotes.
    pub fn name(&mut self, what: &str) -> Result<(&'a str, Range<usize>), Error> {
        self.skip_blanks();
        let start = self.at;
        if self.eat("\"") {
            let name = self.skip_while(|c| c != '"' && c != '\n');
            self.expect("\"")?;
            return Ok((name, start..self.at));
        }
        let name = match self.rest().chars().next() {
            Some(c) if !c.is_ascii_digit() => self.skip_while(in_name),
            _ => "",
        };
        if name.is_empty() { Err(self.expected(what)) } else { Ok((name, start..self.at)) }
    }

    /// The next name without reading it; empty if there is none, or if it is in quotes.
    pub fn peek_name(&mut self) -> &'a str {
        let start = self.at;
        let name = self.skip_while(in_name);
        self.at = start;
        name
    }

    /// An error at the current place that says what was expected and what is there.
    pub fn expected(&self, what: &str) -> Error {
        let rest = self.rest();
        let (found, length) = match rest.chars().next() {
            None => ("the end of the file".to_string(), 0),
            Some('\n') => ("the end of the line".to_string(), 1),
            Some(c) if c.is_alphanumeric() => {
                let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(30).collect();
                (format!("`{word}`"), word.len())
            }
            Some(c) => (format!("`{}`", c.escape_debug()), c.len_utf8()),
        };
        Error::new(Code::Syntax, format!("expected {what}, found {found}"), self.at..self.at + length)
    }
}
