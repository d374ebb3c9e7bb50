//! A share of the damaged evidence; `.ci/nightly` damages much more.

use umpteen_fuzz::damaged::{DamageTally, run_damage_case};
use umpteen_fuzz::patience::Patience;

#[test]
fn damaged_evidence_is_rejected_or_true() {
    let patience = Patience::seconds(8);
    let mut tally = DamageTally::default();
    for seed in 0..400 {
        if let Err(finding) = run_damage_case(seed, &mut tally) {
            panic!("{finding}");
        }
        if patience.is_over(tally.cases >= 5) {
            break;
        }
    }
    println!("{tally}");
    assert!(tally.cases >= 5, "only {} cases in eight seconds", tally.cases);
    let sum = |at: usize| tally.kinds.values().map(|row| row[at]).sum::<u64>();
    // Most of what is damaged is evidence still, and some of it proves what it did.
    assert!(sum(1) > sum(0) / 5 && sum(0) > sum(1) / 20, "{tally}");
}
