//! Place/transition nets with weighted, read and transfer arcs.

use crate::evidence::Weight;
use crate::state::Counts;
use crate::system::{Initial, InitialCount, Passive, Rule, System, Target};
use crate::thread_system::separated;
use std::fmt::{self, Display};

/// A Petri net; places are numbered in the order of `places`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PetriNet {
    /// The names of the places, distinct.
    pub places: Vec<String>,
    /// The transitions, in file order.
    pub transitions: Vec<Transition>,
    /// One entry for each place.
    pub initial: Vec<Marking>,
    /// A disjunction of conjunctions `place >= count`.
    pub targets: Vec<Counts>,
    /// Weights that the file claims constant (MIST `invariants`): hints, never trusted.
    pub invariants: Vec<Counts>,
}

/// The initial tokens of one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    /// The number of tokens, or the least number.
    pub least: u32,
    /// `>=` instead of `=`.
    pub unbounded: bool,
}

/// One transition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// Its name, where the format has one.
    pub name: Option<String>,
    /// Tokens that must be present and are not consumed by this arc.
    pub reads: Counts,
    /// Tokens consumed.
    pub consumes: Counts,
    /// Tokens produced.
    pub produces: Counts,
    /// All remaining tokens of the first place move to the second, or are thrown away (`NOWHERE`).
    pub transfers: Vec<(u32, u32)>,
    /// The line of the file that it stands in, counted from one; 0 if it is not from a file.
    pub line: u32,
}

impl Transition {
    /// The guard: for each place, the larger of the tokens read and the tokens consumed.
    pub fn guard(&self) -> Counts {
        let mut guard = self.consumes.clone();
        for &(place, count) in &self.reads {
            match guard.binary_search_by_key(&place, |&(p, _)| p) {
                Ok(at) => guard[at].1 = guard[at].1.max(count),
                Err(at) => guard.insert(at, (place, count)),
            }
        }
        guard
    }
}

fn weight(invariant: &Counts) -> Weight {
    let locals = invariant.iter().map(|&(place, weight)| (place, u64::from(weight))).collect();
    Weight { shared: Vec::new(), locals, bound: 0 }
}

impl PetriNet {
    /// The counter system with a single shared state; rule `i` is transition `i`.
    pub fn system(&self) -> System {
        let rule = |t: &Transition| Rule {
            from: 0,
            to: 0,
            guard: t.guard(),
            take: t.consumes.clone(),
            give: t.produces.clone(),
            passive: if t.transfers.is_empty() { Passive::Stay } else { Passive::All(t.transfers.clone()) },
        };
        let initial = self
            .initial
            .iter()
            .enumerate()
            .filter(|(_, m)| m.least > 0 || m.unbounded)
            .map(|(place, m)| InitialCount { local: place as u32, least: m.least, unbounded: m.unbounded });
        System {
            shared_count: 1,
            local_count: self.places.len() as u32,
            rules: self.transitions.iter().map(rule).collect(),
            initial: vec![Initial { shared: 0, counts: initial.collect() }],
            targets: self.targets.iter().map(|t| Target { shared: Some(0), counts: t.clone() }).collect(),
            hints: self.invariants.iter().map(weight).collect(),
        }
    }

    /// A target of this net as text: `a >= 1, b >= 2`.
    pub fn target_text(&self, target: &Counts) -> String {
        if target.is_empty() {
            return self.places.first().map_or(String::new(), |place| format!("{place} >= 0"));
        }
        let mut text = String::new();
        let written = separated(&mut text, ", ", target, |out, &(place, count)| {
            write!(out, "{} >= {count}", self.places[place as usize])
        });
        written.expect("writing to a string does not fail");
        text
    }

    /// Transition `at` in words: its name, or its number counted from one.
    pub fn transition_name(&self, at: usize) -> String {
        match &self.transitions[at].name {
            Some(name) => name.clone(),
            None => format!("rule {}", at + 1),
        }
    }
}

impl PetriNet {
    /// This net with place names that every format can spell.
    pub fn with_plain_names(&self) -> PetriNet {
        const RESERVED: [&str; 5] = ["vars", "rules", "init", "target", "invariants"];
        let mut used = std::collections::HashSet::new();
        let mut plain = |name: &String| {
            let mut name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || RESERVED.contains(&name.as_str()) {
                name.insert(0, 'p');
            }
            while !used.insert(name.clone()) {
                name.push('_');
            }
            name
        };
        PetriNet { places: self.places.iter().map(&mut plain).collect(), ..self.clone() }
    }
}

impl Display for PetriNet {
    /// The MIST `.spec` text.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let name = |place: u32| &self.places[place as usize];
        writeln!(out, "vars\n    {}\n\nrules", self.places.join(" "))?;
        for transition in &self.transitions {
            self.write_rule(out, transition)?;
        }
        writeln!(out, "init")?;
        out.write_str("    ")?;
        separated(out, ", ", self.initial.iter().enumerate(), |out, (place, marking)| {
            let relation = if marking.unbounded { ">=" } else { "=" };
            write!(out, "{} {relation} {}", name(place as u32), marking.least)
        })?;
        writeln!(out, "\n\ntarget")?;
        for target in &self.targets {
            writeln!(out, "    {}", self.target_text(target))?;
        }
        if !self.invariants.is_empty() {
            writeln!(out, "\ninvariants")?;
        }
        for invariant in &self.invariants {
            out.write_str("    ")?;
            separated(out, ", ", invariant, |out, &(place, weight)| write!(out, "{} = {weight}", name(place)))?;
            writeln!(out)?;
        }
        Ok(())
    }
}

impl PetriNet {
    fn write_rule(&self, out: &mut fmt::Formatter, transition: &Transition) -> fmt::Result {
        let name = |place: u32| &self.places[place as usize];
        if let Some(name) = &transition.name {
            let one_line: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            writeln!(out, "    # {one_line}")?;
        }
        out.write_str("    ")?;
        let mut guard = transition.guard();
        if guard.is_empty() && !self.places.is_empty() {
            guard.push((0, 0)); // the format wants at least one guard
        }
        separated(out, ", ", &guard, |out, &(place, count)| write!(out, "{} >= {count}", name(place)))?;
        writeln!(out, " ->")?;
        let touched = |place: &u32| {
            let of = |arcs: &Counts| arcs.iter().any(|(p, _)| p == place);
            of(&transition.consumes)
                || of(&transition.produces)
                || transition.transfers.iter().any(|(s, d)| s == place || d == place)
        };
        let count = |arcs: &Counts, place| arcs.iter().find(|(p, _)| *p == place).map_or(0, |&(_, c)| i64::from(c));
        let mut updates = Vec::new();
        for place in (0..self.places.len() as u32).filter(touched) {
            let emptied = transition.transfers.iter().any(|&(source, _)| source == place);
            let mut constant = count(&transition.produces, place);
            let mut text = format!("{}' =", name(place));
            let mut terms: Vec<&String> = Vec::new();
            if !emptied {
                terms.push(name(place));
                constant -= count(&transition.consumes, place);
            }
            for &(source, _) in transition.transfers.iter().filter(|&&(_, to)| to == place) {
                terms.push(name(source));
                constant -= count(&transition.consumes, source);
            }
            for (at, term) in terms.iter().enumerate() {
                text += if at == 0 { " " } else { " + " };
                text += term;
            }
            if terms.is_empty() {
                text += &format!(" {constant}");
            } else if constant != 0 || terms.len() == 1 && emptied {
                text += &format!(" {} {}", if constant < 0 { "-" } else { "+" }, constant.abs());
            } else if terms.len() == 1 {
                continue;
            }
            updates.push(text);
        }
        if updates.is_empty() && !self.places.is_empty() {
            updates.push(format!("{0}' = {0} + 0", self.places[0])); // the format wants at least one update
        }
        writeln!(out, "        {};\n", updates.join(",\n        "))
    }
}
