//! The facts that a proof relies on, in words.

use umpteen_model::c::expression::Expr;
use umpteen_model::c::facts::Facts;
use umpteen_model::c::program::Program;

/// The assumption of a proof that counts threads: the counters do not wrap.
pub fn assumption(facts: &Facts) -> Option<String> {
    (!facts.counts.is_empty()).then(|| "fewer than 2^31 threads exist at a time".to_string())
}

/// More facts about single threads are not told.
const MOST: usize = 20;

/// One sentence for each fact that mentions no temporaries, about pairs and counts first.
pub fn in_words(program: &Program, facts: &Facts) -> Vec<String> {
    let mut both = program.clone();
    both.locals.extend(program.locals.iter().cloned().map(|mut local| {
        local.name = format!("other.{}", local.name);
        local
    }));
    let visible = |expr: &Expr| expr.places().iter().all(|place| !both.variable(*place).hidden);
    let mut told = Vec::new();
    for fact in facts.pairs.iter().filter(|fact| visible(&fact.holds)) {
        let first: Vec<u32> = fact.at.iter().map(|(first, _)| *first).collect();
        let second: Vec<u32> = fact.at.iter().map(|(_, second)| *second).collect();
        match &fact.holds {
            Expr::Constant(..) => {
                let same: Vec<u32> = fact.at.iter().filter(|(one, other)| one == other).map(|(one, _)| *one).collect();
                // `main` is always alone; what is worth telling is about threads that there can be many of.
                let many = |at: &u32| program.locations[*at as usize].template != 0;
                let same: Vec<u32> = same.into_iter().filter(many).collect();
                if !same.is_empty() {
                    told.push(format!("never two threads at the same {}", lines(program, &same)));
                }
            }
            holds => told.push(format!(
                "{} at {}, of a thread and any other at {}",
                both.in_c(holds),
                lines(program, &first),
                lines(program, &second)
            )),
        }
    }
    for fact in &facts.counts {
        let number = program.in_c(&fact.number);
        told.push(format!("{number} is the number of threads at {}", lines(program, &fact.at)));
    }
    let each = facts.each.iter().filter(|fact| visible(&fact.holds) && !matches!(fact.holds, Expr::Constant(..)));
    // Facts about locations of `main` alone are left out.
    let interesting = each.filter(|fact| fact.at.iter().any(|at| program.locations[*at as usize].template != 0));
    let each: Vec<String> =
        interesting.map(|fact| format!("{} at {}", program.in_c(&fact.holds), lines(program, &fact.at))).collect();
    let left = each.len().saturating_sub(MOST);
    told.extend(each.into_iter().take(MOST));
    if left > 0 {
        told.push(format!("{left} more"));
    }
    told
}

/// The lines that a thread at one of the locations is about to execute.
fn lines(program: &Program, locations: &[u32]) -> String {
    let mut lines: Vec<u32> = locations
        .iter()
        .filter_map(|at| {
            let statements = program.locations[*at as usize].edges.iter().flat_map(|edge| &edge.statements);
            statements.map(|statement| statement.position.line).find(|line| *line > 0)
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let text: Vec<String> = lines.iter().map(u32::to_string).collect();
    match text.len() {
        0 => "the end".to_string(),
        1 => format!("line {}", text[0]),
        _ => format!("lines {}", text.join(", ")),
    }
}
