//! Property files of SV-COMP: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.

use umpteen_frontends::{Code, Error};

/// Reads a property file; tells the name of the property as `--property` has it.
pub fn parse(text: &str) -> Result<&'static str, Error> {
    let mut found = None;
    let mut offset = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim();
        let start = offset + whole.len() - whole.trim_start().len();
        offset += whole.len();
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let property = check(line, start)?;
        if found.is_some_and(|other| other != property) {
            let message = "one property is checked at a time; this is another one than the first";
            return Err(Error::new(Code::Unsupported, message, start..start + line.len()));
        }
        found = Some(property);
    }
    let missing = || Error::new(Code::Incomplete, "there is no line `CHECK( init(main()), LTL(...) )`", 0..0);
    found.ok_or_else(missing)
}

/// One line, which starts at an offset.
fn check(line: &str, offset: usize) -> Result<&'static str, Error> {
    let whole = || {
        let message = "expected `CHECK( init(main()), LTL(...) )`";
        Error::new(Code::Syntax, message, offset..offset + line.len())
    };
    let inner = enclosed(line, "CHECK").ok_or_else(whole)?;
    let (start, formula) = inner.split_once(',').ok_or_else(whole)?;
    // Every part is a piece of the line, so the distance of the two is its place.
    let place = |part: &str| {
        let at = offset + (part.as_ptr() as usize - line.as_ptr() as usize);
        at..at + part.len()
    };
    let start = start.trim();
    if without_blanks(start) != "init(main())" {
        return Err(Error::new(Code::Unsupported, "a program starts with `init(main())`", place(start)));
    }
    let formula = formula.trim();
    let refused = |part: &str| {
        let message = format!("the property `{part}` is not checked; those that are: {}", KNOWN.join(", "));
        Error::new(Code::Unsupported, message, place(part))
    };
    let formula = enclosed(formula, "LTL").ok_or_else(|| refused(formula))?.trim();
    match without_blanks(formula).as_str() {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Ok("reach-error"),
        "G!data-race" => Ok("no-data-race"),
        _ => Err(refused(formula)),
    }
}

/// The formulas that are understood, for messages.
const KNOWN: [&str; 3] = ["`G ! call(reach_error())`", "`G ! call(__VERIFIER_error())`", "`G ! data-race`"];

/// The text between the parentheses of `NAME( ... )`.
fn enclosed<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn properties_are_named() {
        assert_eq!(parse("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"), Ok("reach-error"));
        assert_eq!(parse("\nCHECK(init(main()),LTL(G!call(__VERIFIER_error())))"), Ok("reach-error"));
        assert_eq!(parse("CHECK( init(main()), LTL(G ! data-race) )\r\n\r\n"), Ok("no-data-race"));
    }

    #[test]
    fn others_are_refused_where_they_are() {
        for (text, at) in [
            ("CHECK( init(main()), LTL(G ! overflow) )", "G ! overflow"),
            ("CHECK( init(main()), LTL(F end) )", "F end"),
            ("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )", "G valid-free"),
            ("CHECK( init(main()), LTL(G ! call(other())) )", "G ! call(other())"),
            ("CHECK( init(start()), LTL(G ! data-race) )", "init(start())"),
            ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "COVER("),
            ("CHECK( init(main()), FQL(x) )", "FQL(x)"),
            ("CHECK( init(main()) )", "CHECK"),
            (
                "CHECK( init(main()), LTL(G ! data-race) )\nCHECK( init(main()), LTL(G ! call(reach_error())) )",
                "CHECK( init(main()), LTL(G ! call",
            ),
            ("", ""),
        ] {
            let error = parse(text).expect_err(text);
            assert!(text[error.span.start..].starts_with(at), "{text}: {error:?}");
        }
    }
}
