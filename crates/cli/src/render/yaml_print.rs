//! Data as YAML that any reader understands alike: block maps and lists, texts in double quotes.

use serde_json::Value;

/// The text of a value; of a map those keys come first, in that order.
pub fn print(value: &Value, order: &[&str]) -> String {
    let mut out = String::new();
    lines(value, order, 0, &mut out);
    out
}

/// The lines of a value that stands by itself, the first one where the cursor is.
fn lines(value: &Value, order: &[&str], indent: usize, out: &mut String) {
    let next_line = |first: bool, out: &mut String| {
        if !first {
            out.push_str(&" ".repeat(indent));
        }
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            for (at, item) in items.iter().enumerate() {
                next_line(at == 0, out);
                out.push_str("- ");
                lines(item, order, indent + 2, out);
            }
        }
        Value::Object(entries) if !entries.is_empty() => {
            let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
            entries.sort_by_key(|(key, _)| order.iter().position(|first| first == key).unwrap_or(order.len()));
            for (at, (key, value)) in entries.into_iter().enumerate() {
                next_line(at == 0, out);
                let is_word = key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                out.push_str(&if is_word { key.clone() } else { quoted(key) });
                out.push(':');
                if matches!(value, Value::Array(_) | Value::Object(_)) && *value != Value::Array(Vec::new()) {
                    out.push('\n');
                    out.push_str(&" ".repeat(indent + 2));
                    lines(value, order, indent + 2, out);
                } else {
                    out.push(' ');
                    lines(value, order, indent + 2, out);
                }
            }
        }
        Value::Array(_) => out.push_str("[]\n"),
        Value::Object(_) => out.push_str("{}\n"),
        Value::String(text) => {
            out.push_str(&quoted(text));
            out.push('\n');
        }
        scalar => {
            out.push_str(&scalar.to_string());
            out.push('\n');
        }
    }
}

/// A text in double quotes; what is not printable in YAML is escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                out.push_str(&format!("\\u{:04X}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::print;
    use serde_json::json;

    #[test]
    fn lists_and_maps_nest() {
        let value = json!([{"a": 1, "b": ["x", {"c": "y\"\n\u{7f}"}], "d e": []}]);
        assert_eq!(print(&value, &["b"]), "- b:\n    - \"x\"\n    - c: \"y\\\"\\n\\x7F\"\n  a: 1\n  \"d e\": []\n");
    }
}
