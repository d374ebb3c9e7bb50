//! What a declaration begins with: storage, qualifiers and the words of a type.

use super::super::constant::constant;
use super::super::lexer::Kind;
use super::super::syntax::{Span, Storage};
use super::super::types::CType;
use super::{Meaning, Parser};
use crate::error::{Code, Error};
use std::rc::Rc;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// What comes before the declarators.
pub struct Specifiers<'a> {
    pub ty: CType<'a>,
    pub typedef: bool,
    pub storage: Storage,
    /// An attribute that may change what the program does.
    pub attribute: Option<&'a str>,
}

/// Whether a word always begins or continues a declaration.
pub fn is_specifier(word: &str) -> bool {
    matches!(
        word,
        "typedef" | "extern" | "static" | "register" | "auto" | "_Thread_local" | "__thread" | "inline" | "__inline"
    ) || matches!(word, "__inline__" | "_Noreturn" | "_Alignas" | "struct" | "union" | "enum" | "__auto_type")
        || matches!(word, "const" | "__const" | "volatile" | "__volatile__" | "__volatile" | "_Atomic" | "__const__")
        || matches!(word, "restrict" | "__restrict" | "__restrict__" | "typeof" | "__typeof__" | "__typeof")
        || is_type_word(word)
}

fn is_type_word(word: &str) -> bool {
    matches!(word, "void" | "char" | "short" | "int" | "long" | "signed" | "__signed__" | "__signed" | "unsigned")
        || matches!(word, "_Bool" | "float" | "double" | "_Complex" | "__complex__" | "__int128" | "__int128_t")
        || matches!(word, "_Float16" | "_Float32" | "_Float64" | "_Float128" | "_Float32x" | "_Float64x")
        || matches!(word, "__float128" | "__uint128_t" | "_Decimal32" | "_Decimal64" | "_Decimal128")
}

/// The words of an arithmetic type, counted.
#[derive(Default)]
struct Words {
    any: bool,
    unsigned: bool,
    char: bool,
    short: bool,
    long: u8,
    bool: bool,
    void: bool,
    float: bool,
    wide: bool,
}

impl Words {
    fn add(&mut self, word: &str) {
        self.any = true;
        match word {
            "void" => self.void = true,
            "char" => self.char = true,
            "short" => self.short = true,
            "long" => self.long += 1,
            "unsigned" => self.unsigned = true,
            "_Bool" => self.bool = true,
            "__int128" | "__int128_t" | "__uint128_t" => self.wide = true,
            "int" | "signed" | "__signed__" | "__signed" => {}
            _ => self.float = true,
        }
    }

    fn ty<'a>(&self, long: u8) -> CType<'a> {
        match self {
            Words { float: true, .. } => CType::Float,
            Words { void: true, .. } => CType::Void,
            Words { wide: true, .. } => CType::Other("`__int128`"),
            Words { bool: true, .. } => CType::integer(1, false),
            Words { char: true, .. } => CType::integer(8, !self.unsigned),
            Words { short: true, .. } => CType::integer(16, !self.unsigned),
            Words { long: 0, .. } => CType::integer(32, !self.unsigned),
            Words { long: 1, .. } => CType::integer(long, !self.unsigned),
            _ => CType::integer(64, !self.unsigned),
        }
    }
}

impl<'a> Parser<'a> {
    /// Whether a declaration or type name begins here.
    pub fn begins_type(&self) -> bool {
        self.peek_kind() == Kind::Word
            && (is_specifier(self.peek()) || matches!(self.meaning(self.peek()), Some(Meaning::Type(_))))
    }

    /// Reads specifiers; without any type, the type is `int`.
    pub fn specifiers(&mut self) -> Result<Specifiers<'a>, Error> {
        self.specifiers_after(None)
    }

    /// Reads specifiers that an attribute may come before.
    pub fn specifiers_after(&mut self, before: Option<&'a str>) -> Result<Specifiers<'a>, Error> {
        let (mut storage, mut typedef, mut atomic) = (Storage::Usual, false, false);
        let mut words = Words::default();
        let mut named: Option<CType<'a>> = None;
        let mut attribute = before;
        while self.peek_kind() == Kind::Word {
            let word = self.peek();
            match word {
                "typedef" => typedef = true,
                "extern" => storage = Storage::Extern,
                "static" => storage = Storage::Static,
                "_Thread_local" | "__thread" => storage = Storage::Thread,
                "__attribute__" | "__attribute" | "__extension__" => {
                    attribute = attribute.or(self.attributes()?);
                    continue;
                }
                "_Alignas" => {
                    self.advance();
                    self.skip_parentheses()?;
                    continue;
                }
                "_Atomic" if self.token_after(1) == (Kind::Symbol, "(") => {
                    self.advance();
                    self.advance();
                    named = Some(self.type_name()?.atomic());
                    self.expect(")")?;
                    continue;
                }
                "_Atomic" => atomic = true,
                "struct" | "union" => {
                    named = Some(self.structure()?);
                    continue;
                }
                "enum" => {
                    named = Some(self.enumeration()?);
                    continue;
                }
                "__auto_type" => named = Some(CType::Auto),
                "typeof" | "__typeof__" | "__typeof" => {
                    self.advance();
                    named = Some(self.type_of()?);
                    continue;
                }
                _ if is_type_word(word) => words.add(word),
                _ if is_specifier(word) => {}
                _ => match self.meaning(word) {
                    // Only one type name: a second one is the name that is declared.
                    Some(Meaning::Type(ty)) if named.is_none() && !words.any => named = Some(ty.clone()),
                    _ => break,
                },
            }
            self.advance();
        }
        let ty = named.unwrap_or_else(|| words.ty(self.model.long()));
        Ok(Specifiers { ty: if atomic { ty.atomic() } else { ty }, typedef, storage, attribute })
    }

    /// `typeof (expression)` or `typeof (type)`.
    fn type_of(&mut self) -> Result<CType<'a>, Error> {
        self.expect("(")?;
        let ty = match self.begins_type() {
            true => self.type_name()?,
            false => CType::Typeof(Rc::new(self.expression()?)),
        };
        self.expect(")")?;
        Ok(ty)
    }

    /// `struct` or `union` with or without members, which are read and forgotten.
    fn structure(&mut self) -> Result<CType<'a>, Error> {
        self.advance();
        self.skip_attributes()?;
        if self.peek_kind() == Kind::Word {
            self.name("a structure name")?;
        } else if !self.is_symbol("{") {
            return Err(self.expected("a structure name or `{`"));
        }
        if self.eat_symbol("{") {
            self.descend()?;
            while !self.eat_symbol("}") {
                self.members()?;
            }
            self.ascend();
        }
        self.skip_attributes()?;
        Ok(CType::Other("a structure"))
    }

    fn members(&mut self) -> Result<(), Error> {
        if self.eat_symbol(";") {
            return Ok(());
        }
        if self.is_word("_Static_assert") {
            return self.static_assertion();
        }
        self.skip_attributes()?;
        if !self.begins_type() {
            return Err(self.expected("a member"));
        }
        let specifiers = self.specifiers()?;
        while !self.eat_symbol(";") {
            if !self.is_symbol(":") {
                self.declarator(&specifiers)?;
            }
            if self.eat_symbol(":") {
                self.conditional()?;
            }
            self.skip_attributes()?;
            if !self.is_symbol(";") {
                self.expect(",")?;
            }
        }
        Ok(())
    }

    /// `enum` with or without constants. Its values are `int`, or `unsigned` as gcc chooses when none is negative.
    fn enumeration(&mut self) -> Result<CType<'a>, Error> {
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
                    next = constant(&value, self.model).ok();
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
            if let Some(block) = self.enumerations.last_mut() {
                block.insert(tag, ty.clone());
            }
            return Ok(ty);
        }
        let known = self.enumerations.iter().rev().find_map(|block| block.get(tag));
        Ok(known.cloned().unwrap_or(CType::integer(32, false)))
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
