//! The part of YAML that task definitions are written in: block maps, block lists, scalars on one line, comments.
//!
//! Everything keeps its place in the text. What is not understood is refused, never read as something else.

use std::ops::Range;
use umpteen_frontends::{Code, Error};

/// Maps and lists nest up to here.
const DEEPEST: usize = 64;

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The bytes of it; of a map or list, those of its first line.
    pub span: Range<usize>,
    /// The value of the node.
    pub value: Value,
}

/// A value in a YAML document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// No value after a key or a dash.
    Empty,
    /// Text, without its quotes.
    Scalar(String),
    /// `- one`, `- two`.
    List(Vec<Node>),
    /// `key: value`; keys are unique.
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The value of a key, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a scalar; `what` names it in the error.
    pub fn scalar(&self, what: &str) -> Result<&str, Error> {
        match &self.value {
            Value::Scalar(text) => Ok(text),
            _ => Err(self.error(format!("{what} is not a word or a quoted text"))),
        }
    }

    /// A complaint about the node.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::new(Code::Syntax, message, self.span.clone())
    }
}

/// A line, or what is left of it after a dash.
#[derive(Clone, Copy)]
struct Line<'a> {
    indent: usize,
    offset: usize,
    text: &'a str,
}

impl Line<'_> {
    fn span(&self) -> Range<usize> {
        self.offset..self.offset + self.text.len()
    }

    fn is_item(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ")
    }

    fn error(&self, message: &str) -> Error {
        Error::new(Code::Syntax, message, self.span())
    }
}

/// Reads a text that holds one document.
pub fn parse(text: &str) -> Result<Node, Error> {
    let mut lines = Vec::new();
    let mut offset = 0;
    for whole in text.split_inclusive('\n') {
        let trimmed = whole.trim();
        let indent = whole.len() - whole.trim_start().len();
        let line = Line { indent, offset: offset + indent, text: trimmed };
        offset += whole.len();
        if trimmed.is_empty() || trimmed.starts_with('#') || (lines.is_empty() && trimmed == "---") {
            continue;
        }
        if whole[..indent].contains(|c| c != ' ') {
            return Err(line.error("lines are indented by blanks only"));
        }
        lines.push(line);
    }
    let mut reader = Reader { lines, next: 0 };
    let Some(first) = reader.line() else { return Ok(Node { span: 0..0, value: Value::Empty }) };
    let node = reader.block(first, 0)?;
    match reader.line() {
        Some(line) => Err(line.error("this is indented less than the first line")),
        None => Ok(node),
    }
}

struct Reader<'a> {
    lines: Vec<Line<'a>>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn line(&self) -> Option<Line<'a>> {
        self.lines.get(self.next).copied()
    }

    /// The map, list or scalar that begins with the next line, `first`.
    fn block(&mut self, first: Line<'a>, depth: usize) -> Result<Node, Error> {
        if depth > DEEPEST {
            return Err(Error::new(Code::TooLarge, format!("more than {DEEPEST} levels"), first.span()));
        }
        let value = if first.is_item() {
            self.list(first.indent, depth)?
        } else if split_key(first)?.is_some() {
            self.map(first.indent, depth)?
        } else {
            self.next += 1;
            return scalar(first.offset, first.text);
        };
        Ok(Node { span: first.span(), value })
    }

    fn list(&mut self, indent: usize, depth: usize) -> Result<Value, Error> {
        let mut items = Vec::new();
        while let Some(line) = self.at(indent)?.filter(Line::is_item) {
            let rest = line.text[1..].trim_start();
            let skipped = line.text.len() - rest.len();
            let rest = Line { indent: indent + skipped, offset: line.offset + skipped, text: rest };
            if rest.text.is_empty() || rest.text.starts_with('#') {
                self.next += 1;
                items.push(self.nested(indent, line.span(), depth)?);
            } else {
                // The rest of the line may be the first of a map, whose other lines are indented like it.
                self.lines[self.next] = rest;
                items.push(self.block(rest, depth + 1)?);
            }
        }
        Ok(Value::List(items))
    }

    fn map(&mut self, indent: usize, depth: usize) -> Result<Value, Error> {
        let mut entries: Vec<(String, Node)> = Vec::new();
        while let Some(line) = self.at(indent)? {
            let Some((key, rest)) = split_key(line)? else { return Err(line.error("expected `key: value`")) };
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(Error::new(Code::Duplicate, format!("`{key}` is given twice"), line.span()));
            }
            self.next += 1;
            let value = if !rest.text.is_empty() && !rest.text.starts_with('#') {
                scalar(rest.offset, rest.text)?
            } else {
                match self.line() {
                    // A list may be indented like the key it belongs to.
                    Some(item) if item.indent == indent && item.is_item() => {
                        Node { span: item.span(), value: self.list(indent, depth + 1)? }
                    }
                    _ => self.nested(indent, line.span(), depth)?,
                }
            };
            entries.push((key, value));
        }
        Ok(Value::Map(entries))
    }

    /// The next line if it is indented like this; one that is indented more belongs to nothing.
    fn at(&self, indent: usize) -> Result<Option<Line<'a>>, Error> {
        match self.line() {
            Some(line) if line.indent > indent => {
                Err(line.error("this is indented more than the line that it follows"))
            }
            line => Ok(line.filter(|line| line.indent == indent)),
        }
    }

    /// The block that is indented more than its key or dash, if there is one.
    fn nested(&mut self, indent: usize, span: Range<usize>, depth: usize) -> Result<Node, Error> {
        match self.line() {
            Some(line) if line.indent > indent => self.block(line, depth + 1),
            _ => Ok(Node { span, value: Value::Empty }),
        }
    }
}

/// The key of `key: value` and what follows it.
fn split_key(line: Line) -> Result<Option<(String, Line)>, Error> {
    let (key, rest) = match line.text.starts_with(['"', '\'']) {
        true => quoted(line.offset, line.text)?,
        false => match line.text.find(": ").or_else(|| line.text.strip_suffix(':').map(str::len)) {
            Some(end) if !line.text[..end].contains(" #") => (line.text[..end].to_string(), &line.text[end..]),
            _ => return Ok(None),
        },
    };
    let Some(value) = rest.trim_start().strip_prefix(':') else { return Ok(None) };
    let value = value.trim_start();
    let skipped = line.text.len() - value.len();
    Ok(Some((key, Line { indent: line.indent + skipped, offset: line.offset + skipped, text: value })))
}

/// A scalar and nothing else on the line but a comment.
fn scalar(offset: usize, text: &str) -> Result<Node, Error> {
    let span = |length: usize| offset..offset + length;
    if text.starts_with(['"', '\'']) {
        let (value, rest) = quoted(offset, text)?;
        if !rest.trim_start().is_empty() && !rest.trim_start().starts_with('#') {
            return Err(Error::new(Code::Syntax, "text after the closing quote", span(text.len())));
        }
        return Ok(Node { span: span(text.len() - rest.len()), value: Value::Scalar(value) });
    }
    if text.starts_with(['[', '{', '&', '*', '!', '|', '>', '%', '@', '`', '?']) || text.starts_with("- ") {
        let message = "only words, quoted texts, and lists and maps of one line for each entry are understood here";
        return Err(Error::new(Code::Unsupported, message, span(text.len())));
    }
    let value = text.find(" #").map_or(text, |comment| &text[..comment]).trim_end();
    if value.contains(": ") || value.ends_with(':') {
        return Err(Error::new(Code::Syntax, "a text with `: ` in it has to be quoted", span(value.len())));
    }
    Ok(Node { span: span(value.len()), value: Value::Scalar(value.to_string()) })
}

/// The text between quotes, and what follows.
fn quoted(offset: usize, text: &str) -> Result<(String, &str), Error> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    let quote = characters.next().map_or('"', |(_, quote)| quote);
    while let Some((at, c)) = characters.next() {
        match c {
            '\'' if quote == '\'' && text[at + 1..].starts_with('\'') => {
                characters.next();
                value.push('\'');
            }
            '\\' if quote == '"' => match characters.next() {
                Some((_, c @ ('"' | '\\' | '/' | ' '))) => value.push(c),
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                _ => {
                    let span = offset + at..offset + at + 1;
                    return Err(Error::new(Code::Unsupported, "only \\\" \\\\ \\/ \\n and \\t are understood", span));
                }
            },
            c if c == quote => return Ok((value, &text[at + 1..])),
            c => value.push(c),
        }
    }
    Err(Error::new(Code::Syntax, "the quote is not closed on its line", offset..offset + text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(node: &Node) -> String {
        match &node.value {
            Value::Empty => "-".to_string(),
            Value::Scalar(text) => format!("{text:?}"),
            Value::List(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(" ")),
            Value::Map(entries) => {
                let entry = |(key, value): &(String, Node)| format!("{key}:{}", show(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn what_task_definitions_use_is_read() {
        let text = "---\n# a comment\nv: '2.0'\nfiles:\n- a.c # first\n- 'it''s.c'\n\nlist:\n  - file: x:y\n    \
                    verdict: true\n  -\n    file: \"q\\\"\"\nnone:\nurl: http://x#y\n\"k\": 1\n";
        let expected = r#"{v:"2.0" files:["a.c" "it's.c"] list:[{file:"x:y" verdict:"true"} {file:"q\""}] none:- url:"http://x#y" k:"1"}"#;
        assert_eq!(show(&parse(text).unwrap()), expected);
        assert_eq!(show(&parse("").unwrap()), "-");
        assert_eq!(show(&parse("- - a\n  - b\n- c\n").unwrap()), r#"[["a" "b"] "c"]"#);
    }

    #[test]
    fn what_is_not_understood_is_refused_at_its_place() {
        let deep = "- ".repeat(100_000) + "x";
        for (text, at) in [
            ("a: [1, 2]", "[1"),
            ("a: |\n  text", "|"),
            ("a: b: c", "b: c"),
            ("a: - b", "- b"),
            ("a: 'open", "'open"),
            ("a: 'x' y", "'x'"),
            ("a: b\n   c: d", "c: d"),
            ("a: b\na: c", "a: c"),
            ("a: b\njust words", "just"),
            ("a: b\n- c", "- c"),
            ("\ta: b", "a: b"),
            ("  a: b\nc: d", "c: d"),
            ("a: \"\\q\"", "\\q"),
            ("- a\n  b: c", "b: c"),
            (&deep, ""),
        ] {
            let error = parse(text).expect_err(&text[..text.len().min(30)]);
            assert!(text[error.span.start..].starts_with(at), "{text}: {error:?}");
        }
    }
}
