//! How many steps a target takes if nothing is ever used up, and which of them can be taken now: relaxed plans (Hoffmann, Nebel
//! 2001).
//!
//! The state equation (`distance`) counts firings and does not see that they wait for each other: whatever is given back
//! later may be taken first. Here it is the other way round: nothing is taken at all, but a rule fires only when what
//! it needs is there. Costs are those of `h_add` (Bonet, Geffner 2001): a rule costs one more than what it needs, a place what
//! the cheapest rule costs that gives to it, several tokens cost several times as much. The plan is made of the cheapest rules,
//! backwards from the target, each as often as its tokens are needed.
//!
//! A state without a plan has no run, since what is there can only be less. Otherwise the number of steps says only where
//! to look first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use umpteen_model::configuration::Configuration;
use umpteen_model::state::Counts;
use umpteen_model::system::System;

/// A plan for one state.
pub struct Plan {
    /// How many steps it has.
    pub steps: u32,
    /// The rules of the plan that are enabled, sorted.
    pub now: Vec<u32>,
}

/// A rule or a target as places that are needed and given; the target gives to the place `goal`.
struct Action {
    needs: Counts,
    gives: Counts,
}

/// Looks for plans; the lists are kept from one state to the next.
pub struct RelaxedPlans {
    shared_count: u32,
    /// The rules, then the targets.
    actions: Vec<Action>,
    /// By place, the actions that need it, those first that need the most.
    needing: Vec<Vec<(u32, u32)>>,
    /// By place, what is there, the cost of one more, and the action that gives it.
    there: Vec<u32>,
    cost: Vec<u32>,
    giver: Vec<u32>,
    /// By action, how many of its places are not there yet, and what the others cost.
    missing: Vec<u32>,
    action_cost: Vec<u32>,
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    /// By place, whether its cost is final, and how many more of it the plan needs.
    settled: Vec<bool>,
    wanted: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl RelaxedPlans {
    /// Of a system without broadcasts.
    pub fn new(system: &System) -> RelaxedPlans {
        let shared_count = system.shared_count;
        let goal = shared_count + system.local_count;
        let with_shared = |shared: Option<u32>, counts: &[(u32, u32)]| -> Counts {
            let counts = counts.iter().map(|&(local, count)| (shared_count + local, count));
            shared.map(|shared| (shared, 1)).into_iter().chain(counts).collect()
        };
        let rules = system.rules.iter().map(|rule| Action {
            needs: with_shared(Some(rule.from), &rule.guard),
            gives: with_shared(Some(rule.to), &rule.give),
        });
        let targets = system.targets.iter();
        let targets = targets.map(|target| Action {
            needs: with_shared(target.shared, &target.counts),
            gives: Counts::from_slice(&[(goal, 1)]),
        });
        let actions: Vec<Action> = rules.chain(targets).collect();
        let places = goal as usize + 1;
        let mut needing = vec![Vec::new(); places];
        for (number, action) in (0..).zip(&actions) {
            action.needs.iter().for_each(|&(place, count)| needing[place as usize].push((number, count)));
        }
        needing.iter_mut().for_each(|list| list.sort_by_key(|&(_, count)| Reverse(count)));
        RelaxedPlans {
            shared_count,
            needing,
            there: vec![0; places],
            cost: vec![UNKNOWN; places],
            giver: vec![UNKNOWN; places],
            missing: Vec::new(),
            action_cost: vec![0; actions.len()],
            waiting: BinaryHeap::new(),
            settled: vec![false; places],
            wanted: vec![0; places],
            actions,
        }
    }

    fn goal(&self) -> u32 {
        self.needing.len() as u32 - 1
    }

    /// A plan from here to a target; none if there is no way.
    pub fn plan(&mut self, configuration: &Configuration) -> Option<Plan> {
        self.begin(configuration);
        let order = self.settle()?;
        Some(self.extract(&order))
    }

    /// Only what is there is there.
    fn begin(&mut self, configuration: &Configuration) {
        self.there.fill(0);
        self.cost.fill(UNKNOWN);
        self.settled.fill(false);
        self.wanted.fill(0);
        self.action_cost.fill(0);
        self.waiting.clear();
        self.missing.clear();
        self.missing.extend(self.actions.iter().map(|action| action.needs.len() as u32));
        let locals = configuration.locals().iter().map(|&(local, count)| (self.shared_count + local, count));
        for (place, count) in locals.chain([(configuration.shared, 1)]) {
            self.there[place as usize] = count;
            for &(action, needed) in self.needing[place as usize].iter().rev() {
                if needed > count {
                    break;
                }
                self.missing[action as usize] -= 1;
            }
        }
        for action in 0..self.actions.len() {
            if self.missing[action] == 0 {
                self.offer(action as u32);
            }
        }
    }

    /// An action can fire: what it gives may be cheaper now.
    fn offer(&mut self, action: u32) {
        // A very large cost is not the same as unreachable.
        let cost = self.action_cost[action as usize].saturating_add(1).min(UNKNOWN - 1);
        for &(place, _) in &self.actions[action as usize].gives {
            if cost < self.cost[place as usize] {
                self.cost[place as usize] = cost;
                self.giver[place as usize] = action;
                self.waiting.push(Reverse((cost, place)));
            }
        }
    }

    /// Settles the costs of places, the cheapest first, until the goal has one; tells the places in that order.
    fn settle(&mut self) -> Option<Vec<u32>> {
        let mut order = Vec::new();
        while let Some(Reverse((cost, place))) = self.waiting.pop() {
            let at = place as usize;
            if std::mem::replace(&mut self.settled[at], true) {
                continue;
            }
            order.push(place);
            if place == self.goal() {
                return Some(order);
            }
            for index in 0..self.needing[at].len() {
                let (action, needed) = self.needing[at][index];
                if needed <= self.there[at] {
                    break;
                }
                let action_cost = &mut self.action_cost[action as usize];
                *action_cost = action_cost.saturating_add(cost.saturating_mul(needed - self.there[at]));
                self.missing[action as usize] -= 1;
                if self.missing[action as usize] == 0 {
                    self.offer(action);
                }
            }
        }
        None
    }

    /// The plan, from the place that was settled last back to the first: what gives to a place was settled before it.
    fn extract(&mut self, order: &[u32]) -> Plan {
        let goal = self.goal();
        self.wanted[goal as usize] = 1;
        // A rule that gives to several places is needed for all of them at once.
        let mut firings: BTreeMap<u32, u32> = BTreeMap::new();
        for &place in order.iter().rev() {
            let wanted = self.wanted[place as usize];
            if wanted == 0 {
                continue;
            }
            let giver = self.giver[place as usize];
            let action = &self.actions[giver as usize];
            for &(needed, count) in &action.needs {
                let more = count.saturating_sub(self.there[needed as usize]);
                let wanted = &mut self.wanted[needed as usize];
                *wanted = (*wanted).max(more);
            }
            if let Some(&(_, given)) = action.gives.iter().find(|(given, _)| *given == place && place != goal) {
                let times = firings.entry(giver).or_default();
                *times = (*times).max(wanted.div_ceil(given));
            }
        }
        let is_there = |&(place, count): &(u32, u32)| self.there[place as usize] >= count;
        Plan {
            steps: firings.values().fold(0, |sum, times| sum.saturating_add(*times)),
            now: firings.into_keys().filter(|rule| self.actions[*rule as usize].needs.iter().all(is_there)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpteen_model::state::counts;
    use umpteen_model::system::{Passive, Rule, Target};

    fn rule(from: u32, take: &[(u32, u32)], to: u32, give: &[(u32, u32)]) -> Rule {
        let list = |items: &[(u32, u32)]| counts(items.iter().copied()).unwrap();
        Rule { from, to, guard: list(take), take: list(take), give: list(give), passive: Passive::Stay }
    }

    fn plans(rules: Vec<Rule>, target: &[(u32, u32)]) -> RelaxedPlans {
        let targets = vec![Target { shared: None, counts: counts(target.iter().copied()).unwrap() }];
        RelaxedPlans::new(&System { shared_count: 2, local_count: 6, rules, targets, ..System::default() })
    }

    fn plan(plans: &mut RelaxedPlans, shared: u32, locals: &[(u32, u32)]) -> Option<(u32, Vec<u32>)> {
        let plan = plans.plan(&Configuration::new(shared, locals.iter().copied().collect()))?;
        Some((plan.steps, plan.now))
    }

    #[test]
    fn steps_that_wait_for_each_other_are_all_counted() {
        // 0 becomes 1 and 2 becomes 3 only where the shared state is 1, which the thread in 4 sees to; both are needed.
        let rules =
            vec![rule(1, &[(0, 1)], 1, &[(1, 1)]), rule(1, &[(2, 1)], 1, &[(3, 1)]), rule(0, &[(4, 1)], 1, &[(5, 1)])];
        let mut plans = plans(rules, &[(1, 1), (3, 1)]);
        assert_eq!(plan(&mut plans, 0, &[(0, 1), (2, 1), (4, 1)]), Some((3, vec![2])));
        assert_eq!(plan(&mut plans, 1, &[(0, 1), (2, 1), (5, 1)]), Some((2, vec![0, 1])));
        assert_eq!(plan(&mut plans, 1, &[(1, 1), (2, 1)]), Some((1, vec![1])));
        assert_eq!(plan(&mut plans, 0, &[(0, 1), (2, 1)]), None, "nobody sets the shared state");
        assert_eq!(plan(&mut plans, 0, &[(1, 1), (3, 1)]), Some((0, vec![])), "covered");
    }

    #[test]
    fn several_tokens_take_several_steps() {
        let rules = vec![rule(0, &[(0, 1)], 0, &[(1, 2)]), rule(0, &[(1, 3)], 0, &[(2, 1)])];
        let mut plans = plans(rules, &[(2, 2)]);
        assert_eq!(
            plan(&mut plans, 0, &[(0, 1)]),
            Some((4, vec![0])),
            "two firings for three tokens, two for the target"
        );
        assert_eq!(plan(&mut plans, 0, &[(0, 1), (1, 2)]), Some((3, vec![0])));
        assert_eq!(plan(&mut plans, 0, &[(0, 1), (1, 3), (2, 1)]), Some((1, vec![1])));
        assert_eq!(plan(&mut plans, 0, &[(0, 1), (2, 2)]), Some((0, vec![])));
    }

    #[test]
    fn very_many_tokens_can_be_had() {
        let rules = vec![rule(0, &[(0, 1)], 0, &[(1, 1)]), rule(0, &[(1, 1_000_000)], 0, &[(2, 1)])];
        let mut plans = plans(rules, &[(2, u32::MAX - 1)]);
        let steps = plan(&mut plans, 0, &[(0, 1)]).map(|(steps, _)| steps);
        assert_eq!(steps, Some(u32::MAX), "as many as can be counted");
    }

    #[test]
    fn a_rule_that_gives_to_several_places_counts_once() {
        let rules = vec![rule(0, &[(0, 1)], 0, &[(1, 1), (2, 1), (3, 1)])];
        let mut plans = plans(rules, &[(1, 1), (2, 1), (3, 1)]);
        assert_eq!(plan(&mut plans, 0, &[(0, 1)]), Some((1, vec![0])));
    }
}
