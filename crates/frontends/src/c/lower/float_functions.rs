//! GCC's built-in functions about floating-point numbers: constants, signs and tests, which are exact.

use super::super::builtins::FloatFunction;
use super::super::floating::Format;
use super::super::syntax::{ExpressionKind, Operator};
use super::Lowering;
use super::call::Call;
use super::floating::COMPARISON;
use super::value::{Value, truth_value};
use crate::error::Error;
use umpteen_model::c::expression::{Binary, Expr, Type};

impl<'s> Lowering<'s> {
    /// The value of a function about floating-point numbers.
    pub fn float_function(&mut self, function: FloatFunction, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { span, .. } = call;
        match function {
            FloatFunction::Infinity(format) => Ok(Value::Float(format.constant(format.infinity()), format)),
            FloatFunction::NotANumber(format) => match &call.argument(0)?.kind {
                ExpressionKind::Text(digits) if digits.is_empty() => {
                    Ok(Value::Float(format.constant(format.not_a_number()), format))
                }
                _ => Err(span.unsupported("a number for what is not a number")),
            },
            FloatFunction::Absolute(format) => {
                let value = self.float_argument(call, 0, format)?;
                Ok(match format {
                    Format::Long => self.any_float(format, span, "`fabsl`"),
                    _ => Value::Float(format.magnitude(value), format),
                })
            }
            FloatFunction::CopySign(format) => {
                let value = self.float_argument(call, 0, format)?;
                let value = self.spill(value);
                let sign = self.float_argument(call, 1, format)?;
                let sign = Expr::binary(Binary::And, sign, format.constant(format.sign()));
                Ok(match format {
                    Format::Long => self.any_float(format, span, "`copysignl`"),
                    _ => Value::Float(Expr::binary(Binary::Or, format.magnitude(value), sign), format),
                })
            }
            FloatFunction::Compared(operator) => self.float_comparison(operator, call),
            FloatFunction::LessOrGreater => {
                let (left, right, _) = self.two_floats(call)?;
                let less = self.float_operation(Operator::Less, left.clone(), right.clone(), span)?;
                let greater = self.float_operation(Operator::Greater, left, right, span)?;
                let (less, greater) = (self.truth(less, span)?, self.truth(greater, span)?);
                Ok(truth_value(Expr::binary(Binary::Or, less, greater)))
            }
            FloatFunction::Unordered => {
                let (left, right, format) = self.two_floats(call)?;
                if format == Format::Long {
                    return Ok(self.any_truth(call));
                }
                let (left, right) = (self.as_float(left, format, span)?, self.as_float(right, format, span)?);
                Ok(truth_value(Expr::binary(Binary::Or, format.is_nan(left), format.is_nan(right))))
            }
            FloatFunction::Classify => self.classified(call),
            _ => self.float_test(function, call),
        }
    }

    /// An argument as a floating-point number.
    fn float_argument(&mut self, call: Call<'s>, number: usize, format: Format) -> Result<Expr, Error> {
        let argument = call.argument(number)?;
        let value = self.value(argument)?;
        self.as_float(value, format, argument.span)
    }

    /// Both arguments, and the format that they have in common.
    fn two_floats(&mut self, call: Call<'s>) -> Result<(Value<'s>, Value<'s>, Format), Error> {
        let left = self.value(call.argument(0)?)?;
        let left = self.kept(left);
        let right = self.value(call.argument(1)?)?;
        let right = self.kept(right);
        let format = left.format().max(right.format()).unwrap_or(Format::Double);
        Ok((left, right, format))
    }

    fn float_comparison(&mut self, operator: Operator, call: Call<'s>) -> Result<Value<'s>, Error> {
        let (left, right, _) = self.two_floats(call)?;
        self.float_operation(operator, left, right, call.span)
    }

    fn any_truth(&mut self, call: Call<'s>) -> Value<'s> {
        truth_value(self.approximated(Type::BOOL, Expr::Input(0, Type::BOOL), call.span, COMPARISON))
    }

    /// A number in its own format, if its value is that of the source.
    fn tested(&mut self, call: Call<'s>, number: usize) -> Result<Option<(Expr, Format)>, Error> {
        let argument = call.argument(number)?;
        let value = self.value(argument)?;
        let format = value.format().unwrap_or(Format::Double);
        let value = self.as_float(value, format, argument.span)?;
        let value = self.spill(value);
        Ok((format != Format::Long && self.source.is_exact()).then_some((value, format)))
    }

    /// A test of one number.
    fn float_test(&mut self, function: FloatFunction, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Some((value, format)) = self.tested(call, 0)? else {
            let any = Expr::Input(0, Type::INT);
            return Ok(Value::Integer(self.approximated(Type::INT, any, call.span, COMPARISON)));
        };
        let infinity = format.constant(format.infinity());
        let is_infinite = Expr::binary(Binary::Equal, format.magnitude(value.clone()), infinity.clone());
        let sign = Expr::binary(Binary::And, value.clone(), format.constant(format.sign()));
        let is_negative = Expr::binary(Binary::Equal, sign, format.constant(0)).negated();
        let is_finite = Expr::binary(Binary::Less, format.magnitude(value.clone()), infinity);
        Ok(match function {
            FloatFunction::IsNan => truth_value(format.is_nan(value)),
            FloatFunction::IsInfinite => truth_value(is_infinite),
            FloatFunction::IsFinite => truth_value(is_finite),
            FloatFunction::IsNormal => {
                let smallest = format.constant(format.smallest());
                truth_value(is_finite.and(Expr::binary(Binary::LessOrEqual, smallest, format.magnitude(value))))
            }
            FloatFunction::InfiniteSign => {
                let sign = Expr::conditional(is_negative, Expr::int(-1), Expr::int(1));
                Value::Integer(Expr::conditional(is_infinite, sign, Expr::int(0)))
            }
            // Any number but zero.
            _ => {
                let any = Expr::Input(0, Type::INT);
                let is_zero = Expr::binary(Binary::Equal, any.clone(), Expr::int(0));
                let any = Expr::conditional(is_zero, Expr::int(1), any);
                let kept = self.temporary(Type::INT);
                let statements = self.note(call.span);
                self.graph.update(vec![(kept.place, any)], statements);
                Value::Integer(Expr::conditional(is_negative, kept.read(), Expr::int(0)))
            }
        })
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, value)`.
    fn classified(&mut self, call: Call<'s>) -> Result<Value<'s>, Error> {
        let mut kinds = Vec::new();
        for number in 0..5 {
            let kind = self.integer(call.argument(number)?)?;
            kinds.push(self.spill(kind));
        }
        let Some((value, format)) = self.tested(call, 5)? else {
            let any = Expr::Input(0, Type::INT);
            return Ok(Value::Integer(self.approximated(Type::INT, any, call.span, COMPARISON)));
        };
        let magnitude = format.magnitude(value.clone());
        let below = |bits: u64| Expr::binary(Binary::Less, magnitude.clone(), format.constant(bits));
        let is_infinite = Expr::binary(Binary::Equal, magnitude.clone(), format.constant(format.infinity()));
        let is_zero = Expr::binary(Binary::Equal, magnitude.clone(), format.constant(0));
        let cases = [is_zero, below(format.smallest()), below(format.infinity()), is_infinite];
        let [nan, infinite, normal, subnormal, zero] = &kinds[..] else { return Ok(Value::Void) };
        let results = [zero, subnormal, normal, infinite];
        let found = cases.into_iter().zip(results).rev();
        Ok(Value::Integer(found.fold(nan.clone(), |rest, (case, kind)| Expr::conditional(case, kind.clone(), rest))))
    }
}
