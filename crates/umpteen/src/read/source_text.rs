//! Statements as the user wrote them: where gcc has expanded a macro, the text of the source file instead of the expansion.
//!
//! A text that stands in the file as it is stays. Otherwise the tokens of the expansion are aligned with those of the line:
//! equal ones match, and a name in the file, with its arguments if it has any, matches some tokens of the expansion. If that
//! fails for a text that only an expansion contains (a part of a macro's body), the statement on the line is taken.

use std::collections::BTreeMap;
use umpteen_model::c::program::{Claim, Position, Program};

/// A statement is looked for in so many lines.
const MOST_LINES: usize = 12;

/// Texts are as long as this at most; the front end cuts off longer ones.
const LONGEST_TEXT: usize = 60;

/// The mark of a text that was cut off.
const CUT: &str = "...";

/// The words that the front end puts before the text of a statement.
const PREFIXES: [&str; 2] = ["about to: ", "waits for ever: "];

/// Words that are no macros.
const KEYWORDS: [&str; 13] =
    ["return", "if", "while", "for", "do", "switch", "int", "sizeof", "void", "char", "static", "struct", "else"];

/// The first words of texts that the front end tells, and the source does not have.
const TOLD: [&str; 8] = ["read", "start", "wait", "wakes", "begins", "is", "passes", "destroys"];

/// Puts the texts of the files, given by line, in the place of expansions.
pub fn restore(program: &mut Program, lines: &[Vec<&str>]) {
    let mut known = BTreeMap::new();
    let mut restored = |position: Position, text: &str| {
        let key = (position, text.to_string());
        known.entry(key).or_insert_with(|| original(lines, position, text)).clone()
    };
    for assertion in &mut program.assertions {
        let text = &assertion.text;
        let new = match assertion.claim {
            Claim::Holds => restored(assertion.position, text),
            _ if text.matches('`').count() >= 2 => {
                let parts: Vec<&str> = text.splitn(3, '`').collect();
                restored(assertion.position, parts[1]).map(|shown| format!("{}`{shown}`{}", parts[0], parts[2]))
            }
            _ => None,
        };
        assertion.text = new.unwrap_or_else(|| text.clone());
    }
    let edges = program.locations.iter_mut().flat_map(|location| &mut location.edges);
    for statement in edges.flat_map(|edge| &mut edge.statements) {
        let prefix = PREFIXES.into_iter().find(|prefix| statement.text.starts_with(prefix)).unwrap_or("");
        if let Some(text) = restored(statement.position, &statement.text[prefix.len()..]) {
            statement.text = format!("{prefix}{text}");
        }
    }
}

/// The text in the file for one that is not there as it is.
fn original(lines: &[Vec<&str>], position: Position, text: &str) -> Option<String> {
    let lines = lines.get(position.file as usize)?;
    let first = (position.line as usize).checked_sub(1).filter(|first| *first < lines.len())?;
    let source = without_comments(&lines[first..lines.len().min(first + MOST_LINES)].join("\n"));
    let line = source.find('\n').unwrap_or(source.len());
    let all = tokens(&source);
    let cut = text.ends_with(CUT);
    let wanted: Vec<&str> =
        tokens(text.strip_suffix(CUT).unwrap_or(text)).into_iter().map(|(_, token)| token).collect();
    let names: Vec<&str> = all.iter().map(|(_, token)| *token).collect();
    let is_there = |at: usize| {
        let complete = wanted.len() - usize::from(cut && !wanted.is_empty());
        names[at..].starts_with(&wanted[..complete])
    };
    let is_word = |token: &&str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_told = wanted.first().is_some_and(|first| TOLD.contains(first)) && wanted.get(1).is_some_and(is_word);
    if wanted.is_empty() || is_told || (0..all.len()).any(is_there) {
        return None;
    }
    let column = (position.column as usize).saturating_sub(1);
    let starts = (0..all.len()).filter(|at| all[*at].0 < line);
    let mut best: Option<(usize, bool, usize, usize)> = None;
    for start in starts {
        let mut budget = 20_000;
        let aligned = align(&names, start, &wanted, cut, &mut budget);
        let fits = |(end, equal): &(usize, usize)| {
            (*equal > 0 || is_expansion(text)) && names.get(start..*end).is_some_and(is_balanced)
        };
        if let Some((end, equal)) = aligned.filter(fits) {
            let here = source[..all[start].0].chars().count() == column;
            if best.is_none_or(|(most, was_here, ..)| (equal, here) > (most, was_here)) {
                best = Some((equal, here, start, end));
            }
        }
    }
    let (start, end) = match best {
        Some((_, _, start, end)) => (start, end),
        None if is_expansion(text) => statement(&all, line, column, &source)?,
        None => return None,
    };
    let from = all[start].0;
    let to = all.get(end.checked_sub(1)?).map(|(at, token)| at + token.len())?;
    Some(short(&source[from..to]))
}

/// Whether only the expansion of a macro looks like this.
fn is_expansion(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
    text.contains("({") || text.contains("(void *)0") || words().any(|word| word.starts_with("__") && word.len() > 2)
}

/// The statement of a line that contains a column, without the keyword before its condition.
fn statement(all: &[(usize, &str)], line: usize, column: usize, source: &str) -> Option<(usize, usize)> {
    let on_line = |at: &usize| all[*at].0 < line;
    let ends = |at: &usize| matches!(all[*at].1, ";" | "{" | "}");
    let at =
        (0..all.len()).take_while(on_line).take_while(|at| source[..all[*at].0].chars().count() <= column).last()?;
    let start = (0..at).rev().find(ends).map_or(0, |end| end + 1);
    Some((start, end_of_statement(all.iter().map(|(_, token)| *token), start)))
}

/// The end of the statement that begins at a token: before its semicolon, or where a bracket is closed that it has not opened.
fn end_of_statement<'t>(tokens: impl Iterator<Item = &'t str>, start: usize) -> usize {
    let mut depth = 0;
    let mut end = start;
    for token in tokens.skip(start) {
        match token {
            "(" | "[" => depth += 1,
            ")" | "]" if depth == 0 => break,
            ")" | "]" => depth -= 1,
            ";" | "{" | "}" if depth == 0 => break,
            _ => {}
        }
        end += 1;
    }
    end
}

/// Aligns an expansion with the tokens of a file from one on: where it ends there, and how many tokens are equal.
fn align(names: &[&str], at: usize, wanted: &[&str], cut: bool, budget: &mut u32) -> Option<(usize, usize)> {
    let Some((first, rest)) = wanted.split_first() else {
        let end = if cut { end_of_statement(names.iter().copied(), at) } else { at };
        return Some((end, 0));
    };
    *budget = budget.checked_sub(1)?;
    let name = names.get(at)?;
    let same = (name == first).then(|| align(names, at + 1, rest, cut, budget)).flatten();
    if let Some((end, equal)) = same {
        return Some((end, equal + 1));
    }
    // The last token of a text that was cut off may be a part of one.
    if cut && rest.is_empty() && name.starts_with(first) {
        return Some((end_of_statement(names.iter().copied(), at), 1));
    }
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') || KEYWORDS.contains(name) {
        return None;
    }
    let after = match names.get(at + 1) {
        Some(&"(") => closing(names, at + 1)? + 1,
        _ => at + 1,
    };
    for length in 1..=wanted.len() {
        let is_rest = length == wanted.len();
        if !(is_balanced(&wanted[..length]) || cut && is_rest) {
            continue;
        }
        for after in [after, at + 1] {
            if let Some(found) = align(names, after, &wanted[length..], cut, budget) {
                return Some(found);
            }
        }
    }
    None
}

/// The bracket that closes one.
fn closing(names: &[&str], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in names.iter().enumerate().skip(open) {
        match *token {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn is_balanced(tokens: &[&str]) -> bool {
    let mut depth = 0;
    for token in tokens {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The tokens with their places: words and numbers, strings, and other characters one by one.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        if is_word(c) {
            while let Some((at, c)) = rest.next_if(|(_, c)| is_word(*c)) {
                end = at + c.len_utf8();
            }
        } else if c == '"' || c == '\'' {
            let mut escaped = false;
            for (at, other) in rest.by_ref() {
                end = at + other.len_utf8();
                if other == c && !escaped {
                    break;
                }
                escaped = other == '\\' && !escaped;
            }
        }
        found.push((start, &text[start..end]));
    }
    found
}

/// The text with blanks in the place of comments.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut rest, mut comment) = (text.chars().peekable(), None);
    while let Some(c) = rest.next() {
        match (comment, c, rest.peek()) {
            (None, '/', Some('/')) => comment = Some('/'),
            (None, '/', Some('*')) => {
                comment = Some('*');
                kept.push(' ');
                rest.next();
            }
            (Some('/'), '\n', _) => comment = None,
            (Some('*'), '*', Some('/')) => {
                comment = None;
                kept.push_str("  ");
                rest.next();
                continue;
            }
            _ => {}
        }
        let hidden = comment.is_some() && c != '\n';
        kept.extend(if hidden { std::iter::repeat_n(' ', c.len_utf8()) } else { std::iter::repeat_n(c, 1) });
    }
    kept
}

/// A text with single blanks, cut off if it is long.
fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() > LONGEST_TEXT {
        true => text.chars().take(LONGEST_TEXT - CUT.len()).chain(CUT.chars()).collect(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str, column: u32, text: &str) -> Option<String> {
        original(&[source.lines().collect()], Position { file: 0, line: 1, column }, text)
    }

    #[test]
    fn a_macro_is_shown_by_its_name() {
        let load = "mine = __extension__ ({ __auto_type __atomic_load_ptr = (...";
        assert_eq!(shown("  mine = atomic_load(&next); other();", 3, load).unwrap(), "mine = atomic_load(&next)");
        let null = "p != ((void *)0)";
        assert_eq!(shown("  assert(p != NULL); // not null", 3, null).unwrap(), "p != NULL");
        assert_eq!(shown("if (p == NULL && q) {", 5, "p == ((void *)0) && q").unwrap(), "p == NULL && q");
        assert_eq!(
            shown("pthread_create(&t, NULL, f, NULL);", 1, "pthread_create(&t, ((void *)0), f, ((void *)0))").unwrap(),
            "pthread_create(&t, NULL, f, NULL)"
        );
        assert_eq!(shown("return r == EBUSY;", 8, "r == 16").unwrap(), "r == EBUSY");
    }

    #[test]
    fn a_part_of_a_macro_is_its_statement() {
        let part = "&__atomic_load_tmp, (5))";
        assert_eq!(shown("x = 1; while (atomic_load(&top)) {", 60, part).unwrap(), "while (atomic_load(&top))");
    }

    #[test]
    fn other_texts_stay() {
        assert_eq!(shown("x = y /* two */ + 1;", 1, "x = y + 1"), None);
        assert_eq!(shown("x = y + 1;", 1, "read y"), None);
        assert_eq!(shown("call(1);", 1, "begins to wait for c"), None);
    }
}
