//! Assignments, havoc statements and their constraints to updates.

use super::refuse::{count, distinct, duplicate, passive_in_call, unknown_variable};
use super::{Allowed, Assigned, Lowering, Scope};
use crate::error::{Code, Error};
use umpteen_model::boolean::expression::{Expr, MOST_INDICES, Slot};
use umpteen_model::boolean::program::Update;
use umpteen_model::boolean::syntax::{Constraint, Expression, HavocPlace, Name, Place, Statement};

impl Lowering<'_> {
    pub(super) fn assignment(
        &self,
        statement: &Statement,
        places: &[Place],
        values: &[Expression],
        constrain: Option<&Constraint>,
        scope: &Scope,
    ) -> Result<Update, Error> {
        if places.len() != values.len() {
            let message = format!(
                "{} assigned to {}",
                count(values.len(), "value is", "values are"),
                count(places.len(), "variable", "variables")
            );
            return Err(Error::new(Code::Arity, message, statement.span.clone()));
        }
        let mut update = Update::default();
        distinct(places)?;
        for (place, value) in places.iter().zip(values) {
            let allowed = match place {
                Place::Variable(_, true) => Allowed::WithPassive,
                Place::Variable(_, false) | Place::Discard(_) => Allowed::Now,
            };
            let value = self.names(scope, allowed).expression(value)?;
            assign(&mut update, &self.place(place, scope)?, Some(value));
        }
        if let Some(constrain) = constrain {
            self.constrain(&mut update, constrain, scope)?;
        }
        Ok(update)
    }

    pub(super) fn havoc(
        &self,
        places: &[HavocPlace],
        constrain: Option<&Constraint>,
        scope: &Scope,
    ) -> Result<Update, Error> {
        let mut update = Update::default();
        let mut seen: Vec<&str> = Vec::new();
        for place in places {
            let (name, all) = match place {
                HavocPlace::Active(name) => (name, false),
                HavocPlace::All(name) => (name, true),
            };
            if seen.contains(&name.text.as_str()) {
                return Err(duplicate("variable", name));
            }
            seen.push(&name.text);
            let assigned = self.place(&Place::Variable(name.clone(), false), scope)?;
            if let (true, Assigned::Local(slot)) = (all, &assigned) {
                if scope.returns.is_some() {
                    return Err(passive_in_call(name));
                }
                update.passive.push((*slot, None));
            }
            assign(&mut update, &assigned, None);
        }
        if let Some(constrain) = constrain {
            self.constrain(&mut update, constrain, scope)?;
        }
        Ok(update)
    }

    pub(super) fn constrain(
        &self,
        update: &mut Update,
        Constraint { indices, condition }: &Constraint,
        scope: &Scope,
    ) -> Result<(), Error> {
        let passive: Vec<&Name> = indices.iter().filter(|index| index.text != "a").collect();
        if let Some(last) = passive.get(MOST_INDICES) {
            let message = format!("more than {MOST_INDICES} passive threads in one constraint");
            return Err(Error::new(Code::TooLarge, message, last.span.clone()));
        }
        if let Some((_, twice)) =
            indices.iter().enumerate().find(|(at, index)| indices[..*at].iter().any(|i| i.text == index.text))
        {
            return Err(duplicate("thread index", twice));
        }
        let indices: Vec<String> = passive.iter().map(|name| name.text.clone()).collect();
        let mut conjuncts = Vec::new();
        self.names(scope, Allowed::Next(&indices)).expression(condition)?.conjuncts(&mut conjuncts);
        for conjunct in conjuncts {
            // Quantified over the threads that it mentions only, which then have the first indices.
            let mentioned = conjunct.indices();
            let conjunct = conjunct.map_slots(&mut |slot, next| match slot {
                Slot::Passive(index, number) => {
                    let index = mentioned.iter().position(|other| *other == index).unwrap_or(0);
                    (Slot::Passive(index as u8, number), next)
                }
                other => (other, next),
            });
            match mentioned.len() {
                0 => update.constraints.push(conjunct),
                1 => update.passive_constraints.push(conjunct),
                size => update.group_constraints.push((size, conjunct)),
            }
        }
        Ok(())
    }

    pub(super) fn place(&self, place: &Place, scope: &Scope) -> Result<Assigned, Error> {
        let Place::Variable(name, passive) = place else { return Ok(Assigned::Nowhere) };
        match (scope.locals.get(&name.text), self.globals.get(&name.text)) {
            (Some(_), _) if *passive && scope.returns.is_some() => Err(passive_in_call(name)),
            (Some(slot), _) if *passive => Ok(Assigned::Passive(*slot)),
            (None, Some(_)) if *passive => {
                let message = format!("`{}` is shared: other threads have no copy of it", name.text);
                Err(Error::new(Code::Unsupported, message, name.span.clone()))
            }
            (Some(slot), _) => Ok(Assigned::Local(*slot)),
            (None, Some(slot)) if !*passive => Ok(Assigned::Global(*slot)),
            _ => Err(unknown_variable(name)),
        }
    }
}

pub(super) fn assign(update: &mut Update, place: &Assigned, value: Option<Expr>) {
    match place {
        Assigned::Nowhere => {}
        Assigned::Global(slot) => update.globals.push((*slot, value)),
        Assigned::Local(slot) => update.locals.push((*slot, value)),
        Assigned::Passive(slot) => update.passive.push((*slot, value)),
    }
}
