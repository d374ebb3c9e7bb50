//! Groups of files that are mutated together, and the fast tests that should notice.

use std::fmt;

/// Some source files, and their tests.
pub struct Group {
    /// The name on the command line.
    pub name: &'static str,
    /// Files and folders.
    pub files: &'static [&'static str],
    /// Files and folders among these that do not belong to it.
    pub except: &'static [&'static str],
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
    /// Which kind of target it is.
    pub kind: Kind,
    /// The arguments of the test.
    pub arguments: &'static [&'static str],
}

/// A kind of target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The unit tests of a library.
    Unit,
    /// A file of tests.
    File,
    /// A program.
    Program,
}

impl Group {
    /// Its tests, or its unit tests only.
    pub fn tests(&self, units: bool) -> Vec<Test> {
        self.tests.iter().filter(|test| !units || test.kind == Kind::Unit).copied().collect()
    }
}

impl Test {
    /// Whether cargo builds it for testing.
    pub fn is_test(&self) -> bool {
        self.kind != Kind::Program
    }

    /// The arguments of cargo that build the test.
    pub fn of_cargo(&self) -> Vec<&'static str> {
        match self.kind {
            Kind::Unit => vec!["--lib"],
            Kind::File => vec!["--test", self.target],
            Kind::Program => vec!["--bins"],
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {}", self.target, self.arguments.join(" "))
    }
}

type Words = &'static [&'static str];

const fn unit(package: &'static str, target: &'static str, arguments: Words) -> Test {
    Test { package, target, kind: Kind::Unit, arguments }
}

const fn file(target: &'static str, arguments: Words) -> Test {
    Test { package: "fuzz", target, kind: Kind::File, arguments }
}

const fn work(arguments: Words) -> Test {
    file("work", arguments)
}

const fn random(arguments: Words) -> Test {
    Test { package: "fuzz", target: "umpteen-fuzz", kind: Kind::Program, arguments }
}

/// All unit tests of the engines, which take little time.
const ENGINES: Test = unit("engines", "umpteen_engines", &[]);

/// The tables of how much work the engines have with counter systems and Boolean programs.
const SYSTEMS: Test = work(&["random_systems", "random_diagrams", "random_programs"]);

/// All groups.
pub const GROUPS: [Group; 13] = [
    Group {
        name: "checker",
        files: &["crates/checker/src"],
        except: &[],
        tests: &[
            unit("checker", "umpteen_checker", &["--skip", "tests::systems", "--skip", "products_are_within"]),
            unit("checker", "umpteen_checker", &["tests::systems", "products_are_within"]),
            file("forged", &[]),
            random(&["--cases", "300"]),
            random(&["--stacks", "--cases", "30"]),
            random(&["--refine", "--cases", "10"]),
            random(&["--programs", "--cases", "10"]),
            random(&["--c", "--cases", "1"]),
            random(&["--explore", "--cases", "5"]),
        ],
    },
    Group {
        name: "lowering",
        files: &["crates/frontends/src/c/lower"],
        except: &[],
        tests: &[
            unit("frontends", "umpteen_frontends", &["c::", "--skip", "limits"]),
            file("corpus_c", &[]),
            work(&["explored"]),
            random(&["--sequential", "--cases", "20"]),
        ],
    },
    Group {
        name: "backward",
        files: &[
            "crates/engines/src/backward.rs",
            "crates/engines/src/predecessors.rs",
            "crates/engines/src/basis.rs",
            "crates/engines/src/pairs.rs",
            "crates/engines/src/weights.rs",
        ],
        except: &[],
        tests: &[ENGINES, SYSTEMS, random(&["--cases", "300"])],
    },
    Group {
        name: "forward",
        files: &["crates/engines/src/forward", "crates/engines/src/boolean/forward.rs"],
        except: &[],
        tests: &[ENGINES, SYSTEMS, random(&["--forward", "--cases", "100"])],
    },
    Group {
        name: "directed",
        files: &[
            "crates/engines/src/directed",
            "crates/engines/src/state_inequation.rs",
            "crates/engines/src/refutation.rs",
        ],
        except: &[],
        tests: &[ENGINES, SYSTEMS, random(&["--cases", "300"])],
    },
    Group {
        name: "pathwise",
        files: &["crates/engines/src/pathwise"],
        except: &[],
        tests: &[ENGINES, SYSTEMS, random(&["--pathwise", "--cases", "500"])],
    },
    Group {
        name: "pushdown",
        files: &["crates/engines/src/pushdown"],
        except: &[],
        tests: &[ENGINES, work(&["random_stacks"]), random(&["--stacks", "--cases", "100"])],
    },
    Group {
        name: "refinement",
        files: &["crates/engines/src/refinement"],
        except: &[],
        tests: &[ENGINES, work(&["random_refinements"]), random(&["--refine", "--cases", "60"])],
    },
    Group {
        name: "boolean",
        files: &["crates/engines/src/boolean"],
        except: &["crates/engines/src/boolean/forward.rs"],
        tests: &[ENGINES, SYSTEMS, file("forged", &[]), random(&["--programs", "--cases", "40"])],
    },
    Group {
        name: "cegar",
        files: &["crates/cegar/src", "crates/model/src/c/boolean_program.rs"],
        except: &["crates/cegar/src/explore"],
        tests: &[unit("cegar", "umpteen_cegar", &[]), work(&["abstracted", "facts"]), random(&["--c", "--cases", "2"])],
    },
    Group {
        name: "reduce",
        files: &["crates/reduce/src"],
        except: &[],
        tests: &[unit("reduce", "umpteen_reduce", &[]), work(&["explored"]), random(&["--explore", "--cases", "60"])],
    },
    // A wrong reduction is rejected, or loses no failure: here the mutants that are noticed are the findings.
    Group {
        name: "accepted",
        files: &["crates/reduce/src"],
        except: &[],
        tests: &[file("reductions", &["an_accepted_reduction"])],
    },
    Group {
        name: "explore",
        files: &["crates/cegar/src/explore"],
        except: &[],
        tests: &[unit("cegar", "umpteen_cegar", &[]), work(&["explored"]), random(&["--explore", "--cases", "20"])],
    },
];
