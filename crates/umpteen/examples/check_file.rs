//! `cargo run -p umpteen --example check_file FILE`: checks a file, prints the verdict, and has the evidence judged again.

use std::error::Error;
use std::path::PathBuf;
use umpteen::report::Verdict;
use umpteen::{Budget, Meaning, Settings, check, recheck, replay};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let meaning = Meaning::default();
    let checked = check(&files, &meaning, &Settings::default(), &Budget::unlimited())?;
    match &checked.report.verdict {
        Verdict::Safe(safe) => println!("SAFE {}: {}", checked.report.scope(safe.scope), safe.why),
        Verdict::Unsafe(found) => println!("UNSAFE: {}, in a run of {} steps", found.what, found.run.steps.len()),
        Verdict::Unknown { reason, .. } => println!("UNKNOWN: {reason}"),
    }
    if let Some(file) = checked.evidence {
        let path = std::env::temp_dir().join(format!("umpteen-{}.json", std::process::id()));
        std::fs::write(&path, file.to_text()?.json)?;
        let accepted = match file.evidence.is_proof() {
            true => recheck(&files, &path, &meaning)?.is_ok(),
            false => replay(&files, &path, &meaning)?.is_ok(),
        };
        println!("evidence accepted again: {accepted}");
        std::fs::remove_file(&path)?;
    }
    Ok(())
}
