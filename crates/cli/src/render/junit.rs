//! The verdict as XML in the manner of JUnit: one test case, which passes, fails, or has an error if nothing is known.

use crate::args::Output;
use crate::render::markup::escaped;
use crate::render::text;
use std::fmt::Write;
use umpteen::report::{Report, Unsafe, Verdict};

/// A suite with one test case, which holds what the text says.
pub fn suite(report: &Report, options: &Output) -> String {
    let told = escaped(&text::render(report, options)).replace("&#10;", "\n");
    let (failures, errors, result) = match &report.verdict {
        Verdict::Safe(_) => (0, 0, format!("<system-out>{told}</system-out>")),
        Verdict::Unsafe(Unsafe { what, failure, .. }) => {
            let kind = failure.as_ref().map_or("target", |failure| failure.kind.word());
            (1, 0, format!("<failure type=\"{kind}\" message=\"{}\">{told}</failure>", escaped(what)))
        }
        Verdict::Unknown { code, reason, .. } => {
            let code = escaped(code);
            (0, 1, format!("<error type=\"{code}\" message=\"{}\">{told}</error>", escaped(reason)))
        }
    };
    let seconds = report.seconds.total;
    let property = report.property.as_deref().unwrap_or("unknown");
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let _ = writeln!(
        out,
        "  <testsuite name=\"umpteen\" tests=\"1\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" time=\"{seconds:.3}\">"
    );
    let (name, class) = (escaped(&report.file), escaped(property));
    let _ = writeln!(out, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.3}\">");
    let _ = writeln!(out, "      {result}\n    </testcase>\n  </testsuite>\n</testsuites>");
    out
}
