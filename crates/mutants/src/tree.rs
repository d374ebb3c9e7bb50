//! A copy of the source tree, with mutants in it and a build folder of its own, which is kept from run to run.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The copy.
pub struct Tree {
    /// The folder of the copy.
    pub folder: PathBuf,
    files: Vec<PathBuf>,
    from: PathBuf,
}

impl Tree {
    /// Copies what git knows of, and what it does not ignore.
    pub fn new(from: &Path, folder: &Path) -> io::Result<Tree> {
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(from)
            .output()?;
        let listed = String::from_utf8_lossy(&listed.stdout);
        let files: Vec<PathBuf> = listed.lines().map(PathBuf::from).filter(|file| from.join(file).is_file()).collect();
        if files.is_empty() {
            return Err(io::Error::other("git lists no files here"));
        }
        let tree = Tree { folder: folder.to_path_buf(), files, from: from.to_path_buf() };
        tree.remove_others()?;
        for file in &tree.files {
            tree.write(file, &std::fs::read(from.join(file))?)?;
        }
        Ok(tree)
    }

    /// The source files at or below a path.
    pub fn sources(&self, path: &str) -> Vec<&Path> {
        let is_source = |file: &&PathBuf| {
            let is_test = file.iter().any(|part| part == "tests" || part == "tests.rs");
            file.starts_with(path) && file.extension().is_some_and(|ending| ending == "rs") && !is_test
        };
        self.files.iter().filter(is_source).map(PathBuf::as_path).collect()
    }

    /// The text of a file, without mutants.
    pub fn original(&self, file: &Path) -> io::Result<String> {
        std::fs::read_to_string(self.from.join(file))
    }

    /// Writes a file of the copy, unless it has this content already: cargo looks at times.
    pub fn write(&self, file: &Path, content: &[u8]) -> io::Result<()> {
        let path = self.folder.join(file);
        if std::fs::read(&path).is_ok_and(|known| known == content) {
            return Ok(());
        }
        std::fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
        std::fs::write(path, content)
    }

    /// Removes what an earlier copy had and this one has not.
    fn remove_others(&self) -> io::Result<()> {
        let known: BTreeSet<PathBuf> = self.files.iter().map(|file| self.folder.join(file)).collect();
        let mut folders = vec![self.folder.join("crates"), self.folder.join("tests"), self.folder.join("examples")];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            for entry in entries {
                let path = entry?.path();
                match path.is_dir() {
                    true => folders.push(path),
                    false if !known.contains(&path) => std::fs::remove_file(path)?,
                    false => {}
                }
            }
        }
        Ok(())
    }
}
