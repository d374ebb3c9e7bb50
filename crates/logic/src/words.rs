//! Arithmetic on words, lowest bit first, as textbook circuits.

use crate::circuit::{Bit, Circuit};

/// A bit vector, lowest bit first.
pub type Word = Vec<Bit>;

/// The word of a bit pattern.
pub fn constant(value: u64, width: usize) -> Word {
    (0..width).map(|at| Bit::constant(at < 64 && value >> at & 1 == 1)).collect()
}

/// Every bit flipped.
pub fn complement(word: &[Bit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

/// Ripple-carry addition.
pub fn add(circuit: &mut Circuit, left: &[Bit], right: &[Bit], mut carry: Bit) -> Word {
    let mut sum = Word::with_capacity(left.len());
    for (&l, &r) in left.iter().zip(right) {
        let half = circuit.xor(l, r);
        sum.push(circuit.xor(half, carry));
        let both = circuit.and(l, r);
        let passed = circuit.and(half, carry);
        carry = circuit.or(both, passed);
    }
    sum
}

/// `left - right` as `left + ~right + 1`.
pub fn subtract(circuit: &mut Circuit, left: &[Bit], right: &[Bit]) -> Word {
    add(circuit, left, &complement(right), Bit::ONE)
}

/// Shift and add.
pub fn multiply(circuit: &mut Circuit, left: &[Bit], right: &[Bit]) -> Word {
    let width = left.len();
    let mut sum = constant(0, width);
    for (shift, &bit) in right.iter().enumerate() {
        let mut row = constant(0, shift);
        row.extend(left[..width - shift].iter().map(|&l| circuit.and(l, bit)));
        sum = add(circuit, &sum, &row, Bit::ZERO);
    }
    sum
}

/// Whether all bits agree.
pub fn equal(circuit: &mut Circuit, left: &[Bit], right: &[Bit]) -> Bit {
    let mut same = Bit::ONE;
    for (&l, &r) in left.iter().zip(right) {
        let differ = circuit.xor(l, r);
        same = circuit.and(same, !differ);
    }
    same
}

/// Whether `left < right`, or with `or_equal` `left <= right`, as numbers without sign: from the lowest bit up, the last difference decides.
pub fn less(circuit: &mut Circuit, left: &[Bit], right: &[Bit], or_equal: bool) -> Bit {
    let mut less = Bit::constant(or_equal);
    for (&l, &r) in left.iter().zip(right) {
        let differ = circuit.xor(l, r);
        less = circuit.choose(differ, r, less);
    }
    less
}

/// The same for numbers with sign: the order without sign after flipping the signs.
pub fn less_signed(circuit: &mut Circuit, left: &[Bit], right: &[Bit], or_equal: bool) -> Bit {
    let flipped = |word: &[Bit]| {
        let mut word = word.to_vec();
        if let Some(sign) = word.last_mut() {
            *sign = !*sign;
        }
        word
    };
    less(circuit, &flipped(left), &flipped(right), or_equal)
}

/// If, then, else on words.
pub fn choose(circuit: &mut Circuit, test: Bit, yes: &[Bit], no: &[Bit]) -> Word {
    yes.iter().zip(no).map(|(&yes, &no)| circuit.choose(test, yes, no)).collect()
}

/// Quotient and remainder without sign, by restoring division; by zero, all ones and the dividend.
pub fn divide(circuit: &mut Circuit, dividend: &[Bit], divisor: &[Bit]) -> (Word, Word) {
    let width = dividend.len();
    let mut quotient = constant(0, width);
    // One bit longer, so that the shifted remainder fits.
    let mut remainder = constant(0, width + 1);
    let mut wide = divisor.to_vec();
    wide.push(Bit::ZERO);
    for at in (0..width).rev() {
        remainder.pop();
        remainder.insert(0, dividend[at]);
        let fits = less(circuit, &wide, &remainder, true);
        let difference = subtract(circuit, &remainder, &wide);
        remainder = choose(circuit, fits, &difference, &remainder);
        quotient[at] = fits;
    }
    remainder.pop();
    (quotient, remainder)
}

/// The absolute value, and whether the word was negative.
pub fn magnitude(circuit: &mut Circuit, word: &[Bit]) -> (Word, Bit) {
    let negative = word.last().copied().unwrap_or(Bit::ZERO);
    let negated = negate(circuit, word);
    (choose(circuit, negative, &negated, word), negative)
}

/// Two's complement.
pub fn negate(circuit: &mut Circuit, word: &[Bit]) -> Word {
    subtract(circuit, &constant(0, word.len()), word)
}

/// Quotient and remainder with signs: that of the quotient is the product's, that of the remainder the dividend's.
pub fn divide_signed(circuit: &mut Circuit, dividend: &[Bit], divisor: &[Bit]) -> (Word, Word) {
    let (left, left_negative) = magnitude(circuit, dividend);
    let (right, right_negative) = magnitude(circuit, divisor);
    let (quotient, remainder) = divide(circuit, &left, &right);
    let signs_differ = circuit.xor(left_negative, right_negative);
    let negated_quotient = negate(circuit, &quotient);
    let negated_remainder = negate(circuit, &remainder);
    (
        choose(circuit, signs_differ, &negated_quotient, &quotient),
        choose(circuit, left_negative, &negated_remainder, &remainder),
    )
}

/// Barrel shifter: to the left, or to the right with `fill` coming in; a count of the width or more leaves only `fill`.
pub fn shift(circuit: &mut Circuit, word: &[Bit], count: &[Bit], left: bool, fill: Bit) -> Word {
    let width = word.len();
    let mut shifted = word.to_vec();
    let mut too_far = Bit::ZERO;
    for (power, &bit) in count.iter().enumerate() {
        let distance = 1usize.checked_shl(power as u32).unwrap_or(width);
        if distance >= width {
            too_far = circuit.or(too_far, bit);
            continue;
        }
        let source =
            |at: usize| if left { at.checked_sub(distance) } else { Some(at + distance).filter(|&at| at < width) };
        let moved: Word = (0..width).map(|at| source(at).map_or(fill, |at| shifted[at])).collect();
        shifted = choose(circuit, bit, &moved, &shifted);
    }
    choose(circuit, too_far, &vec![fill; width], &shifted)
}
