//! Thread transition systems: any number of identical finite-state threads over a finite shared state.

use crate::state::{Overflow, counts};
use crate::system::{Initial, InitialCount, Passive, Rule, System, Target};
use std::fmt::{self, Display, Write};

/// A shared and a local state.
pub type ThreadState = (u32, u32);

/// A thread transition system (`.tts`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadSystem {
    /// Shared states are `0..shared_count`.
    pub shared_count: u32,
    /// Local states are `0..local_count`.
    pub local_count: u32,
    /// The edges, in file order.
    pub edges: Vec<Edge>,
    /// The initial states.
    pub initial: Vec<Initial>,
    /// The targets, which must not be covered.
    pub targets: Vec<Target>,
}

/// One edge of a thread transition system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The active thread before.
    pub from: ThreadState,
    /// The active thread after, or the created thread.
    pub to: ThreadState,
    /// `+>`: the active thread stays in its local state and a new thread starts in `to`.
    pub creates: bool,
    /// `? l`: another thread must be in this local state.
    pub witness: Option<u32>,
    /// The effect on the other threads.
    pub passive: Passive,
    /// The line of the file that it stands in, counted from one; 0 if it is not from a file.
    pub line: u32,
}

impl Edge {
    /// An edge on which only the active thread moves.
    pub fn step(from: ThreadState, to: ThreadState) -> Edge {
        Edge { from, to, creates: false, witness: None, passive: Passive::Stay, line: 0 }
    }

    fn rule(&self) -> Result<Rule, Overflow> {
        let active = self.from.1;
        let stays = self.creates.then_some((active, 1));
        Ok(Rule {
            from: self.from.0,
            to: self.to.0,
            guard: counts(self.witness.map(|local| (local, 1)).into_iter().chain([(active, 1)]))?,
            take: counts([(active, 1)])?,
            give: counts(stays.into_iter().chain([(self.to.1, 1)]))?,
            passive: self.passive.clone(),
        })
    }
}

impl ThreadSystem {
    /// The start of a `.tts` file without `--init`: shared state 0, any number of threads in local state 0.
    pub fn default_initial() -> Initial {
        Initial { shared: 0, counts: vec![InitialCount { local: 0, least: 0, unbounded: true }] }
    }

    /// The counter system; rule `i` is edge `i`.
    pub fn system(&self) -> Result<System, Overflow> {
        Ok(System {
            shared_count: self.shared_count,
            local_count: self.local_count,
            rules: self.edges.iter().map(Edge::rule).collect::<Result<_, _>>()?,
            initial: self.initial.clone(),
            targets: self.targets.clone(),
            hints: Vec::new(),
        })
    }

    /// The targets as `.prop` text, one to a line.
    pub fn property_text(&self) -> String {
        self.targets.iter().map(|target| format!("{}\n", DisplayTarget(target))).collect()
    }

    /// Whether the start is the one that a `.tts` file implies.
    pub fn starts_by_default(&self) -> bool {
        self.initial == [ThreadSystem::default_initial()]
    }
}

impl Display for ThreadSystem {
    /// The `.tts` text; another start than the default one is kept in a comment for `--init`.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        writeln!(out, "{} {}", self.shared_count, self.local_count)?;
        if !self.starts_by_default() {
            let starts: Vec<String> = self.initial.iter().map(|i| DisplayInitial(i).to_string()).collect();
            writeln!(out, "# start with --init '{}'", starts.join(";"))?;
        }
        self.edges.iter().try_for_each(|edge| writeln!(out, "{edge}"))
    }
}

impl Display for Edge {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let arrow = if self.creates { "+>" } else { "->" };
        write!(out, "{} {} {arrow} {} {}", self.from.0, self.from.1, self.to.0, self.to.1)?;
        if let Some(local) = self.witness {
            write!(out, " ? {local}")?;
        }
        match &self.passive {
            Passive::Stay => return Ok(()),
            Passive::All(_) => out.write_str(" : ")?,
            Passive::One(_) => out.write_str(" : one ")?,
            Passive::Each { .. } => out.write_str(" : each ")?,
        }
        separated(out, ", ", self.passive.moves(), |out, (source, to)| write!(out, "{source} ~> {to}"))
    }
}

/// A target in the notation `s|l1,l2*k`.
pub struct DisplayTarget<'a>(pub &'a Target);

impl Display for DisplayTarget<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.0.shared {
            Some(shared) => write!(out, "{shared}|")?,
            None => out.write_str("*|")?,
        }
        separated(out, ",", &self.0.counts, |out, &(local, count)| match count {
            1 => write!(out, "{local}"),
            _ => write!(out, "{local}*{count}"),
        })
    }
}

/// An initial set in the notation of `--init`: `s|l*k,m*k+`.
pub struct DisplayInitial<'a>(pub &'a Initial);

impl Display for DisplayInitial<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}|", self.0.shared)?;
        separated(out, ",", &self.0.counts, |out, count| match count.unbounded {
            true => write!(out, "{}*{}+", count.local, count.least),
            false => write!(out, "{}*{}", count.local, count.least),
        })
    }
}

/// Writes items with a separator between them.
pub(crate) fn separated<T>(
    out: &mut impl Write,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut write_item: impl FnMut(&mut dyn Write, T) -> fmt::Result,
) -> fmt::Result {
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.write_str(separator)?;
        }
        write_item(out, item)?;
    }
    Ok(())
}
