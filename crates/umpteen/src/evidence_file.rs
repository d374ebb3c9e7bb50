//! Evidence on disk: the certificate or trace, with what it belongs to.

use crate::failure::Failure;
use crate::question::{Meaning, MeaningOfC};
use crate::read::{FileHash, read_bytes};
use serde::{Deserialize, Serialize};
use std::path::Path;
use umpteen_frontends::{Code, Error};
use umpteen_model::boolean::view::Tables;
use umpteen_model::evidence::Evidence;

/// The largest evidence file accepted.
const LARGEST: u64 = 1 << 30;

/// Conditions nest at most as deep as the text of a program, and take several levels of JSON for each of theirs.
const DEEPEST: usize = 10_000;

/// The version of the evidence format.
const SCHEMA_VERSION: u32 = 1;

/// A certificate or trace with the inputs and the options that give it its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceFile {
    schema_version: u32,
    /// The files that were read.
    pub inputs: Vec<FileHash>,
    /// `--target`, if given.
    pub target: Option<String>,
    /// `--init`, if given.
    pub init: Option<String>,
    /// `--property`, if given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub property: Option<String>,
    /// The options for C, if it is C.
    #[serde(skip_serializing_if = "MeaningOfC::is_default", default)]
    pub c: MeaningOfC,
    /// The meaning of the numbers of shared and local states, for Boolean programs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tables: Option<Tables>,
    /// The evidence itself.
    pub evidence: Evidence,
}

/// Evidence as it goes to a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EvidenceText {
    /// Whether it is evidence of a SAFE.
    pub is_proof: bool,
    /// The text.
    pub json: String,
}

impl EvidenceFile {
    /// Joins evidence with its context.
    pub fn new(inputs: Vec<FileHash>, meaning: &Meaning, tables: Option<Tables>, evidence: Evidence) -> EvidenceFile {
        // A property file has been read by now.
        let Meaning { target, init, property, property_file: _, c } = meaning.clone();
        EvidenceFile { schema_version: SCHEMA_VERSION, inputs, target, init, property, c, tables, evidence }
    }

    /// Reads evidence from a file.
    pub fn read(path: &Path) -> Result<EvidenceFile, Failure> {
        let bytes = read_bytes(path, LARGEST)?;
        if depth(&bytes) > DEEPEST {
            let message = format!("{}: more than {DEEPEST} levels of nesting", path.display());
            return Err(Failure::Plain(Code::TooLarge, message));
        }
        let mut deserializer = serde_json::Deserializer::from_slice(&bytes);
        deserializer.disable_recursion_limit();
        let parsed = EvidenceFile::deserialize(&mut deserializer).and_then(|file| deserializer.end().map(|()| file));
        let text = || String::from_utf8_lossy(&bytes).into_owned();
        let file = parsed.map_err(|error| {
            let text = text();
            let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let at = line_start + error.column().saturating_sub(1);
            Failure::At(Error::new(Code::Evidence, error.to_string(), at..at), path.display().to_string(), text)
        })?;
        if file.schema_version != SCHEMA_VERSION {
            let message = format!("{}: schema version {} is not {SCHEMA_VERSION}", path.display(), file.schema_version);
            return Err(Failure::Plain(Code::Evidence, message));
        }
        Ok(file)
    }

    /// The text for a file.
    pub fn to_text(&self) -> Result<EvidenceText, Failure> {
        let json = serde_json::to_string(self).map_err(|error| Failure::Internal(error.to_string()))?;
        Ok(EvidenceText { is_proof: self.evidence.is_proof(), json })
    }

    /// The options that the evidence was made with.
    pub fn meaning(&self) -> Meaning {
        let EvidenceFile { target, init, property, c, .. } = self.clone();
        Meaning { target, init, property, property_file: None, c }
    }
}

/// How deeply JSON nests. What is no JSON has some depth, too.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0usize, 0, false, false);
    for byte in json {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a[[[\"[[\\": [1, {"b": "]"}], "c": []}"#), 3);
        assert_eq!(depth(b"]]][["), 2);
    }
}
