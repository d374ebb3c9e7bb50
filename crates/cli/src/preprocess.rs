//! Runs `gcc -E` on a C file: with a limit on time and on what it may print, since macros can grow without end.

use crate::args::{DataModelName, MeaningOfC};
use crate::failure::Failure;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use umpteen_frontends::{Code, LARGEST_FILE};

/// Preprocessing takes milliseconds; more than this is not a program that people wrote.
const LONGEST: Duration = Duration::from_secs(5);

/// The text of a C file after preprocessing. It runs in the file's folder, so that the text does not depend on how the
/// file was named.
pub fn preprocess(path: &Path, options: &MeaningOfC) -> Result<Vec<u8>, Failure> {
    let failed = |message: String| Failure::Plain(Code::Preprocessor, format!("{}: {message}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut command = Command::new("gcc");
    command.current_dir(folder).args(["-E", "-x", "c"]);
    // The headers choose the types behind names like `int64_t` by the target.
    let narrow = options.data_model == Some(DataModelName::Ilp32);
    if narrow {
        command.arg("-m32");
    }
    for include in &options.include {
        let absolute = std::path::absolute(include).unwrap_or_else(|_| include.into());
        command.arg("-I").arg(absolute);
    }
    command.args(options.define.iter().map(|macro_name| format!("-D{macro_name}")));
    command.args(options.undefine.iter().map(|macro_name| format!("-U{macro_name}")));
    // `--` is not understood by all versions; a leading `./` keeps a file name from being an option.
    command.arg(Path::new(".").join(path.file_name().unwrap_or_default()));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| {
        failed(format!(
            "cannot run gcc for preprocessing: {error}; install it, or give the preprocessed text as a .i file"
        ))
    })?;
    let (sender, receiver) = mpsc::channel();
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let complaints = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = errors.map(|errors| errors.take(1 << 16).read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.map(|output| output.take(LARGEST_FILE + 1).read_to_end(&mut text));
        let _ = sender.send(read.is_some_and(|read| read.is_ok()).then_some(text));
    });
    let text = match receiver.recv_timeout(LONGEST) {
        Ok(Some(text)) if text.len() as u64 <= LARGEST_FILE => text,
        result => {
            let _ = child.kill();
            let _ = child.wait();
            return Err(match result {
                Err(_) => failed(format!("preprocessing takes more than {} seconds", LONGEST.as_secs())),
                _ => {
                    let message = format!("{}: more than 16 MB after preprocessing", path.display());
                    Failure::Plain(Code::TooLarge, message)
                }
            });
        }
    };
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if status.success() {
        return Ok(text);
    }
    let complaints = complaints.join().unwrap_or_default();
    let shown: Vec<&str> = complaints.lines().take(12).collect();
    let hint = match narrow {
        true => "\n--data-model ilp32 needs gcc with -m32 and its headers for 32 bits (on Debian: gcc-multilib)",
        false => "",
    };
    Err(failed(format!("gcc -E says\n{}{hint}", shown.join("\n"))))
}
