//! Places in a source file where something can be changed, and the text that decides at run time whether it is.
//!
//! All mutants of a file are in one build: `a < b` becomes `(if crate::mutant(17) { a <= b } else { a < b })`. The changed
//! version holds the original text of its parts, since only one mutant is active at a time; so the text grows little.

use std::ops::Range;

/// How a place is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A match arm is not taken: its guard becomes `!mutant && (guard)`.
    UnlessGuard,
    /// A match arm without a guard gets one, at an empty range.
    UnlessArm,
    /// A condition with `let` does not hold: `!mutant && condition`.
    Deny,
    /// A function returns at once, at an empty range.
    Early,
    /// A statement is left out.
    Skip,
    /// An expression has another value.
    Choice,
}

/// One way to change a place.
#[derive(Clone, Debug)]
pub struct Change {
    /// Its number in the build; 0 while it has none, and is left out.
    pub number: u32,
    /// A description of the change for the report.
    pub what: String,
    /// The changed text, for shapes that have one.
    pub text: String,
}

/// A place, and the ways to change it.
#[derive(Clone, Debug)]
pub struct Site {
    /// The bytes of the original text.
    pub range: Range<usize>,
    /// The way in which the place is rewritten.
    pub shape: Shape,
    /// At least one.
    pub changes: Vec<Change>,
}

/// Where a change ended up in the rewritten text.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The number of the change.
    pub number: u32,
    /// The bytes of its changed text.
    pub changed: Range<usize>,
    /// The bytes of the whole rewritten place.
    pub whole: Range<usize>,
}

/// The text with all numbered changes, and where they are.
pub fn rewrite(text: &str, sites: &[Site]) -> (String, Vec<Placed>) {
    let mut sites: Vec<&Site> = sites.iter().filter(|site| site.changes.iter().any(|one| one.number > 0)).collect();
    sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end), site.shape));
    let mut writer = Writer { text, sites: &sites, next: 0, output: String::new(), placed: Vec::new() };
    writer.copy(0..text.len());
    (writer.output, writer.placed)
}

struct Writer<'a> {
    text: &'a str,
    sites: &'a [&'a Site],
    next: usize,
    output: String,
    placed: Vec<Placed>,
}

impl Writer<'_> {
    /// Copies a range of the original text, with the sites in it rewritten.
    fn copy(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while let Some(site) = self.sites.get(self.next)
            && site.range.end <= range.end
        {
            assert!(site.range.start >= at, "sites are nested");
            self.next += 1;
            self.output.push_str(&self.text[at..site.range.start]);
            self.site(site);
            at = site.range.end;
        }
        self.output.push_str(&self.text[at..range.end]);
    }

    fn site(&mut self, site: &Site) {
        let start = self.output.len();
        let first_placed = self.placed.len();
        let (open, close) = match site.shape {
            Shape::UnlessGuard => ("", ")"),
            Shape::UnlessArm | Shape::Deny | Shape::Early => ("", ""),
            Shape::Skip => ("", "}"),
            Shape::Choice => ("(", " })"),
        };
        self.output.push_str(open);
        for change in site.changes.iter().filter(|change| change.number > 0) {
            let number = change.number;
            let before = self.output.len();
            let piece = match site.shape {
                Shape::UnlessGuard => format!("!crate::mutant({number}) && ("),
                Shape::UnlessArm => format!(" if !crate::mutant({number})"),
                Shape::Deny => format!("!crate::mutant({number}) && "),
                Shape::Early => format!(" if crate::mutant({number}) {{ {} }}", change.text),
                Shape::Skip => format!("if !crate::mutant({number}) {{"),
                Shape::Choice => format!("if crate::mutant({number}) {{ {} }} else ", change.text),
            };
            self.output.push_str(&piece);
            self.placed.push(Placed { number, changed: before..self.output.len(), whole: 0..0 });
        }
        if site.shape == Shape::Choice {
            self.output.push_str("{ ");
        }
        let last_placed = self.placed.len();
        self.copy(site.range.clone());
        self.output.push_str(close);
        for placed in &mut self.placed[first_placed..last_placed] {
            placed.whole = start..self.output.len();
        }
    }
}
