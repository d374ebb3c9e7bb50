//! Runs `gcc -E` on a C file: with a limit on time and on what it may print, since macros can grow without end.

use crate::external;
use crate::failure::Failure;
use crate::question::{DataModelName, MeaningOfC};
use std::path::Path;
use std::time::Duration;
use umpteen_frontends::{Code, LARGEST_FILE};

/// Preprocessing takes milliseconds; more than this is not a program that people wrote.
const LONGEST: Duration = Duration::from_secs(5);

/// The arguments of gcc for preprocessing. Without the last one, glibc's <ctype.h> looks its answers up in tables.
pub const PREPROCESSING: [&str; 4] = ["-E", "-x", "c", "-D__NO_CTYPE"];

/// The text of a C file after preprocessing. It runs in the file's folder, so that the text does not depend on how the
/// file was named.
pub fn preprocess(path: &Path, options: &MeaningOfC) -> Result<Vec<u8>, Failure> {
    let failed = |message: String| Failure::Plain(Code::Preprocessor, format!("{}: {message}", path.display()));
    let no_gcc = |error| {
        let help = "install it, or give the preprocessed text as a .i file";
        failed(format!("cannot run gcc for preprocessing: {error}; {help}"))
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut command = external::command("gcc").map_err(no_gcc)?;
    command.current_dir(folder).args(PREPROCESSING);
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
    let ended = external::run(&mut command, LONGEST, Some(LARGEST_FILE)).map_err(no_gcc)?;
    if ended.output.len() as u64 > LARGEST_FILE {
        let message = format!("{}: more than 16 MB after preprocessing", path.display());
        return Err(Failure::Plain(Code::TooLarge, message));
    }
    if ended.was_killed() {
        return Err(failed(format!("preprocessing takes more than {} seconds", LONGEST.as_secs())));
    }
    if ended.succeeded() {
        return Ok(ended.output);
    }
    let mut shown: Vec<&str> = ended.errors.lines().take(12).collect();
    if shown.is_empty() {
        return Err(failed(format!("gcc -E {}", ended.how())));
    }
    // The reason comes first: tools that show one line of a message should show that one.
    let reason = shown.iter().position(|line| line.contains("error:")).unwrap_or(0);
    shown[..=reason].rotate_right(1);
    let hint = match narrow {
        true => "\n--data-model ilp32 needs gcc with -m32 and its headers for 32 bits (on Debian: gcc-multilib)",
        false => "",
    };
    Err(failed(format!("gcc -E says: {}{hint}", shown.join("\n"))))
}
