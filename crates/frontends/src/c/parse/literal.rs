//! Numbers and characters: their values and types by the rules of C11 6.4.4.

use super::super::DataModel;
use super::super::floating;
use super::super::syntax::ExpressionKind;
use umpteen_model::c::expression::Type;

/// The value of a number.
pub fn number<'a>(text: &str, model: DataModel) -> Result<ExpressionKind<'a>, String> {
    let lower = text.to_ascii_lowercase();
    let (radix, digits) = if let Some(digits) = lower.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (2, digits)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, &lower[1..])
    } else {
        (10, lower.as_str())
    };
    let is_float = lower.contains('.') || if radix == 16 { lower.contains('p') } else { lower.contains('e') };
    if is_float {
        let known = floating::literal(text);
        let unknown = ExpressionKind::Refused("a floating-point constant with this suffix, or with so many digits,");
        return Ok(known.map_or(unknown, |(bits, format)| ExpressionKind::Float(bits, format)));
    }
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(length);
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return Err(format!("`{text}` is not a number")),
    };
    let value = if digits.is_empty() && radix == 8 { Ok(0) } else { u64::from_str_radix(digits, radix) };
    let value = value.map_err(|_| format!("`{text}` is not a number of at most 64 bits"))?;
    // The first of these types that has room; decimal numbers never become unsigned by themselves.
    let widths = [32, model.long(), 64];
    let candidates = widths.into_iter().skip(longs).flat_map(|width| {
        let signed = (!unsigned).then_some(Type { width, signed: true });
        let plain = (unsigned || radix != 10).then_some(Type { width, signed: false });
        signed.into_iter().chain(plain)
    });
    let fits = |ty: &Type| value <= ty.mask() >> u32::from(ty.signed);
    let fitting = candidates.into_iter().find(fits);
    let ty = fitting.ok_or_else(|| format!("`{text}` does not fit any integer type"))?;
    Ok(ExpressionKind::Constant(value, ty))
}

/// The value of a character constant, an `int`.
pub fn character<'a>(text: &str) -> Result<ExpressionKind<'a>, String> {
    let wide = !text.starts_with('\'');
    let inner = text.trim_start_matches(|c: char| c != '\'');
    let inner = &inner[1..inner.len() - 1];
    let mut codes: Vec<u64> = Vec::new();
    if wide {
        let mut rest = inner;
        while let Some(c) = rest.chars().next() {
            let (code, length) = if c == '\\' { escape(rest)? } else { (u64::from(u32::from(c)), c.len_utf8()) };
            rest = &rest[length..];
            codes.push(code);
        }
    } else {
        // A character outside ASCII is several, as in a text.
        let mut bytes = Vec::new();
        append_escaped(inner, true, &mut bytes)?;
        codes.extend(bytes.into_iter().map(u64::from));
    }
    // Several characters are put together as gcc does.
    let value = codes.iter().copied().reduce(|before, code| before << 8 | code).ok_or("an empty character constant")?;
    let ty = match &text[..text.len() - inner.len() - 2] {
        "u" => Type { width: 16, signed: false },
        "U" => Type { width: 32, signed: false },
        _ => Type::INT,
    };
    // One character is a `char`, which has a sign.
    let value = if codes.len() == 1 && !wide { ty.wrap(i128::from(value as u8 as i8)) } else { value & ty.mask() };
    Ok(ExpressionKind::Constant(value, ty))
}

/// Appends the bytes of a string literal; returns whether its characters are bytes.
pub fn append_text(text: &str, bytes: &mut Vec<u8>) -> Result<bool, String> {
    let narrow = text.starts_with('"') || text.starts_with("u8");
    let quoted = text.trim_start_matches(|c: char| c != '"');
    append_escaped(&quoted[1..quoted.len() - 1], narrow, bytes)?;
    Ok(narrow)
}

/// Appends the bytes of what is between quotes.
fn append_escaped(text: &str, narrow: bool, bytes: &mut Vec<u8>) -> Result<(), String> {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut encoded = [0; 4];
        let length = match rest.as_bytes() {
            [b'\\', b'u' | b'U', ..] => {
                let (code, length) = escape(rest)?;
                let c = u32::try_from(code).ok().and_then(char::from_u32);
                let c = c.ok_or_else(|| format!("no character has the code in `{text}`"))?;
                bytes.extend_from_slice(c.encode_utf8(&mut encoded).as_bytes());
                length
            }
            [b'\\', ..] => {
                let (code, length) = escape(rest)?;
                if narrow && code > 255 {
                    return Err(format!("a code in `{text}` does not fit `char`"));
                }
                bytes.push(code as u8);
                length
            }
            _ => {
                bytes.extend_from_slice(c.encode_utf8(&mut encoded).as_bytes());
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Ok(())
}

/// The code and length of an escape sequence.
fn escape(text: &str) -> Result<(u64, usize), String> {
    let wrong = || format!("unknown escape sequence in `{text}`");
    let after = &text[1..];
    let c = after.chars().next().ok_or_else(wrong)?;
    let simple = match c {
        'n' => Some(10),
        't' => Some(9),
        'r' => Some(13),
        'a' => Some(7),
        'b' => Some(8),
        'f' => Some(12),
        'v' => Some(11),
        'e' | 'E' => Some(27),
        '\\' | '\'' | '"' | '?' => Some(c as u64),
        _ => None,
    };
    if let Some(code) = simple {
        return Ok((code, 2));
    }
    let (radix, start, most) = match c {
        'x' => (16, 1, usize::MAX),
        'u' => (16, 1, 4),
        'U' => (16, 1, 8),
        '0'..='7' => (8, 0, 3),
        // As gcc does after a warning.
        _ => return Ok((u64::from(u32::from(c)), 1 + c.len_utf8())),
    };
    let digits = after[start..].chars().take(most).take_while(|c| c.is_digit(radix)).count();
    let significant = after[start..start + digits].trim_start_matches('0');
    let code = match significant {
        "" if digits > 0 => 0,
        _ => u64::from_str_radix(significant, radix).map_err(|_| wrong())?,
    };
    Ok((code, 1 + start + digits))
}

/// The characters of string literals written one after the other, for messages.
pub fn unquoted(text: &str) -> String {
    let mut result = String::new();
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => {
                result.push(c);
                escaped = false;
            }
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            _ if inside => result.push(c),
            _ => {}
        }
    }
    result
}
