use umpteen_frontends::c::*;
use umpteen_model::c::expression::{Named, Place};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let mut options = Options::default();
    for a in &args[2..] { if a == "statement" { options.granularity = Granularity::Statement } else if a=="-q"||a=="-b" {} else { options.spawn.push(a.clone()) } }
    match read(&text, &options) {
        Err(e) => { let map = LineMap::new(&text); let (f, l, c) = map.locate(e.span.start); println!("{f}:{l}:{c}: {} {}", e.code, e.message); }
        Ok(p) => {
            println!("ok globals {} locals {} templates {} locations {} assertions {} assumes {:?}", p.globals.len(), p.locals.len(), p.templates.len(), p.locations.len(), p.assertions.len(), p.assumes);
            if args.iter().any(|a| a == "-b") { for n in 2..=4 { if let Some(r) = bfs(&p, n) { println!("{r} {n}"); if r != "safe" {return} } } return }
            if args.iter().any(|a| a == "-q") { return }
            let name = |place: Place| p.name(place);
            for (i, l) in p.locations.iter().enumerate() {
                println!("{i} [{}{}{}]", p.templates[l.template as usize].name, if l.inside {" inside"} else {""}, l.fails.map_or(String::new(), |k| format!(" FAILS {}", p.assertions[k as usize].text)));
                for e in &l.edges {
                    let u: Vec<String> = e.updates.iter().map(|(pl, v)| format!("{} := {}", name(*pl), Named(v, name))).collect();
                    println!("   -> {} when {} do {} {} {:?}{}", e.to, Named(&e.guard, name), u.join(", "), e.start.as_ref().map_or(String::new(), |s| format!("start {} {:?}", p.templates[s.template as usize].name, s.arguments)), e.statements.iter().map(|s| format!("{}:{} {}", s.position.line, s.position.column, s.text)).collect::<Vec<_>>(), if e.early {" early"} else {""});
                }
            }
        }
    }
}

fn bfs(p: &umpteen_model::c::program::Program, most: usize) -> Option<&'static str> {
    use umpteen_model::c::machine::*;
    let mut seen = std::collections::HashSet::new();
    let canon = |mut s: State| { s.threads[1..].sort(); s };
    let first = p.start(&[]);
    if p.failure(&first).is_some() { return Some("UNSAFE") }
    let mut todo = vec![first.clone()]; seen.insert(first);
    while let Some(s) = todo.pop() {
        for t in 0..s.threads.len() {
            for (k, e) in p.locations[s.threads[t].location as usize].edges.iter().enumerate() {
                if e.start.is_some() && s.threads.len() >= most { continue }
                let choices: &[u64] = if e.inputs() > 0 { &[0, 1, 2, 3, 100, u64::MAX] } else { &[0] };
                for c in choices {
                    let m = Move { thread: t as u32, edge: k as u32, inputs: vec![*c], fresh: vec![] };
                    if let Some(n) = p.step(&s, &m) {
                        if p.failure(&n).is_some() { return Some("UNSAFE") }
                        let n = canon(n);
                        if seen.len() > 400000 { return Some("big") }
                        if seen.insert(n.clone()) { todo.push(n) }
                    }
                }
            }
        }
    }
    Some("safe")
}
