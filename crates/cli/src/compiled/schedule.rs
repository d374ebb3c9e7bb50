//! A run of the model as a schedule for the compiled program: what the threads do that can be seen there, in order.

use std::collections::BTreeSet;
use std::fmt::Write;
use umpteen_model::c::compiled::{Cell, Origin, Storage};
use umpteen_model::c::expression::Place;
use umpteen_model::c::machine::{Move, Run, State, Thread};
use umpteen_model::c::program::{Assertion, Claim, Position, Program};

/// The schedule that the runtime is given; `schedule.h` defines its meaning.
pub struct Schedule {
    items: Vec<Item>,
    spawns: Vec<Spawn>,
    fills: Vec<Fill>,
    /// The template of each thread.
    templates: Vec<u32>,
    /// After how many items each thread has ended.
    ended: Vec<Option<usize>>,
}

struct Item {
    thread: u32,
    kind: &'static str,
    cell: Option<Cell>,
    /// Where the value of the cell goes, if it is part of a structure that is passed to a function.
    to: Option<Cell>,
    writes: bool,
    value: u64,
    position: Position,
}

struct Spawn {
    thread: u32,
    function: String,
}

/// A variable of a function that the program does not give a value.
struct Fill {
    thread: u32,
    cell: Cell,
    value: u64,
}

impl Schedule {
    /// The schedule of a run that the interpreter has executed; `spawned` are the functions that `--spawn` named.
    pub fn new(program: &Program, run: &Run, states: &[State], assertion: u32, spawned: &[String]) -> Schedule {
        let threads = states.last().map_or(&[][..], |state| &state.threads);
        let template = |thread: &Thread| program.locations[thread.location as usize].template;
        let templates: Vec<u32> = threads.iter().map(template).collect();
        let ended = vec![None; templates.len().max(1)];
        let mut schedule = Schedule { items: Vec::new(), spawns: Vec::new(), fills: Vec::new(), templates, ended };
        schedule.fill(program, 0, run.fresh.iter().map(|(local, value)| (Place::Local(*local), *value)));
        let failed = &program.assertions[assertion as usize];
        for (at, step) in run.steps.iter().enumerate() {
            let (before, after) = (&states[at], &states[at + 1]);
            let location = before.threads[step.thread as usize].location;
            let edge = &program.locations[location as usize].edges[step.edge as usize];
            if let Some(start) = &edge.start {
                let (number, name) = (before.threads.len() as u32, &program.templates[start.template as usize].name);
                let is_spawn = edge.statements.iter().any(|statement| statement.text == format!("start {name}"));
                if step.thread == 0 && is_spawn && spawned.contains(name) {
                    schedule.spawns.push(Spawn { thread: number, function: name.clone() });
                } else {
                    let position = edge.statements.last().map_or(Position::default(), |statement| statement.position);
                    let started = Item::new(step.thread, "START", position);
                    schedule.items.push(Item { value: number.into(), ..started });
                }
                schedule.fill(program, number, step.fresh.iter().map(|(local, value)| (Place::Local(*local), *value)));
            }
            for (number, origin) in edge.origins.iter().enumerate() {
                let is_last = at + 1 == run.steps.len() && number + 1 == edge.origins.len();
                let races = is_last && failed.claim == Claim::NoRace;
                schedule.add(program, origin, step, after, failed, races);
            }
            for (thread, ended) in after.threads.iter().zip(&mut schedule.ended) {
                if program.locations[thread.location as usize].ends && ended.is_none() {
                    *ended = Some(schedule.items.len());
                }
            }
        }
        let thread = run.steps.last().map_or(0, |step| step.thread);
        schedule.items.push(Item::new(thread, "FAIL", failed.position));
        schedule
    }

    /// Adds what a step before merging shows; `races` if it is the second access of the race that the run ends with.
    fn add(&mut self, program: &Program, origin: &Origin, step: &Move, after: &State, failed: &Assertion, races: bool) {
        let given = |input: u32| step.inputs.get(input as usize).copied().unwrap_or(0);
        let value = origin.inputs.first().map_or(0, |input| given(*input));
        let item = |kind| Item { value, ..Item::new(step.thread, kind, origin.position) };
        let filled = origin.filled.iter().map(|(place, input)| (*place, given(*input)));
        let raced = || {
            let named = program.globals.iter().position(|global| global.name == failed.text);
            named.and_then(|number| program.cells[number])
        };
        match shown(program, origin) {
            Shown::Watched(number, true) => {
                let writes = after.globals[number] % 2 == 1;
                self.items.push(Item { cell: raced(), writes, ..item("ABOUT") });
            }
            Shown::Marked(cell, writes) => self.items.push(Item { cell: Some(cell), writes, ..item("FIRST") }),
            Shown::Watched(_, false) if races => self.items.push(Item { cell: raced(), ..item("RACE") }),
            Shown::Access(cell, writes) => self.items.push(Item { cell: Some(cell), writes, ..item("ACCESS") }),
            Shown::Passed(cell, to) => self.items.push(Item { cell, to: Some(to), ..item("PASS") }),
            Shown::Existence(cell) => {
                self.items.push(Item { cell: Some(cell), writes: true, ..item("EXISTS") });
                let contents = filled.filter_map(|(place, value)| Some((program.cell(place)?, value)));
                let contents = contents.map(|(cell, value)| (Some(cell), value));
                self.items.extend(contents.map(|(cell, value)| Item { cell, writes: true, value, ..item("CONTENT") }));
            }
            Shown::Join => self.items.push(item("JOIN")),
            Shown::Input => self.items.push(item("INPUT")),
            Shown::Result => self.items.push(item("RESULT")),
            Shown::Fill => self.fill(program, step.thread, filled),
            Shown::Watched(..) | Shown::Nothing => {}
        }
    }

    /// Gives variables of a thread the values that the run has for them.
    fn fill(&mut self, program: &Program, thread: u32, values: impl Iterator<Item = (Place, u64)>) {
        let placed = values.filter_map(|(place, value)| Some((program.cell(place)?, value)));
        self.fills.extend(placed.map(|(cell, value)| Fill { thread, cell, value }));
    }

    /// Whether some variables need to be given values.
    pub fn has_fills(&self) -> bool {
        !self.fills.is_empty()
    }

    /// Whether it matters where variables of functions are.
    pub fn needs_frames(&self, program: &Program) -> bool {
        let on_stack = |cell: Cell| program.objects[cell.object as usize].storage == Storage::Automatic;
        self.has_fills() || self.items.iter().any(|item| item.to.or(item.cell).is_some_and(on_stack))
    }

    /// The number of the only thread of a template; none if there are several.
    fn only_thread(&self, template: u32) -> Option<usize> {
        let mut threads = self.templates.iter().enumerate().filter(|(_, known)| **known == template);
        threads.next().map(|(number, _)| number).filter(|_| threads.next().is_none())
    }

    /// The schedule as C; `names` are those of the threads.
    pub fn to_c(&self, program: &Program, names: &[String], claim: Claim) -> String {
        let mut out = "// What each thread does, in the order of the trace.\n#include \"schedule.h\"\n\n".to_string();
        out += "const struct umpteen_object umpteen_objects[] = {\n";
        let scheduled: BTreeSet<u32> = self.items.iter().filter_map(|item| Some(item.cell?.object)).collect();
        for (number, object) in (0..).zip(&program.objects) {
            let storage = match object.storage {
                Storage::Static => "STATIC",
                Storage::Automatic => "AUTOMATIC",
                Storage::Heap => "HEAP",
                Storage::Code => "CODE",
            };
            let owner = object.template.and_then(|template| self.only_thread(template));
            let owner = owner.map_or(-1, |owner| owner as i64);
            let (name, address, size) = (quoted(&object.name), object.address, object.size);
            let scheduled = u8::from(scheduled.contains(&number));
            let _ = writeln!(out, "    {{{name}, {address}ull, {size}, {storage}, {owner}, {scheduled}}},");
        }
        out += "    {0}};\n\nconst struct umpteen_item umpteen_items[] = {\n";
        for item in &self.items {
            out += &item.to_c(program, names);
        }
        out += "    {0}};\n\nconst struct umpteen_spawn umpteen_spawns[] = {\n";
        for Spawn { thread, function } in &self.spawns {
            let _ = writeln!(out, "    {{{thread}, {}}},", quoted(function));
        }
        out += "    {0}};\n\nconst struct umpteen_fill umpteen_fills[] = {\n";
        for Fill { thread, cell, value } in &self.fills {
            let Cell { object, offset, size } = cell;
            let name = comment(&program.objects[*object as usize].name);
            let _ = writeln!(out, "    {{{thread}, {object}, {offset}, {size}, {value}ull}}, // {name}");
        }
        out += "    {0}};\n\nconst char *const umpteen_thread_names[] = {\n";
        names.iter().for_each(|name| out += &format!("    {},\n", quoted(name)));
        out += "    0};\n\nconst int umpteen_ended[] = {";
        self.ended.iter().for_each(|ended| out += &format!("{}, ", ended.map_or(-1, |items| items as i64)));
        let _ = write!(
            out,
            "-1}};\n\nconst int umpteen_object_count = {}, umpteen_item_count = {}, umpteen_spawn_count = {},\n    \
             umpteen_thread_count = {}, umpteen_fill_count = {}, umpteen_invalid_access = {}, umpteen_error_calls = {};\n",
            program.objects.len(),
            self.items.len(),
            self.spawns.len(),
            names.len(),
            self.fills.len(),
            u8::from(claim == Claim::Valid),
            u8::from(matches!(claim, Claim::Holds | Claim::NotCalled)),
        );
        out
    }
}

impl Item {
    fn new(thread: u32, kind: &'static str, position: Position) -> Item {
        Item { thread, kind, cell: None, to: None, writes: false, value: 0, position }
    }

    /// A line of the schedule.
    fn to_c(&self, program: &Program, names: &[String]) -> String {
        let Item { thread, kind, writes, value, position, .. } = self;
        let (object, offset, size) = match self.cell {
            Some(cell) => (i64::from(cell.object), cell.offset, cell.size),
            None => (-1, 0, 0),
        };
        let (to, to_offset) = self.to.map_or((-1, 0), |to| (i64::from(to.object), to.offset));
        let (name, who) = (
            self.cell.map_or("", |cell| &program.objects[cell.object as usize].name),
            names.get(*thread as usize).map_or("", String::as_str),
        );
        let file = quoted(program.files.get(position.file as usize).map_or("", String::as_str));
        let (writes, line, told) = (u8::from(*writes), position.line, comment(&format!("{who} {name}")));
        format!(
            "    {{{thread}, {kind}, {object}, {offset}, {size}, {writes}, {value}ull, {file}, {line}, {to}, {to_offset}}}, // {told}\n"
        )
    }
}

/// The observable part of an unmerged step.
enum Shown {
    Access(Cell, bool),
    /// A part of a structure is passed to a function: from where in shared memory, if it is there, and where to. gcc reports
    /// no access.
    Passed(Option<Cell>, Cell),
    /// An object of the heap begins or ends.
    Existence(Cell),
    /// The next access of a thread is recorded, or compared, for races.
    Watched(usize, bool),
    /// An access that a later one races with, since nothing orders them.
    Marked(Cell, bool),
    Join,
    /// A function returns any value.
    Input,
    /// A function ends without a value.
    Result,
    /// Variables begin with any values.
    Fill,
    Nothing,
}

fn shown(program: &Program, origin: &Origin) -> Shown {
    let name = |number: u32| program.globals[number as usize].name.as_str();
    let cell = |number: u32| program.cell(Place::Global(number));
    let placed = || origin.accesses.iter().filter_map(|(number, writes)| Some((cell(*number)?, *writes)));
    if let Some((number, writes)) =
        origin.accesses.iter().find(|(number, _)| name(*number) == "watched" && cell(*number).is_none())
    {
        return Shown::Watched(*number as usize, *writes);
    }
    let marks = |writes: bool| {
        let mut marks = origin.accesses.iter();
        marks.find(|(number, marks)| name(*number) == "marked" && cell(*number).is_none() && *marks == writes)
    };
    match (marks(true), marks(false)) {
        (Some(_), _) => {
            if let Some((cell, writes)) = placed().find(|(_, writes)| *writes).or(placed().next()) {
                return Shown::Marked(cell, writes);
            }
        }
        (None, Some((number, _))) => return Shown::Watched(*number as usize, false),
        (None, None) => {}
    }
    let of_thread = origin.existence.and_then(|local| program.cell(Place::Local(local)));
    if let Some(cell) = placed().find(|(cell, writes)| cell.size == 0 && *writes).map(|(cell, _)| cell).or(of_thread) {
        return Shown::Existence(cell);
    }
    // What the source does not write is no statement: variables get any values, or zeros before their first values.
    if origin.position.line == 0 && !origin.filled.is_empty() {
        let is_result = |(place, _): &(Place, u32)| program.variable(*place).hidden;
        return if origin.filled.iter().all(is_result) { Shown::Result } else { Shown::Fill };
    }
    // The result of a thread is a variable of the model only.
    let is_real = |cell: &Cell| !program.objects[cell.object as usize].name.starts_with("result of ");
    let is_written = origin.position.line > 0;
    let accesses = || placed().filter(|(cell, _)| is_written && cell.size > 0 && is_real(cell));
    let passed = origin.passed.and_then(|part| program.cell(Place::Local(part)));
    match (accesses().find(|(_, writes)| *writes).or(accesses().next()), passed) {
        (Some((from, false)), Some(to)) => return Shown::Passed(Some(from), to),
        (Some((cell, writes)), _) => return Shown::Access(cell, writes),
        (None, Some(to)) => return Shown::Passed(None, to),
        (None, None) => {}
    }
    let joins = origin.accesses.iter().any(|(number, writes)| !writes && name(*number).starts_with("done of "));
    match (origin.early || joins, !origin.inputs.is_empty()) {
        (true, _) => Shown::Join,
        (false, true) => Shown::Input,
        (false, false) => Shown::Nothing,
    }
}

/// A string of C.
pub fn quoted(text: &str) -> String {
    let mut out = "\"".to_string();
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => out += &format!("\\{}", byte as char),
            b' '..=b'~' => out.push(byte as char),
            _ => out += &format!("\\{byte:03o}"),
        }
    }
    out + "\""
}

/// A text that may stand in a comment of one line.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '\\' { ' ' } else { c }).collect()
}
