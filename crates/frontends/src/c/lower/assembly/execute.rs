//! Instructions on memory, one by one.

use super::super::Lowering;
use super::super::value::{Object, Value};
use super::template::Instruction;
use super::{Operand, Place, Word, has_accumulator, is_accumulator, is_in_memory, is_without_effect, meaning};
use crate::c::arithmetic::convert;
use crate::c::atomic::Access;
use crate::c::syntax::Span;
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::Claim;

/// What the last instruction that sets flags told, as far as it is known.
#[derive(Default)]
pub struct Flags {
    /// Whether its result was 0.
    zero: Option<Expr>,
    /// Whether there was a carry; for bit tests, the bit.
    carry: Option<Expr>,
}

impl Flags {
    /// The condition of an instruction or output that ends with these letters.
    pub fn condition(&self, letters: &str) -> Option<Expr> {
        match letters {
            "e" | "z" => self.zero.clone(),
            "ne" | "nz" => self.zero.clone().map(Expr::negated),
            "c" | "b" => self.carry.clone(),
            "nc" | "ae" => self.carry.clone().map(Expr::negated),
            _ => None,
        }
    }
}

impl<'s> Lowering<'s> {
    /// Executes an instruction.
    pub(super) fn instruction(
        &mut self,
        instruction: &Instruction,
        operands: &mut [Operand<'s>],
        flags: &mut Flags,
        span: Span,
    ) -> Result<(), Error> {
        let Instruction { name, locked, operands: words, .. } = instruction;
        if is_without_effect(instruction) {
            return Ok(());
        }
        let first = words.first().map_or(Word::Unknown, |word| meaning(word, operands));
        let second = words.get(1).map_or(Word::Unknown, |word| meaning(word, operands));
        match (name.as_str(), first, second) {
            (_, Word::Operand(to), Word::Unknown) if name.starts_with("set") => {
                self.set(&name[3..], &mut operands[to], flags, span);
            }
            ("mov", from, Word::Operand(to)) => self.moved_word(from, to, operands, span)?,
            ("xchg", Word::Operand(one), Word::Operand(two)) => {
                let (memory, register) = if is_in_memory(&operands[one]) { (one, two) } else { (two, one) };
                let object = self.in_memory(&operands[memory], span)?;
                let new = self.register(&operands[register], object.ty, span)?;
                let old = self.exchanged(&object, new, true, span);
                operands[register].receive(old);
            }
            ("xadd", Word::Operand(register), Word::Operand(memory)) => {
                let object = self.in_memory(&operands[memory], span)?;
                let by = self.register(&operands[register], object.ty, span)?;
                let new = Expr::binary(Binary::Add, object.read(), by.clone());
                let old = self.exchanged(&object, new, *locked, span);
                *flags = Flags { zero: Some(is_zero(&Expr::binary(Binary::Add, old.clone(), by))), carry: None };
                operands[register].receive(old);
            }
            ("cmpxchg", Word::Operand(register), Word::Operand(memory)) => {
                let object = self.in_memory(&operands[memory], span)?;
                let Some(accumulator) = operands.iter().position(has_accumulator) else { return Ok(()) };
                let new = self.register(&operands[register], object.ty, span)?;
                let expected = self.register(&operands[accumulator], object.ty, span)?;
                let same = Expr::binary(Binary::Equal, object.read(), expected.clone());
                let new = Expr::conditional(same, new, object.read());
                let old = self.exchanged(&object, new, *locked, span);
                let zero = self.spill(Expr::binary(Binary::Equal, old.clone(), expected));
                *flags = Flags { zero: Some(zero), carry: None };
                let output = operands.iter().position(|operand| is_accumulator(operand) && operand.target.is_some());
                operands[output.unwrap_or(accumulator)].receive(old);
            }
            ("bts" | "btr" | "btc", bit, Word::Operand(memory)) => {
                let object = self.in_memory(&operands[memory], span)?;
                let mask = self.bit(bit, operands, object.ty, span)?;
                let new = Expr::binary(
                    bit_operator(name),
                    object.read(),
                    match name.as_str() {
                        "btr" => Expr::binary(Binary::Xor, mask.clone(), Expr::Constant(object.ty.mask(), object.ty)),
                        _ => mask.clone(),
                    },
                );
                let old = self.exchanged(&object, new, *locked, span);
                let carry = is_zero(&Expr::binary(Binary::And, old, mask)).negated();
                *flags = Flags { zero: None, carry: Some(carry) };
            }
            (_, first, second) => self.read_and_write(instruction, (first, second), operands, flags, span)?,
        }
        Ok(())
    }

    /// `setz` and its like. Only the lowest byte of a register changes.
    fn set(&mut self, letters: &str, to: &mut Operand<'s>, flags: &Flags, span: Span) {
        let value = flags.condition(letters).map(|flag| flag.cast(Type { width: 8, signed: false }));
        match &to.place {
            Place::Memory(object) => {
                let object = object.clone();
                let value = value.unwrap_or_else(|| self.any_flag(span));
                self.store(&object, value.cast(object.ty), span, false);
            }
            Place::Register(_) if to.width == 8 => to.place = Place::Register(value.map(Value::Integer)),
            Place::Register(_) => to.place = Place::Register(None),
        }
    }

    /// A flag whose value is not known.
    fn any_flag(&mut self, span: Span) -> Expr {
        let position = self.position(span.start);
        self.program.approximations.insert((position, "inline assembly".to_string()));
        Expr::Input(0, Type::BOOL).cast(Type { width: 8, signed: false })
    }

    /// `mov` from or to memory, which is one access that the compiler leaves as it is.
    fn moved_word(&mut self, from: Word, to: usize, operands: &mut [Operand<'s>], span: Span) -> Result<(), Error> {
        let in_one_step = |object: Object| Object { access: Access::STRONG, ..object };
        if let Word::Operand(memory) = from
            && let Place::Memory(_) = operands[memory].place
        {
            let object = self.in_memory(&operands[memory], span).map(in_one_step)?;
            let value = self.load(&object, span);
            operands[to].receive(value);
            return Ok(());
        }
        let object = self.in_memory(&operands[to], span).map(in_one_step)?;
        let value = self.source(from, operands, object.ty, span)?;
        self.store(&object, value, span, false);
        Ok(())
    }

    /// A number with the one bit that an operand says. A bit of another word than the operand's is not looked at.
    fn bit(&mut self, word: Word, operands: &[Operand<'s>], ty: Type, span: Span) -> Result<Expr, Error> {
        let unsigned = Type { signed: false, ..ty };
        let mut bit = self.source(word, operands, unsigned, span)?;
        let width = Expr::Constant(u64::from(ty.width), unsigned);
        match bit {
            Expr::Constant(number, _) => bit = Expr::Constant(number % u64::from(ty.width), unsigned),
            _ => {
                let (inside, outside) = (self.graph.fresh(), self.graph.fresh());
                self.guard(Expr::binary(Binary::Less, bit.clone(), width), span, inside, outside);
                let text = "a bit of assembly may be in another word than its operand".to_string();
                self.graph.nodes[outside as usize].role = self.failing(span.start, text, Claim::Limit);
                self.graph.at = inside;
            }
        }
        let mask = Expr::binary(Binary::ShiftLeft, Expr::Constant(1, unsigned), bit);
        Ok(self.spill(mask.cast(ty)))
    }

    /// `add`, `inc` and their like on memory.
    fn read_and_write(
        &mut self,
        instruction: &Instruction,
        words: (Word, Word),
        operands: &mut [Operand<'s>],
        flags: &mut Flags,
        span: Span,
    ) -> Result<(), Error> {
        let name = instruction.name.as_str();
        let (by, target) = match words {
            (Word::Operand(target), Word::Unknown) => (Word::Number(if name == "not" { -1 } else { 1 }), target),
            (by, Word::Operand(target)) => (by, target),
            _ => return Ok(()),
        };
        let object = self.in_memory(&operands[target], span)?;
        let by = self.source(by, operands, object.ty, span)?;
        let Some(operator) = operator(name) else { return Ok(()) };
        let result = |old: Expr| match name {
            "neg" => Expr::binary(operator, Expr::Constant(0, old.ty()), old),
            _ => Expr::binary(operator, old, by.clone()),
        };
        let old = self.exchanged(&object, result(object.read()), instruction.locked, span);
        if name != "not" {
            let new = self.spill(result(old));
            *flags = Flags { zero: Some(is_zero(&new)), carry: None };
        }
        Ok(())
    }

    /// What a word gives as a number of a type.
    fn source(&mut self, word: Word, operands: &[Operand<'s>], ty: Type, span: Span) -> Result<Expr, Error> {
        match word {
            Word::Number(number) => Ok(Expr::Constant(number as u64 & ty.mask(), ty)),
            Word::Operand(number) => self.register(&operands[number], ty, span),
            Word::Unknown => Err(span.unsupported("this operand of assembly")),
        }
    }

    /// Writes a value in terms of the old one, in one step or two; returns the old one.
    fn exchanged(&mut self, object: &Object, new: Expr, in_one_step: bool, span: Span) -> Expr {
        if in_one_step {
            return match self.exchange(object, new, span, Some(true)) {
                Value::Integer(old) => old,
                _ => object.read(),
            };
        }
        let old = self.load(object, span);
        let old = self.spill(old);
        let new = new.replace(&mut |leaf| match leaf {
            Expr::Read(place, _) if *place == object.place => old.clone(),
            leaf => leaf.clone(),
        });
        self.store(object, new, span, false);
        old
    }

    /// The variable of an operand in memory, which a register may point to.
    fn in_memory(&mut self, operand: &Operand<'s>, span: Span) -> Result<Object, Error> {
        match &operand.place {
            Place::Memory(object) => Ok(object.clone()),
            Place::Register(Some(pointer @ Value::Pointer(..))) => {
                let spot = self.memory.followed(pointer.clone(), operand.span, span)?;
                self.object_of(&spot, span)
            }
            Place::Register(_) => Err(span.unsupported("this operand of assembly")),
        }
    }

    /// The value of a register as a number of a type.
    fn register(&mut self, operand: &Operand<'s>, ty: Type, span: Span) -> Result<Expr, Error> {
        match &operand.place {
            Place::Register(Some(value)) => {
                let number = value.clone().number(span)?;
                let number = self.spill(convert(number, ty));
                Ok(number)
            }
            Place::Register(None) => Ok(self.temporary(ty).read()),
            Place::Memory(object) => {
                let value = self.load(object, span);
                Ok(convert(value, ty))
            }
        }
    }
}

/// The operator of an instruction on memory; `inc` and `dec` are by 1, `not` by all bits.
pub fn operator(name: &str) -> Option<Binary> {
    Some(match name {
        "add" | "inc" => Binary::Add,
        "sub" | "dec" | "neg" => Binary::Subtract,
        "and" => Binary::And,
        "or" => Binary::Or,
        "xor" | "not" => Binary::Xor,
        _ => return None,
    })
}

/// The operator of an instruction that changes a bit.
fn bit_operator(name: &str) -> Binary {
    match name {
        "bts" => Binary::Or,
        "btr" => Binary::And,
        _ => Binary::Xor,
    }
}

fn is_zero(value: &Expr) -> Expr {
    Expr::binary(Binary::Equal, value.clone(), Expr::Constant(0, value.ty()))
}
