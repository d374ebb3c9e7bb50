//! Which structures of different files are the same one, as when both files include its header.

use super::super::types::{CType, Record};
use rustc_hash::{FxHashMap, FxHashSet};

/// Types deeper than this are taken as different.
const DEEPEST: usize = 200;

/// For each record the first one of another file that it is the same as, else itself.
pub fn merged(records: &[Record], units: &[usize]) -> Vec<u32> {
    let mut comparison = Comparison::new(records);
    let mut candidates: FxHashMap<(&str, Vec<&str>), Vec<u32>> = FxHashMap::default();
    let mut merged = Vec::new();
    for (number, record) in (0u32..).zip(records) {
        let fields = record.fields.iter().flatten().map(|field| field.name).collect();
        let candidates = candidates.entry((record.name, fields)).or_default();
        let same = candidates.iter().copied().find(|candidate| {
            units[*candidate as usize] != units[number as usize] && comparison.decide(*candidate, number)
        });
        if same.is_none() {
            candidates.push(number);
        }
        merged.push(same.unwrap_or(number));
    }
    merged
}

/// Whether two types are the same one, where equal records have equal numbers.
pub fn same_type(left: &CType, right: &CType) -> bool {
    Comparison::new(&[]).types(left, right, 0)
}

struct Comparison<'s, 'a> {
    /// Empty if records are compared by number.
    records: &'s [Record<'a>],
    /// What is known of pairs of records.
    known: FxHashMap<(u32, u32), bool>,
    /// Pairs that are the same if those are that are being compared: structures may lead to themselves, so two of them are
    /// the same unless a difference is found.
    assumed: FxHashSet<(u32, u32)>,
}

impl<'s, 'a> Comparison<'s, 'a> {
    fn new(records: &'s [Record<'a>]) -> Comparison<'s, 'a> {
        Comparison { records, known: FxHashMap::default(), assumed: FxHashSet::default() }
    }

    /// Whether two records are the same one.
    fn decide(&mut self, left: u32, right: u32) -> bool {
        let same = self.records(left, right, 0);
        let assumed = std::mem::take(&mut self.assumed);
        if same {
            self.known.extend(assumed.into_iter().map(|pair| (pair, true)));
        }
        same
    }

    fn records(&mut self, left: u32, right: u32, depth: usize) -> bool {
        if left == right {
            return true;
        }
        if let Some(known) = self.known.get(&(left, right)) {
            return *known;
        }
        if !self.assumed.insert((left, right)) {
            return true;
        }
        let all = self.records;
        let (Some(one), Some(other)) = (all.get(left as usize), all.get(right as usize)) else { return false };
        let (Some(fields), Some(others)) = (&one.fields, &other.fields) else { return false };
        let same = depth < DEEPEST
            && (one.name, one.is_union, one.attribute, fields.len())
                == (other.name, other.is_union, other.attribute, others.len())
            && one.places == other.places
            && fields.iter().zip(others).all(|(field, other)| {
                (field.name, field.bits, field.aligned) == (other.name, other.bits, other.aligned)
                    && self.types(&field.ty, &other.ty, depth + 1)
            });
        if !same {
            self.known.insert((left, right), false);
        }
        same
    }

    fn types(&mut self, left: &CType, right: &CType, depth: usize) -> bool {
        match (left, right) {
            (CType::Void, CType::Void) | (CType::Thread, CType::Thread) => true,
            (CType::Integer { ty, atomic }, CType::Integer { ty: other, atomic: other_atomic }) => {
                (ty, atomic) == (other, other_atomic)
            }
            (CType::Float(bytes), CType::Float(others)) => bytes == others,
            (CType::Library(library), CType::Library(other)) => library == other,
            (CType::Other(what), CType::Other(other)) => what == other,
            (CType::Array(element, count), CType::Array(other, others)) => {
                count == others && self.types(element, other, depth)
            }
            (CType::Pointer { to, atomic }, CType::Pointer { to: other, atomic: other_atomic }) => {
                atomic == other_atomic && self.pointees(to, other, depth)
            }
            (CType::Record(record), CType::Record(other))
            | (CType::AtomicRecord(record), CType::AtomicRecord(other)) => self.records(*record, *other, depth),
            (CType::Function(one), CType::Function(other)) => {
                let (ours, others) = (&one.parameters, &other.parameters);
                one.open == other.open
                    && ours.len() == others.len()
                    && self.types(&one.result, &other.result, depth)
                    && ours.iter().zip(others).all(|(one, other)| self.types(&one.ty, &other.ty, depth))
            }
            _ => false,
        }
    }

    /// Behind pointers, a structure that one file does not define is what the other file says.
    fn pointees(&mut self, left: &CType, right: &CType, depth: usize) -> bool {
        if let (CType::Record(one), CType::Record(other)) = (left, right)
            && let (Some(one), Some(other)) = (self.records.get(*one as usize), self.records.get(*other as usize))
            && (one.fields.is_none() || other.fields.is_none())
            && !one.name.is_empty()
        {
            return (one.name, one.is_union) == (other.name, other.is_union);
        }
        self.types(left, right, depth)
    }
}
