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
use umpteen_model::pushdown::{MOST_THREADS, PushdownRule, PushdownSystem, PushdownTarget};

/// More rules than this, with `*` spelled out, are refused.
const MOST_RULES: usize = 5_000_000;

/// Reads `.pds` text.
pub fn parse(text: &str) -> Result<PushdownSystem, Error> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        system: PushdownSystem::default(),
        shared: FxHashMap::default(),
        symbols: FxHashMap::default(),
    };
    parser.sections()?;
    let Parser { mut system, cursor, .. } = parser;
    let missing = |what: &str| Err(Error::new(Code::Incomplete, what, cursor.offset()..cursor.offset()));
    if system.shared.is_empty() {
        return missing("there is no `shared` section");
    }
    if system.threads.is_empty() {
        return missing("there is no `threads` section");
    }
    if system.initial.is_empty() {
        system.initial.push(0);
    }
    Ok(system)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    system: PushdownSystem,
    shared: FxHashMap<&'a str, u32>,
    symbols: FxHashMap<&'a str, u32>,
}

impl<'a> Parser<'a> {
    fn sections(&mut self) -> Result<(), Error> {
        loop {
            self.cursor.skip_space();
            if self.cursor.at_end() {
                return Ok(());
            }
            match self.cursor.peek_word() {
                "shared" => {
                    self.cursor.eat("shared");
                    self.list(Self::declare_shared)?;
                }
                "start" => {
                    self.cursor.eat("start");
                    self.list(|parser| {
                        let shared = parser.shared()?;
                        parser.system.initial.push(shared);
                        Ok(())
                    })?;
                }
                "threads" => {
                    self.cursor.eat("threads");
                    self.list(Self::thread)?;
                }
                "rules" => {
                    self.cursor.eat("rules");
                    self.rules()?;
                }
                "target" => {
                    self.cursor.eat("target");
                    self.target()?;
                }
                _ => return Err(self.cursor.expected("`shared`, `start`, `threads`, `rules` or `target`")),
            }
        }
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
            let section = ["", "shared", "start", "threads", "rules", "target"].contains(&self.cursor.peek_word());
            if section && !self.next_is("*") && !self.next_is("\"") {
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
        let all = || 0..self.system.shared.len() as u32;
        let pairs: Vec<(u32, u32)> = match (from, to) {
            (Some(from), Some(to)) => vec![(from, to)],
            (None, Some(to)) => all().map(|from| (from, to)).collect(),
            (Some(from), None) => all().map(|to| (from, to)).collect(),
            (None, None) => all().map(|shared| (shared, shared)).collect(),
        };
        for (from, to) in pairs {
            self.system.rules.push(PushdownRule { from, top, to, push: push.as_slice().into(), line });
        }
        if self.system.rules.len() > MOST_RULES {
            let message = format!("more than {MOST_RULES} rules");
            return Err(Error::new(Code::TooLarge, message, start..self.cursor.offset()));
        }
        Ok(())
    }

    fn target(&mut self) -> Result<(), Error> {
        let shared = self.shared_or_any()?;
        let mut tops = Vec::new();
        if self.eat("|") {
            loop {
                tops.push(self.symbol()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(";")?;
        self.system.targets.push(PushdownTarget { shared, tops });
        Ok(())
    }

    fn shared_or_any(&mut self) -> Result<Option<u32>, Error> {
        if self.eat("*") { Ok(None) } else { self.shared().map(Some) }
    }

    fn shared(&mut self) -> Result<u32, Error> {
        self.cursor.skip_space();
        let (name, span) = self.cursor.name("a shared state")?;
        self.shared
            .get(name)
            .copied()
            .ok_or_else(|| Error::new(Code::UnknownName, format!("there is no shared state `{name}`"), span))
    }

    /// Symbols come into being by being used.
    fn symbol(&mut self) -> Result<u32, Error> {
        self.cursor.skip_space();
        let (name, _) = self.cursor.name("a stack symbol")?;
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
        assert_eq!(
            error("shared a; threads m; rules a m -> a").1,
            "expected a stack symbol, found the end of the file"
        );
    }
}
