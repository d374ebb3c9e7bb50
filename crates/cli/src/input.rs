//! Reads an input file with everything that belongs to it.

use crate::args::Meaning;
use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use umpteen_frontends::{Code, Error, Format, LARGEST_FILE, Model, decode};
use umpteen_model::system::System;

/// A model, ready to be decided.
pub struct Input {
    /// As parsed.
    pub model: Model,
    /// As the engines see it.
    pub system: System,
    /// The files read, for the evidence.
    pub files: Vec<FileHash>,
}

/// A file that a verdict depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileHash {
    /// The file's name, without folders.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

/// Reads a model and the target beside it; options override both.
pub fn read(path: &Path, meaning: &Meaning) -> Result<Input, Failure> {
    let format = path.extension().and_then(|e| e.to_str()).and_then(Format::from_extension);
    let Some(format) = format else {
        let message = format!("{}: the ending must be .tts, .spec or .pnml", path.display());
        return Err(Failure::Plain(Code::UnknownFormat, message));
    };
    let mut files = Vec::new();
    let text = read_text(path, &mut files)?;
    let name = path.display().to_string();
    let located = |name: &str, text: &str| {
        let (name, text) = (name.to_string(), text.to_string());
        move |error: Error| Failure::At(error, name, text)
    };
    let mut model = Model::parse(format, &text).map_err(located(&name, &text))?;
    if let Some(init) = &meaning.init {
        model.set_initial(init).map_err(located("--init", init))?;
    }
    let property = path.with_extension("prop");
    if let Some(target) = &meaning.target {
        model.set_targets(target).map_err(located("--target", target))?;
    } else if format == Format::Tts {
        if !property.exists() {
            let message = format!("{name} needs a target: write {} or give --target", property.display());
            return Err(Failure::Plain(Code::NoTarget, message));
        }
        let text = read_text(&property, &mut files)?;
        model.set_targets(&text).map_err(located(&property.display().to_string(), &text))?;
    }
    if !model.has_target() {
        let message = format!("{name} says nothing about what must not happen: give --target");
        return Err(Failure::Plain(Code::NoTarget, message));
    }
    let overflow = |_| Failure::Plain(Code::TooLarge, format!("{name}: a count is beyond 32 bits"));
    let system = model.system().map_err(overflow)?;
    Ok(Input { model, system, files })
}

fn read_text(path: &Path, files: &mut Vec<FileHash>) -> Result<String, Failure> {
    let failed = |error| Failure::io(Code::CannotRead, path, &error);
    let size = std::fs::metadata(path).map_err(failed)?.len();
    if size > LARGEST_FILE {
        let message = format!("{}: {size} bytes are more than the 16 MB accepted", path.display());
        return Err(Failure::Plain(Code::TooLarge, message));
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    let text = decode(&bytes).map_err(|error| {
        Failure::At(error, path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned())
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sha256 = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    files.push(FileHash { name, sha256 });
    Ok(text.to_string())
}

/// Writes a file whole or not at all: under a temporary name first, then renamed.
pub fn write_file(path: &Path, content: &str) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary: PathBuf = path.with_file_name(name);
    let written = std::fs::write(&temporary, content).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        Failure::io(Code::CannotWrite, path, &error)
    })
}
