//! Syntactic implications of guards: whether a guard decides another condition, without a solver. Conditions that hold by the types
//! and masks of what they compare are decided, too (`ranges`).

use crate::ranges;
use umpteen_model::c::atoms::atom;
use umpteen_model::c::expression::{Binary, Expr, Type, Unary};
use umpteen_model::c::program::Edge;

/// The conditions that a guard consists of, in standard form, with whether they hold.
pub struct Guard {
    parts: Vec<(Expr, bool)>,
}

impl Guard {
    /// Takes a guard apart.
    pub fn new(guard: &Expr) -> Guard {
        let mut parts = Vec::new();
        conjuncts(guard, true, &mut parts);
        Guard { parts }
    }

    /// Whether a condition holds whenever the guard does, or never; none if its form does not tell.
    pub fn implies(&self, condition: &Expr) -> Option<bool> {
        let (standard, negated) = atom(condition);
        if let Some((_, holds)) = self.parts.iter().find(|(part, _)| *part == standard) {
            return Some(*holds != negated);
        }
        match &standard {
            Expr::Constant(bits, _) => Some((*bits == 1) != negated),
            Expr::Binary(Binary::And, left, right) if left.ty() == Type::BOOL => {
                match (self.implies(left), self.implies(right)) {
                    (Some(true), Some(true)) => Some(!negated),
                    (Some(false), _) | (_, Some(false)) => Some(negated),
                    _ => None,
                }
            }
            Expr::Binary(Binary::Or, left, right) if left.ty() == Type::BOOL => {
                match (self.implies(left), self.implies(right)) {
                    (Some(false), Some(false)) => Some(negated),
                    (Some(true), _) | (_, Some(true)) => Some(!negated),
                    _ => None,
                }
            }
            other => ranges::truth(other).map(|holds| holds != negated),
        }
    }

    /// An expression with everything decided that the guard decides.
    pub fn simplify(&self, expr: &Expr) -> Expr {
        if expr.ty() == Type::BOOL
            && let Some(holds) = self.implies(expr)
        {
            return Expr::Constant(u64::from(holds), Type::BOOL);
        }
        let inner = |expr: &Expr| self.simplify(expr);
        match expr {
            Expr::Constant(..) | Expr::Read(..) | Expr::Input(..) => expr.clone(),
            Expr::Unary(Unary::Not, operand) => inner(operand).negated(),
            Expr::Unary(operator, operand) => Expr::Unary(*operator, Box::new(inner(operand))),
            Expr::Cast(ty, operand) => inner(operand).cast(*ty),
            Expr::Binary(operator, left, right) => Expr::binary(*operator, inner(left), inner(right)),
            Expr::Conditional(test, yes, no) => Expr::conditional(inner(test), inner(yes), inner(no)),
        }
    }
}

/// Says everything once: parts of the guard that the others decide, and values that the guard decides. Tells whether the
/// edge can be passed at all.
pub fn simplify(edge: &mut Edge) -> bool {
    let mut parts = Vec::new();
    conjuncts(&edge.guard, true, &mut parts);
    // Conjunctions and disjunctions come last: their parts decide them.
    parts.sort_by_key(|(part, _)| matches!(part, Expr::Binary(Binary::And | Binary::Or, ..)));
    let mut guard = Guard { parts: Vec::new() };
    let mut said = Expr::TRUE;
    for (part, holds) in parts {
        match guard.implies(&part) {
            Some(known) if known == holds => {}
            Some(_) => return false,
            None => {
                said = said.and(if holds { part.clone() } else { part.clone().negated() });
                guard.parts.push((part, holds));
            }
        }
    }
    edge.guard = said;
    for (_, value) in &mut edge.updates {
        *value = guard.simplify(value);
    }
    true
}

fn conjuncts(guard: &Expr, holds: bool, parts: &mut Vec<(Expr, bool)>) {
    match guard {
        Expr::Binary(Binary::And, left, right) if holds && left.ty() == Type::BOOL => {
            conjuncts(left, holds, parts);
            conjuncts(right, holds, parts);
        }
        Expr::Binary(Binary::Or, left, right) if !holds && left.ty() == Type::BOOL => {
            conjuncts(left, holds, parts);
            conjuncts(right, holds, parts);
        }
        Expr::Unary(Unary::Not, inner) => conjuncts(inner, !holds, parts),
        other => match atom(other) {
            (standard, negated) if standard == *other => parts.push((standard, holds != negated)),
            // The standard form may have uncovered more structure.
            (standard, negated) => conjuncts(&standard, holds != negated, parts),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::c::expression::Place;

    fn read(number: u32) -> Expr {
        Expr::Read(Place::Local(number), Type::INT)
    }

    fn equal(number: u32, value: i64) -> Expr {
        Expr::binary(Binary::Equal, read(number), Expr::int(value))
    }

    #[test]
    fn a_guard_decides_its_parts_and_what_is_built_of_them() {
        let guard = Guard::new(&equal(0, 1).and(equal(1, 2).negated()));
        assert_eq!(guard.implies(&equal(0, 1)), Some(true));
        assert_eq!(guard.implies(&equal(1, 2)), Some(false));
        assert_eq!(guard.implies(&equal(0, 1).and(equal(1, 2))), Some(false));
        assert_eq!(guard.implies(&equal(0, 1).and(equal(2, 0))), None, "nothing is said about the third variable");
        assert_eq!(guard.implies(&equal(2, 0).and(equal(1, 2)).negated()), Some(true));
    }

    /// Lowering writes `!(!a && !b)`, so no C program tests this.
    #[test]
    fn one_part_decides_a_disjunction_only_if_it_holds() {
        let guard = Guard::new(&equal(0, 1).and(equal(1, 2).negated()));
        let either = |one, other| Expr::binary(Binary::Or, one, other);
        for (one, other) in [(0, 2), (2, 0)] {
            assert_eq!(guard.implies(&either(equal(one, 1), equal(other, 1))), Some(true));
        }
        for (one, other) in [(1, 3), (3, 1)] {
            let open = either(equal(one, 2), equal(other, 2));
            assert_eq!(guard.implies(&open), None, "nothing is said about the fourth variable");
        }
        assert_eq!(guard.implies(&either(equal(1, 2), equal(0, 1).negated())), Some(false));
    }

    #[test]
    fn an_edge_that_contradicts_itself_cannot_be_passed() {
        let both = equal(0, 1).and(equal(1, 2));
        let mut edge = Edge { to: 0, guard: both.clone().negated().and(both), ..edge_to_nowhere() };
        assert!(!simplify(&mut edge));
        let mut edge = Edge { guard: equal(0, 1), ..edge_to_nowhere() };
        edge.updates = vec![(Place::Local(3), equal(0, 1).cast(Type::INT))];
        assert!(simplify(&mut edge));
        assert_eq!(edge.updates[0].1, Expr::int(1), "the guard says so");
    }

    fn edge_to_nowhere() -> Edge {
        Edge::jump(0)
    }
}
