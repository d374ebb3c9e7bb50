//! Facts of one C program: the checker accepts them, and no state that a random walk gets to contradicts them.

use umpteen_cegar::facts;
use umpteen_checker::check_facts;
use umpteen_engines::budget::Budget;
use umpteen_model::c::facts::Facts;
use umpteen_model::c::machine::State;
use umpteen_model::c::program::Program;

/// Says which fact is wrong; the walks are others than those that facts are found with.
pub fn facts_hold(program: &Program, budget: &Budget, seed: u64) -> Result<(), String> {
    let Ok(facts) = facts::discover(program, &[], true, budget) else { return Ok(()) };
    check_facts(program, &facts, &|| true).map_err(|rejection| format!("the facts were rejected: {rejection:?}"))?;
    walks_agree(program, &facts, seed)
}

/// Says which fact does not hold of some state of random walks.
pub fn walks_agree(program: &Program, facts: &Facts, seed: u64) -> Result<(), String> {
    let mut result = Ok(());
    facts::walk(program, seed, |state| {
        if result.is_ok() {
            result = contradiction(facts, state);
        }
    });
    result
}

fn contradiction(facts: &Facts, state: &State) -> Result<(), String> {
    let first = &state.threads[0];
    for fact in &facts.each {
        if state
            .threads
            .iter()
            .any(|one| fact.at.contains(&one.location) && state.value_of_pair(&fact.holds, one, one) != 1)
        {
            return Err(format!("{fact:?} does not hold of {state:?}"));
        }
    }
    for fact in &facts.pairs {
        for (number, one) in state.threads.iter().enumerate() {
            for (_, other) in state.threads.iter().enumerate().filter(|(at, _)| *at != number) {
                if fact.at.contains(&(one.location, other.location))
                    && state.value_of_pair(&fact.holds, one, other) != 1
                {
                    return Err(format!("{fact:?} does not hold of {state:?}"));
                }
            }
        }
    }
    for fact in &facts.counts {
        let there = state.threads.iter().filter(|thread| fact.at.contains(&thread.location)).count();
        if state.value_of_pair(&fact.number, first, first) != there as u64 {
            return Err(format!("{fact:?} does not hold of {state:?}"));
        }
    }
    Ok(())
}
