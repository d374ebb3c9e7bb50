//! Identifiers: their scopes, linkage and storage durations (C11 6.2.1, 6.2.2, 6.2.4).
//!
//! Two uses of a name are the same identifier if they denote the same entity. Without linkage each declaration declares
//! another one (6.2.1). With linkage all declarations of the program do that the linker takes as one (6.2.2); a name that
//! several files use for several things has a text for each (`parse::link`), so the text tells them apart.

use super::super::syntax::Storage;
use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A name that is bound to what it denotes: two of them are equal if they denote the same, however they are spelled.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    number: u32,
    text: &'a str,
}

impl<'a> Name<'a> {
    /// How it is spelled, for people and for the tables of known names. It does not say what the name denotes.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Its number among the identifiers, in the order of the text.
    pub fn number(self) -> u32 {
        self.number
    }
}

impl PartialEq for Name<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Name<'_> {}

impl Hash for Name<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}#{}", self.text, self.number)
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(self.text)
    }
}

/// How long an object lives (C11 6.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duration {
    /// As long as the program.
    Static,
    /// As long as its thread.
    Thread,
    /// As long as its block.
    Automatic,
}

/// What an identifier denotes, as far as names go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// A variable or parameter.
    Object(Duration),
    /// A function.
    Function,
    /// A label (C11 6.8.1): its scope is the function.
    Label,
    /// Something that is used but not declared: a function, as in C89 (6.3.2.2 there), or an error.
    Undeclared,
}

/// What is known of an identifier.
#[derive(Clone, Copy, Debug)]
pub struct Identifier {
    /// What it denotes.
    pub entity: Entity,
    /// Whether declarations elsewhere denote the same (C11 6.2.2).
    pub is_linked: bool,
}

/// All identifiers of a program.
#[derive(Debug, Default)]
pub struct Identifiers<'a> {
    all: Vec<Identifier>,
    /// Those with linkage.
    linked: FxHashMap<&'a str, Name<'a>>,
}

impl<'a> Identifiers<'a> {
    /// A new identifier without linkage.
    pub fn declare(&mut self, text: &'a str, entity: Entity) -> Name<'a> {
        self.add(text, Identifier { entity, is_linked: false })
    }

    /// The identifier with linkage that a declaration or a use denotes.
    pub fn link(&mut self, text: &'a str, entity: Entity) -> Name<'a> {
        if let Some(known) = self.linked.get(text).copied() {
            let identifier = &mut self.all[known.number as usize];
            // The first declaration decides; others that disagree are refused where both are lowered.
            if identifier.entity == Entity::Undeclared {
                identifier.entity = entity;
            }
            return known;
        }
        let name = self.add(text, Identifier { entity, is_linked: true });
        self.linked.insert(text, name);
        name
    }

    /// The identifier with linkage that the program calls so.
    pub fn linked(&self, text: &str) -> Option<Name<'a>> {
        self.linked.get(text).copied()
    }

    /// All identifiers with linkage.
    pub fn all_linked(&self) -> impl Iterator<Item = Name<'a>> + '_ {
        self.linked.values().copied()
    }

    /// What is known of a name.
    pub fn get(&self, name: Name) -> Identifier {
        self.all[name.number as usize]
    }

    /// Whether a name denotes an object that lives longer than a block.
    pub fn is_lasting(&self, name: Name) -> bool {
        matches!(self.get(name).entity, Entity::Object(Duration::Static | Duration::Thread))
    }

    fn add(&mut self, text: &'a str, identifier: Identifier) -> Name<'a> {
        let number = self.all.len() as u32;
        self.all.push(identifier);
        Name { number, text }
    }
}

impl Entity {
    /// A variable that is declared at file scope, or in a block.
    pub fn variable(storage: Storage, at_file_scope: bool) -> Entity {
        Entity::Object(match storage {
            storage if storage.is_thread() => Duration::Thread,
            Storage::Usual if !at_file_scope => Duration::Automatic,
            _ => Duration::Static,
        })
    }
}
