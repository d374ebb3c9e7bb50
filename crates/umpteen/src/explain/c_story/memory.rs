//! Invalid accesses: objects that were freed, null pointers, indices out of range.

use super::{Teller, story};
use crate::explain::c_flow::{Part, Seen};
use crate::explain::c_names::EXISTS;
use crate::report::StoryView;
use umpteen_model::c::expression::Place;

/// The story of an access that leads nowhere.
pub fn invalid_access(teller: &Teller) -> StoryView {
    freed(teller).or_else(|| null(teller)).or_else(|| index(teller)).unwrap_or_else(|| plain(teller))
}

/// The values that decide where the access leads.
fn plain(teller: &Teller) -> StoryView {
    let last = teller.last();
    let causes = teller.causes().into_iter().take(super::MOST_VALUES);
    let values: Vec<String> = causes.map(|seen| teller.cause(seen, &StoryView::default())).collect();
    let shown = teller.failed.text.split('`').nth(1).unwrap_or(&teller.failed.text);
    let values = if values.is_empty() { String::new() } else { format!(": {}", super::listed(&values)) };
    story(vec![format!("{} gets to `{shown}` in step {}{values}.", teller.who(last), last + 1)], &[last])
}

/// The object that the access leads to was freed before.
fn freed(teller: &Teller) -> Option<StoryView> {
    let (flow, last) = (teller.flow, teller.last());
    let is_flag = |place: &Place| flow.program.name(*place).ends_with(EXISTS);
    let reads = flow.reads(last, Part::Guard);
    let mut gone = reads.iter().copied().filter(|place| is_flag(place) && flow.value(last, *place) == 0);
    let (flag, None) = (gone.next()?, gone.next()) else { return None };
    let Place::Global(number) = flag else { return None };
    let free = flow.source(last, flag).filter(|at| flow.value(*at, flag) == 1)?;
    let made = (0..free).rev().find(|at| flow.value(*at, flag) == 0 && flow.after(*at, number) == 1)?;
    let who = teller.who(last);
    let by = teller.who(free);
    let object = format!("the object that {} allocated in step {}", teller.who(made), made + 1);
    let (text, is_free) = (&teller.failed.text, teller.failed.text.ends_with("can be freed twice"));
    let first = match is_free {
        true => format!("{object} was freed by {by} in step {}.", free + 1),
        false => format!("{object} was freed by {by} in step {} and used by {who} in step {}.", free + 1, last + 1),
    };
    let shown = text.split('`').nth(1).unwrap_or("the pointer");
    let second = match is_free {
        true => format!("{who} frees `{shown}` in step {}, which is the same object.", last + 1),
        false => pointed(teller, shown),
    };
    let sentences = [first, second].into_iter().filter(|sentence| !sentence.is_empty()).map(capital).collect();
    Some(story(sentences, &[free, last]))
}

/// Where the pointer of an access got the object's address.
fn pointed(teller: &Teller, shown: &str) -> String {
    let base = shown.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty()).unwrap_or("");
    let Some(seen) = named(teller, base) else { return String::new() };
    match teller.flow.source(seen.step, seen.place) {
        Some(source) if source != teller.last() => {
            format!("The pointer comes from {}, {}.", teller.variable(seen.place), teller.origin(seen))
        }
        _ => String::new(),
    }
}

fn capital(sentence: String) -> String {
    let rest = sentence.strip_prefix("the ").map(|rest| format!("The {rest}"));
    rest.unwrap_or(sentence)
}

/// The read of a variable of this name that decides the failure: one of the thread's, or shared.
fn named(teller: &Teller, name: &str) -> Option<Seen> {
    let seen = teller.flow.seen(teller.last(), Part::Guard);
    let is_it = |seen: &&Seen| {
        let shown = teller.flow.program.name(seen.place);
        let plain = shown.split('#').next().unwrap_or(shown);
        plain == name || plain.rsplit('.').next() == Some(name)
    };
    seen.iter().rev().find(is_it).copied()
}

/// The pointer is null.
fn null(teller: &Teller) -> Option<StoryView> {
    let flow = teller.flow;
    let text = teller.failed.text.strip_suffix("can access invalid memory")?;
    let shown = text.split('`').nth(1)?;
    // The pointer is what stands before the last access.
    let pointer = match shown.strip_prefix('*') {
        Some(pointer) => pointer.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty())?,
        None => shown.rsplit_once("->").map(|(pointer, _)| pointer)?,
    };
    let name = pointer.trim_matches(['(', ')', ' ']);
    let last_name = name.rsplit(['.', '>']).next()?;
    let seen = named(teller, name).or_else(|| named(teller, last_name))?;
    if flow.value(seen.step, seen.place) != 0 || flow.written(teller.last()).contains(&seen.place) {
        return None;
    }
    let origin = teller.origin(seen);
    let sentence = format!(
        "{} uses `{shown}` in step {}, but {} is null ({origin}).",
        teller.who(teller.last()),
        teller.last() + 1,
        teller.variable(seen.place)
    );
    let source = flow.source(seen.step, seen.place);
    let steps: Vec<usize> = source.into_iter().chain([teller.last()]).collect();
    let conflict = super::interference::conflict(teller).unwrap_or_default();
    let mut all = story(conflict.sentences.into_iter().chain([sentence]).collect(), &steps);
    all.steps.extend(conflict.steps);
    Some(all)
}

/// The index is out of range.
fn index(teller: &Teller) -> Option<StoryView> {
    let shown = teller.failed.text.strip_prefix("the index in `")?.split('`').next()?;
    let (array, rest) = shown.split_once('[')?;
    let index = rest.strip_suffix(']')?;
    let words = index.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let values: Vec<String> =
        words.filter_map(|word| named(teller, word)).map(|seen| teller.cause(seen, &StoryView::default())).collect();
    if values.is_empty() {
        return None;
    }
    let elements = elements(teller, array).map_or(String::new(), |count| match count {
        1 => format!(", and `{array}` has 1 element"),
        count => format!(", and `{array}` has {count} elements"),
    });
    let sentence = format!(
        "{} uses `{shown}` in step {}: {}{elements}.",
        teller.who(teller.last()),
        teller.last() + 1,
        super::listed(&values)
    );
    let conflict = super::interference::conflict(teller).unwrap_or_default();
    let mut all = story(conflict.sentences.into_iter().chain([sentence]).collect(), &[teller.last()]);
    all.steps.extend(conflict.steps);
    Some(all)
}

/// How many elements a shared array has whose elements are single variables.
fn elements(teller: &Teller, array: &str) -> Option<u64> {
    let number = |name: &str| name.strip_prefix(array)?.strip_prefix('[')?.split_once(']')?.0.parse::<u64>().ok();
    teller.flow.program.globals.iter().filter_map(|variable| number(&variable.name)).max().map(|most| most + 1)
}
