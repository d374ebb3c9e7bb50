//! Sequential C against gcc: what a random program computes when it is compiled must be what exploration computes.
//!
//! One thread and no choice, so that everything is about expressions, conversions, bit-fields, structures, arrays, pointers and
//! initialisers. Nothing in the programs is undefined but overflow, which wraps on both sides: indices and shifts are masked,
//! divisors are small and positive, and an expression has no effects but on a variable that nothing else in it uses.

use fastrand::Rng;
use std::fmt;
use std::path::Path;
use std::process::Command;
use umpteen_cegar::explore::{Bounds, finals};
use umpteen_engines::budget::Budget;
use umpteen_frontends::c::{Options, read, resolved};

/// The declarations before `main`.
const DECLARATIONS: &str = "\
int printf(const char *, ...);
enum mood { SAD = -3, GLAD, PROUD = 5 };
struct inner { short s; unsigned char c; };
struct outer {
  int a; unsigned b : 3; int c : 5; unsigned : 0; _Bool d : 1, e : 1; long : 0; unsigned long f : 35, h : 32; long : 0;
  struct inner in[2]; long g; char text[4];
};
union one { int i; int j; };
int twice(signed char x, unsigned y) { if (x < 0) return y - x; x += y; return x * 2; }
unsigned short narrow(long x) { return x; }
struct inner swapped(struct inner in) { struct inner out = { 0 }; out.s = in.c; out.c = in.s; return out; }
int *later(int *p, int by) { p += by; return p; }
";

/// Variables with a sign, a width or a way to be reached of their own; `V` is `g` for shared ones and `l` for local ones.
const SCALARS: [&str; 10] = [
    "signed char Vc",
    "unsigned char Vb",
    "short Vs",
    "unsigned short Vt",
    "int Vi",
    "unsigned Vu",
    "long Vl",
    "unsigned long Vm",
    "_Bool Vz",
    "enum mood Ve",
];

/// Members of structures.
const MEMBERS: [&str; 11] = ["a", "b", "c", "d", "e", "f", "h", "in[0].s", "in[1].c", "g", "text[2]"];

/// How many results a program has.
const RESULTS: usize = 12;

/// Statistics of the cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct SequentialTally {
    /// All programs.
    pub cases: u64,
}

impl fmt::Display for SequentialTally {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{} sequential programs, as gcc has them", self.cases)
    }
}

struct Writer<'r> {
    random: &'r mut Rng,
    text: String,
    indent: usize,
}

/// A random program that prints its results.
pub fn program(random: &mut Rng) -> String {
    let mut writer = Writer { random, text: DECLARATIONS.to_string(), indent: 0 };
    writer.main();
    writer.text
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text += &format!("{}{line}\n", "  ".repeat(self.indent));
    }

    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.usize(..all.len())]
    }

    fn number(&mut self) -> String {
        let numbers = ["0", "1", "2", "-1", "3u", "7L", "127", "128", "-129", "255u", "32768", "65535", "0x7fffffff"];
        let wide = ["0x80000000", "4294967295", "-2147483647L", "5000000000", "'a'", "'\\377'", "010", "PROUD", "SAD"];
        let sizes = ["sizeof(int)", "sizeof(short)", "sizeof(struct outer)", "1ul", "'\\x7f'", "~0u"];
        let all = [&numbers[..], &wide, &sizes].concat();
        self.pick(&all).to_string()
    }

    /// The values of a structure's members.
    fn initialiser(&mut self) -> String {
        let (a, b, c) = (self.number(), self.number(), self.number());
        let forms = [
            format!("{{ {a}, {b}, {c} }}"),
            format!("{{ .c = {c}, .in = {{ [1] = {{ {a}, {b} }} }}, .text = \"ab\" }}"),
            format!("{{ .g = {a}, .b = {b}, {c}, 1 }}"),
            format!("{{ 1, {b}, {c}, 0, 1, {a}, 9, {{ {{ 1, 2 }}, 3, 4 }}, .text = {{ \"xyz\" }} }}"),
            format!("{{ .in = {{ {{ 5, 6 }}, {{ 7, 8 }} }}, .in = {{ {{ .c = {a} }} }}, .d = {b} }}"),
        ];
        forms[self.random.usize(..forms.len())].clone()
    }

    fn main(&mut self) {
        for (owner, storage) in [("g", ""), ("l", "")] {
            if owner == "l" {
                self.line("int main(void)\n{");
                self.indent = 1;
            }
            for scalar in SCALARS {
                let number = self.number();
                self.line(&format!("{storage}{} = {number};", scalar.replace('V', owner)));
            }
            let initial = self.initialiser();
            self.line(&format!("struct outer {owner}o = {initial};"));
            self.line(&format!("int {owner}a[4] = {{ 3, [2] = 5, -7 }};"));
            self.line(&format!("short {owner}w[2][3] = {{ 1, 2, 3, {{ 4, 5 }} }};"));
            self.line(&format!("union one {owner}v = {{ 6 }};"));
        }
        self.line("int i = 0, n = 0, *p = ga + 1, *q = &la[2]; struct outer *r = &go;");
        for _ in 0..self.random.usize(2..9) {
            self.statement(2);
        }
        for _ in 0..RESULTS {
            let value = self.expression(3);
            self.line(&format!("printf(\"%lld\\n\", result = {value});"));
        }
        for (owner, member) in ["go", "lo"].iter().flat_map(|owner| MEMBERS.map(|member| (owner, member))) {
            self.line(&format!("printf(\"%lld\\n\", result = {owner}.{member});"));
        }
        for scalar in SCALARS {
            let name = scalar.split_whitespace().last().unwrap_or_default();
            for owner in ["g", "l"] {
                self.line(&format!("printf(\"%lld\\n\", result = {});", name.replace('V', owner)));
            }
        }
        self.line("printf(\"%lld\\n\", result = n);");
        self.text += "}\n";
        // Each result is seen in a variable of its own.
        let mut count = 0;
        while let Some(at) = self.text.find("result = ") {
            self.text.replace_range(at..at + "result = ".len(), &format!("r{count} = "));
            count += 1;
        }
        let names: Vec<String> = (0..count).map(|number| format!("r{number}")).collect();
        self.text = format!("long long {};\n{}", names.join(", "), self.text);
    }

    /// Something that can be assigned to; pointers lead to `ga` and `la`.
    fn place(&mut self, depth: u32) -> String {
        let owner = self.pick(&["g", "l"]);
        let index = |writer: &mut Self| format!("({}) & ", writer.expression(depth.saturating_sub(1)));
        match self.random.u8(..16) {
            0..=6 => {
                let scalar = self.pick(&SCALARS);
                scalar.split_whitespace().last().unwrap_or_default().replace('V', owner)
            }
            7..=9 => format!("{owner}o.{}", self.pick(&MEMBERS)),
            10 => format!("r->{}", self.pick(&MEMBERS)),
            11 => format!("{owner}a[{}3]", index(self)),
            12 => format!("{owner}w[{}1][{}1]", index(self), index(self)),
            13 => self.pick(&["*p", "p[1]", "*q", "q[-1]", "*(p + 1)", "*&q[0]"]).to_string(),
            14 => format!("p[{}1]", index(self)),
            _ => format!("{owner}v.i"),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.random.u8(..4) == 0 { self.number() } else { self.place(0) };
        }
        let (mut one, mut two) = (String::new(), String::new());
        if self.random.u8(..20) > 2 {
            (one, two) = (self.expression(depth - 1), self.expression(depth - 1));
        }
        if one.is_empty() {
            return self.place(depth);
        }
        match self.random.u8(..24) {
            0..=6 => format!("({one} {} {two})", self.pick(&["+", "-", "*", "&", "|", "^"])),
            7..=9 => format!("({one} {} {two})", self.pick(&["<", "<=", ">", ">=", "==", "!="])),
            10 => format!("({one} {} {two})", self.pick(&["&&", "||"])),
            11 => format!("({one} << ({two} & 7))"),
            12 => format!("({one} >> ({two} & 7))"),
            13 => format!("({one} / (({two} & 15) + 1))"),
            14 => format!("({one} % (({two} & 15) + 1))"),
            15 => format!("{}({one})", self.pick(&["-", "~", "!", "+"])),
            16 => {
                let ty = self.pick(&[
                    "signed char",
                    "unsigned char",
                    "short",
                    "unsigned",
                    "long",
                    "_Bool",
                    "unsigned short",
                ]);
                format!("({ty})({one})")
            }
            17 => {
                let no = self.expression(depth - 1);
                format!("({one} ? {two} : {no})")
            }
            18 => format!("({one} ?: {two})"),
            19 => format!("(n++, {one})"),
            20 => format!("twice({one}, {two})"),
            21 => format!("narrow({one})"),
            22 => self
                .pick(&["(p - ga)", "(&la[3] - q)", "swapped(go.in[0]).s", "*later(q, -1)", "(p == &ga[1])"])
                .to_string(),
            _ => format!("({{ short k = {one}; k + {two}; }})"),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (place, value) = (self.place(1), self.expression(2));
        match self.random.u8(..16) {
            0..=4 => self.line(&format!("{place} = {value};")),
            5..=7 => {
                let operator = self.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                self.line(&format!("{place} {operator} {value};"));
            }
            8 => {
                let step = self.pick(&["++", "--"]);
                self.line(&format!("({place}){step};"));
            }
            9 => {
                // The value of an assignment, and of a step before or after it.
                let scalar = self.pick(&["go.b", "lo.c", "gc", "lb", "gz", "lo.f", "go.h", "lt"]);
                let form = self.pick(&["(X += 3) - 9", "++X - 9 < 0", "X-- - 9", "(X = 200) > 100", "-(X ^= 5)"]);
                self.line(&format!("gl = {};", form.replace('X', scalar)));
            }
            10 => {
                let copy = self.pick(&[
                    "lo = go;",
                    "go.in[1] = lo.in[0];",
                    "lo.in[0] = swapped(lo.in[1]);",
                    "r = &lo;",
                    "*r = lo;",
                ]);
                self.line(copy);
            }
            11 => {
                let moves =
                    self.pick(&["p = ga + (gi & 1);", "q = la + (lu & 1) + 1;", "p = &ga[gb & 1];", "q = &la[3] - 1;"]);
                self.line(moves);
            }
            12 | 13 if depth > 0 => {
                self.line(&format!("if ({value}) {{"));
                self.block(depth);
                self.line("} else {");
                self.block(depth);
                self.line("}");
            }
            14 if depth > 0 => {
                self.line(&format!("switch (({value}) & 3) {{ case 0:"));
                self.block(depth);
                let ends = self.pick(&["break;", ";"]);
                self.line(ends);
                self.line("case 2: gi++; default:");
                self.block(depth);
                self.line("}");
            }
            _ if depth == 2 => {
                self.line("for (i = 0; i < 3; i++) {");
                self.line("char again[3] = \"a\"; again[i] += i; ls += again[2];");
                self.block(depth);
                self.line("}");
            }
            _ => self.line(&format!("{place} = {value};")),
        }
    }

    fn block(&mut self, depth: u32) {
        self.indent += 1;
        (0..self.random.usize(1..3)).for_each(|_| self.statement(depth - 1));
        self.indent -= 1;
    }
}

/// Compares what exploration computes, and what the program does that is printed as resolved, with what the compiled program
/// prints.
pub fn compare(text: &str, folder: &Path) -> Result<(), String> {
    let printed = compiled(text, folder)?;
    let again = resolved(text, &Options::default()).map_err(|error| format!("not printed: {}", error.message))?;
    if compiled(&again, folder).map_err(|error| format!("as resolved: {error}"))? != printed {
        return Err("the program that `show --as resolved` prints computes something else".to_string());
    }
    let program = read(text, &Options::default()).map_err(|error| format!("refused: {}", error.message))?;
    let bounds = Bounds { threads: 1, states: 100_000 };
    let computed = finals(&program, bounds, &Budget::unlimited());
    if computed.fails || !computed.complete || computed.values.len() != 1 {
        let ends = computed.values.len();
        return Err(format!("it fails: {}, ends in {ends} ways, all seen: {}", computed.fails, computed.complete));
    }
    let values = computed.values.first().expect("there is one");
    for (number, expected) in printed.iter().enumerate() {
        let name = format!("r{number}");
        let at = program.globals.iter().position(|global| global.name == name).ok_or("a result is missing")?;
        let found = program.globals[at].ty.number(values[at]);
        if found != *expected {
            return Err(format!("{name} is {found}, but {expected} when it is compiled"));
        }
    }
    Ok(())
}

/// The results that the compiled program prints.
fn compiled(text: &str, folder: &Path) -> Result<Vec<i128>, String> {
    let (source, binary) = (folder.join("sequential.c"), folder.join("sequential"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-w", "-fwrapv", "-o"]).arg(&binary).arg(&source);
    let output = gcc.output().map_err(|error| format!("gcc: {error}"))?;
    if !output.status.success() {
        return Err(format!("gcc: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let output = Command::new(&binary).output().map_err(|error| error.to_string())?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Result<Vec<i128>, _> = lines.lines().map(str::parse).collect();
    match numbers {
        Ok(numbers) if output.status.code().is_some() => Ok(numbers),
        _ => Err(format!("the compiled program ends with {}", output.status)),
    }
}
