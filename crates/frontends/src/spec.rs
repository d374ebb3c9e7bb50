//! Petri nets in the MIST format (`.spec`).
//!
//! ```text
//! vars  a b c
//! rules a >= 1, b >= 2 -> a' = a - 1, c' = c + 1;     # b is only read
//!       a >= 1 -> b' = b + c, c' = 0;                 # transfer: all tokens of c move to b
//! init  a >= 1, b = 0, c = 0
//! target
//!   b >= 1, c >= 2                                    # one conjunction to a line
//! invariants
//!   a = 1, b = 1                                      # weights claimed constant: hints
//! ```
//! A rule that subtracts more than its guard asks for is enabled only when the tokens are there.

use crate::cursor::{Cursor, LARGEST_COUNT};
use crate::error::{Code, Error};
use crate::tts::summed;
use rustc_hash::FxHashMap;
use std::ops::Range;
use umpteen_model::petri_net::{Marking, PetriNet, Transition};
use umpteen_model::state::Counts;
use umpteen_model::system::NOWHERE;

const SECTIONS: [&str; 5] = ["vars", "rules", "init", "target", "invariants"];

/// Reads `.spec` text.
pub fn parse(text: &str) -> Result<PetriNet, Error> {
    let mut parser = Parser { cursor: Cursor::new(text), numbers: FxHashMap::default(), net: PetriNet::default() };
    parser.section("vars")?;
    parser.places()?;
    parser.section("rules")?;
    parser.rules()?;
    parser.section("init")?;
    let start = parser.cursor.offset();
    let marking = parser.marking()?;
    parser.net.initial = complete(marking, &parser.net, start..parser.cursor.offset())?;
    parser.section("target")?;
    parser.net.targets = parser.conjunctions(">=")?;
    if parser.next_word() == "invariants" {
        parser.section("invariants")?;
        parser.net.invariants = parser.conjunctions("=")?;
    }
    parser.cursor.skip_space();
    if parser.cursor.at_end() { Ok(parser.net) } else { Err(parser.cursor.expected("the end of the file")) }
}

/// Reads a target given apart from the file, `a >= 1, b >= 2`; several are separated by `;` or line ends.
pub fn parse_targets(text: &str, net: &PetriNet) -> Result<Vec<Counts>, Error> {
    let mut parser = Parser::over(text, net);
    let targets = parser.conjunctions(">=")?;
    if parser.cursor.at_end() { Ok(targets) } else { Err(parser.cursor.expected("a place name")) }
}

/// Reads a start given apart from the file, `a = 1, b >= 2`; places not named are empty.
pub fn parse_initial(text: &str, net: &PetriNet) -> Result<Vec<Marking>, Error> {
    let mut parser = Parser::over(text, net);
    let marking = parser.marking()?;
    parser.cursor.skip_space();
    if !parser.cursor.at_end() {
        return Err(parser.cursor.expected("`,` or the end"));
    }
    Ok(marking.into_iter().map(Option::unwrap_or_default).collect())
}

fn complete(marking: Vec<Option<Marking>>, net: &PetriNet, span: Range<usize>) -> Result<Vec<Marking>, Error> {
    let missing = marking.iter().position(Option::is_none);
    if let Some(place) = missing {
        let message = format!("`init` does not say how many tokens `{}` has", net.places[place]);
        return Err(Error::new(Code::Incomplete, message, span));
    }
    Ok(marking.into_iter().flatten().collect())
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    numbers: FxHashMap<String, u32>,
    net: PetriNet,
}

/// One side `x' = terms + constant` of a rule.
struct Update {
    place: u32,
    terms: Vec<u32>,
    constant: i64,
    span: Range<usize>,
}

impl<'a> Parser<'a> {
    fn over(text: &'a str, net: &PetriNet) -> Parser<'a> {
        let numbers = net.places.iter().enumerate().map(|(at, name)| (name.clone(), at as u32)).collect();
        let net = PetriNet { places: net.places.clone(), ..PetriNet::default() };
        Parser { cursor: Cursor::new(text), numbers, net }
    }

    fn next_word(&mut self) -> &'a str {
        self.cursor.skip_space();
        self.cursor.peek_name()
    }

    fn section(&mut self, name: &str) -> Result<(), Error> {
        self.cursor.skip_space();
        if self.cursor.peek_name() != name {
            return Err(self.cursor.expected(&format!("the section `{name}`")));
        }
        self.cursor.expect(name)
    }

    fn at_section(&mut self) -> bool {
        let word = self.next_word();
        SECTIONS.contains(&word) || self.cursor.at_end()
    }

    fn places(&mut self) -> Result<(), Error> {
        while !self.at_section() {
            let (name, span) = self.cursor.name("a place name or `rules`")?;
            let number = self.net.places.len() as u32;
            if self.numbers.insert(name.to_string(), number).is_some() {
                return Err(Error::new(Code::Duplicate, format!("place `{name}` is declared twice"), span));
            }
            self.net.places.push(name.to_string());
        }
        Ok(())
    }

    fn place(&mut self) -> Result<(u32, Range<usize>), Error> {
        self.cursor.skip_space();
        let (name, span) = self.cursor.name("a place name")?;
        match self.numbers.get(name) {
            Some(&place) => Ok((place, span)),
            None => Err(Error::new(Code::UnknownName, format!("there is no place `{name}`"), span)),
        }
    }

    fn comma(&mut self) -> bool {
        self.cursor.skip_space();
        self.cursor.eat(",")
    }

    fn rules(&mut self) -> Result<(), Error> {
        while !self.at_section() {
            let line = self.cursor.line();
            let mut guard = Vec::new();
            loop {
                guard.push(self.comparison(">=")?);
                if !self.comma() {
                    break;
                }
            }
            self.cursor.skip_space();
            self.cursor.expect("->")?;
            let mut updates = vec![self.update()?];
            while self.comma() {
                updates.push(self.update()?);
            }
            self.cursor.skip_space();
            let end = self.cursor.offset();
            self.cursor.expect(";")?;
            let transition = self.transition(guard, updates, end)?;
            self.net.transitions.push(Transition { line, ..transition });
        }
        Ok(())
    }

    fn comparison(&mut self, relation: &str) -> Result<(u32, u32), Error> {
        let (place, _) = self.place()?;
        self.cursor.skip_space();
        self.cursor.expect(relation)?;
        self.cursor.skip_space();
        Ok((place, self.cursor.number("a number of tokens", LARGEST_COUNT)?))
    }

    fn update(&mut self) -> Result<Update, Error> {
        let (place, span) = self.place()?;
        self.cursor.expect("'")?;
        self.cursor.skip_space();
        self.cursor.expect("=")?;
        let mut update = Update { place, terms: Vec::new(), constant: 0, span };
        let mut negative = false;
        loop {
            self.cursor.skip_space();
            if self.cursor.peek_name().starts_with(|c: char| c.is_ascii_digit()) {
                let number = i64::from(self.cursor.number("a number of tokens", LARGEST_COUNT)?);
                update.constant += if negative { -number } else { number };
            } else {
                let (term, span) = self.place()?;
                if negative || update.terms.contains(&term) {
                    let message = "a place can be added once on the right-hand side, and not subtracted";
                    return Err(Error::new(Code::Unsupported, message, span));
                }
                update.terms.push(term);
            }
            self.cursor.skip_space();
            negative = self.cursor.eat("-");
            if !negative && !self.cursor.eat("+") {
                return Ok(update);
            }
        }
    }

    fn transition(&self, guard: Vec<(u32, u32)>, updates: Vec<Update>, end: usize) -> Result<Transition, Error> {
        let mut consumes: Vec<(u32, u32)> = Vec::new();
        let mut produces: Vec<(u32, u32)> = Vec::new();
        let mut transfers: Vec<(u32, u32)> = Vec::new();
        let updated: FxHashMap<u32, &Update> = updates.iter().map(|u| (u.place, u)).collect();
        if updated.len() < updates.len() {
            let message = "a place is updated twice in one rule";
            return Err(Error::new(Code::Duplicate, message, updates[0].span.start..end));
        }
        for update in &updates {
            for &term in update.terms.iter().filter(|&&term| term != update.place) {
                let emptied = updated.get(&term).is_some_and(|u| !u.terms.contains(&term));
                if !emptied || transfers.iter().any(|&(source, _)| source == term) {
                    let name = &self.net.places[term as usize];
                    let message = format!(
                        "`{name}` is copied, not moved: its own update must not keep it, and only one place may receive it"
                    );
                    return Err(Error::new(Code::Unsupported, message, update.span.clone()));
                }
                transfers.push((term, update.place));
            }
            let too_large =
                || Error::new(Code::TooLarge, "the constants add up to more than accepted", update.span.clone());
            let amount = u32::try_from(update.constant.abs()).map_err(|_| too_large())?;
            if update.constant >= 0 {
                produces.push((update.place, amount));
            } else {
                consumes.extend(self.subtracted(update, amount, &guard)?);
            }
        }
        for update in updates.iter().filter(|u| !u.terms.contains(&u.place)) {
            if !transfers.iter().any(|&(source, _)| source == update.place) {
                transfers.push((update.place, NOWHERE));
            }
        }
        transfers.sort_unstable();
        let consumes = summed(consumes, &self.cursor)?;
        let produces = summed(produces, &self.cursor)?;
        let mut reads: Vec<(u32, u32)> = Vec::new();
        for (place, least) in guard {
            let consumed = consumes.iter().find(|&&(p, _)| p == place).map_or(0, |&(_, count)| count);
            if least > consumed {
                match reads.iter_mut().find(|(p, _)| *p == place) {
                    Some((_, count)) => *count = (*count).max(least),
                    None => reads.push((place, least)),
                }
            }
        }
        let reads = summed(reads, &self.cursor)?;
        Ok(Transition { name: None, reads, consumes, produces, transfers, line: 0 })
    }

    /// Which places a negative constant takes its tokens from: what arrives in one sum may be taken from any of its
    /// terms, as far as the guards promise tokens there; a place of its own may be asked for more than its guard.
    fn subtracted(&self, update: &Update, amount: u32, guard: &[(u32, u32)]) -> Result<Vec<(u32, u32)>, Error> {
        if update.terms == [update.place] {
            return Ok(vec![(update.place, amount)]);
        }
        let mut left = amount;
        let mut taken = Vec::new();
        for &term in &update.terms {
            let promised = guard.iter().filter(|&&(place, _)| place == term).map(|&(_, least)| least).max();
            let part = promised.unwrap_or(0).min(left);
            taken.push((term, part));
            left -= part;
        }
        if left > 0 {
            let message = "more tokens are subtracted than the guards promise";
            return Err(Error::new(Code::Unsupported, message, update.span.clone()));
        }
        Ok(taken)
    }

    fn marking(&mut self) -> Result<Vec<Option<Marking>>, Error> {
        let mut marking = vec![None; self.net.places.len()];
        loop {
            let (place, span) = self.place()?;
            self.cursor.skip_space();
            let unbounded = self.cursor.eat(">=");
            if !unbounded && !self.cursor.eat("=") {
                return Err(self.cursor.expected("`=` or `>=`"));
            }
            self.cursor.skip_space();
            let least = self.cursor.number("a number of tokens", LARGEST_COUNT)?;
            if marking[place as usize].replace(Marking { least, unbounded }).is_some() {
                let message = format!("the tokens of `{}` are given twice", self.net.places[place as usize]);
                return Err(Error::new(Code::Duplicate, message, span));
            }
            if !self.comma() {
                break;
            }
        }
        Ok(marking)
    }

    fn conjunctions(&mut self, relation: &str) -> Result<Vec<Counts>, Error> {
        let mut conjunctions = Vec::new();
        while !self.at_section() {
            let mut parts: Vec<(u32, u32)> = Vec::new();
            loop {
                self.cursor.skip_space();
                let start = self.cursor.offset();
                let (place, number) = self.comparison(relation)?;
                if relation == "=" && parts.iter().any(|(other, _)| *other == place) {
                    let message = format!("the weight of `{}` is given twice", self.net.places[place as usize]);
                    return Err(Error::new(Code::Duplicate, message, start..self.cursor.offset()));
                }
                parts.push((place, number));
                if !self.comma() {
                    break;
                }
            }
            // Of two demands on one place the larger counts.
            parts.sort_unstable_by_key(|&(place, least)| (place, std::cmp::Reverse(least)));
            parts.dedup_by_key(|(place, _)| *place);
            conjunctions.push(summed(parts, &self.cursor)?);
            self.cursor.skip_space();
            self.cursor.eat(";");
        }
        Ok(conjunctions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NET: &str = "vars a b c rules a >= 1, b >= 2 -> a' = a - 1, c' = c + 1;
        a >= 1 -> b' = b + c, c' = 0; c >= 2 -> c' = c-2; b >= 1 -> b' = 0;
        init a >= 1, b = 0, c = 0 target b >= 1, c >= 2 a >= 3 invariants a = 1, b = 1";

    fn error(text: &str) -> (Code, String) {
        let error = parse(text).unwrap_err();
        (error.code, error.message)
    }

    #[test]
    fn reads_every_construct() {
        let net = parse(NET).unwrap();
        let rule = &net.transitions[0];
        assert_eq!((rule.reads.as_slice(), rule.consumes.as_slice()), (&[(1, 2)][..], &[(0, 1)][..]));
        assert_eq!(net.transitions[1].transfers, [(2, 1)]);
        assert_eq!(net.transitions[3].transfers, [(1, NOWHERE)], "a reset throws its tokens away");
        assert_eq!(net.targets.len(), 2);
        assert_eq!(net.invariants.len(), 1);
    }

    #[test]
    fn printing_and_reading_agree() {
        let net = parse(NET).unwrap();
        assert_eq!(parse(&net.to_string()).unwrap().to_string(), net.to_string());
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(error("").0, Code::Syntax);
        assert_eq!(error("vars a a rules").0, Code::Duplicate);
        assert_eq!(
            error("vars a rules b >= 1 -> a' = a+1; init a=0 target a>=1"),
            (Code::UnknownName, "there is no place `b`".into())
        );
        assert_eq!(error("vars a b rules a >= 1 -> a' = a+1; init a=0 target a>=1").0, Code::Incomplete);
        assert_eq!(error("vars a b rules a >= 1 -> b' = b + a; init a=0, b=0 target a>=1").0, Code::Unsupported);
        assert_eq!(error("vars a rules a >= 1 -> a' = a+99999999999; init a=0 target a>=1").0, Code::TooLarge);
        let twice = "vars a rules a >= 1 -> a' = a+1; init a=0 target a>=1 invariants a=1, a=2";
        assert_eq!(error(twice), (Code::Duplicate, "the weight of `a` is given twice".into()));
        assert_eq!(
            parse(&NET.replace('b', "init.b")).map(|net| net.places.len()),
            Ok(3),
            "a name may begin like a section"
        );
        assert_eq!(error("vars a rules a = 1 -> a' = a+1; init a=0 target a>=1").1, "expected `>=`, found `=`");
    }
}
