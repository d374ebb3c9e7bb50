//! Statements about data: structures, arrays, pointers, the heap, bit-fields, and variables of other storage.

use super::Writer;
use super::kinds::Kind;

/// The objects that the pointer may lead to, with their plain names; their numbers count from one.
const TARGETS: [(&str, &str); 5] =
    [("x0", "x0"), ("x1", "x1"), ("at.b", "at_b"), ("cells[0]", "cells_0"), ("cells[1]", "cells_1")];

impl Writer<'_> {
    /// A variable of a kind that is assigned like any other; none if the kind has none here.
    pub fn kind_variable(&mut self, kind: Kind) -> Option<String> {
        Some(match kind {
            Kind::Struct => {
                let name = format!("{}.{}", self.pick(&["q", "r"]), self.pick(&["a", "in.b", "in.c"]));
                self.twin(&name, &name.replace('.', "_"))
            }
            Kind::Array => {
                let (i, j) = (self.random.u8(..2), self.random.u8(..2));
                match self.random.bool() {
                    true => self.twin(&format!("v[{i}]"), &format!("v{i}")),
                    false => self.twin(&format!("w[{i}][{j}]"), &format!("w{i}{j}")),
                }
            }
            Kind::Pointer => self.target().1,
            Kind::Enum => "light".to_string(),
            Kind::StaticLocal if self.function != "main" => self.twin("c", &format!("c_{}", self.function)),
            Kind::ThreadLocal => "own".to_string(),
            Kind::LentLocal if self.function == "main" => "x".to_string(),
            _ => return None,
        })
    }

    /// A value of a kind; none if the kind has none here.
    pub fn kind_value(&mut self, kind: Kind) -> Option<String> {
        Some(match kind {
            Kind::Array if self.random.bool() => {
                let (i, j) = (self.index(), self.local());
                match self.random.bool() {
                    true => self.twin(&format!("v[{i}]"), &format!("get_v({i})")),
                    false => self.twin(&format!("w[{j} & 1][{i} & 1]"), &format!("get_w({j} & 1, {i} & 1)")),
                }
            }
            Kind::Pointer if self.random.bool() => {
                let pointer = self.pick(&["*p", "**pp"]);
                self.twin(pointer, "get_p(p)")
            }
            Kind::LentLocal if self.function != "main" => self.twin("*lent", "get_x()"),
            Kind::Heap => self.twin("h->a", "get_a(h)"),
            // The unit that bit-fields share is called by the first of them.
            Kind::BitField => match self.random.u8(..3) {
                0 => self.twin("bits.a", "(int)(bits_a & 1)"),
                1 => self.twin("bits.b", "(int)(bits_a >> 1 & 3)"),
                _ => self.twin("bits.c", "(((int)(bits_a >> 3 & 3) ^ 2) - 2)"),
            },
            Kind::Enum if self.random.bool() => {
                let (rich, plain) = [("RED", "0"), ("GREEN", "2"), ("BLUE", "3")][self.random.usize(..3)];
                self.twin(&format!("(light == {rich})"), &format!("(light == {plain})"))
            }
            Kind::IntegerArgument if self.function != "main" => {
                self.twin("(unsigned char)(unsigned long)argument", "argument")
            }
            Kind::StructArgument if self.function != "main" => {
                self.twin("((struct given *)argument)->a", "get_given(argument)")
            }
            Kind::Struct if self.random.u8(..4) == 0 => {
                let field = self.pick(&["a", "in.b"]);
                let base = self.pick(&["q", "r"]);
                self.twin(&format!("(&{base})->{field}"), &format!("{base}_{}", field.replace('.', "_")))
            }
            Kind::Atomic => "a".to_string(),
            Kind::Sync => "y".to_string(),
            Kind::Inside => "inside".to_string(),
            Kind::Ticket => self.pick(&["next", "serving"]).to_string(),
            _ => return self.kind_variable(kind),
        })
    }

    /// A statement about data of a kind.
    pub fn data_statement(&mut self, kind: Kind) -> String {
        let value = format!("({}) & 3", self.expression(1));
        let local = self.local();
        match kind {
            Kind::Struct => self.struct_statement(&value),
            Kind::Array => {
                let (i, j) = (self.index(), self.local());
                match self.random.bool() {
                    true => self.line(&format!("v[{i}] = {value};"), &format!("put_v({i}, {value});")),
                    false => self.line(
                        &format!("w[{j} & 1][{i} & 1] = {value};"),
                        &format!("put_w({j} & 1, {i} & 1, {value});"),
                    ),
                }
            }
            Kind::Pointer => self.pointer_statement(&value),
            Kind::LentLocal => match self.function {
                "main" => self.line(&format!("x = {value};"), &format!("x = {value};")),
                _ => self.line(&format!("*lent = {value};"), &format!("put_x({value});")),
            },
            Kind::PointerParameter => {
                let places = ["s", "l0", "l1"];
                let place = self.pick(&places);
                let other = self.pick(&places);
                match self.random.bool() {
                    true => self.line(
                        &format!("bump(&{place}, {value});"),
                        &format!("{{ unsigned char by = {value}; {place} = ({place} + by) & 3; }}"),
                    ),
                    false => self.line(
                        &format!("swap(&{place}, &{other});"),
                        &format!("{{ unsigned char t = {place}; {place} = {other}; {other} = t; }}"),
                    ),
                }
            }
            Kind::Heap => self.heap_statement(&value),
            Kind::BitField => match self.random.u8(..3) {
                0 => self.line(
                    &format!("bits.a = {value};"),
                    &format!("{{ unsigned t = {value}; bits_a = bits_a & ~1u | t & 1; }}"),
                ),
                1 => self.line(
                    &format!("bits.b = {value};"),
                    &format!("{{ unsigned t = {value}; bits_a = bits_a & ~6u | (t & 3) << 1; }}"),
                ),
                _ => self.line(
                    &format!("bits.c = {value};"),
                    &format!("{{ unsigned t = {value}; bits_a = bits_a & ~24u | (t & 3) << 3; }}"),
                ),
            },
            Kind::Enum => {
                let (rich, plain) = [("RED", "0"), ("GREEN", "2"), ("BLUE", "3")][self.random.usize(..3)];
                self.line(&format!("light = {rich};"), &format!("light = {plain};"))
            }
            Kind::StructArgument if self.function != "main" => self
                .line(&format!("((struct given *)argument)->a = {value};"), &format!("put_given(argument, {value});")),
            _ => {
                let read = self.kind_value(kind).unwrap_or(value);
                format!("  {local} = {read} & 3;\n")
            }
        }
    }

    fn struct_statement(&mut self, value: &str) -> String {
        let (one, two) = *self.random.choice(&[("q", "r"), ("r", "q")]).expect("there are two");
        let copy = format!("{two}_in_b = {one}_in_b; {two}_in_c = {one}_in_c;");
        let local = format!("unsigned char t_a = {one}_a, t_in_b = {one}_in_b; _Bool t_in_c = {one}_in_c;");
        match self.random.u8(..4) {
            0 => self.line(&format!("{two} = {one};"), &format!("{two}_a = {one}_a; {copy}")),
            1 => self.line(&format!("{two}.in = {one}.in;"), &copy),
            2 => self.line(&format!("l0 = sum({one});"), &format!("{{ {local} l0 = (t_a + t_in_b) & 3; }}")),
            _ => self.line(
                &format!("{{ struct pair t = {one}; t.in.c = {value}; {two} = t; }}"),
                &format!("{{ {local} t_in_c = {value}; {two}_a = t_a; {two}_in_b = t_in_b; {two}_in_c = t_in_c; }}"),
            ),
        }
    }

    fn pointer_statement(&mut self, value: &str) -> String {
        let (number, _) = self.target();
        let (other, _) = self.target();
        let (rich, rich_other) = (TARGETS[number - 1].0, TARGETS[other - 1].0);
        let local = self.local();
        match self.random.u8(..16) {
            0..=3 => self.line(&format!("p = &{rich};"), &format!("p = {number};")),
            4..=6 => self.line(&format!("*p = {value};"), &format!("put_p(p, {value});")),
            7 => self.line(&format!("**pp = {value};"), &format!("put_p(p, {value});")),
            8 => self.line(&format!("*pp = &{rich};"), &format!("p = {number};")),
            9 => self.line(
                &format!("p = {local} ? &{rich} : &{rich_other};"),
                &format!("p = {local} ? {number} : {other};"),
            ),
            10 => self.line(&format!("assert(p != &{rich});"), &format!("assert(p != {number});")),
            11 => self.line(&format!("{local} = p == &{rich};"), &format!("{local} = p == {number};")),
            12 => self.line(
                &format!("{{ unsigned char *t = p; *t = {value}; {local} = *t; }}"),
                &format!("{{ unsigned char t = p; put_p(t, {value}); {local} = get_p(t); }}"),
            ),
            13 => self.line(
                &format!("{{ unsigned char *t = cells + ({local} & 1); *t = {value}; }}"),
                &format!("{{ unsigned char t = 4 + ({local} & 1); put_p(t, {value}); }}"),
            ),
            14 => self.line(
                &format!("{{ unsigned char *t = cells; t++; *t = {value}; t--; p = t; }}"),
                &format!("cells_1 = {value}; p = 4;"),
            ),
            _ => self.line("p = 0;", "p = 0;"),
        }
    }

    fn heap_statement(&mut self, value: &str) -> String {
        let local = self.local();
        match self.random.u8(..10) {
            0..=2 => self.line(&format!("h->a = {value};"), &format!("put_a(h, {value});")),
            3 => self.line("h->next->a = 1;", "put_a(get_n(h), 1);"),
            4 => self.line(&format!("{local} = h->next->a;"), &format!("{local} = get_a(get_n(h));")),
            5 => self.line("h = h->next;", "h = get_n(h);"),
            6 => self.line("if (h) h->next = h;", "if (h) { unsigned char t = h; put_n(t, h); }"),
            7 => self.line("free(h);", "release(h);"),
            8 => self.line(
                &format!("{{ struct cell *t = calloc(1, sizeof(struct cell)); {local} = t->a; t->a = {value}; {local} = ({local} + t->a) & 3; free(t); }}"),
                &format!("{{ unsigned char t = 0; {local} = t; t = {value}; {local} = ({local} + t) & 3; }}"),
            ),
            _ => self.line(&format!("{local} = h != 0;"), &format!("{local} = h != 0;")),
        }
    }

    /// One of the objects that the pointer may lead to: its number and its name.
    fn target(&mut self) -> (usize, String) {
        let at = self.random.usize(..TARGETS.len());
        (at + 1, self.twin(TARGETS[at].0, TARGETS[at].1))
    }

    /// An index, in range but for a few.
    fn index(&mut self) -> String {
        match self.random.u8(..12) {
            0 => self.local().to_string(),
            1..=3 => format!("({} & 1)", self.shared()),
            _ => format!("({} & 1)", self.local()),
        }
    }
}
