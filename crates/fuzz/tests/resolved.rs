//! What `show --as resolved` prints compiles and does the same: the programs of the corpus that run without threads and
//! inputs, each compiled as it is and as it is printed.

use std::path::Path;
use std::process::{Command, Output};
use umpteen_frontends::c::{Options, resolved};
use umpteen_fuzz::corpus;

/// What a text does when gcc has compiled it; none if gcc cannot link it, as with inputs and threads, or if it runs on.
fn run(text: &str, folder: &Path) -> Option<Output> {
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, text).expect("a file");
    let compiled = Command::new("gcc").args(["-O0", "-w", "-fwrapv", "-o"]).arg(&binary).arg(&source).output();
    compiled.expect("gcc").status.success().then_some(())?;
    let output = Command::new("timeout").arg("5").arg(&binary).output().expect("a program");
    (output.status.code() != Some(124)).then_some(output)
}

#[test]
fn printed_programs_do_the_same() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resolved");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut same, mut not_printed) = (0, Vec::new());
    let is_sequential = |text: &str| !["pthread", "thrd_", "sem_"].iter().any(|word| text.contains(word));
    let programs = corpus::programs(&folder);
    if programs.is_empty() {
        return;
    }
    for program in programs.iter().filter(|program| program.expected == "safe") {
        let own = &program.text[..program.options.library.unwrap_or(program.text.len())];
        if !is_sequential(own) {
            continue;
        }
        let Some(expected) = run(own, &folder) else { continue };
        // A program that prints addresses prints others each time.
        if run(own, &folder).is_none_or(|again| again.stdout != expected.stdout) {
            continue;
        }
        let options = Options { data_model: program.options.data_model, ..Options::default() };
        match resolved(own, &options) {
            Err(error) => not_printed.push(format!("{}: {}", program.name, error.message)),
            Ok(printed) => {
                let Some(found) = run(&printed, &folder) else {
                    panic!("{} as resolved: gcc refuses it", program.name)
                };
                assert_eq!(found.status, expected.status, "{}", program.name);
                assert_eq!(found.stdout, expected.stdout, "{}", program.name);
                same += 1;
            }
        }
    }
    println!("{same} the same; not printed: {not_printed:#?}");
    assert!(same >= 130, "{same}");
    assert!(not_printed.len() <= 10, "{not_printed:#?}");
}
