//! Expressions over machine integers: every value is a bit pattern of its type's width, conversions are explicit.
//!
//! Operators work at the width of their operands, which have one type; comparisons and `Not` give `BOOL`. Signed
//! overflow wraps. What C leaves undefined has a fixed meaning here, the one of SMT-LIB: a quotient by zero is all ones
//! (unsigned) or minus the sign (signed), a remainder by zero is the dividend, a shift by the width or more shifts
//! everything out.

use super::program::Program;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Type {
    /// Bits: 1, 8, 16, 32 or 64.
    pub width: u8,
    /// Whether the highest bit is a sign.
    pub signed: bool,
}

impl Type {
    /// `_Bool`, and the result of comparisons.
    pub const BOOL: Type = Type { width: 1, signed: false };
    /// `int`.
    pub const INT: Type = Type { width: 32, signed: true };

    /// The bits that a value of the type may have set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - u32::from(self.width))
    }

    /// The bit pattern as a number with its sign.
    pub fn number(self, bits: u64) -> i128 {
        let negative = self.signed && bits >> (self.width - 1) & 1 == 1;
        i128::from(bits) - if negative { 1i128 << self.width } else { 0 }
    }

    /// The bit pattern of a number, wrapped.
    pub fn wrap(self, number: i128) -> u64 {
        number as u64 & self.mask()
    }
}

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// A shared variable.
    Global(u32),
    /// A variable that each thread of its template has for itself.
    Local(u32),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unary {
    /// Two's complement.
    Negate,
    /// Every bit flipped; on `BOOL`, logical negation.
    Not,
}

/// Operators with two operands of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    Less,
    LessOrEqual,
}

impl Binary {
    /// Whether the result is `BOOL` whatever the operands are.
    pub fn compares(self) -> bool {
        matches!(self, Binary::Equal | Binary::Less | Binary::LessOrEqual)
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Expr {
    /// A bit pattern.
    Constant(u64, Type),
    /// The value of a variable before the step.
    Read(Place, Type),
    /// Any value, chosen anew whenever the edge is taken; inputs of one edge with the same number are the same, and have
    /// one type.
    Input(u32, Type),
    /// One operand.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The value in another type: cut off, or extended by the operand's signedness; to `BOOL`, the lowest bit only.
    Cast(Type, Box<Expr>),
    /// If the first, which is `BOOL`, then the second, else the third.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The constant true.
    pub const TRUE: Expr = Expr::Constant(1, Type::BOOL);
    /// The condition that never holds.
    pub const FALSE: Expr = Expr::Constant(0, Type::BOOL);

    /// An `int`.
    pub fn int(value: i64) -> Expr {
        Expr::Constant(Type::INT.wrap(value.into()), Type::INT)
    }

    /// The type.
    pub fn ty(&self) -> Type {
        match self {
            Expr::Constant(_, ty) | Expr::Read(_, ty) | Expr::Input(_, ty) | Expr::Cast(ty, _) => *ty,
            Expr::Unary(_, operand) => operand.ty(),
            Expr::Binary(operator, ..) if operator.compares() => Type::BOOL,
            Expr::Binary(_, left, _) => left.ty(),
            Expr::Conditional(_, yes, _) => yes.ty(),
        }
    }

    /// Negation or complement; constants are folded and double negations removed.
    pub fn negated(self) -> Expr {
        match self {
            Expr::Constant(bits, ty) => Expr::Constant(!bits & ty.mask(), ty),
            Expr::Unary(Unary::Not, inner) => *inner,
            other => Expr::Unary(Unary::Not, Box::new(other)),
        }
    }

    /// Two operands of one type; constants are folded.
    pub fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
        debug_assert_eq!(left.ty(), right.ty(), "{operator:?} of {left:?} and {right:?}");
        let ty = left.ty();
        match (operator, &left, &right) {
            (_, Expr::Constant(l, _), Expr::Constant(r, _)) => {
                let result = if operator.compares() { Type::BOOL } else { ty };
                Expr::Constant(apply(operator, ty, *l, *r), result)
            }
            (Binary::And, Expr::Constant(1, Type::BOOL), _) | (Binary::Or, Expr::Constant(0, Type::BOOL), _) => right,
            (Binary::And, _, Expr::Constant(1, Type::BOOL)) | (Binary::Or, _, Expr::Constant(0, Type::BOOL)) => left,
            (Binary::And, Expr::Constant(0, _), _) | (Binary::Or, Expr::Constant(1, Type::BOOL), _) => left,
            (Binary::And, _, Expr::Constant(0, _)) | (Binary::Or, _, Expr::Constant(1, Type::BOOL)) => right,
            (Binary::Add | Binary::Subtract, _, Expr::Constant(0, _)) => left,
            // Sums keep one constant, on the right; all of this holds for numbers that wrap.
            (Binary::Subtract, _, Expr::Constant(r, _)) => {
                Expr::binary(Binary::Add, left, Expr::Constant(ty.wrap(-ty.number(*r)), ty))
            }
            (Binary::Add, Expr::Constant(..), _) => Expr::binary(Binary::Add, right, left),
            (Binary::Add, Expr::Binary(Binary::Add, inner, number), Expr::Constant(..))
                if matches!(**number, Expr::Constant(..)) =>
            {
                let number = Expr::binary(Binary::Add, (**number).clone(), right);
                Expr::binary(Binary::Add, (**inner).clone(), number)
            }
            (Binary::Equal | Binary::LessOrEqual, ..) if left == right => Expr::TRUE,
            (Binary::Less, ..) if left == right => Expr::Constant(0, Type::BOOL),
            _ => Expr::Binary(operator, Box::new(left), Box::new(right)),
        }
    }

    /// The conjunction of two conditions.
    pub fn and(self, other: Expr) -> Expr {
        Expr::binary(Binary::And, self, other)
    }

    /// The value in another type.
    pub fn cast(self, ty: Type) -> Expr {
        match self {
            _ if self.ty() == ty => self,
            Expr::Constant(bits, from) => Expr::Constant(ty.wrap(from.number(bits)), ty),
            // Going up and back down again changes nothing.
            Expr::Cast(wide, inner) if wide.width >= ty.width && inner.ty() == ty => *inner,
            other => Expr::Cast(ty, Box::new(other)),
        }
    }

    /// If, then, else.
    pub fn conditional(test: Expr, yes: Expr, no: Expr) -> Expr {
        match test {
            Expr::Constant(bits, _) => {
                if bits == 1 {
                    yes
                } else {
                    no
                }
            }
            _ if yes == no => yes,
            test => Expr::Conditional(Box::new(test), Box::new(yes), Box::new(no)),
        }
    }

    /// Whether the value is not zero, as `BOOL`. Comparisons that were widened to `int` are found again.
    pub fn truth(self) -> Expr {
        match self {
            Expr::Cast(_, inner) if inner.ty() == Type::BOOL => *inner,
            other if other.ty() == Type::BOOL => other,
            other => {
                let zero = Expr::Constant(0, other.ty());
                Expr::binary(Binary::Equal, other, zero).negated()
            }
        }
    }

    /// Calls `look` for every part, the whole first.
    pub fn visit<'a>(&'a self, look: &mut impl FnMut(&'a Expr)) {
        look(self);
        match self {
            Expr::Constant(..) | Expr::Read(..) | Expr::Input(..) => {}
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => operand.visit(look),
            Expr::Binary(_, left, right) => {
                left.visit(look);
                right.visit(look);
            }
            Expr::Conditional(test, yes, no) => {
                test.visit(look);
                yes.visit(look);
                no.visit(look);
            }
        }
    }

    /// The variables read, each once.
    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        self.visit(&mut |part| {
            if let Expr::Read(place, _) = part {
                places.push(*place);
            }
        });
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The variables of the thread that are read, each once.
    pub fn locals(&self) -> Vec<u32> {
        let local = |place: &Place| match place {
            Place::Local(number) => Some(*number),
            Place::Global(_) => None,
        };
        self.places().iter().filter_map(local).collect()
    }

    /// Whether a shared variable is read.
    pub fn reads_shared(&self) -> bool {
        self.places().iter().any(|place| matches!(place, Place::Global(_)))
    }

    /// Whether the value depends on an input.
    pub fn has_input(&self) -> bool {
        self.inputs() > 0
    }

    /// One more than the highest number of an input.
    pub fn inputs(&self) -> u32 {
        let mut most = 0;
        self.visit(&mut |part| {
            if let Expr::Input(number, _) = part {
                most = most.max(number + 1);
            }
        });
        most
    }

    /// The number of parts.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.visit(&mut |_| size += 1);
        size
    }

    /// The expression with every leaf replaced, simplified on the way up.
    pub fn replace(&self, leaf: &mut impl FnMut(&Expr) -> Expr) -> Expr {
        match self {
            Expr::Constant(..) => self.clone(),
            Expr::Read(..) | Expr::Input(..) => leaf(self),
            Expr::Unary(Unary::Not, operand) => operand.replace(leaf).negated(),
            Expr::Unary(Unary::Negate, operand) => {
                let operand = operand.replace(leaf);
                Expr::binary(Binary::Subtract, Expr::Constant(0, operand.ty()), operand)
            }
            Expr::Binary(operator, left, right) => Expr::binary(*operator, left.replace(leaf), right.replace(leaf)),
            Expr::Cast(ty, operand) => operand.replace(leaf).cast(*ty),
            Expr::Conditional(test, yes, no) => {
                Expr::conditional(test.replace(leaf), yes.replace(leaf), no.replace(leaf))
            }
        }
    }

    /// The expression with every occurrence of a part replaced by another expression of its type.
    pub fn substitute(&self, part: &Expr, by: &Expr) -> Expr {
        if self == part {
            return by.clone();
        }
        let inner = |expr: &Expr| Box::new(expr.substitute(part, by));
        match self {
            Expr::Constant(..) | Expr::Read(..) | Expr::Input(..) => self.clone(),
            Expr::Unary(operator, operand) => Expr::Unary(*operator, inner(operand)),
            Expr::Cast(ty, operand) => Expr::Cast(*ty, inner(operand)),
            Expr::Binary(operator, left, right) => Expr::Binary(*operator, inner(left), inner(right)),
            Expr::Conditional(test, yes, no) => Expr::Conditional(inner(test), inner(yes), inner(no)),
        }
    }

    /// The expression where a condition is known to hold, or not: choices that depend on it are made.
    pub fn decided(&self, test: &Expr, holds: bool) -> Expr {
        let inner = |expr: &Expr| expr.decided(test, holds);
        match self {
            Expr::Constant(..) | Expr::Read(..) | Expr::Input(..) => self.clone(),
            Expr::Unary(Unary::Not, operand) => inner(operand).negated(),
            Expr::Unary(operator, operand) => Expr::Unary(*operator, Box::new(inner(operand))),
            Expr::Cast(ty, operand) => inner(operand).cast(*ty),
            Expr::Binary(operator, left, right) => Expr::binary(*operator, inner(left), inner(right)),
            Expr::Conditional(condition, yes, no) if **condition == *test => inner(if holds { yes } else { no }),
            Expr::Conditional(condition, yes, no) => Expr::conditional(inner(condition), inner(yes), inner(no)),
        }
    }

    /// The value, given those of variables and inputs.
    pub fn value(&self, read: &impl Fn(Place) -> u64, input: &impl Fn(u32) -> u64) -> u64 {
        match self {
            Expr::Constant(bits, _) => *bits,
            Expr::Read(place, ty) => read(*place) & ty.mask(),
            Expr::Input(number, ty) => input(*number) & ty.mask(),
            Expr::Unary(operator, operand) => {
                let (bits, ty) = (operand.value(read, input), operand.ty());
                match operator {
                    Unary::Negate => ty.wrap(-ty.number(bits)),
                    Unary::Not => !bits & ty.mask(),
                }
            }
            Expr::Binary(operator, left, right) => {
                apply(*operator, left.ty(), left.value(read, input), right.value(read, input))
            }
            Expr::Cast(ty, operand) => ty.wrap(operand.ty().number(operand.value(read, input))),
            Expr::Conditional(test, yes, no) => {
                if test.value(read, input) == 1 {
                    yes.value(read, input)
                } else {
                    no.value(read, input)
                }
            }
        }
    }
}

/// The result of an operator on bit patterns of a type.
pub fn apply(operator: Binary, ty: Type, left: u64, right: u64) -> u64 {
    let (l, r) = (ty.number(left), ty.number(right));
    match operator {
        Binary::Add => ty.wrap(l + r),
        Binary::Subtract => ty.wrap(l - r),
        Binary::Multiply => ty.wrap(l.wrapping_mul(r)),
        Binary::Divide if r == 0 => ty.wrap(if ty.signed && l < 0 { 1 } else { -1 }),
        Binary::Divide => ty.wrap(l / r),
        Binary::Remainder if r == 0 => left,
        Binary::Remainder => ty.wrap(l % r),
        Binary::And => left & right,
        Binary::Or => left | right,
        Binary::Xor => left ^ right,
        // The count is taken as unsigned, so a negative one shifts everything out.
        Binary::ShiftLeft if right >= ty.width.into() => 0,
        Binary::ShiftLeft => left << right & ty.mask(),
        Binary::ShiftRight if right >= ty.width.into() => ty.wrap(if l < 0 { -1 } else { 0 }),
        Binary::ShiftRight => ty.wrap(l >> right),
        Binary::Equal => u64::from(left == right),
        Binary::Less => u64::from(l < r),
        Binary::LessOrEqual => u64::from(l <= r),
    }
}

/// An expression with the names that its variables and addresses have in a program, in C's notation.
pub struct Named<'a>(pub &'a Expr, pub &'a Program);

impl<'a> fmt::Display for Named<'a> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let inner = |expr: &'a Expr| Named(expr, self.1);
        // Operands that are not single words are put in parentheses, but for sums that are compared.
        let compares = |expr: &Expr| match expr {
            Expr::Unary(Unary::Not, inner) => matches!(shown(inner), Expr::Binary(Binary::Equal, ..)),
            Expr::Binary(operator, ..) => operator.compares(),
            _ => false,
        };
        let is_comparison = compares(shown(self.0));
        let operand = |out: &mut fmt::Formatter, expr: &'a Expr| match shown(expr) {
            Expr::Binary(Binary::Add | Binary::Subtract | Binary::Multiply, ..) if is_comparison => {
                write!(out, "{}", inner(expr))
            }
            Expr::Binary(..) | Expr::Conditional(..) => write!(out, "({})", inner(expr)),
            other if compares(other) => write!(out, "({})", inner(expr)),
            _ => write!(out, "{}", inner(expr)),
        };
        match shown(self.0) {
            Expr::Constant(bits, ty) => write!(out, "{}", self.1.shown(*bits, *ty)),
            Expr::Read(place, _) => write!(out, "{}", self.1.name(*place)),
            Expr::Input(number, _) => write!(out, "nondet{number}"),
            Expr::Unary(Unary::Not, inner) => match shown(inner) {
                Expr::Binary(Binary::Equal, left, right) => {
                    operand(out, left)?;
                    write!(out, " != ")?;
                    operand(out, right)
                }
                _ => {
                    write!(out, "{}", if inner.ty() == Type::BOOL { "!" } else { "~" })?;
                    operand(out, inner)
                }
            },
            Expr::Unary(Unary::Negate, inner) => {
                write!(out, "-")?;
                operand(out, inner)
            }
            Expr::Binary(Binary::Add, left, right) if negative(right).is_some() => {
                operand(out, left)?;
                write!(out, " - {}", negative(right).unwrap_or(0))
            }
            Expr::Binary(operator, left, right) => {
                operand(out, left)?;
                write!(out, " {} ", symbol(*operator, left.ty()))?;
                operand(out, right)
            }
            Expr::Cast(ty, inner) => {
                write!(out, "({}int{})", if ty.signed { "" } else { "u" }, ty.width)?;
                operand(out, inner)
            }
            Expr::Conditional(test, yes, no) => {
                operand(out, test)?;
                write!(out, " ? ")?;
                operand(out, yes)?;
                write!(out, " : ")?;
                operand(out, no)
            }
        }
    }
}

/// The magnitude of a small constant that subtracts.
fn negative(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Constant(bits, ty) => {
            let number = Type { signed: true, ..*ty }.number(*bits);
            (-1000..0).contains(&number).then_some(-number)
        }
        _ => None,
    }
}

/// Conversions that only widen are not shown.
fn shown(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast(ty, inner) if ty.width > inner.ty().width => shown(inner),
        other => other,
    }
}

fn symbol(operator: Binary, ty: Type) -> &'static str {
    match operator {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::And if ty == Type::BOOL => "&&",
        Binary::Or if ty == Type::BOOL => "||",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::Equal => "==",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
    }
}
