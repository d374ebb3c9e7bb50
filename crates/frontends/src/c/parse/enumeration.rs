//! Enumerations and their constants.

use super::super::constant::constant;
use super::super::lexer::Kind;
use super::super::syntax::Span;
use super::super::types::CType;
use super::{Meaning, Parser};
use crate::error::{Code, Error};
use umpteen_model::c::expression::{Binary, Expr, Type};

impl<'a> Parser<'_, 'a> {
    /// `enum` with or without constants. Its values are `int`, or `unsigned` as gcc chooses when none is negative.
    pub fn enumeration(&mut self) -> Result<CType<'a>, Error> {
        self.advance();
        let attribute = self.attributes()?;
        let mut tag = "";
        if self.peek_kind() == Kind::Word {
            tag = self.name("an enumeration name")?;
        } else if !self.is_symbol("{") {
            return Err(self.expected("an enumeration name or `{`"));
        }
        if self.eat_symbol("{") {
            let mut next = Some(Expr::int(0));
            let mut signed = false;
            while !self.eat_symbol("}") {
                let span = self.span();
                let name = self.name("an enumeration constant")?;
                self.skip_attributes()?;
                if self.eat_symbol("=") {
                    let value = self.conditional()?;
                    next = constant(&value, self.layout()).ok();
                }
                signed |= self.check_range(&next, span)?;
                next = next.map(|value| value.cast(Type::INT));
                self.declare(name, Meaning::Constant(next.clone()));
                next = next.map(|value| {
                    let wide = Type { width: 64, signed: true };
                    Expr::binary(Binary::Add, value.cast(wide), Expr::int(1).cast(wide))
                });
                if !self.is_symbol("}") {
                    self.expect(",")?;
                }
            }
            // `packed` and `mode` change the width.
            let attribute = attribute.or(self.attributes()?);
            let ty = attribute.map_or(CType::integer(32, signed), CType::Attributed);
            self.declare_tag(tag, ty.clone());
            return Ok(ty);
        }
        Ok(self.tag(tag).cloned().unwrap_or(CType::integer(32, false)))
    }

    /// Whether a constant is negative; constants are `int`.
    fn check_range(&self, value: &Option<Expr>, span: Span) -> Result<bool, Error> {
        let Some(Expr::Constant(bits, ty)) = value else { return Ok(false) };
        let number = ty.number(*bits);
        if (i128::from(i32::MIN)..=i128::from(i32::MAX)).contains(&number) {
            return Ok(number < 0);
        }
        Err(Error::new(Code::Unsupported, "an enumeration constant does not fit `int`", span.range()))
    }
}
