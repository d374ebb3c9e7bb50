//! Statements that jump, and expressions whose parts are evaluated only sometimes; plainly they are branches and `goto`.

use super::Writer;
use super::kinds::Kind;

/// The statement that `break` and `continue` may leave.
#[derive(Clone, Copy)]
pub enum Frame {
    /// A loop that is the same in both programs.
    While,
    /// A loop with labels in the plain program.
    Loop(u32),
    /// A `switch`, with a label in the plain program.
    Switch(u32),
}

impl Writer<'_> {
    /// A statement of a kind about control.
    pub fn control_statement(&mut self, kind: Kind, depth: u32) -> String {
        match kind {
            Kind::Loop if depth < 2 => match self.random.u8(..3) {
                0 => self.do_loop(depth),
                _ => self.for_loop(depth),
            },
            Kind::Loop => self.leave(),
            Kind::Switch if depth < 2 => self.switch(depth),
            Kind::Switch => self.leave(),
            Kind::Goto if depth < 2 => self.jumps(depth),
            Kind::Conditional => self.conditional(),
            _ => self.compound(),
        }
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn inside(&mut self, frame: Frame, depth: u32) -> String {
        self.frames.push(frame);
        let mut body = self.block(1, 2, depth + 1);
        if self.random.bool() {
            let condition = self.condition(1);
            body += &format!("  if ({condition})\n  {}", self.leave());
        }
        self.frames.pop();
        body
    }

    /// `break` or `continue`, where there is something to leave.
    fn leave(&mut self) -> String {
        let goes_on = self.random.bool();
        let mut frames = self.frames.iter().rev().copied();
        let frame = match goes_on {
            true => frames.find(|frame| !matches!(frame, Frame::Switch(_))),
            false => frames.next(),
        };
        match (frame, goes_on) {
            (None, _) => "  ;\n".to_string(),
            (Some(Frame::While), true) => "  continue;\n".to_string(),
            (Some(Frame::While), false) => "  break;\n".to_string(),
            (Some(Frame::Loop(label)), true) => self.line("continue;", &format!("goto next{label};")),
            (Some(Frame::Loop(label) | Frame::Switch(label)), _) => self.line("break;", &format!("goto end{label};")),
        }
    }

    fn for_loop(&mut self, depth: u32) -> String {
        let (label, counter) = (self.label(), self.local());
        let most = self.random.u8(1..3);
        let rich = format!("for ({counter} = 0; {counter} < {most}; {counter}++) {{");
        let plain = format!("{counter} = 0; again{label}: if ({counter} >= {most}) goto end{label}; {{");
        let end = format!("next{label}: ; {counter} = {counter} + 1; goto again{label}; }} end{label}: ;");
        let first = self.line(&rich, &plain);
        let body = self.inside(Frame::Loop(label), depth);
        first + &body + &self.line("}", &end) + &format!("  {counter} &= 3;\n")
    }

    fn do_loop(&mut self, depth: u32) -> String {
        let label = self.label();
        let first = self.line("do {", &format!("again{label}: ; {{"));
        let body = self.inside(Frame::Loop(label), depth);
        let condition = self.condition(1);
        let end = format!("next{label}: ; }} if ({condition}) goto again{label}; end{label}: ;");
        first + &body + &self.line(&format!("}} while ({condition});"), &end)
    }

    fn switch(&mut self, depth: u32) -> String {
        let (label, value) = (self.label(), self.expression(1));
        let (one, two) = *self.random.choice(&[(0, 1), (1, 0), (2, 0), (1, 3)]).expect("there are four");
        let has_default = self.random.bool();
        let last = if has_default { format!("other{label}") } else { format!("end{label}") };
        let go = format!(
            "{{ int t = {value}; if (t == {one}) goto one{label}; if (t == {two}) goto two{label}; goto {last}; }} {{"
        );
        let mut text = self.line(&format!("switch ({value}) {{"), &go);
        text += &self.line(&format!("case {one}:"), &format!("one{label}: ;"));
        text += &self.inside(Frame::Switch(label), depth);
        if has_default {
            text += &self.line("default:", &format!("other{label}: ;"));
            text += &self.inside(Frame::Switch(label), depth);
        }
        text += &self.line(&format!("case {two}:"), &format!("two{label}: ;"));
        text += &self.inside(Frame::Switch(label), depth);
        text + &self.line("}", &format!("}} end{label}: ;"))
    }

    /// A jump forwards, over or into a block.
    fn jumps(&mut self, depth: u32) -> String {
        let (label, condition) = (self.label(), self.condition(1));
        let (before, after) = (self.block(1, 1, depth + 1), self.block(1, 1, depth + 1));
        match self.random.bool() {
            true => format!("  if ({condition}) goto over{label};\n{before}  over{label}: ;\n{after}"),
            false => {
                let other = self.condition(1);
                format!(
                    "  if ({condition}) goto into{label};\n  if ({other}) {{\n{before}  into{label}: ;\n{after}  }}\n"
                )
            }
        }
    }

    fn conditional(&mut self) -> String {
        let (one, two) = (self.condition(1), self.condition(1));
        let (value, other) = (self.expression(1), self.expression(1));
        let (variable, local) = (self.variable(), self.local());
        let both = |yes: &str| format!("if ({one}) {{ {yes} if ({two}) {local} = 1; else {local} = 0; }}");
        match self.random.u8(..8) {
            0 => self.line(&format!("{local} = {one} && {two};"), &format!("{} else {local} = 0;", both(""))),
            1 => self.line(
                &format!("{local} = {one} || {two};"),
                &format!("if ({one}) {local} = 1; else if ({two}) {local} = 1; else {local} = 0;"),
            ),
            2 => self.line(
                &format!("{variable} = ({one} ? {value} : {other}) & 3;"),
                &format!("if ({one}) {variable} = {value} & 3; else {variable} = {other} & 3;"),
            ),
            3 => self.line(
                &format!("{local} = {one} && (s = {value} & 3, {two});"),
                &format!("{} else {local} = 0;", both(&format!("s = {value} & 3;"))),
            ),
            4 => self.line(&format!("assert({one} || {two});"), &format!("if (!({one})) assert({two});")),
            5 => self.line(
                &format!("assert({one} ? {two} : {value});"),
                &format!("if ({one}) assert({two}); else assert({value});"),
            ),
            6 => self.line(
                &format!("__VERIFIER_assume({one} && {two});"),
                &format!("if ({one}) __VERIFIER_assume({two}); else __VERIFIER_assume(0);"),
            ),
            _ => self.line(
                &format!("{one} ? ({variable} = {value} & 3) : (s = {other} & 3);"),
                &format!("if ({one}) {variable} = {value} & 3; else s = {other} & 3;"),
            ),
        }
    }

    fn compound(&mut self) -> String {
        let (variable, local) = (self.variable(), self.local());
        let operator = self.pick(&["^", "|", "&", "%", "+", "-", "*", "<<", ">>"]);
        let by = self.random.u8(1..4);
        let sign = self.pick(&["+", "-"]);
        let old = format!("{{ __typeof__({variable}) t = {variable}; {variable} = t {sign} 1; {local} = t & 3; }}");
        let new = format!("{{ __typeof__({variable}) t = {variable} {sign} 1; {variable} = t; {local} = t & 3; }}");
        let changed = match self.random.u8(..5) {
            0 => self.line(&format!("{local} = {variable}{sign}{sign} & 3;"), &old),
            1 => self.line(&format!("{local} = {sign}{sign}{variable} & 3;"), &new),
            2 => self.line(&format!("{variable}{sign}{sign};"), &format!("{variable} = {variable} {sign} 1;")),
            _ => self
                .line(&format!("{variable} {operator}= {by};"), &format!("{variable} = {variable} {operator} {by};")),
        };
        changed + &self.line(&format!("{variable} &= 3;"), &format!("{variable} = {variable} & 3;"))
    }
}
