//! Inline assembly. The instructions of x86 that programs write atomic operations and fences with are executed; whatever
//! else it is, all outputs get any values and what pointers among the operands lead to as well. Such steps are marked,
//! since the instructions do something certain (`Program::approximations`).

use super::super::arithmetic::convert;
use super::super::syntax::{Assembly, Expression, Span};
use super::super::types::CType;
use super::Lowering;
use super::instructions::{
    Instruction, instructions, is_test, is_without_effect, operator, size_of, tests_known_flags,
};
use super::memory::Touch;
use super::value::{Object, Spot, Value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// An operand of the template.
struct Operand<'s> {
    name: Option<&'s str>,
    constraint: String,
    /// Where the result goes, for outputs.
    target: Option<Spot<'s>>,
    place: Place<'s>,
    bits: Bits,
    span: Span,
}

/// The bits of an operand, if it has some, and of what it points to.
#[derive(Clone, Copy, Default)]
struct Bits {
    own: Option<u8>,
    pointed: Option<u8>,
}

/// What an operand stands for.
#[derive(Clone)]
enum Place<'s> {
    /// A variable in memory.
    Memory(Object),
    /// A register with a value, if it has one.
    Register(Option<Value<'s>>),
}

impl<'s> Lowering<'s> {
    /// A statement of inline assembly.
    pub fn assembly(&mut self, assembly: &'s Assembly<'s>, span: Span) -> Result<(), Error> {
        let mut operands = self.assembly_operands(assembly)?;
        let mut zero = None;
        let executed = match instructions(&assembly.template) {
            Some(all) if all.iter().all(|one| is_known(one, &operands)) && tests_known_flags(&all) => {
                all.iter().try_for_each(|one| self.instruction(one, &mut operands, &mut zero, span))?;
                true
            }
            _ => false,
        };
        // The flag that the last result was zero is an output by itself.
        for operand in operands.iter_mut().filter(|operand| operand.constraint.contains("@cc")) {
            let equal = operand.constraint.ends_with("@cce") || operand.constraint.ends_with("@ccz");
            let flag = zero.clone().filter(|_| equal).map(|zero| Value::Integer(zero.cast(Type::INT)));
            operand.place = Place::Register(flag);
        }
        let mut any = !executed;
        for operand in &operands {
            let (Some(target), Place::Register(value)) = (&operand.target, &operand.place) else { continue };
            if let (true, Some(value)) = (executed, value) {
                let value = self.converted(value.clone(), &target.ty, operand.span)?;
                self.store_value(target, value, operand.span, span, false)?;
            } else if let Some(ty) = self.scalar_type(&target.ty) {
                any = true;
                self.store_spot(target, Expr::Input(0, ty), span, false)?;
            }
        }
        if !executed {
            self.any_operands(&operands, assembly.writes_memory, span);
        }
        if any {
            let position = self.position(span.start);
            self.program.approximations.insert((position, "inline assembly".to_string()));
            self.assume("inline assembly writes only its operands, and what they point to");
        }
        Ok(())
    }

    /// What is in memory, and what pointers lead to, gets any values.
    fn any_operands(&mut self, operands: &[Operand<'s>], writes_memory: bool, span: Span) {
        for operand in operands {
            match &operand.place {
                Place::Memory(object) if operand.target.is_some() || writes_memory => {
                    self.store(object, Expr::Input(0, object.ty), span, false);
                }
                Place::Register(Some(value @ Value::Pointer(..))) if writes_memory => {
                    self.any_object(&value.clone(), Touch::Writes, operand.span, span);
                }
                _ => {}
            }
        }
    }

    /// The operands by number, with the values of registers before the first instruction.
    fn assembly_operands(&mut self, assembly: &'s Assembly<'s>) -> Result<Vec<Operand<'s>>, Error> {
        let mut operands: Vec<Operand<'s>> = Vec::new();
        for output in &assembly.outputs {
            let span = output.expression.span;
            let pointer = self.value(&output.expression)?;
            let spot = self.followed(pointer, span, span)?;
            let spot = self.frozen(spot);
            let place = if is_memory(&output.constraint) {
                Place::Memory(self.object_of(&spot, span)?)
            } else if output.constraint.contains('+') {
                let value = self.value_of(spot.clone(), span)?;
                Place::Register(Some(self.kept(value)))
            } else {
                Place::Register(None)
            };
            let (name, constraint) = (output.name, output.constraint.clone());
            let bits = self.bits(&spot.ty);
            operands.push(Operand { name, constraint, target: Some(spot), place, bits, span });
        }
        for input in &assembly.inputs {
            let span = input.expression.span;
            let ty = input.expression.known_type().map(CType::decayed);
            let bits = ty.map_or_else(|_| Bits::default(), |ty| self.bits(&ty));
            let number: Option<usize> = input.constraint.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok();
            let place = match is_memory(&input.constraint) && number.is_none() {
                true => self.memory_operand(&input.expression)?,
                false => {
                    let value = self.value(&input.expression)?;
                    Place::Register(Some(self.kept(value)))
                }
            };
            // A digit says that the value is in the register of an output.
            if let Some(output) = number.and_then(|number| operands.get_mut(number)) {
                output.place = if let Place::Memory(_) = output.place { output.place.clone() } else { place };
                let (name, constraint, target) = (input.name, String::new(), None);
                let place = output.place.clone();
                operands.push(Operand { name, constraint, target, place, bits, span });
                continue;
            }
            let (name, constraint) = (input.name, input.constraint.clone());
            operands.push(Operand { name, constraint, target: None, place, bits, span });
        }
        Ok(operands)
    }

    /// The bits of an operand of a type.
    fn bits(&self, ty: &CType<'s>) -> Bits {
        let of = |ty: &CType<'s>| self.scalar_type(ty).map(|ty| ty.width.next_multiple_of(8));
        let pointed = match ty {
            CType::Pointer { to, .. } => of(to),
            _ => None,
        };
        Bits { own: of(ty), pointed }
    }

    fn memory_operand(&mut self, expression: &'s Expression<'s>) -> Result<Place<'s>, Error> {
        let spot = self.spot(expression)?;
        let spot = self.frozen(spot);
        Ok(Place::Memory(self.object_of(&spot, expression.span)?))
    }

    /// Executes an instruction; `zero` is whether the last result was 0.
    fn instruction(
        &mut self,
        instruction: &Instruction,
        operands: &mut [Operand<'s>],
        zero: &mut Option<Expr>,
        span: Span,
    ) -> Result<(), Error> {
        let Instruction { name, locked, operands: words, .. } = instruction;
        if is_without_effect(instruction) {
            if !words.is_empty() {
                *zero = None;
            }
            return Ok(());
        }
        let first = words.first().map_or(Word::Unknown, |word| meaning(word, operands));
        let second = words.get(1).map_or(Word::Unknown, |word| meaning(word, operands));
        match (name.as_str(), first, second) {
            ("sete" | "setz" | "setne" | "setnz", Word::Operand(to), _) => {
                let Some(zero) = zero.clone() else { return Ok(()) };
                let truth = if name.starts_with("setn") { zero.negated() } else { zero };
                let value = truth.cast(Type { width: 8, signed: false });
                match &operands[to].place {
                    Place::Memory(object) => drop(self.store(&object.clone(), value, span, false)),
                    Place::Register(_) => operands[to].place = Place::Register(Some(Value::Integer(value))),
                }
                return Ok(());
            }
            ("xchg", Word::Operand(one), Word::Operand(two)) => {
                let (memory, register) = if is_in_memory(&operands[one]) { (one, two) } else { (two, one) };
                let object = self.in_memory(&operands[memory], span)?;
                let new = self.register(&operands[register], object.ty, span)?;
                let old = self.exchanged(&object, new, true, span);
                operands[register].place = Place::Register(Some(Value::Integer(old)));
            }
            ("xadd", Word::Operand(register), Word::Operand(memory)) => {
                let object = self.in_memory(&operands[memory], span)?;
                let by = self.register(&operands[register], object.ty, span)?;
                let new = Expr::binary(Binary::Add, object.read(), by.clone());
                let old = self.exchanged(&object, new, *locked, span);
                *zero = Some(is_zero(&Expr::binary(Binary::Add, old.clone(), by)));
                operands[register].place = Place::Register(Some(Value::Integer(old)));
            }
            ("cmpxchg", Word::Operand(register), Word::Operand(memory)) => {
                let object = self.in_memory(&operands[memory], span)?;
                let Some(accumulator) = operands.iter().position(has_accumulator) else { return Ok(()) };
                let new = self.register(&operands[register], object.ty, span)?;
                let expected = self.register(&operands[accumulator], object.ty, span)?;
                let same = Expr::binary(Binary::Equal, object.read(), expected.clone());
                let new = Expr::conditional(same, new, object.read());
                let old = self.exchanged(&object, new, *locked, span);
                *zero = Some(self.spill(Expr::binary(Binary::Equal, old.clone(), expected)));
                let output = operands.iter().position(|operand| is_accumulator(operand) && operand.target.is_some());
                operands[output.unwrap_or(accumulator)].place = Place::Register(Some(Value::Integer(old)));
            }
            (_, first, second) => self.read_and_write(name, (first, second), operands, zero, *locked, span)?,
        }
        Ok(())
    }

    /// `add`, `inc` and their like on memory.
    fn read_and_write(
        &mut self,
        name: &str,
        words: (Word, Word),
        operands: &mut [Operand<'s>],
        zero: &mut Option<Expr>,
        locked: bool,
        span: Span,
    ) -> Result<(), Error> {
        let (by, target) = match words {
            (Word::Operand(target), Word::Unknown) => (Word::Number(1), target),
            (by, Word::Operand(target)) => (by, target),
            _ => return Ok(()),
        };
        let object = self.in_memory(&operands[target], span)?;
        let by = match by {
            Word::Number(number) => Expr::Constant(number as u64 & object.ty.mask(), object.ty),
            Word::Operand(number) => self.register(&operands[number], object.ty, span)?,
            Word::Unknown => return Ok(()),
        };
        let Some(operator) = operator(name) else { return Ok(()) };
        let old = self.exchanged(&object, Expr::binary(operator, object.read(), by.clone()), locked, span);
        let new = self.spill(Expr::binary(operator, old, by));
        *zero = Some(is_zero(&new));
        Ok(())
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
                let spot = self.followed(pointer.clone(), operand.span, span)?;
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

/// A word of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Operand(usize),
    Number(i64),
    Unknown,
}

/// What a word means: `%0`, `%b[name]`, `(%1)`, `$1`.
fn meaning(word: &str, operands: &[Operand]) -> Word {
    if let Some(number) = word.strip_prefix('$') {
        return number.parse().map_or(Word::Unknown, Word::Number);
    }
    let inner = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).unwrap_or(word);
    let Some(rest) = inner.strip_prefix('%').filter(|rest| !rest.starts_with('%')) else { return Word::Unknown };
    let rest = rest.trim_start_matches(['b', 'w', 'k', 'q', 'z', 'h']);
    let named = rest.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let found = match named {
        Some(name) => operands.iter().position(|operand| operand.name == Some(name)),
        None => rest.parse().ok().filter(|number| *number < operands.len()),
    };
    found.map_or(Word::Unknown, Word::Operand)
}

/// Whether an instruction is one that is executed.
fn is_known(instruction: &Instruction, operands: &[Operand]) -> bool {
    if is_without_effect(instruction) {
        return true;
    }
    let words: Vec<Word> = instruction.operands.iter().map(|word| meaning(word, operands)).collect();
    let reachable = |number: &usize| {
        let is_pointer = matches!(operands[*number].place, Place::Register(Some(Value::Pointer(..))));
        is_in_memory(&operands[*number]) || is_pointer
    };
    let indirect = |at: usize| instruction.operands.get(at).is_some_and(|word| word.starts_with('('));
    // A pointer in a register is followed only where the parentheses say so.
    let in_memory = |at: usize| match words.get(at) {
        Some(Word::Operand(number)) => is_in_memory(&operands[*number]) || indirect(at) && reachable(number),
        _ => false,
    };
    let in_register = |at: usize| match words.get(at) {
        Some(Word::Operand(number)) => !is_in_memory(&operands[*number]) && !indirect(at),
        _ => false,
    };
    if is_test(instruction) {
        return matches!(&words[..], [Word::Operand(number)] if !indirect(0) && operands[*number].bits.own == Some(8));
    }
    is_as_wide(instruction, &words, operands)
        && match (instruction.name.as_str(), words.len()) {
            ("xchg", 2) => in_memory(0) && in_register(1) || in_register(0) && in_memory(1),
            ("xadd", 2) => in_register(0) && in_memory(1),
            ("cmpxchg", 2) => in_register(0) && in_memory(1) && operands.iter().any(has_accumulator),
            ("inc" | "dec", 1) => in_memory(0),
            ("add" | "sub" | "and" | "or" | "xor", 2) => {
                in_memory(1) && (in_register(0) || matches!(words[0], Word::Number(_)))
            }
            _ => false,
        }
}

/// Whether an instruction, all of its registers, and what it changes have one size: else it keeps some of the bits.
fn is_as_wide(instruction: &Instruction, words: &[Word], operands: &[Operand]) -> bool {
    let all = || instruction.operands.iter().zip(words);
    let used = all().filter_map(|(text, word)| match word {
        Word::Operand(number) => Some((text, &operands[*number])),
        _ => None,
    });
    let used: Vec<(&String, &Operand)> = used.collect();
    let is_memory = |(text, operand): &&(&String, &Operand)| is_in_memory(operand) || text.starts_with('(');
    let memory = used.iter().find(is_memory).and_then(|(text, operand)| match text.starts_with('(') {
        true => operand.bits.pointed,
        false => operand.bits.own,
    });
    let Some(bits) = memory else { return false };
    let mut registers = used.iter().filter(|one| !is_memory(one)).peekable();
    // Without a register and a suffix the assembler takes 32 bits.
    let said = instruction.bits.or(registers.peek().is_none().then_some(32));
    said.is_none_or(|said| said == bits)
        && registers.all(|(text, operand)| {
            let is_number = matches!(operand.place, Place::Register(Some(Value::Integer(Expr::Constant(..)))));
            let part = text.strip_prefix('%').and_then(|text| text.chars().next()).filter(char::is_ascii_alphabetic);
            let fits = part.is_none_or(|part| size_of(part) == Some(bits));
            fits && (is_number && operand.target.is_none() || operand.bits.own == Some(bits))
        })
}

fn is_memory(constraint: &str) -> bool {
    constraint.contains(['m', 'Q', 'o']) && !constraint.contains(['r', 'q', 'g'])
}

fn is_in_memory(operand: &Operand) -> bool {
    matches!(operand.place, Place::Memory(_))
}

/// Whether an operand is in the register that `cmpxchg` compares with.
fn is_accumulator(operand: &Operand) -> bool {
    operand.constraint.contains('a') && !operand.constraint.contains('@')
}

/// Whether an operand is in that register and has a value.
fn has_accumulator(operand: &Operand) -> bool {
    is_accumulator(operand) && matches!(operand.place, Place::Register(Some(_)))
}

fn is_zero(value: &Expr) -> Expr {
    Expr::binary(Binary::Equal, value.clone(), Expr::Constant(0, value.ty()))
}
