//! `__attribute__((...))` and `__asm__("...")` beside declarations.
//!
//! Most attributes help the compiler or its diagnostics and change nothing that a run can show. Any other one is
//! handed on by name to what it belongs to, which is then refused when it is used.

use super::super::constant::constant;
use super::super::lexer::Kind;
use super::Parser;
use crate::error::Error;
use umpteen_model::c::expression::Expr;

/// What `aligned` asks for by itself.
const LARGEST_ALIGNMENT: u64 = 16;

/// Attributes without a meaning for the values of variables and the order of steps, without `__` around them.
const HARMLESS: [&str; 68] = [
    "access",
    "aligned",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cold",
    "common",
    "const",
    "deprecated",
    "designated_init",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flatten",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "noclone",
    "nocommon",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "noreturn",
    "nothrow",
    "optimize",
    "pure",
    "regparm",
    "retain",
    "returns_nonnull",
    "returns_twice",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "stdcall",
    "symver",
    "target",
    "tls_model",
    "unavailable",
    "unused",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
];

impl<'a> Parser<'_, 'a> {
    /// Reads attributes as often as they come; returns the first that may change what the program does.
    pub fn attributes(&mut self) -> Result<Option<&'a str>, Error> {
        let mut found = None;
        loop {
            match self.peek() {
                "[" if self.begins_brackets() => found = found.or(self.bracketed()?),
                "__attribute__" | "__attribute" => {
                    self.advance();
                    let first = self.at;
                    self.skip_parentheses()?;
                    found = found.or(self.meaningful(first, self.at));
                    self.note_alignment(first, self.at)?;
                }
                // Another name for the linker: two variables may be one.
                "__asm__" | "asm" | "__asm" => {
                    self.advance();
                    self.skip_parentheses()?;
                    found = found.or(Some("asm"));
                }
                "__extension__" => self.advance(),
                _ => break,
            }
        }
        Ok(found)
    }

    /// Whether an attribute in double brackets begins here.
    pub fn begins_brackets(&self) -> bool {
        self.is_symbol("[") && self.token_after(1) == (Kind::Symbol, "[")
    }

    /// `[[...]]`.
    fn bracketed(&mut self) -> Result<Option<&'a str>, Error> {
        let (mut found, mut open, first) = (None, 0, self.at);
        loop {
            match (self.peek_kind(), self.peek()) {
                (Kind::End, _) => return Err(self.expected("`]]`")),
                (Kind::Symbol, "[" | "(") => open += 1,
                (Kind::Symbol, "]" | ")") => open -= 1,
                (Kind::Word, "maybe_unused" | "nodiscard" | "gnu" | "__gnu__") if open == 2 => {}
                (Kind::Word, name) if open == 2 => found = found.or(without_underscores(name)),
                _ => {}
            }
            self.advance();
            if open == 0 {
                self.note_alignment(first, self.at)?;
                return Ok(found);
            }
        }
    }

    /// Skips attributes where none can have a meaning.
    pub fn skip_attributes(&mut self) -> Result<(), Error> {
        self.attributes().map(drop)
    }

    /// Notes the alignments that `aligned` asks for among tokens.
    fn note_alignment(&mut self, first: usize, end: usize) -> Result<(), Error> {
        for at in first..end {
            if !matches!(&self.text[self.tokens[at].span().range()], "aligned" | "__aligned__") {
                continue;
            }
            self.at = at + 1;
            let asked = if self.eat_symbol("(") { self.constant_alignment()? } else { LARGEST_ALIGNMENT };
            self.alignment = self.alignment.max(Some(asked));
        }
        self.at = end;
        Ok(())
    }

    /// `_Alignas(...)`.
    pub fn alignas(&mut self) -> Result<(), Error> {
        self.advance();
        self.expect("(")?;
        let asked = if self.begins_type() {
            let (start, ty) = (self.span(), self.type_name()?);
            let alignment = self.layout().alignment(&ty);
            alignment.ok_or_else(|| start.unsupported(format!("the alignment of {}", ty.describe())))?
        } else {
            self.constant_alignment()?
        };
        self.alignment = self.alignment.max(Some(asked));
        self.expect(")")
    }

    fn constant_alignment(&mut self) -> Result<u64, Error> {
        let asked = self.conditional()?;
        match constant(&asked, self.layout()) {
            // `_Alignas(0)` asks for nothing.
            Ok(Expr::Constant(0, _)) => Ok(1),
            Ok(Expr::Constant(bits, _)) if bits.is_power_of_two() && bits <= 1 << 28 => Ok(bits),
            _ => Err(asked.span.unsupported("an alignment that is not a small power of two")),
        }
    }

    /// The first meaningful attribute among tokens: the names at the second level of parentheses. `packed`, which has
    /// a known meaning for structures, comes last.
    fn meaningful(&self, first: usize, end: usize) -> Option<&'a str> {
        let (mut depth, mut packed) = (0, None);
        for token in &self.tokens[first..end] {
            let text = &self.text[token.span().range()];
            match (token.kind, text) {
                (Kind::Symbol, "(") => depth += 1,
                (Kind::Symbol, ")") => depth -= 1,
                (Kind::Word, name) if depth == 2 => match without_underscores(name) {
                    Some("packed") => packed = Some("packed"),
                    Some(name) => return Some(name),
                    None => {}
                },
                _ => {}
            }
        }
        packed
    }
}

/// The name of an attribute that may have a meaning.
fn without_underscores(name: &str) -> Option<&str> {
    let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    (!HARMLESS.contains(&name)).then_some(name)
}
