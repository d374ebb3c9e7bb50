//! Petri nets in PNML (ISO 15909-2, place/transition nets): read here, written from here too because escaping is
//! the reader's inverse.
//!
//! Places, transitions and arcs may sit on any page. Arc inscriptions are weights. Arcs of type `read` or `test`
//! are read arcs. Whatever else could change the meaning (other arc types, capacities, coloured markings, reference
//! nodes, several nets) is refused by name. A `>=` in the initial marking, which PNML lacks, is written as a source
//! transition: the same states can be covered.

use crate::cursor::LARGEST_COUNT;
use crate::error::{Code, Error};
use crate::xml::{self, Element};
use quick_xml::escape::escape;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use umpteen_model::petri_net::{Marking, PetriNet, Transition};
use umpteen_model::state::counts;

#[derive(Clone, Copy)]
enum Node {
    Place(u32),
    Transition(u32),
}

#[derive(Default)]
struct Parser<'a> {
    net: PetriNet,
    nodes: FxHashMap<String, Node>,
    arcs: Vec<&'a Element>,
    /// The element of each transition.
    transitions: Vec<&'a Element>,
}

/// Reads PNML text; the target comes from elsewhere.
pub fn parse(text: &str) -> Result<PetriNet, Error> {
    let root = xml::parse(text)?;
    one_vocabulary(&root, &root.namespace)?;
    let mut nets = root.children.iter().filter(|child| child.name == "net");
    let net = match (root.name.as_str(), nets.next(), nets.next()) {
        ("pnml", Some(net), None) => net,
        ("pnml", Some(_), Some(second)) => {
            return Err(Error::new(Code::Unsupported, "more than one net in a file", second.span.clone()));
        }
        _ => {
            return Err(Error::new(
                Code::Incomplete,
                "expected a `pnml` element with a `net` inside",
                root.span.clone(),
            ));
        }
    };
    if let Some(other) = root.children.iter().find(|child| child.name != "net" && child.name != "toolspecific") {
        return Err(refused(other));
    }
    only(&root, &[])?;
    only(net, &["id", "type"])?;
    if let Some(kind) = net.attribute("type").filter(|kind| !kind.to_ascii_lowercase().contains("ptnet")) {
        let message = format!("nets of type `{kind}`; place/transition nets (ptnet) are read");
        return Err(Error::new(Code::Unsupported, message, net.span.clone()));
    }
    let mut parser = Parser::default();
    parser.page(net)?;
    if parser.net.places.is_empty() {
        return Err(Error::new(Code::Incomplete, "the net has no place", net.span.clone()));
    }
    parser.connect()
}

/// Refuses elements of other vocabularies, whose names may be those of PNML, but for what tools keep for themselves.
fn one_vocabulary(element: &Element, namespace: &str) -> Result<(), Error> {
    if element.namespace != namespace {
        let message = format!("the element `{}` of the vocabulary `{}`", element.name, element.namespace);
        return Err(Error::new(Code::Unsupported, message, element.span.clone()));
    }
    let mut inside = element.children.iter().filter(|_| element.name != "toolspecific");
    inside.try_for_each(|child| one_vocabulary(child, namespace))
}

/// Elements that never change the meaning.
const DECORATION: [&str; 3] = ["name", "graphics", "toolspecific"];

fn refused(element: &Element) -> Error {
    Error::new(Code::Unsupported, format!("the element `{}` here", element.name), element.span.clone())
}

/// Refuses attributes and text of an element that nothing here reads.
fn only(element: &Element, attributes: &[&str]) -> Result<(), Error> {
    let refused = |what: String| Err(Error::new(Code::Unsupported, what, element.span.clone()));
    match element.attributes.iter().find(|(name, _)| !attributes.contains(&name.as_str())) {
        Some((name, _)) => refused(format!("the attribute `{name}` of `{}`", element.name)),
        None if !element.text.trim().is_empty() => refused(format!("text directly inside `{}`", element.name)),
        None => Ok(()),
    }
}

/// Puts a label's value in its place, which must be empty.
fn set<T>(place: &mut Option<T>, value: T, label: &Element) -> Result<(), Error> {
    match place.replace(value) {
        Some(_) => Err(Error::new(Code::Duplicate, format!("a second `{}`", label.name), label.span.clone())),
        None => Ok(()),
    }
}

impl<'a> Parser<'a> {
    fn page(&mut self, page: &'a Element) -> Result<(), Error> {
        for child in &page.children {
            match child.name.as_str() {
                "page" => {
                    only(child, &["id"])?;
                    self.page(child)?;
                }
                "place" => self.place(child)?,
                "transition" => {
                    only(child, &["id"])?;
                    let id = child.required("id")?.to_string();
                    self.declare(&id, Node::Transition(self.net.transitions.len() as u32), child)?;
                    if let Some(unknown) = child.children.iter().find(|part| !DECORATION.contains(&part.name.as_str()))
                    {
                        return Err(refused(unknown));
                    }
                    self.net.transitions.push(Transition { name: Some(id), ..Transition::default() });
                    self.transitions.push(child);
                }
                "arc" => self.arcs.push(child),
                name if DECORATION.contains(&name) => {}
                _ => return Err(refused(child)),
            }
        }
        Ok(())
    }

    fn place(&mut self, place: &Element) -> Result<(), Error> {
        let id = place.required("id")?.to_string();
        self.declare(&id, Node::Place(self.net.places.len() as u32), place)?;
        only(place, &["id"])?;
        let mut tokens = None;
        for part in &place.children {
            match part.name.as_str() {
                "initialMarking" => set(&mut tokens, number(part)?, part)?,
                name if DECORATION.contains(&name) => {}
                _ => return Err(refused(part)),
            }
        }
        self.net.places.push(id);
        self.net.initial.push(Marking { least: tokens.unwrap_or_default(), unbounded: false });
        Ok(())
    }

    fn declare(&mut self, id: &str, node: Node, element: &Element) -> Result<(), Error> {
        match self.nodes.insert(id.to_string(), node) {
            Some(_) => Err(Error::new(Code::Duplicate, format!("the id `{id}` is used twice"), element.span.clone())),
            None => Ok(()),
        }
    }

    fn connect(mut self) -> Result<PetriNet, Error> {
        let transitions = self.net.transitions.len();
        let (mut reads, mut consumes, mut produces) =
            (vec![Vec::new(); transitions], vec![Vec::new(); transitions], vec![Vec::new(); transitions]);
        for arc in &self.arcs {
            let node = |name: &str| {
                let id = arc.required(name)?;
                let unknown = || Error::new(Code::UnknownName, format!("there is no node `{id}`"), arc.span.clone());
                self.nodes.get(id).copied().ok_or_else(unknown)
            };
            let (weight, read) = arc_label(arc)?;
            match (node("source")?, node("target")?) {
                (Node::Place(p), Node::Transition(t)) if read => reads[t as usize].push((p, weight)),
                (Node::Place(p), Node::Transition(t)) => consumes[t as usize].push((p, weight)),
                (Node::Transition(t), Node::Place(p)) if !read => produces[t as usize].push((p, weight)),
                _ => {
                    let message = "an arc joins a place and a transition, a read arc from the place";
                    return Err(Error::new(Code::Syntax, message, arc.span.clone()));
                }
            }
        }
        for (at, ((reads, consumes), produces)) in reads.into_iter().zip(consumes).zip(produces).enumerate() {
            let sum = |parts: Vec<(u32, u32)>| {
                let message = "the parallel arcs of this transition add up to more than 32 bits";
                counts(parts).map_err(|_| Error::new(Code::TooLarge, message, self.transitions[at].span.clone()))
            };
            let transition = &mut self.net.transitions[at];
            transition.reads = sum(most(reads))?;
            transition.consumes = sum(consumes)?;
            transition.produces = sum(produces)?;
        }
        Ok(self.net)
    }
}

/// The demands of parallel read arcs. They take nothing, so tokens that satisfy the largest satisfy them all.
fn most(mut reads: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    reads.sort_unstable_by_key(|&(place, weight)| (place, std::cmp::Reverse(weight)));
    reads.dedup_by_key(|(place, _)| *place);
    reads
}

/// The weight of an arc and whether it only reads.
fn arc_label(arc: &Element) -> Result<(u32, bool), Error> {
    only(arc, &["id", "source", "target", "type"])?;
    let (mut weight, mut kind) = (None, arc.attribute("type"));
    for part in &arc.children {
        match part.name.as_str() {
            "inscription" => set(&mut weight, number(part)?, part)?,
            "type" => {
                only(part, &["value"])?;
                set(&mut kind, part.required("value")?, part)?;
            }
            name if DECORATION.contains(&name) => {}
            _ => return Err(refused(part)),
        }
    }
    let weight = weight.unwrap_or(1);
    if weight == 0 {
        let message = "an arc of weight 0: weights are positive, and some tools mean an inhibitor arc by it";
        return Err(Error::new(Code::Unsupported, message, arc.span.clone()));
    }
    let kind = kind.unwrap_or("normal");
    match kind {
        "normal" => Ok((weight, false)),
        "read" | "test" => Ok((weight, true)),
        _ => Err(Error::new(Code::Unsupported, format!("arcs of type `{kind}`"), arc.span.clone())),
    }
}

/// The number in the `text` element of a label.
fn number(label: &Element) -> Result<u32, Error> {
    only(label, &[])?;
    let mut texts = label.children.iter().filter(|child| child.name == "text");
    let (Some(text), None) = (texts.next(), texts.next()) else {
        let message = format!("`{}` needs one `text` element", label.name);
        return Err(Error::new(Code::Syntax, message, label.span.clone()));
    };
    let ignored = |child: &&Element| child.name != "text" && !DECORATION.contains(&child.name.as_str());
    if let Some(unknown) = text.children.first().or_else(|| label.children.iter().find(ignored)) {
        return Err(refused(unknown));
    }
    match text.text.trim().parse::<u32>() {
        Ok(number) if number <= LARGEST_COUNT => Ok(number),
        _ => {
            let message = format!("expected a number up to {LARGEST_COUNT}, found `{}`", text.text.trim());
            Err(Error::new(Code::Syntax, message, text.span.clone()))
        }
    }
}

/// Writes PNML text; transfer arcs have no counterpart there.
pub fn write(net: &PetriNet) -> Result<String, Error> {
    if net.transitions.iter().any(|transition| !transition.transfers.is_empty()) {
        return Err(Error::new(Code::Unsupported, "PNML place/transition nets have no transfer arcs", 0..0));
    }
    let mut used: FxHashSet<String> = net.places.iter().cloned().collect();
    used.extend(net.transitions.iter().filter_map(|transition| transition.name.clone()));
    let mut fresh = |wish: String| {
        let mut id = wish;
        while !used.insert(id.clone()) {
            id.push('_');
        }
        id
    };
    let mut body = String::new();
    let mut arcs = String::new();
    let mut arc = |source: &str, target: &str, weight: u32, kind: &str| {
        let _ = write!(arcs, "    <arc id=\"{}\" source=\"{}\"", format_args!("arc-{}", arcs.len()), escape(source));
        let _ = write!(arcs, " target=\"{}\">", escape(target));
        let _ = writeln!(arcs, "<inscription><text>{weight}</text></inscription>{kind}</arc>");
    };
    for (name, marking) in net.places.iter().zip(&net.initial) {
        let tokens = marking.least;
        let id = escape(name.as_str());
        let _ = writeln!(body, "    <place id=\"{id}\"><initialMarking><text>{tokens}</text></initialMarking></place>");
        if marking.unbounded {
            let source = fresh(format!("more_{name}"));
            let _ = writeln!(body, "    <transition id=\"{}\"/>", escape(source.as_str()));
            arc(&source, name, 1, "");
        }
    }
    for (at, transition) in net.transitions.iter().enumerate() {
        let id = transition.name.clone().unwrap_or_else(|| fresh(format!("t{}", at + 1)));
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
    fn labels_are_read_wherever_their_text_stands() {
        let net = |marking: &str| {
            let text = format!(
                "<pnml><net id='n'><place id='a'><initialMarking>{marking}</initialMarking></place></net></pnml>"
            );
            parse(&text).map(|net| net.initial[0].least)
        };
        assert_eq!(net("<graphics><offset x='1'/></graphics><text>1</text>"), Ok(1));
        assert_eq!(net("<text><![CDATA[5]]></text>"), Ok(5));
        assert_eq!(net("<text>1&#48;</text>"), Ok(10));
        assert_eq!(net("<text>1<!-- one -->2</text>"), Ok(12));
        assert_eq!(net("<text>3</text><toolspecific/>"), Ok(3));
        assert!(net("<text>1</text><text>2</text>").is_err() && net("7").is_err() && net("<text>-1</text>").is_err());
        let arc = "<pnml><net id='n'><place id='a'/><transition id='t'/><arc id='x' source='a' target='t'>\
                   <type value='normal'/><inscription><text>2</text></inscription></arc></net></pnml>";
        assert_eq!(parse(arc).unwrap().transitions[0].consumes.as_slice(), [(0, 2)]);
    }

    #[test]
    fn parallel_arcs_add_up_and_parallel_read_arcs_do_not() {
        let arcs = |ends: &str, kind: &str| {
            let arc = |weight: u32| {
                format!("<arc id='x' {ends}>{kind}<inscription><text>{weight}</text></inscription></arc>")
            };
            let text = format!(
                "<pnml><net id='n'><place id='a'/><transition id='t'/>{}{}{}</net></pnml>",
                arc(1),
                arc(3),
                arc(2)
            );
            let Transition { reads, consumes, produces, .. } = parse(&text).unwrap().transitions.remove(0);
            [reads.to_vec(), consumes.to_vec(), produces.to_vec()]
        };
        let from = "source='a' target='t'";
        assert_eq!(arcs(from, "<type value='read'/>"), [vec![(0, 3)], vec![], vec![]], "three tokens are enough");
        assert_eq!(arcs(from, ""), [vec![], vec![(0, 6)], vec![]]);
        assert_eq!(arcs("source='t' target='a'", ""), [vec![], vec![], vec![(0, 6)]]);
    }

    #[test]
    fn nothing_is_ignored() {
        let net = |body: &str| {
            let text = format!("<pnml><net id='n'><page id='p'>{body}</page></net></pnml>");
            parse(&text).map(|_| ()).map_err(|error| (error.code, text[error.span].to_string()))
        };
        let refused = |body: &str, code, place: &str| assert_eq!(net(body), Err((code, place.to_string())), "{body}");
        let marking = "<initialMarking><text>1</text></initialMarking>";
        let label =
            |label: &str| format!("<place id='a'/><transition id='t'/><arc source='a' target='t'>{label}</arc>");
        refused(&format!("<place id='a'>{marking}{marking}</place>"), Code::Duplicate, "<initialMarking>");
        let twice = "<inscription><text>2</text></inscription><inscription><text>1</text></inscription>";
        refused(&label(twice), Code::Duplicate, "<inscription>");
        refused(&label("<type value='read'/><type value='normal'/>"), Code::Duplicate, "<type value='normal'/>");
        let both = label("<type value='normal'/>").replace("target='t'>", "target='t' type='read'>");
        refused(&both, Code::Duplicate, "<type value='normal'/>");
        refused(&label("<inscription><text>0</text></inscription>"), Code::Unsupported, "<arc source='a' target='t'>");
        refused("<place id='a' capacity='1'/>", Code::Unsupported, "<place id='a' capacity='1'/>");
        refused("<place id='a'/><transition id='t' time='1'/>", Code::Unsupported, "<transition id='t' time='1'/>");
        refused("<place id='a'>1</place>", Code::Unsupported, "<place id='a'>");
        assert_eq!(net("<place id='a' xmlns:y='z' y:id='b'/>"), Ok(()), "attributes of other vocabularies say nothing");
        refused("<place id='a' xmlns='x'/>", Code::Unsupported, "<place id='a' xmlns='x'/>");
        refused("<y:place xmlns:y='z' id='a'/>", Code::Unsupported, "<y:place xmlns:y='z' id='a'/>");
        let tool = "<place id='a'/><toolspecific><y:place xmlns:y='z' capacity='1'/></toolspecific>";
        assert_eq!(net(tool), Ok(()), "tools may keep what they like");
        assert_eq!(
            parse("<pnml><net id='n'><place id='a'/></net><other/></pnml>").unwrap_err().code,
            Code::Unsupported
        );
        assert_eq!(parse("text <pnml><net id='n'><place id='a'/></net></pnml>").unwrap_err().code, Code::Syntax);
    }

    #[test]
    fn mistakes_are_named() {
        let net =
            |body: &str| parse(&format!("<pnml><net id='n'><page id='p'>{body}</page></net></pnml>")).unwrap_err().code;
        assert_eq!(parse("").unwrap_err().code, Code::Syntax);
        assert_eq!(parse("<pnml><net>").unwrap_err().code, Code::Syntax);
        assert_eq!(parse("<pnml></net>").unwrap_err().code, Code::Syntax);
        assert_eq!(parse("<pnml><net id='a'/><net id='b'/></pnml>").unwrap_err().code, Code::Unsupported);
        assert_eq!(parse("<pnml><net type='symmetricnet'/></pnml>").unwrap_err().code, Code::Unsupported);
        assert_eq!(net("<place id='a'/><place id='a'/>"), Code::Duplicate);
        assert_eq!(net("<place id='a'/><arc source='a' target='b'/>"), Code::UnknownName);
        let arc =
            |label: &str| net(&format!("<place id='a'/><transition id='t'/><arc source='a' target='t' {label}</arc>"));
        assert_eq!(arc("><type value='inhibitor'/>"), Code::Unsupported);
        assert_eq!(arc("type='reset'>"), Code::Unsupported);
        assert_eq!(net("<place id='a'><capacity><text>1</text></capacity></place>"), Code::Unsupported);
        assert_eq!(net("<place id='a'><hlinitialMarking><text>1</text></hlinitialMarking></place>"), Code::Unsupported);
        assert_eq!(net("<place id='a'/><inhibitorArc source='a' target='t'/>"), Code::Unsupported);
    }
}
