//! The types of C as far as they matter: integers exactly, everything else by what may still be done with it.

use super::DataModel;
use super::floating::Format;
use super::layout::Places;
use std::rc::Rc;
use umpteen_model::c::expression::Type;
use umpteen_model::c::program::Purpose;

/// A type.
#[derive(Clone, Debug)]
pub enum CType<'a> {
    /// No value.
    Void,
    /// An integer; `atomic` for `_Atomic` ones.
    Integer {
        /// Its width and sign.
        ty: Type,
        /// Whether single accesses and compound assignments are atomic.
        atomic: bool,
    },
    /// `float`, `double` and their relatives, by their bytes.
    Float(u8),
    /// A pointer; `atomic` for `int *_Atomic`.
    Pointer {
        /// What it points to.
        to: Rc<CType<'a>>,
        /// Whether single accesses are atomic.
        atomic: bool,
    },
    /// An array and the number of its elements, if that is known.
    Array(Rc<CType<'a>>, Option<u64>),
    /// A structure or union: its number among `Source::records`.
    Record(u32),
    /// An `_Atomic` structure or union.
    AtomicRecord(u32),
    /// A function.
    Function(Rc<FunctionType<'a>>),
    /// A type of the thread library.
    Library(Library),
    /// `pthread_t`.
    Thread,
    /// The type of the initialiser that is read next.
    Auto,
    /// A type that an attribute may have changed, by the attribute's name.
    Attributed(&'a str),
    /// Anything else, by what it is called in messages.
    Other(&'a str),
}

/// The types of the thread library that are known by name, whatever the header says about their insides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Library {
    Mutex,
    SpinLock,
    MutexAttributes,
    Condition,
    ConditionAttributes,
    ReadersWriterLock,
    ReadersWriterLockAttributes,
    Barrier,
    BarrierAttributes,
    Semaphore,
    Once,
    Key,
    ThreadAttributes,
    CleanupBuffer,
}

impl Library {
    /// How many there are.
    pub const COUNT: usize = Library::CleanupBuffer as usize + 1;

    /// Whether it only says how another one is to be made.
    pub fn is_attributes(self) -> bool {
        let of_locks = matches!(self, Library::MutexAttributes | Library::ReadersWriterLockAttributes);
        let of_others = matches!(self, Library::ConditionAttributes | Library::BarrierAttributes);
        of_locks || of_others || self == Library::ThreadAttributes
    }

    /// Whether its value means nothing to people.
    pub fn is_hidden(self) -> bool {
        self.is_attributes() || self == Library::Condition
    }

    /// What the first of its parts is for.
    pub fn purpose(self) -> Option<Purpose> {
        match self {
            Library::Mutex | Library::SpinLock => Some(Purpose::Lock),
            Library::ReadersWriterLock => Some(Purpose::ReadersWriterLock),
            _ => None,
        }
    }

    /// What to call it in messages.
    pub fn describe(self) -> &'static str {
        match self {
            Library::Mutex => "a mutex",
            Library::SpinLock => "a spin lock",
            Library::MutexAttributes => "attributes of a mutex",
            Library::Condition => "a condition variable",
            Library::ConditionAttributes => "attributes of a condition variable",
            Library::ReadersWriterLock => "a read-write lock",
            Library::ReadersWriterLockAttributes => "attributes of a read-write lock",
            Library::Barrier => "a barrier",
            Library::BarrierAttributes => "attributes of a barrier",
            Library::Semaphore => "a semaphore",
            Library::Once => "`pthread_once_t`",
            Library::Key => "a key of values that each thread has for itself",
            Library::ThreadAttributes => "attributes of a thread",
            Library::CleanupBuffer => "the buffer of a cleanup handler",
        }
    }
}

/// A structure or union.
#[derive(Debug)]
pub struct Record<'a> {
    /// Its tag; empty if there is none.
    pub name: &'a str,
    /// Whether its members share one place.
    pub is_union: bool,
    /// Its members; none while it is only declared.
    pub fields: Option<Vec<Field<'a>>>,
    /// An attribute that may change the layout in a way that is not known here.
    pub attribute: Option<&'a str>,
    /// Where its members are, if their sizes are known.
    pub places: Option<Places>,
}

/// A member of a structure or union.
#[derive(Debug)]
pub struct Field<'a> {
    /// Its name; empty for structures and unions whose members belong to the outer one, and for unnamed bit-fields.
    pub name: &'a str,
    /// Its type.
    pub ty: CType<'a>,
    /// The width of a bit-field.
    pub bits: Option<u64>,
    /// The least alignment that an attribute asks for.
    pub aligned: Option<u64>,
    /// Whether the attribute `packed` takes the alignment of its type away.
    pub packed: bool,
}

/// What a function takes and gives.
#[derive(Clone, Debug)]
pub struct FunctionType<'a> {
    /// What it returns.
    pub result: CType<'a>,
    /// What it takes.
    pub parameters: Vec<Parameter<'a>>,
    /// Whether it takes more than the parameters say: `...` or an empty pair of parentheses.
    pub open: bool,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter<'a> {
    /// Its name; empty if there is none.
    pub name: &'a str,
    /// Its type, arrays and functions as pointers.
    pub ty: CType<'a>,
    /// Whether it is a pointer to something `const`.
    pub read_only: bool,
}

/// Pointers, arrays and functions inside each other beyond this are refused, so that types can be walked recursively.
const DEEPEST: usize = 60;

/// What an array whose size is computed while the program runs is called.
pub const VARIABLE_ARRAY: &str = "a variable-length array";

/// What the further arguments of a function are called.
const FURTHER: &str = "a further argument";

impl<'a> CType<'a> {
    /// `int`.
    pub const INT: CType<'static> = CType::Integer { ty: Type::INT, atomic: false };

    /// A plain integer type.
    pub fn integer(width: u8, signed: bool) -> CType<'a> {
        CType::Integer { ty: Type { width, signed }, atomic: false }
    }

    /// A floating-point type.
    pub fn float(format: Format, model: DataModel) -> CType<'a> {
        CType::Float(match format {
            Format::Single => 4,
            Format::Double => 8,
            Format::Long if model == DataModel::Lp64 => 16,
            Format::Long => 12,
        })
    }

    /// A pointer to the type.
    pub fn pointer(self) -> CType<'a> {
        if self.depth() < DEEPEST {
            CType::Pointer { to: Rc::new(self), atomic: false }
        } else {
            CType::Other("a type nested too deeply")
        }
    }

    /// An array of the type.
    pub fn array(self, size: Option<u64>) -> CType<'a> {
        if self.depth() < DEEPEST {
            CType::Array(Rc::new(self), size)
        } else {
            CType::Other("a type nested too deeply")
        }
    }

    /// A function that returns the type.
    pub fn function(self, parameters: Vec<Parameter<'a>>, open: bool) -> CType<'a> {
        let depth = parameters.iter().map(|parameter| parameter.ty.depth()).max().unwrap_or(0).max(self.depth());
        if depth < DEEPEST {
            CType::Function(Rc::new(FunctionType { result: self, parameters, open }))
        } else {
            CType::Other("a type nested too deeply")
        }
    }

    /// `va_list`. It is a pointer to the next of the further arguments, wherever these are: on x86-64 in an array, so that a
    /// function that is given the list moves its caller's, and on i386 a value.
    pub fn argument_list(model: DataModel) -> CType<'a> {
        let pointer = CType::Other(FURTHER).pointer();
        // As many bytes as gcc's structure.
        if model == DataModel::Lp64 { pointer.array(Some(3)) } else { pointer }
    }

    /// Whether it is `va_list`, or a pointer to what it is an array of.
    pub fn is_argument_list(&self) -> bool {
        match self {
            CType::Other(what) => *what == FURTHER,
            CType::Pointer { to, .. } | CType::Array(to, _) => to.is_argument_list(),
            _ => false,
        }
    }

    /// Whether nothing in the type is left to be found out.
    pub fn is_settled(&self) -> bool {
        match self {
            CType::Auto | CType::Array(_, None) => false,
            CType::Pointer { to: inner, .. } | CType::Array(inner, _) => inner.is_settled(),
            CType::Function(function) => {
                function.result.is_settled() && function.parameters.iter().all(|parameter| parameter.ty.is_settled())
            }
            _ => true,
        }
    }

    /// The type as `_Atomic`.
    pub fn atomic(self) -> CType<'a> {
        match self {
            CType::Integer { ty, .. } => CType::Integer { ty, atomic: true },
            CType::Pointer { to, .. } => CType::Pointer { to, atomic: true },
            CType::Record(number) => CType::AtomicRecord(number),
            CType::Auto => CType::Other("`_Atomic __auto_type`"),
            CType::Float(_) => CType::Other("an atomic floating-point number (protect it by a lock instead)"),
            other => other,
        }
    }

    /// The type without `_Atomic`.
    pub fn plain(self) -> CType<'a> {
        match self {
            CType::Integer { ty, .. } => CType::Integer { ty, atomic: false },
            CType::Pointer { to, .. } => CType::Pointer { to, atomic: false },
            CType::AtomicRecord(number) => CType::Record(number),
            other => other,
        }
    }

    /// The type of a parameter declared with this one.
    pub fn decayed(self) -> CType<'a> {
        match self {
            CType::Array(to, _) => CType::Pointer { to, atomic: false },
            function @ CType::Function(_) => function.pointer(),
            other => other,
        }
    }

    /// What to call a type that cannot be used.
    pub fn describe(&self) -> String {
        match self {
            CType::Void => "`void`".to_string(),
            CType::Integer { .. } => "an integer".to_string(),
            CType::Float(_) => "a floating-point number".to_string(),
            CType::Pointer { .. } => "a pointer".to_string(),
            CType::Array(..) => "an array".to_string(),
            CType::Record(_) => "a structure".to_string(),
            CType::AtomicRecord(_) => "an atomic structure (protect it by a lock instead)".to_string(),
            CType::Function(_) => "a function".to_string(),
            CType::Library(library) => library.describe().to_string(),
            CType::Thread => "a thread handle".to_string(),
            CType::Auto => "`__auto_type`".to_string(),
            CType::Attributed(name) => format!("a type with the attribute `{name}`"),
            CType::Other(what) => (*what).to_string(),
        }
    }

    /// Whether it is or contains an array whose size is computed while the program runs.
    pub fn is_variable(&self) -> bool {
        match self {
            CType::Pointer { to: inner, .. } | CType::Array(inner, _) => inner.is_variable(),
            CType::Other(what) => *what == VARIABLE_ARRAY,
            _ => false,
        }
    }

    fn depth(&self) -> usize {
        match self {
            CType::Pointer { to: inner, .. } | CType::Array(inner, _) => 1 + inner.depth(),
            CType::Function(function) => {
                let parameters = function.parameters.iter().map(|parameter| parameter.ty.depth()).max();
                1 + parameters.unwrap_or(0).max(function.result.depth())
            }
            _ => 0,
        }
    }
}

impl DataModel {
    /// The width of `long` and of pointers.
    pub fn long(self) -> u8 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }

    /// The type of `sizeof`.
    pub fn size(self) -> Type {
        Type { width: self.long(), signed: false }
    }
}
