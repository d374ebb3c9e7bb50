//! Whether linear inequalities have a solution, asked again and again with other bounds and more columns.
//!
//! Rows are sums of non-negative columns, and each row has a lower bound. The simplex method keeps a tableau in which some
//! variables are expressed by the others (Dutertre and de Moura 2006). Bounds may be changed and columns added at any
//! time, and the next question starts where the last one ended, so that similar questions are answered in a few pivots.
//!
//! Numbers are floating-point: this file proposes, and who uses it must verify. A conflict names factors of rows whose sum
//! no column can make as large as the bounds ask; rounded to integers, that is easily verified.

/// A sum of columns or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Row(usize),
    Column(usize),
}

/// Where a variable stands in the tableau.
#[derive(Clone, Copy, Debug)]
enum Place {
    Basic(usize),
    Nonbasic(usize),
}

/// A basic variable as a sum of the nonbasic ones.
#[derive(Clone, Debug)]
struct Equation {
    basic: Variable,
    factors: Vec<f64>,
}

/// Rows with lower bounds over non-negative columns.
#[derive(Clone, Debug, Default)]
pub struct Feasibility {
    equations: Vec<Equation>,
    nonbasic: Vec<Variable>,
    rows: Vec<Place>,
    columns: Vec<Place>,
    bounds: Vec<f64>,
    pivots: u64,
    work: u64,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Feasible {
    /// There is a solution.
    Yes,
    /// These rows with these positive factors contradict each other.
    No(Vec<(usize, f64)>),
    /// The answer would take more work than allowed.
    Unknown,
}

/// Smaller numbers count as zero.
const ZERO: f64 = 1e-9;

/// The largest violation is mended first for so many pivots; after that the first one, which never goes in circles.
const GREEDY: u64 = 200;

impl Feasibility {
    /// How many pivots there were; rounding errors grow with them.
    pub fn pivots(&self) -> u64 {
        self.pivots
    }

    /// How many operations on numbers there were, roughly.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// A new row, of no columns and with the bound zero.
    pub fn add_row(&mut self) -> usize {
        let row = self.rows.len();
        self.rows.push(Place::Basic(self.equations.len()));
        self.bounds.push(0.0);
        self.equations.push(Equation { basic: Variable::Row(row), factors: vec![0.0; self.nonbasic.len()] });
        row
    }

    /// Sets the bound of a row.
    pub fn set_bound(&mut self, row: usize, bound: f64) {
        self.bounds[row] = bound;
    }

    /// A new column with these entries.
    pub fn add_column(&mut self, entries: &[(usize, f64)]) -> usize {
        let column = self.columns.len();
        self.columns.push(Place::Nonbasic(self.nonbasic.len()));
        self.nonbasic.push(Variable::Column(column));
        // What the nonbasic rows get from the new column is taken off them wherever they are used.
        let known = entries.iter().filter_map(|&(row, factor)| match self.rows[row] {
            Place::Nonbasic(at) => Some((at, factor)),
            Place::Basic(_) => None,
        });
        let known: Vec<(usize, f64)> = known.collect();
        for equation in &mut self.equations {
            let factor: f64 = known.iter().map(|&(at, factor)| -factor * equation.factors[at]).sum();
            equation.factors.push(clean(factor));
        }
        for &(row, factor) in entries {
            if let Place::Basic(at) = self.rows[row] {
                let last = self.equations[at].factors.last_mut().expect("a factor was just added");
                *last = clean(*last + factor);
            }
        }
        column
    }

    /// Looks for a solution, until so much work was done in all; a later call goes on where this one stopped.
    pub fn solve(&mut self, most_work: u64, go_on: &dyn Fn() -> bool) -> Feasible {
        let mut values = self.values();
        for pivots in 0.. {
            if self.work > most_work || !go_on() {
                return Feasible::Unknown;
            }
            let greedy = pivots < GREEDY;
            let mut leaving: Option<(usize, f64)> = None;
            for (at, equation) in self.equations.iter().enumerate() {
                let missing = self.bound(equation.basic) - values[at];
                let better = match leaving {
                    None => true,
                    Some((_, most)) if greedy => missing > most,
                    Some((best, _)) => equation.basic < self.equations[best].basic,
                };
                if missing > ZERO && better {
                    leaving = Some((at, missing));
                }
            }
            let Some((leaving, missing)) = leaving else { return Feasible::Yes };
            let factors = &self.equations[leaving].factors;
            let candidates = (0..factors.len()).filter(|&at| factors[at] > ZERO);
            let entering = match greedy {
                true => candidates.max_by(|&a, &b| factors[a].total_cmp(&factors[b])),
                false => candidates.min_by_key(|&at| self.nonbasic[at]),
            };
            let Some(entering) = entering else { return Feasible::No(self.conflict(leaving)) };
            let step = missing / factors[entering];
            let entered = self.bound(self.nonbasic[entering]) + step;
            for (value, equation) in values.iter_mut().zip(&self.equations) {
                *value += equation.factors[entering] * step;
            }
            values[leaving] = entered;
            self.pivot(leaving, entering);
        }
        Feasible::Unknown
    }

    fn bound(&self, variable: Variable) -> f64 {
        match variable {
            Variable::Row(row) => self.bounds[row],
            Variable::Column(_) => 0.0,
        }
    }

    /// The values of the basic variables when the others are at their bounds, most of which are zero.
    fn values(&mut self) -> Vec<f64> {
        let bounds = self.nonbasic.iter().enumerate().map(|(at, variable)| (at, self.bound(*variable)));
        let bounds: Vec<(usize, f64)> = bounds.filter(|(_, bound)| *bound != 0.0).collect();
        self.work += (self.nonbasic.len() + self.equations.len() * bounds.len()) as u64;
        let value = |equation: &Equation| bounds.iter().map(|(at, bound)| equation.factors[*at] * bound).sum();
        self.equations.iter().map(value).collect()
    }

    /// The rows of an equation whose basic variable cannot grow: all factors are at most zero.
    fn conflict(&self, leaving: usize) -> Vec<(usize, f64)> {
        let equation = &self.equations[leaving];
        let own = std::iter::once((equation.basic, 1.0));
        let others = self.nonbasic.iter().zip(&equation.factors).map(|(variable, factor)| (*variable, -factor));
        let rows = own.chain(others).filter_map(|(variable, factor)| match variable {
            Variable::Row(row) if factor > ZERO => Some((row, factor)),
            Variable::Row(_) | Variable::Column(_) => None,
        });
        rows.collect()
    }

    /// Exchanges a basic and a nonbasic variable.
    fn pivot(&mut self, leaving: usize, entering: usize) {
        self.pivots += 1;
        let mut pivot = std::mem::take(&mut self.equations[leaving].factors);
        let inverse = 1.0 / pivot[entering];
        let mut used = Vec::new();
        for (at, factor) in pivot.iter_mut().enumerate().filter(|(_, factor)| **factor != 0.0) {
            if at != entering {
                *factor = clean(-*factor * inverse);
                used.push((at, *factor));
            }
        }
        pivot[entering] = inverse;
        self.work += (self.equations.len() + pivot.len()) as u64;
        for equation in &mut self.equations {
            let Some(&factor) = equation.factors.get(entering).filter(|factor| **factor != 0.0) else { continue };
            for &(at, by) in &used {
                equation.factors[at] = clean(equation.factors[at] + factor * by);
            }
            equation.factors[entering] = clean(factor * inverse);
            self.work += used.len() as u64;
        }
        let (left, entered) = (self.equations[leaving].basic, self.nonbasic[entering]);
        self.equations[leaving] = Equation { basic: entered, factors: pivot };
        self.nonbasic[entering] = left;
        *self.place(entered) = Place::Basic(leaving);
        *self.place(left) = Place::Nonbasic(entering);
    }

    fn place(&mut self, variable: Variable) -> &mut Place {
        match variable {
            Variable::Row(row) => &mut self.rows[row],
            Variable::Column(column) => &mut self.columns[column],
        }
    }
}

fn clean(number: f64) -> f64 {
    if number.abs() < 1e-11 { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::{LinearProgram, Solution};

    /// Columns with small entries, and bounds for the rows.
    fn random(random: &mut fastrand::Rng) -> (Vec<Vec<(usize, f64)>>, Vec<f64>) {
        let rows = random.usize(1..6);
        let column = |random: &mut fastrand::Rng| {
            let entries = (0..rows).map(|row| (row, f64::from(random.i32(-2..=2))));
            entries.filter(|(_, factor)| *factor != 0.0).collect()
        };
        let columns = (0..random.usize(0..7)).map(|_| column(random)).collect();
        (columns, (0..rows).map(|_| f64::from(random.i32(-2..=2))).collect())
    }

    fn is_feasible(columns: &[Vec<(usize, f64)>], bounds: &[f64]) -> bool {
        let mut program = LinearProgram::default();
        let variables: Vec<usize> = columns.iter().map(|_| program.add_variable(1)).collect();
        for (row, bound) in bounds.iter().enumerate() {
            let entry = |(column, variable): (&Vec<(usize, f64)>, &usize)| {
                let factor = column.iter().find(|(at, _)| *at == row)?.1;
                Some((*variable, -factor as i64))
            };
            let entries: Vec<(usize, i64)> = columns.iter().zip(&variables).filter_map(entry).collect();
            program.require(&entries, -*bound as i64);
        }
        matches!(program.minimise(&|| true), Solution::Point(..))
    }

    #[test]
    fn agrees_with_exact_arithmetic_while_bounds_change_and_columns_are_added() {
        let mut numbers = fastrand::Rng::with_seed(7);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..2000 {
            let (columns, mut bounds) = random(&mut numbers);
            let mut program = Feasibility::default();
            for _ in &bounds {
                program.add_row();
            }
            let mut added = 0;
            while added < columns.len() {
                added = numbers.usize(added + 1..=columns.len());
                for column in &columns[program.columns.len()..added] {
                    program.add_column(column);
                }
                bounds.iter_mut().for_each(|bound| *bound += f64::from(numbers.i32(-1..=1)));
                (0..).zip(&bounds).for_each(|(row, bound)| program.set_bound(row, *bound));
                match program.solve(u64::MAX, &|| true) {
                    Feasible::Unknown => panic!("there is no limit"),
                    Feasible::Yes => {
                        assert!(is_feasible(&columns[..added], &bounds));
                        yes += 1;
                    }
                    Feasible::No(conflict) => {
                        let factor = |row: usize| conflict.iter().find(|(at, _)| *at == row).map_or(0.0, |(_, f)| *f);
                        for column in &columns[..added] {
                            let growth: f64 = column.iter().map(|(row, entry)| entry * factor(*row)).sum();
                            assert!(growth < 1e-6, "a column can mend the conflict");
                        }
                        assert!((0..).zip(&bounds).map(|(row, bound)| bound * factor(row)).sum::<f64>() > 1e-6);
                        no += 1;
                    }
                }
            }
        }
        assert!(yes > 500 && no > 500, "{yes} {no}");
    }

    #[test]
    fn work_that_is_not_allowed_is_left_for_later() {
        let mut program = Feasibility::default();
        let row = program.add_row();
        program.add_column(&[(row, 1.0)]);
        program.set_bound(row, 3.0);
        assert_eq!(program.solve(0, &|| true), Feasible::Unknown);
        assert_eq!(program.solve(u64::MAX, &|| true), Feasible::Yes);
    }
}
