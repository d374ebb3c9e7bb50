//! What is mutated together, and the fast tests that should notice.

use std::fmt;

/// Some source files, and their tests.
pub struct Group {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Files and folders.
    pub files: &'static [&'static str],
    /// Crates whose tests are built.
    pub packages: &'static [&'static str],
    /// Options of cargo that say which targets are built.
    pub targets: &'static [&'static str],
    /// In the order in which they are run.
    pub tests: &'static [Test],
}

/// A program that fails when something is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The crate, in whose folder it runs.
    pub package: &'static str,
    /// The name of the target.
    pub target: &'static str,
    /// Whether it is a test executable, and not a program.
    pub is_test: bool,
    /// What it is given.
    pub arguments: &'static [&'static str],
}

impl fmt::Display for Test {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {}", self.target, self.arguments.join(" "))
    }
}

const fn unit(package: &'static str, target: &'static str, arguments: &'static [&'static str]) -> Test {
    Test { package, target, is_test: true, arguments }
}

const fn random(arguments: &'static [&'static str]) -> Test {
    Test { package: "fuzz", target: "umpteen-fuzz", is_test: false, arguments }
}

/// All groups.
pub const GROUPS: [Group; 1] = [Group {
    name: "checker",
    files: &["crates/checker/src"],
    packages: &["checker", "fuzz"],
    targets: &["--lib", "--bins", "--test forged"],
    tests: &[
        unit("checker", "umpteen_checker", &["--skip", "tests::systems", "--skip", "products_are_within"]),
        unit("checker", "umpteen_checker", &["tests::systems", "products_are_within"]),
        unit("fuzz", "forged", &[]),
        random(&["--cases", "300"]),
        random(&["--stacks", "--cases", "30"]),
        random(&["--refine", "--cases", "10"]),
        random(&["--programs", "--cases", "10"]),
        random(&["--c", "--cases", "1"]),
        random(&["--explore", "--cases", "5"]),
    ],
}];
