//! What is true of all known functions of a kind: a part of the table of known names (`known`).

use super::known::{Family, Known};
use umpteen_model::c::program::Claim;

impl Known<'_> {
    /// Whether a call neither looks at shared variables nor changes any.
    pub fn is_private(self) -> bool {
        use Known::{Any, AnyResult, Assert, AssertFail, Assume, Bits, Compiler, Error, Expect, Finish, Floating};
        use Known::{Hint, Natural, Print, PrintList, Quiet, Stop, Unreachable};
        matches!(
            self,
            Quiet
                | Print(_)
                | PrintList(_)
                | Natural(_)
                | Hint
                | Bits(..)
                | Floating(_)
                | AnyResult
                | Compiler
                | Unreachable
                | Assume
                | Stop
                | Finish
                | Any
                | Expect
                | Assert
                | AssertFail
                | Error
        )
    }

    /// Whether a thread may have to wait in a call.
    pub fn waits(self) -> bool {
        use Known::{Assume, Cancel, Create, Detach, Exit, Itself, Join, Refused, Sync, ThreadAttribute};
        match self {
            Sync(Family::Mutex, operation) => !matches!(operation, "trylock" | "unlock"),
            Sync(Family::SpinLock, operation) => operation != "trylock",
            Assume
            | Create { .. }
            | Join
            | Detach
            | Exit
            | Itself
            | Cancel
            | ThreadAttribute(_)
            | Sync(..)
            | Refused => true,
            _ => false,
        }
    }

    /// Whether its call is the failure, even if the program gives it a body.
    pub fn fails(self) -> bool {
        matches!(self, Known::Error | Known::AssertFail)
    }

    /// What such a call shows to be false.
    pub fn claim(self) -> Claim {
        if self == Known::AssertFail { Claim::Holds } else { Claim::NotCalled }
    }
}
