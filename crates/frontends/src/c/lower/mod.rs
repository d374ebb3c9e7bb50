//! Syntax to micro-steps: calls are inlined, control flow becomes edges, every access to a shared variable is a step.
//!
//! Each thread template is lowered on its own into a graph that grows forward from `at`, the node where the next step
//! begins. A shared variable is only read into a hidden temporary and only written by a step of its own, so no edge
//! made from an expression touches shared memory twice; read-modify-write operations that C makes atomic are the
//! exception, one edge each. Values handed around during lowering are therefore expressions over the thread's locals.
//! `atomic` then puts the open sections into the locations.

mod any_function;
mod any_memory;
mod any_pointer;
mod arguments;
mod aspect;
mod assembly;
mod automatic;
mod bits;
mod builtin;
mod bytes;
mod call;
mod condition;
mod conditional;
mod context;
mod conversion;
mod deadlock;
mod declaration;
mod escape;
mod expand;
mod expression;
mod failing;
mod final_memory;
mod float_conversions;
mod float_functions;
mod floating;
mod follow;
mod formats;
mod function_pointer;
mod graph;
mod handle_numbers;
mod hangs;
mod happens_before;
mod heap;
mod idle_marks;
mod initial;
mod inline;
mod joins;
mod known_call;
mod linkage;
mod lock_order;
mod lock_values;
mod memory;
mod memory_functions;
mod names;
mod notes;
mod opaque;
mod order;
mod points_to;
mod procedure;
mod quiet_call;
mod race;
mod refusals;
mod resolve;
mod scalars;
mod scope;
mod skipped;
mod spot;
mod statement;
mod step;
mod store;
mod switch;
mod sync;
mod template;
mod thread;
mod unknown;
mod unroll;
mod uses;
mod value;
mod variable_array;
mod variadic;

use super::Options;
use super::handles::Handles;
use super::ignored::WEAK;
use super::syntax::{Name, Source, Span};
use crate::error::{Code, Error};
use arguments::Arguments;
use context::Context;
use deadlock::Locks;
use declaration::Variables;
use escape::Addresses;
use graph::Graph;
use heap::Heap;
use memory::Memory;
use names::VariableNames;
use notes::Notes;
use procedure::Procedure;
use refusals::Refusals;
use scope::Calls;
use thread::Threads;
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::program::{Position, Program};

/// How many statements, expressions and calls may be inside each other.
const DEEPEST: usize = 4000;

/// The most locations that inlining may produce.
const MOST_LOCATIONS: usize = 1_000_000;

/// Makes a program; `text` is what the source was read from, and `handles` is what is done with handles, where they are numbers.
pub fn lower<'s>(
    source: &'s Source<'s>,
    text: &'s str,
    options: &'s Options,
    handles: Option<&'s Handles>,
) -> Result<Program, Error> {
    match lower_once(source, text, options, handles, true)? {
        Some(program) => Ok(program),
        None => match lower_once(source, text, options, handles, false)? {
            Some(program) => Ok(program),
            None => Err(Error::new(Code::Unsupported, "this program is not supported", 0..0)),
        },
    }
}

/// Makes a program; none if refusals that cannot be reached made it incomplete.
fn lower_once<'s>(
    source: &'s Source<'s>,
    text: &'s str,
    options: &'s Options,
    handles: Option<&'s Handles>,
    hasty: bool,
) -> Result<Option<Program>, Error> {
    let mut lowering = beginning(source, text, options)?;
    lowering.refusals.hasty = hasty;
    lowering.threads.numbers.handles = handles;
    lowering.source.survey = lowering.look_through(source);
    if handles.is_some() {
        lowering.threads.cancellation = lowering.look_for_cancellation(source);
    }
    lowering.assume("sequential consistency");
    lowering.assume("signed overflow wraps");
    if source.functions.iter().any(|function| function.attribute == Some(WEAK) && function.body.is_some()) {
        lowering.assume("no other file defines what is `weak` here");
    }
    lowering.declare_globals(source)?;
    lowering.note_external(source);
    lowering.first_template()?;
    let mut next = 0;
    while next < lowering.threads.roots.len() {
        if let Err(error) = lowering.lower_template(next as u32) {
            lowering.note_refusal(error);
            break;
        }
        next += 1;
    }
    if lowering.refusals.were_in_vain() {
        return Ok(None);
    }
    if let Some(error) = std::mem::take(&mut lowering.refusals).into_error() {
        return Err(error);
    }
    lowering.drop_unknown_joins();
    lowering.refuse_lost_joins()?;
    lowering.refuse_late_destructors()?;
    lowering.refuse_uninitialised()?;
    lowering.resolve_pointers()?;
    lowering.add_templates()?;
    lowering.refuse_any_number()?;
    lowering.refuse_overlaps()?;
    lowering.name_addresses();
    lowering.drop_unused();
    lowering.sort_assertions();
    lowering.note_origins();
    idle_marks::drop_idle_marks(&mut lowering.program);
    Ok(Some(lowering.program))
}

/// A lowering that has looked at the source, and done nothing yet.
fn beginning<'s>(source: &'s Source<'s>, text: &'s str, options: &'s Options) -> Result<Lowering<'s>, Error> {
    Ok(Lowering {
        source: Context::of(source, text, options)?,
        variables: Variables::default(),
        memory: Memory::default(),
        heap: Heap::default(),
        addresses: Addresses::default(),
        graph: Graph::default(),
        calls: Calls::default(),
        threads: Threads::default(),
        locks: Locks::default(),
        names: VariableNames::default(),
        notes: Notes::of(text),
        arguments: Arguments::default(),
        refusals: Refusals::default(),
        program: Program::default(),
    })
}

/// What lowering works on, in parts with one job each. A method belongs to a part if it needs nothing else, and to this if it
/// brings several together.
struct Lowering<'s> {
    source: Context<'s>,
    variables: Variables<'s>,
    memory: Memory<'s>,
    heap: Heap,
    addresses: Addresses,
    graph: Graph,
    calls: Calls<'s>,
    threads: Threads<'s>,
    locks: Locks,
    names: VariableNames,
    notes: Notes,
    /// What `main` is given.
    arguments: Arguments,
    /// What is refused.
    refusals: Refusals,
    program: Program,
}

impl<'s> Lowering<'s> {
    /// Lowers a template that has been asked for.
    fn lower_template(&mut self, number: u32) -> Result<(), Error> {
        self.threads.template = number;
        self.graph.nodes.clear();
        self.graph.entered.clear();
        self.calls.frames.clear();
        self.names.counts.clear();
        self.graph.at = self.graph.fresh();
        self.graph.entered[0] = true;
        self.names.taken = std::mem::take(&mut self.threads.roots[number as usize].names);
        self.names.taken.extend(self.names.shared.iter().cloned());
        self.declare_thread_locals()?;
        let lowered = self.lower_root(number);
        self.settle_refusals(lowered.is_ok());
        lowered?;
        let mut procedures: Vec<(Name, Procedure)> = self.calls.procedures.drain().collect();
        procedures.sort_by_key(|(_, procedure)| procedure.entry);
        let root = &mut self.threads.roots[number as usize];
        for (name, procedure) in procedures {
            root.procedures.push((name.to_string(), procedure.entry));
            root.results.extend(procedure.results);
        }
        self.threads.graphs.push(std::mem::take(&mut self.graph.nodes));
        Ok(())
    }

    /// Notes something that a verdict relies on.
    fn assume(&mut self, what: &str) {
        if !self.program.assumes.iter().any(|known| known == what) {
            self.program.assumes.push(what.to_string());
        }
    }

    /// Notes an assumption that a report tells beside the verdict.
    fn assume_named(&mut self, caveat: Caveat) {
        self.program.caveats.insert(caveat);
        self.assume(caveat.text());
    }

    /// The place of an offset, for people.
    fn position(&mut self, offset: usize) -> Position {
        let (file, line, column) = self.notes.map.position(offset);
        let known = self.notes.files.len() as u32;
        let number = *self.notes.files.entry(file).or_insert(known);
        if number == known {
            self.program.files.push(self.notes.map.files()[file as usize].clone());
        }
        Position { file: number, line, column }
    }

    /// Goes one level deeper; `ascend` goes back.
    fn descend(&mut self, span: Span) -> Result<(), Error> {
        if self.calls.depth >= DEEPEST {
            let message = "calls and expressions are nested too deeply";
            return Err(Error::new(Code::TooLarge, message, span.range()));
        }
        if self.program.locations.len() + self.graph.nodes.len() > MOST_LOCATIONS {
            let message = format!("inlining the calls gives more than {MOST_LOCATIONS} locations");
            return Err(Error::new(Code::TooLarge, message, span.range()));
        }
        self.calls.depth += 1;
        Ok(())
    }

    /// Numbers the assertions in the order of the source.
    fn sort_assertions(&mut self) {
        let mut order: Vec<(Position, u32)> =
            self.notes.assertion_numbers.iter().map(|((at, _), old)| (*at, *old)).collect();
        order.sort_unstable();
        let mut new_numbers = vec![0; order.len()];
        for (new, (_, old)) in order.iter().enumerate() {
            new_numbers[*old as usize] = new as u32;
        }
        let all = &self.program.assertions;
        self.program.assertions = order.iter().map(|(_, old)| all[*old as usize].clone()).collect();
        for location in &mut self.program.locations {
            location.fails = location.fails.map(|old| new_numbers[old as usize]);
        }
    }
}

impl<'s> Context<'s> {
    /// A function whose meaning an attribute may change is not called.
    fn refuse_attribute(&self, name: Name, span: Span) -> Result<(), Error> {
        match self.attributes.get(&name) {
            Some(attribute) => Err(span.unsupported(format!("the function `{name}` with the attribute `{attribute}`"))),
            None => Ok(()),
        }
    }
}

impl<'s> Calls<'s> {
    fn ascend(&mut self) {
        self.depth -= 1;
    }
}
