//! Files are written whole or not at all, whenever the process is killed and whenever the disk is full.
//!
//! The content goes into a file without a name, which the system removes if the process ends too early; when all of it is
//! there, the file gets its name. A file that exists already is replaced at once: its successor first gets a temporary name
//! beside it. Where the file system has no files without names, the temporary name is there from the beginning. A name that
//! exists is never opened, so nobody can put a link there.

use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use umpteen::failure::Failure;
use umpteen_frontends::Code;

/// Writes a file. A link is followed, and what is not an ordinary file (a pipe, a terminal) is written to directly.
pub fn write_file(path: &Path, content: &str) -> Result<(), Failure> {
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    let written = match is_special {
        true => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(content.as_bytes())),
        false => replace(path, content),
    };
    written.map_err(|error| Failure::io(Code::CannotWrite, path, &error))
}

fn replace(path: &Path, content: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unnamed = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let Ok(file) = rustix::fs::open(folder, unnamed, Mode::from_raw_mode(0o666)) else {
        return replace_by_name(path, content);
    };
    let file = File::from(file);
    fill(&file, content)?;
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    let named = |name: &Path| -> io::Result<()> {
        Ok(rustix::fs::linkat(CWD, open.as_str(), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    };
    match named(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let ((), temporary) = with_temporary_name(path, named)?;
            renamed(&temporary, path)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => replace_by_name(path, content), // there is no /proc
        result => result,
    }
}

/// Replaces a file by means of a temporary name, where there is no /proc to name an unnamed file.
fn replace_by_name(path: &Path, content: &str) -> io::Result<()> {
    let create = |name: &Path| OpenOptions::new().write(true).create_new(true).open(name);
    let (file, temporary) = with_temporary_name(path, create)?;
    fill(&file, content).inspect_err(|_| drop(std::fs::remove_file(&temporary)))?;
    renamed(&temporary, path)
}

/// All of it, and on the disk: a full disk is noticed now, and a rename never overtakes what it renames.
fn fill(mut file: &File, content: &str) -> io::Result<()> {
    file.write_all(content.as_bytes())?;
    file.sync_data()
}

fn renamed(temporary: &Path, path: &Path) -> io::Result<()> {
    std::fs::rename(temporary, path).inspect_err(|_| drop(std::fs::remove_file(temporary)))
}

/// Makes something under a name that nobody has yet.
fn with_temporary_name<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    let mut number = 0;
    loop {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}-{number}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        match make(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1000 => number += 1,
            result => return result.map(|made| (made, temporary)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("umpteen-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        folder
    }

    #[test]
    fn both_ways_replace_a_file_and_leave_nothing_else() {
        let folder = folder("replace");
        for way in [replace, replace_by_name] {
            let file = folder.join("file");
            for content in ["first", "second, which is longer", ""] {
                way(&file, content).unwrap();
                assert_eq!(std::fs::read_to_string(&file).unwrap(), content);
            }
            let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(names, ["file"]);
            std::fs::remove_file(file).unwrap();
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn links_at_temporary_names_are_not_followed() {
        let folder = folder("links");
        let (file, victim) = (folder.join("file"), folder.join("victim"));
        std::fs::write(&victim, "precious").unwrap();
        for number in 0..3 {
            let name = folder.join(format!("file.{}-{number}.tmp", std::process::id()));
            std::os::unix::fs::symlink(&victim, name).unwrap();
        }
        for way in [replace, replace_by_name] {
            std::fs::write(&file, "old").unwrap();
            way(&file, "new").unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
            assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
