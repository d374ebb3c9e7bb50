//! Races, and threads that wait for ever: who does or holds what, and waits for what.

use super::{Teller, story};
use crate::explain::c_flow::Part;
use crate::explain::c_names::EXISTS;
use crate::report::{EventView, StoryView};
use std::collections::BTreeMap;
use umpteen_model::c::expression::Place;
use umpteen_model::c::program::Statement;

/// The words before the access that a thread is about to make.
const ABOUT_TO: &str = "about to: ";

/// The words before what a stopped thread waits for.
const STOPS: &str = "waits for ever: ";

/// Both accesses, with the locks that their threads hold.
pub fn race(teller: &Teller) -> StoryView {
    let (flow, last) = (teller.flow, teller.last());
    let about = |at: &usize| flow.edge(*at).statements.iter().any(|one| one.text.starts_with(ABOUT_TO));
    let Some(first) = (0..last).rev().find(|at| about(at) && flow.thread(*at) != flow.thread(last)) else {
        return unordered(teller);
    };
    let watched = |place: &Place| flow.program.name(*place) == "watched";
    let code = flow.reads(last, Part::Guard).into_iter().find(watched).map(|place| flow.value(last, place));
    let statement = |at: usize| flow.edge(at).statements.last();
    let name = &teller.failed.text;
    let name = name.strip_suffix(EXISTS).unwrap_or(name);
    let kind = match code {
        Some(code) if code % 2 == 1 => "writes",
        Some(_) => "reads",
        None => "accesses",
    };
    let other = match statement(last) {
        Some(one) if one.text.starts_with("read ") => "reads",
        _ if kind == "reads" => "writes",
        _ => "accesses",
    };
    let access = |at: usize, verb: &str| {
        let text = statement(at).map_or(String::new(), |one| told(teller, one));
        format!("{} {verb} `{name}` in step {}{text}", teller.who(at), at + 1)
    };
    let sentence = format!("{}, at the same time as {}.", access(first, kind), access(last, other));
    let held = |at: usize| teller.steps[at].held.clone();
    let (one, two) = (held(first), held(last));
    let holds = |locks: &[String]| match locks {
        [] => "no lock".to_string(),
        locks => super::listed(&locks.iter().map(|lock| format!("`{lock}`")).collect::<Vec<_>>()),
    };
    let common = one.iter().any(|lock| two.contains(lock));
    let second = match one.is_empty() && two.is_empty() {
        true => "Neither of them holds a lock then.".to_string(),
        false => {
            let (first, last) = (teller.who(first), teller.who(last));
            format!("{first} holds {} then, and {last} holds {}.", holds(&one), holds(&two))
        }
    };
    let sentences = std::iter::once(sentence).chain((!common).then_some(second)).collect();
    story(sentences, &[first, last])
}

/// The end of the text of a statement whose access is the first one of two that nothing orders.
const FIRST_ACCESS: &str = " (first access)";

/// Two accesses of which the first one is done before the second one, but no synchronisation orders them.
fn unordered(teller: &Teller) -> StoryView {
    let (flow, last, name) = (teller.flow, teller.last(), &teller.failed.text);
    let name = name.strip_suffix(EXISTS).unwrap_or(name);
    let marked = |at: usize| flow.edge(at).statements.iter().rfind(|one| one.text.ends_with(FIRST_ACCESS));
    let first =
        (0..last).rev().filter(|at| flow.thread(*at) != flow.thread(last)).find_map(|at| Some((at, marked(at)?)));
    let who = teller.who(last);
    let text = flow.edge(last).statements.last().map_or(String::new(), |one| told(teller, one));
    let Some((at, statement)) = first else {
        return story(vec![format!("{who} makes the second access to `{name}` in step {}{text}.", last + 1)], &[last]);
    };
    let by = teller.who(at);
    let sentence = format!(
        "{by} accesses `{name}` in step {}{}, and {who} in step {}{text}.",
        at + 1,
        told(teller, statement),
        last + 1
    );
    let second = "No synchronisation between these steps orders the two accesses.".to_string();
    story(vec![sentence, second], &[at, last])
}

/// ` (line 12: x = 1)`.
fn told(teller: &Teller, statement: &Statement) -> String {
    let text = statement.text.trim_end_matches(';');
    let text = text.strip_prefix(ABOUT_TO).unwrap_or(text).trim_end_matches(FIRST_ACCESS).trim_end_matches(';');
    let text = if text.starts_with("read ") { String::new() } else { format!(": `{text}`") };
    match statement.position.line {
        0 => String::new(),
        line if statement.position.file == teller.failed.position.file => format!(" (line {line}{text})"),
        line => {
            let file = teller.flow.program.files.get(statement.position.file as usize);
            format!(" ({}:{line}{text})", file.map_or("", String::as_str))
        }
    }
}

/// Who holds what and waits for what.
pub fn deadlock(teller: &Teller) -> StoryView {
    let (flow, last) = (teller.flow, teller.last());
    let mut waits: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    for at in 0..flow.len() {
        let stops = flow.edge(at).statements.iter().rfind(|one| one.text.starts_with(STOPS));
        let stops = stops.or_else(|| flow.statement(at).filter(|_| at == last));
        if let Some(statement) = stops {
            let text = statement.text.strip_prefix(STOPS).unwrap_or(&statement.text).trim_end_matches(';');
            waits.insert(flow.thread(at), (at, format!("`{text}` (line {})", statement.position.line)));
        }
    }
    let mut steps = Vec::new();
    let mut parts = Vec::new();
    for (thread, (at, text)) in &waits {
        let held: Vec<String> = held(teller, *thread)
            .into_iter()
            .map(|(lock, since)| {
                steps.push(since);
                format!("`{lock}` (step {})", since + 1)
            })
            .collect();
        steps.push(*at);
        let holds = if held.is_empty() { String::new() } else { format!("holds {} and ", super::listed(&held)) };
        parts.push(format!("{} {holds}waits in {text}", teller.name(*thread)));
    }
    let mut sentences = vec![format!("{}.", parts.join("; "))];
    sentences.extend(signal_before_wait(teller, &mut steps));
    if waits.len() > 1 {
        sentences.push("Each waits for what another one of them holds.".to_string());
    } else {
        sentences.extend(others(teller));
    }
    story(sentences, &steps)
}

/// The locks that a thread holds in the end, and the steps in which it took them.
fn held(teller: &Teller, thread: usize) -> Vec<(String, usize)> {
    let flow = teller.flow;
    let Some(end) = (0..flow.len()).rev().find(|at| flow.thread(*at) == thread) else { return Vec::new() };
    let taken = |lock: &String| {
        let takes = |at: &usize| {
            let events = teller.steps[*at].events.iter();
            flow.thread(*at) == thread
                && events.into_iter().any(|event| matches!(event, EventView::Locks { object } if object == lock))
        };
        (0..=end).rev().find(takes).map(|at| (lock.clone(), at))
    };
    teller.steps[end].held.iter().filter_map(taken).collect()
}

/// A signal that came before the thread waited for it.
fn signal_before_wait(teller: &Teller, steps: &mut Vec<usize>) -> Option<String> {
    let (flow, last) = (teller.flow, teller.last());
    let begins = |at: usize| {
        let text = &flow.statement(at).filter(|_| flow.thread(at) == flow.thread(last))?.text;
        Some((at, text.strip_prefix("begins to wait for ")?.to_string()))
    };
    let (wait, condition) = (0..last).rev().find_map(begins)?;
    let signals = ["pthread_cond_signal", "pthread_cond_broadcast", "cnd_signal", "cnd_broadcast"];
    let is_signal = |at: &usize| {
        let text =
            |text: &str| signals.iter().any(|name| text.trim_end_matches(';') == format!("{name}(&{condition})"));
        flow.thread(*at) != flow.thread(last) && flow.edge(*at).statements.iter().any(|one| text(&one.text))
    };
    let signal = (0..flow.len()).rev().find(is_signal).filter(|signal| *signal < wait)?;
    steps.extend([signal, wait]);
    Some(format!(
        "{} signalled `{condition}` in step {}, before {} began to wait for it in step {}.",
        teller.who(signal),
        signal + 1,
        teller.who(wait),
        wait + 1
    ))
}

/// The other threads, when nobody can move.
fn others(teller: &Teller) -> Option<String> {
    let (flow, last) = (teller.flow, teller.last());
    teller.failed.text.ends_with("no thread can move").then_some(())?;
    let state = flow.before(last);
    let mut told = Vec::new();
    for (number, thread) in state.threads.iter().enumerate().filter(|(number, _)| *number != flow.thread(last)) {
        let location = &flow.program.locations[thread.location as usize];
        let name = teller.name(number);
        let statement = location.edges.iter().flat_map(|edge| &edge.statements).find(|one| one.position.line > 0);
        told.push(match (location.ends, statement) {
            (true, _) => format!("{name} has ended"),
            (false, Some(statement)) => format!("{name} waits in line {}", statement.position.line),
            (false, None) => format!("{name} waits"),
        });
    }
    (!told.is_empty()).then(|| format!("Nobody else can move: {}.", super::listed(&told)))
}

/// The lock that is used against its rules, and who holds it.
pub fn lock_use(teller: &Teller) -> StoryView {
    let (flow, last) = (teller.flow, teller.last());
    let shown = |lock: &str| teller.failed.text.contains(&format!("(&{lock})"));
    let mut locks = flow.program.purposes.keys().map(|lock| &flow.program.globals[*lock as usize].name);
    let Some(lock) = locks.find(|lock| shown(lock)) else {
        return story(vec![format!("{} gets there in step {}.", teller.who(last), last + 1)], &[last]);
    };
    let events = |at: usize| teller.steps[at].events.iter().rev();
    let used = (0..last).rev().find_map(|at| {
        let verb = events(at).find_map(|event| match event {
            EventView::Locks { object } if object == lock => Some("locked"),
            EventView::Unlocks { object } if object == lock => Some("unlocked"),
            _ => None,
        });
        verb.map(|verb| (at, verb))
    });
    let action = teller.failed.text.split('`').nth(1).unwrap_or(lock);
    let who = teller.who(last);
    let Some((at, verb)) = used else {
        return story(
            vec![format!("{who} gets to `{action}` in step {}; no step before that takes `{lock}`.", last + 1)],
            &[last],
        );
    };
    let sentence = format!(
        "{who} gets to `{action}` in step {}; `{lock}` was last {verb} by {} in step {}.",
        last + 1,
        teller.who(at),
        at + 1
    );
    story(vec![sentence], &[at, last])
}
