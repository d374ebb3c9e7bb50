//! Lays out a run in the width that there is: a column for each thread, or a line for each step where columns are too narrow.
//!
//! In every row only one thread acts, so where columns do not fit side by side they may overlap: each begins further to the
//! right than the one before, and what a thread does may reach over the columns after it, which are empty in that row.

use std::fmt::Write;

/// One row of a run.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The number of the step.
    pub number: String,
    /// The column of the thread that acts; none at the start.
    pub lane: Option<usize>,
    /// The statement that the step executes.
    pub action: String,
    /// Where, as in `:12`.
    pub place: String,
    /// The changed values.
    pub state: String,
}

/// How many lines an action or a state may take unless everything is asked for.
const MOST_LINES: usize = 3;

/// The column of the step numbers with the blanks after it.
const NUMBERS: usize = 7;

/// Less than this is too narrow to say what a thread does.
const NARROWEST_ACTION: usize = 24;

/// More than this is too wide to be read at a glance.
const WIDEST_ACTION: usize = 60;

/// Writes a run with these threads in so many columns of text; with everything if `full`.
pub fn write(out: &mut String, names: &[String], rows: &[Row], width: usize, full: bool) {
    let most = if full { usize::MAX } else { MOST_LINES };
    let room = width.saturating_sub(NUMBERS);
    let longest = rows.iter().map(|row| length(&row.state)).max().unwrap_or(0);
    let changes = longest.min(room / 3).min(40);
    let space = Space { names, rows, room, lanes: room.saturating_sub(changes + 2), most };
    match space.lanes() {
        Some(Lanes { starts, actions, end }) => {
            let mut title = String::from(" step  ");
            for (name, start) in names.iter().zip(&starts) {
                fill(&mut title, NUMBERS + start);
                title += name;
            }
            let _ = writeln!(out, "{}", title.trim_end());
            for row in rows {
                let start = row.lane.map_or(0, |lane| starts[lane]);
                let state = wrap(&row.state, ", ", room - end - 2, most);
                line(out, &row.number, &[(start, action(row, actions, most)), (end + 2, state)]);
            }
        }
        None => space.list(out),
    }
}

/// The content of the table, and the width available.
struct Space<'a> {
    names: &'a [String],
    rows: &'a [Row],
    /// Without the numbers.
    room: usize,
    /// Without what changes, too.
    lanes: usize,
    /// How many lines a cell may take.
    most: usize,
}

/// Where the columns of the threads begin, how wide an action may be, and where the last column ends.
struct Lanes {
    starts: Vec<usize>,
    actions: usize,
    end: usize,
}

impl Space<'_> {
    /// The columns that take the fewest lines: side by side or, if that saves lines, overlapping; none if all would be too
    /// narrow.
    fn lanes(&self) -> Option<Lanes> {
        let caps = (NARROWEST_ACTION..=WIDEST_ACTION).rev().step_by(4);
        let side_by_side = caps.filter_map(|cap| self.side_by_side(cap));
        let steps = (4..=WIDEST_ACTION).rev().step_by(4);
        let overlapping = steps.filter_map(|step| self.overlapping(step));
        side_by_side.chain(overlapping).min_by_key(|lanes| self.height(lanes))
    }

    /// How many lines a layout takes.
    fn height(&self, lanes: &Lanes) -> usize {
        let state = self.room - lanes.end - 2;
        let height = |row: &Row| {
            let told = wrap(&row.state, ", ", state, self.most).len();
            action(row, lanes.actions, self.most).len().max(told).max(1)
        };
        self.rows.iter().map(height).sum()
    }

    /// Columns that are as wide as they must be if actions are at most so wide.
    fn side_by_side(&self, cap: usize) -> Option<Lanes> {
        let mut starts = Vec::new();
        let mut end = 0;
        for (lane, name) in self.names.iter().enumerate() {
            let start = if lane == 0 { 0 } else { end + 2 };
            let cells = self.rows.iter().filter(|row| row.lane == Some(lane));
            let widest = cells.flat_map(|row| action(row, cap, self.most)).map(|line| length(&line)).max();
            end = start + widest.unwrap_or(0).max(length(name));
            starts.push(start);
        }
        (end <= self.lanes).then_some(Lanes { starts, actions: cap, end })
    }

    /// Columns that begin so far apart.
    fn overlapping(&self, step: usize) -> Option<Lanes> {
        let last = self.names.len().checked_sub(1)?;
        let name = self.names.iter().map(|name| length(name)).max()?;
        let actions = self.lanes.checked_sub(step * last)?.min(WIDEST_ACTION);
        let starts: Vec<usize> = (0..=last).map(|lane| lane * step).collect();
        let fits = step >= name + 2 && actions >= NARROWEST_ACTION;
        let cells = self.rows.iter().flat_map(|row| {
            let start = row.lane.map_or(0, |lane| starts[lane]);
            action(row, actions, self.most).into_iter().map(move |line| (start, line))
        });
        let end = cells.map(|(start, line)| start + length(&line)).max()?.max(starts[last] + name);
        fits.then_some(Lanes { starts, actions, end })
    }

    /// The name of the thread in each row, what it does, and what changes: beside it, or below where it is very narrow.
    fn list(&self, out: &mut String) {
        let threads = self.names.iter().map(|name| length(name)).max().unwrap_or(0).max(6) + 2;
        let beside = self.lanes.checked_sub(threads).filter(|actions| *actions >= NARROWEST_ACTION);
        let actions = beside.unwrap_or(self.room.saturating_sub(threads).max(1));
        let _ = writeln!(out, " step  thread");
        for row in self.rows {
            let name = row.lane.map_or(String::new(), |lane| self.names[lane].clone());
            let mut cells = vec![(0, vec![name]), (threads, action(row, actions, self.most))];
            if beside.is_some() {
                let after = threads + actions + 2;
                cells.push((after, wrap(&row.state, ", ", self.room - after, self.most)));
            } else {
                let told = wrap(&row.state, ", ", actions.saturating_sub(4).max(1), self.most);
                let blank = |number: usize| std::iter::repeat_n(String::new(), number);
                let above = cells[1].1.len();
                cells.push((threads + 4, blank(above).chain(told).collect()));
            }
            line(out, &row.number, &cells);
        }
    }
}

/// The action of a thread, in lines of at most this width, with its ending and the position at the end.
fn action(row: &Row, width: usize, most: usize) -> Vec<String> {
    let (doing, ends) = row.action.rsplit_once("  ").unwrap_or((&row.action, ""));
    let tail = [ends, &row.place].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ");
    let mut lines = wrap(doing, "; ", width, most);
    match lines.last_mut() {
        _ if tail.is_empty() => {}
        Some(last) if length(last) + 2 + length(&tail) <= width => *last += &format!("  {tail}"),
        _ => lines.extend(wrap(&tail, "  ", width, most)),
    }
    lines
}

/// Lines of at most this width, broken where one part ends if possible, at blanks if not, and anywhere if it must be.
pub fn wrap(text: &str, between: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut put = |word: &str, glue: &str| match lines.last_mut() {
        Some(last) if length(last) + length(glue) + length(word) <= width => *last += &format!("{glue}{word}"),
        _ => lines.push(word.to_string()),
    };
    for part in text.split_inclusive(between).map(str::trim_end).filter(|part| !part.is_empty()) {
        if length(part) <= width {
            put(part, " ");
            continue;
        }
        for word in part.split(' ').filter(|word| !word.is_empty()) {
            let characters: Vec<char> = word.chars().collect();
            for (at, piece) in characters.chunks(width.max(1)).enumerate() {
                put(&piece.iter().collect::<String>(), if at == 0 { " " } else { "" });
            }
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        let last = &mut lines[most - 1];
        *last = last.chars().take(width.saturating_sub(4)).chain(" ...".chars()).collect();
    }
    lines
}

/// Cells at their places, in as many lines as the tallest needs.
fn line(out: &mut String, number: &str, cells: &[(usize, Vec<String>)]) {
    let height = cells.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0).max(1);
    for at in 0..height {
        let mut text = format!("{:>5}  ", if at == 0 { number } else { "" });
        for (start, lines) in cells {
            if let Some(cell) = lines.get(at).filter(|cell| !cell.is_empty()) {
                fill(&mut text, NUMBERS + start);
                text.extend(cell.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }));
            }
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

/// Blanks up to a column.
fn fill(text: &mut String, column: usize) {
    let blanks = column.saturating_sub(length(text));
    text.extend(std::iter::repeat_n(' ', blanks));
}

/// How many characters a text has.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u32, lane: usize, action: &str, state: &str) -> Row {
        let place = format!(":{}", number + 10);
        Row { number: number.to_string(), lane: Some(lane), action: action.into(), place, state: state.into() }
    }

    fn written(width: usize) -> String {
        let names = ["main".to_string(), "worker 1".to_string(), "worker 2".to_string()];
        let rows = [
            Row { number: "0".into(), state: "value = 0".into(), ..Row::default() },
            row(1, 0, "pthread_create(&thread, 0, worker, 0)", "starts worker 1"),
            row(2, 1, "before = value; once = 1; __VERIFIER_atomic_begin()", "before = 0, once = 1"),
            row(3, 2, "assert(value == before + 1)  FAILS", ""),
        ];
        let mut out = String::new();
        write(&mut out, &names, &rows, width, false);
        assert!(out.lines().all(|line| line.chars().count() <= width), "{width}:\n{out}");
        out
    }

    #[test]
    fn every_width_is_kept() {
        (40..200).for_each(|width| drop(written(width)));
    }

    #[test]
    fn columns_overlap_where_that_saves_lines() {
        let expected = "
 step  main        worker 1    worker 2
    0                                                                   value = 0
    1  pthread_create(&thread, 0, worker, 0)  :11                       starts worker 1
    2              before = value; once = 1;                            before = 0, once = 1
                   __VERIFIER_atomic_begin()  :12
    3                          assert(value == before + 1)  FAILS  :13
";
        assert_eq!(format!("\n{}", written(96)), expected);
    }

    #[test]
    fn narrow_terminals_get_a_list() {
        let expected = "
 step  thread
    0                                        value = 0
    1  main      pthread_create(&thread, 0,  starts worker 1
                 worker, 0)  :11
    2  worker 1  before = value; once = 1;   before = 0,
                 __VERIFIER_atomic_begin()   once = 1
                 :12
    3  worker 2  assert(value == before +
                 1)  FAILS  :13
";
        assert_eq!(format!("\n{}", written(64)), expected);
        let expected = "
 step  thread
    0                value = 0
    1  main      pthread_create(&thread,
                 0, worker, 0)  :11
                     starts worker 1
    2  worker 1  before = value; once = 1;
                 __VERIFIER_atomic_begin()
                 :12
                     before = 0, once = 1
    3  worker 2  assert(value == before +
                 1)  FAILS  :13
";
        assert_eq!(format!("\n{}", written(42)), expected);
    }
}
