//! The transcripts in README.md and docs/ are what the command really prints, except for times.

use crate::support::{root, stderr, stdout, umpteen};
use std::path::PathBuf;

/// Replaces `0.1 s` at the end of a line, or after `in`, by `T s`.
fn without_times(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |at: usize| words.get(at + 1) == Some(&"s") && words[at].parse::<f64>().is_ok();
        let kept: Vec<&str> = (0..words.len()).map(|at| if is_time(at) { "T" } else { words[at] }).collect();
        lines.push(kept.join(" "));
    }
    lines.join("\n")
}

/// README.md and everything under docs/.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => pages.push(path),
            }
        }
    }
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages
}

/// The words of a command, as a shell would split them.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// With UMPTEEN_BLESS=1 the pages are rewritten to what is printed, to be looked at in the diff.
#[test]
fn transcripts_are_true() {
    // The pages write there, and builds may be elsewhere.
    std::fs::create_dir_all(root().join("target")).unwrap();
    let bless = std::env::var("UMPTEEN_BLESS").is_ok();
    let mut commands = 0;
    let mut wrong = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let mut blessed = text.clone();
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for part in block.split("$ ").skip(1) {
                let (command, expected) = part.split_once('\n').unwrap();
                match words(command).split_first() {
                    Some((program, arguments)) if program == "umpteen" => {
                        let output = umpteen(arguments);
                        let printed = stdout(&output) + &stderr(&output);
                        let (told, true_now) = (without_times(expected.trim_end()), without_times(&printed));
                        if told != true_now {
                            wrong.push(format!("{}: {command}\n{printed}", page.display()));
                            blessed = blessed.replace(part, &format!("{command}\n{printed}"));
                        }
                    }
                    Some((program, arguments)) if program == "rm" => {
                        arguments.iter().filter(|word| !word.starts_with('-')).for_each(|word| {
                            assert!(word.starts_with("target/"), "only what is built is removed: {word}");
                            let _ = std::fs::remove_dir_all(root().join(word));
                        });
                    }
                    _ => {}
                }
                commands += 1;
            }
        }
        if bless && blessed != text {
            std::fs::write(&page, blessed).unwrap();
        }
    }
    assert!(wrong.is_empty() || bless, "{}", wrong.join("\n"));
    assert!(commands >= 50, "there are transcripts to check");
}

/// Links between the pages lead somewhere.
#[test]
fn links_lead_somewhere() {
    let mut pages = pages();
    pages.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let mut links = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        // Code is no place for links.
        let prose: String = text.split("```").step_by(2).collect();
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            if path.starts_with("http") {
                continue;
            }
            let target = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            if !anchor.is_empty() {
                let text = std::fs::read_to_string(&target).unwrap();
                let anchors = text.lines().filter(|line| line.starts_with('#')).map(|line| {
                    let title = line.trim_start_matches('#').trim().to_lowercase();
                    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                    kept.collect::<String>().replace(' ', "-")
                });
                assert!(
                    anchors.into_iter().any(|known| known == anchor),
                    "{}: {link} has no such part",
                    page.display()
                );
            }
            links += 1;
        }
    }
    assert!(links >= 10, "there are links to check");
}
