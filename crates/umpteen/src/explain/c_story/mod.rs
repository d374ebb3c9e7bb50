//! The story of a failing run of a C program: two or three sentences that name the steps that conflict.
//!
//! Every sentence states what the interpreter did: who read or wrote which value in which step, and in which order. A pattern
//! (lost update, check then act, ...) is told only if its conditions hold of the run; if none does, the values that the
//! failing condition had are told, and where they come from. A step is one that the failure depends on, so the interference
//! of other threads that makes no difference is not mentioned.

mod interference;
mod memory;
mod waiting;

use crate::explain::c_flow::{Flow, Part, Seen};
use crate::report::{StepView, StoryView};
use std::collections::BTreeSet;
use umpteen_model::c::expression::Place;
use umpteen_model::c::program::{Assertion, Claim};

/// More values of a condition are not told.
pub const MOST_VALUES: usize = 3;

/// What a story is made of.
pub struct Teller<'a> {
    /// The data flow of the run.
    pub flow: &'a Flow<'a>,
    /// Which steps the failure depends on.
    pub needed: &'a [bool],
    /// The steps as they are shown, with their locks.
    pub steps: &'a [StepView],
    /// The names of the threads.
    pub names: &'a [String],
    /// The assertion that fails in the end.
    pub failed: &'a Assertion,
}

/// Tells the story; none if nothing can be said beyond the failure itself.
pub fn tell(teller: &Teller) -> StoryView {
    if teller.flow.len() == 0 {
        let sentence = "The failure is at the beginning of `main`, before the first step.".to_string();
        return StoryView { sentences: vec![sentence], steps: Vec::new() };
    }
    let last = teller.last();
    let mut story = match teller.failed.claim {
        Claim::NoRace => waiting::race(teller),
        Claim::NoDeadlock => waiting::deadlock(teller),
        Claim::LockUse => waiting::lock_use(teller),
        Claim::Valid => memory::invalid_access(teller),
        Claim::Holds | Claim::NotCalled | Claim::Limit => interference::conflict(teller).unwrap_or_default(),
    };
    if matches!(teller.failed.claim, Claim::Holds | Claim::NotCalled | Claim::Limit) {
        let ending = teller.ending(&story);
        story.sentences.push(ending);
    }
    if !story.sentences.is_empty() && !story.steps.contains(&(last + 1)) {
        story.steps.push(last + 1);
    }
    story.steps.sort_unstable();
    story.steps.dedup();
    story
}

impl<'a> Teller<'a> {
    /// The failing step, counted from zero.
    pub fn last(&self) -> usize {
        self.flow.len() - 1
    }

    /// The name of the thread of a step.
    pub fn who(&self, at: usize) -> &'a str {
        self.name(self.flow.thread(at))
    }

    /// The name of a thread.
    pub fn name(&self, thread: usize) -> &'a str {
        self.names.get(thread).map_or("a thread", String::as_str)
    }

    /// A variable as it is shown.
    pub fn variable(&self, place: Place) -> String {
        format!("`{}`", self.flow.program.variable(place).name)
    }

    /// Where a value comes from that a step reads.
    pub fn origin(&self, seen: Seen) -> String {
        match self.flow.source(seen.step, seen.place) {
            None => match seen.place {
                Place::Global(_) => "its first value".to_string(),
                Place::Local(_) => "as it began".to_string(),
            },
            Some(source) if self.flow.thread(source) == self.flow.thread(seen.step) => {
                format!("set in step {}", source + 1)
            }
            Some(source) => match seen.place {
                Place::Global(_) => format!("written by {} in step {}", self.who(source), source + 1),
                Place::Local(_) => format!("given by {} in step {}", self.who(source), source + 1),
            },
        }
    }

    /// The variables that the source shows and that decide the failing condition.
    pub fn causes(&self) -> Vec<Seen> {
        let last = self.last();
        let is_shown = |place: Place| !self.flow.is_lock(place) && !self.flow.program.variable(place).hidden;
        let mut found = self.flow.seen_directly(last, Part::Guard);
        found.reverse();
        found.retain(|seen| is_shown(seen.place));
        let mut told = BTreeSet::new();
        found.retain(|seen| told.insert(seen.place));
        found
    }

    /// A cause with its value where the failing condition is evaluated, and where that comes from.
    pub fn cause(&self, seen: Seen, story: &StoryView) -> String {
        let (flow, last, name) = (self.flow, self.last(), self.variable(seen.place));
        if seen.step == last && flow.written(last).contains(&seen.place) {
            return format!("{name} is {} (set in the same step)", flow.shown_in_the_end(seen.place));
        }
        let value = flow.shown(seen.step, seen.place);
        // A step of several statements may have assigned it, although nobody looks at it after the failure.
        let when = match seen.place {
            Place::Local(_) if seen.step == last && self.assigns(last) => " when the step begins",
            _ => "",
        };
        let source = flow.source(seen.step, seen.place).map(|source| source + 1);
        // What the story has told already is not told again.
        match source {
            Some(step) if story.steps.contains(&step) => format!("{name} is {value}{when}"),
            _ => format!("{name} is {value}{when} ({})", self.origin(seen)),
        }
    }

    /// Whether a step has statements that may assign something, besides reads.
    fn assigns(&self, at: usize) -> bool {
        let assigns = |text: &str| {
            let plain = ["==", "!=", "<=", ">="].iter().fold(text.to_string(), |text, test| text.replace(test, ""));
            !text.starts_with("read ") && ["=", "++", "--", "("].iter().any(|part| plain.contains(part))
        };
        self.flow.edge(at).statements.iter().any(|statement| assigns(&statement.text))
    }

    /// The last sentence: which values the failing condition has.
    fn ending(&self, story: &StoryView) -> String {
        let (last, causes) = (self.last(), self.causes());
        let values: Vec<String> = causes.iter().take(MOST_VALUES).map(|seen| self.cause(*seen, story)).collect();
        let values = listed(&values);
        let (who, step, text) = (self.who(last), last + 1, &self.failed.text);
        match (self.failed.claim, values.is_empty()) {
            (Claim::Holds, false) if text != "0" => format!("In step {step} `{text}` is false: {values}."),
            (Claim::Holds, true) if text != "0" => format!("In step {step} {who} finds that `{text}` is false."),
            (_, false) => format!("{who} gets to `{}` in step {step}: {values}.", self.call()),
            (_, true) => match self.decision() {
                None => format!("{who} gets to `{}` in step {step}.", self.call()),
                Some(branch) => {
                    let seen = self.flow.seen(branch, Part::Guard).into_iter();
                    let shown = seen.filter(|seen| self.flow.shown_global(seen.place).is_some()).take(MOST_VALUES);
                    let values: Vec<String> = shown.map(|seen| self.cause(seen, story)).collect();
                    let because = if values.is_empty() { String::new() } else { format!(": {}", listed(&values)) };
                    let call = self.call();
                    format!("{who} gets to `{call}` in step {step}, after the branch in step {}{because}.", branch + 1)
                }
            },
        }
    }

    /// The call that must not be reached.
    fn call(&self) -> String {
        match self.failed.claim {
            Claim::Holds => format!("assert({})", self.failed.text),
            _ => self.failed.text.clone(),
        }
    }

    /// The last branch of the failing thread that the failure depends on.
    fn decision(&self) -> Option<usize> {
        let last = self.last();
        (0..last).rev().find(|at| {
            let reads = || !self.flow.reads(*at, Part::Guard).is_empty();
            self.needed[*at] && self.flow.thread(*at) == self.flow.thread(last) && reads()
        })
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A story of these sentences that names these steps, counted from zero.
pub fn story(sentences: Vec<String>, steps: &[usize]) -> StoryView {
    StoryView { sentences, steps: steps.iter().map(|step| step + 1).collect() }
}
