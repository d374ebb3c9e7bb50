//! The report for a browser: what is in the file, and what happens when somebody looks at it, clicks and types.

use crate::support::{root, scratch, stderr, umpteen};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Writes the page for a check.
fn page(name: &str, arguments: &[&str]) -> PathBuf {
    let path = scratch(&format!("html-{name}")).join("report.html");
    let write = format!("html={}", path.display());
    let output = umpteen(&[&["check"], arguments, &["--write", &write]].concat());
    assert!(matches!(output.status.code(), Some(0 | 5 | 10)), "{name}: {}", stderr(&output));
    path
}

/// The report in a page.
fn data(page: &Path) -> Value {
    let text = std::fs::read_to_string(page).unwrap();
    let (_, after) = text.split_once("<script type=\"application/json\" id=\"data\">").expect("the page has data");
    let (data, _) = after.split_once("</script>").expect("the data end");
    assert!(!data.contains(['<', '>', '&']), "nothing in the data means anything to HTML");
    serde_json::from_str(data).expect("the data are JSON")
}

/// Whether a program can be started.
fn is_installed(program: &str) -> bool {
    let tried = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

/// Does things in a browser and tells the values of all expressions; none where there is no browser.
fn browse(name: &str, actions: &[Value]) -> Option<Vec<Value>> {
    if !is_installed("chromium") || !is_installed("node") {
        // Not by a macro, whose output is shown only if a test fails.
        let _ =
            writeln!(std::io::stderr(), "skipped: the page `{name}` is not looked at without `chromium` and `node`");
        return None;
    }
    let profile = scratch(&format!("html-{name}-profile"));
    let mut browser = Command::new("node")
        .arg(root().join("crates/cli/tests/command/browser.js"))
        .args(["chromium".as_ref(), profile.as_os_str()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    browser.stdin.take().unwrap().write_all(json!(actions).to_string().as_bytes()).unwrap();
    let output = browser.wait_with_output().unwrap();
    assert!(output.status.success(), "{name}: {}", stderr(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["errors"], json!([]), "{name}: nothing goes wrong on the page");
    assert_eq!(told["requests"], json!([]), "{name}: nothing is loaded");
    Some(told["values"].as_array().unwrap().clone())
}

fn open(page: &Path, fragment: &str) -> Value {
    json!({ "open": format!("file://{}{fragment}", page.display()) })
}

fn evaluate(expression: &str) -> Value {
    json!({ "evaluate": expression })
}

/// The number of the selected step.
const SELECTED: &str = "Number(document.querySelector('.step[aria-selected=true]').id.split('-')[1])";

#[test]
fn the_page_holds_the_report_and_the_source() {
    let page = page("data", &["examples/c/counter.c"]);
    let report = data(&page);
    assert_eq!(report["verdict"]["verdict"], "unsafe");
    assert_eq!(report["page"]["sources"][0]["name"], "examples/c/counter.c");
    let source = std::fs::read_to_string(root().join("examples/c/counter.c")).unwrap();
    assert_eq!(report["page"]["sources"][0]["text"], source.as_str());
    let text = std::fs::read_to_string(page).unwrap();
    assert!(text.contains("default-src 'none'"), "the page may load nothing");
    // Without the page, the report does not hold the source.
    let json = umpteen(&["check", "examples/c/counter.c", "--output-format", "json"]);
    assert!(serde_json::from_slice::<Value>(&json.stdout).unwrap().get("page").is_none());
}

#[test]
fn what_the_failure_depends_on_is_marked() {
    let file = scratch("html-why-program").join("program.c");
    let program = "#include <assert.h>\n#include <pthread.h>\nint x, y, z;\n\
        void *noise(void *unused) { y = 1; z = y; return 0; }\n\
        void *worker(void *unused) { x = 1; return 0; }\n\
        int main(void) { pthread_t a, b; pthread_create(&a, 0, noise, 0); pthread_join(a, 0);\n\
        pthread_create(&b, 0, worker, 0); z = 3; assert(x == 0); }";
    std::fs::write(&file, program).unwrap();
    let report = data(&page("why", &[file.to_str().unwrap()]));
    let steps = report["verdict"]["steps"].as_array().unwrap();
    let needed = |text: &str| {
        let step = steps.iter().find(|step| step["action"].as_str().unwrap().contains(text));
        step.unwrap_or_else(|| panic!("{text}: {steps:?}"))["needed"] == true
    };
    assert!(needed("x = 1") && needed("assert(x == 0)") && needed("worker, 0)"), "{steps:?}");
    assert!(!needed("z = 3"), "{steps:?}");
}

#[test]
fn a_proof_says_what_holds_at_every_line_and_what_was_checked() {
    let report = data(&page("proof", &["examples/c/maximum.c", "--also", "none"]));
    let lines = report["c"]["lines"].as_array().unwrap();
    let told = |line: &Value| line.get("threads").is_some() || !line["known"].as_array().unwrap().is_empty();
    assert!(lines.iter().any(told), "{lines:?}");
    assert!(lines.iter().any(|line| line.get("threads").is_none()), "{lines:?}");
    assert!(report["page"]["obligations"].as_array().unwrap().len() >= 3, "{report}");
}

#[test]
fn a_visit_of_all_states_says_how_many_threads_are_at_a_line() {
    let report = data(&page("explored", &["examples/c/symmpa/qrcu_3.c", "--also", "none"]));
    assert_eq!(report["engine"], "explore");
    let lines = report["c"]["lines"].as_array().unwrap();
    let at =
        |line: u64| lines.iter().find(|known| known["line"] == line).unwrap_or_else(|| panic!("{line}: {lines:?}"));
    assert_eq!(at(16)["threads"], "at most 2 threads", "two readers");
    assert_eq!(at(45)["threads"], "at most one thread");
    assert_eq!(at(45)["known"], json!(["progress1 == 1"]));
}

#[test]
fn every_kind_of_input_has_a_page() {
    let inputs: [(&str, &[&str]); 6] = [
        ("threads", &["examples/threads/broken_lock.tts"]),
        ("boolean", &["examples/boolean/inc_cas_bug.bp"]),
        ("net", &["examples/nets/readers_writers.spec"]),
        ("stacks", &["examples/recursive/fig11_bug.pds"]),
        ("linked", &["examples/c/linked/main.c", "examples/c/linked/counter.c"]),
        ("unknown", &["examples/c/symmpa/qrcu_3.c", "--time", "0.01"]),
    ];
    let pages: Vec<PathBuf> = inputs.iter().map(|(name, arguments)| page(name, arguments)).collect();
    let mut actions = Vec::new();
    for page in &pages {
        data(page);
        actions.extend([open(page, ""), evaluate("document.querySelector('.badge').textContent")]);
        actions.push(evaluate("document.querySelectorAll('#main > *').length > 0"));
    }
    let Some(values) = browse("inputs", &actions) else { return };
    let words: Vec<&str> = values.iter().step_by(2).map(|value| value.as_str().unwrap()).collect();
    assert_eq!(words[..2], ["UNSAFE", "UNSAFE"]);
    assert_eq!(words[5], "UNKNOWN");
    assert!(values.iter().skip(1).step_by(2).all(|filled| *filled == true), "{values:?}");
}

#[test]
fn panes_follow_clicks_and_keys() {
    let page = page("keys", &["examples/c/counter.c"]);
    let picture = page.with_file_name("report.png");
    let last = data(&page)["verdict"]["steps"].as_array().unwrap().len();
    let here = "[...document.querySelectorAll('.line.here')].map((line) => line.dataset.line).join()";
    let shown = "document.querySelectorAll('.step').length";
    let actions = [
        open(&page, "#step=7"),
        evaluate(SELECTED),
        evaluate(here),
        evaluate("document.querySelector('.value.now').textContent"),
        json!({ "key": "j" }),
        evaluate(SELECTED),
        evaluate(here),
        json!({ "key": "ArrowUp" }),
        json!({ "key": "k" }),
        evaluate(SELECTED),
        evaluate("location.hash"),
        json!({ "key": "End" }),
        evaluate(SELECTED),
        evaluate("document.querySelector('.line.fails').dataset.line"),
        json!({ "key": "Home" }),
        evaluate(SELECTED),
        json!({ "click": "#step-8 .card" }),
        evaluate(SELECTED),
        evaluate("[...document.querySelectorAll('.cursor')].length"),
        evaluate(shown),
        json!({ "key": "a" }),
        evaluate(shown),
        json!({ "key": "a" }),
        json!({ "key": "/" }),
        json!({ "type": "FAILS" }),
        json!({ "key": "Enter" }),
        evaluate("document.activeElement.id"),
        evaluate(SELECTED),
        json!({ "key": "Escape" }),
        json!({ "key": "w" }),
        evaluate("document.getElementById('why').getAttribute('aria-pressed')"),
        evaluate("document.querySelectorAll('.arrows .link').length >= 3"),
        evaluate("(location.hash = '#step=9', new Promise((done) => setTimeout(() => done(true), 50)))"),
        evaluate(SELECTED),
        json!({ "screenshot": picture }),
    ];
    let Some(values) = browse("keys", &actions) else { return };
    let expected = json!([
        7, "11", "17", 8, "10", 6, "#step=6", last, "12", 0, 8, 3, 8, 11, "search", last, "true", true, true, 9
    ]);
    assert_eq!(Value::from(values), expected);
    let bytes = std::fs::read(picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 20_000, "a picture of the page");
}

#[test]
fn a_phone_shows_it_without_scrolling_sideways() {
    let pages = [page("phone", &["examples/c/counter.c"]), page("phone-proof", &["examples/c/maximum.c"])];
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    let mut actions = Vec::new();
    for page in &pages {
        let url = format!("file://{}", page.display());
        actions.push(json!({ "open": url, "width": 390, "height": 844, "dark": true }));
        actions.extend([
            evaluate(fits),
            evaluate("getComputedStyle(document.body).backgroundColor !== 'rgb(251, 251, 249)'"),
        ]);
    }
    let Some(values) = browse("phone", &actions) else { return };
    assert_eq!(Value::from(values), json!([true, true, true, true]));
}

#[test]
fn hostile_programs_stay_text() {
    let folder = scratch("html-hostile-program");
    let file = folder.join("a<img src=x onerror=document.title=1>&quot;'{{script}}.c");
    let attack = "</script><script>document.title='broken'</script><img src=x onerror=document.title='broken'>";
    let program = format!(
        "// {attack} <!-- ]]> \u{2028} \u{7} \u{1b}[31m \u{202e} \\u003c {{{{data}}}}\n#include <assert.h>\nint x;\n\
        const char *text = \"{attack}\";\n\
        int main(void) {{ x = 1; assert(x == 2 && \"{attack} \\x01 \\\" ' `\"); }}\n"
    );
    std::fs::write(&file, program).unwrap();
    let page = page("hostile", &[file.to_str().unwrap()]);
    let report = data(&page);
    assert_eq!(report["verdict"]["verdict"], "unsafe", "{report}");
    let actions = [
        open(&page, ""),
        evaluate("document.querySelectorAll('img, iframe, object, embed, link, base, form').length"),
        evaluate("document.scripts.length"),
        evaluate("document.title.startsWith('UNSAFE: ')"),
        evaluate("document.querySelector('.code').textContent.includes('</script><script>')"),
        evaluate("document.querySelector('.card.fails .action').textContent.includes('<img src=x')"),
        evaluate("/[\\x07\\x1b\\u202e]/.test(document.body.innerText)"),
    ];
    let Some(values) = browse("hostile", &actions) else { return };
    assert_eq!(Value::from(values), json!([0, 2, true, true, true, false]));
}

#[test]
fn files_that_a_line_marker_names_are_not_taken_from_elsewhere() {
    let folder = scratch("html-marker-program");
    std::fs::create_dir_all(folder.join("own")).unwrap();
    std::fs::write(folder.join("secret.h"), "a secret").unwrap();
    std::fs::write(folder.join("own/part.h"), "a part").unwrap();
    let marker = |name: &str| format!("# 1 \"{}\"\n", folder.join(name).display());
    let program = format!(
        "{}void reach_error(void); int x; void f(void) {{ x = 1; reach_error(); }}\n{}int main(void) {{ x = 2; f(); }}\n",
        marker("secret.h"),
        marker("own/part.h")
    );
    let file = folder.join("own/program.i");
    std::fs::write(&file, program).unwrap();
    let page = page("marker", &[file.to_str().unwrap(), "--property", "reach-error"]);
    let sources: Vec<Value> = data(&page)["page"]["sources"].as_array().unwrap().clone();
    let texts: Vec<&str> = sources.iter().map(|source| source["text"].as_str().unwrap()).collect();
    assert!(!texts.contains(&"a secret"), "{sources:?}");
    assert!(texts.contains(&"a part"), "{sources:?}");
}
