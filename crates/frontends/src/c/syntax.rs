//! C as written, with every name bound to what it denotes and the type of every expression (`resolve`).
//!
//! Operators of one precedence form one list, so that a sum of 100,000 terms is not a tree of that depth; the parser
//! bounds the depth of everything else, so that recursive walks and drops cannot overflow the stack.

use super::Stub;
use super::floating::Format;
use super::known::FIRST;
use super::layout::LibrarySizes;
use super::resolve::Identifiers;
pub use super::resolve::Name;
use super::resolve::constant_expressions::Folded;
use super::types::{CType, Record};
pub use super::visit::Part;
use crate::error::{Code, Error};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use umpteen_model::c::expression::Type;

/// Bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
}

impl Span {
    /// As a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// From the start of one to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }

    /// The error that something here is not supported.
    pub fn unsupported(self, what: impl AsRef<str>) -> Error {
        Error::new(Code::Unsupported, format!("{} is not supported", what.as_ref()), self.range())
    }
}

/// A file: what it declares, in order.
#[derive(Debug, Default)]
pub struct Source<'a> {
    /// Variables at file scope; one name may be declared several times.
    pub variables: Vec<Declaration<'a>>,
    /// Functions, with and without bodies.
    pub functions: Vec<Function<'a>>,
    /// Structures and unions, which types name by their number.
    pub records: Vec<Record<'a>>,
    /// How large the types of the library are.
    pub library: LibrarySizes,
    /// What the names denote.
    pub identifiers: Identifiers<'a>,
    /// Functions that run without being called, by their declarations.
    pub automatic: Vec<Automatic<'a>>,
    /// Functions that are said not to return.
    pub noreturn: FxHashSet<Name<'a>>,
    /// What is said about functions one by one, whatever the source says of them.
    pub stubs: FxHashMap<Name<'a>, Stub>,
}

impl<'a> Source<'a> {
    /// The function that the program begins with, if it is declared or mentioned.
    pub fn first_function(&self) -> Option<Name<'a>> {
        self.identifiers.linked(FIRST)
    }
}

/// A function that runs before `main` begins (`constructor`) or when the program ends (`destructor`).
#[derive(Clone, Copy, Debug)]
pub struct Automatic<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// Whether it is a constructor.
    pub before_main: bool,
    /// Lower ones are constructed earlier, and destroyed later.
    pub priority: u64,
}

/// A function.
#[derive(Debug)]
pub struct Function<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// The name's place.
    pub span: Span,
    /// The function type.
    pub ty: CType<'a>,
    /// The names of its parameters in its body.
    pub parameters: Vec<Name<'a>>,
    /// Its statements, if it is defined.
    pub body: Option<Vec<Statement<'a>>>,
    /// An attribute that may change what the function does.
    pub attribute: Option<&'a str>,
    /// The name that `__asm__` gives it for the linker; none if that is its own, or not plain.
    pub symbol: Option<Option<&'a str>>,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// As the scope says.
    Usual,
    /// `static`.
    Static,
    /// `extern`.
    Extern,
    /// `_Thread_local`.
    Thread,
    /// `static _Thread_local`.
    StaticThread,
    /// `extern _Thread_local`.
    ExternThread,
}

impl Storage {
    /// Whether other files may mean something else by the name.
    pub fn is_static(self) -> bool {
        matches!(self, Storage::Static | Storage::StaticThread)
    }

    /// Whether the definition is elsewhere.
    pub fn is_extern(self) -> bool {
        matches!(self, Storage::Extern | Storage::ExternThread)
    }

    /// Whether each thread has its own.
    pub fn is_thread(self) -> bool {
        matches!(self, Storage::Thread | Storage::StaticThread | Storage::ExternThread)
    }
}

/// A variable, or in a block a function.
#[derive(Debug)]
pub struct Declaration<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// From the name to the end of the initialiser.
    pub span: Span,
    /// Its type.
    pub ty: CType<'a>,
    /// The storage class.
    pub storage: Storage,
    /// Whether it is `const`.
    pub constant: bool,
    /// Its first value.
    pub initial: Option<Initializer<'a>>,
    /// An attribute that may change what the variable is.
    pub attribute: Option<&'a str>,
    /// The number of elements of an array where that is computed when the declaration is reached.
    pub length: Option<Expression<'a>>,
}

/// A first value.
#[derive(Debug)]
pub enum Initializer<'a> {
    /// One value.
    Value(Expression<'a>),
    /// Values in braces, each with the place it is for if that is written.
    Braces(Vec<(Vec<Designator<'a>>, Initializer<'a>)>),
}

/// A step towards a part of an object.
#[derive(Debug)]
pub enum Designator<'a> {
    /// `.name`.
    Field(&'a str),
    /// `[index]`.
    Index(Expression<'a>),
    /// `[first ... last]`.
    Range(Expression<'a>, Expression<'a>),
}

/// A statement.
#[derive(Debug)]
pub struct Statement<'a> {
    /// The statement without its labels.
    pub kind: StatementKind<'a>,
    /// The place in the text.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum StatementKind<'a> {
    Empty,
    Expression(Expression<'a>),
    Block(Vec<Statement<'a>>),
    Declaration(Vec<Declaration<'a>>),
    If(Expression<'a>, Box<Statement<'a>>, Option<Box<Statement<'a>>>),
    While(Expression<'a>, Box<Statement<'a>>),
    DoWhile(Box<Statement<'a>>, Expression<'a>),
    For(Box<For<'a>>),
    Switch(Expression<'a>, Box<Statement<'a>>),
    Labeled(Vec<Label<'a>>, Box<Statement<'a>>),
    Goto(Name<'a>),
    Break,
    Continue,
    Return(Option<Expression<'a>>),
    Assembly(Box<Assembly<'a>>),
    /// Something that is refused when it is reached.
    Refused(&'static str),
}

/// Inline assembly.
#[derive(Debug)]
pub struct Assembly<'a> {
    /// The instructions.
    pub template: String,
    /// What it writes.
    pub outputs: Vec<AssemblyOperand<'a>>,
    /// What it reads.
    pub inputs: Vec<AssemblyOperand<'a>>,
    /// Whether it says that it writes memory.
    pub writes_memory: bool,
}

/// An operand of inline assembly.
#[derive(Debug)]
pub struct AssemblyOperand<'a> {
    /// Its name in the template, beside its number.
    pub name: Option<&'a str>,
    /// Where it may be.
    pub constraint: String,
    /// The value; the address of what is written.
    pub expression: Expression<'a>,
}

/// A `for` loop.
#[derive(Debug)]
pub struct For<'a> {
    /// The first clause.
    pub first: Option<Statement<'a>>,
    /// The condition.
    pub test: Option<Expression<'a>>,
    /// The third clause.
    pub next: Option<Expression<'a>>,
    /// The body.
    pub body: Statement<'a>,
}

/// A label before a statement.
#[derive(Debug)]
pub enum Label<'a> {
    /// For `goto`.
    Name(Name<'a>, Span),
    /// `case` with one value or a range.
    Case(Expression<'a>, Option<Box<Expression<'a>>>),
    /// `default`.
    Default,
}

/// An expression.
#[derive(Debug)]
pub struct Expression<'a> {
    /// The expression itself.
    pub kind: ExpressionKind<'a>,
    /// The place in the text.
    pub span: Span,
    /// Its type, arrays and functions as such; none if it is not known.
    pub ty: Option<CType<'a>>,
    /// The type that its value is converted to where it stands (C11 6.3), without a cast that says so; none if it keeps its
    /// own.
    pub converted: Option<CType<'a>>,
    /// Its value before that conversion, if it is a constant expression (C11 6.6).
    pub constant: Option<Folded>,
}

/// The kinds of expressions.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ExpressionKind<'a> {
    Constant(u64, Type),
    /// The bits of a floating-point number.
    Float(u64, Format),
    /// The bytes of a string without the zero at the end.
    Text(Vec<u8>),
    Name(Name<'a>),
    Prefix(Prefix, Box<Expression<'a>>),
    /// `x++`, or `x--`.
    Postfix(Operator, Box<Expression<'a>>),
    /// Operators of one precedence, from left to right.
    Chain(Box<Expression<'a>>, Vec<(Operator, Expression<'a>)>),
    /// `&&` of at least two.
    All(Vec<Expression<'a>>),
    /// `||` of at least two.
    Any(Vec<Expression<'a>>),
    Comma(Vec<Expression<'a>>),
    /// `a ? b : c`, or `a ?: c`.
    Conditional(Box<Expression<'a>>, Option<Box<Expression<'a>>>, Box<Expression<'a>>),
    /// `=`, or with an operator `op=`.
    Assign(Option<Operator>, Box<Expression<'a>>, Box<Expression<'a>>),
    Cast(CType<'a>, Box<Expression<'a>>),
    /// `va_arg(list, type)`.
    NextArgument(Box<Expression<'a>>, CType<'a>),
    Call(Box<Expression<'a>>, Vec<Expression<'a>>),
    Index(Box<Expression<'a>>, Box<Expression<'a>>),
    /// `a.name`, or with `true` `a->name`.
    Member(Box<Expression<'a>>, &'a str, bool),
    /// `(type){...}`.
    Compound(CType<'a>, Box<Initializer<'a>>),
    /// `offsetof(type, designators)`.
    Offsetof(CType<'a>, Vec<Designator<'a>>),
    SizeofType(CType<'a>),
    SizeofExpression(Box<Expression<'a>>),
    /// `({ ... })`.
    Statements(Vec<Statement<'a>>),
    /// Something that is refused when it is reached.
    Refused(&'static str),
}

/// Operators before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Prefix {
    Plus,
    Minus,
    Complement,
    Not,
    Address,
    Dereference,
    /// `++x`.
    Increment,
    /// `--x`.
    Decrement,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    And,
    Xor,
    Or,
}

impl Operator {
    /// Whether the result is 0 or 1.
    pub fn compares(self) -> bool {
        use Operator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
        matches!(self, Less | LessOrEqual | Greater | GreaterOrEqual | Equal | Unequal)
    }

    /// Whether the result has the common type of both operands.
    pub fn is_arithmetic(self) -> bool {
        !self.compares() && !matches!(self, Operator::ShiftLeft | Operator::ShiftRight)
    }
}

impl<'a> Expression<'a> {
    /// An expression whose value is not converted.
    pub fn new(
        kind: ExpressionKind<'a>,
        span: Span,
        ty: Option<CType<'a>>,
        constant: Option<Folded>,
    ) -> Expression<'a> {
        Expression { kind, span, ty, converted: None, constant }
    }

    /// Its type, which must be known.
    pub fn known_type(&self) -> Result<CType<'a>, Error> {
        self.ty.clone().ok_or_else(|| match &self.kind {
            ExpressionKind::Name(name) => self.span.unsupported(format!("the type of `{name}`")),
            _ => self.span.unsupported("the type of this expression"),
        })
    }

    /// The name, if that is all.
    pub fn name(&self) -> Option<Name<'a>> {
        match self.kind {
            ExpressionKind::Name(name) => Some(name),
            _ => None,
        }
    }
}
