//! Petri nets in PNML (ISO 15909-2, place/transition nets): read here, written from here too because escaping is
//! the reader's inverse.
//!
//! Places, transitions and arcs may sit on any page. Arc inscriptions are weights. Arcs of type `read` or `test`
//! are read arcs; other arc types are refused. A `>=` in the initial marking, which PNML lacks, is written as a
//! source transition: the same states can be covered.

use crate::cursor::LARGEST_COUNT;
use crate::error::{Code, Error};
use crate::tts::LARGEST_STATE_COUNT;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::ops::Range;
use umpteen_model::petri_net::{Marking, PetriNet, Transition};
use umpteen_model::state::counts;

#[derive(Default)]
struct Arc {
    source: String,
    target: String,
    weight: u32,
    read: bool,
    span: Range<usize>,
}

#[derive(Clone, Copy)]
enum Node {
    Place(u32),
    Transition(u32),
}

/// What the text inside the current `<text>` element means.
#[derive(Clone, Copy, PartialEq)]
enum Label {
    None,
    Marking,
    Weight,
    Name,
}

struct Parser {
    net: PetriNet,
    nodes: FxHashMap<String, Node>,
    arcs: Vec<Arc>,
    depth: u32,
}

/// Reads PNML text; the target comes from elsewhere.
pub fn parse(text: &str) -> Result<PetriNet, Error> {
    let mut reader = Reader::from_str(text);
    let mut parser = Parser { net: PetriNet::default(), nodes: FxHashMap::default(), arcs: Vec::new(), depth: 0 };
    let mut element = String::new(); // the innermost of place, transition, arc
    let mut label = Label::None;
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let span = start..(reader.buffer_position() as usize).min(text.len());
        let malformed = |error: &dyn std::fmt::Display| {
            let at = (reader.error_position() as usize).min(text.len());
            Error::new(Code::Syntax, format!("malformed XML: {error}"), at..at)
        };
        match event.map_err(|error| malformed(&error))? {
            Event::Start(tag) => {
                parser.depth += 1;
                if parser.depth > 1000 {
                    return Err(Error::new(Code::TooLarge, "more than 1000 nested elements", span));
                }
                let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
                parser.open(&name, &tag, &span, &mut element)?;
                label = match (name.as_str(), element.as_str()) {
                    ("initialMarking", "place") => Label::Marking,
                    ("inscription", "arc") => Label::Weight,
                    ("name", "transition") => Label::Name,
                    ("graphics" | "toolspecific", _) => Label::None,
                    _ => label,
                };
            }
            Event::Empty(tag) => {
                let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
                let mut unused = String::new();
                parser.open(&name, &tag, &span, if name == "type" { &mut element } else { &mut unused })?;
            }
            Event::End(tag) => {
                parser.depth = parser.depth.saturating_sub(1);
                match tag.local_name().as_ref() {
                    b"place" | b"transition" | b"arc" => element.clear(),
                    b"initialMarking" | b"inscription" | b"name" => label = Label::None,
                    _ => {}
                }
            }
            Event::Text(content) if label != Label::None => {
                let content = content.decode().map_err(|error| malformed(&error))?;
                parser.labelled(label, content.trim(), &span)?;
            }
            Event::Eof if parser.depth > 0 => {
                return Err(Error::new(Code::Syntax, "the file ends inside an element", text.len()..text.len()));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if parser.net.places.is_empty() {
        return Err(Error::new(Code::Incomplete, "the net has no place", 0..0));
    }
    parser.connect()
}

impl Parser {
    fn open(&mut self, name: &str, tag: &BytesStart, span: &Range<usize>, element: &mut String) -> Result<(), Error> {
        match name {
            "place" => {
                let id = attribute(tag, "id", span)?;
                self.declare(&id, Node::Place(self.net.places.len() as u32), span)?;
                self.net.places.push(id);
                self.net.initial.push(Marking::default());
            }
            "transition" => {
                let id = attribute(tag, "id", span)?;
                self.declare(&id, Node::Transition(self.net.transitions.len() as u32), span)?;
                self.net.transitions.push(Transition { name: Some(id), ..Transition::default() });
            }
            "arc" => self.arcs.push(Arc {
                source: attribute(tag, "source", span)?,
                target: attribute(tag, "target", span)?,
                weight: 1,
                read: false,
                span: span.clone(),
            }),
            "type" if element == "arc" => {
                let kind = attribute(tag, "value", span)?;
                let arc = self.arcs.last_mut().filter(|_| matches!(kind.as_str(), "normal" | "read" | "test"));
                match arc {
                    Some(arc) => arc.read = kind != "normal",
                    None => return Err(Error::new(Code::Unsupported, format!("arcs of type `{kind}`"), span.clone())),
                }
            }
            _ => return Ok(()),
        }
        *element = name.to_string();
        Ok(())
    }

    fn declare(&mut self, id: &str, node: Node, span: &Range<usize>) -> Result<(), Error> {
        if self.nodes.len() as u32 >= LARGEST_STATE_COUNT {
            return Err(Error::new(Code::TooLarge, "too many places and transitions", span.clone()));
        }
        match self.nodes.insert(id.to_string(), node) {
            Some(_) => Err(Error::new(Code::Duplicate, format!("the id `{id}` is used twice"), span.clone())),
            None => Ok(()),
        }
    }

    fn labelled(&mut self, label: Label, content: &str, span: &Range<usize>) -> Result<(), Error> {
        if content.is_empty() || label == Label::Name {
            return Ok(());
        }
        let number = match content.parse::<u32>() {
            Ok(number) if number <= LARGEST_COUNT => number,
            _ => {
                let message = format!("expected a number up to {LARGEST_COUNT}, found `{content}`");
                return Err(Error::new(Code::Syntax, message, span.clone()));
            }
        };
        match label {
            Label::Marking => self.net.initial.iter_mut().last().into_iter().for_each(|m| m.least = number),
            Label::Weight => self.arcs.iter_mut().last().into_iter().for_each(|a| a.weight = number),
            Label::Name | Label::None => {}
        }
        Ok(())
    }

    fn connect(mut self) -> Result<PetriNet, Error> {
        let transitions = self.net.transitions.len();
        let (mut reads, mut consumes, mut produces) =
            (vec![Vec::new(); transitions], vec![Vec::new(); transitions], vec![Vec::new(); transitions]);
        for arc in &self.arcs {
            let node = |id: &String| match self.nodes.get(id) {
                Some(node) => Ok(*node),
                None => Err(Error::new(Code::UnknownName, format!("there is no node `{id}`"), arc.span.clone())),
            };
            match (node(&arc.source)?, node(&arc.target)?) {
                (Node::Place(p), Node::Transition(t)) if arc.read => reads[t as usize].push((p, arc.weight)),
                (Node::Place(p), Node::Transition(t)) => consumes[t as usize].push((p, arc.weight)),
                (Node::Transition(t), Node::Place(p)) => produces[t as usize].push((p, arc.weight)),
                _ => {
                    let message = "an arc joins a place and a transition";
                    return Err(Error::new(Code::Syntax, message, arc.span.clone()));
                }
            }
        }
        let sum = |parts: Vec<(u32, u32)>| {
            counts(parts).map_err(|_| Error::new(Code::TooLarge, "parallel arcs add up to more than 32 bits", 0..0))
        };
        for (at, ((reads, consumes), produces)) in reads.into_iter().zip(consumes).zip(produces).enumerate() {
            let transition = &mut self.net.transitions[at];
            transition.reads = sum(reads)?;
            transition.consumes = sum(consumes)?;
            transition.produces = sum(produces)?;
        }
        Ok(self.net)
    }
}

fn attribute(tag: &BytesStart, name: &str, span: &Range<usize>) -> Result<String, Error> {
    let found = tag.try_get_attribute(name).ok().flatten();
    let value = found.and_then(|attribute| attribute.unescape_value().ok().map(|value| value.into_owned()));
    value.ok_or_else(|| {
        Error::new(Code::Syntax, format!("the attribute `{name}` is missing or malformed"), span.clone())
    })
}

/// Writes PNML text; transfer arcs have no counterpart there.
pub fn write(net: &PetriNet) -> Result<String, Error> {
    if net.transitions.iter().any(|transition| !transition.transfers.is_empty()) {
        return Err(Error::new(Code::Unsupported, "PNML place/transition nets have no transfer arcs", 0..0));
    }
    let mut body = String::new();
    let mut arcs = String::new();
    let mut arc_count = 0;
    let mut arc = |source: &str, target: &str, weight: u32, kind: &str| {
        arc_count += 1;
        let _ =
            write!(arcs, "    <arc id=\"arc{arc_count}\" source=\"{}\" target=\"{}\">", escape(source), escape(target));
        let _ = writeln!(arcs, "<inscription><text>{weight}</text></inscription>{kind}</arc>");
    };
    for (name, marking) in net.places.iter().zip(&net.initial) {
        let id = escape(name.as_str());
        let tokens = marking.least;
        let _ = writeln!(body, "    <place id=\"{id}\"><initialMarking><text>{tokens}</text></initialMarking></place>");
        if marking.unbounded {
            let _ = writeln!(body, "    <transition id=\"more_{id}\"/>");
            arc(&format!("more_{name}"), name, 1, "");
        }
    }
    for (at, transition) in net.transitions.iter().enumerate() {
        let id = transition.name.clone().unwrap_or_else(|| format!("t{}", at + 1));
        let _ = writeln!(body, "    <transition id=\"{}\"/>", escape(id.as_str()));
        let place = |place: u32| net.places[place as usize].as_str();
        transition.reads.iter().for_each(|&(p, w)| arc(place(p), &id, w, "<type value=\"read\"/>"));
        transition.consumes.iter().for_each(|&(p, w)| arc(place(p), &id, w, ""));
        transition.produces.iter().for_each(|&(p, w)| arc(&id, place(p), w, ""));
    }
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n\
         <net id=\"net\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n\
         \x20 <page id=\"page\">\n{body}{arcs}  </page>\n</net>\n</pnml>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_and_reading_agree() {
        let text = "vars a b rules a >= 1, b >= 2 -> a' = a - 1, b' = b + 3; init a = 4, b = 0 target b >= 1";
        let mut net = crate::spec::parse(text).unwrap();
        net.targets.clear();
        net.transitions[0].name = Some("t<1>".into());
        assert_eq!(parse(&write(&net).unwrap()).unwrap().to_string(), net.to_string());
        net.initial[0].unbounded = true;
        assert_eq!(parse(&write(&net).unwrap()).unwrap().transitions.len(), 2, "`>=` becomes a source transition");
    }

    #[test]
    fn mistakes_are_named() {
        let net =
            |body: &str| parse(&format!("<pnml><net id='n'><page id='p'>{body}</page></net></pnml>")).unwrap_err();
        assert_eq!(parse("").unwrap_err().code, Code::Incomplete);
        assert_eq!(parse("<pnml><net>").unwrap_err().code, Code::Syntax);
        assert_eq!(parse("<pnml></net>").unwrap_err().code, Code::Syntax);
        assert_eq!(net("<place id='a'/><place id='a'/>").code, Code::Duplicate);
        assert_eq!(net("<place id='a'/><arc source='a' target='b'/>").code, Code::UnknownName);
        let inhibitor = "<place id='a'/><transition id='t'/><arc source='a' target='t'><type value='inhibitor'/></arc>";
        assert_eq!(net(inhibitor).code, Code::Unsupported);
        assert_eq!(net("<place id='a'><initialMarking><text>-1</text></initialMarking></place>").code, Code::Syntax);
    }
}
