//! Pushdown systems: `.pds` text.
//!
//! ```text
//! shared free, taken;         # the shared states; it starts with the first one, or with those after `start`
//! threads main, main;         # the stack that each thread starts with, top first
//! rules
//!   free  lock -> taken held; # a step: shared state and top of the stack, before and after
//!   free  main -> free f back;# a call: `f` is on top, `back` is where it returns to
//!   taken held -> free;       # a return
//!   * back -> * main;         # whatever the shared state is; it stays
//! target taken | held, held;  # two threads with `held` on top; `*` for any shared state
//! ```

use crate::cursor::Cursor;
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use std::ops::Range;
use umpteen_model::pushdown::{MOST_THREADS, PushdownRule, PushdownSystem, PushdownTarget};

/// More rules than this, with `*` spelled out, are refused.
const MOST_RULES: usize = 5_000_000;

/// Reads `.pds` text: everything is collected first, since sections come in any order, and `*` means all shared states.
pub fn parse(text: &str) -> Result<PushdownSystem, Error> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        system: PushdownSystem::default(),
        shared: FxHashMap::default(),
        symbols: FxHashMap::default(),
        start: Vec::new(),
        rules: Vec::new(),
        targets: Vec::new(),
    };
    parser.sections()?;
    parser.resolve()
}

/// A name and where it stands.
type Name<'a> = (&'a str, Range<usize>);

/// A shared state; none for `*`.
type SharedState<'a> = Option<Name<'a>>;

/// A rule as written.
struct Rule<'a> {
    from: SharedState<'a>,
    top: u32,
    to: SharedState<'a>,
    push: Vec<u32>,
    line: u32,
    span: Range<usize>,
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    system: PushdownSystem,
    shared: FxHashMap<&'a str, u32>,
    symbols: FxHashMap<&'a str, u32>,
    start: Vec<Name<'a>>,
    rules: Vec<Rule<'a>>,
    targets: Vec<(SharedState<'a>, Vec<Name<'a>>)>,
}

const SECTIONS: [&str; 5] = ["shared", "start", "threads", "rules", "target"];

impl<'a> Parser<'a> {
    fn sections(&mut self) -> Result<(), Error> {
        loop {
            self.cursor.skip_space();
            if self.cursor.at_end() {
                return Ok(());
            }
            let section = self.cursor.peek_name();
            if !SECTIONS.contains(&section) {
                return Err(self.cursor.expected("`shared`, `start`, `threads`, `rules` or `target`"));
            }
            self.cursor.eat(section);
            match section {
                "shared" => self.list(Self::declare_shared)?,
                "start" => self.list(|parser| {
                    let shared = parser.shared()?;
                    parser.start.push(shared);
                    Ok(())
                })?,
                "threads" => self.list(Self::thread)?,
                "rules" => self.rules()?,
                _ => self.target()?,
            }
        }
    }

    /// Makes the system of what was collected.
    fn resolve(mut self) -> Result<PushdownSystem, Error> {
        let end = self.cursor.offset()..self.cursor.offset();
        let missing = |what: &str| Err(Error::new(Code::Incomplete, what, end.clone()));
        if self.system.shared.is_empty() {
            return missing("there is no `shared` section");
        }
        if self.system.threads.is_empty() {
            return missing("there is no `threads` section");
        }
        for (name, span) in std::mem::take(&mut self.start) {
            let shared = self.known(name, &span)?;
            if self.system.initial.contains(&shared) {
                return Err(Error::new(Code::Duplicate, format!("shared state `{name}` starts twice"), span));
            }
            self.system.initial.push(shared);
        }
        if self.system.initial.is_empty() {
            self.system.initial.push(0);
        }
        for rule in std::mem::take(&mut self.rules) {
            self.expand(rule)?;
        }
        for (shared, tops) in std::mem::take(&mut self.targets) {
            let shared = self.known_or_any(&shared)?;
            let top = |(name, span): Name| {
                let message = format!("no thread and no rule has the stack symbol `{name}`");
                self.symbols.get(name).copied().ok_or_else(|| Error::new(Code::UnknownName, message, span))
            };
            let tops = tops.into_iter().map(top).collect::<Result<_, _>>()?;
            self.system.targets.push(PushdownTarget { shared, tops });
        }
        Ok(self.system)
    }

    /// Spells out `*`, now that all shared states are known.
    fn expand(&mut self, rule: Rule<'a>) -> Result<(), Error> {
        let all = || 0..self.system.shared.len() as u32;
        let pairs: Vec<(u32, u32)> = match (self.known_or_any(&rule.from)?, self.known_or_any(&rule.to)?) {
            (Some(from), Some(to)) => vec![(from, to)],
            (None, Some(to)) => all().map(|from| (from, to)).collect(),
            (Some(from), None) => all().map(|to| (from, to)).collect(),
            (None, None) => all().map(|shared| (shared, shared)).collect(),
        };
        for (from, to) in pairs {
            let push = rule.push.as_slice().into();
            self.system.rules.push(PushdownRule { from, top: rule.top, to, push, line: rule.line });
        }
        if self.system.rules.len() > MOST_RULES {
            return Err(Error::new(Code::TooLarge, format!("more than {MOST_RULES} rules"), rule.span));
        }
        Ok(())
    }

    /// Items separated by commas, up to a semicolon.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        loop {
            item(self)?;
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")
    }

    fn declare_shared(&mut self) -> Result<(), Error> {
        self.cursor.skip_space();
        let (name, span) = self.cursor.name("a shared state")?;
        if self.shared.insert(name, self.system.shared.len() as u32).is_some() {
            return Err(Error::new(Code::Duplicate, format!("shared state `{name}` is declared twice"), span));
        }
        self.system.shared.push(name.to_string());
        Ok(())
    }

    fn thread(&mut self) -> Result<(), Error> {
        let start = self.cursor.offset();
        let mut stack = vec![self.symbol()?];
        while !self.next_is(",") && !self.next_is(";") {
            stack.push(self.symbol()?);
        }
        self.system.threads.push(stack);
        if self.system.threads.len() > MOST_THREADS {
            let message = format!("more than {MOST_THREADS} threads");
            return Err(Error::new(Code::TooLarge, message, start..self.cursor.offset()));
        }
        Ok(())
    }

    fn rules(&mut self) -> Result<(), Error> {
        loop {
            self.cursor.skip_space();
            if self.cursor.at_end() || SECTIONS.contains(&self.cursor.peek_name()) {
                return Ok(());
            }
            self.rule()?;
        }
    }

    fn rule(&mut self) -> Result<(), Error> {
        let line = self.cursor.line();
        let start = self.cursor.offset();
        let from = self.shared_or_any()?;
        let top = self.symbol()?;
        self.expect("->")?;
        let to = self.shared_or_any()?;
        let mut push = Vec::new();
        while !self.next_is(";") {
            push.push(self.symbol()?);
            if push.len() > 2 {
                let message = "a rule puts at most two symbols on the stack";
                return Err(Error::new(Code::Unsupported, message, start..self.cursor.offset()));
            }
        }
        self.expect(";")?;
        self.rules.push(Rule { from, top, to, push, line, span: start..self.cursor.offset() });
        Ok(())
    }

    fn target(&mut self) -> Result<(), Error> {
        let shared = self.shared_or_any()?;
        let mut tops = Vec::new();
        if self.eat("|") {
            loop {
                self.cursor.skip_space();
                tops.push(self.cursor.name("a stack symbol")?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(";")?;
        self.targets.push((shared, tops));
        Ok(())
    }

    fn shared_or_any(&mut self) -> Result<SharedState<'a>, Error> {
        if self.eat("*") { Ok(None) } else { self.shared().map(Some) }
    }

    fn shared(&mut self) -> Result<Name<'a>, Error> {
        self.cursor.skip_space();
        self.cursor.name("a shared state")
    }

    fn known(&self, name: &str, span: &Range<usize>) -> Result<u32, Error> {
        let unknown = || Error::new(Code::UnknownName, format!("there is no shared state `{name}`"), span.clone());
        self.shared.get(name).copied().ok_or_else(unknown)
    }

    fn known_or_any(&self, shared: &SharedState) -> Result<Option<u32>, Error> {
        shared.as_ref().map(|(name, span)| self.known(name, span)).transpose()
    }

    /// Symbols come into being by being used.
    fn symbol(&mut self) -> Result<u32, Error> {
        self.cursor.skip_space();
        let is_quoted = self.cursor.next_is("\"");
        let (name, span) = self.cursor.name("a stack symbol")?;
        if SECTIONS.contains(&name) && !is_quoted {
            let message =
                format!("`{name}` begins a section; a stack symbol of this name needs quotes, or a `;` is missing");
            return Err(Error::new(Code::Syntax, message, span));
        }
        let symbols = &mut self.system.symbols;
        Ok(*self.symbols.entry(name).or_insert_with(|| {
            symbols.push(name.to_string());
            symbols.len() as u32 - 1
        }))
    }

    fn eat(&mut self, token: &str) -> bool {
        self.cursor.skip_space();
        self.cursor.eat(token)
    }

    fn next_is(&mut self, token: &str) -> bool {
        self.cursor.skip_space();
        self.cursor.next_is(token)
    }

    fn expect(&mut self, token: &str) -> Result<(), Error> {
        self.cursor.skip_space();
        self.cursor.expect(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_rule_is_read() {
        let text = "shared a, b; start b; threads m x, m; rules\n a m -> b f r; # call\n b f -> a; * r -> * m; * x -> b x;\n target * | m, f; target a;";
        let system = parse(text).unwrap();
        assert_eq!(system.initial, [1]);
        assert_eq!(system.threads, [vec![0, 1], vec![0]]);
        let rules: Vec<_> = system.rules.iter().map(|r| (r.from, r.top, r.to, r.push.to_vec(), r.line)).collect();
        assert_eq!(rules[..3], [(0, 0, 1, vec![2, 3], 2), (1, 2, 0, vec![], 3), (0, 3, 0, vec![0], 3)]);
        assert_eq!(rules[4..], [(0, 1, 1, vec![1], 3), (1, 1, 1, vec![1], 3)]);
        assert_eq!(system.targets[0], PushdownTarget { shared: None, tops: vec![0, 2] });
        assert_eq!(system.targets[1], PushdownTarget { shared: Some(0), tops: vec![] });
        let mut again = parse(&system.to_string()).unwrap();
        again.rules.iter_mut().zip(&system.rules).for_each(|(rule, old)| rule.line = old.line);
        assert_eq!(again, system, "printing and reading agree");
    }

    #[test]
    fn sections_come_in_any_order() {
        let ordered = "shared a, b; start b; threads m; rules\n * m -> * n; a n -> *; target b | n;";
        let mixed = "target b | n; start b; rules\n * m -> * n; a n -> *; shared a; threads m; shared b;";
        assert_eq!(parse(mixed).unwrap().rules, parse(ordered).unwrap().rules);
        assert_eq!(parse(ordered).unwrap().rules.len(), 4);
        assert_eq!(parse(mixed).unwrap().targets, parse(ordered).unwrap().targets);
        assert_eq!(parse(mixed).unwrap().initial, [1]);
        let named = parse("shared start.a; threads m; rules\n start.a m -> start.a;").unwrap();
        assert_eq!(named.rules.len(), 1, "a name may begin like a section");
    }

    #[test]
    fn mistakes_are_located() {
        let error = |text: &str| {
            let error = parse(text).unwrap_err();
            (error.code, error.message)
        };
        assert_eq!(error("shared a, a;").0, Code::Duplicate);
        assert_eq!(error("shared a; threads m; rules c m -> a;").0, Code::UnknownName);
        assert_eq!(error("shared a; threads m; rules a m -> a m m m;").0, Code::Unsupported);
        assert_eq!(error("shared a;").1, "there is no `threads` section");
        assert_eq!(error("threads m;").1, "there is no `shared` section");
        assert_eq!(error("shared a; threads m; rules a m = a;").1, "expected `->`, found `=`");
        assert_eq!(error("shared a b;").1, "expected `;`, found `b`");
        assert_eq!(error("nothing").0, Code::Syntax);
        assert_eq!(error("shared a, b; start b, b; threads m;").0, Code::Duplicate);
        assert_eq!(error("shared a; threads m; rules * m -> * n; target a | misspelt;").0, Code::UnknownName);
        assert_eq!(
            error("shared a; threads m; rules a m -> a").1,
            "expected a stack symbol, found the end of the file"
        );
    }
}
