//! Which joins are exact: those of handles that just one creation, which runs at most once, ever sets.
//!
//! A creation in `main` outside every loop and outside every backward `goto` runs at most once, because `main` runs
//! once and control only moves back inside those. If the handle is mentioned nowhere but there and in joins, joining it
//! means waiting for that one thread. Anything less clear counts as not exact, and the join may then return early.

use super::super::Options;
use super::super::syntax::{Expression, ExpressionKind, Label, Part, Prefix, Source, Span, Statement, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The exact joins of a program.
#[derive(Debug, Default)]
pub struct Joins {
    /// From the place of a creation to the declaration of its handle.
    declarations: FxHashMap<usize, usize>,
    /// The names of the handles, by declaration.
    names: FxHashMap<usize, String>,
}

/// What `main` and the other functions do with names.
#[derive(Default)]
struct Survey<'s> {
    /// Places of creations with `&name`, by name.
    creations: FxHashMap<&'s str, Vec<Span>>,
    /// How often a name is joined or detached.
    joins: FxHashMap<&'s str, usize>,
    /// The names that are joined.
    joined: FxHashSet<&'s str>,
    /// How often a name is mentioned at all.
    mentions: FxHashMap<&'s str, usize>,
    /// Declarations of local variables.
    declarations: FxHashMap<&'s str, Vec<usize>>,
    loops: Vec<Span>,
    labels: FxHashMap<&'s str, usize>,
    gotos: Vec<(&'s str, usize)>,
}

impl Joins {
    /// Looks through a program.
    pub fn find(source: &Source, options: &Options) -> Joins {
        let mut joins = Joins::default();
        let (mut main, mut others) = (Survey::default(), Survey::default());
        for function in &source.functions {
            let survey = if function.name == "main" { &mut main } else { &mut others };
            for statement in function.body.iter().flatten() {
                statement.visit(&mut |part| survey.add(part));
            }
        }
        let main_runs_once = !options.spawn.iter().any(|name| name == "main")
            && !main.mentions.contains_key("main")
            && !others.mentions.contains_key("main");
        if !main_runs_once {
            return joins;
        }
        main.add_backward_jumps();
        for (name, creations) in &main.creations {
            let [creation] = creations[..] else { continue };
            let in_loop = main.loops.iter().any(|span| span.start <= creation.start && creation.start <= span.end);
            let locals = main.declarations.get(name).map_or(&[][..], |all| all);
            let mut shared = source.variables.iter().filter(|variable| variable.name == *name);
            let declaration = match (locals, shared.next(), shared.next()) {
                ([local], None, _) => *local,
                ([], Some(variable), None) if !others.mentions_as_local(name, source) => variable.span.start,
                _ => continue,
            };
            let is_shared = locals.is_empty();
            let all = |survey: &Survey| {
                let joined = survey.joins.get(name).copied().unwrap_or(0);
                let mentioned = survey.mentions.get(name).copied().unwrap_or(0);
                (joined, mentioned)
            };
            let (joined, mentioned) = all(&main);
            let (joined_elsewhere, mentioned_elsewhere) = if is_shared { all(&others) } else { (0, 0) };
            let only_joined = joined + 1 == mentioned && joined_elsewhere == mentioned_elsewhere;
            let ever_joined = main.joined.contains(name) || is_shared && others.joined.contains(name);
            if !in_loop && only_joined && ever_joined {
                joins.declarations.insert(creation.start, declaration);
                joins.names.insert(declaration, (*name).to_string());
            }
        }
        joins
    }

    /// Whether joining the handle waits for one certain thread.
    pub fn is_exact(&self, declaration: usize) -> bool {
        self.names.contains_key(&declaration)
    }

    /// The handle that a creation sets, if its joins are exact.
    pub fn declaration_of(&self, creation: usize) -> Option<usize> {
        self.declarations.get(&creation).copied()
    }

    /// The name of a handle.
    pub fn name(&self, declaration: usize) -> &str {
        self.names.get(&declaration).map_or("", String::as_str)
    }
}

impl<'s> Survey<'s> {
    fn add(&mut self, part: Part<'s, '_>) {
        match part {
            Part::Expression(expression) => self.add_expression(expression),
            Part::Statement(statement) => self.add_statement(statement),
        }
    }

    fn add_expression(&mut self, expression: &Expression<'s>) {
        if let Some(name) = expression.name() {
            *self.mentions.entry(name).or_default() += 1;
        }
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return };
        let Some(first) = arguments.first() else { return };
        match (callee.name(), &first.kind) {
            (Some("pthread_create"), ExpressionKind::Prefix(Prefix::Address, handle)) => {
                if let Some(name) = handle.name() {
                    self.creations.entry(name).or_default().push(expression.span);
                }
            }
            (Some(callee @ ("pthread_join" | "pthread_detach")), ExpressionKind::Name(name)) => {
                if callee == "pthread_join" {
                    self.joined.insert(name);
                }
                *self.joins.entry(name).or_default() += 1;
            }
            _ => {}
        }
    }

    fn add_statement(&mut self, statement: &Statement<'s>) {
        match &statement.kind {
            StatementKind::While(..) | StatementKind::DoWhile(..) | StatementKind::For(_) => {
                self.loops.push(statement.span);
            }
            StatementKind::Goto(label) => self.gotos.push((label, statement.span.start)),
            StatementKind::Labeled(labels, _) => {
                for label in labels {
                    if let Label::Name(name, span) = label {
                        self.labels.insert(name, span.start);
                    }
                }
            }
            StatementKind::Declaration(declarations) => {
                for declaration in declarations {
                    self.declarations.entry(declaration.name).or_default().push(declaration.span.start);
                }
            }
            StatementKind::Refused(_) => self.loops.push(Span { start: 0, end: usize::MAX }),
            _ => {}
        }
    }

    /// A `goto` to an earlier label makes a loop of what is between.
    fn add_backward_jumps(&mut self) {
        for (label, from) in &self.gotos {
            let target = self.labels.get(label).copied().unwrap_or(0);
            if target <= *from {
                self.loops.push(Span { start: target, end: *from });
            }
        }
    }

    /// Whether some function has a variable or parameter of its own with the name.
    fn mentions_as_local(&self, name: &str, source: &Source) -> bool {
        let is_parameter = source.functions.iter().any(|function| match &function.ty {
            super::super::types::CType::Function(ty) => {
                function.body.is_some() && ty.parameters.iter().any(|parameter| parameter.name == name)
            }
            _ => false,
        });
        is_parameter || self.declarations.contains_key(name)
    }
}
