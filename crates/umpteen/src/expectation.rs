//! The verdict that a file expects of itself: its first line may say
//! `expect: safe|unsafe|unknown|error CODE [, threads N] [, property P] [, refines F] [, flags ...]`.
//!
//! `threads` is the least number of threads of a failure; `refines` names the thread system, in the same folder, by way of which
//! the file is verified; `property` and `flags` are the options with which the verdict is expected. Examples and the corpus say so,
//! `umpteen batch` compares.

/// The expectation in the first line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// `safe`, `unsafe`, `unknown` or `error CODE`.
    pub verdict: String,
    /// The least number of threads with which it fails.
    pub threads: Option<u32>,
    /// The thread system that it refines.
    pub refines: Option<String>,
    /// The property that is asked about.
    pub property: Option<String>,
    /// Further options.
    pub flags: Vec<String>,
}

impl Expectation {
    /// Reads the first line; none if it does not follow the rule.
    pub fn of(contents: &[u8]) -> Option<Expectation> {
        let first = contents.split(|byte| *byte == b'\n').next()?;
        let rule = std::str::from_utf8(first).ok()?.split_once("expect: ")?.1.trim();
        let rule = rule.strip_suffix("-->").or(rule.strip_suffix("*/")).unwrap_or(rule);
        let (rule, flags) = rule.split_once(", flags ").unwrap_or((rule, ""));
        let mut parts = rule.split(',').map(str::trim);
        let verdict = parts.next()?.to_string();
        if !matches!(verdict.as_str(), "safe" | "unsafe" | "unknown") && !verdict.starts_with("error ") {
            return None;
        }
        let flags = flags.split_whitespace().map(str::to_string).collect();
        let mut expectation = Expectation { verdict, threads: None, refines: None, property: None, flags };
        for part in parts {
            match part.split_once(' ')? {
                ("threads", number) => expectation.threads = Some(number.parse().ok()?),
                ("refines", file) => expectation.refines = Some(file.to_string()),
                ("property", property) => expectation.property = Some(property.to_string()),
                _ => return None,
            }
        }
        Some(expectation)
    }

    /// The options with which the verdict is expected.
    pub fn options(&self) -> Vec<String> {
        let property = self.property.iter().flat_map(|property| ["--property".to_string(), property.clone()]);
        self.flags.iter().cloned().chain(property).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_follows_the_rule_or_says_nothing() {
        let of = |line: &str| Expectation::of(line.as_bytes());
        let all = of("// expect: unsafe, threads 3, property race, flags --spawn f --threads 4\nexpect: safe").unwrap();
        assert_eq!((all.verdict.as_str(), all.threads), ("unsafe", Some(3)));
        assert_eq!(all.options(), ["--spawn", "f", "--threads", "4", "--property", "race"]);
        assert_eq!(of("<!-- expect: error syntax -->").unwrap().verdict, "error syntax");
        assert_eq!(of("/* expect: safe, refines a.tts */").unwrap().refines.unwrap(), "a.tts");
        for other in
            ["", "expect: maybe", "// expect: safe, threads many", "// expect: safe, speed high", "\nexpect: safe"]
        {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
