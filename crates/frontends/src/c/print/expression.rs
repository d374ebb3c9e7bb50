//! Expressions as C (C11 6.5), with the conversions of operands (6.3) as casts.

use super::super::arithmetic::common;
use super::super::resolve::conversions::promoted;
use super::super::resolve::types::binary;
use super::super::syntax::{Expression, ExpressionKind, Operator, Prefix};
use super::super::types::CType;
use super::Printer;
use crate::error::Error;
use umpteen_model::c::expression::Type;

impl<'a> Printer<'_, 'a> {
    /// An expression, in parentheses unless it is an operand.
    pub fn expression(&mut self, expression: &Expression<'a>) -> Result<String, Error> {
        Ok(match &expression.kind {
            ExpressionKind::Constant(bits, ty) => self.constant(*bits, *ty)?,
            ExpressionKind::Float(..) => self.text[expression.span.range()].to_string(),
            ExpressionKind::Text(bytes) => quoted(bytes),
            ExpressionKind::Name(name) => self.name(*name),
            ExpressionKind::Prefix(prefix, inner) => self.prefix(*prefix, inner, expression.ty.as_ref())?,
            ExpressionKind::Postfix(operator, inner) => {
                let sign = if *operator == Operator::Add { "++" } else { "--" };
                format!("({}{sign})", self.expression(inner)?)
            }
            ExpressionKind::Chain(first, rest) => self.chain(first, rest)?,
            ExpressionKind::All(parts) => format!("({})", self.list(parts, " && ")?),
            ExpressionKind::Any(parts) => format!("({})", self.list(parts, " || ")?),
            ExpressionKind::Comma(parts) => format!("({})", self.list(parts, ", ")?),
            ExpressionKind::Conditional(test, None, no) => {
                format!("({} ?: {})", self.expression(test)?, self.expression(no)?)
            }
            ExpressionKind::Conditional(test, Some(yes), no) => {
                let test = self.expression(test)?;
                let (yes, no) = (self.brought_to(yes, &expression.ty)?, self.brought_to(no, &expression.ty)?);
                format!("({test} ? {yes} : {no})")
            }
            ExpressionKind::Assign(None, left, right) => {
                format!("({} = {})", self.expression(left)?, self.brought_to(right, &left.ty)?)
            }
            ExpressionKind::Assign(Some(operator), left, right) => {
                format!("({} {}= {})", self.expression(left)?, symbol(*operator), self.expression(right)?)
            }
            ExpressionKind::Cast(ty, inner) => format!("(({}){})", self.type_name(ty)?, self.expression(inner)?),
            ExpressionKind::NextArgument(list, ty) => {
                format!("__builtin_va_arg({}, {})", self.expression(list)?, self.type_name(ty)?)
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments)?,
            ExpressionKind::Index(base, index) => format!("{}[{}]", self.expression(base)?, self.expression(index)?),
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

    /// A value as another type: with a cast if it has another one.
    pub fn converted(&mut self, value: &Expression<'a>, to: &CType<'a>) -> Result<String, Error> {
        let written = self.expression(value)?;
        let is_value = |ty: &CType| match ty {
            CType::Integer { ty, .. } => Self::is_spelled(*ty),
            CType::Pointer { .. } | CType::Float(_) => true,
            _ => false,
        };
        let from = value.ty.clone().map(|ty| ty.decayed().plain());
        let to = to.clone().plain();
        let (Some(from), true) = (from.filter(is_value), is_value(&to)) else { return Ok(written) };
        let (from, to) = (self.type_name(&from)?, self.type_name(&to)?);
        Ok(if from == to { written } else { format!("({to}){written}") })
    }

    /// A value as a type that may not be known.
    fn brought_to(&mut self, value: &Expression<'a>, to: &Option<CType<'a>>) -> Result<String, Error> {
        match to {
            Some(to) => self.converted(value, to),
            None => self.expression(value),
        }
    }

    fn list(&mut self, parts: &[Expression<'a>], between: &str) -> Result<String, Error> {
        let parts: Result<Vec<String>, Error> = parts.iter().map(|part| self.expression(part)).collect();
        Ok(parts?.join(between))
    }

    fn prefix(&mut self, prefix: Prefix, inner: &Expression<'a>, ty: Option<&CType<'a>>) -> Result<String, Error> {
        let sign = match prefix {
            Prefix::Plus | Prefix::Minus | Prefix::Complement => {
                let sign = match prefix {
                    Prefix::Plus => "+",
                    Prefix::Minus => "-",
                    _ => "~",
                };
                return Ok(format!("({sign}{})", self.brought_to(inner, &ty.cloned())?));
            }
            Prefix::Not => "!",
            Prefix::Address => "&",
            Prefix::Dereference => "*",
            Prefix::Increment => "++",
            Prefix::Decrement => "--",
        };
        Ok(format!("({sign}{})", self.expression(inner)?))
    }

    /// Operators from left to right, with the usual arithmetic conversions (6.3.1.8).
    fn chain(&mut self, first: &Expression<'a>, rest: &[(Operator, Expression<'a>)]) -> Result<String, Error> {
        let (mut written, mut ty) = (self.expression(first)?, promoted(first, self.layout));
        for (operator, operand) in rest {
            let (right, right_ty) = (self.expression(operand)?, promoted(operand, self.layout));
            let (left, right) = match (&ty, &right_ty) {
                (Some(CType::Integer { ty: left, .. }), Some(CType::Integer { ty: other, .. })) => {
                    let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
                    let both = common(*left, *other);
                    let (to, by) =
                        if shifts { (common(*left, Type::INT), common(*other, Type::INT)) } else { (both, both) };
                    (self.operand(written, *left, to)?, self.operand(right, *other, by)?)
                }
                _ => (written, right),
            };
            written = format!("({left} {} {right})", symbol(*operator));
            ty = binary(*operator, ty, operand, self.layout);
        }
        Ok(written)
    }

    fn operand(&mut self, written: String, from: Type, to: Type) -> Result<String, Error> {
        let integer = CType::Integer { ty: to, atomic: false };
        Ok(if from == to || !Self::is_spelled(to) {
            written
        } else {
            format!("({}){written}", self.type_name(&integer)?)
        })
    }

    /// A call, with arguments as the types of the parameters (6.5.2.2).
    fn call(&mut self, callee: &Expression<'a>, arguments: &[Expression<'a>]) -> Result<String, Error> {
        let function = match &callee.ty {
            Some(CType::Function(function)) => Some(function.clone()),
            Some(CType::Pointer { to, .. }) => match &**to {
                CType::Function(function) => Some(function.clone()),
                _ => None,
            },
            _ => None,
        };
        let callee = self.expression(callee)?;
        let mut all = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let parameter = function.as_ref().and_then(|function| function.parameters.get(number));
            all.push(match parameter {
                Some(parameter) => self.converted(argument, &parameter.ty)?,
                None => self.expression(argument)?,
            });
        }
        Ok(format!("{callee}({})", all.join(", ")))
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
