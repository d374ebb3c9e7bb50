//! XML as a tree, small and strict: what is not understood is an error, so nothing is silently dropped.

use crate::error::{Code, Error};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;
use std::ops::Range;

/// An element with everything inside it.
#[derive(Debug, Default)]
pub struct Element {
    /// The name without its namespace prefix.
    pub name: String,
    /// The namespace of the name; empty if there is none.
    pub namespace: String,
    /// The attributes without a namespace prefix, unescaped.
    pub attributes: Vec<(String, String)>,
    /// The elements inside.
    pub children: Vec<Element>,
    /// All text directly inside, joined.
    pub text: String,
    /// Byte offsets of the opening tag.
    pub span: Range<usize>,
}

impl Element {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute that must be there.
    pub fn required(&self, name: &str) -> Result<&str, Error> {
        self.attribute(name).ok_or_else(|| {
            Error::new(Code::Syntax, format!("`{}` lacks the attribute `{name}`", self.name), self.span.clone())
        })
    }
}

/// How deeply elements may nest.
const DEEPEST: usize = 1000;

/// Reads a document and returns its outermost element.
pub fn parse(text: &str) -> Result<Element, Error> {
    let mut reader = NsReader::from_str(text);
    let mut open = vec![Element::default()];
    loop {
        let start = reader.buffer_position() as usize;
        let (namespace, event) = match reader.read_resolved_event() {
            Ok((namespace, event)) => (resolved(&namespace), Ok(event)),
            Err(error) => (Ok(String::new()), Err(error)),
        };
        let span = start..(reader.buffer_position() as usize).clamp(start, text.len());
        let malformed = |error: &dyn std::fmt::Display| {
            let at = (reader.error_position() as usize).min(text.len());
            Error::new(Code::Syntax, format!("malformed XML: {error}"), at..at)
        };
        match event.map_err(|error| malformed(&error))? {
            Event::Start(tag) if open.len() > DEEPEST => {
                return Err(Error::new(
                    Code::TooLarge,
                    format!("more than {DEEPEST} nested elements at `{}`", name(&tag)),
                    span,
                ));
            }
            Event::Start(tag) => open.push(element(&tag, namespace, span)?),
            Event::Empty(tag) => {
                let element = element(&tag, namespace, span)?;
                innermost(&mut open).children.push(element);
            }
            Event::End(_) => {
                let closed = open.pop().unwrap_or_default();
                match open.last_mut() {
                    Some(parent) => parent.children.push(closed),
                    None => return Err(Error::new(Code::Syntax, "nothing is open here", span)),
                }
            }
            Event::Text(content) => {
                innermost(&mut open).text += &content.decode().map_err(|error| malformed(&error))?;
            }
            Event::CData(content) => {
                innermost(&mut open).text += &content.decode().map_err(|error| malformed(&error))?;
            }
            Event::GeneralRef(reference) => {
                let resolved = reference.resolve_char_ref().map_err(|error| malformed(&error))?;
                let named = reference.decode().map_err(|error| malformed(&error))?;
                let character = match (resolved, named.as_ref()) {
                    (Some(character), _) => character,
                    (None, "amp") => '&',
                    (None, "lt") => '<',
                    (None, "gt") => '>',
                    (None, "quot") => '"',
                    (None, "apos") => '\'',
                    (None, other) => {
                        return Err(Error::new(Code::Unsupported, format!("the entity `&{other};`"), span));
                    }
                };
                innermost(&mut open).text.push(character);
            }
            Event::Eof if open.len() > 1 => {
                return Err(Error::new(Code::Syntax, "the file ends inside an element", text.len()..text.len()));
            }
            Event::Eof => break,
            // Such declarations may give attributes values that are not written.
            Event::DocType(declared) if declared.contains(&b'[') => {
                return Err(Error::new(Code::Unsupported, "declarations inside `<!DOCTYPE`", span));
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    let mut document = open.pop().unwrap_or_default();
    if !document.text.trim().is_empty() {
        return Err(Error::new(Code::Syntax, "text outside the outermost element", 0..0));
    }
    match (document.children.pop(), document.children.is_empty()) {
        (Some(root), true) => Ok(root),
        _ => Err(Error::new(Code::Syntax, "expected one outermost element", 0..0)),
    }
}

fn innermost(open: &mut [Element]) -> &mut Element {
    open.last_mut().expect("the document itself stays open")
}

/// The namespace of a tag; the error names a prefix that means nothing.
fn resolved(namespace: &ResolveResult) -> Result<String, String> {
    match namespace {
        ResolveResult::Bound(namespace) => Ok(String::from_utf8_lossy(namespace.as_ref()).into_owned()),
        ResolveResult::Unbound => Ok(String::new()),
        ResolveResult::Unknown(prefix) => Err(String::from_utf8_lossy(prefix).into_owned()),
    }
}

fn name(tag: &BytesStart) -> String {
    String::from_utf8_lossy(tag.local_name().as_ref()).into_owned()
}

fn element(tag: &BytesStart, namespace: Result<String, String>, span: Range<usize>) -> Result<Element, Error> {
    let malformed =
        |error: &dyn std::fmt::Display| Error::new(Code::Syntax, format!("malformed XML: {error}"), span.clone());
    let namespace = namespace.map_err(|prefix| malformed(&format!("the prefix `{prefix}` is not declared")))?;
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| malformed(&error))?;
        // Attributes of other vocabularies have a prefix, and say nothing about this one.
        if attribute.key.prefix().is_some() || attribute.key.as_ref() == b"xmlns" {
            continue;
        }
        let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        attributes.push((key, attribute.unescape_value().map_err(|error| malformed(&error))?.into_owned()));
    }
    Ok(Element { name: name(tag), namespace, attributes, children: Vec::new(), text: String::new(), span })
}
