//! The verdict as a line of SV-COMP: `true`, `false(unreach-call)`, `unknown`.

use umpteen::report::{CaveatKind, FailureKind, Report, Safe, Unsafe, Verdict};
use umpteen_model::evidence::Scope;

/// The line. A SAFE about at most so many threads decides nothing about the program, so it is `unknown`; so is one about races
/// where weaker memory orders were taken for stronger ones.
pub fn line(report: &Report) -> String {
    let answer = match &report.verdict {
        Verdict::Safe(Safe { scope: Scope::AtMost(_), .. }) | Verdict::Unknown { .. } => "unknown".to_string(),
        Verdict::Safe(_) if relies_on_orders(report) => "unknown".to_string(),
        Verdict::Safe(_) => "true".to_string(),
        Verdict::Unsafe(Unsafe { failure, .. }) => {
            match violated(report.property.as_deref(), failure.as_ref().map(|it| it.kind)) {
                Some(property) => format!("false({property})"),
                None => "false".to_string(),
            }
        }
    };
    answer + "\n"
}

fn relies_on_orders(report: &Report) -> bool {
    let mut caveats = report.c.iter().flat_map(|about| &about.caveats);
    caveats.any(|caveat| caveat.kind == CaveatKind::MemoryOrder && caveat.first_line.is_some())
}

/// The property of SV-COMP that a failure violates, given what was asked and the kind of the failure; none where SV-COMP has
/// no such property.
fn violated(asked: Option<&str>, kind: Option<FailureKind>) -> Option<&'static str> {
    match (asked?, kind) {
        (_, Some(FailureKind::Access)) => Some("valid-deref"),
        ("race" | "no-data-race", _) => Some("no-data-race"),
        ("assert" | "reach-error", _) => Some("unreach-call"),
        (label, _) if label.starts_with("label:") => Some("unreach-call"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::violated;
    use umpteen::report::FailureKind::{Access, Assert, Race};

    #[test]
    fn the_property_is_what_was_asked() {
        for (asked, kind, property) in [
            (Some("race"), Some(Race), Some("no-data-race")),
            (Some("race"), Some(Access), Some("valid-deref")),
            (Some("no-data-race"), Some(Race), Some("no-data-race")),
            (Some("reach-error"), Some(Assert), Some("unreach-call")),
            (Some("assert"), Some(Assert), Some("unreach-call")),
            (Some("assert"), Some(Access), Some("valid-deref")),
            (Some("label:L"), None, Some("unreach-call")),
            (Some("invariant:x"), None, None),
            (None, None, None),
        ] {
            assert_eq!(violated(asked, kind), property, "{asked:?} {kind:?}");
        }
    }
}
