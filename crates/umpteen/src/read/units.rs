//! Several source files as one text: every position keeps the name of its file, as the user would write it.
//!
//! The line markers that `gcc -E` leaves are relative to the folder of their source, which is another one for each
//! source; they are rewritten to be relative to the folder that the user is in.

use crate::failure::Failure;
use std::path::{Path, PathBuf};
use umpteen_frontends::{Code, Error, LARGEST_FILE};

/// Preprocessed texts, one after the other.
#[derive(Default)]
pub struct Units {
    /// The whole text; every line of it belongs to a file by the marker before it.
    pub text: String,
    units: Vec<Unit>,
}

/// One source file.
struct Unit {
    path: PathBuf,
    /// The offset of the unit in the whole text.
    start: usize,
    /// The preprocessed text as it was.
    text: String,
    /// Whether that is what the file holds.
    as_given: bool,
    /// Whether a line was put before it.
    marked: bool,
}

impl Units {
    /// Puts a preprocessed text to the end; `as_given` says that the file holds it in this form.
    pub fn add(&mut self, path: &Path, text: &str, as_given: bool) -> Result<(), Failure> {
        let start = self.text.len();
        let marked = text.lines().next().is_none_or(|line| quoted_name(line).is_none());
        if marked {
            self.text += &format!("# 1 \"{}\"\n", escaped(&path.display().to_string()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map_or(String::new(), |folder| escaped(&format!("{}/", folder.display())));
        for line in text.split_inclusive('\n') {
            match quoted_name(line) {
                None => self.text += line,
                Some(at) if line[at..].starts_with(['/', '<']) => self.text += line,
                Some(at) => {
                    let name = line[at..].strip_prefix("./").unwrap_or(&line[at..]);
                    self.text.extend([&line[..at], &folder, name]);
                }
            }
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.units.push(Unit { path: path.into(), start, text: text.to_string(), as_given, marked });
        if self.text.len() as u64 > 2 * LARGEST_FILE {
            let message = format!("{}: more than 32 MB with the files before it", path.display());
            return Err(Failure::Plain(Code::TooLarge, message));
        }
        Ok(())
    }

    /// Where the second and further files begin.
    pub fn starts(&self) -> Vec<usize> {
        self.units.iter().skip(1).map(|unit| unit.start).collect()
    }

    /// The name of a file of the line map; what is before any marker belongs to the first file.
    pub fn name(&self, file: &str) -> String {
        match self.units.first() {
            Some(unit) if file == "<input>" => unit.path.display().to_string(),
            _ => file.to_string(),
        }
    }

    /// An error in the preprocessed text, for when the source that its marker names cannot be shown.
    pub fn in_preprocessed(&self, error: Error) -> Failure {
        let at = error.span.start.min(self.text.len());
        let Some(unit) = self.units.iter().rfind(|unit| unit.start <= at) else {
            return Failure::At(error, String::new(), self.text.clone());
        };
        // Lines between the unit's start and the error are as long as they were, unless they are markers.
        let before = self.text.get(unit.start..at).unwrap_or("");
        let line = before.matches('\n').count().saturating_sub(usize::from(unit.marked));
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        let start = unit.text.split_inclusive('\n').take(line).map(str::len).sum::<usize>() + column;
        let name = match unit.as_given {
            true => unit.path.display().to_string(),
            false => format!("{} (preprocessed)", unit.path.display()),
        };
        let span = start..start + error.span.len();
        Failure::At(Error { span, ..error }, name, unit.text.clone())
    }
}

/// Where the file's name begins if the line is a marker: `# 12 "file.c" 1 3` or `#line 12 "file.c"`.
fn quoted_name(line: &str) -> Option<usize> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let quoted = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = quoted.trim_start().strip_prefix('"')?;
    (quoted.len() < rest.len()).then(|| line.len() - name.len())
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_frontends::c::LineMap;

    #[test]
    fn every_line_keeps_its_file() {
        let mut units = Units::default();
        units
            .add(Path::new("one/a.c"), "# 1 \"./a.c\"\n# 1 \"part.h\" 1\nint x;\n# 2 \"./a.c\" 2\nint y;", false)
            .unwrap();
        units.add(Path::new("./b \"c\".i"), "int z;\n# 1 \"/usr/h.h\"\nint w;\n#pragma p \"q\"\n", true).unwrap();
        let map = LineMap::new(&units.text);
        let place = |word: &str| map.locate(units.text.find(word).unwrap());
        assert_eq!(place("int x"), ("one/part.h", 1, 1));
        assert_eq!(place("int y"), ("one/a.c", 2, 1));
        assert_eq!(place("int z"), ("./b \"c\".i", 1, 1));
        assert_eq!(place("int w"), ("/usr/h.h", 1, 1));
        assert!(units.text[units.starts()[0]..].starts_with("# 1 \"./b"));
        let at = units.text.find("w;").unwrap();
        let Failure::At(error, name, text) = units.in_preprocessed(Error::new(Code::Syntax, "", at..at + 1)) else {
            panic!("it has a place")
        };
        assert_eq!((name.as_str(), &text[error.span]), ("./b \"c\".i", "w"));
    }
}
