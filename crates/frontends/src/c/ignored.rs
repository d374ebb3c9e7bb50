//! Attributes and pragmas that are skipped, each with the reason why that is right. What is not listed is refused.

/// Attributes, without `__` around them, by the reason why they change nothing that a run can show.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    (
        "the compiler warns, or refuses to compile",
        &[
            "access",
            "deprecated",
            "designated_init",
            "error",
            "fallthrough",
            "fd_arg",
            "fd_arg_read",
            "fd_arg_write",
            "format",
            "format_arg",
            "maybe_unused",
            "nodiscard",
            "nonstring",
            "sentinel",
            "unavailable",
            "unused",
            "warn_if_not_aligned",
            "warn_unused_result",
            "warning",
        ],
    ),
    (
        "the compiler optimises or instruments more or less",
        &[
            "always_inline",
            "artificial",
            "cold",
            "flatten",
            "hot",
            "no_icf",
            "no_instrument_function",
            "no_profile_instrument_function",
            "no_reorder",
            "no_sanitize",
            "no_sanitize_address",
            "no_sanitize_thread",
            "no_sanitize_undefined",
            "no_split_stack",
            "no_stack_protector",
            "noclone",
            "noinline",
            "noipa",
            "noplt",
            "returns_twice",
            "simd",
            "stack_protect",
            "target",
        ],
    ),
    (
        "the program promises something, and what breaks it is undefined and looked for by itself",
        &[
            "alloc_align",
            "alloc_size",
            "assume_aligned",
            "const",
            "leaf",
            "malloc",
            "may_alias",
            "nonnull",
            "nothrow",
            "pure",
            "returns_nonnull",
        ],
    ),
    ("both sides of a call agree on it", &["cdecl", "fastcall", "regparm", "stdcall"]),
    (
        "the linker keeps, shows or places one definition, and a second one is refused",
        &["common", "externally_visible", "gnu_inline", "nocommon", "retain", "tls_model", "used", "visibility"],
    ),
    ("the parser notes the alignment", &["aligned"]),
    ("it says whose the next word is", &["gnu"]),
];

/// Words that say that a function does not return; one with a body does what that says.
const NO_RETURN: [&str; 4] = ["noreturn", "__noreturn__", "_Noreturn", "___Noreturn__"];

/// Whether a word says that a function does not return. `<stdnoreturn.h>` makes `[[_Noreturn]]` of `[[noreturn]]`.
pub fn is_noreturn(word: &str) -> bool {
    NO_RETURN.contains(&word)
}

/// The attribute of a definition that gives way to another one.
pub const WEAK: &str = "weak";

/// The attribute of a name for something that is defined under another one.
pub const ALIAS: &str = "alias";

/// Attributes by which code runs that nobody calls.
const RUNS_BY_ITSELF: [&str; 1] = ["init_priority"];

/// Sections, beside those that programs name without a dot, that hold ordinary code and data.
const SECTIONS: [&str; 3] = [".text", ".data", ".bss"];

/// The treatment of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute<'a> {
    /// The attribute is skipped.
    Ignored,
    /// The declared entity is refused when it is used.
    Refused(&'a str),
    /// The program is refused, because the attribute works although nobody uses what it belongs to.
    Runs(&'a str),
    /// The function runs before `main`.
    Constructor,
    /// The function runs when the program ends.
    Destructor,
}

/// The treatment of an attribute with a name and, if there is one, a text as its first argument.
pub fn attribute<'a>(name: &'a str, text: Option<&str>) -> Attribute<'a> {
    let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    match name {
        // The linker gathers functions from some sections, and variables of each thread from others.
        "section" => match text {
            Some(section) if is_ordinary(section) => Attribute::Ignored,
            _ => Attribute::Runs(name),
        },
        // Other options change sizes, as `short-enums` does.
        "optimize" if text.is_some_and(is_level) => Attribute::Ignored,
        "target" if text.is_none_or(fuses) => Attribute::Refused(name),
        "constructor" => Attribute::Constructor,
        "destructor" => Attribute::Destructor,
        _ if RUNS_BY_ITSELF.contains(&name) => Attribute::Runs(name),
        _ if ATTRIBUTES.iter().any(|(_, names)| names.contains(&name)) => Attribute::Ignored,
        _ => Attribute::Refused(name),
    }
}

/// Whether instructions of a processor may round a product and a sum at once.
fn fuses(target: &str) -> bool {
    ["fma", "arch", "avx512"].iter().any(|option| target.contains(option))
}

/// Whether an option of the compiler is a level of optimisation, such as `O2` or `-Os`; not `Ofast`, which changes what
/// floating-point numbers are.
fn is_level(option: &str) -> bool {
    let level = option.strip_prefix('-').unwrap_or(option).strip_prefix('O');
    level.is_some_and(|level| matches!(level, "" | "0" | "1" | "2" | "3" | "s" | "z" | "g"))
}

/// Whether a section holds ordinary code and data.
fn is_ordinary(section: &str) -> bool {
    let known =
        |start: &&str| section.strip_prefix(*start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    // The compiler copies the name into assembly.
    let plain = section.chars().all(|c| c.is_ascii_alphanumeric() || "._-$".contains(c));
    plain && (!section.starts_with('.') || SECTIONS.iter().any(known))
}

/// Pragmas by the words that they begin with, and the reason why they change nothing.
const PRAGMAS: &[(&str, &[&str])] = &[
    ("it is empty", &[""]),
    (
        "the compiler warns",
        &["GCC diagnostic", "GCC poison", "GCC system_header", "GCC warning", "GCC error", "message"],
    ),
    (
        "the compiler optimises more or less",
        &["GCC push_options", "GCC pop_options", "GCC reset_options", "GCC target", "GCC ivdep", "GCC unroll"],
    ),
    ("the linker shows more or less", &["GCC visibility"]),
    ("the preprocessor has done it", &["once", "push_macro", "pop_macro", "GCC dependency"]),
    (
        "gcc ignores it, or only complex numbers depend on it",
        &["STDC FP_CONTRACT", "STDC FENV_ACCESS", "STDC CX_LIMITED_RANGE"],
    ),
    ("it ends another one", &["pack()", "pack(pop)"]),
    (
        "it is for other compilers or for editors, and gcc skips it",
        &["clang", "region", "endregion", "mark", "merger", "warning"],
    ),
];

/// The first words of a pragma that is refused; `words` is what follows `#pragma`.
pub fn refused_pragma(words: &str) -> Option<String> {
    let whole = words.replace(" (", "(").replace("( ", "(").replace(" )", ")");
    let whole = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    let begins = |start: &&str| {
        whole.strip_prefix(*start).is_some_and(|rest| rest.is_empty() || !start.is_empty() && !is_word(rest))
    };
    let optimises = whole.strip_prefix("GCC optimize").is_some_and(|options| {
        let options = options.trim().trim_start_matches('(').trim_end_matches(')');
        options.split(',').all(|option| is_level(option.trim().trim_matches('"')))
    });
    let fused = whole.starts_with("GCC target") && fuses(&whole);
    let ignored = optimises || !fused && PRAGMAS.iter().any(|(_, starts)| starts.iter().any(begins));
    // `GCC` and `STDC` say whose the next word is.
    let count = if whole.starts_with("GCC ") || whole.starts_with("STDC ") { 2 } else { 1 };
    let first: Vec<&str> = whole.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').take(count).collect();
    (!ignored).then(|| first.join(" "))
}

/// Whether a word goes on.
fn is_word(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}
