//! Syntax to micro-steps: calls are inlined, control flow becomes edges, every access to a shared variable is a step.
//!
//! Each thread template is lowered on its own into a graph that grows forward from `at`, the node where the next step
//! begins. A shared variable is only read into a hidden temporary and only written by a step of its own, so no edge
//! made from an expression touches shared memory twice; read-modify-write operations that C makes atomic are the
//! exception, one edge each. Values handed around during lowering are therefore expressions over the thread's locals.
//! `atomic` then puts the open sections into the locations.

mod any_memory;
mod arguments;
mod assembly;
mod automatic;
mod bits;
mod builtin;
mod bytes;
mod call;
mod condition;
mod conditional;
mod conversion;
mod deadlock;
mod declaration;
mod escape;
mod expand;
mod expression;
mod final_memory;
mod float_conversions;
mod float_functions;
mod floating;
mod formats;
mod function_pointer;
mod handle_numbers;
mod hangs;
mod happens_before;
mod heap;
mod idle_marks;
mod initial;
mod inline;
mod joins;
mod linkage;
mod lock_order;
mod lock_values;
mod memory;
mod memory_functions;
mod opaque;
mod order;
mod points_to;
mod procedure;
mod race;
mod refusals;
mod resolve;
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
use super::atomic::Node;
use super::handles::Handles;
use super::ignored::WEAK;
use super::known::Names;
use super::layout::Layout;
use super::line_map::LineMap;
use super::resolve::Identifiers;
use super::syntax::{Declaration, Function, Name, Source, Span};
use crate::error::{Code, Error};
use arguments::Arguments;
use automatic::AutomaticFunctions;
use deadlock::Owner;
use handle_numbers::Numbers;
use heap::Site;
use joins::Joins;
use linkage::Functions;
use memory::{Region, Virtual};
use procedure::Procedure;
use refusals::Refusals;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Frame;
use std::rc::Rc;
use sync::cancel::Cancellation;
use sync::initialised::Initialised;
use sync::survey::Survey;
use template::{Done, Root};
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Expr, Place};
use umpteen_model::c::program::{Position, Program};
use uses::Uses;
use value::{Binding, Handle};

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
    lowering.numbers.handles = handles;
    lowering.survey = lowering.look_through(source);
    if handles.is_some() {
        lowering.cancellation = lowering.look_for_cancellation(source);
    }
    lowering.assume("sequential consistency");
    lowering.assume("signed overflow wraps");
    if source.functions.iter().any(|function| function.attribute == Some(WEAK) && function.body.is_some()) {
        lowering.assume("no other file defines what is `weak` here");
    }
    lowering.declare_globals(source)?;
    lowering.first_template()?;
    let mut next = 0;
    while next < lowering.roots.len() {
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
    let Functions { named, attributes } = linkage::link(source, &options.units)?;
    let layout = Layout { records: &source.records, model: options.data_model, library: source.library };
    let known = Names::of(source, layout);
    Ok(Lowering {
        text,
        options,
        map: LineMap::new(text),
        identifiers: &source.identifiers,
        joins: Joins::find(source, options, &known),
        survey: Survey::default(),
        pointed_functions: resolve::pointed_functions(source, &named),
        automatic: AutomaticFunctions::find(source, &named),
        functions: named,
        attributes,
        accessing: order::accessing(source, &known),
        recursive: procedure::recursive(source),
        order_is_noted: false,
        globals: FxHashMap::default(),
        statics: FxHashMap::default(),
        thread_locals: Vec::new(),
        done: FxHashMap::default(),
        numbers: Numbers::default(),
        cancellation: Cancellation::default(),
        layout,
        known,
        regions: Vec::new(),
        virtuals: Vec::new(),
        function_regions: FxHashMap::default(),
        text_regions: FxHashMap::default(),
        constants: FxHashSet::default(),
        fixed: FxHashSet::default(),
        numbers_at_file_scope: false,
        pointer_pairs: Vec::new(),
        known_uses: FxHashMap::default(),
        initialised: Initialised::default(),
        main_leaves: false,
        unknown_objects: None,
        arguments: Arguments::default(),
        refusals: Refusals::default(),
        sites: Vec::new(),
        uncleared: FxHashSet::default(),
        passed: Vec::new(),
        pointer_numbers: Vec::new(),
        one_location: Vec::new(),
        split_units: FxHashSet::default(),
        accessed: FxHashMap::default(),
        owners: Vec::new(),
        endings: Vec::new(),
        graphs: Vec::new(),
        program: Program::default(),
        files: FxHashMap::default(),
        assertion_numbers: FxHashMap::default(),
        roots: Vec::new(),
        root_numbers: FxHashMap::default(),
        names: FxHashSet::default(),
        shared_names: FxHashSet::default(),
        name_counts: FxHashMap::default(),
        template: 0,
        nodes: Vec::new(),
        entered: Vec::new(),
        at: 0,
        finish: 0,
        frames: Vec::new(),
        procedures: FxHashMap::default(),
        keeping: false,
        once_depth: 0,
        depth: 0,
        statement: Span::default(),
        statement_expressions: 0,
        accesses: 0,
        wrapping: false,
    })
}

struct Lowering<'s> {
    text: &'s str,
    options: &'s Options,
    map: LineMap,
    /// What the names denote.
    identifiers: &'s Identifiers<'s>,
    joins: Joins,
    survey: Survey<'s>,
    /// What each name of a function stands for.
    functions: FxHashMap<Name<'s>, &'s Function<'s>>,
    /// The functions that run without being called.
    automatic: AutomaticFunctions<'s>,
    /// What names of functions mean by themselves.
    known: Names<'s>,
    /// Attributes that may change what a function does, by its name.
    attributes: FxHashMap<Name<'s>, &'s str>,
    /// The functions that may access shared memory other than by their arguments.
    accessing: FxHashSet<Name<'s>>,
    /// The functions that call themselves, directly or through others.
    recursive: FxHashSet<Name<'s>>,
    /// Whether the order of operands has mattered.
    order_is_noted: bool,
    globals: FxHashMap<Name<'s>, Binding<'s>>,
    /// Static variables of functions, by the place of their declaration.
    statics: FxHashMap<usize, Binding<'s>>,
    /// Variables at file scope that each thread has for itself.
    thread_locals: Vec<&'s Declaration<'s>>,
    /// What tells that a thread has ended, by its handle.
    done: FxHashMap<Handle, Done>,
    /// The numbers of threads, where handles are numbers.
    numbers: Numbers<'s>,
    /// What is known about threads that are cancelled.
    cancellation: Cancellation,
    layout: Layout<'s, 's>,
    /// Everything that has an address, by address.
    regions: Vec<Region<'s>>,
    /// The accesses that pointers and indices lead to.
    virtuals: Vec<Virtual>,
    function_regions: FxHashMap<Name<'s>, u32>,
    /// Strings by their place in the text.
    text_regions: FxHashMap<usize, u32>,
    /// The parts of `const` variables, once they have their first values.
    constants: FxHashSet<Place>,
    /// Those of them that have a first value as long as the program runs.
    fixed: FxHashSet<Place>,
    /// Whether a first value makes a number of an address.
    numbers_at_file_scope: bool,
    /// Pairs of pointers that are asked to be equal.
    pointer_pairs: Vec<(Expr, Expr)>,
    /// The functions that pointers may point to.
    pointed_functions: Vec<&'s Function<'s>>,
    /// What functions do with names.
    known_uses: FxHashMap<Name<'s>, Rc<Uses<'s>>>,
    /// Which barriers, semaphores and spin locks are initialised.
    initialised: Initialised,
    /// Whether `main` may end while other threads go on.
    main_leaves: bool,
    /// The region of the objects that functions without a body return.
    unknown_objects: Option<u32>,
    /// What `main` is given.
    arguments: Arguments,
    /// What is refused.
    refusals: Refusals,
    /// The calls that allocate.
    sites: Vec<Site>,
    /// The objects of the heap that begin with any values.
    uncleared: FxHashSet<u32>,
    /// The addresses that are arguments of new threads, and where they are passed.
    passed: Vec<(Expr, Span)>,
    /// Addresses that the program uses as numbers.
    pointer_numbers: Vec<Expr>,
    /// Bit-fields of different units that are one memory location, each with the one before.
    one_location: Vec<(Place, Place)>,
    /// Units of bit-fields that are several memory locations.
    split_units: FxHashSet<Place>,
    /// The places where parts of unions and the like are accessed.
    accessed: FxHashMap<Place, Span>,
    /// The variables that tell which locks threads hold.
    owners: Vec<Owner>,
    /// Where the threads of templates are about to end, where it is asked about deadlocks.
    endings: Vec<(u32, u32)>,
    /// The steps of the templates that are done.
    graphs: Vec<Vec<Node>>,
    program: Program,
    /// From the line map's files to the program's.
    files: FxHashMap<u32, u32>,
    /// The number of each of the program's assertions by place and text.
    assertion_numbers: FxHashMap<(Position, String), u32>,
    /// What the templates run, by number.
    roots: Vec<Root<'s>>,
    root_numbers: FxHashMap<String, u32>,
    /// Names of shared variables.
    shared_names: FxHashSet<String>,
    /// Names of variables used in the current template and the shared ones.
    names: FxHashSet<String>,
    /// How often a name has been numbered.
    name_counts: FxHashMap<String, u32>,

    template: u32,
    nodes: Vec<Node>,
    /// Whether a node may be reached, by number.
    entered: Vec<bool>,
    /// Where the next step begins.
    at: u32,
    /// Where the thread goes to end.
    finish: u32,
    /// The functions being inlined, outermost first.
    frames: Vec<Frame<'s>>,
    /// The recursive functions that the template calls.
    procedures: FxHashMap<Name<'s>, Procedure<'s>>,
    /// Whether the body of such a function is being lowered.
    keeping: bool,
    /// How many functions of `pthread_once` are being inlined.
    once_depth: u32,
    depth: usize,
    /// The innermost statement that is not part of an expression.
    statement: Span,
    /// How many statement expressions are open.
    statement_expressions: usize,
    /// Steps so far that touch shared variables.
    accesses: usize,
    /// Whether the steps made now are inside the section of a whole statement.
    wrapping: bool,
}

impl<'s> Lowering<'s> {
    /// Lowers a template that has been asked for.
    fn lower_template(&mut self, number: u32) -> Result<(), Error> {
        self.template = number;
        self.nodes.clear();
        self.entered.clear();
        self.frames.clear();
        self.name_counts.clear();
        self.at = self.fresh();
        self.entered[0] = true;
        self.names = std::mem::take(&mut self.roots[number as usize].names);
        self.names.extend(self.shared_names.iter().cloned());
        self.declare_thread_locals()?;
        let lowered = self.lower_root(number);
        self.settle_refusals(lowered.is_ok());
        lowered?;
        let mut procedures: Vec<(Name, Procedure)> = self.procedures.drain().collect();
        procedures.sort_by_key(|(_, procedure)| procedure.entry);
        let root = &mut self.roots[number as usize];
        for (name, procedure) in procedures {
            root.procedures.push((name.to_string(), procedure.entry));
            root.results.extend(procedure.results);
        }
        self.graphs.push(std::mem::take(&mut self.nodes));
        Ok(())
    }

    /// A function whose meaning an attribute may change is not called.
    fn refuse_attribute(&self, name: Name, span: Span) -> Result<(), Error> {
        match self.attributes.get(&name) {
            Some(attribute) => Err(span.unsupported(format!("the function `{name}` with the attribute `{attribute}`"))),
            None => Ok(()),
        }
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
        let (file, line, column) = self.map.position(offset);
        let known = self.files.len() as u32;
        let number = *self.files.entry(file).or_insert(known);
        if number == known {
            self.program.files.push(self.map.files()[file as usize].clone());
        }
        Position { file: number, line, column }
    }

    /// Goes one level deeper; `ascend` goes back.
    fn descend(&mut self, span: Span) -> Result<(), Error> {
        if self.depth >= DEEPEST {
            let message = "calls and expressions are nested too deeply";
            return Err(Error::new(Code::TooLarge, message, span.range()));
        }
        if self.program.locations.len() + self.nodes.len() > MOST_LOCATIONS {
            let message = format!("inlining the calls gives more than {MOST_LOCATIONS} locations");
            return Err(Error::new(Code::TooLarge, message, span.range()));
        }
        self.depth += 1;
        Ok(())
    }

    fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Numbers the assertions in the order of the source.
    fn sort_assertions(&mut self) {
        let mut order: Vec<(Position, u32)> = self.assertion_numbers.iter().map(|((at, _), old)| (*at, *old)).collect();
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
