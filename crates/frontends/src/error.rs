//! Input errors: a code, a message and the place.

use std::fmt;
use std::ops::Range;

/// A mistake in the input, with the bytes it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of mistake; `umpteen explain` tells more.
    pub code: Code,
    /// One sentence without a final stop.
    pub message: String,
    /// Byte offsets into the text.
    pub span: Range<usize>,
    /// What else was found, in the order of the text.
    pub more: Vec<Error>,
}

impl Error {
    /// An error at a place; what the message quotes from the input is made short and printable.
    pub fn new(code: Code, message: impl Into<String>, span: Range<usize>) -> Error {
        const LONGEST: usize = 300;
        let message: String = message.into();
        let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let mut short: String = message.chars().take(LONGEST).map(printable).collect();
        if message.chars().nth(LONGEST).is_some() {
            short += "...";
        }
        Error { code, message: short, span, more: Vec::new() }
    }
}

macro_rules! codes {
    ($($name:ident $word:literal $text:literal)*) => {
        /// The kinds of input errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $(#[doc = $text] $name),* }

        impl Code {
            /// Every code, for listing.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The word printed in brackets after `error`.
            pub fn word(self) -> &'static str {
                match self { $(Code::$name => $word),* }
            }

            /// What it means and what to do.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => $text),* }
            }
        }
    };
}

codes! {
    Syntax "syntax" "The text does not follow the grammar of its format. The message names what was expected at the marked place; docs/formats.md has the grammars."
    Encoding "encoding" "The file is not UTF-8 text. Models are plain text; a compressed or compiled file has to be unpacked first."
    TooLarge "too-large" "A number, a count or the file itself is beyond what is accepted: 16 MB per file, 10,000,000 shared or local states, 2,147,483,647 for a weight or count."
    OutOfRange "out-of-range" "A state number is not below the number of states that the file's first line declares."
    Duplicate "duplicate" "A name or a part is given twice where only one is allowed."
    UnknownName "unknown-name" "A place, variable, label or function is used that was never declared."
    Incomplete "incomplete" "A part that the format requires is missing, for example the initial value of a place."
    Arity "arity" "The number of arguments, results or assigned values is not the one declared."
    Recursion "recursion" "A function calls itself, directly or through others, and the message names the cycle or what is in its way. Calls are inlined, which needs them to end; they are kept, with a stack for each thread, if the threads are a fixed set. A C program starts them outside loops. A Boolean program starts them outside loops, or lists them with `threads f, g;`. For any number of threads there is `umpteen refine`."
    NoTarget "no-target" "Nothing says what must not happen. A `.tts` needs a `.prop` file of the same name beside it, a `.pnml` needs --target, a `.spec` has a target section; --target works for all of them."
    Unsupported "unsupported" "The construct is outside what can be decided exactly, so it is refused rather than approximated. The message names it."
    UnknownFormat "unknown-format" "The format is told by the file's ending: .c, .i, .yml, .tts, .spec, .pnml, .pds or .bp."
    Preprocessor "preprocessor" "`gcc -E` did not accept the file; its own message is repeated. Missing headers are found with -I, or give the preprocessed text as a .i file."
    Compiler "compiler" "A C program could not be compiled or run, for `umpteen replay --compiled`: gcc or gdb is not installed, or gcc did not accept the files; its own message is repeated."
    CannotRead "cannot-read" "The operating system did not let the file be read."
    CannotWrite "cannot-write" "The operating system did not let the file be written. A file gets its name when all of it is written, so no half-written file is left, and what was there before stays."
    Evidence "evidence" "The certificate or trace file is not one that this version can read, or belongs to another input: its hashes and options must match the files given."
    Usage "usage" "The options do not fit together or do not fit the input."
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.word())
    }
}
