//! Can the C program follow a path? The path as a formula, thread by thread, step by step (papers/symmpa Sect. 4.3).

use crate::path::Path;
use rustc_hash::FxHashMap;
use umpteen_logic::circuit::{Bit, Circuit};
use umpteen_logic::encode::{condition, encode};
use umpteen_logic::sat::Cadical;
use umpteen_logic::solver::Solver;
use umpteen_logic::words::{Word, constant};
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::machine::{Move, Run};
use umpteen_model::c::program::{Program, Variable};

/// Whether a path can be followed.
pub enum Simulation {
    /// Yes, in this run.
    Feasible(Run),
    /// No: these conditions contradict each other given the assignments on the path.
    Infeasible(Vec<Demand>),
}

/// A condition that a path's step demands.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The number of the step.
    pub step: usize,
    /// The condition, over the variables of the executing thread.
    pub condition: Expr,
}

/// The values at one moment of the path, as words; absent variables of a thread have any value.
struct Values<'a> {
    program: &'a Program,
    globals: Vec<Word>,
    locals: FxHashMap<(u32, u32), Word>,
    /// The words of variables that started with any value, by owner.
    fresh: Vec<(u32, u32, Word)>,
}

impl Values<'_> {
    fn start_thread(&mut self, circuit: &mut Circuit, thread: u32, template: u32) {
        for number in self.program.locals_of(template) {
            let variable = &self.program.locals[number as usize];
            let width = usize::from(variable.ty.width);
            let word = match variable.initial {
                Some(value) => constant(value, width),
                None => {
                    let word: Word = (0..width).map(|_| circuit.input()).collect();
                    self.fresh.push((thread, number, word.clone()));
                    word
                }
            };
            self.locals.insert((thread, number), word);
        }
    }

    fn read(&self, owner: u32, place: Place) -> Word {
        match place {
            Place::Global(number) => self.globals[number as usize].clone(),
            Place::Local(number) => self.locals[&(owner, number)].clone(),
        }
    }

    /// A frame begins with the variables of its caller.
    fn copy(&mut self, caller: u32, called: u32) {
        for number in 0..self.program.locals.len() as u32 {
            if let Some(word) = self.locals.get(&(caller, number)).cloned() {
                self.locals.insert((called, number), word);
            }
        }
    }
}

/// Follows the path symbolically.
pub fn simulate(program: &Program, path: &Path) -> Simulation {
    let mut solver = Solver::<Cadical>::default();
    let first = |global: &Variable| constant(global.initial.unwrap_or(0), global.ty.width.into());
    let globals = program.globals.iter().map(first).collect();
    let mut values = Values { program, globals, locals: FxHashMap::default(), fresh: Vec::new() };
    values.start_thread(&mut solver.circuit, 0, 0);
    let mut demands: Vec<(Demand, Bit)> = Vec::new();
    let mut inputs: Vec<Vec<Word>> = Vec::new();
    for (number, step) in path.steps.iter().enumerate() {
        let edge = &program.locations[step.location as usize].edges[step.edge as usize];
        let mut words: Vec<Word> = vec![Word::new(); edge.inputs() as usize];
        let circuit = &mut solver.circuit;
        let mut leaf = |circuit: &mut Circuit, leaf: &Expr| match leaf {
            Expr::Input(number, ty) => {
                let word = &mut words[*number as usize];
                if word.is_empty() {
                    *word = (0..ty.width).map(|_| circuit.input()).collect();
                }
                word.clone()
            }
            Expr::Read(place, _) => values.read(step.owner, *place),
            _ => unreachable!("leaves are variables and inputs"),
        };
        for part in conjuncts(&edge.guard) {
            let bit = condition(circuit, &part, &mut leaf);
            demands.push((Demand { step: number, condition: part }, bit));
        }
        let changed: Vec<(Place, Word)> =
            edge.updates.iter().map(|(place, value)| (*place, encode(circuit, value, &mut leaf))).collect();
        let start = edge.start.as_ref();
        let arguments: Vec<(u32, Word)> = start
            .iter()
            .flat_map(|start| &start.arguments)
            .map(|(local, value)| (*local, encode(circuit, value, &mut leaf)))
            .collect();
        if let Some(called) = step.called {
            values.copy(step.owner, called);
        }
        let owner = step.called.or(step.caller).unwrap_or(step.owner);
        for (place, word) in changed {
            match place {
                Place::Global(number) => values.globals[number as usize] = word,
                Place::Local(number) => {
                    values.locals.insert((owner, number), word);
                }
            }
        }
        if let (Some(start), Some(created)) = (start, step.created) {
            values.start_thread(circuit, created, start.template);
            values.locals.extend(arguments.into_iter().map(|(local, word)| ((created, local), word)));
        }
        inputs.push(words);
    }
    let bits: Vec<Bit> = demands.iter().map(|(_, bit)| *bit).collect();
    if !solver.satisfiable(&bits) {
        let core = solver.core(&bits);
        let needed = demands.into_iter().filter(|(_, bit)| core.contains(bit));
        return Simulation::Infeasible(needed.map(|(demand, _)| demand).collect());
    }
    let fresh = |thread: u32| -> Vec<(u32, u64)> {
        let of_thread = values.fresh.iter().filter(|(of, ..)| *of == thread);
        of_thread.map(|(_, local, word)| (*local, solver.number(word))).collect()
    };
    let steps = path.steps.iter().zip(&inputs).map(|(step, words)| Move {
        thread: step.thread,
        edge: step.edge,
        inputs: words.iter().map(|word| solver.number(word)).collect(),
        fresh: step.created.map(fresh).unwrap_or_default(),
    });
    Simulation::Feasible(Run { fresh: fresh(0), steps: steps.collect() })
}

/// The parts of a conjunction.
fn conjuncts(condition: &Expr) -> Vec<Expr> {
    match condition {
        Expr::Binary(Binary::And, left, right) if left.ty() == Type::BOOL => {
            let mut parts = conjuncts(left);
            parts.extend(conjuncts(right));
            parts
        }
        Expr::Constant(1, _) => Vec::new(),
        other => vec![other.clone()],
    }
}
