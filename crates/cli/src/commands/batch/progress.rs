//! Progress of a batch: a counter on a terminal, and the rows as they come.

use crate::commands::batch::row::{Answer, Row};
use std::io::{IsTerminal, Write};
use std::time::Instant;
use umpteen::explain::words::count;

/// The line that shows how far the batch is.
pub struct Progress {
    started: Instant,
    /// Rows that were there at the start.
    known: usize,
    done: usize,
    all: usize,
    numbers: [usize; Answer::ALL.len()],
    terminal: bool,
}

impl Progress {
    /// A batch with so many tasks, some of which are known.
    pub fn new(all: usize, rows: &[Row]) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let known = rows.len();
        let numbers = [0; Answer::ALL.len()];
        let mut progress = Progress { started: Instant::now(), known, done: 0, all, numbers, terminal };
        rows.iter().for_each(|row| progress.count(row));
        progress
    }

    /// Counts a row.
    pub fn count(&mut self, row: &Row) {
        self.done += 1;
        self.numbers[row.answer as usize] += 1;
    }

    /// Prints a line to standard output, above the bar.
    pub fn print(&self, line: &str) {
        self.clear();
        let _ = writeln!(std::io::stdout(), "{line}");
        self.show();
    }

    /// Draws the bar again.
    pub fn show(&self) {
        if self.terminal {
            let width = crate::render::terminal::width().saturating_sub(1);
            let line: String = self.line(self.started.elapsed().as_secs_f64()).chars().take(width).collect();
            let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    fn line(&self, seconds: f64) -> String {
        const BAR: usize = 24;
        let filled = BAR * self.done / self.all.max(1);
        let mut line = format!("[{}{}] {}/{}", "#".repeat(filled), ".".repeat(BAR - filled), self.done, self.all);
        let tell = |(answer, number): (&Answer, &usize)| (*number > 0).then(|| format!("{number} {}", answer.word()));
        let told: Vec<String> = Answer::ALL.iter().zip(&self.numbers).filter_map(tell).collect();
        if !told.is_empty() {
            line += &format!("  {}", told.join(", "));
        }
        line += &format!("  {}", duration(seconds));
        let ran = self.done - self.known;
        if ran > 0 && self.done < self.all {
            let left = seconds / ran as f64 * (self.all - self.done) as f64;
            line += &format!(", about {} left", duration(left));
        }
        line
    }
}

/// `34 s`, `2 min`, `3 h 20 min`.
fn duration(seconds: f64) -> String {
    match seconds as u64 {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// `200 tasks`, as the first line of a summary has it.
pub fn tasks(number: usize) -> String {
    count(number as u64, "task")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_how_far_it_is() {
        let row = |answer| Row {
            task: String::new(),
            answer,
            code: None,
            detail: String::new(),
            expected: None,
            threads: None,
            engine: None,
            seconds: 0.0,
        };
        let mut progress = Progress::new(4, &[row(Answer::Safe)]);
        assert_eq!(progress.line(3.0), "[######..................] 1/4  1 safe  3 s");
        progress.count(&row(Answer::Unknown));
        assert_eq!(progress.line(90.0), "[############............] 2/4  1 safe, 1 unknown  90 s, about 3 min left");
        progress.count(&row(Answer::Safe));
        progress.count(&row(Answer::Safe));
        assert_eq!(progress.line(7300.0), "[########################] 4/4  3 safe, 1 unknown  2 h 1 min");
    }
}
