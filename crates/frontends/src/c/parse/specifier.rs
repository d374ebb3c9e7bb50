//! What a declaration begins with: storage, qualifiers and the words of a type.

use super::super::lexer::Kind;
use super::super::syntax::Storage;
use super::super::types::CType;
use super::{Meaning, Parser};
use crate::error::Error;

/// What comes before the declarators.
pub struct Specifiers<'a> {
    pub ty: CType<'a>,
    pub typedef: bool,
    pub storage: Storage,
    /// Whether the type is `const`.
    pub constant: bool,
    /// An attribute that may change what the program does.
    pub attribute: Option<&'a str>,
}

/// Whether a word always begins or continues a declaration.
pub fn is_specifier(word: &str) -> bool {
    matches!(word, "typedef" | "extern" | "static" | "register" | "auto" | "inline" | "__inline")
        || is_thread_word(word)
        || matches!(word, "__inline__" | "_Noreturn" | "_Alignas" | "struct" | "union" | "enum" | "__auto_type")
        || matches!(word, "const" | "__const" | "volatile" | "__volatile__" | "__volatile" | "_Atomic" | "__const__")
        || matches!(word, "restrict" | "__restrict" | "__restrict__" | "typeof" | "__typeof__" | "__typeof")
        || is_type_word(word)
}

/// Whether a word says that each thread has a variable of its own; the last one is SATABS's and CBMC's.
fn is_thread_word(word: &str) -> bool {
    matches!(word, "_Thread_local" | "__thread" | "__CPROVER_thread_local")
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
    float: Option<u8>,
    complex: bool,
    decimal: bool,
    half: bool,
    wide: bool,
}

impl Words {
    fn add(&mut self, word: &str) {
        self.any = true;
        match word {
            "void" => self.void = true,
            "char" => self.char = true,
            "short" => self.short = true,
            "long" => self.long = self.long.saturating_add(1),
            "unsigned" => self.unsigned = true,
            "_Bool" => self.bool = true,
            "__int128" | "__int128_t" | "__uint128_t" => self.wide = true,
            "int" | "signed" | "__signed__" | "__signed" => {}
            "_Complex" | "__complex__" => self.complex = true,
            "_Float16" => self.half = true,
            "float" | "_Float32" => self.float = Some(4),
            "_Float128" | "__float128" => self.float = Some(16),
            "_Decimal32" | "_Decimal64" | "_Decimal128" => self.decimal = true,
            "_Float64x" => (self.float, self.long) = (Some(8), 1),
            _ => self.float = Some(8),
        }
    }

    fn ty<'a>(&self, long: u8) -> CType<'a> {
        match self {
            Words { complex: true, .. } => CType::Other("a complex number"),
            Words { half: true, .. } => CType::Other("`_Float16`"),
            Words { decimal: true, .. } => CType::Other("a decimal floating-point number"),
            // `long double`
            Words { float: Some(8), long: 1, .. } => CType::Float(if long == 64 { 16 } else { 12 }),
            Words { float: Some(bytes), .. } => CType::Float(*bytes),
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

impl<'a> Parser<'_, 'a> {
    /// Whether a declaration or type name begins here.
    pub fn begins_type(&self) -> bool {
        self.peek_kind() == Kind::Word
            && (is_specifier(self.peek()) || matches!(self.meaning(self.peek()), Some(Meaning::Type(..))))
    }

    /// Reads specifiers; without any type, the type is `int`.
    pub fn specifiers(&mut self) -> Result<Specifiers<'a>, Error> {
        self.specifiers_after(None)
    }

    /// Reads specifiers that an attribute may come before.
    pub fn specifiers_after(&mut self, before: Option<&'a str>) -> Result<Specifiers<'a>, Error> {
        let (mut storage, mut typedef, mut atomic, mut constant) = (Storage::Usual, false, false, false);
        let mut words = Words::default();
        let mut named: Option<CType<'a>> = None;
        let mut attribute = before;
        let mut noreturn = self.asked.noreturn;
        while self.peek_kind() == Kind::Word {
            let word = self.peek();
            match word {
                "typedef" => typedef = true,
                // Each thread has its own, whichever word comes first.
                "extern" => storage = if storage.is_thread() { Storage::ExternThread } else { Storage::Extern },
                "static" => storage = if storage.is_thread() { Storage::StaticThread } else { Storage::Static },
                word if is_thread_word(word) => {
                    storage = match storage {
                        Storage::Static | Storage::StaticThread => Storage::StaticThread,
                        Storage::Extern | Storage::ExternThread => Storage::ExternThread,
                        Storage::Usual | Storage::Thread => Storage::Thread,
                    }
                }
                "__attribute__" | "__attribute" | "__extension__" => {
                    self.asked.noreturn = false;
                    attribute = attribute.or(self.attributes()?);
                    noreturn |= self.asked.noreturn;
                    continue;
                }
                "_Alignas" => {
                    self.alignas()?;
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
                "_Noreturn" => noreturn = true,
                "const" | "__const" | "__const__" => constant = true,
                "struct" | "union" => {
                    named = Some(self.record()?);
                    continue;
                }
                "enum" => {
                    named = Some(self.enumeration()?);
                    continue;
                }
                "__auto_type" => named = Some(CType::Auto),
                "typeof" | "__typeof__" | "__typeof" => {
                    self.advance();
                    named = Some(self.type_operator()?);
                    continue;
                }
                _ if is_type_word(word) => words.add(word),
                _ if is_specifier(word) => {}
                _ => match self.meaning(word) {
                    // Only one type name: a second one is the name that is declared.
                    Some(Meaning::Type(ty, is_constant)) if named.is_none() && !words.any => {
                        constant |= *is_constant;
                        named = Some(ty.clone());
                    }
                    _ => break,
                },
            }
            self.advance();
        }
        // Members of a structure have attributes of their own.
        self.asked.noreturn = noreturn;
        let ty = named.unwrap_or_else(|| words.ty(self.model.long()));
        Ok(Specifiers { ty: if atomic { ty.atomic() } else { ty }, typedef, storage, constant, attribute })
    }

    /// `typeof (expression)` or `typeof (type)`.
    fn type_operator(&mut self) -> Result<CType<'a>, Error> {
        self.expect("(")?;
        let ty = match self.begins_type() {
            true => self.type_name()?,
            false => self.expression()?.ty.unwrap_or(CType::Other("the type of this expression")),
        };
        self.expect(")")?;
        Ok(ty)
    }
}
