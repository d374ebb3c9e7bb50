//! A run of the model as a schedule for the compiled program: what the threads do that can be seen there, in order.

use std::fmt::Write;
use umpteen_model::c::expression::Place;
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Cell, Claim, Origin, Position, Program, Storage};

/// What the runtime is told; `schedule.h` says what it means.
pub struct Schedule {
    items: Vec<Item>,
    spawns: Vec<Spawn>,
    fills: Vec<Fill>,
    /// After how many items each thread has ended.
    ended: Vec<Option<usize>>,
}

struct Item {
    thread: u32,
    kind: &'static str,
    cell: Option<Cell>,
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
    variable: String,
    size: u32,
    value: u64,
}

impl Schedule {
    /// The schedule of a run that the interpreter has executed; `spawned` are the functions that `--spawn` named.
    pub fn new(program: &Program, run: &Run, states: &[State], assertion: u32, spawned: &[String]) -> Schedule {
        let mut schedule = Schedule { items: Vec::new(), spawns: Vec::new(), fills: Vec::new(), ended: Vec::new() };
        schedule.fill(program, 0, run.fresh.iter().map(|(local, value)| (Place::Local(*local), *value)));
        let failed = &program.assertions[assertion as usize];
        schedule.ended = vec![None; states.last().map_or(1, |state| state.threads.len())];
        for (at, step) in run.steps.iter().enumerate() {
            let (before, after) = (&states[at], &states[at + 1]);
            let location = before.threads[step.thread as usize].location;
            let edge = &program.locations[location as usize].edges[step.edge as usize];
            let item =
                |kind, cell, writes, value, position| Item { thread: step.thread, kind, cell, writes, value, position };
            if let Some(start) = &edge.start {
                let (number, name) = (before.threads.len() as u32, &program.templates[start.template as usize].name);
                let is_spawn = edge.statements.iter().any(|statement| statement.text == format!("start {name}"));
                if step.thread == 0 && is_spawn && spawned.contains(name) {
                    schedule.spawns.push(Spawn { thread: number, function: name.clone() });
                } else {
                    let position = edge.statements.last().map_or(Position::default(), |statement| statement.position);
                    schedule.items.push(item("START", None, false, number.into(), position));
                }
                schedule.fill(program, number, step.fresh.iter().map(|(local, value)| (Place::Local(*local), *value)));
            }
            for (number, origin) in edge.origins.iter().enumerate() {
                let is_last = at + 1 == run.steps.len() && number + 1 == edge.origins.len();
                let given = |input: u32| step.inputs.get(input as usize).copied().unwrap_or(0);
                let value = origin.inputs.first().map_or(0, |input| given(*input));
                let filled = origin.filled.iter().map(|(place, input)| (*place, given(*input)));
                let raced = || {
                    let named = program.globals.iter().position(|global| global.name == failed.text);
                    named.and_then(|number| program.cells[number])
                };
                let shown = match shown(program, origin) {
                    Shown::Watched(number, true) => Some(("ABOUT", raced(), after.globals[number] % 2 == 1)),
                    Shown::Watched(_, false) if is_last && failed.claim == Claim::NoRace => {
                        Some(("RACE", raced(), false))
                    }
                    Shown::Access(cell, writes) => Some(("ACCESS", Some(cell), writes)),
                    Shown::Existence(cell) => Some(("EXISTS", Some(cell), true)),
                    Shown::Join => Some(("JOIN", None, false)),
                    Shown::Input => Some(("INPUT", None, false)),
                    Shown::Result => Some(("RESULT", None, false)),
                    Shown::Fill => {
                        schedule.fill(program, step.thread, filled.clone());
                        None
                    }
                    Shown::Watched(..) | Shown::Nothing => None,
                };
                let is_allocation = matches!(shown, Some(("EXISTS", ..)));
                schedule
                    .items
                    .extend(shown.map(|(kind, cell, writes)| item(kind, cell, writes, value, origin.position)));
                for (place, value) in filled.filter(|_| is_allocation) {
                    if let Place::Global(number) = place
                        && let Some(cell) = program.cells[number as usize]
                    {
                        schedule.items.push(item("CONTENT", Some(cell), true, value, origin.position));
                    }
                }
            }
            for (thread, ended) in after.threads.iter().zip(&mut schedule.ended) {
                if program.locations[thread.location as usize].ends && ended.is_none() {
                    *ended = Some(schedule.items.len());
                }
            }
        }
        let thread = run.steps.last().map_or(0, |step| step.thread);
        let (cell, writes, value, position) = (None, false, 0, failed.position);
        schedule.items.push(Item { thread, kind: "FAIL", cell, writes, value, position });
        schedule
    }

    /// Gives variables of a thread the values that the run has for them.
    fn fill(&mut self, program: &Program, thread: u32, values: impl Iterator<Item = (Place, u64)>) {
        self.fills.extend(values.map(|(place, value)| {
            let variable = program.variable(place);
            let name = variable.name.rsplit('.').next().unwrap_or("").split('#').next().unwrap_or("").to_string();
            Fill { thread, variable: name, size: u32::from(variable.ty.width).div_ceil(8), value }
        }));
    }

    /// Whether some variables need to be given values.
    pub fn has_fills(&self) -> bool {
        !self.fills.is_empty()
    }

    /// The schedule as C; `names` are those of the threads.
    pub fn to_c(&self, program: &Program, names: &[String], claim: Claim) -> String {
        let mut out = "// What each thread does, in the order of the trace.\n#include \"schedule.h\"\n\n".to_string();
        out += "const struct umpteen_object umpteen_objects[] = {\n";
        for object in &program.objects {
            let storage = match object.storage {
                Storage::Static => "STATIC",
                Storage::Automatic => "AUTOMATIC",
                Storage::Heap => "HEAP",
            };
            let _ = writeln!(out, "    {{{}, {}, {storage}}},", quoted(&object.name), object.size);
        }
        out += "    {0}};\n\nconst struct umpteen_item umpteen_items[] = {\n";
        for item in &self.items {
            let Item { thread, kind, writes, value, position, .. } = item;
            let (object, offset, size) = match item.cell {
                Some(cell) => (i64::from(cell.object), cell.offset, cell.size),
                None => (-1, 0, 0),
            };
            let name = item.cell.map_or("", |cell| &program.objects[cell.object as usize].name);
            let file = quoted(program.files.get(position.file as usize).map_or("", String::as_str));
            let line = format!(
                "    {{{thread}, {kind}, {object}, {offset}, {size}, {}, {value}ull, {file}, {}}},",
                u8::from(*writes),
                position.line
            );
            let who = names.get(*thread as usize).map_or("", String::as_str);
            let _ = writeln!(out, "{line} // {}", comment(&format!("{who} {name}")));
        }
        out += "    {0}};\n\nconst struct umpteen_spawn umpteen_spawns[] = {\n";
        for Spawn { thread, function } in &self.spawns {
            let _ = writeln!(out, "    {{{thread}, {}}},", quoted(function));
        }
        out += "    {0}};\n\nconst struct umpteen_fill umpteen_fills[] = {\n";
        for Fill { thread, variable, size, value } in &self.fills {
            let _ = writeln!(out, "    {{{thread}, {}, {size}, {value}ull}},", quoted(variable));
        }
        out += "    {0}};\n\nconst char *const umpteen_thread_names[] = {\n";
        names.iter().for_each(|name| out += &format!("    {},\n", quoted(name)));
        out += "    0};\n\nconst int umpteen_ended[] = {";
        self.ended.iter().for_each(|ended| out += &format!("{}, ", ended.map_or(-1, |items| items as i64)));
        let _ = write!(
            out,
            "-1}};\n\nconst int umpteen_object_count = {}, umpteen_item_count = {}, umpteen_spawn_count = {},\n    \
             umpteen_thread_count = {}, umpteen_fill_count = {}, umpteen_invalid_access = {};\n",
            program.objects.len(),
            self.items.len(),
            self.spawns.len(),
            names.len(),
            self.fills.len(),
            u8::from(claim == Claim::Valid),
        );
        out
    }
}

/// What can be seen of a step before merging.
enum Shown {
    Access(Cell, bool),
    /// An object of the heap begins or ends.
    Existence(Cell),
    /// What a thread is about to do is noted, or looked at, for races.
    Watched(usize, bool),
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
    let cell = |number: u32| program.cells.get(number as usize).copied().flatten();
    let placed = || origin.accesses.iter().filter_map(|(number, writes)| Some((cell(*number)?, *writes)));
    if let Some((number, writes)) =
        origin.accesses.iter().find(|(number, _)| name(*number) == "watched" && cell(*number).is_none())
    {
        return Shown::Watched(*number as usize, *writes);
    }
    if let Some((cell, _)) = placed().find(|(cell, writes)| cell.size == 0 && *writes) {
        return Shown::Existence(cell);
    }
    // What the source does not write is no statement.
    if origin.position.line == 0 && !origin.filled.is_empty() {
        let is_result = |(place, _): &(Place, u32)| program.variable(*place).hidden;
        return if origin.filled.iter().all(is_result) { Shown::Result } else { Shown::Fill };
    }
    // What a thread returns is a variable of the model only.
    let is_real = |cell: &Cell| !program.objects[cell.object as usize].name.starts_with("result of ");
    let accesses = || placed().filter(|(cell, _)| cell.size > 0 && is_real(cell));
    if let Some((cell, writes)) = accesses().find(|(_, writes)| *writes).or(accesses().next()) {
        return Shown::Access(cell, writes);
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
