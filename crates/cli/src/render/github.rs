//! The verdict as an annotation in the log of a GitHub workflow.
//!
//! A line of a log that begins with `::`, even after blanks, is a command to the one who runs the workflow. So nothing is printed
//! beside the one line, in which every part is escaped.

use crate::args::Output;
use crate::render::text;
use umpteen::report::{Report, Verdict};

/// The line: the verdict, and as its message what the text says.
pub fn annotation(report: &Report, options: &Output) -> String {
    let (command, title) = match &report.verdict {
        Verdict::Safe(_) => ("notice", "SAFE"),
        Verdict::Unsafe(_) => ("error", "UNSAFE"),
        Verdict::Unknown { .. } => ("warning", "UNKNOWN"),
    };
    let (file, line, column) = place(report);
    let mut properties = vec![("title", format!("{title} {}", report.file))];
    properties.extend(file.map(|file| ("file", file)));
    properties.extend((line > 0).then(|| ("line", line.to_string())));
    properties.extend((column > 0).then(|| ("col", column.to_string())));
    let properties: Vec<String> =
        properties.iter().map(|(key, value)| format!("{key}={}", escaped_property(value))).collect();
    format!("::{command} {}::{}\n", properties.join(","), escaped(text::render(report, options).trim_end()))
}

/// The place of the failure, or the first file.
fn place(report: &Report) -> (Option<String>, u32, u32) {
    match report.verdict.place() {
        Some(at) => (Some(at.file.clone()), at.line, at.column),
        None => (report.inputs.first().cloned(), 0, 0),
    }
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
