//! First values as C (C11 6.7.9).

use super::super::syntax::{Designator, Initializer};
use super::Printer;
use crate::error::Error;

impl<'a> Printer<'_, 'a> {
    /// A first value.
    pub fn initializer(&mut self, initial: &Initializer<'a>) -> Result<String, Error> {
        match initial {
            Initializer::Value(value) => self.expression(value),
            Initializer::Braces(parts) => self.braces(parts),
        }
    }

    /// Values in braces.
    pub fn braces(&mut self, parts: &[(Vec<Designator<'a>>, Initializer<'a>)]) -> Result<String, Error> {
        let mut all = Vec::new();
        for (path, initial) in parts {
            let path = self.designators(path)?;
            let value = match initial {
                Initializer::Value(value) => self.expression(value)?,
                Initializer::Braces(parts) => self.braces(parts)?,
            };
            all.push(if path.is_empty() { value } else { format!("{path} = {value}") });
        }
        Ok(format!("{{ {} }}", all.join(", ")))
    }

    /// Steps to a part: `.a[1]`.
    pub fn designators(&mut self, path: &[Designator<'a>]) -> Result<String, Error> {
        let mut out = String::new();
        for step in path {
            out += &match step {
                Designator::Field(name) => format!(".{name}"),
                Designator::Index(index) => format!("[{}]", self.expression(index)?),
                Designator::Range(first, last) => {
                    format!("[{} ... {}]", self.expression(first)?, self.expression(last)?)
                }
            };
        }
        Ok(out)
    }
}
