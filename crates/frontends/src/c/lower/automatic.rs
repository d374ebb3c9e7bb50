//! Functions with the attribute `constructor` or `destructor`: they run before `main` and at the end of the program, in the
//! order of their priorities, and with equal ones of their definitions (gcc); at the end the other way round.

use super::super::syntax::{Function, Name, Source, Span};
use super::Lowering;
use super::inline::signature;
use crate::error::Error;
use rustc_hash::FxHashMap;

/// The functions of a program that run without being called.
#[derive(Default)]
pub struct AutomaticFunctions<'s> {
    /// Those that run before `main`, in order.
    constructors: Vec<&'s Function<'s>>,
    /// Those that run at the end, in order.
    destructors: Vec<&'s Function<'s>>,
}

impl<'s> AutomaticFunctions<'s> {
    /// Finds them in a source. The attribute means nothing at a function that is defined elsewhere.
    pub fn find(source: &Source<'s>, named: &FxHashMap<Name<'s>, &'s Function<'s>>) -> AutomaticFunctions<'s> {
        let mut all: Vec<(u64, usize, bool, &'s Function<'s>)> = Vec::new();
        for automatic in &source.automatic {
            let Some(function) = named.get(&automatic.name).filter(|function| function.body.is_some()) else {
                continue;
            };
            let (begin, before_main) = (function.span.start, automatic.before_main);
            match all.iter_mut().find(|(_, at, before, _)| (*at, *before) == (begin, before_main)) {
                Some(known) => known.0 = known.0.min(automatic.priority),
                None => all.push((automatic.priority, begin, before_main, function)),
            }
        }
        all.sort_by_key(|(priority, begin, ..)| (*priority, *begin));
        let of =
            |wanted: bool| move |(_, _, before, function): &(_, _, bool, _)| (*before == wanted).then_some(*function);
        let constructors = all.iter().filter_map(of(true)).collect();
        AutomaticFunctions { constructors, destructors: all.iter().rev().filter_map(of(false)).collect() }
    }
}

impl<'s> Lowering<'s> {
    /// Runs the constructors.
    pub fn run_constructors(&mut self) -> Result<(), Error> {
        self.source.automatic.constructors.clone().into_iter().try_for_each(|function| self.run_automatic(function))
    }

    /// Runs the destructors, since the program ends normally.
    pub fn run_destructors_of_program(&mut self, span: Span) -> Result<(), Error> {
        if self.source.automatic.destructors.is_empty() {
            return Ok(());
        }
        if self.graph.wrapping {
            return Err(span.unsupported("`exit` in a statement that is one step, in a program with destructors"));
        }
        self.source.automatic.destructors.clone().into_iter().try_for_each(|function| self.run_automatic(function))
    }

    /// Destructors run when the last thread has ended, too, if `main` calls `pthread_exit`.
    pub fn refuse_late_destructors(&self) -> Result<(), Error> {
        match self.source.automatic.destructors.first() {
            Some(function) if self.threads.main_leaves => {
                let what = "a destructor in a program whose `main` ends before other threads";
                Err(function.span.unsupported(what))
            }
            _ => Ok(()),
        }
    }

    fn run_automatic(&mut self, function: &'s Function<'s>) -> Result<(), Error> {
        if !signature(function, function.span)?.parameters.is_empty() {
            return Err(function.span.unsupported("a constructor or destructor with parameters"));
        }
        self.calls.statement = function.span;
        self.inline_with(function, Vec::new(), function.span).map(drop)
    }
}
