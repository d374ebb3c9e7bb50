//! The parts of an HTML page beyond the report: the source files, and the obligations that the checker has shown.

use crate::evidence_file::EvidenceFile;
use crate::explain::assumptions::sorted;
use crate::explain::obligations::obligations;
use crate::read::read_bytes;
use crate::report::{PageView, SourceView};
use std::path::{Path, PathBuf};

/// Larger files are not shown.
const LARGEST: u64 = 2 << 20;

/// Gathers it: the files that were given, and others that the program mentions.
pub fn gather(
    given: &[PathBuf],
    others: &[String],
    include: &[String],
    evidence: Option<&EvidenceFile>,
    assumes: &[String],
) -> Option<PageView> {
    let obligations = evidence.map(obligations).unwrap_or_default();
    Some(PageView { sources: sources(given, others, include), obligations, tried: None, usual: sorted(assumes).usual })
}

/// The given files, and of the others those in the same folders or in the folders of included files. A line marker of
/// preprocessed text may name any file, which must not end up in a report only for that.
fn sources(given: &[PathBuf], others: &[String], include: &[String]) -> Vec<SourceView> {
    let parent = |path: &PathBuf| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let folders: Vec<PathBuf> = given
        .iter()
        .map(parent)
        .chain(include.iter().map(PathBuf::from))
        .filter_map(|f| f.canonicalize().ok())
        .collect();
    let mut sources: Vec<SourceView> = Vec::new();
    let mut add = |path: &Path| {
        let name = path.display().to_string();
        let known = sources.iter().any(|source| source.name == name);
        let text = read_bytes(path, LARGEST).ok().filter(|_| !known);
        sources.extend(text.map(|bytes| SourceView { name, text: String::from_utf8_lossy(&bytes).into_owned() }));
    };
    for path in given {
        add(path);
    }
    for path in others.iter().map(Path::new) {
        let found = path.canonicalize();
        if found.is_ok_and(|found| folders.iter().any(|folder| found.starts_with(folder))) {
            add(path);
        }
    }
    sources
}
