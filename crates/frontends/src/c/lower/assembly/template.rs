//! The text of inline assembly as instructions.

use super::execute::operator;

/// Instructions whose names may end with the size of their operands, next to those of [`operator`].
const SIZED: [&str; 7] = ["xchg", "xadd", "cmpxchg", "mov", "bts", "btr", "btc"];

/// An instruction.
pub struct Instruction {
    /// Its name, without a suffix for the size.
    pub name: String,
    /// The bits that the suffix stands for.
    pub width: Option<u8>,
    /// Whether it is one step.
    pub locked: bool,
    /// Its operands as text.
    pub operands: Vec<String>,
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
        let sized = name.char_indices().next_back().filter(|_| !operands.is_empty());
        let sized = sized.and_then(|(end, letter)| Some((&name[..end], suffix(letter)?)));
        let (name, width) = match sized.filter(|(stem, _)| SIZED.contains(stem) || operator(stem).is_some()) {
            Some((stem, width)) => (stem, Some(width)),
            None => (name, None),
        };
        let locked = std::mem::take(&mut locked);
        all.push(Instruction { name: name.to_string(), width, locked, operands });
    }
    (!locked).then_some(all)
}

/// The bits that a letter at the end of a name stands for, or one after the `%` of an operand.
pub fn suffix(letter: char) -> Option<u8> {
    Some(match letter {
        'b' => 8,
        'w' => 16,
        'l' | 'k' => 32,
        'q' => 64,
        _ => return None,
    })
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
        assert_eq!(names("movl %1, %0"), ["mov %1|%0"]);
        assert_eq!(names("lock btsl %2, %0; setc %1"), ["lock bts %2|%0", "setc %1"]);
        assert!(instructions("nop; lock").is_none());
    }
}
