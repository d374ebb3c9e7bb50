//! From offsets in preprocessed text to places in the files it was made from, by the line markers that `gcc -E` leaves.
//!
//! A marker `# 12 "file.c"` says that the next line is line 12 of that file; lines count up from there.

use std::ops::Range;

/// The places of a preprocessed text.
#[derive(Clone, Debug)]
pub struct LineMap {
    files: Vec<String>,
    /// For every line of the text: its offset, the number of its file and its line there.
    lines: Vec<(usize, u32, u32)>,
    /// The offsets of characters longer than a byte, to count columns in characters.
    wide: Vec<(usize, usize)>,
}

/// The name of a text without markers.
const UNNAMED: &str = "<input>";

impl LineMap {
    /// Reads the markers of a text.
    pub fn new(text: &str) -> LineMap {
        let mut map = LineMap { files: vec![UNNAMED.to_string()], lines: Vec::new(), wide: Vec::new() };
        let (mut offset, mut file, mut line) = (0, 0, 1u32);
        for piece in text.split_inclusive('\n') {
            map.lines.push((offset, file, line));
            offset += piece.len();
            match marker(piece) {
                Some((number, name)) => {
                    line = number;
                    file = map.file(&name);
                }
                None => line = line.saturating_add(1),
            }
        }
        if offset == 0 || text.ends_with('\n') {
            map.lines.push((offset, file, line));
        }
        let wide = text.char_indices().filter(|(_, c)| c.len_utf8() > 1);
        map.wide = wide.map(|(at, c)| (at, c.len_utf8() - 1)).collect();
        map
    }

    /// The file's name, the line and the column of an offset, both counted from one.
    pub fn locate(&self, offset: usize) -> (&str, u32, u32) {
        let (file, line, column) = self.position(offset);
        (&self.files[file as usize], line, column)
    }

    /// The position with the file as a number.
    pub fn position(&self, offset: usize) -> (u32, u32, u32) {
        let after = self.lines.partition_point(|(start, ..)| *start <= offset);
        let (start, file, line) = self.lines[after.saturating_sub(1)];
        let wide = |at: usize| self.wide.partition_point(|(place, _)| *place < at);
        let extra: usize = self.wide[wide(start)..wide(offset)].iter().map(|(_, extra)| extra).sum();
        let column = (offset.saturating_sub(start + extra) + 1).min(u32::MAX as usize);
        (file, line, column as u32)
    }

    /// The names of all files, by number; the first is for text before any marker.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The last word of a text that comes from the file it was made from, which the first marker names.
    pub fn last_word(&self, text: &str) -> Range<usize> {
        let own = u32::from(self.files.len() > 1);
        let ends = self.lines.iter().skip(1).map(|(start, ..)| *start).chain([text.len()]);
        let lines = self.lines.iter().zip(ends).filter(|((_, file, _), _)| *file == own);
        let written = lines.filter_map(|((start, ..), end)| {
            let line = text.get(*start..end)?.trim_end();
            let word = line.rsplit(char::is_whitespace).next().map_or(0, str::len);
            let end = start + line.len();
            (!line.trim_start().starts_with('#') && !line.is_empty()).then(|| end - word..end)
        });
        written.last().unwrap_or(0..0)
    }

    fn file(&mut self, name: &str) -> u32 {
        // Markers mostly go back to a file named shortly before.
        let known = self.files.iter().rposition(|file| file == name);
        let number = known.unwrap_or_else(|| {
            self.files.push(name.to_string());
            self.files.len() - 1
        });
        number as u32
    }
}

/// The line and file of a marker: `# 12 "file.c" 1 3` or `#line 12 "file.c"`.
fn marker(line: &str) -> Option<(u32, String)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let number = rest[..digits].parse().ok()?;
    let quoted = rest[digits..].trim_start().strip_prefix('"')?;
    let mut name = String::new();
    let mut characters = quoted.chars();
    loop {
        match characters.next()? {
            '"' => return Some((number, name)),
            '\\' => name.push(characters.next()?),
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LineMap;

    #[test]
    fn markers_name_the_next_line() {
        let text = "a\n# 7 \"x \\\"y.c\" 2\nb c\n\u{e4} d\n# 3 \"z.h\" 1 3\ne";
        let map = LineMap::new(text);
        assert_eq!(map.locate(0), ("<input>", 1, 1));
        assert_eq!(map.locate(text.find("b c").unwrap() + 2), ("x \"y.c", 7, 3));
        assert_eq!(map.locate(text.find('d').unwrap()), ("x \"y.c", 8, 3));
        assert_eq!(map.locate(text.len()), ("z.h", 3, 2));
    }
}
