//! Random Boolean programs, as text, with every kind of statement.

use fastrand::Rng;

/// The text of a small random program.
pub fn program(random: &mut Rng) -> String {
    let mut writer = Writer { random, globals: Vec::new(), locals: Vec::new(), labels: 0, stacks: false };
    writer.program()
}

/// A small random program with two or three threads, in two versions: with `threads`, where calls are kept, and with a
/// function `main` that starts the threads, where they are inlined.
pub fn with_threads(random: &mut Rng) -> [String; 2] {
    let mut writer = Writer { random, globals: Vec::new(), locals: Vec::new(), labels: 0, stacks: true };
    writer.with_threads()
}

/// A small random program in which every thread runs `main`, in two versions: with recursion, and without.
pub fn with_recursion(random: &mut Rng) -> [String; 2] {
    let mut writer = Writer { random, globals: Vec::new(), locals: Vec::new(), labels: 0, stacks: true };
    writer.with_recursion()
}

struct Writer<'a> {
    random: &'a mut Rng,
    globals: Vec<String>,
    locals: Vec<String>,
    labels: u32,
    /// Only what threads with stacks can do, and more calls.
    stacks: bool,
}

impl Writer<'_> {
    fn shared(&mut self) -> String {
        let mut text = String::new();
        for number in 0..self.random.u32(1..=2) {
            let initial = ["", " := 0", " := 0", " := 1", " := *"][self.random.usize(..5)];
            text += &format!("decl g{number}{initial};\n");
            self.globals.push(format!("g{number}"));
        }
        text
    }

    /// Functions to be called; the words are where recursive calls may be.
    fn helpers(&mut self, [first, second]: [&str; 2]) -> String {
        let mut functions = "bool<1> negate(a) begin return !a; end\n".to_string();
        functions += "bool<2> swap(a, b) begin decl c; c := a; a := b; return a, c; end\n";
        let inner = self.expression(1);
        let set = format!("atomic {{ assume({inner} | *); g0 := p; }}");
        functions += &format!("void set(p) begin {first}{set} g0 := negate(g0); end\n");
        let get = "if g0 then return 1; fi; atomic { g0 := !g0; return g0; }";
        functions + &format!("bool<1> get() begin {second}{get} end\n")
    }

    fn with_recursion(&mut self) -> [String; 2] {
        let shared = self.shared();
        let calls = ["if * then set(!p); fi; ", "if * then g0 := get(); return !g0; fi; "];
        let both = self.random.u8(..3);
        let chosen = [0, 1].map(|number| if both == number { "" } else { calls[usize::from(number)] });
        let functions = self.helpers(chosen);
        self.locals = (0..self.random.u32(1..=2)).map(|number| format!("l{number}")).collect();
        let main = format!("void main() begin\n{}{}end\n", self.declarations(), self.body(2, 6));
        let text = format!("{shared}{functions}{main}");
        let flat = calls.iter().fold(text.clone(), |text, call| text.replace(call, ""));
        [text, flat]
    }

    fn with_threads(&mut self) -> [String; 2] {
        let shared = self.shared();
        let mut functions = self.helpers(["", ""]);
        if self.random.u8(..12) == 0 {
            // A thread that starts two others, from the same place; slow, since arguments make shared states.
            self.locals = vec!["l0".to_string()];
            functions += &format!("void h(l0) begin\n{}end\n", self.body(2, 4));
            functions += "void launch(a) begin start_thread h(a); end\n";
            let (first, second) = (self.expression(1), self.expression(1));
            let (declarations, body) = (self.declarations(), self.body(0, 2));
            functions += &format!("void f() begin\n{declarations}  launch({first});\n{body}  launch({second});\nend\n");
            let main = "void main() begin start_thread f(); end\n";
            return [format!("{shared}threads f;\n{functions}"), format!("{shared}{functions}{main}")];
        }
        for name in ["f", "g"] {
            self.locals = (0..self.random.u32(1..=2)).map(|number| format!("l{number}")).collect();
            functions += &format!("void {name}() begin\n{}{}end\n", self.declarations(), self.body(2, 6));
        }
        let main = "void main() begin start_thread f(); start_thread g(); end\n";
        [format!("{shared}threads f, g;\n{functions}"), format!("{shared}{functions}{main}")]
    }

    fn call(&mut self) -> String {
        match self.random.u8(..5) {
            0 => format!("{} := negate({})", self.variable(), self.expression(1)),
            1 => format!("set({})", self.expression(1)),
            2 => format!("{} := get()", self.variable()),
            3 => "get()".to_string(),
            _ => {
                let value = self.expression(1);
                format!("{}, {} := swap({value}, *)", self.globals[0], self.locals[0])
            }
        }
    }

    fn program(&mut self) -> String {
        let mut text = self.shared();
        let helper = "bool<1> negate(a) begin return !a; end\n";
        text += helper;
        self.locals = (0..self.random.u32(..=2)).map(|number| format!("l{number}")).collect();
        text += "void main() begin\n";
        text += &self.declarations();
        if self.random.bool() {
            text += "  start_thread worker(*);\n";
        }
        text += &self.body(4, 8);
        text += "end\n";
        self.locals = vec!["p".to_string()];
        text += "void worker(p) begin\n";
        text += &self.body(2, 5);
        text += "end\n";
        text
    }

    fn declarations(&mut self) -> String {
        let mut text = String::new();
        for local in self.locals.clone() {
            let initial = ["", " := 0", " := 0", " := 1"][self.random.usize(..4)];
            text += &format!("  decl {local}{initial};\n");
        }
        text
    }

    /// Labelled statements; every jump goes to one of their labels.
    fn body(&mut self, fewest: u32, most: u32) -> String {
        self.labels = self.random.u32(fewest..=most);
        (0..self.labels).map(|number| format!("  L{number}: {};\n", self.statement(0))).collect()
    }

    fn label(&mut self) -> String {
        format!("L{}", self.random.u32(..self.labels))
    }

    fn variable(&mut self) -> String {
        let all: Vec<String> = self.globals.iter().chain(&self.locals).cloned().collect();
        all[self.random.usize(..all.len())].clone()
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.random.u8(..if depth < 2 { 10 } else { 5 }) {
            0..=2 => self.variable(),
            3 => ["0", "1", "T", "F"][self.random.usize(..4)].to_string(),
            4 => "*".to_string(),
            5..=6 => format!("!{}", self.expression(depth + 1)),
            7 => format!("schoose[{}, {}]", self.expression(depth + 1), self.expression(depth + 1)),
            8 => format!("({} ? {} : 0)", self.expression(depth + 1), self.expression(depth + 1)),
            _ => {
                let operator = ["&", "|", "^", "=", "!=", "=>", "<=>"][self.random.usize(..7)];
                format!("({} {operator} {})", self.expression(depth + 1), self.expression(depth + 1))
            }
        }
    }

    fn condition(&mut self) -> &'static str {
        ["", " c"][self.random.usize(..2)]
    }

    fn statement(&mut self, depth: u32) -> String {
        let kind = self.random.u8(..40);
        if self.stacks && matches!(kind, 24..=28 | 30..=31 | 33..=39) {
            return self.call();
        }
        match kind {
            0..=1 => "skip".to_string(),
            2..=5 => format!("goto {}, {}", self.label(), self.label()),
            6..=9 => format!("assume({})", self.expression(0)),
            10..=13 => format!("assert({})", self.expression(0)),
            14..=19 => format!("{} := {}", self.variable(), self.expression(0)),
            20 => {
                let (first, second) = (self.globals[0].clone(), self.variable());
                if first == second {
                    return format!("{first} := * constrain {first} | '{first}");
                }
                format!("{first}, {second} := {second}, * constrain '{first} != '{second} | {first}")
            }
            21..=22 if depth == 0 => {
                let (yes, no) = (self.statement(1), self.statement(1));
                format!("if {} then {yes}; else {no}; fi", self.expression(0))
            }
            23 if depth == 0 => format!("while {} do {}; od", self.expression(1), self.statement(1)),
            24..=26 => format!("start_thread goto {}", self.label()),
            27..=28 => format!("start_thread worker({})", self.expression(1)),
            29 => "end_thread".to_string(),
            30 => "atomic_begin".to_string(),
            31 => "atomic_end".to_string(),
            32 if depth == 0 => {
                format!("atomic {{ {} := {}; assume({}); }}", self.variable(), self.expression(1), self.expression(1))
            }
            33..=34 => format!("wait{}", self.condition()),
            35 => format!("signal{}", self.condition()),
            36 => format!("broadcast{}", self.condition()),
            37 => format!("{} := negate({})", self.variable(), self.expression(1)),
            38 if !self.locals.is_empty() => {
                let local = self.locals[0].clone();
                format!(
                    "{local}$ := {}",
                    ["0", "1", &format!("!{local}$"), &self.globals[0].clone()][self.random.usize(..4)]
                )
            }
            39 if !self.locals.is_empty() => {
                let (local, global) = (self.locals[0].clone(), self.globals[0].clone());
                let constraint = [
                    format!("p.{local}' => {global}"),
                    format!("p.{local}' = (a.{local} | p.{local})"),
                    format!("{global}' != p.{local}'"),
                    format!("a.{local}' & (p.{local}' | !{global})"),
                ];
                let constraint = &constraint[self.random.usize(..4)];
                if self.random.u8(..3) > 0 {
                    return format!("havoc {{{global}, all({local})}} constrain forall p: {constraint}");
                }
                let pair = [format!("!(p.{local}' & q.{local}')"), format!("(p.{local}' = q.{local}) | {global}'")];
                let pair = &pair[self.random.usize(..2)];
                format!("havoc {{all({local})}} constrain forall p, q: {pair}")
            }
            _ => "skip".to_string(),
        }
    }
}
