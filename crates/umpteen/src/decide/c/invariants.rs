//! Invariants of a proof at lines of the source, as C expressions for correctness witnesses.
//!
//! Only what can be said exactly is said: conditions over variables at file scope, before statements that begin on a line of
//! their own. A mutex is no number in C; where its every use is a plain lock or unlock, a ghost variable stands for it, which
//! those statements assign.

use crate::report::{GhostView, InvariantView, LineView, UpdateView};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use umpteen_frontends::LARGEST_FILE;
use umpteen_model::c::expression::{Binary, Expr, Place, Type, Unary};
use umpteen_model::c::program::{Program, Purpose, Statement};

/// A condition that may hold before the statements on a line.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// An index into the program's files.
    pub file: u32,
    /// The line.
    pub line: u32,
    /// The condition.
    pub fact: Expr,
}

/// The invariants of lines whose facts are given, and the ghosts that they mention; `holds` keeps those that may be told. The
/// program is the one with no steps merged.
pub fn invariants(
    program: &Program,
    lines: &[(LineView, Vec<Expr>)],
    holds: impl FnOnce(Vec<Candidate>) -> Vec<Candidate>,
) -> (Vec<InvariantView>, Vec<GhostView>) {
    let sources = Sources::new(program);
    let ghosts = ghosts(program, &sources);
    let everywhere: Vec<&Expr> = lines.iter().filter(|(view, _)| view.line == 0).flat_map(|(_, facts)| facts).collect();
    let mut candidates = Vec::new();
    for (view, facts) in lines.iter().filter(|(view, _)| view.line > 0) {
        let file = (0u32..).zip(&program.files).find(|(_, name)| **name == view.file).map(|(number, _)| number);
        let Some(file) = file.filter(|_| sources.begins_statement(&view.file, view.line)) else { continue };
        let said = facts.iter().chain(everywhere.iter().copied());
        let said = said.filter(|fact| exact(program, fact, &ghosts, &mut BTreeSet::new()).is_some());
        candidates.extend(said.map(|fact| Candidate { file, line: view.line, fact: fact.clone() }));
    }
    let mut used = BTreeSet::new();
    let mut invariants: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for Candidate { file, line, fact } in holds(candidates) {
        let said = exact(program, &fact, &ghosts, &mut used);
        invariants.entry((file, line)).or_default().extend(said);
    }
    let invariant = |((file, line), said): ((u32, u32), Vec<String>)| InvariantView {
        file: file_name(program, file).to_string(),
        line,
        value: said.join(" && "),
    };
    let ghosts = ghosts.into_iter().filter(|(lock, _)| used.contains(lock)).map(|(_, ghost)| ghost);
    (invariants.into_iter().map(invariant).collect(), ghosts.collect())
}

/// Where nothing is known: that is true at the first statement of what `main` executes.
pub fn trivial(program: &Program) -> Option<InvariantView> {
    let sources = Sources::new(program);
    let of_main = program.locations.iter().filter(|location| location.template == 0);
    let statements = of_main.flat_map(|location| &location.edges).flat_map(|edge| &edge.statements);
    let mut places: Vec<(u32, u32)> = statements.map(|told| (told.position.file, told.position.line)).collect();
    places.retain(|(_, line)| *line > 0);
    places.sort_unstable();
    let places: Vec<(&str, u32)> = places.into_iter().map(|(file, line)| (file_name(program, file), line)).collect();
    let first = places.iter().find(|(file, line)| sources.begins_statement(file, *line));
    let (file, line) = *first.or(places.first())?;
    Some(InvariantView { file: file.to_string(), line, value: "1".to_string() })
}

fn file_name(program: &Program, file: u32) -> &str {
    program.files.get(file as usize).map_or("", String::as_str)
}

/// A variable at file scope as C names it: a name that nothing else hides, with members and elements.
pub fn name_in_c(program: &Program, number: u32) -> Option<&str> {
    let variable = &program.globals[number as usize];
    let name = variable.name.as_str();
    let base = name.split(['.', '[']).next().unwrap_or(name);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
    let hides = |other: &str| {
        let last = other.rsplit('.').next().unwrap_or(other);
        other != name && last.split('#').next() == Some(base) && !other.starts_with(&format!("{base}."))
    };
    let hidden = program.globals.iter().chain(&program.locals).any(|other| hides(&other.name));
    let is_value = !variable.hidden && !program.purposes.contains_key(&number);
    (is_value && !hidden && program.file_scope.contains(base) && name.chars().all(is_plain)).then_some(name)
}

/// An expression as C that has the same value; none if that cannot be said.
fn exact(
    program: &Program,
    expr: &Expr,
    ghosts: &BTreeMap<u32, GhostView>,
    mentioned: &mut BTreeSet<u32>,
) -> Option<String> {
    let ty = expr.ty();
    Some(match expr {
        Expr::Constant(bits, ty) => match (program.address(*bits, *ty), ty.number(*bits)) {
            (Some(name), _) => {
                let base = name.strip_prefix('&')?.split(['.', '[']).next()?;
                program.file_scope.contains(base).then(|| name.to_string())?
            }
            (None, number) if ty.width < 64 && i32::try_from(number).is_ok() => number.to_string(),
            (None, number) if ty.signed && number == i128::from(i64::MIN) => return None,
            (None, number) => format!("{number}{}", if ty.signed { "LL" } else { "ULL" }),
        },
        Expr::Read(Place::Global(number), _) => match ghosts.get(number) {
            Some(ghost) => {
                mentioned.insert(*number);
                ghost.name.clone()
            }
            None => name_in_c(program, *number)?.to_string(),
        },
        Expr::Read(Place::Local(_), _) | Expr::Input(..) => return None,
        Expr::Unary(Unary::Not, inner) => match (&**inner, ty) {
            (Expr::Binary(Binary::Equal, left, right), _) => {
                let [left, right] = [left, right].map(|side| exact(program, side, ghosts, mentioned));
                format!("({} != {})", left?, right?)
            }
            (inner, Type::BOOL) => format!("!{}", exact(program, inner, ghosts, mentioned)?),
            _ => return None,
        },
        Expr::Unary(Unary::Negate, _) => return None,
        Expr::Binary(operator, left, right) => {
            let operands = left.ty();
            let [left, right] = [left, right].map(|side| exact(program, side, ghosts, mentioned));
            let (left, right) = (left?, right?);
            match operator {
                Binary::Equal => format!("({left} == {right})"),
                Binary::Less => format!("({left} < {right})"),
                Binary::LessOrEqual => format!("({left} <= {right})"),
                Binary::And if operands == Type::BOOL => format!("({left} && {right})"),
                Binary::Or if operands == Type::BOOL => format!("({left} || {right})"),
                Binary::Add | Binary::Subtract | Binary::Multiply => {
                    // Without a sign it wraps in C too.
                    let [of, wrapping] = [operands.signed, false].map(|signed| c_type(Type { signed, ..operands }));
                    let symbol = match operator {
                        Binary::Add => "+",
                        Binary::Subtract => "-",
                        _ => "*",
                    };
                    format!("({})(({}){left} {symbol} ({}){right})", of?, wrapping?, wrapping?)
                }
                _ => return None,
            }
        }
        Expr::Cast(ty, inner) => format!("({}){}", c_type(*ty)?, exact(program, inner, ghosts, mentioned)?),
        Expr::Conditional(..) => return None,
    })
}

/// A type of C with this range, for which the arithmetic above is that of the type itself.
fn c_type(ty: Type) -> Option<&'static str> {
    match (ty.width, ty.signed) {
        (32, true) => Some("int"),
        (32, false) => Some("unsigned"),
        (64, true) => Some("long long"),
        (64, false) => Some("unsigned long long"),
        _ => None,
    }
}

/// A ghost for each mutex at file scope that is only ever locked and unlocked, each by a statement of its own.
fn ghosts(program: &Program, sources: &Sources) -> BTreeMap<u32, GhostView> {
    let locks = program.purposes.iter().filter(|(_, purpose)| **purpose == Purpose::Lock);
    locks.filter_map(|(lock, _)| Some((*lock, ghost(program, sources, *lock)?))).collect()
}

fn ghost(program: &Program, sources: &Sources, lock: u32) -> Option<GhostView> {
    let name = program.globals[lock as usize].name.as_str();
    if !program.file_scope.contains(name) {
        return None;
    }
    let mut updates: BTreeMap<(u32, u32), UpdateView> = BTreeMap::new();
    for edge in program.locations.iter().flat_map(|location| &location.edges) {
        let touched = edge.update(Place::Global(lock)).is_some()
            || edge.expressions().flat_map(Expr::places).any(|place| place == Place::Global(lock));
        let mentions = |told: &&Statement| words(&told.text).any(|word| word == name);
        let told: Vec<&Statement> = edge.statements.iter().filter(mentions).collect();
        if touched && told.is_empty() {
            return None;
        }
        for told in told {
            let value = locked(&told.text, name)?;
            let (file, line) = (file_name(program, told.position.file), told.position.line);
            if !sources.begins_statement(file, line) {
                return None;
            }
            let update = UpdateView { file: file.to_string(), line, value: value.to_string() };
            let known = updates.insert((told.position.file, line), update);
            if known.is_some_and(|known| known.value != value) {
                return None;
            }
        }
    }
    let mut ghost = format!("{name}_locked");
    while program.globals.iter().chain(&program.locals).any(|variable| words(&variable.name).any(|word| word == ghost))
    {
        ghost.push('_');
    }
    Some(GhostView { name: ghost, initial: "0".to_string(), updates: updates.into_values().collect() })
}

/// The value of a ghost after a statement, if that is a plain call about its mutex.
fn locked(text: &str, name: &str) -> Option<&'static str> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (function, argument) = text.trim_end_matches(';').strip_suffix(')')?.split_once('(')?;
    let value = match function {
        "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" => "1",
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "mtx_unlock" => "0",
        _ => return None,
    };
    (argument.strip_prefix('&') == Some(name)).then_some(value)
}

/// The names and numbers in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The source files without comments, line by line.
struct Sources(BTreeMap<String, Vec<String>>);

impl Sources {
    fn new(program: &Program) -> Sources {
        let read = |file: &String| {
            let bytes = crate::read::read_bytes(Path::new(file), LARGEST_FILE).ok()?;
            let text = String::from_utf8(bytes).ok()?;
            Some((file.clone(), without_comments(&text).lines().map(str::to_string).collect()))
        };
        Sources(program.files.iter().filter_map(read).collect())
    }

    /// Whether a statement of a block begins on a line, as the first thing there.
    fn begins_statement(&self, file: &str, line: u32) -> bool {
        let Some(lines) = self.0.get(file) else { return false };
        let at = (line as usize).saturating_sub(1);
        let Some(text) = lines.get(at).map(|line| line.trim()) else { return false };
        let before = lines[..at].iter().rev().map(|line| line.trim()).find(|line| !line.is_empty());
        let ends = before.is_some_and(|before| {
            let continues = before.ends_with(')') || words(before).last() == Some("else");
            !before.starts_with('#')
                && (before.ends_with([';', '{', '}']) || continues && !text.starts_with(is_operator))
        });
        let first = words(text).next().unwrap_or("");
        let is_statement = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || is_operator(c));
        let is_label = text.starts_with(first) && text[first.len()..].trim_start().starts_with(':');
        ends && is_statement && !is_label && !["case", "default", "else", "while"].contains(&first)
    }
}

/// Characters other than names with which a statement can begin or an expression continue.
fn is_operator(c: char) -> bool {
    "*(+-".contains(c)
}

/// The text with comments and literals blanked out.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    // The open token: a comment of either kind, or a literal with its quote.
    let mut open: Option<char> = None;
    while let Some(c) = rest.next() {
        match (open, c) {
            (Some('*'), '\n') => out.push(c),
            (_, '\n') => {
                out.push(c);
                open = None;
            }
            (None, '/') if matches!(rest.peek(), Some('/' | '*')) => open = rest.next(),
            (None, '"' | '\'') => open = Some(c),
            (None, c) => out.push(c),
            (Some('*'), '*') if rest.peek() == Some(&'/') => {
                rest.next();
                open = None;
            }
            (Some('"' | '\''), '\\') if rest.peek() != Some(&'\n') => drop(rest.next()),
            (Some(quote @ ('"' | '\'')), c) if c == quote => open = None,
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank() {
        let text = "a; // b {\n/* c\n; */ d(\"e;\\\"\", '\"');\n";
        assert_eq!(without_comments(text), "a; \n\n d(, );\n");
    }

    #[test]
    fn statements_begin_after_others() {
        let text = "int f(void)\n{ // here\n  g = 1;\n  g =\n    2;\n  if (g)\n    h();\n  l: k();\n  k();\n}\n";
        let lines = without_comments(text).lines().map(str::to_string).collect();
        let sources = Sources(BTreeMap::from([("f.c".to_string(), lines)]));
        let begin: Vec<u32> = (0..12).filter(|line| sources.begins_statement("f.c", *line)).collect();
        assert_eq!(begin, [3, 4, 6, 7, 9]);
    }

    #[test]
    fn plain_calls_lock() {
        assert_eq!(locked("pthread_mutex_lock( &m );", "m"), Some("1"));
        assert_eq!(locked("pthread_mutex_unlock(&m)", "m"), Some("0"));
        assert_eq!(locked("pthread_mutex_lock(&n)", "m"), None);
        assert_eq!(locked("pthread_mutex_trylock(&m)", "m"), None);
        assert_eq!(locked("pthread_cond_wait(&c, &m)", "m"), None);
    }
}
