//! The instructions of a template of inline assembly, as text.

use umpteen_model::c::expression::Binary;

/// Instructions that only wait or order accesses, which happen in order here.
const WITHOUT_EFFECT: [&str; 9] = ["pause", "rep nop", "nop", "rep", "mfence", "lfence", "sfence", "yield", "cld"];

/// A template of an instruction that orders all accesses by a write that changes nothing: `lock; addl $0, (%rsp)`.
const WRITES_NOTHING: [&str; 4] = ["add", "or", "and", "xor"];

/// An instruction: its name without a suffix for the size, the bits that such a suffix means, whether it is locked, and its
/// operands.
pub struct Instruction {
    pub name: String,
    pub bits: Option<u8>,
    pub locked: bool,
    pub operands: Vec<String>,
}

/// The bits that a suffix of an instruction, or a letter before the number of an operand, means.
pub fn size_of(letter: char) -> Option<u8> {
    match letter {
        'b' => Some(8),
        'w' => Some(16),
        'l' | 'k' => Some(32),
        'q' => Some(64),
        _ => None,
    }
}

/// Whether an instruction stores a flag.
pub fn is_test(instruction: &Instruction) -> bool {
    matches!(instruction.name.as_str(), "sete" | "setz" | "setne" | "setnz")
}

/// Whether all flags that are stored are those of an instruction before.
pub fn tests_known_flags(all: &[Instruction]) -> bool {
    let mut known = false;
    all.iter().all(|one| {
        if is_without_effect(one) {
            known &= one.operands.is_empty();
        } else if !is_test(one) && one.name != "xchg" {
            known = true;
        }
        known || !is_test(one)
    })
}

/// Whether an instruction changes nothing here.
pub fn is_without_effect(instruction: &Instruction) -> bool {
    let [number, stack] = &instruction.operands[..] else {
        return WITHOUT_EFFECT.contains(&instruction.name.as_str()) && instruction.operands.is_empty();
    };
    let is_stack = ["%%esp", "%%rsp", "%esp", "%rsp"].iter().any(|register| stack.contains(register));
    let is_neutral = number == "$0" && instruction.name != "and";
    is_stack && is_neutral && WRITES_NOTHING.contains(&instruction.name.as_str())
}

/// The operator of an instruction on memory; `inc` and `dec` are by 1.
pub fn operator(name: &str) -> Option<Binary> {
    Some(match name {
        "add" | "inc" => Binary::Add,
        "sub" | "dec" => Binary::Subtract,
        "and" => Binary::And,
        "or" => Binary::Or,
        "xor" => Binary::Xor,
        _ => return None,
    })
}

/// The instructions of a template.
pub fn instructions(template: &str) -> Option<Vec<Instruction>> {
    let mut all = Vec::new();
    let mut locked = false;
    for line in template.split([';', '\n']) {
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix("lock") {
            locked = true;
            line = rest.trim_start();
        }
        if line.is_empty() {
            continue;
        }
        let (name, operands) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let operands: Vec<String> =
            operands.split(',').map(|word| word.trim().to_string()).filter(|word| !word.is_empty()).collect();
        // `rep nop`, and names that end with the size of their operands.
        let (name, operands) = match (name, &operands[..]) {
            ("rep", [nop]) if nop == "nop" => ("rep nop", Vec::new()),
            _ => (name, operands),
        };
        let (name, bits) = match name.strip_suffix(['b', 'w', 'l', 'q']) {
            Some(stem) if !operands.is_empty() && !name.starts_with("set") && is_stem(stem) => {
                (stem, name.chars().next_back().and_then(size_of))
            }
            _ => (name, None),
        };
        all.push(Instruction { name: name.to_string(), bits, locked: std::mem::take(&mut locked), operands });
    }
    (!locked).then_some(all)
}

fn is_stem(name: &str) -> bool {
    operator(name).is_some() || ["xchg", "xadd", "cmpxchg"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(template: &str) -> Vec<String> {
        let all = instructions(template).unwrap_or_default();
        let shown = |one: &Instruction| {
            let lock = if one.locked { "lock " } else { "" };
            format!("{lock}{} {}", one.name, one.operands.join("|")).trim().to_string()
        };
        all.iter().map(shown).collect()
    }

    #[test]
    fn templates_are_taken_apart() {
        assert_eq!(names("lock; cmpxchgl %1,%2"), ["lock cmpxchg %1|%2"]);
        assert_eq!(names("lock xaddq %0, %1\n\t"), ["lock xadd %0|%1"]);
        assert_eq!(names("lock cmpxchg %3, %0; setz %1;"), ["lock cmpxchg %3|%0", "setz %1"]);
        assert_eq!(names("rep; nop"), ["rep", "nop"]);
        assert_eq!(names("lock; addl $0,0(%%esp)"), ["lock add $0|0(%%esp)"]);
        assert_eq!(names("xchg %b0, %1"), ["xchg %b0|%1"]);
        assert!(instructions("nop; lock").is_none());
    }
}
