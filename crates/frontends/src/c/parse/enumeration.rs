//! Enumerations and their constants.

use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::constant;
use super::super::types::CType;
use super::{Meaning, Parser};
use crate::error::Error;
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
            let (mut signed, mut wide) = (false, false);
            while !self.eat_symbol("}") {
                let name = self.name("an enumeration constant")?;
                // An attribute of a constant changes nothing in gcc.
                self.attributes()?;
                if self.eat_symbol("=") {
                    let value = self.conditional()?;
                    next = constant(&value).ok();
                }
                let known = next.is_some();
                next = next.and_then(fitting);
                wide |= known && next.is_none();
                signed |= matches!(next, Some(Expr::Constant(bits, ty)) if ty.number(bits) < 0);
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
            let plain = match wide {
                true => CType::Other("an enumeration with constants that do not fit `int`"),
                false => CType::integer(32, signed),
            };
            let ty = attribute.map_or(plain, CType::Attributed);
            self.declare_tag(tag, ty.clone());
            return Ok(ty);
        }
        Ok(self.tag(tag).cloned().unwrap_or(CType::Other("an enumeration that is not defined yet")))
    }
}

/// The value if it fits `int`, as constants of enumerations should.
fn fitting(value: Expr) -> Option<Expr> {
    let Expr::Constant(bits, ty) = value else { return None };
    let number = ty.number(bits);
    (i128::from(i32::MIN)..=i128::from(i32::MAX)).contains(&number).then(|| value.cast(Type::INT))
}
