//! `umpteen-mutants GROUP... [--sample N] [--seed N] [--jobs N] [--survivors] [--file PART] [--units] [--only GROUP] [--folder DIR]`: breaks the code of
//! some groups in many small ways, one at a time, and tells which of them no test notices.
//!
//! Run it in the project's root. The tree is copied to `target/mutants/tree` (or another folder), rewritten so that every mutant
//! is in one build and chosen by the variable `UMPTEEN_MUTANT`, and built once; what does not compile is left out. Then the tests of
//! the group (`groups.rs`) are run for each mutant, those that get to it only, until one fails, for 30 s at most. The result is
//! printed, and kept in `target/mutants/GROUP.txt`.
//!
//! `--sample N` takes N mutants of each group at random, the same ones for the same `--seed`. `--survivors` runs those again that survived the last
//! time, `--file PART` those in files whose path has this part; `--units` runs no tests but unit tests, `--only
//! GROUP` those of one group, in a build that has been made for several. docs/mutants.md explains the ones that survive.

mod build;
mod find;
mod groups;
mod report;
mod run;
mod site;
mod tree;

use build::Mutant;
use groups::Group;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match mutate(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn mutate(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let number = |name: &str| option(name).map(str::parse::<usize>).transpose();
    let names: Vec<&str> = groups::GROUPS.iter().map(|group| group.name).collect();
    let given = arguments.iter().take_while(|argument| !argument.starts_with("--"));
    let groups: Option<Vec<&Group>> =
        given.map(|name| groups::GROUPS.iter().find(|group| group.name == name.as_str())).collect();
    let groups = groups.filter(|groups| !groups.is_empty());
    let groups = groups.ok_or_else(|| format!("which groups? {}", names.join(", ")))?;
    let root = std::env::current_dir()?;
    let folder = root.join(option("--folder").map_or(PathBuf::from("target/mutants"), PathBuf::from));
    let seed = option("--seed").map(str::parse::<u64>).transpose()?.unwrap_or(1);
    let sample = number("--sample")?.map(|size| (size, seed));

    let units = arguments.iter().any(|argument| argument == "--units");

    let tree = tree::Tree::new(&root, &folder.join("tree"))?;
    let built = build::build(&tree, &groups, units, sample)?;
    for group in groups.into_iter().filter(|group| option("--only").is_none_or(|only| only == group.name)) {
        let mut mutants: Vec<&Mutant> = built.mutants.iter().filter(|mutant| mutant.group == group.name).collect();
        let kept = |what: &str| folder.join(format!("{}{what}.txt", group.name));
        let again = arguments.iter().any(|argument| argument == "--survivors");
        if again {
            let survived = report::survivors(&kept("-survivors"))?;
            mutants.retain(|mutant| survived.contains(&report::key(mutant)));
        }
        if let Some(part) = option("--file") {
            mutants.retain(|mutant| mutant.file.to_string_lossy().contains(part));
        }
        let fates = run::run(&built, &group.tests(units), &folder, &mutants, number("--jobs")?.unwrap_or(1))?;
        let text = report::report(group.name, &group.tests(units), &built, &mutants, &fates);
        print!("{text}");
        if option("--file").is_none() {
            write(&kept("-survivors"), &text)?;
            if !again {
                write(&kept(""), &text)?;
            }
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()).into())
}
