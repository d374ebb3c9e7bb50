//! Exact linear programs: minimise a sum of non-negative costs over non-negative variables under linear inequalities,
//! over the rationals or over the integers.
//!
//! The dual simplex method on a tableau of integers with one common denominator (Edmonds, Bareiss): every entry is a
//! minor of the matrix, so divisions are exact and nothing is ever rounded. Costs are not negative, so the start is dual
//! feasible, and it stays so when variables or inequalities are added: a solved program can be extended and solved again,
//! which is what paths with a common beginning need. Ties are broken by the least index (Bland), so it terminates.
//! Integer solutions are approached by Gomory's cuts.
//!
//! Numbers are 128 bits wide and checked: where they do not suffice, or where too many cuts were made, the answer is
//! that nothing is known.

use std::cmp::Ordering;

/// A linear program, solved as far as was asked.
#[derive(Clone, Debug)]
pub struct LinearProgram {
    variables: usize,
    slacks: usize,
    /// `denominator * basic + sum of entries * nonbasic = right`, for each row.
    rows: Vec<Row>,
    /// The costs of the columns, negated, over the denominator: entries of a row that nothing ever leaves.
    cost: Vec<i128>,
    /// The variable of each column.
    nonbasic: Vec<Variable>,
    denominator: i128,
    /// A number left the range of 128 bits: nothing is known any more.
    broken: bool,
}

/// A variable of the program, or the slack of an inequality; ordered for breaking ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Named(usize),
    Slack(usize),
}

#[derive(Clone, Debug)]
struct Row {
    basic: Variable,
    entries: Vec<i128>,
    right: i128,
}

/// The result of solving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The values of the variables, as numerators over one positive denominator.
    Point(Vec<i128>, i128),
    /// There is none.
    Infeasible,
    /// The numbers got too large, there were too many cuts, or there was no time.
    Unknown,
}

/// Gomory's method is given up after so many cuts.
const MOST_CUTS: usize = 200;

impl Default for LinearProgram {
    /// No variables and no inequalities.
    fn default() -> LinearProgram {
        LinearProgram {
            variables: 0,
            slacks: 0,
            rows: Vec::new(),
            cost: Vec::new(),
            nonbasic: Vec::new(),
            denominator: 1,
            broken: false,
        }
    }
}

impl LinearProgram {
    /// A new variable; its value is at least zero.
    pub fn add_variable(&mut self, cost: u32) -> usize {
        let variable = self.variables;
        self.variables += 1;
        self.nonbasic.push(Variable::Named(variable));
        self.rows.iter_mut().for_each(|row| row.entries.push(0));
        match i128::from(cost).checked_mul(self.denominator) {
            Some(cost) => self.cost.push(-cost),
            None => self.broken = true,
        }
        variable
    }

    /// Requires `sum of factors * variables <= most`.
    pub fn require(&mut self, factors: &[(usize, i64)], most: i64) {
        match self.row(factors, most) {
            Some(row) => self.push(row),
            None => self.broken = true,
        }
    }

    fn push(&mut self, (entries, right): (Vec<i128>, i128)) {
        self.rows.push(Row { basic: Variable::Slack(self.slacks), entries, right });
        self.slacks += 1;
    }

    /// An inequality in terms of the present columns.
    fn row(&self, factors: &[(usize, i64)], most: i64) -> Option<(Vec<i128>, i128)> {
        let mut entries = vec![0i128; self.nonbasic.len()];
        let mut right = i128::from(most).checked_mul(self.denominator)?;
        for &(variable, factor) in factors {
            let (variable, factor) = (Variable::Named(variable), i128::from(factor));
            if let Some(column) = self.nonbasic.iter().position(|other| *other == variable) {
                entries[column] = entries[column].checked_add(factor.checked_mul(self.denominator)?)?;
            } else {
                let row = self.rows.iter().find(|row| row.basic == variable).expect("a variable is basic or not");
                right = right.checked_sub(factor.checked_mul(row.right)?)?;
                for (entry, other) in entries.iter_mut().zip(&row.entries) {
                    *entry = entry.checked_sub(factor.checked_mul(*other)?)?;
                }
            }
        }
        Some((entries, right))
    }

    /// The cheapest point, which may be fractional; `go_on` is asked now and then.
    pub fn minimise(&mut self, go_on: &dyn Fn() -> bool) -> Solution {
        let feasible = if self.broken { None } else { self.dual_simplex(go_on) };
        match feasible {
            Some(true) => self.point(),
            Some(false) => Solution::Infeasible,
            None => {
                self.broken = true;
                Solution::Unknown
            }
        }
    }

    /// The cheapest integer point.
    pub fn minimise_integers(&mut self, go_on: &dyn Fn() -> bool) -> Solution {
        for _ in 0..MOST_CUTS {
            let solution = self.minimise(go_on);
            if !matches!(solution, Solution::Point(..)) {
                return solution;
            }
            // The slack of an inequality between integers is an integer too.
            let Some(row) = self.rows.iter().find(|row| row.right % self.denominator != 0) else { return solution };
            let remainder = |number: i128| -number.rem_euclid(self.denominator);
            let cut = (row.entries.iter().map(|entry| remainder(*entry)).collect(), remainder(row.right));
            self.push(cut);
        }
        Solution::Unknown
    }

    /// Whether there is a point; none if the numbers got too large, or there was no time.
    fn dual_simplex(&mut self, go_on: &dyn Fn() -> bool) -> Option<bool> {
        while go_on() {
            let leaving =
                self.rows.iter().enumerate().filter(|(_, row)| row.right < 0).min_by_key(|(_, row)| row.basic);
            let Some((leaving, row)) = leaving else { return Some(true) };
            let mut entering: Option<usize> = None;
            for column in (0..self.nonbasic.len()).filter(|&column| row.entries[column] < 0) {
                let better = match entering {
                    None => true,
                    // Costs and entries are both negated, so the ratios are those of the absolute values.
                    Some(best) => {
                        let ratio = self.cost[column].checked_mul(row.entries[best])?;
                        let best_ratio = self.cost[best].checked_mul(row.entries[column])?;
                        match ratio.cmp(&best_ratio) {
                            Ordering::Less => true,
                            Ordering::Equal => self.nonbasic[column] < self.nonbasic[best],
                            Ordering::Greater => false,
                        }
                    }
                };
                if better {
                    entering = Some(column);
                }
            }
            let Some(entering) = entering else { return Some(false) };
            self.pivot(leaving, entering)?;
        }
        None
    }

    /// Exchanges a basic and a nonbasic variable whose entry is negative.
    fn pivot(&mut self, leaving: usize, entering: usize) -> Option<()> {
        let LinearProgram { rows, cost, nonbasic, denominator, .. } = self;
        let before = *denominator;
        // The row is multiplied by -1, so that the new denominator is positive.
        let mut row = Row { basic: nonbasic[entering], ..rows[leaving].clone() };
        row.entries.iter_mut().for_each(|entry| *entry = -*entry);
        row.right = -row.right;
        let after = row.entries[entering];
        let change = |entries: &mut [i128], right: &mut i128| -> Option<()> {
            let factor = entries[entering];
            if factor == 0 && after == before {
                return Some(());
            }
            for (column, entry) in entries.iter_mut().enumerate().filter(|(column, _)| *column != entering) {
                let reduced = after.checked_mul(*entry)?.checked_sub(factor.checked_mul(row.entries[column])?)?;
                debug_assert_eq!(reduced % before, 0);
                *entry = reduced / before;
            }
            *right = after.checked_mul(*right)?.checked_sub(factor.checked_mul(row.right)?)? / before;
            entries[entering] = factor;
            Some(())
        };
        for (_, other) in rows.iter_mut().enumerate().filter(|(at, _)| *at != leaving) {
            change(&mut other.entries, &mut other.right)?;
        }
        change(cost, &mut 0)?;
        row.entries[entering] = -before;
        nonbasic[entering] = rows[leaving].basic;
        rows[leaving] = row;
        *denominator = after;
        Some(())
    }

    fn point(&self) -> Solution {
        let mut values = vec![0; self.variables];
        for row in &self.rows {
            if let Variable::Named(variable) = row.basic {
                values[variable] = row.right;
            }
        }
        Solution::Point(values, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(costs: &[u32], rows: &[(&[(usize, i64)], i64)]) -> LinearProgram {
        let mut program = LinearProgram::default();
        for cost in costs {
            program.add_variable(*cost);
        }
        rows.iter().for_each(|(factors, most)| program.require(factors, *most));
        program
    }

    #[test]
    fn the_cheapest_point_may_be_fractional() {
        let mut program = program(&[1, 1], &[(&[(0, -2), (1, -1)], -3), (&[(0, -1), (1, -3)], -4)]);
        assert_eq!(program.minimise(&|| true), Solution::Point(vec![5, 5], 5));
        program.require(&[(0, -3), (1, 0)], -4);
        assert_eq!(program.minimise(&|| true), Solution::Point(vec![12, 8], 9), "x = 4/3, y = 8/9");
    }

    #[test]
    fn integers_need_cuts() {
        // 3x - 2y = 1 with x >= 4 first has the solution 5, 7.
        let equation: [(&[(usize, i64)], i64); 2] = [(&[(0, 3), (1, -2)], 1), (&[(0, -3), (1, 2)], -1)];
        let mut program = program(&[1, 1], &[equation[0], equation[1], (&[(0, -1)], -4)]);
        assert_eq!(program.minimise(&|| true), Solution::Point(vec![4 * 2, 11], 2));
        let Solution::Point(values, denominator) = program.minimise_integers(&|| true) else { panic!("there is one") };
        assert_eq!((values[0] / denominator, values[1] / denominator), (5, 7));
    }

    #[test]
    fn infeasible_programs_and_too_large_numbers_are_told_apart() {
        assert_eq!(program(&[1], &[(&[(0, 1)], 3), (&[(0, -1)], -4)]).minimise(&|| true), Solution::Infeasible);
        let parity = program(&[1, 1], &[(&[(0, 2), (1, -2)], 1), (&[(0, -2), (1, 2)], -1)]).minimise_integers(&|| true);
        assert_eq!(parity, Solution::Infeasible);
        let big = i64::MAX;
        let rows: Vec<(Vec<(usize, i64)>, i64)> =
            (0..6).map(|row| ((0..6).map(|at| (at, -(big - ((row * 7 + at * at) as i64)))).collect(), -big)).collect();
        let mut program = program(&[1, 2, 3, 4, 5, 6], &[]);
        rows.iter().for_each(|(factors, most)| program.require(factors, *most));
        assert_eq!(program.minimise_integers(&|| true), Solution::Unknown);
    }

    /// Every answer agrees with trying all points of a box that holds the cheapest one.
    #[test]
    fn agrees_with_trying_all_points() {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut points, mut none, mut unknown) = (0, 0, 0);
        for _ in 0..3000 {
            let mut program = LinearProgram::default();
            let costs: Vec<u32> = (0..3).map(|_| random.u32(0..4)).collect();
            let mut rows: Vec<(Vec<(usize, i64)>, i64)> = Vec::new();
            for cost in &costs {
                program.add_variable(*cost);
            }
            for at in 0..3 {
                rows.push((vec![(at, 1)], 6));
            }
            for _ in 0..random.usize(1..5) {
                let factors = (0..3).map(|at| (at, random.i64(-5..6))).collect();
                rows.push((factors, random.i64(-9..7)));
                if random.bool() {
                    program.minimise(&|| true);
                }
                rows.iter().for_each(|(factors, most)| program.require(factors, *most));
            }
            let cost = |point: &[i64]| point.iter().zip(&costs).map(|(x, c)| x * i64::from(*c)).sum::<i64>();
            let holds =
                |point: &[i64]| rows.iter().all(|(f, most)| f.iter().map(|(v, x)| x * point[*v]).sum::<i64>() <= *most);
            let all = (0..343i64).map(|n| [n % 7, n / 7 % 7, n / 49]);
            let best = all.filter(|point| holds(point)).map(|point| cost(&point)).min();
            match program.minimise_integers(&|| true) {
                Solution::Point(values, denominator) => {
                    let point: Vec<i64> = values.iter().map(|value| (value / denominator) as i64).collect();
                    assert!(holds(&point) && Some(cost(&point)) == best, "{rows:?} {point:?}");
                    points += 1;
                }
                Solution::Infeasible => {
                    assert_eq!(best, None, "{rows:?}");
                    none += 1;
                }
                Solution::Unknown => unknown += 1,
            }
        }
        assert!(points > 500 && none > 500 && unknown < 30, "{points} {none} {unknown}");
    }
}
