//! Exploration of a C program with few threads is done anew: every state, every first value and every input that matters.

use super::c::{ENTRY, FAILED, L, M, MAIN, failing, is, program};
use crate::{Rejection, check_c_exploration, visit_c_states};
use umpteen_model::c::expression::{Binary, Expr, Type};
use umpteen_model::c::program::{Edge, Program};

fn explored(program: &Program, threads: u32, claimed: Option<u64>) -> Result<(u64, bool), String> {
    match check_c_exploration(program, threads, claimed, &|| true) {
        Ok(visited) => Ok((visited.states, visited.bound_reached)),
        Err(Rejection::Wrong(reason)) => Err(reason),
        Err(other) => Err(format!("{other:?}")),
    }
}

#[test]
fn exploration_counts_states() {
    // `main` at its loop or ended; a worker at its start (where `l` does not matter), inside with `l` 0, or done.
    assert_eq!(explored(&program(), 1, None), Ok((2, true)));
    assert_eq!(explored(&program(), 2, Some(8)), Ok((8, true)));
    let more_than = |claimed: u64| Err(format!("there are more than {claimed} states"));
    assert_eq!(explored(&program(), 2, Some(7)), more_than(7));
    assert_eq!(explored(&program(), u32::MAX, Some(20)), more_than(20), "and there are no more than so many visited");
    assert_eq!(explored(&program(), 2, Some(9)), Err("there are 8 states, not 9".to_string()));
    assert_eq!(explored(&program(), 3, None), Ok((20, true)), "two workers count as one where they are alike");
    assert_eq!(explored(&failing(), 1, None), Ok((2, true)));
    assert_eq!(explored(&failing(), 2, None), Err("an assertion fails".to_string()));
    assert_eq!(check_c_exploration(&program(), 2, None, &|| false), Err(Rejection::OutOfTime));
    let mut alone = program();
    alone.locations[MAIN as usize].edges.remove(0);
    assert_eq!(explored(&alone, 1, None), Ok((2, false)));
}

/// A worker that reads its `l` before it sets it: any value may be there.
#[test]
fn exploration_tries_every_first_value() {
    let too_many = Err("a step has too many values to try them all".to_string());
    let with = |ty: Type, wanted: u64| {
        let mut program = program();
        program.locals[0].ty = ty;
        let wanted = Expr::Constant(wanted, ty);
        let guard = Expr::binary(Binary::Equal, Expr::Read(L, ty), wanted);
        program.locations[ENTRY as usize].edges = vec![Edge { guard, ..Edge::jump(FAILED) }];
        explored(&program, 2, None)
    };
    let narrow = Type { width: 8, signed: false };
    for value in [0, 1, 254, 255] {
        assert_eq!(with(narrow, value), Err("an assertion fails".to_string()), "{value}");
    }
    assert_eq!(with(Type::INT, 0), too_many);
    // That of `main`, and nobody reads it.
    let mut unread = program();
    unread.locals[1].initial = None;
    assert_eq!(explored(&unread, 1, None), Ok((2, true)));
    unread.locations[MAIN as usize].edges[1].guard = is(M, 0);
    assert_eq!(explored(&unread, 1, None), too_many);
}

/// The result of exploration for a worker whose first step fails under a condition.
fn with_failing_step(guard: Expr) -> Result<(u64, bool), String> {
    let mut program = program();
    program.locations[ENTRY as usize].edges = vec![Edge { guard, ..Edge::jump(FAILED) }];
    explored(&program, 2, None)
}

/// A worker fails if an input is a certain value: one that is compared with a constant, and one that is computed with.
#[test]
fn exploration_tries_every_input_that_matters() {
    let with = with_failing_step;
    let fails = Err("an assertion fails".to_string());
    let narrow = Type { width: 8, signed: false };
    let input = |ty| Expr::Input(0, ty);
    let constant = |value, ty| Expr::Constant(value, ty);
    let compared = |operator, left: Expr, right: Expr| Expr::Binary(operator, Box::new(left), Box::new(right));
    for operator in [Binary::Equal, Binary::Less] {
        assert_eq!(with(compared(operator, input(Type::INT), Expr::int(70_000))), fails);
        assert_eq!(with(compared(operator, Expr::int(70_000), input(Type::INT))), fails);
    }
    // Between constants, and beyond them.
    let above = compared(Binary::Less, Expr::int(70_000), input(Type::INT));
    let below = compared(Binary::Less, input(Type::INT), Expr::int(70_002));
    assert_eq!(with(above.clone().and(below)), fails);
    let below = compared(Binary::Less, input(Type::INT), Expr::int(70_001));
    assert_eq!(with(above.and(below)), Ok((4, true)));
    let least = compared(Binary::Less, input(narrow), constant(1, narrow));
    assert_eq!(with(least), fails);
    let zero = compared(Binary::Less, input(narrow), constant(0, narrow));
    assert_eq!(with(zero), Ok((4, true)));
    let largest = compared(Binary::Less, constant(254, narrow), input(narrow));
    assert_eq!(with(largest), fails);
    assert_eq!(with(input(Type::BOOL)), fails);
    assert_eq!(with(input(Type::BOOL).negated()), fails);
    // Computed with: all values, if there are not too many.
    let sum = |value| compared(Binary::Add, input(narrow), constant(value, narrow));
    for value in [0, 1, 100, 255] {
        assert_eq!(with(compared(Binary::Equal, sum(1), constant(value, narrow))), fails, "{value}");
    }
    let too_many = Err("a step has too many values to try them all".to_string());
    let wide = compared(Binary::Add, input(Type::INT), Expr::int(1));
    assert_eq!(with(compared(Binary::Equal, wide, Expr::int(1))), too_many);
    let cast = Expr::Cast(narrow, Box::new(input(Type::INT)));
    assert_eq!(with(compared(Binary::Equal, cast, constant(0, narrow))), too_many);
    let chosen = Expr::Conditional(Box::new(input(Type::BOOL)), Box::new(Expr::TRUE), Box::new(Expr::FALSE));
    assert_eq!(with(chosen), fails);
    // Two inputs that must differ, one of which is compared with a constant too.
    let other = Expr::Input(1, narrow);
    let differ = compared(Binary::Less, input(narrow), other);
    let both = compared(Binary::Equal, input(narrow), constant(40, narrow));
    assert_eq!(with(differ.clone()), too_many, "two inputs of a byte have more than 4096 pairs of values");
    assert_eq!(with(differ.and(both)), too_many);
}

/// The values of each input are its own, whatever others are used for.
#[test]
fn exploration_tells_inputs_apart() {
    let with = with_failing_step;
    let fails = Err("an assertion fails".to_string());
    let narrow = Type { width: 8, signed: false };
    let equal = |number, value, ty| {
        Expr::Binary(Binary::Equal, Box::new(Expr::Input(number, ty)), Box::new(Expr::Constant(value, ty)))
    };
    assert_eq!(with(Expr::Input(1, Type::BOOL)), fails, "the first one is not used");
    assert_eq!(with(equal(0, 40, narrow).and(Expr::Input(1, Type::BOOL))), fails);
    assert_eq!(with(Expr::Input(1, Type::BOOL).and(equal(0, 40, narrow))), fails);
    assert_eq!(with(equal(0, 40, narrow).and(equal(1, 70_000, Type::INT))), fails);
    assert_eq!(with(equal(1, 70_000, Type::INT).and(equal(0, 40, narrow))), fails);
    assert_eq!(with(equal(0, 70_000, Type::INT).and(equal(1, 40, narrow))), fails);
    // As many values as are tried at most.
    let many = Type { width: 12, signed: false };
    let sum = Expr::Binary(Binary::Add, Box::new(Expr::Input(0, many)), Box::new(Expr::Constant(1, many)));
    assert_eq!(with(Expr::Binary(Binary::Equal, Box::new(sum), Box::new(Expr::Constant(0, many)))), fails);
}

#[test]
fn exploration_shows_every_state() {
    let mut shown = 0;
    let visited = visit_c_states(&program(), 2, None, &|| true, &mut |_, _| shown += 1).unwrap();
    assert_eq!((visited.states, shown), (8, 8));
}
