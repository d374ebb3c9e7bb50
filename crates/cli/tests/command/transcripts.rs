//! The transcripts in README.md and docs/ are what the command really prints, except for times.

use crate::support::{root, stderr, stdout, umpteen};

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

#[test]
fn transcripts_are_true() {
    let mut files = vec![root().join("README.md")];
    files.extend(std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let mut commands = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for part in block.split("$ ").skip(1).filter(|part| part.starts_with("umpteen ")) {
                let (command, expected) = part.split_once('\n').unwrap();
                let arguments: Vec<String> =
                    command.split_whitespace().skip(1).map(|word| word.trim_matches('\'').to_string()).collect();
                let output = umpteen(&arguments);
                let printed = stdout(&output) + &stderr(&output);
                let (printed, expected) = (without_times(&printed), without_times(expected.trim_end()));
                assert_eq!(printed, expected, "{}: {command}", file.display());
                commands += 1;
            }
        }
    }
    assert!(commands >= 5, "there are transcripts to check");
}
