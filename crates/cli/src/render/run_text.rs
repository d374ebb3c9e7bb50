//! A run as text: who does what where, and what changes; steps in which nothing happens are counted only.

use crate::render::columns::{self, Row, length, wrap};
use crate::render::terminal;
use crate::render::text::table;
use std::collections::{BTreeMap, BTreeSet};
use umpteen::explain::words::count;
use umpteen::report::{EventView, RunView, StepView};

/// More steps than this are shown only with `--full`.
const MOST_STEPS: usize = 40;

/// A step that looks at more shared variables than this does not tell their values.
const MOST_READ: usize = 3;

/// Writes the run: with columns for the threads if they have names, otherwise as a table of states.
///
/// The steps that the story names are always shown.
pub fn run(out: &mut String, run: &RunView, full: bool) {
    let RunView { start, steps, names, story } = run;
    let is_hidden = |at: usize| !full && !story.steps.contains(&(at + 1)) && is_boring(steps, at);
    let boring: Vec<bool> = (0..steps.len()).map(is_hidden).collect();
    match names.is_empty() {
        true => states(out, start, steps, &boring, full),
        false => threads(out, start, steps, names, &boring, full),
    }
    hidden(out, steps, names, &boring);
}

/// Whether nothing is to be seen in a step: only the place of the thread changes, or the thread reads what it uses in its
/// next step, with nobody in between.
fn is_boring(steps: &[StepView], at: usize) -> bool {
    let step = &steps[at];
    let reads = step.is_read() && step.state.is_empty() && step.events.is_empty();
    let goes_on = steps.get(at + 1).is_some_and(|next| next.threads == step.threads && !next.silent);
    step.silent || reads && goes_on
}

/// A step that is shown, or how many are not.
enum Shown {
    Step(usize),
    Gap(usize),
}

/// The steps worth showing: no boring ones, and of very many only the first and the last, unless all are asked for.
fn shown(boring: &[bool], full: bool) -> Vec<Shown> {
    let steps: Vec<usize> = (0..boring.len()).filter(|at| !boring[*at]).collect();
    let left_out = if full { 0 } else { steps.len().saturating_sub(MOST_STEPS) };
    let (first, last) = steps.split_at(if left_out == 0 { steps.len() } else { MOST_STEPS / 2 });
    let mut shown: Vec<Shown> = first.iter().map(|at| Shown::Step(*at)).collect();
    if left_out > 0 {
        shown.push(Shown::Gap(left_out));
        shown.extend(last[left_out..].iter().map(|at| Shown::Step(*at)));
    }
    shown
}

/// How many steps are not shown, by thread.
fn hidden(out: &mut String, steps: &[StepView], names: &[String], boring: &[bool]) {
    let mut numbers: BTreeMap<usize, u64> = BTreeMap::new();
    for step in steps.iter().zip(boring).filter(|(_, boring)| **boring).map(|(step, _)| step) {
        *numbers.entry(step.threads.first().copied().unwrap_or(0)).or_default() += 1;
    }
    let all = numbers.values().sum::<u64>();
    if all == 0 {
        return;
    }
    let mut who = String::new();
    if !names.is_empty() && numbers.len() <= 4 {
        let told = numbers.iter().enumerate().map(|(at, (thread, number))| match at {
            0 => format!("{} of {}", count(*number, "step"), name(names, *thread)),
            _ => format!("{number} of {}", name(names, *thread)),
        });
        who = told.collect::<Vec<_>>().join(", ");
    }
    let told = if who.is_empty() { count(all, "step") } else { who };
    let change = if all == 1 { "changes" } else { "change" };
    out.push_str(&format!("hidden   {told}, which {change} nothing; --full shows them\n"));
}

fn name(names: &[String], thread: usize) -> String {
    thread.checked_sub(1).and_then(|at| names.get(at).cloned()).unwrap_or_else(|| thread.to_string())
}

/// A column for each thread that is shown to move.
fn threads(out: &mut String, start: &str, steps: &[StepView], names: &[String], boring: &[bool], full: bool) {
    let shown = shown(boring, full);
    let mover = |step: &StepView| step.threads.first().copied().unwrap_or(0);
    let moving: BTreeSet<usize> = (0..steps.len()).filter(|at| !boring[*at]).map(|at| mover(&steps[at])).collect();
    let moving: Vec<usize> = moving.into_iter().collect();
    let waiting = waiting(steps);
    let mut values = initial(start);
    let mut told = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        told.push(changes(step, names, &values, waiting.get(&at)));
        values.extend(step.changes.iter().filter(|change| change.thread.is_none()).map(|c| (&c.name[..], &c.new[..])));
    }
    let mut rows = vec![Row { number: "0".into(), state: beginning(start, steps, full), ..Row::default() }];
    for shown in shown {
        rows.push(match shown {
            Shown::Gap(left_out) => Row {
                number: "...".into(),
                lane: Some(0),
                action: format!("{left_out} more, see --full"),
                ..Row::default()
            },
            Shown::Step(at) => {
                let step = &steps[at];
                Row {
                    number: (at + 1).to_string(),
                    lane: moving.iter().position(|thread| *thread == mover(step)),
                    action: step.action.clone(),
                    place: if step.line > 0 { format!("{}:{}", step.file, lines(step)) } else { String::new() },
                    state: told[at].clone(),
                }
            }
        });
    }
    let titles: Vec<String> = moving.iter().map(|thread| name(names, *thread)).collect();
    columns::write(out, &titles, &rows, terminal::width(), full);
}

/// The lines of a step: `12`, or `12,14` for one of several statements, where all but the first and the last may be left out.
fn lines(step: &StepView) -> String {
    match step.lines[..] {
        [] | [_] => step.line.to_string(),
        [first, last] => format!("{first},{last}"),
        [first, middle, last] => format!("{first},{middle},{last}"),
        [first, .., last] => format!("{first},..,{last}"),
    }
}

/// `x = 0, y = 1` as pairs.
fn initial(start: &str) -> BTreeMap<&str, &str> {
    start.split(", ").filter_map(|part| part.split_once(" = ")).collect()
}

/// The names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The initial values, without variables that no step of the run changes or names.
fn beginning(start: &str, steps: &[StepView], full: bool) -> String {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for step in steps {
        used.extend(words(&step.action));
        used.extend(step.changes.iter().map(|change| change.name.as_str()));
        used.extend(step.read.iter().map(String::as_str));
    }
    let plays_a_part = |part: &&str| part.split_once(" = ").is_none_or(|(name, _)| used.contains(name));
    let (kept, dropped): (Vec<&str>, Vec<&str>) = start.split(", ").partition(|part| full || plays_a_part(part));
    match dropped.len() {
        0 => start.to_string(),
        others => {
            let others = count(others as u64, "variable");
            kept.into_iter().map(str::to_string).chain([format!("({others} not used)")]).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The changes of a step in words, including threads started, values written again, and values read.
fn changes(step: &StepView, names: &[String], values: &BTreeMap<&str, &str>, wait: Option<&String>) -> String {
    let mut told: Vec<String> = Vec::new();
    if !step.state.is_empty() {
        told.push(step.state.clone());
    }
    let locks: Vec<&String> = step
        .events
        .iter()
        .filter_map(|event| match event {
            EventView::Locks { object } | EventView::Unlocks { object } => Some(object),
            _ => None,
        })
        .collect();
    let is_changed = |name: &String| step.changes.iter().any(|change| change.thread.is_none() && change.name == *name);
    let stays = step.written.iter().filter(|name| !is_changed(name) && !locks.contains(name));
    for name in stays.take(MOST_READ) {
        if let Some(value) = values.get(name.as_str()) {
            told.push(format!("{name} stays {value}"));
        }
    }
    // A step that only looks has looked at something.
    if told.is_empty() && step.read.len() <= MOST_READ {
        let seen = step.read.iter().filter(|name| !locks.contains(name));
        told.extend(seen.filter_map(|name| Some(format!("{name} is {}", values.get(name.as_str())?))));
    }
    for event in &step.events {
        match event {
            EventView::Starts { thread } => told.push(format!("starts {}", name(names, *thread))),
            EventView::Joins { threads } => {
                if let [thread] = threads[..] {
                    told.push(format!("joins {}", name(names, thread)));
                }
            }
            _ => {}
        }
    }
    told.extend(wait.map(|lock| format!("then waits for {lock}")));
    told.join(", ")
}

/// Steps after which another thread goes on because the lock that this one needs next is taken, with that lock.
fn waiting(steps: &[StepView]) -> BTreeMap<usize, String> {
    let mut holders: BTreeMap<&str, &[usize]> = BTreeMap::new();
    let mut waiting = BTreeMap::new();
    for (at, step) in steps.iter().enumerate() {
        for event in &step.events {
            match event {
                EventView::Locks { object } => drop(holders.insert(object, &step.threads)),
                EventView::Unlocks { object } => drop(holders.remove(object.as_str())),
                _ => {}
            }
        }
        let stops = steps.get(at + 1).is_some_and(|next| next.threads != step.threads);
        let Some(later) = steps[at + 1..].iter().find(|later| stops && later.threads == step.threads) else { continue };
        if let Some(EventView::Locks { object }) = later.events.first()
            && holders.get(object.as_str()).is_some_and(|holder| **holder != step.threads)
        {
            waiting.insert(at, object.clone());
        }
    }
    waiting
}

/// A table of the states, for those whose threads have no names; where states are too long, of what changes in them.
fn states(out: &mut String, start: &str, steps: &[StepView], boring: &[bool], full: bool) {
    let row = |number: &str, thread: &str, action: &str, line: &str, state: &str| {
        [number, thread, action, line, state].map(str::to_string)
    };
    let mut rows = vec![row("step", "thread", "", "line", "state"), row("0", "", "start", "", start)];
    for shown in shown(boring, full) {
        rows.push(match shown {
            Shown::Gap(left_out) => row("...", "", &format!("{left_out} more, see --full"), "", ""),
            Shown::Step(at) => {
                let step = &steps[at];
                let threads: Vec<String> = step.threads.iter().map(usize::to_string).collect();
                let line = match (step.line, step.file.as_str()) {
                    (0, _) => String::new(),
                    (line, "") => line.to_string(),
                    (line, file) => format!("{file}:{line}"),
                };
                row(&(at + 1).to_string(), &threads.join(" "), &step.action, &line, &step.state)
            }
        });
    }
    let used = |column: usize| rows[1..].iter().any(|row| !row[column].is_empty());
    let widest = |column: usize| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0);
    // The width that the other columns leave for actions and states; an empty column takes no width.
    let taken: usize =
        [0, 1, 3].into_iter().filter(|column| used(*column)).map(|column| widest(column).max(5) + 2).sum();
    let left = terminal::width().saturating_sub(taken + 2).max(20);
    let fits = widest(2) + widest(4) <= left;
    let action = if fits { widest(2) } else { widest(2).min(left * 11 / 20) }.max(5);
    let room = left.saturating_sub(action).max(5);
    if !full && widest(4) > room {
        let mut values = BTreeMap::new();
        for row in &mut rows[1..] {
            let thread = row[1].split(' ').next().unwrap_or("");
            row[4] = changed(&row[4], thread, &mut values).unwrap_or_else(|| row[4].clone());
        }
        rows[0][4] = "changes".to_string();
    }
    let mut fitting = Vec::new();
    for [number, thread, doing, line, state] in rows {
        let (doing, state) = (wrap(&doing, " ", action, usize::MAX), wrap(&state, " ", room, usize::MAX));
        let cell = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
        fitting.push([number, thread, cell(&doing, 0), line, cell(&state, 0)]);
        for at in 1..doing.len().max(state.len()) {
            fitting.push([String::new(), String::new(), cell(&doing, at), String::new(), cell(&state, at)]);
        }
    }
    table(out, &fitting);
}

/// The parts of a state like `x=1 y=0; t=0` that are new: those before the semicolon are everybody's, those after it belong to
/// the thread that moves. Nothing if the state is of another kind.
fn changed(state: &str, thread: &str, values: &mut BTreeMap<(String, String), String>) -> Option<String> {
    let mut parts = Vec::new();
    for (owner, part) in ["", thread].into_iter().zip(state.splitn(2, "; ")) {
        for word in part.split_whitespace() {
            let (name, value) = word.split_once('=')?;
            parts.push(((owner.to_string(), name.to_string()), value.to_string()));
        }
    }
    parts.retain(|(key, value)| values.insert(key.clone(), value.clone()).as_ref() != Some(value));
    Some(parts.iter().map(|((_, name), value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen::report::ChangeView;

    fn step(thread: usize, action: &str, events: Vec<EventView>) -> StepView {
        StepView { threads: vec![thread], action: action.to_string(), events, ..StepView::default() }
    }

    #[test]
    fn a_thread_that_is_stopped_by_a_lock_says_so() {
        let locks = || vec![EventView::Locks { object: "m".to_string() }];
        let unlocks = || vec![EventView::Unlocks { object: "m".to_string() }];
        let steps = [
            step(2, "lock(m)", locks()),
            step(1, "x = 1", Vec::new()),
            step(2, "unlock(m)", unlocks()),
            step(1, "lock(m)", locks()),
            step(2, "y = 1", Vec::new()),
            step(1, "unlock(m)", unlocks()),
        ];
        // The first one waits before its lock is free, the second one later has nothing to wait for.
        assert_eq!(waiting(&steps), BTreeMap::from([(1, "m".to_string())]));
    }

    #[test]
    fn what_is_written_again_as_it_was_is_told() {
        let change = ChangeView { name: "x".into(), thread: None, old: "0".into(), new: "1".into() };
        let written = StepView { written: vec!["x".into()], ..step(1, "x = x + 1", Vec::new()) };
        let values = initial("x = 1, y = 2");
        assert_eq!(changes(&written, &[], &values, None), "x stays 1");
        let changed = StepView { changes: vec![change], state: "x: 0 -> 1".into(), ..written };
        assert_eq!(changes(&changed, &[], &values, None), "x: 0 -> 1");
        let looks = StepView { read: vec!["y".into()], ..step(1, "y > x", Vec::new()) };
        assert_eq!(changes(&looks, &[], &values, None), "y is 2");
    }

    #[test]
    fn only_what_is_new_in_a_state_is_told() {
        let mut values = BTreeMap::new();
        let mut tell = |state: &str, thread: &str| changed(state, thread, &mut values);
        assert_eq!(tell("x=0 y=1; t=0", "1"), Some("x=0 y=1 t=0".into()));
        assert_eq!(tell("x=0 y=0; t=0", "1"), Some("y=0".into()));
        assert_eq!(tell("x=0 y=0; t=0", "2"), Some("t=0".into()));
        assert_eq!(tell("0|1,1", "1"), None);
    }

    #[test]
    fn of_many_steps_the_first_and_the_last_are_shown() {
        let numbers = |boring: &[bool], full| {
            let tell = |shown: &Shown| match shown {
                Shown::Step(at) => *at as i64,
                Shown::Gap(left_out) => -(*left_out as i64),
            };
            shown(boring, full).iter().map(tell).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&[false, true, false], false), [0, 2]);
        let many = numbers(&[false; 50], false);
        assert_eq!((many.len(), many[19], many[20], many[21]), (41, 19, -10, 30));
        assert_eq!(numbers(&[false; 50], true).len(), 50);
    }
}
