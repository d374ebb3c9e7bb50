//! Locations as values of local variables, so that a constraint can speak of where another thread is.
//!
//! The variables of a flat program have a meaning only at some locations, and constraints may ask which place another thread is
//! at. The text has no word for either. Locations that differ in neither are a class; threads keep the number of theirs in
//! binary, in local variables `c0`, `c1`, ...

use crate::boolean::expression::{Expr, Slot};
use crate::boolean::program::{Instruction, Program, Update};
use std::collections::BTreeMap;

/// The properties by which locations are classified: variables without meaning, places, and whether threads begin there.
type Signature = (u64, u64, Option<u32>);

pub(super) struct Classes {
    of: Vec<u32>,
    signatures: Vec<Signature>,
    pub(super) bits: u32,
}

/// Whether a thread is in one of some classes.
pub(super) enum Member {
    Always,
    Never,
    If(String),
}

impl Classes {
    /// Tells apart what the program's constraints do, and the locations where threads begin.
    pub(super) fn new(program: &Program, entries: &[u32]) -> Classes {
        let mentioned = mentioned(program);
        let begins = |at: u32| entries.contains(&at).then_some(at).filter(|_| entries.len() > 1);
        let mut numbers: BTreeMap<Signature, u32> = BTreeMap::new();
        let mut signatures = Vec::new();
        let mut of = Vec::new();
        for (at, location) in (0u32..).zip(&program.locations) {
            let signature = (location.dead & mentioned.variables, location.places & mentioned.places, begins(at));
            of.push(*numbers.entry(signature).or_insert_with(|| {
                signatures.push(signature);
                signatures.len() as u32 - 1
            }));
        }
        let bits = u32::BITS - (signatures.len() as u32).saturating_sub(1).leading_zeros();
        // A constraint over another thread has to mention it.
        Classes { of, signatures, bits: bits.max(u32::from(mentioned.others)) }
    }

    /// The class of a location, bit by bit.
    pub(super) fn code(&self, location: u32) -> impl Iterator<Item = bool> {
        let class = self.of[location as usize];
        (0..self.bits).map(move |bit| class >> bit & 1 == 1)
    }

    /// Whether all these variables have a meaning where a thread is.
    pub(super) fn live(&self, variables: u64, bit: &dyn Fn(u32) -> String) -> Member {
        self.member(&|(dead, ..)| dead & variables == 0, bit)
    }

    /// Whether a thread is at a place.
    pub(super) fn at(&self, place: u8, bit: &dyn Fn(u32) -> String) -> Member {
        self.member(&|(_, places, _)| places >> place & 1 == 1, bit)
    }

    /// Whether a thread begins at this location.
    pub(super) fn begins(&self, location: u32, bit: &dyn Fn(u32) -> String) -> Member {
        self.member(&|(.., begins)| *begins == Some(location), bit)
    }

    fn member(&self, wanted: &dyn Fn(&Signature) -> bool, bit: &dyn Fn(u32) -> String) -> Member {
        let wanted: Vec<bool> = self.signatures.iter().map(wanted).collect();
        decide(&wanted, self.bits, bit).unwrap_or(Member::Never)
    }
}

/// A decision tree over the bits of the numbers of the wanted items; none where there is no item at all.
fn decide(wanted: &[bool], bits: u32, name: &dyn Fn(u32) -> String) -> Option<Member> {
    let first = wanted.first()?;
    if wanted.iter().all(|other| other == first) {
        return Some(if *first { Member::Always } else { Member::Never });
    }
    let bit = bits - 1;
    let (low, high) = wanted.split_at(wanted.len().min(1 << bit));
    let Some(high) = decide(high, bit, name) else { return decide(low, bit, name) };
    let name_of_bit = name(bit);
    Some(match (decide(low, bit, name)?, high) {
        (Member::Always, Member::Always) => Member::Always,
        (Member::Never, Member::Never) => Member::Never,
        (Member::Never, Member::Always) => Member::If(name_of_bit),
        (Member::Always, Member::Never) => Member::If(format!("!{name_of_bit}")),
        (Member::Never, Member::If(high)) => Member::If(format!("({name_of_bit} & {high})")),
        (Member::Always, Member::If(high)) => Member::If(format!("(!{name_of_bit} | {high})")),
        (Member::If(low), Member::Never) => Member::If(format!("(!{name_of_bit} & {low})")),
        (Member::If(low), Member::Always) => Member::If(format!("({name_of_bit} | {low})")),
        (Member::If(low), Member::If(high)) if low == high => Member::If(low),
        (Member::If(low), Member::If(high)) => Member::If(format!("({name_of_bit} ? {high} : {low})")),
    })
}

/// The places and variables of other threads that steps mention.
#[derive(Default)]
struct Mentioned {
    variables: u64,
    places: u64,
    others: bool,
}

fn mentioned(program: &Program) -> Mentioned {
    let mut mentioned = Mentioned::default();
    let edges = program.locations.iter().flat_map(|location| &location.edges);
    let updates = edges.filter_map(|edge| match &edge.instruction {
        Instruction::Update(update) => Some(update),
        _ => None,
    });
    for update in updates {
        mentioned.others |= update.concerns_others();
        mentioned.variables |= update.passive.iter().fold(0, |mask, (number, _)| mask | 1 << number);
        for expr in about_others(update) {
            visit(expr, &mut |slot, _| match slot {
                Slot::Passive(_, number) => mentioned.variables |= 1 << number,
                Slot::Place(_, number) => mentioned.places |= 1 << number,
                Slot::Global(_) | Slot::Local(_) => {}
            });
        }
    }
    mentioned
}

fn about_others(update: &Update) -> impl Iterator<Item = &Expr> {
    let values = update.passive.iter().filter_map(|(_, value)| value.as_ref());
    values.chain(&update.passive_constraints).chain(update.group_constraints.iter().map(|(_, constraint)| constraint))
}

/// Looks at every variable that an expression reads, and whether it is read after the step.
pub(super) fn visit(expr: &Expr, look: &mut impl FnMut(Slot, bool)) {
    expr.map_slots(&mut |slot, next| {
        look(slot, next);
        (slot, next)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For any set, the decision tree over the bits separates its members from the others.
    #[test]
    fn decision_trees_tell_members_apart() {
        for count in 1..=6u32 {
            let bits = u32::BITS - (count - 1).leading_zeros();
            for set in 0..1u32 << count {
                let wanted: Vec<bool> = (0..count).map(|item| set >> item & 1 == 1).collect();
                for (item, &member) in (0u32..).zip(&wanted) {
                    let value = |bit: u32| (item >> bit & 1).to_string();
                    let said = match decide(&wanted, bits, &value) {
                        Some(Member::Always) => true,
                        Some(Member::Never) | None => false,
                        Some(Member::If(text)) => evaluate(&text),
                    };
                    assert_eq!(said, member, "{item} of {wanted:?}");
                }
            }
        }
    }

    /// The value of an expression over constants with all parentheses.
    fn evaluate(text: &str) -> bool {
        let mut text = text.to_string();
        let rules = [
            ("!0", "1"),
            ("!1", "0"),
            ("(0 & 0)", "0"),
            ("(0 & 1)", "0"),
            ("(1 & 0)", "0"),
            ("(1 & 1)", "1"),
            ("(0 | 0)", "0"),
            ("(0 | 1)", "1"),
            ("(1 | 0)", "1"),
            ("(1 | 1)", "1"),
        ];
        while text.len() > 1 {
            let before = text.clone();
            text = rules.iter().fold(text, |text, (from, to)| text.replace(from, to));
            for (yes, no) in [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")] {
                text = text.replace(&format!("(1 ? {yes} : {no})"), yes).replace(&format!("(0 ? {yes} : {no})"), no);
            }
            assert_ne!(text, before, "it gets shorter");
        }
        text == "1"
    }
}
