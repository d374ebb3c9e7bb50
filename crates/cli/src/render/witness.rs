//! Witnesses of SV-COMP in the YAML format, for C.
//!
//! A run becomes a violation sequence: the calls that start threads, statements with what holds before them, and what fails. With
//! threads it is format 2.2, where a waypoint names its thread: 0 for `main`, k for the one that the k-th of those calls
//! starts. A proof becomes a set of invariants; with threads it is format 2.1, with ghosts for mutexes.

use crate::render::yaml_print::print;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::time::{SystemTime, UNIX_EPOCH};
use umpteen::evidence_file::EvidenceFile;
use umpteen::question::DataModelName;
use umpteen::report::{CReport, EventView, FailureKind, FailureView, GhostView, Report, StepView, Unsafe, Verdict};

/// The order in which people expect the keys.
const ORDER: [&str; 18] = [
    "entry_type",
    "metadata",
    "format_version",
    "uuid",
    "creation_time",
    "producer",
    "name",
    "input_files",
    "input_file_hashes",
    "specification",
    "ghost_variables",
    "type",
    "action",
    "thread_id",
    "location",
    "constraint",
    "variable",
    "value",
];

/// The witness; none if the verdict has none, or if the question is none of SV-COMP: a program starts with `main`.
pub fn witness(report: &Report, evidence: Option<&EvidenceFile>) -> Option<String> {
    let (about, evidence) = (report.c.as_ref()?, evidence?);
    if !evidence.c.spawn.is_empty() {
        return None;
    }
    let entries = match &report.verdict {
        Verdict::Unsafe(Unsafe { run, failure, .. }) => {
            let has_threads = run.steps.iter().any(starts);
            let content = violation(&run.steps, failure.as_ref()?, has_threads)?;
            let version = if has_threads { "2.2" } else { "2.0" };
            vec![entry("violation_sequence", version, content, report, evidence)]
        }
        Verdict::Safe(_) => {
            let version = if about.has_threads { "2.1" } else { "2.0" };
            let mut entries = Vec::new();
            if !about.ghosts.is_empty() {
                let content = ghosts(&about.ghosts);
                entries.push(entry("ghost_instrumentation", version, content, report, evidence));
            }
            entries.push(entry("invariant_set", version, invariants(about)?, report, evidence));
            entries
        }
        Verdict::Unknown { .. } => return None,
    };
    Some(print(&Value::Array(entries), &ORDER))
}

fn starts(step: &StepView) -> bool {
    step.events.iter().any(|event| matches!(event, EventView::Starts { .. }))
}

/// The segments of a run that ends with a failure.
fn violation(steps: &[StepView], failure: &FailureView, has_threads: bool) -> Option<Value> {
    let at = failure.at.as_ref()?;
    let thread = |step: &StepView| step.threads.first().map_or(0, |thread| thread - 1);
    let waypoint = |kind: &str, file: &str, line: u32, thread: usize| {
        let mut waypoint = json!({"type": kind, "action": "follow", "location": {"file_name": file, "line": line}});
        if has_threads {
            waypoint["thread_id"] = json!(thread);
        }
        waypoint
    };
    let (last, before) = steps.split_last()?;
    let races = failure.kind == FailureKind::Race;
    let other = before.iter().rposition(|step| races && step.action.starts_with("about to: "));
    let mut segments = Vec::new();
    // Where each thread was last: the second half of a statement is no waypoint.
    let mut seen: Vec<(usize, u32)> = Vec::new();
    for (_, step) in before.iter().enumerate().filter(|(number, _)| Some(*number) != other) {
        let thread = thread(step);
        if starts(step) {
            if step.line == 0 {
                return None;
            }
            segments
                .push(json!({"segment": [{"waypoint": waypoint("function_enter", &step.path, step.line, thread)}]}));
        } else if step.begins > 0 && !step.silent && !seen.contains(&(thread, step.begins)) {
            let mut waypoint = waypoint("assumption", &step.path, step.begins, thread);
            let value = if step.before.is_empty() { "1" } else { &step.before };
            waypoint["constraint"] = json!({"value": value, "format": "c_expression"});
            segments.push(json!({"segment": [{"waypoint": waypoint}]}));
        }
        seen.retain(|(other, _)| *other != thread);
        seen.push((thread, step.begins));
    }
    let mut targets = Vec::new();
    if let Some(other) = other.map(|number| &before[number]) {
        targets.push(json!({"waypoint": waypoint("target", &other.path, other.line, thread(other))}));
    }
    targets.push(json!({"waypoint": waypoint("target", &at.file, at.line, thread(last))}));
    segments.push(json!({"segment": targets}));
    Some(Value::Array(segments))
}

fn invariants(about: &CReport) -> Option<Value> {
    let invariants = about.invariants.iter().map(|invariant| {
        let location = json!({"file_name": invariant.file, "line": invariant.line});
        json!({"invariant": {
            "type": "location_invariant",
            "location": location,
            "value": invariant.value,
            "format": "c_expression",
        }})
    });
    let invariants: Vec<Value> = invariants.collect();
    (!invariants.is_empty()).then_some(Value::Array(invariants))
}

fn ghosts(ghosts: &[GhostView]) -> Value {
    let variable = |ghost: &GhostView| {
        let initial = json!({"value": ghost.initial, "format": "c_expression"});
        json!({"name": ghost.name, "type": "int", "scope": "global", "initial": initial})
    };
    let updates = ghosts.iter().flat_map(|ghost| {
        ghost.updates.iter().map(|update| {
            let location = json!({"file_name": update.file, "line": update.line});
            let change = json!({"variable": ghost.name, "value": update.value, "format": "c_expression"});
            json!({"location": location, "updates": [change]})
        })
    });
    json!({
        "ghost_variables": ghosts.iter().map(variable).collect::<Vec<_>>(),
        "ghost_updates": updates.collect::<Vec<_>>(),
    })
}

fn is_invalid_access(report: &Report) -> bool {
    matches!(&report.verdict, Verdict::Unsafe(Unsafe { failure: Some(failure), .. }) if failure.kind == FailureKind::Access)
}

fn entry(kind: &str, version: &str, content: Value, report: &Report, evidence: &EvidenceFile) -> Value {
    let hashes = evidence.inputs.iter().filter(|input| input.name != "preprocessed text");
    let hashes: Map<String, Value> =
        report.inputs.iter().cloned().zip(hashes.map(|input| json!(input.sha256))).collect();
    let specification = match report.property.as_deref() {
        Some("race") if is_invalid_access(report) => "G valid-deref",
        Some("race" | "no-data-race") => "G ! data-race",
        Some("reach-error") => "G ! call(reach_error())",
        Some("deadlock") => "G ! deadlock",
        _ => "G assert",
    };
    let data_model = match evidence.c.data_model {
        Some(DataModelName::Ilp32) => "ILP32",
        _ => "LP64",
    };
    let task = json!({
        "input_files": report.inputs,
        "input_file_hashes": hashes,
        "specification": specification,
        "data_model": data_model,
        "language": "C",
    });
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    json!({
        "entry_type": kind,
        "metadata": {
            "format_version": version,
            "uuid": uuid(&format!("{kind}{task}{content}{now}")),
            "creation_time": date(now),
            "producer": {"name": "umpteen", "version": env!("CARGO_PKG_VERSION")},
            "task": task,
        },
        "content": content,
    })
}

/// A UUID made of a hash (version 8 of RFC 9562).
fn uuid(text: &str) -> String {
    let mut bytes: Vec<u8> = Sha256::digest(text.as_bytes()).iter().copied().take(16).collect();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [0..4, 4..6, 6..8, 8..10, 10..16].map(|part| hex[part].concat()).join("-")
}

/// Seconds since 1970 as `2026-11-17T10:00:00Z`. The days of 400 years are counted from a first of March, so that a leap day
/// comes last.
fn date(seconds: u64) -> String {
    let (days, time) = (seconds / 86400 + 719_468, seconds % 86400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(date(1_798_761_600), "2027-01-01T00:00:00Z");
    }
}
