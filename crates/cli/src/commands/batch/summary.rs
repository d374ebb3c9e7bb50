//! All rows of a batch in the order of its tasks, counted, as text and as a table for spreadsheets.

use crate::commands::batch::expected::{Comparison, compare};
use crate::commands::batch::folder::Plan;
use crate::commands::batch::progress;
use crate::commands::batch::row::{Answer, Row};
use std::collections::HashMap;
use std::fmt::Write;

/// The rows, sorted.
pub struct Summary {
    /// In the order of the tasks.
    pub rows: Vec<Row>,
    /// How many tasks have no row.
    pub missing: usize,
    /// The options of `check` for all tasks.
    pub options: Vec<String>,
    /// The part of the tasks, if it is one.
    pub part: Option<String>,
}

impl Summary {
    /// Sorts the rows.
    pub fn of(plan: &Plan, rows: Vec<Row>) -> Summary {
        let mut by_task: HashMap<String, Row> = rows.into_iter().map(|row| (row.task.clone(), row)).collect();
        let all = plan.part().count();
        let rows: Vec<Row> = plan.part().filter_map(|(_, task)| by_task.remove(&task.name)).collect();
        Summary {
            missing: all - rows.len(),
            rows,
            options: plan.options.clone(),
            part: plan.shard.map(|shard| format!("part {} of {}", shard.part, shard.of)),
        }
    }

    /// How many rows have this answer.
    pub fn number(&self, answer: Answer) -> usize {
        self.rows.iter().filter(|row| row.answer == answer).count()
    }

    /// The rows that compare in this way with what they expect.
    pub fn compared(&self, comparison: Comparison) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| compare(row) == comparison)
    }

    /// The times of the decided tasks, sorted; of those with this answer, or of both.
    pub fn times(&self, answer: Option<Answer>) -> Vec<f64> {
        let asked = |row: &&Row| match answer {
            Some(answer) => row.answer == answer,
            None => matches!(row.answer, Answer::Safe | Answer::Unsafe),
        };
        let mut times: Vec<f64> = self.rows.iter().filter(asked).map(|row| row.seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// The first line: how many tasks, and which.
    pub fn title(&self) -> String {
        let part = self.part.as_ref().map_or(String::new(), |part| format!(" ({part})"));
        let missing = match self.missing {
            0 => String::new(),
            missing => format!(", {missing} not run: the same batch in this folder goes on with them"),
        };
        format!("{}{part}{missing}", progress::tasks(self.rows.len() + self.missing))
    }

    /// The summary for people.
    pub fn text(&self) -> String {
        let mut out = self.title() + "\n";
        if !self.options.is_empty() {
            let _ = writeln!(out, "options  {}", self.options.join(" "));
        }
        for answer in Answer::ALL {
            let rows = self.rows.iter().filter(|row| row.answer == answer);
            let (number, seconds) = rows.fold((0, 0.0), |(number, seconds), row| (number + 1, seconds + row.seconds));
            if number > 0 {
                let _ = writeln!(out, "{number:>7}  {:<14} {seconds:>9.1} s in all", answer.title());
            }
        }
        let mut reasons: Vec<(&str, usize)> = Vec::new();
        for code in self.rows.iter().filter_map(|row| row.code.as_deref()) {
            match reasons.iter_mut().find(|(known, _)| *known == code) {
                Some((_, number)) => *number += 1,
                None => reasons.push((code, 1)),
            }
        }
        reasons.sort_by_key(|(code, number)| (std::cmp::Reverse(*number), *code));
        if !reasons.is_empty() {
            let told: Vec<String> = reasons.iter().map(|(code, number)| format!("{number} {code}")).collect();
            let _ = writeln!(out, "reasons  {}", told.join(", "));
        }
        let [right, other, wrong] = [Comparison::Right, Comparison::Other, Comparison::Wrong]
            .map(|comparison| self.compared(comparison).count());
        if right + other + wrong > 0 {
            let _ = writeln!(out, "expected {right} as expected, {other} other than expected, {wrong} WRONG");
        }
        for answer in [Comparison::Wrong, Comparison::Other] {
            for row in self.compared(answer) {
                let _ = writeln!(out, "{}", row.line());
            }
        }
        for row in self.rows.iter().filter(|row| row.answer == Answer::InternalError) {
            let _ = writeln!(out, "{}", row.line());
        }
        out
    }

    /// A line for each row, for spreadsheets.
    pub fn csv(&self) -> String {
        let mut out = String::from("task,answer,expected,comparison,code,detail,threads,engine,seconds\n");
        for row in &self.rows {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let cells = [
                row.task.clone(),
                row.answer.word().to_string(),
                text(&row.expected),
                comparison(row).to_string(),
                text(&row.code),
                row.detail.clone(),
                row.threads.map_or(String::new(), |threads| threads.to_string()),
                text(&row.engine),
                format!("{:.3}", row.seconds),
            ];
            let _ = writeln!(out, "{}", cells.map(|text| cell(&text)).join(","));
        }
        out
    }
}

/// A word for how a row compares with what it expects.
pub fn comparison(row: &Row) -> &'static str {
    match compare(row) {
        Comparison::Nothing => "",
        Comparison::Right => "right",
        Comparison::Other => "other",
        Comparison::Wrong => "WRONG",
    }
}

/// A cell, quoted where it must be.
fn cell(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}
