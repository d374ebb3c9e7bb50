//! Two programs in one text: lines `one //~ other` say the same thing in two ways.
//!
//! The first program uses what C and its libraries offer, the second one only integers, branches and atomic sections. Both
//! must fail or not fail alike, so the second one says what the front end has to make of the first. Both being in one
//! text, a failing pair can be made smaller line by line.

/// The separator of the two versions of a line.
const MARK: &str = "//~";

/// One text of two programs that have the same number of lines.
pub fn join(rich: &str, plain: &str) -> String {
    assert_eq!(rich.lines().count(), plain.lines().count(), "both versions of a statement have the same lines");
    let both = |(rich, plain): (&str, &str)| match rich == plain {
        true => format!("{rich}\n"),
        false => format!("{rich} {MARK} {}\n", plain.trim_start()),
    };
    rich.lines().zip(plain.lines()).map(both).collect()
}

/// The program with everything that C offers.
pub fn rich(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.split(MARK).next().unwrap_or_default())).collect()
}

/// The program that says the same plainly.
pub fn plain(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.split(MARK).last().unwrap_or_default())).collect()
}
