//! Verifies concurrent programs with any number of threads.
//!
//! ```
//! use umpteen::report::Verdict;
//! use umpteen::{Budget, Meaning, Settings, check, recheck};
//!
//! // Preprocessed C; a .c file goes through `gcc -E` first.
//! let text = "
//!     typedef unsigned long pthread_t;
//!     int pthread_create(pthread_t *thread, const void *how, void *(*start)(void *), void *argument);
//!     void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void assert(int condition);
//!     int inside;
//!     void *worker(void *unused) {
//!         __VERIFIER_atomic_begin();
//!         inside++; assert(inside == 1); inside--;
//!         __VERIFIER_atomic_end();
//!         return 0;
//!     }
//!     int main(void) { pthread_t t; while (1) pthread_create(&t, 0, worker, 0); }";
//! let folder = std::env::temp_dir();
//! let [file, certificate] = ["i", "json"].map(|ending| folder.join(format!("umpteen-{}.{ending}", std::process::id())));
//! std::fs::write(&file, text)?;
//!
//! let (files, meaning) = ([file], Meaning::default());
//! let checked = check(&files, &meaning, &Settings::default(), &Budget::unlimited())?;
//! assert!(matches!(checked.report.verdict, Verdict::Safe(_)));
//!
//! // The proof stands by itself: it is judged again, without any search.
//! std::fs::write(&certificate, checked.evidence.expect("a SAFE has a proof").to_text()?.json)?;
//! let claim = recheck(&files, &certificate, &meaning)?.expect("it is accepted");
//! assert_eq!(claim.unit.scope(claim.scope), "for any number of threads");
//! # std::fs::remove_file(&files[0])?;
//! # std::fs::remove_file(&certificate)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One way leads from files to a verdict: [`question`] (what is asked), [`read`] (a [`problem::Problem`]), [`decide`] (an engine
//! and its evidence), [`judge`] (the checker, the only source of SAFE and UNSAFE), [`explain`] (words), [`report`] (data).
//!
//! A [`Budget`] is kept by cooperation, and deeply nested input needs a large stack. The command `umpteen` works in a process of
//! its own, which it can kill, with a stack of 512 MB.

pub mod convert;
pub mod decide;
pub mod evidence_file;
pub mod expectation;
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
pub use decide::{Checked, check, check_with_early};
pub use failure::Failure;
pub use question::Meaning;
pub use recheck::{recheck, replay};
pub use settings::Settings;
pub use umpteen_engines::Reason;
pub use umpteen_engines::budget::{Budget, Stop};
