//! Steps with accesses through pointers and indices become a step for each way that each access may lead.

use super::super::atomic::{Access, Mark, Node, Role, Step};
use super::super::syntax::Span;
use super::Lowering;
use super::expand::Leads;
use super::memory::{Aspect, Memory, Route, VIRTUAL, Virtual};
use super::step::constant_text;
use crate::error::{Code, Error};
use rustc_hash::FxHashMap;
use umpteen_model::c::expression::{Binary, Expr, Place, Type};
use umpteen_model::c::program::{Claim, Edge};

/// A step becomes at most so many.
const MOST_STEPS: usize = 20_000;

/// What becomes of a step where one of its accesses leads one way.
enum Outcome {
    /// The access is done, others may follow.
    Goes(Box<Step>),
    /// The thread does not get there: what is told about it, and what that claims.
    Fails(String, Claim),
    /// There is no such step.
    Never,
}

impl Outcome {
    /// A step with another edge, unless that is never taken.
    fn unless_never(edge: Edge, step: &Step) -> Outcome {
        if edge.guard == Expr::FALSE { Outcome::Never } else { Outcome::Goes(Box::new(Step { edge, ..step.clone() })) }
    }
}

impl<'s> Lowering<'s> {
    /// Resolves every access of a template's graph.
    pub fn expand(
        &mut self,
        graph: &mut Vec<Node>,
        ways: &[Vec<(Expr, Leads)>],
        moved: &FxHashMap<Place, Place>,
    ) -> Result<(), Error> {
        for number in 0..graph.len() {
            let mut steps = Vec::new();
            for step in std::mem::take(&mut graph[number].steps) {
                self.follow(step, ways, graph, &mut steps)?;
                if steps.len() > MOST_STEPS {
                    let span = self.threads.roots[self.threads.template as usize].span;
                    let message = "an access may lead to more places than the model has room for";
                    return Err(Error::new(Code::TooLarge, message, span.range()));
                }
            }
            for step in &mut steps {
                let target = |place| *moved.get(&place).unwrap_or(&place);
                step.edge.map_places(&target);
                step.touched.iter_mut().for_each(|touched| touched.map_places(&target));
            }
            graph[number].steps = steps;
        }
        Ok(())
    }

    /// Adds what becomes of a step for each way that its first access may lead.
    fn follow(
        &mut self,
        step: Step,
        ways: &[Vec<(Expr, Leads)>],
        graph: &mut Vec<Node>,
        done: &mut Vec<Step>,
    ) -> Result<(), Error> {
        let Some(number) = virtuals(&step.edge).first().copied() else {
            done.push(step);
            return Ok(());
        };
        let access = self.memory.virtuals[number as usize].clone();
        let place = Place::Global(VIRTUAL + number);
        let group = self.memory.companies(&step.edge, number, ways);
        for (case, (guard, way)) in ways[number as usize].iter().enumerate() {
            let outcome = match way {
                _ if step.edge.update(place).is_some() && self.memory.is_constant(way) => {
                    Outcome::Fails(constant_text(&self.source.source_text(access.span)), Claim::Valid)
                }
                Leads::Cell(..) | Leads::Character(_) => {
                    let way = |member: u32| &ways[member as usize][case].1;
                    let edge = self.memory.in_cells(under(guard, &step.edge), &access, &group, way)?;
                    Outcome::unless_never(edge, &step)
                }
                Leads::Unstored(value) => match self.unstored(&step, place, &access, value) {
                    Some(edge) => Outcome::unless_never(under(guard, &edge), &step),
                    None => {
                        let shown = self.source.source_text(access.span);
                        let text = format!("a far part of what `main` is given is written by `{shown}`");
                        Outcome::Fails(text, Claim::Limit)
                    }
                },
                Leads::Address(address, is_marked) => {
                    let mut edge = under(guard, &step.edge);
                    replace_reads(&mut edge, place, address);
                    if *is_marked {
                        self.mark_world(&mut edge, access.span);
                    }
                    Outcome::Goes(Box::new(Step { edge, ..step.clone() }))
                }
                Leads::World(to) => {
                    let step = self.world_step(&step, number, to, access.span);
                    Outcome::Goes(Box::new(Step { edge: under(guard, &step.edge), ..step }))
                }
                Leads::Opaque(_) | Leads::Contents(_) | Leads::Lost => {
                    let step = self.step_without_cell(&step, place, &access, way);
                    Outcome::Goes(Box::new(Step { edge: under(guard, &step.edge), ..step }))
                }
                Leads::Part(cell, ty, kept) => {
                    let edge = under(guard, &step.edge);
                    let edge = self.memory.in_part(edge, (place, access.span), (*cell, *ty), kept)?;
                    Outcome::Goes(Box::new(Step { edge, ..step.clone() }))
                }
                Leads::Beyond(text) => Outcome::Fails(text.clone(), Claim::Limit),
                Leads::Nowhere => Outcome::Fails(self.invalid_text(&access), Claim::Valid),
            };
            match outcome {
                Outcome::Goes(step) => self.follow(*step, ways, graph, done)?,
                Outcome::Fails(text, claim) => {
                    let role = self.failing(access.span.start, text, claim);
                    done.push(lost(guard, role, &step, graph));
                }
                Outcome::Never => {}
            }
        }
        Ok(())
    }

    /// What is told about an access that leads nowhere.
    fn invalid_text(&self, access: &Virtual) -> String {
        let shown = self.source.source_text(access.span);
        match &access.route {
            _ if access.aspect == Aspect::Existence => format!("`{shown}` frees what was not allocated"),
            Route::Elements { .. } => format!("the index in `{shown}` can be out of range"),
            Route::Address(_) => format!("`{shown}` can access invalid memory"),
        }
    }
}

impl<'s> Memory<'s> {
    /// Whether what is there is `const`.
    fn is_constant(&self, way: &Leads) -> bool {
        match way {
            Leads::Cell(_, cell, _) | Leads::Part(cell, ..) => self.constants.contains(cell),
            Leads::Character(_) => true,
            Leads::Opaque(region) => {
                let opaque = self.regions[*region as usize].opaque.as_ref();
                opaque.is_some_and(|opaque| self.constants.contains(&opaque.summary))
            }
            Leads::Address(..)
            | Leads::World(_)
            | Leads::Unstored(_)
            | Leads::Lost
            | Leads::Contents(_)
            | Leads::Beyond(_)
            | Leads::Nowhere => false,
        }
    }

    /// An edge where accesses to one object are to cells.
    fn in_cells<'w>(
        &mut self,
        mut edge: Edge,
        access: &Virtual,
        group: &[u32],
        way: impl Fn(u32) -> &'w Leads,
    ) -> Result<Edge, Error> {
        for member in group {
            let place = Place::Global(VIRTUAL + member);
            match way(*member) {
                Leads::Cell(_, cell, ty) => {
                    self.note_access(*cell, access.span);
                    put(&mut edge, place, *cell, *ty, access.span)?;
                }
                Leads::Character(character) => {
                    replace_reads(&mut edge, place, &Expr::Constant((*character).into(), access.ty));
                }
                _ => {}
            }
        }
        Ok(edge)
    }

    /// An edge where an access is to some bits of a cell; those that are kept stay.
    fn in_part(
        &mut self,
        mut edge: Edge,
        (place, span): (Place, Span),
        (cell, ty): (Place, Type),
        kept: &Expr,
    ) -> Result<Edge, Error> {
        self.note_access(cell, span);
        put(&mut edge, place, cell, ty, span)?;
        for (_, value) in edge.updates.iter_mut().filter(|(updated, _)| *updated == cell) {
            let old = Expr::binary(Binary::And, Expr::Read(cell, ty), kept.clone());
            let new = Expr::binary(Binary::And, value.clone(), kept.clone().negated());
            *value = Expr::binary(Binary::Or, old, new);
        }
        Ok(edge)
    }

    /// The accesses of an edge that lead to parts of the same object as one of them: all have the same ways.
    fn companies(&self, edge: &Edge, number: u32, ways: &[Vec<(Expr, Leads)>]) -> Vec<u32> {
        let access = &self.virtuals[number as usize];
        let same = |other: &u32| {
            let found = &self.virtuals[*other as usize];
            let guards = || ways[*other as usize].iter().map(|(guard, _)| guard);
            let alike = || guards().eq(ways[number as usize].iter().map(|(guard, _)| guard));
            found.route == access.route && found.library == access.library && alike()
        };
        match access.library {
            Some(_) => virtuals(edge).into_iter().filter(same).collect(),
            None => vec![number],
        }
    }
}

/// An edge under one more condition.
fn under(guard: &Expr, edge: &Edge) -> Edge {
    Edge { guard: guard.clone().and(edge.guard.clone()), ..edge.clone() }
}

/// The step of a thread that does not get where it wants to.
fn lost(guard: &Expr, role: Role, step: &Step, graph: &mut Vec<Node>) -> Step {
    graph.push(Node { steps: Vec::new(), role });
    let to = graph.len() as u32 - 1;
    let statements = step.edge.statements.clone();
    let edge = Edge { guard: guard.clone(), statements, ..Edge::jump(to) };
    Step::new(Mark::None, Access::Library, edge)
}

/// Replaces a virtual place of an edge by a cell.
fn put(edge: &mut Edge, place: Place, cell: Place, ty: Type, span: Span) -> Result<(), Error> {
    if edge.update(cell).is_some() && edge.update(place).is_some() {
        return Err(span.unsupported("a statement that may change one variable twice (make two statements of it)"));
    }
    replace_reads(edge, place, &Expr::Read(cell, ty));
    for (target, value) in edge.updates.iter_mut().filter(|(target, _)| *target == place) {
        (*target, *value) = (cell, value.clone().cast(ty));
    }
    Ok(())
}

/// Puts a value where an edge reads a virtual place.
pub fn replace_reads(edge: &mut Edge, place: Place, value: &Expr) {
    let replaced = |expr: &Expr| {
        expr.replace(&mut |leaf| match leaf {
            Expr::Read(read, wanted) if *read == place => value.clone().cast(*wanted),
            leaf => leaf.clone(),
        })
    };
    edge.guard = replaced(&edge.guard);
    let arguments = edge.start.iter_mut().flat_map(|start| &mut start.arguments).map(|(_, value)| value);
    for value in edge.updates.iter_mut().map(|(_, value)| value).chain(arguments) {
        *value = replaced(value);
    }
}

/// The virtual places of an edge, those that change first.
fn virtuals(edge: &Edge) -> Vec<u32> {
    let mut found = Vec::new();
    let mut add = |place: &Place| match place {
        Place::Global(number) if *number >= VIRTUAL && !found.contains(&(number - VIRTUAL)) => {
            found.push(number - VIRTUAL);
        }
        _ => {}
    };
    edge.updates.iter().for_each(|(place, _)| add(place));
    for expr in edge.expressions() {
        expr.visit(&mut |part| {
            if let Expr::Read(place, _) = part {
                add(place);
            }
        });
    }
    found
}
