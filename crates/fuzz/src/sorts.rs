//! The sorts of random cases by name, each with a tally of what its cases were like.

use crate::c_tally::CTally;
use crate::compare_pathwise::PathwiseTally;
use crate::compare_refine::RefineTally;
use crate::compare_stacks::StacksTally;
use crate::damaged::{DamageTally, run_damage_case};
use crate::orders::{OrdersTally, run_orders_case};
use crate::sequential::SequentialTally;
use crate::{Finding, ForwardTally, ProgramTally, Tally};
use crate::{run_c_case, run_case, run_explore_case, run_forward_case, run_pathwise_case, run_program_case};
use crate::{run_recursive_case, run_refine_case, run_sequential_case, run_stacks_case, run_twins_case};
use std::fmt;

/// A sort of cases and what they were like so far.
pub enum Sort {
    /// Thread systems and Petri nets, by all engines.
    Systems(Tally),
    /// The same without broadcasts, by forward search.
    Forward(ForwardTally),
    /// Diagrams with many loops, by pathwise search.
    Pathwise(PathwiseTally),
    /// Pushdown systems, and Boolean programs whose calls are kept.
    Stacks(StacksTally),
    /// Recursive C.
    Recursion(StacksTally),
    /// Boolean programs and their abstractions.
    Refine(RefineTally),
    /// Boolean programs.
    Programs(ProgramTally),
    /// C, by abstraction.
    C(CTally),
    /// C, by exploration.
    Explore(CTally),
    /// C in two versions.
    Twins(CTally),
    /// C with memory orders, against vector clocks.
    Orders(OrdersTally),
    /// Sequential C, against gcc.
    Sequential(SequentialTally),
    /// Damaged evidence of every kind.
    Damage(DamageTally),
}

impl Sort {
    /// The names of all sorts, in the order in which they are run.
    pub const NAMES: [&'static str; 13] = [
        "systems",
        "forward",
        "pathwise",
        "stacks",
        "recursion",
        "refine",
        "programs",
        "c",
        "explore",
        "twins",
        "orders",
        "sequential",
        "damage",
    ];

    /// The sort with this name, without any cases yet.
    pub fn named(name: &str) -> Option<Sort> {
        Some(match name {
            "systems" => Sort::Systems(Tally::default()),
            "forward" => Sort::Forward(ForwardTally::default()),
            "pathwise" => Sort::Pathwise(PathwiseTally::default()),
            "stacks" => Sort::Stacks(StacksTally::default()),
            "recursion" => Sort::Recursion(StacksTally::default()),
            "refine" => Sort::Refine(RefineTally::default()),
            "programs" => Sort::Programs(ProgramTally::default()),
            "c" => Sort::C(CTally::default()),
            "explore" => Sort::Explore(CTally::default()),
            "twins" => Sort::Twins(CTally::default()),
            "orders" => Sort::Orders(OrdersTally::default()),
            "sequential" => Sort::Sequential(SequentialTally::default()),
            "damage" => Sort::Damage(DamageTally::default()),
            _ => return None,
        })
    }

    /// Runs the case with this number.
    pub fn run_case(&mut self, case: u64) -> Result<(), Box<Finding>> {
        match self {
            Sort::Systems(tally) => run_case(case, tally),
            Sort::Forward(tally) => run_forward_case(case, tally),
            Sort::Pathwise(tally) => run_pathwise_case(case, tally),
            Sort::Stacks(tally) => run_stacks_case(case, tally),
            Sort::Recursion(tally) => run_recursive_case(case, tally),
            Sort::Refine(tally) => run_refine_case(case, tally),
            Sort::Programs(tally) => run_program_case(case, tally),
            Sort::C(tally) => run_c_case(case, tally),
            Sort::Explore(tally) => run_explore_case(case, tally),
            Sort::Twins(tally) => run_twins_case(case, tally),
            Sort::Orders(tally) => run_orders_case(case, tally),
            Sort::Sequential(tally) => run_sequential_case(case, tally),
            Sort::Damage(tally) => run_damage_case(case, tally),
        }
    }

    /// How many cases were run without a finding.
    pub fn cases(&self) -> u64 {
        match self {
            Sort::Systems(tally) => tally.cases,
            Sort::Forward(tally) => tally.cases,
            Sort::Pathwise(tally) => tally.cases,
            Sort::Stacks(tally) | Sort::Recursion(tally) => tally.cases,
            Sort::Refine(tally) => tally.cases,
            Sort::Programs(tally) => tally.cases,
            Sort::C(tally) | Sort::Explore(tally) | Sort::Twins(tally) => tally.cases,
            Sort::Orders(tally) => tally.cases,
            Sort::Sequential(tally) => tally.cases,
            Sort::Damage(tally) => tally.cases,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Sort::Systems(tally) => tally.fmt(out),
            Sort::Forward(tally) => tally.fmt(out),
            Sort::Pathwise(tally) => tally.fmt(out),
            Sort::Stacks(tally) | Sort::Recursion(tally) => tally.fmt(out),
            Sort::Refine(tally) => tally.fmt(out),
            Sort::Programs(tally) => tally.fmt(out),
            Sort::C(tally) | Sort::Explore(tally) | Sort::Twins(tally) => tally.fmt(out),
            Sort::Orders(tally) => tally.fmt(out),
            Sort::Sequential(tally) => tally.fmt(out),
            Sort::Damage(tally) => tally.fmt(out),
        }
    }
}
