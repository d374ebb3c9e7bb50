//! Where the parts of objects are: sizes, alignments and offsets as gcc chooses them for the data model (System V).

use super::DataModel;
use super::types::{CType, Field, Library, Record};
use std::cmp::Ordering;
use std::ops::Range;
use umpteen_model::c::expression::Type;

/// What is needed to find sizes and offsets.
#[derive(Clone, Copy)]
pub struct Layout<'s, 'a> {
    /// The structures and unions.
    pub records: &'s [Record<'a>],
    /// How wide the types are.
    pub model: DataModel,
    /// How large the types of the library are.
    pub library: LibrarySizes,
}

/// The sizes and alignments of the library's types as headers, or the program itself, define them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibrarySizes([Option<(u64, u64)>; Library::COUNT + 1]);

impl LibrarySizes {
    /// Notes the size and alignment of a type of the library; false if others are known by now.
    pub fn note(&mut self, ty: &CType, size: u64, alignment: u64) -> bool {
        let Some(number) = LibrarySizes::number(ty) else { return true };
        let known = self.0[number].get_or_insert((size, alignment));
        *known == (size, alignment)
    }

    fn of(&self, ty: &CType) -> Option<(u64, u64)> {
        self.0[LibrarySizes::number(ty)?]
    }

    fn number(ty: &CType) -> Option<usize> {
        match ty {
            CType::Thread => Some(Library::COUNT),
            CType::Library(library) => Some(*library as usize),
            _ => None,
        }
    }
}

/// Where the members of a structure or union are, found once when it is defined: structures that contain two of the
/// one before, and so on, would take time that doubles with each.
#[derive(Debug, PartialEq, Eq)]
pub struct Places {
    size: u64,
    alignment: u64,
    fields: Vec<(u64, Option<BitField>)>,
}

/// Bits within the storage unit of a field's declared type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    /// The lowest bit.
    pub shift: u8,
    /// The number of bits.
    pub width: u8,
}

impl BitField {
    /// The type of the storage unit: that of the field, but that a byte of truth values has eight bits.
    pub fn unit(ty: Type) -> Type {
        if ty == Type::BOOL { Type { width: 8, signed: false } } else { ty }
    }

    /// The type of the field's value as an operand: `int` if that has room (C11 6.3.1.1); otherwise the field's own width,
    /// as gcc has it.
    pub fn promoted(self, ty: Type) -> Type {
        match self.width.cmp(&Type::INT.width) {
            Ordering::Less => Type::INT,
            Ordering::Equal => Type { signed: ty.signed, ..Type::INT },
            Ordering::Greater => Type { width: self.width, ..ty },
        }
    }
}

/// A part of an object that has no parts.
#[derive(Clone, Debug)]
pub struct Scalar<'a> {
    /// Its first byte.
    pub offset: u64,
    /// How people write it after the object: `.next`, `[2].count`.
    pub path: String,
    /// Its type.
    pub ty: CType<'a>,
    /// Its bits if it is a bit-field.
    pub bits: Option<BitField>,
    /// Whether it follows another bit-field, with which it is one memory location (C11 3.14), even if their units differ.
    pub follows: bool,
    /// Whether it is a bit-field in the middle of a unit that begins another memory location.
    pub apart: bool,
}

/// The scalar parts of an object that has too many for all of them to be variables.
#[derive(Debug, Default)]
pub struct Outline<'a> {
    /// The parts, but that arrays of many parts have only their first elements.
    pub scalars: Vec<Scalar<'a>>,
    /// The other elements of these, as ranges of bytes in order.
    pub others: Vec<Range<u64>>,
}

/// Steps per scalar part: structures in structures are bounded by this.
const MOST_STEPS: usize = 128;

/// An array with more parts than this has only some of its elements in an outline.
const MANY: u64 = 64;

/// So many parts of such an array are in an outline, or those of one element if it has more.
const OUTLINED: u64 = 8;

/// A search for scalar parts.
struct Search<'a> {
    /// How many steps are left.
    steps: usize,
    /// How many parts are too many.
    most: usize,
    /// The parts.
    found: Vec<Scalar<'a>>,
    /// What is left out, if only an outline is wanted.
    others: Option<Vec<Range<u64>>>,
}

impl Search<'_> {
    fn new(most: usize) -> Self {
        let steps = most.saturating_add(1).saturating_mul(MOST_STEPS);
        Search { steps, most, found: Vec::new(), others: None }
    }
}

/// An object as a part of itself.
fn whole<'a>(ty: &CType<'a>) -> Scalar<'a> {
    Scalar { offset: 0, path: String::new(), ty: ty.clone(), bits: None, follows: false, apart: false }
}

impl<'s, 'a> Layout<'s, 'a> {
    /// The bytes of a type; none if it has no known size.
    pub fn size(&self, ty: &CType<'a>) -> Option<u64> {
        match ty {
            CType::Integer { ty, .. } => Some(u64::from(ty.width.div_ceil(8))),
            CType::Float(bytes) => Some(u64::from(*bytes)),
            CType::Thread => Some(self.library.of(ty).map_or(self.word(), |(size, _)| size)),
            CType::Pointer { .. } => Some(self.word()),
            CType::Array(element, Some(count)) => self.size(element)?.checked_mul(*count),
            CType::Record(number) => Some(self.places(*number)?.size),
            CType::Library(library) => {
                Some(self.library.of(ty).map_or_else(|| library_size(*library, self.model), |(size, _)| size))
            }
            _ => None,
        }
    }

    /// The alignment of a type in bytes; none if it has no known size.
    pub fn alignment(&self, ty: &CType<'a>) -> Option<u64> {
        match ty {
            CType::Integer { atomic: true, .. } => self.size(ty),
            // On i386, wide types are aligned like words inside structures; 128-bit floats are not.
            CType::Integer { .. } => Some(self.size(ty)?.min(self.word())),
            CType::Float(16) => Some(16),
            CType::Float(bytes) => Some(u64::from(*bytes).min(self.word())),
            CType::Array(element, _) => self.alignment(element),
            CType::Record(number) => Some(self.places(*number)?.alignment),
            CType::Library(_) | CType::Thread => {
                let usual = self.size(ty)?.min(self.word());
                Some(self.library.of(ty).map_or(usual, |(_, alignment)| alignment))
            }
            _ => self.size(ty),
        }
    }

    /// The offset, type and bits of a member, also of one that belongs to an inner structure without a name.
    pub fn member(&self, record: u32, name: &str) -> Option<(u64, CType<'a>, Option<BitField>)> {
        self.fields(record)?.into_iter().find_map(|(offset, field, bits)| match &field.ty {
            CType::Record(inner) if field.name.is_empty() => {
                let (inside, ty, bits) = self.member(*inner, name)?;
                Some((offset + inside, ty, bits))
            }
            ty => (field.name == name && !name.is_empty()).then(|| (offset, ty.clone(), bits)),
        })
    }

    /// Each field with its offset; none if the record is not defined or an offset is not known.
    pub fn fields(&self, record: u32) -> Option<Vec<(u64, &'s Field<'a>, Option<BitField>)>> {
        let fields = self.records.get(record as usize)?.fields.as_ref()?;
        let places = &self.places(record)?.fields;
        Some(fields.iter().zip(places).map(|(field, (offset, bits))| (*offset, field, *bits)).collect())
    }

    /// The flexible array at the end of a structure: its offset, name and element, and the size of that.
    pub fn flexible(&self, record: u32) -> Option<(u64, &'s str, CType<'a>, u64)> {
        let (offset, field, _) = self.fields(record)?.into_iter().last()?;
        match &field.ty {
            CType::Array(element, None) if !self.records[record as usize].is_union => {
                let size = self.size(element).filter(|size| *size > 0)?;
                Some((offset, field.name, (**element).clone(), size))
            }
            _ => None,
        }
    }

    /// The scalar parts (integers, pointers, library objects, thread handles, floats) in order, those of all members
    /// of unions too; none if there are more than `most` or the size is not known.
    pub fn scalars(&self, ty: &CType<'a>, most: usize) -> Option<Vec<Scalar<'a>>> {
        self.size(ty)?;
        // Parts without parts, such as empty structures, take time too.
        let mut search = Search::new(most);
        self.collect(whole(ty), &mut search).then_some(search.found)
    }

    /// The scalar parts of a type with many of them; none if there are more than `most` even so, or the size is not known.
    pub fn outline(&self, ty: &CType<'a>, most: usize) -> Option<Outline<'a>> {
        self.size(ty)?;
        let mut search = Search { others: Some(Vec::new()), ..Search::new(most) };
        if !self.collect(whole(ty), &mut search) {
            return None;
        }
        let mut others = search.others.unwrap_or_default();
        others.sort_by_key(|range| range.start);
        // Members of unions overlap, and elements of structures may follow each other.
        let others = others.into_iter().fold(Vec::new(), |mut all: Vec<Range<u64>>, range| {
            match all.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => all.push(range),
            }
            all
        });
        let mut scalars = search.found;
        scalars.retain(|scalar| {
            let end = scalar.offset + self.size(&scalar.ty).unwrap_or(0).max(1);
            !others.iter().any(|range| scalar.offset < range.end && range.start < end)
        });
        Some(Outline { scalars, others })
    }

    /// The number of scalar parts; a large number if it takes too long to count them.
    fn count(&self, ty: &CType<'a>, steps: &mut usize) -> u64 {
        let Some(left) = steps.checked_sub(1) else { return u64::MAX };
        *steps = left;
        match ty {
            CType::Array(element, count) => self.count(element, steps).saturating_mul(count.unwrap_or(0)),
            CType::Record(record) => {
                let fields = self.fields(*record).unwrap_or_default();
                fields.iter().fold(0, |sum, (_, field, _)| sum.saturating_add(self.count(&field.ty, steps)))
            }
            _ => 1,
        }
    }

    /// The number of elements of an array that are in an outline.
    fn outlined(&self, element: &CType<'a>, count: u64, steps: &mut usize) -> u64 {
        let parts = self.count(element, steps);
        if parts.saturating_mul(count) <= MANY { count } else { (OUTLINED / parts.max(1)).clamp(1, count) }
    }

    fn collect(&self, part: Scalar<'a>, search: &mut Search<'a>) -> bool {
        let Some(left) = search.steps.checked_sub(1) else { return false };
        search.steps = left;
        match &part.ty {
            CType::Array(element, count) => {
                let (mut count, size) = (count.unwrap_or(0), self.size(element).unwrap_or(0));
                if search.others.is_some() && count > 0 {
                    let few = self.outlined(element, count, &mut search.steps);
                    let all = std::mem::replace(&mut count, few);
                    let at = |index: u64| part.offset.saturating_add(index.saturating_mul(size));
                    let rest = (at(count) < at(all)).then(|| at(count)..at(all));
                    search.others.iter_mut().for_each(|others| others.extend(rest.clone()));
                }
                (0..count).all(|index| {
                    let path = format!("{}[{index}]", part.path);
                    let offset = part.offset.saturating_add(index.saturating_mul(size));
                    let ty = (**element).clone();
                    self.collect(Scalar { offset, path, ty, bits: None, follows: false, apart: false }, search)
                })
            }
            CType::Record(record) => {
                let Some(fields) = self.fields(*record) else { return false };
                let is_union = self.records[*record as usize].is_union;
                let mut before = None;
                fields.into_iter().all(|(inside, field, bits)| {
                    let last = std::mem::replace(&mut before, bits.filter(|bits| bits.width > 0));
                    if field.name.is_empty() && bits.is_some() {
                        return true;
                    }
                    let dot = if field.name.is_empty() { "" } else { "." };
                    let path = format!("{}{dot}{}", part.path, field.name);
                    let offset = part.offset.saturating_add(inside);
                    let follows = bits.is_some() && last.is_some() && !is_union;
                    let apart = bits.is_some_and(|bits| bits.shift > 0) && !follows;
                    self.collect(Scalar { offset, path, ty: field.ty.clone(), bits, follows, apart }, search)
                })
            }
            _ => {
                search.found.push(part);
                search.found.len() <= search.most
            }
        }
    }

    /// Why a variable of the type cannot be modelled with at most so many parts: what the type is, what is in the way, and
    /// what to do about it.
    pub fn obstacle(&self, ty: &CType<'a>, most: usize) -> String {
        let is_known = self.size(ty).is_some();
        match ty {
            CType::Array(..) | CType::Record(_) if is_known && self.outline(ty, most).is_none() => {
                format!("{} with more than {most} parts (make its arrays smaller)", ty.describe())
            }
            CType::Array(_, None) => "an array of unknown size".to_string(),
            CType::Array(element, Some(_)) if self.size(element).is_none() => {
                format!("an array of {}", self.obstacle(element, most))
            }
            CType::Array(..) if !is_known => "an array larger than the memory".to_string(),
            CType::Record(number) if !is_known => self.obstacle_of_record(&self.records[*number as usize], most),
            _ => ty.describe(),
        }
    }

    fn obstacle_of_record(&self, record: &Record<'a>, most: usize) -> String {
        let Some(fields) = &record.fields else { return "a structure that is declared but not defined".to_string() };
        let has_bits = fields.iter().any(|field| field.bits.is_some());
        match record.attribute {
            // On a whole structure without bit-fields its meaning is known.
            Some("packed") if has_bits => return "a structure with bit-fields and the attribute `packed`".to_string(),
            Some("packed") => return "a structure with the attribute `packed` before a member".to_string(),
            Some(name) => return format!("a structure with the attribute `{name}`"),
            None => {}
        }
        if let Some(field) = fields.iter().find(|field| field.bits.is_some() && field.aligned.is_some()) {
            return format!("a structure with the aligned bit-field `{}`", field.name);
        }
        let is_flexible = |field: &Field| matches!(field.ty, CType::Array(_, None));
        match fields.iter().find(|field| !is_flexible(field) && self.size(&field.ty).is_none()) {
            Some(field) => format!("a structure whose member `{}` is {}", field.name, self.obstacle(&field.ty, most)),
            None => "a structure larger than the memory".to_string(),
        }
    }

    /// Places the members of a record; none if the size of one is not known.
    pub fn place(&self, is_union: bool, fields: &[Field<'a>], aligned: Option<u64>, packed: bool) -> Option<Places> {
        let (mut end, mut alignment, mut places) = (0u64, aligned.unwrap_or(1), Vec::new());
        let mut largest = 0;
        for (number, field) in fields.iter().enumerate() {
            // What an attribute does to bit-fields is not known here.
            let unit = match field.aligned {
                aligned if packed || field.packed => aligned.unwrap_or(1),
                // On i386, gcc aligns wide atomic members of structures more than those of unions.
                None if is_union => self.alignment(&field.ty.clone().plain())?,
                Some(_) if field.bits.is_some() => return None,
                aligned => self.alignment(&field.ty)?.max(aligned.unwrap_or(1)),
            };
            if is_union {
                end = 0;
            }
            let size = match &field.ty {
                CType::Array(_, None) if number + 1 == fields.len() || is_union => 0,
                ty => self.size(ty)?.checked_mul(8)?,
            };
            match field.bits {
                None => {
                    let start = round_up(end, unit.checked_mul(8)?)?;
                    places.push((start / 8, None));
                    end = start.checked_add(size)?;
                }
                Some(0) => {
                    end = round_up(end, unit * 8)?;
                    places.push((end / 8, Some(BitField { shift: 0, width: 0 })));
                }
                Some(width) => {
                    let width = u8::try_from(width).ok().filter(|width| u64::from(*width) <= size)?;
                    // A bit-field does not cross a boundary of its type.
                    if end % (unit * 8) + u64::from(width) > size {
                        end = round_up(end, unit * 8)?;
                    }
                    let shift = end % (unit * 8);
                    places.push(((end - shift) / 8, Some(BitField { shift: shift as u8, width })));
                    end = end.checked_add(width.into())?;
                }
            }
            // Unnamed bit-fields do not align the whole.
            if field.bits.is_none() || !field.name.is_empty() {
                alignment = unit.max(alignment);
            }
            largest = end.max(largest);
        }
        Some(Places { size: round_up(largest, alignment.checked_mul(8)?)? / 8, alignment, fields: places })
    }

    fn places(&self, record: u32) -> Option<&'s Places> {
        let record = self.records.get(record as usize)?;
        record.places.as_ref().filter(|_| record.attribute.is_none())
    }

    fn word(&self) -> u64 {
        u64::from(self.model.long() / 8)
    }
}

fn round_up(number: u64, unit: u64) -> Option<u64> {
    number.checked_next_multiple_of(unit)
}

/// The sizes of glibc's types.
fn library_size(library: Library, model: DataModel) -> u64 {
    let (wide, narrow) = match library {
        Library::Mutex => (40, 24),
        Library::Condition => (48, 48),
        Library::ReadersWriterLock => (56, 32),
        Library::ReadersWriterLockAttributes => (8, 8),
        Library::Barrier => (32, 20),
        Library::Semaphore => (32, 16),
        Library::ThreadAttributes => (56, 36),
        Library::CleanupBuffer => (112, 64),
        Library::SpinLock
        | Library::MutexAttributes
        | Library::ConditionAttributes
        | Library::BarrierAttributes
        | Library::Once
        | Library::Key => (4, 4),
    };
    match model {
        DataModel::Lp64 => wide,
        DataModel::Ilp32 => narrow,
    }
}
