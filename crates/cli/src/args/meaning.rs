//! Options that change what is asked.

use clap::Args;
use std::path::PathBuf;
use umpteen::question::{self, DataModelName, GranularityName, UnknownFunctionsName};

/// Options that change what is asked.
#[derive(Args, Debug)]
pub struct Meaning {
    /// What must not be covered, instead of the file's target: `s|l1,l2*k` for threads, `a>=1,b>=2` for nets;
    /// several are separated by `;`
    #[arg(long, help_heading = FOR_SYSTEMS, value_name = "TARGET")]
    pub target: Option<String>,
    /// Where it starts, instead of the default: `s|l*2,m*any` for threads, `a=1,b>=2` for nets, `main=any` for
    /// Boolean programs
    #[arg(long, help_heading = FOR_SYSTEMS, value_name = "START")]
    pub init: Option<String>,
    /// What must hold: assert (the default; for C also that pointers and indices lead somewhere); for C also reach-error
    /// (no error function is reached, whatever the assertions say), race (no two threads access the same variable at the
    /// same time, one of them to write, and pointers and indices lead somewhere), no-data-race (the same, but pointers and indices are
    /// assumed to lead somewhere) or deadlock (no threads wait for each other for ever, and locks are unlocked by the threads that
    /// hold them); for Boolean programs also label:L (never reached), exclusive:L,M (never two threads there at the same time) or
    /// invariant:EXPR (over shared variables); for systems invariant:EXPR, as in `shared != 3 && shared < 7` for threads
    /// and `a + b <= 1` for nets
    #[arg(long, value_name = "PROPERTY")]
    pub property: Option<String>,
    /// What must hold, as a property file of SV-COMP says it
    #[arg(long, value_name = "PATH", conflicts_with = "property")]
    pub property_file: Option<PathBuf>,
    #[command(flatten)]
    pub c: MeaningOfC,
}

/// Where the help lists options that only some C programs need.
pub(super) const FOR_C: &str = "C: what a program means";

/// Where the help lists options of abstraction refinement.
pub(super) const ABSTRACTION: &str = "C: how it is proved";

/// Where the help lists options for other input.
pub(super) const FOR_SYSTEMS: &str = "Thread systems, nets, Boolean programs and pushdown systems";

/// Options that change what a C program means.
#[derive(Args, Debug)]
pub struct MeaningOfC {
    /// What one step is: a single access to shared memory (the default), or a whole statement
    #[arg(long, help_heading = FOR_C, value_name = "GRANULARITY")]
    pub granularity: Option<GranularityName>,
    /// The sizes of the integer types: lp64 (the default) or ilp32
    #[arg(long, help_heading = FOR_C, value_name = "MODEL")]
    pub data_model: Option<DataModelName>,
    /// For C: any number of threads run this function; may be given several times
    #[arg(long, value_name = "FUNCTION")]
    pub spawn: Vec<String>,
    /// Functions without a body: they return any value and write only what they are given pointers to (frame, the default); may write
    /// whatever has external linkage or was given to one of them, keep and free it, and let functions that they are given run later
    /// (any); or are refused (refuse)
    #[arg(long, help_heading = FOR_C, value_name = "ASSUMPTION")]
    pub unknown_functions: Option<UnknownFunctionsName>,
    /// What a function does, whatever the source says of it: NAME=frame (it returns any value and writes only what it is given
    /// pointers to), NAME=any (as `--unknown-functions any`), NAME=pure (it returns any value and writes nothing), NAME=noreturn (it does not return), or NAME=FILE.c
    /// (what that file says); may be given several times
    #[arg(long, help_heading = FOR_C, value_name = "NAME=WHAT")]
    pub stub: Vec<String>,
    /// Functions that may fail where they need something of the machine, as `malloc,pthread_create`; all others are taken to succeed,
    /// which is listed
    #[arg(long, help_heading = FOR_C, value_name = "NAMES", value_delimiter = ',')]
    pub may_fail: Vec<String>,
    /// For C: a folder to look for included files in
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include: Vec<String>,
    /// For C: define a macro for the preprocessor
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// For C: do not define a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
}

impl Meaning {
    /// The options as a plain value.
    pub fn plain(&self) -> question::Meaning {
        let Meaning { target, init, property, property_file, c } = self;
        let MeaningOfC { granularity, data_model, spawn, unknown_functions, stub, may_fail, include, define, undefine } =
            c;
        question::Meaning {
            target: target.clone(),
            init: init.clone(),
            property: property.clone(),
            property_file: property_file.clone(),
            c: question::MeaningOfC {
                granularity: *granularity,
                data_model: *data_model,
                spawn: spawn.clone(),
                unknown_functions: *unknown_functions,
                stub: stub.clone(),
                may_fail: may_fail.clone(),
                include: include.clone(),
                define: define.clone(),
                undefine: undefine.clone(),
            },
        }
    }
}
