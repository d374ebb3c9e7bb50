//! A run of the model as a schedule for the compiled program: what the threads do that can be seen there, in order.

use std::fmt::Write;
use umpteen_model::c::machine::{Run, State};
use umpteen_model::c::program::{Cell, Claim, Origin, Position, Program, Storage};

/// What the runtime is told; `runtime.h` says what it means.
pub struct Schedule {
    items: Vec<Item>,
    spawns: Vec<Spawn>,
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
    arguments: Vec<u64>,
}

impl Schedule {
    /// The schedule of a run that the interpreter has executed; `spawned` are the functions that `--spawn` named.
    pub fn new(program: &Program, run: &Run, states: &[State], assertion: u32, spawned: &[String]) -> Schedule {
        let mut schedule = Schedule { items: Vec::new(), spawns: Vec::new(), ended: Vec::new() };
        let failed = &program.assertions[assertion as usize];
        schedule.ended = vec![None; states.last().map_or(1, |state| state.threads.len())];
        for (at, step) in run.steps.iter().enumerate() {
            let (before, after) = (&states[at], &states[at + 1]);
            let location = before.threads[step.thread as usize].location;
            let edge = &program.locations[location as usize].edges[step.edge as usize];
            let item = |kind, cell, writes, value, position| Item { thread: step.thread, kind, cell, writes, value, position };
            if let Some(start) = &edge.start {
                let (number, name) = (before.threads.len() as u32, &program.templates[start.template as usize].name);
                let is_spawn = edge.statements.iter().any(|statement| statement.text == format!("start {name}"));
                if step.thread == 0 && is_spawn && spawned.contains(name) {
                    let arguments = step.fresh.iter().map(|(_, value)| *value).collect();
                    schedule.spawns.push(Spawn { thread: number, function: name.clone(), arguments });
                } else {
                    let position = edge.statements.last().map_or(Position::default(), |statement| statement.position);
                    schedule.items.push(item("START", None, false, number.into(), position));
                }
            }
            for (number, origin) in edge.origins.iter().enumerate() {
                let is_last = at + 1 == run.steps.len() && number + 1 == edge.origins.len();
                let input = origin.inputs.first().and_then(|input| step.inputs.get(*input as usize));
                let value = input.copied().unwrap_or(0);
                let raced = || {
                    let named = program.globals.iter().position(|global| global.name == failed.text);
                    named.and_then(|number| program.cells[number])
                };
                let shown = match shown(program, origin) {
                    Shown::Watched(number, true) => Some(("ABOUT", raced(), after.globals[number] % 2 == 1)),
                    Shown::Watched(_, false) if is_last && failed.claim == Claim::NoRace => Some(("RACE", raced(), false)),
                    Shown::Access(cell, writes) => Some(("ACCESS", Some(cell), writes)),
                    Shown::Existence(cell) => Some(("EXISTS", Some(cell), true)),
                    Shown::Join => Some(("JOIN", None, false)),
                    Shown::Input => Some(("INPUT", None, false)),
                    Shown::Watched(..) | Shown::Nothing => None,
                };
                schedule.items.extend(shown.map(|(kind, cell, writes)| item(kind, cell, writes, value, origin.position)));
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

    /// The schedule as C; `names` are those of the threads.
    pub fn to_c(&self, program: &Program, names: &[String], claim: Claim) -> String {
        let mut out = "// What each thread does, in the order of the trace.\n#include \"runtime.h\"\n\n".to_string();
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
        for Spawn { thread, function, arguments } in &self.spawns {
            let values: Vec<String> = arguments.iter().take(6).map(|value| format!("{value}ull")).collect();
            let values = if values.is_empty() { "0".to_string() } else { values.join(", ") };
            let _ = writeln!(out, "    {{{thread}, {}, {{{values}}}}},", quoted(function));
        }
        out += "    {0}};\n\nconst char *const umpteen_thread_names[] = {\n";
        names.iter().for_each(|name| out += &format!("    {},\n", quoted(name)));
        out += "    0};\n\nconst int umpteen_ended[] = {";
        self.ended.iter().for_each(|ended| out += &format!("{}, ", ended.map_or(-1, |items| items as i64)));
        let _ = write!(
            out,
            "-1}};\n\nconst int umpteen_object_count = {}, umpteen_item_count = {}, umpteen_spawn_count = {},\n    \
             umpteen_thread_count = {}, umpteen_invalid_access = {};\n",
            program.objects.len(),
            self.items.len(),
            self.spawns.len(),
            names.len(),
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
    Input,
    Nothing,
}

fn shown(program: &Program, origin: &Origin) -> Shown {
    let name = |number: u32| program.globals[number as usize].name.as_str();
    let cell = |number: u32| program.cells.get(number as usize).copied().flatten();
    let placed = || origin.accesses.iter().filter_map(|(number, writes)| Some((cell(*number)?, *writes)));
    if let Some((number, writes)) = origin.accesses.iter().find(|(number, _)| name(*number) == "watched" && cell(*number).is_none())
    {
        return Shown::Watched(*number as usize, *writes);
    }
    if let Some((cell, _)) = placed().find(|(cell, writes)| cell.size == 0 && *writes) {
        return Shown::Existence(cell);
    }
    let accesses = || placed().filter(|(cell, _)| cell.size > 0);
    if let Some((cell, writes)) = accesses().find(|(_, writes)| *writes).or(accesses().next()) {
        return Shown::Access(cell, writes);
    }
    let joins = origin.accesses.iter().any(|(number, writes)| !writes && name(*number).starts_with("done of "));
    match (origin.early || joins, origin.returned) {
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
