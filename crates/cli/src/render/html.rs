//! The report as one HTML file that works from disk: the page, its style and its script, and the report as data.
//!
//! Program text reaches the page only as JSON in an element that is not executed, without any character that could end
//! it, and the script puts it on the page as text. Should that ever fail, the page's policy lets no other script run and
//! nothing be loaded or sent.

use sha2::{Digest, Sha256};
use umpteen::failure::Failure;
use umpteen::report::Report;

const PAGE: &str = include_str!("html/page.html");

const STYLE: &str = include_str!("html/style.css");

/// The script, in parts that share one scope.
const SCRIPT: &str = concat!(
    "'use strict';\n(() => {\n",
    include_str!("html/elements.js"),
    include_str!("html/run.js"),
    include_str!("html/lanes.js"),
    include_str!("html/arrows.js"),
    include_str!("html/source.js"),
    include_str!("html/state.js"),
    include_str!("html/proof.js"),
    include_str!("html/main.js"),
    "})();\n"
);

/// The page for a report.
pub fn render(report: &Report) -> Result<String, Failure> {
    let data = serde_json::to_string(report).map_err(|error| Failure::Internal(error.to_string()))?;
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
    );
    let mut out = String::new();
    // In the order of the page, so that nothing is looked for in what was put in.
    let mut rest = PAGE;
    for (mark, text) in
        [("{{policy}}", policy.as_str()), ("{{style}}", STYLE), ("{{data}}", &inert(&data)), ("{{script}}", SCRIPT)]
    {
        let missing = || Failure::Internal(format!("the page has no {mark}"));
        let (before, after) = rest.split_once(mark).ok_or_else(missing)?;
        out += before;
        out += text;
        rest = after;
    }
    Ok(out + rest)
}

/// JSON that can stand in a page: characters that mean something to HTML or end a line of a script occur in strings only,
/// and are written by their numbers.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out += &format!("\\u{:04x}", character as u32),
            other => out.push(other),
        }
    }
    out
}

/// The SHA-256 of a text in base 64, as the page's policy wants it.
fn digest(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digest = Sha256::digest(text.as_bytes());
    let mut out = String::new();
    for group in digest.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for letter in 0..4 {
            let index = (bits >> (18 - 6 * letter) & 63) as usize;
            out.push(if letter <= group.len() { LETTERS[index] as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_policy() {
        // From the specification of content security policies.
        assert_eq!(digest("alert('Hello, world.');"), "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
    }

    #[test]
    fn nothing_ends_the_data() {
        let text = inert(&serde_json::to_string("</script><!--&amp;\u{2028}\"'").unwrap());
        assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), "</script><!--&amp;\u{2028}\"'");
    }
}
