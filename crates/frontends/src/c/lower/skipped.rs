//! Declarations that a jump can skip (C11 6.2.4, 6.8.6.1).
//!
//! A variable lives from the entry into its block to its end, and has any value until its declaration is reached. A
//! `goto` or `case` skips a declaration if it leads behind it in the same block, from before it or from outside. A jump
//! from outside enters the block; one from inside does not, so the variable keeps what it has from an earlier time.
//! Variables whose declaration cannot be skipped need no value before it, and are bound to constants where possible.

use super::super::syntax::{ExpressionKind, Label, Name, Part, Statement, StatementKind};
use rustc_hash::FxHashMap;

/// How the declarations of a function can be skipped, by where they are.
#[derive(Debug, Default)]
pub struct Skipped {
    /// Whether a jump that skips it may come from inside its block.
    from_inside: FxHashMap<usize, bool>,
}

/// The blocks, declarations and jumps of a function.
#[derive(Default)]
struct Jumps<'s> {
    /// Where the open blocks end, innermost last.
    blocks: Vec<(usize, usize)>,
    /// Each declaration and its block.
    declarations: Vec<(usize, (usize, usize))>,
    /// Where `goto` statements are.
    gotos: Vec<(Name<'s>, usize)>,
    /// Where their labels are.
    labels: FxHashMap<Name<'s>, usize>,
    /// The open `switch` statements, innermost last: where they begin and end.
    switches: Vec<(usize, usize)>,
    /// Where a `case` is, and where its `switch` begins.
    cases: Vec<(usize, usize)>,
}

impl Skipped {
    /// Looks through the statements of a function.
    pub fn of<'s>(statements: impl Iterator<Item = &'s Statement<'s>>) -> Skipped {
        let mut jumps = Jumps { blocks: vec![(0, usize::MAX)], ..Jumps::default() };
        statements.for_each(|statement| statement.visit(&mut |part| jumps.add(part)));
        let gotos = jumps.gotos.iter().filter_map(|(label, from)| Some((*from, *jumps.labels.get(label)?)));
        let all: Vec<(usize, usize)> = gotos.chain(jumps.cases.iter().map(|(to, from)| (*from, *to))).collect();
        let mut from_inside = FxHashMap::default();
        for (declaration, (start, end)) in &jumps.declarations {
            let behind = *declaration..=*end;
            let skips = |(from, to): &&(usize, usize)| behind.contains(to) && !behind.contains(from);
            for (from, _) in all.iter().filter(skips) {
                *from_inside.entry(*declaration).or_default() |= (*start..=*end).contains(from);
            }
        }
        Skipped { from_inside }
    }

    /// Whether a jump can skip the declaration at a place.
    pub fn contains(&self, declaration: usize) -> bool {
        self.from_inside.contains_key(&declaration)
    }

    /// Whether a jump inside a block of these statements can skip one of its declarations.
    pub fn inside(&self, statements: &[Statement]) -> bool {
        !self.from_inside.is_empty() && statements.iter().any(|statement| self.is_inside(statement))
    }

    fn is_inside(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Labeled(_, inner) => self.is_inside(inner),
            StatementKind::Declaration(declarations) => {
                declarations.iter().any(|declaration| self.from_inside.get(&declaration.span.start) == Some(&true))
            }
            _ => false,
        }
    }
}

impl<'s> Jumps<'s> {
    fn add(&mut self, part: Part<'s, '_>) {
        let span = match part {
            Part::Statement(statement) => statement.span,
            Part::Expression(expression) => expression.span,
        };
        // Parts come in the order of the text, so what has ended before is open no more.
        let open = |(_, end): &(usize, usize)| span.start < *end;
        self.blocks.truncate(self.blocks.iter().rposition(open).map_or(0, |last| last + 1));
        self.switches.truncate(self.switches.iter().rposition(open).map_or(0, |last| last + 1));
        let (start, end) = (span.start, span.end);
        match part {
            Part::Expression(expression) => {
                if let ExpressionKind::Statements(_) = expression.kind {
                    self.blocks.push((start, end));
                }
            }
            Part::Statement(statement) => match &statement.kind {
                StatementKind::Block(_) | StatementKind::For(_) => self.blocks.push((start, end)),
                StatementKind::Switch(..) => self.switches.push((start, end)),
                StatementKind::Goto(label) => self.gotos.push((*label, start)),
                StatementKind::Labeled(labels, _) => labels.iter().for_each(|label| self.add_label(label, start)),
                StatementKind::Declaration(declarations) => {
                    let block = self.blocks.last().copied().unwrap_or((0, usize::MAX));
                    self.declarations.extend(declarations.iter().map(|declaration| (declaration.span.start, block)));
                }
                _ => {}
            },
        }
    }

    fn add_label(&mut self, label: &Label<'s>, at: usize) {
        match label {
            Label::Name(name, _) => {
                self.labels.insert(*name, at);
            }
            Label::Case(..) | Label::Default => {
                self.cases.extend(self.switches.last().map(|(start, _)| (at, *start)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::DataModel::Lp64;
    use super::super::super::parse::parse;
    use super::*;

    /// The names of the declarations that can be skipped, with `!` if from inside their block.
    fn skipped(body: &str) -> Vec<String> {
        let text = format!("void f(void) {{ {body} }}");
        let source = parse(&text, Lp64).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let found = Skipped::of(source.functions[0].body.iter().flatten());
        let mut all: Vec<(usize, bool)> = found.from_inside.into_iter().collect();
        all.sort_unstable();
        all.into_iter().map(|(at, inside)| format!("{}{}", &text[at..at + 1], if inside { "!" } else { "" })).collect()
    }

    #[test]
    fn jumps_skip_what_is_between() {
        assert_eq!(skipped("goto L; int a; L: ;"), ["a!"]);
        assert_eq!(skipped("int a; goto L; L: ;"), [""; 0]);
        assert_eq!(skipped("int a; L: ; int b; goto L;"), [""; 0]);
        assert_eq!(skipped("goto L; { int a; L: ; int b; }"), ["a"]);
        assert_eq!(skipped("{ int a; L: ; } goto L;"), ["a"]);
        assert_eq!(skipped("goto L; { int a; } int b; L: ;"), ["b!"]);
        assert_eq!(skipped("goto L; for (int a; ; ) { L: ; }"), ["a"]);
        assert_eq!(skipped("L: ; if (1) goto M; int a; goto L; M: ;"), ["a!"]);
        assert_eq!(skipped("switch (1) { int a; case 1: ; int b; default: ; int c; }"), ["a", "b"]);
        assert_eq!(skipped("int a; switch (1) { case 1: ; { int b; case 2: ; } }"), ["b"]);
        assert_eq!(skipped("switch (1) { int a; switch (2) { case 2: ; } }"), [""; 0]);
    }
}
