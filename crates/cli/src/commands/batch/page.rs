//! The summary of a batch as one page that needs nothing else: numbers, a cactus plot, and all rows.

use crate::commands::batch::row::{Answer, Row};
use crate::commands::batch::summary::{Summary, comparison};
use crate::render::markup::escaped;
use std::fmt::Write;

/// The page.
pub fn page(summary: &Summary) -> String {
    let mut out = String::new();
    let title = escaped(&summary.title());
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    if !summary.options.is_empty() {
        let _ = writeln!(out, "<p>Options: <code>{}</code></p>", escaped(&summary.options.join(" ")));
    }
    numbers(&mut out, summary);
    plot(&mut out, summary);
    table(&mut out, &summary.rows);
    out + "</body></html>\n"
}

const STYLE: &str = "
:root { color-scheme: light dark; --safe: #0a7d33; --unsafe: #c2410c; --both: #2563eb; --grid: #8884; }
@media (prefers-color-scheme: dark) { :root { --safe: #4ade80; --unsafe: #fb923c; --both: #93c5fd; } }
body { font: 15px/1.4 system-ui, sans-serif; max-width: 70rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .15rem .5rem; vertical-align: top; }
tbody tr:nth-child(odd) { background: #8881; } td.number { text-align: right; white-space: nowrap; }
td:first-child { overflow-wrap: anywhere; } .safe { color: var(--safe); } .unsafe { color: var(--unsafe); }
.wrong, .internal-error { background: #b91c1c; color: white; font-weight: bold; padding: 0 .3rem; }
svg { width: 100%; max-width: 46rem; height: auto; } svg text { fill: currentColor; font-size: 12px; }
svg .grid { stroke: var(--grid); } svg polyline { fill: none; stroke-width: 2; }
ul { padding-left: 1.2rem; }
";

/// How many rows there are of each kind, and the loud ones first.
fn numbers(out: &mut String, summary: &Summary) {
    let loud = |row: &&Row| comparison(row) == "WRONG" || row.answer == Answer::InternalError;
    for row in summary.rows.iter().filter(loud) {
        let _ = writeln!(out, "<p class=\"wrong\">{}</p>", escaped(&row.line()));
    }
    out.push_str("<ul>\n");
    for answer in Answer::ALL {
        let number = summary.number(answer);
        if number > 0 {
            let _ = writeln!(out, "<li><span class=\"{}\">{}</span>: {number}</li>", answer.word(), answer.title());
        }
    }
    let right = summary.rows.iter().filter(|row| comparison(row) == "right").count();
    let expecting = summary.rows.iter().filter(|row| row.expected.is_some()).count();
    if expecting > 0 {
        let _ = writeln!(out, "<li>{right} of {expecting} as expected</li>");
    }
    out.push_str("</ul>\n");
}

/// The place of the plot's axes.
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 330.0;
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 310.0;

/// How many tasks are decided within a time each; times on a logarithmic axis.
fn plot(out: &mut String, summary: &Summary) {
    let both = summary.times(None);
    let (Some(first), Some(last)) = (both.first(), both.last()) else { return };
    let power = |seconds: f64| seconds.max(0.001).log10();
    let (low, high) = (power(*first).floor(), power(*last).ceil().max(power(*first).floor() + 1.0));
    let x = |number: usize| LEFT + WIDTH * number as f64 / both.len() as f64;
    let y = |seconds: f64| BOTTOM - HEIGHT * (power(seconds) - low) / (high - low);
    let _ = writeln!(
        out,
        "<h2>Decided tasks by time</h2>\n<svg viewBox=\"0 0 700 380\" role=\"img\" aria-label=\"Cactus plot\">"
    );
    for exponent in low as i32..=high as i32 {
        let height = y(10f64.powi(exponent));
        let right = LEFT + WIDTH;
        let _ =
            writeln!(out, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{height:.1}\" y2=\"{height:.1}\"/>");
        let label = 10f64.powi(exponent);
        let _ = writeln!(out, "<text x=\"52\" y=\"{:.1}\" text-anchor=\"end\">{label} s</text>", height + 4.0);
    }
    let step = round_step(both.len());
    for number in (0..=both.len()).step_by(step) {
        let at = x(number);
        let top = BOTTOM - HEIGHT;
        let _ = writeln!(out, "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{BOTTOM}\"/>");
        let _ = writeln!(out, "<text x=\"{at:.1}\" y=\"346\" text-anchor=\"middle\">{number}</text>");
    }
    let _ = writeln!(out, "<text x=\"370\" y=\"366\" text-anchor=\"middle\">tasks decided</text>");
    let curves = [
        ("both", "SAFE or UNSAFE", both.clone()),
        ("safe", "SAFE", summary.times(Some(Answer::Safe))),
        ("unsafe", "UNSAFE", summary.times(Some(Answer::Unsafe))),
    ];
    for (place, (name, title, times)) in curves.iter().enumerate() {
        if times.is_empty() {
            continue;
        }
        let points: Vec<String> =
            (1..).zip(times).map(|(number, &seconds)| format!("{:.1},{:.1}", x(number), y(seconds))).collect();
        let points = points.join(" ");
        let _ = writeln!(
            out,
            "<polyline points=\"{points}\" style=\"stroke: var(--{name})\"><title>{title}</title></polyline>"
        );
        let height = 40.0 + 18.0 * place as f64;
        let _ = writeln!(
            out,
            "<text x=\"80\" y=\"{height}\" style=\"fill: var(--{name})\">{title} ({})</text>",
            times.len()
        );
    }
    out.push_str("</svg>\n");
}

/// A round number that divides the axis into about ten parts.
fn round_step(all: usize) -> usize {
    let mut step = 1;
    while all / step > 10 {
        // 1, 2, 5, 10, 20, 50, ...
        step = if step.to_string().starts_with('2') { step / 2 * 5 } else { step * 2 };
    }
    step
}

fn table(out: &mut String, rows: &[Row]) {
    out.push_str(
        "<h2>Tasks</h2>\n<table><thead><tr><th>task<th>answer<th>detail<th>expected<th>time</tr></thead><tbody>\n",
    );
    for row in rows {
        let expected = match (comparison(row), &row.expected) {
            ("WRONG", Some(expected)) => format!("<span class=\"wrong\">WRONG: {}</span>", escaped(expected)),
            (_, Some(expected)) => escaped(expected),
            (_, None) => String::new(),
        };
        let _ = writeln!(
            out,
            "<tr><td>{}<td><span class=\"{}\">{}</span><td>{}<td>{expected}<td class=\"number\">{:.2} s</tr>",
            escaped(&row.task),
            row.answer.word(),
            row.answer.title(),
            escaped(&row.detail),
            row.seconds,
        );
    }
    out.push_str("</tbody></table>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([1, 10, 11, 99, 200, 1000, 3500].map(round_step), [1, 1, 2, 10, 20, 100, 500]);
    }
}
