//! Formats of `printf` and `scanf` (C11 7.21.6). What is printed does not matter; what `scanf` and its kin read is any input:
//! so many conversions succeed as the result says, and what their pointers lead to gets any values.

use super::super::results::reads_text;
use super::super::syntax::{Expression, ExpressionKind, Span};
use super::Lowering;
use super::call::Call;
use super::memory::Touch;
use super::value::Value;
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// A conversion of `scanf` that stores something.
#[derive(Debug, PartialEq, Eq)]
enum Stored {
    /// So many bytes.
    Bytes(u64),
    /// So many characters, or fewer if the input ends.
    Characters(u64),
    /// A text of at most so many characters and a zero; none if there is no limit.
    Text(Option<u64>),
    /// The number of characters so far, of so many bytes; the result does not count it.
    Count(u64),
    /// Something that is not modelled.
    Other,
}

/// The literal that a format is, in casts or not.
pub fn literal<'e>(format: &'e Expression<'_>) -> Option<&'e [u8]> {
    match &format.kind {
        ExpressionKind::Text(bytes) => Some(bytes),
        ExpressionKind::Cast(_, inner) => literal(inner),
        _ => None,
    }
}

/// Whether a format may write what an argument points to: by `%n`, or by a conversion that is not known.
pub fn may_store(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        let conversion = &rest[at + 1..];
        let letter = conversion.iter().position(|byte| !b"-+ #'0123456789.*$hlqjztLIZ".contains(byte));
        match letter.map(|letter| (letter, conversion[letter])) {
            Some((letter, known)) if b"diouxXcsCSpeEfFgGaAm%".contains(&known) => rest = &conversion[letter + 1..],
            Some(_) => return true,
            None => return false,
        }
    }
    false
}

impl Stored {
    /// Whether the result counts it.
    fn counts(&self) -> bool {
        !matches!(self, Stored::Count(_))
    }

    /// Whether something may be stored although the result does not say so.
    fn is_without_success(&self) -> bool {
        matches!(self, Stored::Count(_) | Stored::Characters(_))
    }
}

impl<'s> Lowering<'s> {
    /// A call of `scanf` or its kin, whose format is the argument of a number.
    pub fn scan(&mut self, number: usize, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { name, arguments, span, .. } = call;
        let format = call.argument(number)?;
        let Some(format_text) = literal(format) else {
            return Err(format.span.unsupported("a format of `scanf` that is not a literal"));
        };
        let stored = conversions(format_text, self.source.word());
        if reads_text(name.text()) || stored.iter().any(Stored::is_without_success) {
            let text = format!("what `{name}` stores");
            let position = self.position(span.start);
            self.program.approximations.insert((position, text));
        }
        self.effects_of_unused(&arguments[..number])?;
        self.assume("texts that are printed are there, and nobody writes them meanwhile");
        let targets = &arguments[number + 1..];
        if stored.len() > targets.len() {
            return Err(span.unsupported("more conversions in a format than arguments"));
        }
        let mut addresses = Vec::new();
        for (target, stored) in targets.iter().zip(&stored) {
            if *stored == Stored::Other {
                return Err(format.span.unsupported("`%p`, `%m`, or a conversion that is not known, in a format"));
            }
            let address = self.unconverted(target)?.number(target.span)?;
            addresses.push((self.spill(address), target.span));
        }
        // -1 is the end of the input.
        let done = self.temporary(Type::INT);
        let most = Expr::int(stored.iter().filter(|stored| stored.counts()).count() as i64 + 2);
        let any = Expr::Input(0, Type { width: 31, signed: false }).cast(Type::INT);
        let any = Expr::binary(Binary::Subtract, Expr::binary(Binary::Remainder, any, most), Expr::int(1));
        let statements = self.note(span);
        self.graph.update(vec![(done.place, any)], statements);
        let mut index = 0;
        for ((address, at), stored) in addresses.into_iter().zip(stored) {
            let (yes, after) = (self.graph.fresh(), self.graph.fresh());
            let mut stores = Expr::binary(Binary::Less, Expr::int(index), done.read());
            if stored.is_without_success() {
                let any = self.temporary(Type::BOOL);
                let statements = self.note(span);
                self.graph.update(vec![(any.place, Expr::Input(0, Type::BOOL))], statements);
                // The first one may be there at the end of the input.
                let least = if index == 0 { -2 } else { index - 1 };
                let is_tried = Expr::binary(Binary::Less, Expr::int(least), done.read());
                stores = Expr::binary(Binary::Or, stores, is_tried.and(any.read()));
            }
            index += i64::from(stored.counts());
            self.guard(stores, span, yes, after);
            self.graph.at = yes;
            self.store_any(address, stored, at, span)?;
            self.graph.go(after);
            self.graph.at = after;
        }
        Ok(Value::Integer(done.read()))
    }

    /// Any values are stored at an address.
    fn store_any(&mut self, address: Expr, stored: Stored, at: Span, span: Span) -> Result<(), Error> {
        let word = self.source.word();
        match stored {
            Stored::Bytes(bytes) | Stored::Characters(bytes) | Stored::Count(bytes) => {
                self.any_bytes(address, Expr::Constant(bytes, word), Touch::Writes, at, span)
            }
            Stored::Text(limit) => {
                if limit.is_none() {
                    self.assume("the texts that `%s` reads fit");
                }
                let room = limit.map_or(word.mask(), |limit| limit.saturating_add(1));
                self.any_text_at(address, Expr::Constant(room, word), "scanf", at, span);
            }
            Stored::Other => {}
        }
        Ok(())
    }
}

/// The conversions of a format that store something.
fn conversions(format: &[u8], word: Type) -> Vec<Stored> {
    let (mut all, mut at) = (Vec::new(), 0);
    let peek = |at: usize| format.get(at).copied().unwrap_or(0);
    while at < format.len() {
        if peek(at) != b'%' {
            at += 1;
            continue;
        }
        at += 1;
        let is_skipped = peek(at) == b'*';
        at += usize::from(is_skipped);
        let mut width: Option<u64> = None;
        while peek(at).is_ascii_digit() {
            let digit = u64::from(peek(at) - b'0');
            width = Some(width.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            at += 1;
        }
        let modifiers = at;
        while b"hlqjztL".contains(&peek(at)) {
            at += 1;
        }
        let length = &format[modifiers.min(format.len())..at.min(format.len())];
        let letter = peek(at);
        at += 1;
        if letter == b'[' {
            at += usize::from(peek(at) == b'^');
            at += usize::from(peek(at) == b']');
            while at < format.len() && peek(at) != b']' {
                at += 1;
            }
            at += 1;
        }
        let bytes = match length {
            b"hh" => 1,
            b"h" => 2,
            b"l" | b"z" | b"t" => u64::from(word.width) / 8,
            b"" => 4,
            _ => 8,
        };
        let stored = match letter {
            b'%' => continue,
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => Stored::Bytes(bytes),
            b'n' => Stored::Count(bytes),
            b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' if length == b"L" => Stored::Other,
            b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' => Stored::Bytes(if length == b"l" { 8 } else { 4 }),
            b's' | b'[' if length.is_empty() => Stored::Text(width),
            b'c' if length.is_empty() => match width {
                Some(width) if width > 1 => Stored::Characters(width),
                _ => Stored::Bytes(1),
            },
            _ => Stored::Other,
        };
        if !is_skipped {
            all.push(stored);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_found() {
        let word = Type { width: 64, signed: false };
        let found = conversions(b"%d, %*s %7s%% %[^]a]x%hhu %lld%c%5c %ld%n", word);
        let expected = [
            Stored::Bytes(4),
            Stored::Text(Some(7)),
            Stored::Text(None),
            Stored::Bytes(1),
            Stored::Bytes(8),
            Stored::Bytes(1),
            Stored::Characters(5),
            Stored::Bytes(8),
            Stored::Count(4),
        ];
        assert_eq!(found, expected);
        assert_eq!(conversions(b"%p %", word), [Stored::Other, Stored::Other]);
    }
}
