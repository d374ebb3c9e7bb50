//! `reach`: what can be reached, as a table or as data.

use crate::args::{ListFormat, Reach};
use crate::commands::check::budget;
use crate::exit;
use crate::process::supervise::Reply;
use crate::render::text::table;
use umpteen::Reason;
use umpteen::decide::reach::Reached;
use umpteen::explain::words::count;
use umpteen::failure::Failure;
use umpteen::report::{Unit, Verdict};

/// Lists what can be reached.
pub fn reach(options: &Reach) -> Result<Reply, Failure> {
    let found = umpteen::decide::reach::reach(&options.file, options.init.clone(), &budget(&options.limits))?;
    let reached = match found {
        Ok(reached) => reached,
        Err(reason) => return Ok(unknown(options, &reason)),
    };
    let text = match options.output_format {
        ListFormat::Text => text(&reached),
        ListFormat::Json => {
            let json = serde_json::to_string_pretty(&reached).map_err(|error| Failure::Internal(error.to_string()))?;
            json + "\n"
        }
    };
    Ok(Reply::Printed(text, exit::OK))
}

/// The answer of a run that was not finished.
pub fn unknown(options: &Reach, reason: &Reason) -> Reply {
    let verdict = Verdict::unknown(reason);
    let text = match (&verdict, options.output_format) {
        (Verdict::Unknown { reason, .. }, ListFormat::Text) => format!("UNKNOWN  {reason} before it was done\n"),
        _ => {
            let file = options.file.display().to_string();
            format!("{:#}\n", serde_json::json!({ "schema_version": 1, "file": file, "verdict": verdict }))
        }
    };
    Reply::Printed(text, exit::UNKNOWN)
}

fn text(reached: &Reached) -> String {
    let (what, column, threads) = match reached.unit {
        Unit::Thread => ("shared state", "shared", "threads"),
        Unit::Token => ("place", "place", "tokens"),
    };
    let all = reached.reachable.len() as u64 + reached.unreachable;
    let summary = format!("REACHED  {} of {}", reached.reachable.len(), count(all, what));
    let mut out = format!("{summary:<68}  {:.1} s\n", reached.seconds);
    let mut rows = vec![[threads.to_string(), "most".to_string(), column.to_string()]];
    for item in &reached.reachable {
        let threads = if item.least { item.threads.to_string() } else { format!("<= {}", item.threads) };
        rows.push([threads, item.most.clone().unwrap_or_default(), item.name.clone()]);
    }
    table(&mut out, &rows);
    let why = match reached.configurations {
        Some(1) => "1 configuration holds every reachable state".to_string(),
        Some(number) => format!("{number} configurations hold every reachable state"),
        None => "backward search from each one".to_string(),
    };
    out + &format!("why      {why}\nchecked  independently: a run to each one, a proof for the others\n")
}
