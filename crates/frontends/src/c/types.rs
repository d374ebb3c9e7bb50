//! The types of C as far as they matter: integers exactly, everything else by what may still be done with it.

use super::DataModel;
use super::syntax::Expression;
use std::rc::Rc;
use umpteen_model::c::expression::Type;

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
    /// `float`, `double` and their relatives.
    Float,
    /// A pointer.
    Pointer(Rc<CType<'a>>),
    /// An array of any size.
    Array(Rc<CType<'a>>),
    /// A function.
    Function(Rc<FunctionType<'a>>),
    /// `pthread_mutex_t` or `pthread_spinlock_t`.
    Mutex,
    /// `pthread_t`.
    Thread,
    /// The type of an expression, found where it is used.
    Typeof(Rc<Expression<'a>>),
    /// The type of the initialiser.
    Auto,
    /// A type that an attribute may have changed, by the attribute's name.
    Attributed(&'a str),
    /// Anything else, by what it is called in messages.
    Other(&'a str),
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
}

/// Pointers, arrays and functions inside each other beyond this are refused, so that types can be walked recursively.
const DEEPEST: usize = 60;

/// What an array whose size is computed while the program runs is called.
pub const VARIABLE_ARRAY: &str = "a variable-length array";

impl<'a> CType<'a> {
    /// `int`.
    pub const INT: CType<'static> = CType::Integer { ty: Type::INT, atomic: false };

    /// A plain integer type.
    pub fn integer(width: u8, signed: bool) -> CType<'a> {
        CType::Integer { ty: Type { width, signed }, atomic: false }
    }

    /// A pointer to the type.
    pub fn pointer(self) -> CType<'a> {
        if self.depth() < DEEPEST { CType::Pointer(Rc::new(self)) } else { CType::Other("a type nested too deeply") }
    }

    /// An array of the type.
    pub fn array(self) -> CType<'a> {
        if self.depth() < DEEPEST { CType::Array(Rc::new(self)) } else { CType::Other("a type nested too deeply") }
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

    /// The type as `_Atomic`.
    pub fn atomic(self) -> CType<'a> {
        match self {
            CType::Integer { ty, .. } => CType::Integer { ty, atomic: true },
            CType::Pointer(_) => CType::Other("an atomic pointer"),
            other => other,
        }
    }

    /// The type of a parameter declared with this one.
    pub fn decayed(self) -> CType<'a> {
        match self {
            CType::Array(element) => CType::Pointer(element),
            function @ CType::Function(_) => function.pointer(),
            other => other,
        }
    }

    /// What to call a type that cannot be used.
    pub fn describe(&self) -> String {
        match self {
            CType::Void => "`void`".to_string(),
            CType::Integer { .. } => "an integer".to_string(),
            CType::Float => "floating point".to_string(),
            CType::Pointer(_) => "a pointer".to_string(),
            CType::Array(_) => "an array".to_string(),
            CType::Function(_) => "a function".to_string(),
            CType::Mutex => "a mutex".to_string(),
            CType::Thread => "a thread handle".to_string(),
            CType::Typeof(_) => "`typeof`".to_string(),
            CType::Auto => "`__auto_type`".to_string(),
            CType::Attributed(name) => format!("a type with the attribute `{name}`"),
            CType::Other(what) => (*what).to_string(),
        }
    }

    /// Whether it is or contains an array whose size is computed while the program runs.
    pub fn is_variable(&self) -> bool {
        match self {
            CType::Pointer(inner) | CType::Array(inner) => inner.is_variable(),
            CType::Other(what) => *what == VARIABLE_ARRAY,
            _ => false,
        }
    }

    fn depth(&self) -> usize {
        match self {
            CType::Pointer(inner) | CType::Array(inner) => 1 + inner.depth(),
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
