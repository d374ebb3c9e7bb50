//! What lowering reads: the program as it was resolved, and what analyses of the whole of it found.

use super::super::Options;
use super::super::known::Names;
use super::super::layout::Layout;
use super::super::resolve::Identifiers;
use super::super::stub::Stub;
use super::super::syntax::{Function, Name, Source};
use super::automatic::AutomaticFunctions;
use super::joins::Joins;
use super::linkage::{self, Functions};
use super::sync::survey::Survey;
use super::{order, procedure, resolve};
use crate::error::Error;
use rustc_hash::{FxHashMap, FxHashSet};

/// The program as it was resolved, and what is known about it before the first step is made. Lowering reads it only.
pub struct Context<'s> {
    /// What the source was read from.
    pub text: &'s str,
    /// What was asked for.
    pub options: &'s Options,
    /// What the names denote.
    pub identifiers: &'s Identifiers<'s>,
    /// What each name of a function stands for.
    pub functions: FxHashMap<Name<'s>, &'s Function<'s>>,
    /// Attributes that may change what a function does, by its name.
    pub attributes: FxHashMap<Name<'s>, &'s str>,
    /// What names of functions mean by themselves.
    pub known: Names<'s>,
    /// The sizes of types.
    pub layout: Layout<'s, 's>,
    /// The functions that run without being called.
    pub automatic: AutomaticFunctions<'s>,
    /// The functions that call themselves, directly or through others.
    pub recursive: FxHashSet<Name<'s>>,
    /// The functions that may access shared memory other than by their arguments.
    pub accessing: FxHashSet<Name<'s>>,
    /// The functions that pointers may point to.
    pub pointed_functions: Vec<&'s Function<'s>>,
    /// The functions that are said not to return.
    pub noreturn: &'s FxHashSet<Name<'s>>,
    /// What is said about functions whatever the source says.
    pub stubs: &'s FxHashMap<Name<'s>, Stub>,
    /// The joins that wait for one certain thread.
    pub joins: Joins,
    /// How objects of the library are initialised and used.
    pub survey: Survey<'s>,
}

impl<'s> Context<'s> {
    /// Looks at the whole source; how it uses the library is not looked at yet.
    pub fn of(source: &'s Source<'s>, text: &'s str, options: &'s Options) -> Result<Context<'s>, Error> {
        let Functions { named, attributes } = linkage::link(source, &options.units)?;
        let layout = Layout { records: &source.records, model: options.data_model, library: source.library };
        let known = Names::of(source, layout);
        Ok(Context {
            text,
            options,
            identifiers: &source.identifiers,
            attributes,
            layout,
            automatic: AutomaticFunctions::find(source, &named),
            recursive: procedure::recursive(source),
            accessing: order::accessing(source, &known),
            pointed_functions: resolve::pointed_functions(source, &named),
            noreturn: &source.noreturn,
            stubs: &source.stubs,
            joins: Joins::find(source, options, &known),
            survey: Survey::default(),
            functions: named,
            known,
        })
    }
}
