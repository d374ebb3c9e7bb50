//! Decides whether something bad can happen in a concurrent program with any number of threads.

pub mod convert;
pub mod decide;
pub mod evidence_file;
pub mod explain;
pub mod external;
pub mod failure;
pub mod judge;
pub mod problem;
pub mod process_tree;
pub mod question;
pub mod read;
pub mod recheck;
pub mod report;
pub mod settings;

pub use decide::refinement::refine;
pub use decide::{Checked, check};
pub use failure::Failure;
pub use question::Meaning;
pub use recheck::{recheck, replay};
pub use settings::Settings;
pub use umpteen_engines::Reason;
pub use umpteen_engines::budget::{Budget, Stop};
