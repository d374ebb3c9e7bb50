//! Boolean programs as written: functions, calls and structured statements, with the bytes they stand in.

use crate::thread_system::separated;
use std::fmt::{self, Display};
use std::ops::Range;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Byte offsets into the source.
    pub span: Range<usize>,
}

/// How a label begins that makes a call start a thread. The labels after it belong to the new thread.
pub const ASYNC: &str = "ASYNC_";

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The shared variables.
    pub globals: Vec<Declaration>,
    /// The functions; `main` is where the first thread starts.
    pub functions: Vec<Function>,
    /// `threads f, g;`: these functions are run by a thread each, and there are no others. Calls may be recursive then.
    pub threads: Vec<Name>,
}

/// A variable with its initial value; none or `*` means either.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The variable.
    pub name: Name,
    /// The initial value.
    pub initial: Option<Expression>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// The parameters, which are local variables.
    pub parameters: Vec<Name>,
    /// How many values it returns.
    pub results: usize,
    /// The other local variables.
    pub locals: Vec<Declaration>,
    /// The condition that every state inside the function satisfies.
    pub enforce: Option<Expression>,
    /// The statements.
    pub body: Vec<Statement>,
}

/// A statement with its labels.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Names or numbers.
    pub labels: Vec<Name>,
    /// The statement without labels.
    pub kind: StatementKind,
    /// Byte offsets into the source, labels not included.
    pub span: Range<usize>,
}

impl Statement {
    /// Whether a label makes it start a thread.
    pub fn is_asynchronous(&self) -> bool {
        self.labels.iter().any(|label| label.text.starts_with(ASYNC))
    }

    /// The labels inside the thread that it starts: those after its `ASYNC_` label.
    pub fn labels_of_new_thread(&self) -> &[Name] {
        let first = self.labels.iter().position(|label| label.text.starts_with(ASYNC));
        first.map_or(&[], |first| &self.labels[first + 1..])
    }
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// No effect.
    Skip,
    /// Continues at any of these labels.
    Goto(Vec<Name>),
    /// Goes on only if the expression can be true.
    Assume(Expression),
    /// Fails if the expression can be false.
    Assert(Expression),
    /// Assigns in parallel, then requires the constraint over current and next values.
    Assign(Vec<Place>, Vec<Expression>, Option<Constraint>),
    /// Calls a function and assigns its results.
    Call(Vec<Place>, Name, Vec<Expression>),
    /// Branches.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// Loops.
    While(Expression, Vec<Statement>),
    /// Starts a thread at a label, with a copy of the locals.
    StartGoto(Name),
    /// Starts a thread in a function, with fresh locals.
    StartCall(Name, Vec<Expression>),
    /// Ends the thread.
    EndThread,
    /// From here on only this thread moves.
    AtomicBegin,
    /// Lets the others move again.
    AtomicEnd,
    /// A block in which only this thread moves.
    Atomic(Vec<Statement>),
    /// Blocks until released.
    Wait(Option<Name>),
    /// Releases one waiting thread, if there is one.
    Signal(Option<Name>),
    /// Releases all waiting threads.
    Broadcast(Option<Name>),
    /// Leaves the function with these results.
    Return(Vec<Expression>),
    /// Gives variables any values such that the constraint holds.
    Havoc(Vec<HavocPlace>, Option<Constraint>),
}

/// `constrain forall p, q: c`: it holds for every choice of distinct other threads as indices.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The indices; there may be none.
    pub indices: Vec<Name>,
    /// The condition, over values before and after the step.
    pub condition: Expression,
}

/// Where an assigned value goes.
#[derive(Clone, Debug)]
pub enum Place {
    /// Nowhere (`_`).
    Discard(Range<usize>),
    /// A variable; with `$`, that of every passive thread.
    Variable(Name, bool),
}

/// A variable that a havoc statement changes.
#[derive(Clone, Debug)]
pub enum HavocPlace {
    /// `x` or `a.x`.
    Active(Name),
    /// `all(x)`: every thread's.
    All(Name),
}

/// Whose variable is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The executing thread's, or a shared one.
    Active,
    /// The variable of every passive thread (`x$`).
    EachPassive,
    /// The variable of the thread with this index (`p.x`).
    Index(String),
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expression {
    /// 0 or 1.
    Constant(bool),
    /// `*`: either.
    Choice,
    /// A variable, now or (`'x`) after the statement.
    Variable {
        /// Which.
        name: Name,
        /// Whose.
        owner: Owner,
        /// After the statement.
        next: bool,
    },
    /// `!`
    Not(Box<Expression>),
    /// Two operands.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `c ? a : b`
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `schoose[a, b]`: 1 if a, else 0 if b, else either.
    Schoose(Box<Expression>, Box<Expression>),
}

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`, `!=`
    Differs,
    /// `=`, `<=>`
    Equals,
    /// `=>`
    Implies,
}

impl Operator {
    /// The value for given operands.
    pub fn apply(self, left: bool, right: bool) -> bool {
        match self {
            Operator::And => left && right,
            Operator::Or => left || right,
            Operator::Differs => left != right,
            Operator::Equals => left == right,
            Operator::Implies => !left || right,
        }
    }

    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Differs => "!=",
            Operator::Equals => "=",
            Operator::Implies => "=>",
        }
    }
}

impl Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Expression::Constant(value) => write!(out, "{}", u8::from(*value)),
            Expression::Choice => out.write_str("*"),
            Expression::Variable { name, owner, next } => {
                let prime = if *next { "'" } else { "" };
                match owner {
                    Owner::Active => write!(out, "{prime}{}", name.text),
                    Owner::EachPassive => write!(out, "{prime}{}$", name.text),
                    Owner::Index(index) => write!(out, "{index}.{}{prime}", name.text),
                }
            }
            Expression::Not(inner) => write!(out, "!{inner}"),
            Expression::Binary(operator, left, right) => write!(out, "({left} {} {right})", operator.symbol()),
            Expression::Conditional(test, yes, no) => write!(out, "({test} ? {yes} : {no})"),
            Expression::Schoose(yes, no) => write!(out, "schoose[{yes}, {no}]"),
        }
    }
}

impl Display for Source {
    /// The program as text that reads back to the same program.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.globals.iter().try_for_each(|declaration| writeln!(out, "{declaration}"))?;
        if !self.threads.is_empty() {
            let threads: Vec<&str> = self.threads.iter().map(|name| name.text.as_str()).collect();
            writeln!(out, "threads {};", threads.join(", "))?;
        }
        for function in &self.functions {
            match function.results {
                0 => write!(out, "\nvoid ")?,
                results => write!(out, "\nbool<{results}> ")?,
            }
            let parameters: Vec<&str> = function.parameters.iter().map(|name| name.text.as_str()).collect();
            writeln!(out, "{}({}) begin", function.name.text, parameters.join(", "))?;
            function.locals.iter().try_for_each(|declaration| writeln!(out, "  {declaration}"))?;
            if let Some(enforce) = &function.enforce {
                writeln!(out, "  enforce {enforce};")?;
            }
            write_block(out, &function.body, 1)?;
            writeln!(out, "end")?;
        }
        Ok(())
    }
}

impl Display for Declaration {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match &self.initial {
            Some(initial) => write!(out, "decl {} := {initial};", self.name.text),
            None => write!(out, "decl {};", self.name.text),
        }
    }
}

fn write_block(out: &mut fmt::Formatter, block: &[Statement], depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for statement in block {
        for label in &statement.labels {
            writeln!(out, "{}:", label.text)?;
        }
        match &statement.kind {
            StatementKind::If(test, yes, no) => {
                writeln!(out, "{indent}if {test} then")?;
                write_block(out, yes, depth + 1)?;
                if !no.is_empty() {
                    writeln!(out, "{indent}else")?;
                    write_block(out, no, depth + 1)?;
                }
                writeln!(out, "{indent}fi;")?;
            }
            StatementKind::While(test, body) => {
                writeln!(out, "{indent}while {test} do")?;
                write_block(out, body, depth + 1)?;
                writeln!(out, "{indent}od;")?;
            }
            StatementKind::Atomic(body) => {
                writeln!(out, "{indent}atomic {{")?;
                write_block(out, body, depth + 1)?;
                writeln!(out, "{indent}}};")?;
            }
            // Its label already says that it starts a thread.
            StatementKind::StartCall(function, arguments) if statement.is_asynchronous() => {
                let call = StatementKind::Call(Vec::new(), function.clone(), arguments.clone());
                writeln!(out, "{indent}{};", DisplaySimple(&call))?;
            }
            simple => writeln!(out, "{indent}{};", DisplaySimple(simple))?,
        }
    }
    Ok(())
}

struct DisplaySimple<'a>(&'a StatementKind);

impl Display for DisplaySimple<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let names = |names: &[Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>().join(", ");
        let list = |items: &[Expression]| items.iter().map(Expression::to_string).collect::<Vec<_>>().join(", ");
        let condition = |name: &Option<Name>| name.as_ref().map_or(String::new(), |name| format!(" {}", name.text));
        let constraint = |constraint: &Option<Constraint>| match constraint {
            Some(Constraint { indices, condition }) if indices.is_empty() => format!(" constrain {condition}"),
            Some(Constraint { indices, condition }) => format!(" constrain forall {}: {condition}", names(indices)),
            None => String::new(),
        };
        match self.0 {
            StatementKind::Skip => out.write_str("skip"),
            StatementKind::Goto(labels) => write!(out, "goto {}", names(labels)),
            StatementKind::Assume(test) => write!(out, "assume({test})"),
            StatementKind::Assert(test) => write!(out, "assert({test})"),
            StatementKind::Assign(places, values, constrain) => {
                write!(out, "{} := {}{}", places_text(places), list(values), constraint(constrain))
            }
            StatementKind::Call(places, function, arguments) => {
                if !places.is_empty() {
                    write!(out, "{} := ", places_text(places))?;
                }
                write!(out, "{}({})", function.text, list(arguments))
            }
            StatementKind::StartGoto(label) => write!(out, "start_thread goto {}", label.text),
            StatementKind::StartCall(function, arguments) => {
                write!(out, "start_thread {}({})", function.text, list(arguments))
            }
            StatementKind::EndThread => out.write_str("end_thread"),
            StatementKind::AtomicBegin => out.write_str("atomic_begin"),
            StatementKind::AtomicEnd => out.write_str("atomic_end"),
            StatementKind::Wait(name) => write!(out, "wait{}", condition(name)),
            StatementKind::Signal(name) => write!(out, "signal{}", condition(name)),
            StatementKind::Broadcast(name) => write!(out, "broadcast{}", condition(name)),
            StatementKind::Return(values) if values.is_empty() => out.write_str("return"),
            StatementKind::Return(values) => write!(out, "return {}", list(values)),
            StatementKind::Havoc(places, constrain) => {
                out.write_str("havoc {")?;
                separated(out, ", ", places, |out, place| match place {
                    HavocPlace::Active(name) => write!(out, "{}", name.text),
                    HavocPlace::All(name) => write!(out, "all({})", name.text),
                })?;
                write!(out, "}}{}", constraint(constrain))
            }
            StatementKind::If(..) | StatementKind::While(..) | StatementKind::Atomic(..) => Err(fmt::Error),
        }
    }
}

fn places_text(places: &[Place]) -> String {
    let text = |place: &Place| match place {
        Place::Discard(_) => "_".to_string(),
        Place::Variable(name, passive) => format!("{}{}", name.text, if *passive { "$" } else { "" }),
    };
    places.iter().map(text).collect::<Vec<_>>().join(", ")
}
