//! The report as SARIF 2.1.0: a result, and for UNSAFE a code flow with one thread flow for each thread, whose locations are put
//! in order by `executionOrder`.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use umpteen::report::{EventView, Report, RunView, Safe, StepView, Unsafe, Verdict, VerdictName};

/// The rules that a result can be about: what kinds of failure there are.
const RULES: [(&str, &str); 6] = [
    ("assert", "No assertion fails, and no error function is called"),
    ("access", "Pointers and indices lead somewhere"),
    ("race", "No two threads access the same variable at the same time, one of them to write"),
    ("deadlock", "No threads wait for each other for ever"),
    ("lock", "Locks are unlocked by the threads that hold them, and not held by threads that have ended"),
    ("target", "What the system or property names is never covered"),
];

/// The text of the log.
pub fn log(report: &Report) -> String {
    let rules: Vec<Value> =
        RULES.iter().map(|(id, text)| json!({"id": id, "shortDescription": message(text)})).collect();
    let driver = json!({
        "name": "umpteen",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let artifacts: Vec<Value> = report.inputs.iter().map(|file| json!({"location": {"uri": uri(file)}})).collect();
    let mut run = json!({
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": artifacts,
        "invocations": [{"executionSuccessful": true}],
        "results": std::iter::once(result(report)).chain(others(report)).collect::<Vec<_>>(),
    });
    if let Some(about) = &report.c {
        run["properties"] = json!({"assumes": about.assumes, "caveats": about.caveats});
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    format!("{log:#}\n")
}

fn result(report: &Report) -> Value {
    let unit = report.unit;
    let (kind, level, rule, text) = match &report.verdict {
        Verdict::Safe(Safe { scope, why, .. }) => {
            ("pass", "none", asked(report), format!("SAFE {}: {why}", report.scope(*scope)))
        }
        Verdict::Unsafe(Unsafe { threads, what, failure, .. }) => {
            // A message is one line, and its location tells the place.
            let words = failure.as_ref().and_then(|failure| failure.words.lines().next());
            let detail = words.map(|words| format!(": {words}")).unwrap_or_default();
            let text = format!("{what} {}{detail}", unit.cover(*threads));
            ("fail", "error", failure.as_ref().map_or(asked(report), |failure| failure.kind.word()), text)
        }
        Verdict::Unknown { reason, known, .. } => {
            let known = known.as_ref().map(|known| format!("; {known}")).unwrap_or_default();
            ("open", "none", asked(report), format!("UNKNOWN: {reason}{known}"))
        }
    };
    let index = RULES.iter().position(|(id, _)| *id == rule);
    let mut result = json!({"ruleId": rule, "kind": kind, "level": level, "message": message(&text)});
    if let Some(index) = index {
        result["ruleIndex"] = json!(index);
    }
    let place = match report.verdict.place() {
        Some(at) => Some(location(&at.file, at.line, at.column, None)),
        None => report.inputs.first().map(|file| location(file, 0, 0, None)),
    };
    result["locations"] = Value::Array(place.into_iter().collect());
    if let Verdict::Unsafe(Unsafe { run: RunView { start, steps, names, .. }, .. }) = &report.verdict {
        let flows = thread_flows(report, steps, names);
        if !flows.is_empty() {
            let start = format!("start: {start}");
            result["codeFlows"] = json!([{"message": message(&start), "threadFlows": flows}]);
        }
    }
    result
}

/// Violated properties that the verdict is not about: a result each, without the run.
fn others(report: &Report) -> impl Iterator<Item = Value> {
    let others = report.properties.iter().filter(|other| Some(&other.property) != report.property.as_ref());
    others.filter(|other| other.verdict == VerdictName::Unsafe).map(|other| {
        let rule = rule_of(Some(&other.property));
        let index = RULES.iter().position(|(id, _)| *id == rule);
        let place = other.at.as_ref().map(|at| location(&at.file, at.line, at.column, None));
        json!({
            "ruleId": rule,
            "ruleIndex": index,
            "kind": "fail",
            "level": "error",
            "message": message(&other.words),
            "locations": place.into_iter().collect::<Vec<_>>(),
        })
    })
}

/// The rule that the question is about.
fn asked(report: &Report) -> &'static str {
    rule_of(report.property.as_deref())
}

fn rule_of(property: Option<&str>) -> &'static str {
    match property {
        Some("race" | "no-data-race") => "race",
        Some("deadlock") => "deadlock",
        Some("assert" | "reach-error") => "assert",
        _ => "target",
    }
}

/// A flow for each thread that moves; steps in which nobody in particular moves are those of the system.
fn thread_flows(report: &Report, steps: &[StepView], names: &[String]) -> Vec<Value> {
    let mut flows: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for (number, step) in (1..).zip(steps).filter(|(_, step)| !step.silent) {
        let movers = if step.threads.is_empty() { &[0][..] } else { &step.threads };
        for &thread in movers {
            flows.entry(thread).or_default().push(flow_location(report, number, step));
        }
    }
    let name = |thread: usize| match names.get(thread.wrapping_sub(1)) {
        Some(name) => name.clone(),
        None if thread == 0 => "system".to_string(),
        None => format!("thread {thread}"),
    };
    let flow = |(thread, locations): (usize, Vec<Value>)| {
        let name = name(thread);
        json!({"id": name, "message": message(&name), "locations": locations})
    };
    flows.into_iter().map(flow).collect()
}

fn flow_location(report: &Report, number: usize, step: &StepView) -> Value {
    let file = if step.path.is_empty() { report.inputs.first().map_or("", String::as_str) } else { &step.path };
    let fails = step.events.iter().any(|event| matches!(event, EventView::Fails));
    // Only of C programs it is known what a failure depends on.
    let importance = match (fails, step.needed || report.c.is_none()) {
        (true, _) => "essential",
        (false, true) => "important",
        (false, false) => "unimportant",
    };
    let mut shown = json!({
        "location": location(file, step.line, step.column, Some(&step.action)),
        "executionOrder": number,
        "importance": importance,
    });
    let mut state: Map<String, Value> = Map::new();
    if step.changes.is_empty() && !step.state.is_empty() {
        state.insert("state".to_string(), message(&step.state));
    }
    state.extend(step.changes.iter().map(|change| (change.name.clone(), message(&change.new))));
    if !state.is_empty() {
        shown["state"] = Value::Object(state);
    }
    shown
}

fn location(file: &str, line: u32, column: u32, text: Option<&str>) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": uri(file)}});
    if line > 0 {
        physical["region"] = match column {
            0 => json!({"startLine": line}),
            column => json!({"startLine": line, "startColumn": column}),
        };
    }
    let mut location = json!({"physicalLocation": physical});
    if let Some(text) = text {
        location["message"] = message(text);
    }
    location
}

/// A message in plain text. Braces are doubled, since `{0}` would stand for an argument, and brackets are escaped where they
/// would be a link.
fn message(text: &str) -> Value {
    let mut text = text.replace('{', "{{").replace('}', "}}");
    if text.contains("](") {
        text = text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    }
    json!({"text": text})
}

/// A path as a reference: everything but the plain characters of paths is encoded.
fn uri(file: &str) -> String {
    let mut out = String::from(if file.starts_with('/') { "file://" } else { "" });
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => out.push(byte.into()),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_literally() {
        assert_eq!(message("a[0] = {1}")["text"], "a[0] = {{1}}");
        assert_eq!(message("[x](1)")["text"], "\\[x\\](1)");
        assert_eq!(uri("a b/<c>%.c"), "a%20b/%3Cc%3E%25.c");
        assert_eq!(uri("/tmp/é.c"), "file:///tmp/%C3%A9.c");
    }
}
