//! Structures and unions.

use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::constant;
use super::super::syntax::Span;
use super::super::types::{CType, Field, Record};
use super::Parser;
use super::specifier::Specifiers;
use crate::error::{Code, Error};
use umpteen_model::c::expression::Expr;

/// Structures inside each other beyond this are refused, so that they can be walked recursively.
const DEEPEST: usize = 60;

/// What stands in the braces and what attributes say about it.
struct Members<'a> {
    fields: Vec<Field<'a>>,
    attribute: Option<&'a str>,
    aligned: Option<u64>,
    packed: bool,
}

impl<'a> Parser<'_, 'a> {
    /// `struct` or `union` with or without members.
    pub fn record(&mut self) -> Result<CType<'a>, Error> {
        let is_union = self.peek() == "union";
        self.advance();
        let outer = self.asked.alignment.take();
        let before = self.attributes()?;
        let span = self.span();
        let mut tag = "";
        if self.peek_kind() == Kind::Word {
            tag = self.name("a structure name")?;
        } else if !self.is_symbol("{") {
            return Err(self.expected("a structure name or `{`"));
        }
        let number = self.mentioned(tag, is_union, span)?;
        if self.eat_symbol("{") {
            let aligned = self.asked.alignment.take();
            self.descend()?;
            let (mut fields, mut attribute) = (Vec::new(), None);
            while !self.eat_symbol("}") {
                attribute = attribute.or(self.members(&mut fields)?);
            }
            self.ascend();
            let after = self.attributes()?;
            // Only on the whole structure, and without bit-fields, is it known what `packed` does.
            let packed = matches!((before, after), (None | Some("packed"), None | Some("packed")))
                && before.or(after).is_some()
                && fields.iter().all(|field| field.bits.is_none());
            if !packed {
                attribute = attribute.or(before).or(after);
            }
            let aligned = aligned.max(self.asked.alignment.take());
            self.define(number, Members { fields, attribute, aligned, packed }, span)?;
        }
        self.asked.alignment = outer;
        Ok(CType::Record(number))
    }

    /// The record that a tag means here. Before `{` or `;` it is one of this block, else it may be one of a block
    /// outside.
    fn mentioned(&mut self, tag: &'a str, is_union: bool, span: Span) -> Result<u32, Error> {
        let own = self.is_symbol("{") || self.is_symbol(";");
        let known = match own {
            true => self.scopes.last().and_then(|scope| scope.tags.get(tag)),
            false => self.tag(tag),
        };
        match known.filter(|_| !tag.is_empty()) {
            Some(CType::Record(number)) if self.source.records[*number as usize].is_union == is_union => {
                return Ok(*number);
            }
            Some(_) => {
                let message = format!("`{tag}` is declared as something else");
                return Err(Error::new(Code::Syntax, message, span.range()));
            }
            None => {}
        }
        let number = self.new_record(Record { name: tag, is_union, fields: None, attribute: None, places: None });
        self.declare_tag(tag, CType::Record(number));
        Ok(number)
    }

    /// Gives a record its members.
    fn define(&mut self, number: u32, members: Members<'a>, span: Span) -> Result<(), Error> {
        let Members { mut fields, attribute, aligned, packed } = members;
        let flexible = |field: &Field| matches!(field.ty, CType::Array(_, None));
        let record = &self.source.records[number as usize];
        // GNU's way to write an array without a size.
        if let Some(CType::Array(_, count @ Some(0))) = fields.last_mut().map(|field| &mut field.ty)
            && !record.is_union
        {
            *count = None;
        }
        let last = fields.len().saturating_sub(1);
        if !record.is_union && fields.iter().take(last).any(flexible) {
            let message = "an array without a size is not the last member";
            return Err(Error::new(Code::Syntax, message, span.range()));
        }
        if record.fields.is_some() {
            // The same definition from another file; the first pass has found those that are not.
            if self.files.merged.is_some() {
                return Ok(());
            }
            let message = format!("`{}` is defined twice", record.name);
            return Err(Error::new(Code::Syntax, message, span.range()));
        }
        let depth = 1 + fields.iter().map(|field| self.nesting(&field.ty)).max().unwrap_or(0);
        if depth > DEEPEST {
            let message = format!("more than {DEEPEST} structures inside each other");
            return Err(Error::new(Code::TooLarge, message, span.range()));
        }
        let places = self.layout().place(record.is_union, &fields, aligned, packed);
        self.nestings[number as usize] = depth;
        let record = &mut self.source.records[number as usize];
        (record.fields, record.attribute, record.places) = (Some(fields), attribute, places);
        Ok(())
    }

    /// How many records are inside each other in a type.
    fn nesting(&self, ty: &CType) -> usize {
        match ty {
            CType::Array(element, _) => self.nesting(element),
            CType::Record(number) => self.nestings[*number as usize],
            _ => 0,
        }
    }

    /// Reads the members of one declaration; returns an attribute that may change the layout.
    fn members(&mut self, fields: &mut Vec<Field<'a>>) -> Result<Option<&'a str>, Error> {
        if self.eat_symbol(";") {
            return Ok(None);
        }
        if self.is_word("_Static_assert") {
            self.static_assertion()?;
            return Ok(None);
        }
        let (before, known) = (self.attributes()?, self.source.records.len());
        if !self.begins_type() {
            return Err(self.expected("a member"));
        }
        let specifiers = self.specifiers_after(before)?;
        let mut attribute = specifiers.attribute;
        if self.is_symbol(";")
            && let CType::Record(number) = specifiers.ty
            && self.source.records.len() > known
            && self.source.records[number as usize].name.is_empty()
        {
            let aligned = self.asked.alignment.take();
            fields.push(Field { name: "", ty: specifiers.ty.clone(), bits: None, aligned, packed: false });
        }
        let aligned = self.asked.alignment.take();
        while !self.eat_symbol(";") {
            self.asked.alignment = aligned;
            attribute = attribute.or(self.member(&specifiers, fields)?);
            if !self.is_symbol(";") {
                self.expect(",")?;
            }
        }
        Ok(attribute)
    }

    fn member(&mut self, specifiers: &Specifiers<'a>, fields: &mut Vec<Field<'a>>) -> Result<Option<&'a str>, Error> {
        let start = self.span();
        let (mut name, mut ty, mut attribute) = ("", specifiers.ty.clone(), None);
        if !self.is_symbol(":") {
            let declarator = self.declarator(specifiers)?;
            (name, ty, attribute) = (declarator.name, declarator.ty, declarator.attribute);
        }
        let mut bits = None;
        if self.eat_symbol(":") {
            let width = self.conditional()?;
            let Ok(Expr::Constant(value, value_type)) = constant(&width) else {
                return Err(width.span.unsupported("the width of a bit-field that is not an integer constant"));
            };
            let most = if let CType::Integer { ty, .. } = ty { u64::from(ty.width) } else { 0 };
            let value = u64::try_from(value_type.number(value)).ok().filter(|value| *value <= most);
            let message = "the width of the bit-field does not fit its type";
            bits = Some(value.ok_or_else(|| Error::new(Code::Syntax, message, width.span.range()))?);
        } else if self.is_incomplete(&ty) {
            let message = format!("`{name}` has a type that is not defined yet");
            return Err(Error::new(Code::Syntax, message, self.since(start).range()));
        }
        attribute = attribute.or(self.attributes()?);
        // For bit-fields, what it means is not known here.
        let packed = attribute == Some("packed") && bits.is_none();
        fields.push(Field { name, ty, bits, aligned: self.asked.alignment.take(), packed });
        Ok(attribute.filter(|_| !packed))
    }

    /// Whether a type is or contains a record without members yet; a record that contains itself does.
    fn is_incomplete(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(element, _) => self.is_incomplete(element),
            CType::Record(number) => self.source.records[*number as usize].fields.is_none(),
            _ => false,
        }
    }
}
