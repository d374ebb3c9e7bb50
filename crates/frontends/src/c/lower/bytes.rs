//! Bytes behind a pointer that a function of the library reads or fills, as many as a number says. Which object that is, and
//! which of its parts, is known when all pointers are. Each part that the bytes overlap is touched in a step of its own, as
//! often as it likes; of a number that is overwritten in part the other bytes stay.

use super::super::atomic::{Access, Mark};
use super::super::library::is_private;
use super::super::syntax::Span;
use super::super::types::CType;
use super::Lowering;
use super::call::Call;
use super::context::Context;
use super::expand::{Case, Known, Leads};
use super::memory::{Aspect, Kind, Region, Route, Touch, Virtual};
use super::value::Value;
use crate::error::Error;
use std::ops::Range;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Edge;

/// Bytes from an address on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// What happens to them.
    pub touch: Touch,
    /// How many there are.
    pub count: Expr,
    /// Whether they are characters of a text that ends before the object does, whatever their number is.
    pub is_text: bool,
}

/// One possibility for the address of some bytes.
struct Start<'r, 's> {
    region: &'r Region<'s>,
    /// The condition that the address is this one.
    guard: Expr,
    /// Its offset, if that is known.
    offset: Option<u64>,
}

impl<'s> Lowering<'s> {
    /// `umpteen_reads(pointer, bytes)`.
    pub fn read_memory(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (pointer, count) = (call.argument(0)?, call.argument(1)?);
        let address = self.unconverted(pointer)?.number(pointer.span)?;
        let count = self.integer(count)?;
        self.any_bytes(address, count, Touch::Reads, pointer.span, call.span);
        Ok(Value::Void)
    }

    /// Some bytes behind an address are read or get any values.
    pub fn any_bytes(&mut self, address: Expr, count: Expr, touch: Touch, at: Span, span: Span) {
        let (address, count) = (self.spill(address), self.spill(count.cast(self.source.word())));
        let (head, touches, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.connect(head, Mark::None, Edge::jump(after));
        self.graph.connect(head, Mark::None, Edge::jump(touches));
        self.graph.at = touches;
        self.touch_bytes(address, Bytes { touch, count, is_text: false }, None, at, span);
        self.graph.go(head);
        self.graph.at = after;
    }

    /// `umpteen_any_text(pointer, bytes)`.
    pub fn any_text(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (pointer, count) = (call.argument(0)?, call.argument(1)?);
        let address = self.unconverted(pointer)?.number(pointer.span)?;
        let count = self.integer(count)?;
        let names = self.calls.frames.iter().rev().filter_map(|frame| frame.function);
        let name = names.into_iter().find(|name| !is_private(name.text())).unwrap_or(call.name);
        self.any_text_at(address, count, name.text(), pointer.span, call.span);
        Ok(Value::Void)
    }

    /// A text of any characters that ends within so many bytes and within the object. That is an approximation of what a
    /// function writes.
    pub fn any_text_at(&mut self, address: Expr, count: Expr, function: &str, at: Span, span: Span) {
        let (address, count) = (self.spill(address), self.spill(count.cast(self.source.word())));
        let bytes = Bytes { touch: Touch::Writes, count, is_text: true };
        let (head, touches, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.go(head);
        self.graph.connect(head, Mark::None, Edge::jump(after));
        self.graph.connect(head, Mark::None, Edge::jump(touches));
        self.graph.at = touches;
        self.touch_bytes(address.clone(), bytes.clone(), None, at, span);
        self.graph.go(head);
        self.graph.at = after;
        // One of them is the end.
        self.touch_bytes(address, bytes, Some(0), at, span);
        let position = self.position(span.start);
        self.program.approximations.insert((position, format!("the text that `{function}` writes")));
    }

    /// One part that some bytes overlap is touched; `value` is what is written, any value if there is none.
    pub fn touch_bytes(&mut self, address: Expr, bytes: Bytes, value: Option<u64>, at: Span, span: Span) {
        // As wide as any part, whose type the value is converted to.
        let ty = Type { width: 64, signed: false };
        let touch = bytes.touch;
        let access =
            Virtual { route: Route::Address(address), ty, library: None, aspect: Aspect::Bytes(bytes), span: at };
        let object = self.memory.virtual_object(access, Access::Library);
        match value {
            Some(value) => {
                let statements = self.note(span);
                self.graph.access(Access::Plain, vec![(object.place, Expr::Constant(value, ty))], statements);
            }
            None => self.touch_any(&object, touch, span),
        }
    }

    /// The parts that some bytes overlap. Several cases may apply at once: any part may be meant.
    pub fn parts_of_bytes(&self, address: &Expr, bytes: &Bytes, known: &Known) -> Vec<Case> {
        let word = self.source.word();
        let none = Expr::binary(Binary::Equal, bytes.count.clone(), Expr::Constant(0, word));
        let (mut cases, mut rest) = (Vec::new(), none.negated());
        for (number, offset) in known.points_to.addresses(address) {
            let region = &self.memory.regions[number as usize];
            if matches!(region.kind, Kind::Function(_)) {
                continue;
            }
            let guard = match (offset, region.kind) {
                (Some(offset), _) => {
                    let there = Expr::Constant(region.base + offset, word);
                    Expr::binary(Binary::Equal, address.clone(), there)
                }
                (None, _) => region.surrounds(address),
            };
            let guard = match region.kind {
                Kind::Heap(_, exists) => guard.and(Expr::Read(exists, Type::BOOL)),
                _ => guard,
            };
            let guard =
                if bytes.is_text { guard } else { guard.and(self.source.is_inside(region, offset, address, bytes)) };
            let start = Start { region, guard, offset };
            let first = cases.len();
            self.source.add_parts(&start, number, address, bytes, &mut cases);
            if !bytes.is_text {
                rest = rest.and(start.guard.negated());
            } else {
                rest = cases[first..].iter().fold(rest, |rest, case| rest.and(case.guard.clone().negated()));
            }
        }
        let leads = match bytes.is_text {
            true => Leads::Beyond("a text may be written to something else than characters".to_string()),
            false => Leads::Nowhere,
        };
        cases.push(Case { guard: rest, leads });
        cases.retain(|case| case.guard != Expr::TRUE.negated());
        cases
    }
}

impl<'s> Context<'s> {
    /// The condition that the bytes do not go on behind a region.
    fn is_inside(&self, region: &Region, offset: Option<u64>, address: &Expr, bytes: &Bytes) -> Expr {
        let word = self.word();
        let room = match offset {
            Some(offset) if region.has_length() => {
                let (length, offset) = (region.length(word), Expr::Constant(offset, word));
                let is_there = Expr::binary(Binary::LessOrEqual, offset.clone(), length.clone());
                let room = Expr::binary(Binary::Subtract, length, offset);
                return is_there.and(Expr::binary(Binary::LessOrEqual, bytes.count.clone(), room));
            }
            Some(offset) => Expr::Constant(region.size.saturating_sub(offset), word),
            None => {
                let base = Expr::Constant(region.base, word);
                let end = Expr::binary(Binary::Add, region.length(word), base);
                Expr::binary(Binary::Subtract, end, address.clone())
            }
        };
        Expr::binary(Binary::LessOrEqual, bytes.count.clone(), room)
    }

    /// The cases of one possible address.
    fn add_parts(&self, start: &Start<'_, 's>, number: u32, address: &Expr, bytes: &Bytes, cases: &mut Vec<Case>) {
        let Start { region, guard, offset } = start;
        let races = self.options.property.is_about_races();
        if let (Kind::Text(_), Touch::Writes) = (region.kind, bytes.touch) {
            cases.push(Case { guard: guard.clone(), leads: Leads::Character(0) });
        }
        let mut end = None;
        for cell in &region.cells {
            if offset.is_some_and(|offset| cell.offset + cell.bytes() <= offset) {
                continue;
            }
            // A text ends with the characters that follow each other.
            if bytes.is_text && (cell.bytes() > 1 || end.is_some_and(|end| end != cell.offset)) {
                if offset.is_some() {
                    break;
                }
                continue;
            }
            end = Some(cell.offset + cell.bytes());
            let covered: Vec<Expr> = (cell.offset..cell.offset + cell.bytes())
                .map(|at| self.is_covered(region.base + at, address, offset.map(|from| region.base + from), bytes))
                .collect();
            let touched =
                covered.iter().cloned().fold(Expr::TRUE.negated(), |any, one| Expr::binary(Binary::Or, any, one));
            let guard = guard.clone().and(touched);
            let is_opaque = cell.library().is_some() || matches!(cell.declared, CType::Pointer { .. });
            let leads = match bytes.touch {
                Touch::Reads if !races || cell.library().is_some() => continue,
                Touch::Writes if is_opaque => {
                    let text = format!("bytes of a pointer or lock in `{}` may be overwritten", region.name);
                    Leads::Beyond(text)
                }
                Touch::Writes if covered.len() > 1 && cell.is_known() => match kept(&covered, cell.ty) {
                    Expr::Constant(0, _) => Leads::Cell(number, cell.place, cell.ty),
                    kept => Leads::Part(cell.place, cell.ty, kept),
                },
                Touch::Reads | Touch::Writes => Leads::Cell(number, cell.place, cell.ty),
            };
            cases.push(Case { guard, leads });
        }
        let opaque = region.opaque.iter().flat_map(|opaque| &opaque.ranges);
        for range in opaque.filter(|_| races || bytes.touch == Touch::Writes) {
            let guard = guard.clone().and(self.reaches(region, range, address, bytes));
            cases.push(Case { guard, leads: Leads::Opaque(number) });
        }
    }

    /// The condition that some of the bytes are in a range of a region.
    fn reaches(&self, region: &Region, range: &Range<u64>, address: &Expr, bytes: &Bytes) -> Expr {
        let word = self.word();
        let begin = Expr::Constant(region.base + range.start, word);
        let end = Expr::binary(Binary::Add, address.clone(), bytes.count.clone());
        let some = Expr::binary(Binary::Equal, bytes.count.clone(), Expr::Constant(0, word)).negated();
        let before = Expr::binary(Binary::Less, address.clone(), Expr::Constant(region.base + range.end, word));
        some.and(before).and(Expr::binary(Binary::Less, begin, end))
    }

    /// The condition that a byte at an address is one of some bytes from an address on.
    fn is_covered(&self, byte: u64, address: &Expr, start: Option<u64>, bytes: &Bytes) -> Expr {
        let word = self.word();
        match start {
            Some(start) if byte < start => Expr::TRUE.negated(),
            Some(start) => Expr::binary(Binary::Less, Expr::Constant(byte - start, word), bytes.count.clone()),
            None => {
                let byte = Expr::Constant(byte, word);
                let from = Expr::binary(Binary::LessOrEqual, address.clone(), byte.clone());
                let distance = Expr::binary(Binary::Subtract, byte, address.clone());
                from.and(Expr::binary(Binary::Less, distance, bytes.count.clone()))
            }
        }
    }
}

/// The bits of a number that stay when some of its bytes are overwritten.
fn kept(covered: &[Expr], ty: Type) -> Expr {
    let zero = Expr::Constant(0, ty);
    (0u32..).zip(covered).fold(zero.clone(), |kept, (number, covered)| {
        let byte = Expr::Constant((0xff << (8 * number)) & ty.mask(), ty);
        Expr::binary(Binary::Or, kept, Expr::conditional(covered.clone(), zero.clone(), byte))
    })
}
