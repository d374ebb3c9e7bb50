//! Inline assembly. The instructions of x86 that programs write atomic operations and fences with are executed; whatever
//! else it is, all outputs get any values and what pointers among the operands lead to as well. Such steps are marked,
//! since the instructions do something certain (`Program::approximations`).

mod execute;
mod template;

use super::Lowering;
use super::context::Context;
use super::memory::Touch;
use super::value::{Object, Spot, Value};
use crate::c::syntax::{Assembly, Expression, Span};
use crate::c::types::CType;
use crate::error::Error;
use execute::Flags;
use template::{Instruction, instructions, suffix};
use umpteen_model::c::expression::{Expr, Type};

/// Instructions that only wait or order accesses, which happen in order here.
const WITHOUT_EFFECT: [&str; 9] = ["pause", "rep nop", "nop", "rep", "mfence", "lfence", "sfence", "yield", "cld"];

/// Instructions that write a flag to a byte.
const FLAGS: [&str; 8] = ["sete", "setz", "setne", "setnz", "setc", "setb", "setnc", "setae"];

/// A template of an instruction that orders all accesses by a write that changes nothing: `lock; addl $0, (%rsp)`.
const WRITES_NOTHING: [&str; 4] = ["add", "or", "and", "xor"];

/// An operand of the template.
struct Operand<'s> {
    name: Option<&'s str>,
    constraint: String,
    /// Where the result goes, for outputs.
    target: Option<Spot<'s>>,
    place: Place<'s>,
    /// The bits of its type, and of what it points to.
    width: u8,
    pointee: u8,
    /// The output in whose register it is.
    tied: Option<usize>,
    span: Span,
}

/// What an operand stands for.
#[derive(Clone)]
enum Place<'s> {
    /// A variable in memory.
    Memory(Object),
    /// A register with a value, if it has one.
    Register(Option<Value<'s>>),
}

impl Operand<'_> {
    /// A register gets a value; if it is of another size, what it has then is not known.
    fn receive(&mut self, value: Expr) {
        let fits = value.ty().width.max(8) == self.width;
        self.place = Place::Register(fits.then_some(Value::Integer(value)));
    }
}

impl<'s> Lowering<'s> {
    /// A statement of inline assembly.
    pub fn assembly(&mut self, assembly: &'s Assembly<'s>, span: Span) -> Result<(), Error> {
        let mut operands = self.assembly_operands(assembly)?;
        let mut flags = Flags::default();
        let executed = match instructions(&assembly.template) {
            Some(all) if all.iter().all(|one| is_known(one, &operands)) => {
                all.iter().try_for_each(|one| self.instruction(one, &mut operands, &mut flags, span))?;
                true
            }
            _ => false,
        };
        // Flags are outputs by themselves.
        for operand in &mut operands {
            let Some((_, letters)) = operand.constraint.split_once("@cc") else { continue };
            let flag = flags.condition(letters).map(|flag| Value::Integer(flag.cast(Type::INT)));
            operand.place = Place::Register(flag);
        }
        let mut any = !executed;
        for operand in &operands {
            let (Some(target), Place::Register(value)) = (&operand.target, &operand.place) else { continue };
            if let (true, Some(value)) = (executed, value) {
                let value = self.converted(value.clone(), &target.ty, operand.span)?;
                self.store_value(target, value, operand.span, span, false)?;
            } else if let Some(ty) = self.source.scalar_type(&target.ty) {
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
            let spot = self.memory.followed(pointer, span, span)?;
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
            let (width, pointee) = self.source.widths(&spot.ty);
            operands.push(Operand { name, constraint, target: Some(spot), place, width, pointee, tied: None, span });
        }
        for input in &assembly.inputs {
            let span = input.expression.span;
            let number: Option<usize> = input.constraint.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok();
            let place = match is_memory(&input.constraint) && number.is_none() {
                true => self.memory_operand(&input.expression)?,
                false => {
                    let value = self.value(&input.expression)?;
                    Place::Register(Some(self.kept(value)))
                }
            };
            let (name, mut constraint) = (input.name, input.constraint.clone());
            let (mut width, pointee) = self.source.widths(&input.expression.known_type()?.decayed());
            // A digit says that the value is in the register of an output.
            let tied = number.filter(|number| *number < operands.len());
            if let Some(output) = tied.map(|number| &mut operands[number]) {
                output.place = if let Place::Memory(_) = output.place { output.place.clone() } else { place.clone() };
                (width, constraint) = (output.width, String::new());
            }
            operands.push(Operand { name, constraint, target: None, place, width, pointee, tied, span });
        }
        Ok(operands)
    }

    fn memory_operand(&mut self, expression: &'s Expression<'s>) -> Result<Place<'s>, Error> {
        let spot = self.spot(expression)?;
        let spot = self.frozen(spot);
        Ok(Place::Memory(self.object_of(&spot, expression.span)?))
    }
}

impl<'s> Context<'s> {
    /// The bits of a value, and of what it points to; 0 where there is none.
    fn widths(&self, ty: &CType<'s>) -> (u8, u8) {
        let bits = |ty| self.scalar_type(ty).map_or(0, |ty| ty.width.max(8));
        let pointee = if let CType::Pointer { to, .. } = ty { bits(to) } else { 0 };
        (bits(ty), pointee)
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
    let found = found.map(|number| operands[number].tied.unwrap_or(number));
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
    if !instruction.name.starts_with("set") && !has_one_width(instruction, &words, operands) {
        return false;
    }
    match (instruction.name.as_str(), words.len()) {
        (name, 1) if FLAGS.contains(&name) => matches!(words[0], Word::Operand(_)) && !indirect(0),
        ("mov", 2) => {
            let from_register = in_register(0) || matches!(words[0], Word::Number(_));
            in_memory(1) && from_register || in_memory(0) && !indirect(0) && in_register(1)
        }
        ("bts" | "btr" | "btc", 2) => in_memory(1) && (in_register(0) || matches!(words[0], Word::Number(_))),
        ("xchg", 2) => in_memory(0) && in_register(1) || in_register(0) && in_memory(1),
        ("xadd", 2) => in_register(0) && in_memory(1),
        ("cmpxchg", 2) => in_register(0) && in_memory(1) && operands.iter().any(has_accumulator),
        ("inc" | "dec" | "neg" | "not", 1) => in_memory(0),
        ("add" | "sub" | "and" | "or" | "xor", 2) => {
            in_memory(1) && (in_register(0) || matches!(words[0], Word::Number(_)))
        }
        _ => false,
    }
}

/// Whether the operands of an instruction have the size that it says. What gets a value in part only is not looked at here.
fn has_one_width(instruction: &Instruction, words: &[Word], operands: &[Operand]) -> bool {
    // The width of a word, and whether it is in memory.
    let sized = |(at, word): (usize, &Word)| {
        let Word::Operand(number) = word else { return None };
        let (operand, text) = (&operands[*number], &instruction.operands[at]);
        if text.starts_with('(') {
            return Some((operand.pointee, true));
        }
        let letter = text.chars().nth(1).and_then(suffix);
        Some((letter.unwrap_or(operand.width), is_in_memory(operand)))
    };
    let sizes: Vec<(u8, bool)> = words.iter().enumerate().filter_map(sized).collect();
    let register = sizes.iter().find(|(_, in_memory)| !in_memory).map(|(width, _)| *width);
    // The assembler takes 32 bits where nothing says how many.
    let width = instruction.width.or(register).unwrap_or(32);
    sizes.iter().all(|(bits, in_memory)| if *in_memory { *bits == width } else { *bits >= width })
}

/// Whether an instruction changes nothing here.
fn is_without_effect(instruction: &Instruction) -> bool {
    if instruction.name.starts_with("prefetch") {
        return true;
    }
    let [number, stack] = &instruction.operands[..] else {
        return WITHOUT_EFFECT.contains(&instruction.name.as_str()) && instruction.operands.is_empty();
    };
    let is_stack = ["%%esp", "%%rsp", "%esp", "%rsp"].iter().any(|register| stack.contains(register));
    let is_neutral = number == "$0" && instruction.name != "and";
    is_stack && is_neutral && WRITES_NOTHING.contains(&instruction.name.as_str())
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
