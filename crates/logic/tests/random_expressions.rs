//! Random expressions of every operator and width: the circuit's value under both solvers is the interpreter's.

use umpteen_logic::circuit::Circuit;
use umpteen_logic::encode::encode;
use umpteen_logic::sat::{Batsat, Cadical, Sat};
use umpteen_logic::solver::Solver;
use umpteen_logic::words::Word;
use umpteen_model::c::atoms::{atom, atoms};
use umpteen_model::c::expression::{Binary, Expr, Place, Type, Unary};

const OPERATORS: [Binary; 13] = [
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Remainder,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::ShiftLeft,
    Binary::ShiftRight,
    Binary::Equal,
    Binary::Less,
    Binary::LessOrEqual,
];

fn types() -> Vec<Type> {
    // Wide bit-fields have widths of their own.
    let widths = [1, 8, 16, 32, 64, 33, 40, 63];
    widths.iter().flat_map(|&width| [false, true].map(|signed| Type { width, signed })).collect()
}

fn random(random_source: &mut fastrand::Rng, ty: Type, depth: u32) -> Expr {
    let pick = if depth == 0 { random_source.u32(0..2) } else { random_source.u32(0..6) };
    let other = types()[random_source.usize(0..types().len())];
    let mut part = |ty: Type| Box::new(random(random_source, ty, depth.saturating_sub(1)));
    match pick {
        0 => Expr::Read(Place::Global(fastrand::u32(0..2)), ty),
        1 => Expr::Constant(interesting(ty), ty),
        2 => Expr::Unary(if fastrand::bool() { Unary::Negate } else { Unary::Not }, part(ty)),
        3 => Expr::Cast(ty, part(other)),
        4 => Expr::Conditional(part(Type::BOOL), part(ty), part(ty)),
        _ if ty == Type::BOOL && fastrand::bool() => {
            Expr::Binary(OPERATORS[fastrand::usize(10..13)], part(other), part(other))
        }
        _ => Expr::Binary(OPERATORS[fastrand::usize(0..10)], part(ty), part(ty)),
    }
}

/// Small numbers, extremes, and anything.
fn interesting(ty: Type) -> u64 {
    let value = match fastrand::u32(0..4) {
        0 => fastrand::u64(0..4),
        1 => u64::MAX - fastrand::u64(0..3),
        2 => 1u64 << (ty.width - 1),
        _ => fastrand::u64(..),
    };
    value & ty.mask()
}

fn agree<S: Sat>(expr: &Expr, values: [u64; 2]) {
    let mut solver = Solver::<S>::default();
    let word: [Word; 2] = [solver.word(64), solver.word(64)];
    let mut leaf = |_: &mut Circuit, leaf: &Expr| match leaf {
        Expr::Read(Place::Global(number), ty) => word[*number as usize][..usize::from(ty.width)].to_vec(),
        _ => unreachable!("no inputs here"),
    };
    let result = encode(&mut solver.circuit, expr, &mut leaf);
    for (word, value) in word.iter().zip(values) {
        for (at, &bit) in word.iter().enumerate() {
            solver.require(if value >> at & 1 == 1 { bit } else { !bit });
        }
    }
    // The result is part of the question, so that its gates get clauses.
    let expected = expr.value(&|place| if place == Place::Global(0) { values[0] } else { values[1] }, &|_| 0);
    let right: Vec<_> =
        result.iter().enumerate().map(|(at, &b)| if expected >> at & 1 == 1 { b } else { !b }).collect();
    assert!(solver.satisfiable(&right), "{expr:?} of {values:?} should be {expected}");
    assert_eq!(solver.number(&result), expected);
    for &bit in &right {
        assert!(!solver.satisfiable(&[!bit]), "{expr:?} of {values:?} can only be {expected}");
    }
}

#[test]
fn circuits_compute_what_the_interpreter_computes() {
    fastrand::seed(7);
    let mut source = fastrand::Rng::with_seed(11);
    for ty in types() {
        for operator in OPERATORS {
            for _ in 0..12 {
                let expr = Expr::Binary(
                    operator,
                    Box::new(Expr::Read(Place::Global(0), ty)),
                    Box::new(Expr::Read(Place::Global(1), ty)),
                );
                agree::<Cadical>(&expr, [interesting(ty), interesting(ty)]);
            }
        }
        for _ in 0..60 {
            let expr = random(&mut source, ty, 3);
            let values = [fastrand::u64(..), interesting(Type { width: 64, signed: false })];
            agree::<Cadical>(&expr, values);
            agree::<Batsat>(&expr, values);
            // Simplification keeps the value.
            let simple = expr.replace(&mut Expr::clone);
            let read = |place| if place == Place::Global(0) { values[0] } else { values[1] };
            assert_eq!(simple.value(&read, &|_| 0), expr.value(&read, &|_| 0), "{expr:?}");
        }
    }
}

/// The standard form of a condition has the same value, and is a standard form itself.
#[test]
fn standard_forms_keep_the_value() {
    fastrand::seed(3);
    let mut source = fastrand::Rng::with_seed(5);
    for _ in 0..20_000 {
        let expr = random(&mut source, Type::BOOL, 4).replace(&mut Expr::clone);
        let (form, negated) = atom(&expr);
        for _ in 0..4 {
            let values = [fastrand::u64(..4), fastrand::u64(..)];
            let read = |place| if place == Place::Global(0) { values[0] } else { values[1] };
            let value = |expr: &Expr| expr.value(&read, &|_| 0) == 1;
            assert_eq!(value(&expr), value(&form) != negated, "{expr:?}");
        }
        let mut parts = Vec::new();
        atoms(&expr, &mut parts);
        for part in parts {
            assert_eq!(atom(&part), (part.clone(), false), "{expr:?}");
        }
    }
}

#[test]
fn cores_are_small() {
    let mut solver = Solver::<Cadical>::default();
    let bits: Vec<_> = (0..6).map(|_| solver.circuit.input()).collect();
    solver.require_one(&[!bits[1], !bits[4]]);
    assert!(!solver.satisfiable(&bits));
    assert_eq!(solver.core(&bits), vec![bits[1], bits[4]]);
}
