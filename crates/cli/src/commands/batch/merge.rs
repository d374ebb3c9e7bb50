//! Puts the results of several folders together: the parts of one batch that several machines have run.

use crate::commands::batch::folder::{self, Folder, Plan};
use crate::commands::batch::options::Batch;
use crate::commands::batch::row::Row;
use std::collections::HashMap;
use std::path::Path;
use umpteen::failure::Failure;
use umpteen::failure::usage;
use umpteen::read::read_bytes;
use umpteen_frontends::Code;

/// Merges folders into a folder of the whole batch, which can go on like any other. Rows that it has already stay.
pub fn merge(options: &Batch) -> Result<u8, Failure> {
    let own = &options.own;
    if own.shard.is_some() || own.evidence || !options.passed_on.is_empty() {
        return usage("--merge takes folders and --output only: the options are those of the folders");
    }
    let parts = own.merge.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let Some((first, _)) = parts.first() else { return usage("--merge needs folders") };
    let whole = Plan { shard: None, ..first.clone() };
    for (path, (plan, _)) in own.merge.iter().zip(&parts) {
        if let Some(difference) = whole.difference(&Plan { shard: None, ..plan.clone() }) {
            let message = format!("{} is no part of the batch in {}", path.display(), own.merge[0].display());
            return usage(&format!("{message}: {difference}"));
        }
    }
    let (mut folder, mut rows) = Folder::open(&own.output, &whole)?;
    let mut known: HashMap<String, Row> = rows.iter().map(|row| (row.task.clone(), row.clone())).collect();
    for (path, (plan, part)) in own.merge.iter().zip(parts) {
        if plan.evidence {
            copy_evidence(path, &folder)?;
        }
        for row in part {
            match known.get(&row.task) {
                None => {
                    folder.append(&row)?;
                    known.insert(row.task.clone(), row.clone());
                    rows.push(row);
                }
                Some(other) if other.answer == row.answer => {}
                Some(other) => {
                    let (old, new) = (other.answer.title(), row.answer.title());
                    let message = format!("{}: {} is {new} here, but {old} elsewhere", path.display(), row.task);
                    return usage(&message);
                }
            }
        }
    }
    super::finish(&folder, &whole, rows)
}

fn read(path: &Path) -> Result<(Plan, Vec<Row>), Failure> {
    match folder::read_plan(path)? {
        None => usage(&format!("{}: there is no batch in it", path.display())),
        Some(plan) => {
            let (rows, _) = folder::read_rows(path, &plan)?;
            Ok((plan, rows))
        }
    }
}

/// Evidence is named after the place of its task among all, so the names of parts do not clash.
fn copy_evidence(path: &Path, folder: &Folder) -> Result<(), Failure> {
    let path = path.join("evidence");
    let failed = |error| Failure::io(Code::CannotRead, &path, &error);
    if !path.exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(&path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") {
            let text = String::from_utf8_lossy(&read_bytes(&entry.path(), folder::LARGEST)?).into_owned();
            folder.write(&format!("evidence/{name}"), &text)?;
        }
    }
    Ok(())
}
