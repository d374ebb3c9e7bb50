//! Does refinement get anywhere? Predicates of the same shape again and again say that it does not.
//!
//! `lock == 1`, `lock == 2`, `lock == 3`: each rules out one more thread, and there is always one more. The shape of a
//! predicate is what is left when its constants are taken away.

use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Binary, Expr};

/// So many predicates of one shape are not a coincidence any more.
const MANY: u32 = 4;

/// The shapes of the predicates so far.
#[derive(Default)]
pub struct Divergence {
    seen: FxHashMap<Expr, u32>,
    /// One of the last ones, if all of them only repeat what was there before.
    repeats: Option<Expr>,
}

impl Divergence {
    /// Remembers the new predicates of a round.
    pub fn saw(&mut self, predicates: &[Expr]) {
        let mut repeats = true;
        for predicate in predicates {
            let seen = self.seen.entry(shape(predicate)).or_default();
            *seen += 1;
            repeats &= *seen >= MANY;
        }
        self.repeats = predicates.last().filter(|_| repeats).cloned();
    }

    /// A predicate of the last round, if that brought nothing but shapes that have come too often.
    pub fn repeated(&self) -> Option<&Expr> {
        self.repeats.as_ref()
    }
}

/// Whether a predicate is about a difference of exactly so much: what a loop that goes nowhere looks for.
pub fn has_sum(predicate: &Expr) -> bool {
    let mut found = false;
    predicate.visit(&mut |part| found |= matches!(part, Expr::Binary(Binary::Add, ..)));
    found
}

/// A predicate without its constants; a sum with one is the same as without.
fn shape(expr: &Expr) -> Expr {
    match expr {
        Expr::Constant(_, ty) => Expr::Constant(0, *ty),
        Expr::Binary(Binary::Add, inner, number) if matches!(**number, Expr::Constant(..)) => shape(inner),
        Expr::Binary(operator, left, right) => Expr::Binary(*operator, Box::new(shape(left)), Box::new(shape(right))),
        Expr::Unary(operator, inner) => Expr::Unary(*operator, Box::new(shape(inner))),
        Expr::Cast(ty, inner) => Expr::Cast(*ty, Box::new(shape(inner))),
        Expr::Conditional(test, yes, no) => {
            Expr::Conditional(Box::new(shape(test)), Box::new(shape(yes)), Box::new(shape(no)))
        }
        Expr::Read(..) | Expr::Input(..) => expr.clone(),
    }
}
