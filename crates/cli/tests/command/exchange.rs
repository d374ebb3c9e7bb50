//! Formats that other tools read: SARIF, witnesses, JUnit's XML, annotations, verdict lines, and the schema of the report.

use crate::command::schema::complaints;
use crate::support::corpus;
use crate::support::{root, scratch, stderr, stdout, umpteen};
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};
use std::path::Path;

/// Every format of one run, read again; `None` where a verdict has no witness.
struct Formats {
    code: i32,
    report: Value,
    sarif: Value,
    junit: Vec<(String, String)>,
    witness: Option<Value>,
    svcomp: String,
    github: String,
}

impl Formats {
    /// Runs a command several times, reads everything it writes, and complains about what is not as it should be.
    fn of(arguments: &[String], folder: &Path) -> Formats {
        let path = |name: &str| folder.join(name);
        let _ = std::fs::remove_file(path("witness.yml"));
        let run = |more: &[&str]| {
            let more = more.iter().map(|word| word.to_string());
            umpteen(&arguments.iter().cloned().chain(more).collect::<Vec<_>>())
        };
        let files =
            [("json", "report.json"), ("sarif", "log.sarif"), ("junit", "suite.xml"), ("witness", "witness.yml")];
        let writes = files.map(|(kind, name)| format!("--write={kind}={}", path(name).display()));
        let mut options: Vec<&str> = writes.iter().map(String::as_str).collect();
        options.extend(["--output-format", "svcomp"]);
        let output = run(&options);
        let code = output.status.code().unwrap_or(-1);
        assert!([0, 5, 10].contains(&code), "{arguments:?}: {}", stderr(&output));
        let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
        let parse = |name: &str| -> Value { serde_json::from_str(&read(name)).unwrap() };
        let formats = Formats {
            code,
            report: parse("report.json"),
            sarif: parse("log.sarif"),
            junit: elements(&read("suite.xml")),
            witness: path("witness.yml").exists().then(|| yaml(&read("witness.yml"))),
            svcomp: stdout(&output),
            github: stdout(&run(&["--output-format", "github"])),
        };
        formats.check(&format!("{arguments:?}"));
        formats
    }

    fn check(&self, what: &str) {
        let schema = |path: &str| -> Value {
            serde_json::from_str(&std::fs::read_to_string(root().join(path)).unwrap()).unwrap()
        };
        let none: [String; 0] = [];
        assert_eq!(complaints(&schema("docs/report.schema.json"), &self.report), none, "{what}");
        assert_eq!(complaints(&schema("crates/cli/tests/schemas/sarif.json"), &self.sarif), none, "{what}");
        if let Some(witness) = &self.witness {
            assert_eq!(complaints(&schema("crates/cli/tests/schemas/witness.json"), witness), none, "{what}");
        }
        let names: Vec<&str> = self.junit.iter().map(|(name, _)| name.as_str()).collect();
        let result = [("system-out", 0), ("failure", 10), ("error", 5)].iter().find(|(_, code)| *code == self.code);
        assert_eq!(names, ["testsuites", "testsuite", "testcase", result.unwrap().0], "{what}");
        let answers = ["true", "false", "unknown", "false(unreach-call)", "false(no-data-race)", "false(valid-deref)"];
        assert!(answers.contains(&self.svcomp.trim_end_matches('\n')), "{what}: {}", self.svcomp);
        assert_eq!(self.svcomp.lines().count(), 1, "{what}");
        let command =
            [("::notice ", 0), ("::error ", 10), ("::warning ", 5)].iter().find(|(_, code)| *code == self.code);
        assert!(self.github.starts_with(command.unwrap().0), "{what}: {}", self.github);
        assert_eq!(self.github.matches('\n').count(), 1, "{what}: {}", self.github);
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// The elements of an XML text in the order of their beginnings, each with its text.
fn elements(xml: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(xml);
    let mut found: Vec<(String, String)> = Vec::new();
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(element) => {
                let name = String::from_utf8(element.name().as_ref().to_vec()).unwrap();
                let attributes = element.attributes().map(|attribute| attribute.unwrap().unescape_value().unwrap());
                found.push((name, attributes.map(|value| format!("{value}\n")).collect()));
            }
            Event::Text(text) => found.iter_mut().last().into_iter().for_each(|last| last.1 += &text.decode().unwrap()),
            Event::GeneralRef(name) => {
                let name = name.decode().unwrap().into_owned();
                let known = quick_xml::escape::unescape(&format!("&{name};")).expect("a known entity").into_owned();
                found.iter_mut().last().into_iter().for_each(|last| last.1 += &known);
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

/// Reads the YAML that witnesses are written in: block style, texts in double quotes.
fn yaml(text: &str) -> Value {
    let lines = text.lines().map(|line| (line.len() - line.trim_start().len(), line.trim_start().to_string()));
    let mut lines: Vec<(usize, String)> = lines.collect();
    let value = block(&mut lines, 0);
    assert!(lines.is_empty(), "left over: {lines:?}");
    value
}

fn block(lines: &mut Vec<(usize, String)>, indent: usize) -> Value {
    let mut items = Vec::new();
    let mut entries = serde_json::Map::new();
    while lines.first().is_some_and(|(at, _)| *at == indent) {
        let line = lines[0].1.clone();
        if let Some(item) = line.strip_prefix("- ") {
            lines[0] = (indent + 2, item.to_string());
            items.push(if is_entry(item) || item.starts_with("- ") {
                block(lines, indent + 2)
            } else {
                scalar(&lines.remove(0).1)
            });
            continue;
        }
        let (key, value) = split_entry(&line);
        lines.remove(0);
        let value = if value.is_empty() { block(lines, indent + 2) } else { scalar(&value) };
        assert!(entries.insert(key.clone(), value).is_none(), "{key} comes twice");
    }
    assert!(items.is_empty() != entries.is_empty(), "a list or a map at {:?}", lines.first());
    if items.is_empty() { Value::Object(entries) } else { Value::Array(items) }
}

fn is_entry(text: &str) -> bool {
    text.ends_with(':') || !text.starts_with('"') && text.contains(": ")
}

fn split_entry(line: &str) -> (String, String) {
    let end = match line.strip_prefix('"') {
        None => line.find(':').expect("a key"),
        Some(_) => line.rfind("\":").or_else(|| line.find("\": ")).expect("a quoted key") + 1,
    };
    let key = line[..end].to_string();
    let key = if key.starts_with('"') { scalar(&key).as_str().unwrap().to_string() } else { key };
    (key, line[end + 1..].trim_start().to_string())
}

/// A number, or a text whose escapes are those of JSON but for `\xNN`.
fn scalar(text: &str) -> Value {
    let mut json = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, c == '\\') {
            (_, true) => match rest.next() {
                Some('x') => json.push_str("\\u00"),
                escaped => json.extend(['\\'].into_iter().chain(escaped)),
            },
            (c, false) => json.push(c),
        }
    }
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_format_is_valid_on_a_sample() {
    let folder = scratch("formats");
    for command in [
        "check examples/c/counter.c",
        "check examples/c/counter.c --property race",
        "check examples/c/counter_locked.c",
        "check examples/c/ucob/double_lock_1.c -v",
        "check examples/c/library_fixed.c --spawn acquire_and_release",
        "check examples/c/linked/counter.yml",
        "check examples/recursive/crawler_bug.c",
        "check examples/c/counter_locked.c --threads 2",
        "check examples/threads/broken_lock.tts",
        "check tests/corpus/c/constructs/pointers/char_view.c",
        "refine examples/refine/lock_bug.bp examples/refine/lock.tts",
        "check examples/nets/producer.pnml --target full>=3",
        "check examples/boolean/tas_lock_bug.bp --property exclusive:CS,CS",
        "check examples/threads/rounds.tts --target 6|3 --engine pathwise",
        "check examples/recursive/fig1.pds",
    ] {
        Formats::of(&words(command), &folder);
    }
}

/// The whole corpus takes some minutes: `.ci/nightly` runs it.
#[test]
#[ignore = "the whole corpus"]
fn every_format_is_valid_on_the_whole_corpus() {
    let folder = scratch("formats-corpus");
    let mut valid = 0;
    for path in corpus::models() {
        let expected = corpus::expected(&path);
        if expected.verdict.starts_with("error ") {
            continue;
        }
        let file = path.display().to_string();
        let mut arguments = match &expected.refines {
            None => vec!["check".to_string(), file],
            Some(system) => vec!["refine".to_string(), file, path.with_file_name(system).display().to_string()],
        };
        arguments.extend(expected.options());
        Formats::of(&arguments, &folder);
        valid += 1;
    }
    println!("{valid} files");
}

#[test]
fn one_flow_for_each_thread_in_order() {
    let formats = Formats::of(&words("check examples/c/counter.c"), &scratch("sarif"));
    let result = &formats.sarif["runs"][0]["results"][0];
    assert_eq!(result["locations"][0]["physicalLocation"]["region"], json!({"startLine": 12, "startColumn": 5}));
    let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let names: Vec<&str> = flows.iter().map(|flow| flow["id"].as_str().unwrap()).collect();
    assert_eq!(names, ["main", "worker 1", "worker 2"]);
    let orders = |flow: &Value| -> Vec<u64> {
        let locations = flow["locations"].as_array().unwrap().iter();
        locations.map(|location| location["executionOrder"].as_u64().unwrap()).collect()
    };
    assert!(flows.iter().all(|flow| orders(flow).is_sorted()), "{flows:?}");
    let mut all: Vec<u64> = flows.iter().flat_map(orders).collect();
    all.sort_unstable();
    all.dedup();
    let steps = formats.report["verdict"]["steps"].as_array().unwrap().iter();
    let loud: Vec<u64> = (1..).zip(steps).filter(|(_, step)| step.get("silent").is_none()).map(|(at, _)| at).collect();
    assert_eq!(all, loud, "each step that does something is in one flow");
    let worker = flows[1]["locations"].as_array().unwrap();
    assert_eq!(worker.last().unwrap()["importance"], "essential");
    assert_eq!(worker[1]["state"]["value"]["text"], "1");
}

/// The waypoints of a violation: thread, type, line.
fn waypoints(witness: &Value) -> Vec<Vec<(u64, String, u64)>> {
    let waypoint = |waypoint: &Value| {
        let waypoint = &waypoint["waypoint"];
        let thread = waypoint.get("thread_id").map_or(99, |thread| thread.as_u64().unwrap());
        (thread, waypoint["type"].as_str().unwrap().to_string(), waypoint["location"]["line"].as_u64().unwrap())
    };
    let segments = witness[0]["content"].as_array().unwrap().iter();
    segments.map(|segment| segment["segment"].as_array().unwrap().iter().map(waypoint).collect()).collect()
}

#[test]
fn violations_name_their_threads() {
    let folder = scratch("violation");
    let lost = Formats::of(&words("check examples/c/counter.c"), &folder).witness.unwrap();
    assert_eq!(lost[0]["metadata"]["format_version"], "2.2");
    assert_eq!(lost[0]["metadata"]["task"]["specification"], "G assert");
    let told = |thread, kind: &str, line| vec![(thread, kind.to_string(), line)];
    let expected = [
        told(0, "function_enter", 20),
        told(0, "function_enter", 20),
        told(1, "assumption", 10),
        told(1, "assumption", 11),
        told(2, "assumption", 10),
        told(2, "assumption", 11),
        told(1, "target", 12),
    ];
    assert_eq!(waypoints(&lost), expected);
    assert_eq!(lost[0]["content"][4]["segment"][0]["waypoint"]["constraint"]["value"], "value == 1");
    let race = Formats::of(&words("check examples/c/counter.c --property race"), &folder).witness.unwrap();
    assert_eq!(race[0]["metadata"]["task"]["specification"], "G ! data-race");
    let last = waypoints(&race).pop().unwrap();
    assert_eq!(last, [(1, "target".to_string(), 11), (2, "target".to_string(), 10)], "both are about to access it");
    let alone = folder.join("alone.c");
    std::fs::write(
        &alone,
        "extern void reach_error(void);\nint x;\nint main(void)\n{\n  x = 1;\n  reach_error();\n}\n",
    )
    .unwrap();
    let alone = format!("check {} --property reach-error", alone.display());
    let alone = Formats::of(&words(&alone), &folder).witness.unwrap();
    assert_eq!(alone[0]["metadata"]["format_version"], "2.0");
    assert_eq!(waypoints(&alone).last().unwrap()[..], [(99, "target".to_string(), 6)], "no threads, no thread ids");
}

#[test]
fn invariants_of_witnesses_hold() {
    let folder = scratch("invariants");
    let mut ghosts = 0;
    // In the last one, `x == y` holds everywhere once steps are merged, and is not told: between two statements it is false.
    let ucob = ["double_lock_1.c", "double_lock_2.c", "linux_completion.c", "boop_fixed.c"];
    let files = ucob.map(|file| format!("examples/c/ucob/{file}"));
    for file in files.into_iter().chain(["tests/corpus/c/counters/counter_pair_equal.c".to_string()]) {
        let witness = Formats::of(&words(&format!("check {file}")), &folder).witness.unwrap();
        let program = instrumented(&std::fs::read_to_string(root().join(&file)).unwrap(), &witness, &mut ghosts);
        let path = folder.join("instrumented.c");
        std::fs::write(&path, &program).unwrap();
        let output = umpteen(&["check", path.to_str().unwrap()]);
        assert!(stdout(&output).starts_with("SAFE"), "{file}: {}{}\n{program}", stdout(&output), stderr(&output));
        let says_something = program.contains("atomic_begin(); assert((");
        assert_eq!(says_something, !file.ends_with("pair_equal.c"), "{file}:\n{program}");
    }
    assert!(ghosts >= 2, "mutexes have ghosts");
}

/// The program with the invariants of a witness as assertions, and its ghosts as variables. Ghosts change while the mutex is
/// held.
fn instrumented(text: &str, witness: &Value, ghosts: &mut usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let mut declared = "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); ".to_string();
    let mut put = |location: &Value, before: &str, after: &str| {
        let line = &mut lines[location["line"].as_u64().unwrap() as usize - 1];
        let blank = line.len() - line.trim_start().len();
        *line = format!("{}{before}{}{after}", &line[..blank], &line[blank..]);
    };
    for entry in witness.as_array().unwrap() {
        let content = &entry["content"];
        for update in content["ghost_updates"].as_array().into_iter().flatten() {
            let change = &update["updates"][0];
            let assignment =
                format!("{} = {};", change["variable"].as_str().unwrap(), change["value"].as_str().unwrap());
            match change["value"] == "1" {
                true => put(&update["location"], "{ ", &format!(" {assignment} }}")),
                false => put(&update["location"], &format!("{{ {assignment} "), " }"),
            }
        }
        for ghost in content["ghost_variables"].as_array().into_iter().flatten() {
            declared += &format!("int {} = 0; ", ghost["name"].as_str().unwrap());
            *ghosts += 1;
        }
        for invariant in content.as_array().into_iter().flatten() {
            let value = invariant["invariant"]["value"].as_str().unwrap();
            let checked = format!("__VERIFIER_atomic_begin(); assert({value}); __VERIFIER_atomic_end(); ");
            put(&invariant["invariant"]["location"], &checked, "");
        }
    }
    let main = lines.iter().position(|line| line.starts_with("extern") || line.starts_with("int")).unwrap();
    lines[main] = format!("{declared}{}", lines[main]);
    lines.join("\n") + "\n"
}

#[test]
fn program_texts_break_no_format() {
    let folder = scratch("hostile-formats");
    let nasty = "</script><b a='1'>&amp;]]>%0A{0}[x](y)::error::\u{1}\u{7f}\u{2028}é";
    let file = folder.join("a '&<b>]]>,%é.c");
    let text = format!(
        "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *f(void *u)\n{{\n  x = 1; // {nasty}\n  return 0;\n}}\n\
         int main(void)\n{{\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  assert(x == 0 && \"{nasty}\\\"\");\n}}\n"
    );
    std::fs::write(&file, text).unwrap();
    let arguments = vec!["check".to_string(), file.display().to_string()];
    let formats = Formats::of(&arguments, &folder);
    assert_eq!(formats.code, 10);
    let place = formats.report["verdict"]["place"].as_str().unwrap().to_string();
    assert!(place.contains(nasty), "the report quotes the program: {place}");
    let said = formats.sarif["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
    assert!(said.contains("{{0}}\\[x\\](y)") && !said.contains("[x](y)::error::\u{1}["), "{said}");
    let uri = formats.sarif["runs"][0]["artifacts"][0]["location"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("/a%20%27%26%3Cb%3E%5D%5D%3E%2C%25%C3%A9.c"), "{uri}");
    let (_, failure) = formats.junit.iter().find(|(name, _)| name == "failure").unwrap();
    assert!(failure.contains("</script><b a='1'>&amp;]]>"), "{failure}");
    assert!(!failure.contains('\u{1}'), "XML has no place for it");
    let files = &formats.witness.unwrap()[0]["metadata"]["task"]["input_files"];
    assert_eq!(*files, json!([file.display().to_string()]));
    assert_eq!(formats.svcomp, "false(unreach-call)\n");
    let (properties, message) = formats.github.strip_prefix("::error ").unwrap().split_once("::").unwrap();
    assert!(
        properties.contains("file=") && properties.contains("%2C%25") && !properties.contains('\n'),
        "{properties}"
    );
    assert!(message.contains("%250A"), "a percent sign stays one: {message}");
}

#[test]
fn verdict_lines_are_those_of_sv_comp() {
    let line = |arguments: &str| stdout(&umpteen(&words(&format!("check {arguments} --output-format svcomp"))));
    assert_eq!(line("examples/c/counter.c"), "false(unreach-call)\n");
    assert_eq!(line("examples/c/counter.c --property race"), "false(no-data-race)\n");
    assert_eq!(line("examples/c/counter_locked.c"), "true\n");
    assert_eq!(line("examples/c/counter_locked.c --threads 2"), "unknown\n", "two threads are not all");
    assert_eq!(line("examples/c/linked/counter.yml"), "true\n");
    assert_eq!(line("examples/threads/broken_lock.tts"), "false\n");
    assert_eq!(line("tests/corpus/c/constructs/pointers/char_view.c"), "unknown\n");
}

#[test]
fn benchexec_knows_how_to_run_it() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(&python);
        command.args(arguments).current_dir(root()).env("PYTHONPATH", root()).env("PYTHONDONTWRITEBYTECODE", "1");
        command.output()
    };
    if !run(&["-c", "import benchexec"]).is_ok_and(|output| output.status.success()) {
        println!("skipped: {python} has no BenchExec (set PYTHON to one that has)");
        return;
    }
    let folder = scratch("benchexec");
    let output = folder.join("output");
    std::fs::write(&output, "false(no-data-race)\n").unwrap();
    let tools = Path::new(env!("CARGO_BIN_EXE_umpteen")).parent().unwrap().to_str().unwrap();
    let told = run(&[
        "-m",
        "benchexec.test_tool_info",
        "contrib.benchexec.umpteen",
        "--no-container",
        "--tool-directory",
        tools,
        "--tool-output",
        output.to_str().unwrap(),
        "--task-definition",
        "examples/c/linked/counter.yml",
    ]);
    let told = told.unwrap();
    let text = stdout(&told) + &stderr(&told);
    assert!(told.status.success() && !text.contains("failed"), "{text}");
    for part in [
        env!("CARGO_PKG_VERSION"),
        "'--property-file', 'PROPERTY.PRP'",
        "'--data-model', 'ilp32'",
        "false(no-data-race)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
