//! Invariants of systems on the command line, `--property invariant:EXPR`, as targets that violate them.
//!
//! Of thread systems: comparisons of `shared` with numbers, joined by `&&`, `||`, `!` and parentheses, as in
//! `shared != 3 && shared < 7`. Of nets: `reading + writing <= 3`, several joined by `&&`.

use crate::cursor::{Cursor, LARGEST_COUNT};
use crate::error::{Code, Error};
use umpteen_model::petri_net::PetriNet;
use umpteen_model::state::{Counts, counts};
use umpteen_model::system::Target;
use umpteen_model::thread_system::ThreadSystem;

/// How deep parentheses may be nested.
const DEEPEST: u32 = 100;

/// The most targets that an invariant of a net may stand for.
const MOST_TARGETS: usize = 10_000;

/// The shared states that violate an invariant of a thread system.
pub fn of_threads(text: &str, system: &ThreadSystem) -> Result<Vec<Target>, Error> {
    let mut cursor = Cursor::new(text);
    let condition = either(&mut cursor, DEEPEST)?;
    at_end(&mut cursor)?;
    let violating = (0..system.shared_count).filter(|&shared| !condition.holds(shared));
    Ok(violating.map(|shared| Target { shared: Some(shared), counts: Counts::new() }).collect())
}

type Comparison = fn(&u32, &u32) -> bool;

/// A condition on the shared state.
enum Condition {
    Compare(Comparison, u32),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    fn holds(&self, shared: u32) -> bool {
        match self {
            Condition::Compare(compare, number) => compare(&shared, number),
            Condition::Not(condition) => !condition.holds(shared),
            Condition::All(parts) => parts.iter().all(|part| part.holds(shared)),
            Condition::Any(parts) => parts.iter().any(|part| part.holds(shared)),
        }
    }
}

fn either(cursor: &mut Cursor, depth: u32) -> Result<Condition, Error> {
    let mut parts = vec![both(cursor, depth)?];
    while cursor.eat("||") {
        parts.push(both(cursor, depth)?);
    }
    Ok(Condition::Any(parts))
}

fn both(cursor: &mut Cursor, depth: u32) -> Result<Condition, Error> {
    let mut parts = vec![single(cursor, depth)?];
    while cursor.eat("&&") {
        parts.push(single(cursor, depth)?);
    }
    Ok(Condition::All(parts))
}

fn single(cursor: &mut Cursor, depth: u32) -> Result<Condition, Error> {
    cursor.skip_space();
    let Some(depth) = depth.checked_sub(1) else {
        let at = cursor.offset();
        return Err(Error::new(Code::TooLarge, format!("nested more than {DEEPEST} deep"), at..at));
    };
    if cursor.eat("!") {
        return Ok(Condition::Not(Box::new(single(cursor, depth)?)));
    }
    if cursor.eat("(") {
        let inner = either(cursor, depth)?;
        cursor.expect(")")?;
        return Ok(inner);
    }
    if !cursor.eat("shared") {
        return Err(cursor.expected("`shared`, `!` or `(`"));
    }
    // Longer operators first.
    let operators: [(&str, Comparison); 6] =
        [("==", u32::eq), ("!=", u32::ne), ("<=", u32::le), (">=", u32::ge), ("<", u32::lt), (">", u32::gt)];
    let Some((_, compare)) = operators.into_iter().find(|(operator, _)| cursor.eat(operator)) else {
        return Err(cursor.expected("`==`, `!=`, `<=`, `>=`, `<` or `>`"));
    };
    Ok(Condition::Compare(compare, cursor.number("a shared state", u32::MAX)?))
}

/// The markings that violate an invariant of a net.
pub fn of_net(text: &str, net: &PetriNet) -> Result<Vec<Counts>, Error> {
    let mut cursor = Cursor::new(text);
    let mut targets = Vec::new();
    loop {
        let start = cursor.offset();
        let mut places = Vec::new();
        loop {
            let before = cursor.offset();
            let next = place(&mut cursor, net)?;
            if places.contains(&next) {
                let message = format!("`{}` is added twice", net.places[next as usize]);
                return Err(Error::new(Code::Duplicate, message, before..cursor.offset()));
            }
            places.push(next);
            if !cursor.eat("+") {
                break;
            }
        }
        let less = !cursor.eat("<=");
        if less && !cursor.eat("<") {
            return Err(cursor.expected("`+`, `<=` or `<` (only upper bounds can be checked)"));
        }
        let bound = cursor.number("a number of tokens", LARGEST_COUNT)?;
        let too_many = if less { bound } else { bound + 1 };
        places.sort_unstable();
        spread(&places, too_many, &mut Vec::new(), &mut targets);
        if targets.len() > MOST_TARGETS {
            let message = format!("more than {MOST_TARGETS} markings violate this: give --target instead");
            return Err(Error::new(Code::TooLarge, message, start..cursor.offset()));
        }
        if !cursor.eat("&&") {
            at_end(&mut cursor)?;
            return Ok(targets);
        }
    }
}

fn place(cursor: &mut Cursor, net: &PetriNet) -> Result<u32, Error> {
    cursor.skip_space();
    let (name, span) = cursor.name("a place")?;
    let found = net.places.iter().position(|place| place == name);
    let unknown = || Error::new(Code::UnknownName, format!("there is no place `{name}`"), span);
    found.map(|at| at as u32).ok_or_else(unknown)
}

/// Every way to put so many tokens into the places, as far as there are not too many.
fn spread(places: &[u32], tokens: u32, chosen: &mut Vec<(u32, u32)>, found: &mut Vec<Counts>) {
    let Some((&first, others)) = places.split_first() else { return };
    if found.len() > MOST_TARGETS {
        return;
    }
    let fewest = if others.is_empty() { tokens } else { 0 };
    for here in fewest..=tokens {
        chosen.push((first, here));
        match here == tokens {
            true => found.extend(counts(chosen.iter().copied()).ok()),
            false => spread(others, tokens - here, chosen, found),
        }
        chosen.pop();
        if found.len() > MOST_TARGETS {
            return;
        }
    }
}

fn at_end(cursor: &mut Cursor) -> Result<(), Error> {
    cursor.skip_space();
    if cursor.at_end() { Ok(()) } else { Err(cursor.expected("`&&` or the end")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Model};

    #[test]
    fn thread_systems_get_the_violating_shared_states() {
        let Ok(Model::Threads(system)) = Model::parse(Format::Tts, "6 1\n0 0 -> 1 0\n") else { panic!() };
        let violating = |text: &str| {
            let targets = of_threads(text, &system).map_err(|error| error.message)?;
            Ok::<Vec<u32>, String>(targets.iter().filter_map(|target| target.shared).collect())
        };
        assert_eq!(violating("shared != 3 && shared < 5"), Ok(vec![3, 5]));
        assert_eq!(violating("!(shared>=2 || shared==0)"), Ok(vec![0, 2, 3, 4, 5]));
        assert_eq!(violating("shared <= 9"), Ok(vec![]));
        for bad in ["", "shared", "shared ~ 3", "shared < 3 extra", "(shared < 3", &"(".repeat(5000)] {
            assert!(violating(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nets_get_the_markings_with_a_token_too_many() {
        let text = "vars a b rules a>=1 -> a'=a-1, b'=b+1; init a=1, b=0 target a>=9";
        let Ok(Model::Net(net)) = Model::parse(Format::Spec, text) else { panic!() };
        let found =
            |text: &str| of_net(text, &net).map(|targets| targets.iter().map(|t| t.to_vec()).collect::<Vec<_>>());
        assert_eq!(found("a + b <= 1").unwrap(), [vec![(1, 2)], vec![(0, 1), (1, 1)], vec![(0, 2)]]);
        assert_eq!(found("a < 2 && b<=0").unwrap(), [vec![(0, 2)], vec![(1, 1)]]);
        for bad in ["a >= 1", "c <= 1", "a + <= 1", "a + a <= 3", "a + b <= 400000000"] {
            assert!(found(bad).is_err(), "{bad}");
        }
    }
}
