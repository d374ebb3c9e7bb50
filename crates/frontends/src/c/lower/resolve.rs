//! After all threads are lowered: pointers resolved, variables settled, atomic sections put into the locations.

use super::super::atomic;
use super::super::syntax::{ExpressionKind, Function, Name, Part, Source, Span};
use super::expand::Known;
use super::memory::{Region, Route, Virtual};
use super::points_to::PointsTo;
use super::{Lowering, MOST_LOCATIONS};
use crate::error::Error;
use rustc_hash::{FxHashMap, FxHashSet};
use umpteen_model::c::expression::Place;
use umpteen_model::c::program::Template;

/// The functions that pointers may point to: those that are named other than to be called.
pub fn pointed_functions<'s>(
    source: &'s Source<'s>,
    named: &FxHashMap<Name<'s>, &'s Function<'s>>,
) -> Vec<&'s Function<'s>> {
    let mut mentions: FxHashMap<Name, usize> = FxHashMap::default();
    let mut calls: FxHashMap<Name, usize> = FxHashMap::default();
    let mut look = |part: Part<'s, 's>| {
        let Part::Expression(part) = part else { return };
        match &part.kind {
            ExpressionKind::Name(name) => *mentions.entry(*name).or_default() += 1,
            ExpressionKind::Call(callee, _) => {
                callee.name().into_iter().for_each(|name| *calls.entry(name).or_default() += 1);
            }
            _ => {}
        }
    };
    source.functions.iter().flat_map(|function| function.body.iter().flatten()).for_each(|s| s.visit(&mut look));
    source.variables.iter().filter_map(|variable| variable.initial.as_ref()).for_each(|i| i.visit(&mut look));
    let pointed = |function: &&Function| {
        let count = |all: &FxHashMap<Name, usize>| all.get(&function.name).copied().unwrap_or(0);
        count(&mentions) > count(&calls)
    };
    let mut seen = FxHashSet::default();
    let meant = source.functions.iter().filter(pointed).filter_map(|function| named.get(&function.name).copied());
    meant.filter(|function| seen.insert(function.name)).collect()
}

impl<'s> Lowering<'s> {
    /// Replaces accesses through pointers by what they may lead to.
    pub fn resolve_pointers(&mut self) -> Result<(), Error> {
        self.leave_untyped_opaque();
        let mut graphs = std::mem::take(&mut self.threads.graphs);
        let (regions, virtuals) = (std::mem::take(&mut self.memory.regions), std::mem::take(&mut self.memory.virtuals));
        let globals = (0u32..).zip(&self.program.globals).map(|(number, variable)| (Place::Global(number), variable));
        let locals = (0u32..).zip(&self.program.locals).map(|(number, variable)| (Place::Local(number), variable));
        let mut first: Vec<(Place, u64)> =
            globals.chain(locals).filter_map(|(place, variable)| Some((place, variable.initial?))).collect();
        for opaque in regions.iter().filter_map(|region| region.opaque.as_ref()) {
            first.extend(opaque.first.iter().map(|address| (opaque.summary, *address)));
        }
        let world = self.memory.world.map(|world| world.place);
        if let Some(world) = world {
            let external = self.memory.external_regions.iter().map(|region| regions[*region as usize].base);
            first.extend(external.map(|base| (world, base)));
        }
        let points_to = PointsTo::find(&graphs, &regions, &virtuals, first.into_iter(), world, self.source.word());
        let numbers = std::mem::take(&mut self.addresses.pointer_numbers);
        if numbers.iter().any(|number| !points_to.addresses(number).is_empty()) {
            self.assume("objects have the addresses that were chosen here");
        }
        let pairs = std::mem::take(&mut self.addresses.pointer_pairs);
        if pairs.iter().any(|(left, right)| points_to.may_meet(left, right) || points_to.may_meet(right, left)) {
            self.assume("no object begins where another one ends");
        }
        let may_leave = |access: &Virtual| match &access.route {
            Route::Address(address) => points_to.may_leave(address),
            Route::Elements { .. } => false,
        };
        if self.source.word().width < 64 && virtuals.iter().any(may_leave) {
            self.assume("indices lead less than 64 KiB out of their objects");
        }
        // The analysis speaks of the regions as they are now, so they are changed on a copy.
        self.memory.regions = regions.iter().map(Region::copy).collect();
        self.memory.virtuals = virtuals.clone();
        self.assume_world(&points_to);
        let escaped = self.escaped(&graphs, &points_to);
        if self.memory.may_dangle(&points_to) || self.may_outlive(&escaped) {
            self.assume("variables are not used after their block has ended");
        }
        let many = self.many(&graphs);
        self.settle_sites(&mut graphs, &escaped, &many);
        let given_away = self.given_away(&points_to);
        let mut moved = self.settle(&escaped, &given_away, &many, &points_to)?;
        let accessed = std::mem::take(&mut self.memory.accessed);
        self.memory.accessed = accessed.into_iter().map(|(at, span)| (*moved.get(&at).unwrap_or(&at), span)).collect();
        let freed = self.memory.freed(&points_to);
        if !freed.is_empty() && self.heap.sites.len() > 1 {
            self.assume("memory that was freed is given out again only by the same call");
        }
        let written = self.written_texts(&graphs, &points_to);
        let ways = self.ways(&Known { points_to: &points_to, freed: &freed, written: &written })?;
        self.add_companions(&points_to.companions(), &mut moved);
        for (number, graph) in graphs.iter_mut().enumerate() {
            self.threads.template = number as u32;
            self.expand(graph, &ways, &moved)?;
        }
        self.fix_kinds(&mut graphs);
        if self.source.options.property.is_about_races() {
            self.watch_races(&mut graphs, &many);
        }
        if self.source.is_about_deadlocks() {
            self.watch_deadlocks(&mut graphs, &many);
        }
        self.choose_arguments(&mut graphs);
        self.threads.graphs = graphs;
        Ok(())
    }

    /// A join that waits for one certain thread is right only if that thread tells when it ends.
    pub fn refuse_lost_joins(&self) -> Result<(), Error> {
        let told: FxHashSet<u32> =
            self.threads.roots.iter().filter_map(|root| root.done.map(|done| done.flag)).collect();
        // A creation that runs no function never happens.
        let lost =
            self.threads.done.iter().filter(|(handle, done)| !handle.is_creation() && !told.contains(&done.flag));
        match lost.min_by_key(|(_, done)| done.flag) {
            Some((handle, _)) => {
                let what = format!("joining `{}`, which no thread is created by,", self.source.joins.name(*handle));
                let span = Span { start: handle.declaration, end: handle.declaration + 1 };
                Err(span.unsupported(what))
            }
            None => Ok(()),
        }
    }

    /// Puts atomic sections into the locations of all templates.
    pub fn add_templates(&mut self) -> Result<(), Error> {
        for (number, nodes) in std::mem::take(&mut self.threads.graphs).into_iter().enumerate() {
            let root = &self.threads.roots[number];
            let entry = atomic::add_locations(&mut self.program, number as u32, nodes, MOST_LOCATIONS);
            let entry = entry.map_err(|error| {
                if error.span.is_empty() { Error { span: root.span.range(), ..error } } else { error }
            })?;
            let (entry, numbers) = entry;
            self.program.templates.push(Template { name: root.name.clone(), entry });
            for (name, node) in &root.procedures {
                let entry = numbers.get(&(*node, 0)).copied();
                self.program.procedures.extend(entry.map(|entry| Template { name: name.clone(), entry }));
            }
        }
        Ok(())
    }
}
