//! Types as C: declarators around names (C11 6.7.6), and structures and unions (6.7.2.1).

use super::super::DataModel;
use super::super::types::{CType, Field};
use super::Printer;
use crate::error::Error;
use std::collections::BTreeSet;
use umpteen_model::c::expression::Type;

impl<'a> Printer<'_, 'a> {
    /// The declaration of something of a type, which is written so far.
    pub fn declared(&mut self, ty: &CType<'a>, inner: String) -> Result<String, Error> {
        let base = match ty {
            list if list.is_argument_list() => "__builtin_va_list".to_string(),
            CType::Pointer { to, atomic } => {
                let star = if *atomic { "*_Atomic " } else { "*" };
                let inner = match **to {
                    CType::Array(..) | CType::Function(_) => format!("({star}{inner})"),
                    _ => format!("{star}{inner}"),
                };
                return self.declared(to, inner);
            }
            CType::Array(element, count) => {
                let count = count.map_or_else(String::new, |count| count.to_string());
                return self.declared(element, format!("{inner}[{count}]"));
            }
            CType::Function(function) => {
                let parameters = function.parameters.iter();
                let parameters: Result<Vec<String>, Error> =
                    parameters.map(|parameter| self.declared(&parameter.ty, String::new())).collect();
                let parameters = parameter_list(parameters?, function.open);
                return self.declared(&function.result, format!("{inner}({parameters})"));
            }
            CType::Void => "void".to_string(),
            CType::Integer { ty, atomic } => format!("{}{}", if *atomic { "_Atomic " } else { "" }, self.integer(*ty)?),
            CType::Float(4) => "float".to_string(),
            CType::Float(8) => "double".to_string(),
            CType::Float(12 | 16) => "long double".to_string(),
            CType::Record(number) => self.record(*number),
            CType::AtomicRecord(number) => format!("_Atomic {}", self.record(*number)),
            other => return Err(self.span.unsupported(format!("printing {}", other.describe()))),
        };
        Ok(if inner.is_empty() { base } else { format!("{base} {inner}") })
    }

    /// A type as a cast has it.
    pub fn type_name(&mut self, ty: &CType<'a>) -> Result<String, Error> {
        self.declared(ty, String::new())
    }

    /// Whether C has an integer type of this width; wide bit-fields are of their own (6.3.1.1).
    pub fn is_spelled(ty: Type) -> bool {
        matches!(ty.width, 1 | 8 | 16 | 32 | 64)
    }

    fn integer(&self, ty: Type) -> Result<&'static str, Error> {
        Ok(match (ty.width, ty.signed, self.layout.model) {
            (1, ..) => "_Bool",
            (8, true, _) => "char",
            (8, false, _) => "unsigned char",
            (16, true, _) => "short",
            (16, false, _) => "unsigned short",
            (32, true, _) => "int",
            (32, false, _) => "unsigned",
            (64, true, DataModel::Lp64) => "long",
            (64, false, DataModel::Lp64) => "unsigned long",
            (64, true, DataModel::Ilp32) => "long long",
            (64, false, DataModel::Ilp32) => "unsigned long long",
            _ => return Err(self.span.unsupported("printing an integer of this width")),
        })
    }

    fn record(&mut self, number: u32) -> String {
        self.records.insert(number);
        let record = &self.source.records[number as usize];
        format!("{} {}__{number}", if record.is_union { "union" } else { "struct" }, record.name)
    }

    /// The structures and unions that are mentioned, each after those that it contains.
    pub fn record_definitions(&mut self) -> Result<Vec<String>, Error> {
        let (mut lines, mut done) = (Vec::new(), BTreeSet::new());
        while let Some(next) = self.records.iter().find(|number| !done.contains(*number)).copied() {
            self.define(next, &mut done, &mut lines)?;
        }
        // Pointers may lead to any of them.
        let mut all: Vec<String> = done.into_iter().map(|number| format!("{};", self.record(number))).collect();
        all.extend(lines);
        Ok(all)
    }

    fn define(&mut self, number: u32, done: &mut BTreeSet<u32>, lines: &mut Vec<String>) -> Result<(), Error> {
        if !done.insert(number) {
            return Ok(());
        }
        let source = self.source;
        let record = &source.records[number as usize];
        let Some(fields) = &record.fields else { return Ok(()) };
        for field in fields {
            self.define_inner(&field.ty, field.name.is_empty(), done, lines)?;
        }
        if let Some(attribute) = record.attribute {
            return Err(self.span.unsupported(format!("printing a structure with the attribute `{attribute}`")));
        }
        let head = self.record(number);
        let fields = self.fields(fields)?;
        let attributes = self.attributes(number)?;
        lines.push(format!("{head} {{ {fields}}}{attributes};"));
        Ok(())
    }

    /// Defines what a member contains; structures without a name are written where they are.
    fn define_inner(
        &mut self,
        ty: &CType<'a>,
        unnamed: bool,
        done: &mut BTreeSet<u32>,
        lines: &mut Vec<String>,
    ) -> Result<(), Error> {
        match ty {
            CType::Record(inner) if unnamed => {
                let source = self.source;
                for field in source.records[*inner as usize].fields.iter().flatten() {
                    self.define_inner(&field.ty, field.name.is_empty(), done, lines)?;
                }
                Ok(())
            }
            CType::Record(inner) | CType::AtomicRecord(inner) => self.define(*inner, done, lines),
            CType::Array(element, _) => self.define_inner(element, false, done, lines),
            _ => Ok(()),
        }
    }

    /// The attributes that give a structure the layout that it has.
    fn attributes(&self, number: u32) -> Result<String, Error> {
        let record = &self.source.records[number as usize];
        let (Some(fields), Some(_)) = (&record.fields, &record.places) else { return Ok(String::new()) };
        let own = self.layout.alignment(&CType::Record(number));
        for (aligned, packed) in [(None, false), (None, true), (own, false), (own, true)] {
            if self.layout.place(record.is_union, fields, aligned, packed) == record.places {
                let packed = if packed { " __attribute__((packed))" } else { "" };
                let aligned = aligned.map_or_else(String::new, |to| format!(" __attribute__((aligned({to})))"));
                return Ok(format!("{packed}{aligned}"));
            }
        }
        Err(self.span.unsupported("printing a structure with this layout"))
    }

    fn fields(&mut self, fields: &[Field<'a>]) -> Result<String, Error> {
        let mut out = String::new();
        for field in fields {
            let source = self.source;
            let declared = match &field.ty {
                CType::Record(number) if field.name.is_empty() => {
                    let inner = &source.records[*number as usize];
                    let word = if inner.is_union { "union" } else { "struct" };
                    let attributes = self.attributes(*number)?;
                    format!("{word} {{ {}}}{attributes}", self.fields(inner.fields.as_deref().unwrap_or_default())?)
                }
                ty => self.declared(ty, field.name.to_string())?,
            };
            let bits = field.bits.map_or_else(String::new, |bits| format!(" : {bits}"));
            let aligned = field.aligned.map_or_else(String::new, |to| format!(" __attribute__((aligned({to})))"));
            let packed = if field.packed { " __attribute__((packed))" } else { "" };
            out += &format!("{declared}{bits}{packed}{aligned}; ");
        }
        Ok(out)
    }
}

/// Parameters with commas; `()` says nothing about them.
pub fn parameter_list(mut parameters: Vec<String>, open: bool) -> String {
    match (parameters.is_empty(), open) {
        (true, true) => return String::new(),
        (true, false) => parameters.push("void".to_string()),
        (false, true) => parameters.push("...".to_string()),
        (false, false) => {}
    }
    parameters.join(", ")
}
