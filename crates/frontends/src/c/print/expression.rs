//! Expressions as C (C11 6.5), with the conversions of operands (6.3) as casts.

use super::super::syntax::{Expression, ExpressionKind, Operator, Prefix};
use super::super::types::CType;
use super::Printer;
use crate::error::Error;
use umpteen_model::c::expression::Type;

impl<'a> Printer<'_, 'a> {
    /// An expression as it is converted, in parentheses unless it is an operand or a cast of one.
    pub fn expression(&mut self, expression: &Expression<'a>) -> Result<String, Error> {
        let written = self.unconverted(expression)?;
        Ok(match &expression.converted {
            Some(CType::Integer { ty, .. }) if !Self::is_spelled(*ty) => written,
            Some(ty) => format!("({}){written}", self.type_name(ty)?),
            None => written,
        })
    }

    /// An expression without the conversion of its value.
    fn unconverted(&mut self, expression: &Expression<'a>) -> Result<String, Error> {
        Ok(match &expression.kind {
            ExpressionKind::Constant(bits, ty) => self.constant(*bits, *ty)?,
            ExpressionKind::Float(..) => self.text[expression.span.range()].to_string(),
            ExpressionKind::Text(bytes) => quoted(bytes),
            ExpressionKind::Name(name) => self.name(*name),
            ExpressionKind::Prefix(prefix, inner) => self.prefix(*prefix, inner)?,
            ExpressionKind::Postfix(operator, inner) => {
                let sign = if *operator == Operator::Add { "++" } else { "--" };
                format!("({}{sign})", self.unconverted(inner)?)
            }
            ExpressionKind::Chain(first, rest) => {
                let mut written = self.expression(first)?;
                for (operator, operand) in rest {
                    written = format!("({written} {} {})", symbol(*operator), self.expression(operand)?);
                }
                written
            }
            ExpressionKind::All(parts) => format!("({})", self.list(parts, " && ")?),
            ExpressionKind::Any(parts) => format!("({})", self.list(parts, " || ")?),
            ExpressionKind::Comma(parts) => format!("({})", self.list(parts, ", ")?),
            ExpressionKind::Conditional(test, None, no) => {
                format!("({} ?: {})", self.expression(test)?, self.expression(no)?)
            }
            ExpressionKind::Conditional(test, Some(yes), no) => {
                format!("({} ? {} : {})", self.expression(test)?, self.expression(yes)?, self.expression(no)?)
            }
            ExpressionKind::Assign(None, left, right) => {
                format!("({} = {})", self.expression(left)?, self.expression(right)?)
            }
            ExpressionKind::Assign(Some(operator), left, right) => {
                format!("({} {}= {})", self.unconverted(left)?, symbol(*operator), self.expression(right)?)
            }
            ExpressionKind::Cast(ty, inner) => format!("(({}){})", self.type_name(ty)?, self.expression(inner)?),
            ExpressionKind::NextArgument(list, ty) => {
                format!("__builtin_va_arg({}, {})", self.expression(list)?, self.type_name(ty)?)
            }
            ExpressionKind::Call(callee, arguments) => {
                format!("{}({})", self.expression(callee)?, self.list(arguments, ", ")?)
            }
            ExpressionKind::Index(base, index) => {
                let (base, converted) = (self.expression(base)?, base.converted.is_some());
                let base = if converted { format!("({base})") } else { base };
                format!("{base}[{}]", self.expression(index)?)
            }
            ExpressionKind::Member(base, name, arrow) => {
                format!("{}{}{name}", self.expression(base)?, if *arrow { "->" } else { "." })
            }
            ExpressionKind::Compound(ty, initial) => format!("(({}){})", self.type_name(ty)?, self.literal(initial)?),
            ExpressionKind::Offsetof(ty, path) => {
                let path = self.designators(path)?;
                format!("__builtin_offsetof({}, {})", self.type_name(ty)?, path.trim_start_matches('.'))
            }
            ExpressionKind::SizeofType(ty) => format!("sizeof({})", self.type_name(ty)?),
            ExpressionKind::SizeofExpression(inner) => format!("sizeof({})", self.expression(inner)?),
            ExpressionKind::Statements(statements) => self.statement_expression(statements)?,
            ExpressionKind::Refused(what) => return Err(expression.span.unsupported(what)),
        })
    }

    fn list(&mut self, parts: &[Expression<'a>], between: &str) -> Result<String, Error> {
        let parts: Result<Vec<String>, Error> = parts.iter().map(|part| self.expression(part)).collect();
        Ok(parts?.join(between))
    }

    fn prefix(&mut self, prefix: Prefix, inner: &Expression<'a>) -> Result<String, Error> {
        Ok(match prefix {
            Prefix::Plus => format!("(+{})", self.expression(inner)?),
            Prefix::Minus => format!("(-{})", self.expression(inner)?),
            Prefix::Complement => format!("(~{})", self.expression(inner)?),
            Prefix::Not => format!("(!{})", self.expression(inner)?),
            Prefix::Address => format!("(&{})", self.expression(inner)?),
            Prefix::Dereference => format!("(*{})", self.expression(inner)?),
            // The object is changed, whatever its value is converted to.
            Prefix::Increment => format!("(++{})", self.unconverted(inner)?),
            Prefix::Decrement => format!("(--{})", self.unconverted(inner)?),
        })
    }

    /// A constant of its type; a negative one, as of an enumeration, is a difference.
    fn constant(&mut self, bits: u64, ty: Type) -> Result<String, Error> {
        let number = ty.number(bits);
        let suffix = match (ty.width, ty.signed) {
            (32, true) => "",
            (32, false) => "u",
            (64, true) => "ll",
            (64, false) => "ull",
            _ => return Ok(format!("(({}){number})", self.type_name(&CType::Integer { ty, atomic: false })?)),
        };
        let written = match number < 0 {
            true => format!("(-{}{suffix} - 1)", -(number + 1)),
            false => format!("{number}{suffix}"),
        };
        // `long` and `long long` are one type here.
        Ok(match ty.width {
            64 => format!("(({}){written})", self.type_name(&CType::Integer { ty, atomic: false })?),
            _ => written,
        })
    }
}

/// How an operator is written.
fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::ShiftLeft => "<<",
        Operator::ShiftRight => ">>",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
        Operator::Equal => "==",
        Operator::Unequal => "!=",
        Operator::And => "&",
        Operator::Xor => "^",
        Operator::Or => "|",
    }
}

/// A string with every unusual byte as an octal number.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        match byte {
            b' ' | b'!' | b'#'..=b'>' | b'@'..=b'[' | b']'..=b'~' => out.push(char::from(*byte)),
            _ => out += &format!("\\{byte:03o}"),
        }
    }
    out + "\""
}
