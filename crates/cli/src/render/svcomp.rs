//! The verdict as a line of SV-COMP: `true`, `false(unreach-call)`, `unknown`.

use umpteen::report::{Report, Verdict};
use umpteen_model::evidence::Scope;

/// The line. A SAFE about at most so many threads decides nothing about the program, so it is `unknown`; so is one about races
/// where weaker memory orders were taken for stronger ones.
pub fn line(report: &Report) -> String {
    let answer = match &report.verdict {
        Verdict::Safe { scope: Scope::AtMost(_), .. } | Verdict::Unknown { .. } => "unknown".to_string(),
        Verdict::Safe { .. } if relies_on_orders(report) => "unknown".to_string(),
        Verdict::Safe { .. } => "true".to_string(),
        Verdict::Unsafe { code, .. } => match violated(report.property.as_deref(), code) {
            Some(property) => format!("false({property})"),
            None => "false".to_string(),
        },
    };
    answer + "\n"
}

fn relies_on_orders(report: &Report) -> bool {
    let mut caveats = report.c.iter().flat_map(|about| &about.caveats);
    caveats.any(|caveat| caveat.kind == "memory-order" && caveat.first_line.is_some())
}

/// The property of SV-COMP that a failure violates, given what was asked and the code of the failure; none where SV-COMP has
/// no such property.
pub fn violated(asked: Option<&str>, code: &str) -> Option<&'static str> {
    match (asked?, code) {
        (_, "access") => Some("valid-deref"),
        ("race" | "no-data-race", _) => Some("no-data-race"),
        ("assert" | "reach-error", _) => Some("unreach-call"),
        (label, _) if label.starts_with("label:") => Some("unreach-call"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::violated;

    #[test]
    fn the_property_is_what_was_asked() {
        for (asked, code, property) in [
            (Some("race"), "race", Some("no-data-race")),
            (Some("race"), "access", Some("valid-deref")),
            (Some("no-data-race"), "race", Some("no-data-race")),
            (Some("reach-error"), "assert", Some("unreach-call")),
            (Some("assert"), "assert", Some("unreach-call")),
            (Some("assert"), "access", Some("valid-deref")),
            (Some("label:L"), "", Some("unreach-call")),
            (Some("invariant:x"), "", None),
            (None, "", None),
        ] {
            assert_eq!(violated(asked, code), property, "{asked:?} {code}");
        }
    }
}
