//! Which joins are exact: those of handles that just one creation, which runs at most once, ever sets.
//!
//! A creation in `main` outside every loop and outside every backward `goto` runs at most once, because `main` runs
//! once and control only moves back inside those. Loops that are unrolled do not count: each round sets another element
//! of an array of handles. If the handle is mentioned nowhere but there and in joins, joining it
//! means waiting for that one thread. Anything less clear counts as not exact, and the join may then return early.

use super::super::Options;
use super::super::known::{Known, Names};
use super::super::resolve::conversions::is_null;
use super::super::syntax::{
    Expression, ExpressionKind, Initializer, Label, Name, Part, Prefix, Source, Span, Statement, StatementKind,
};
use super::unroll::rounds;
use super::value::Handle;
use rustc_hash::{FxHashMap, FxHashSet};

/// The exact joins of a program.
#[derive(Debug, Default)]
pub struct Joins {
    /// The names of the handles, and arrays of them, by declaration.
    names: FxHashMap<usize, String>,
    /// Those whose threads' results are asked for.
    results: FxHashSet<usize>,
    /// Those that are joined or detached at most once.
    once: FxHashSet<usize>,
    /// Those whose creation `main` comes past before it joins them.
    created_first: FxHashSet<usize>,
    /// Whether only the first thread runs `main`.
    pub main_runs_once: bool,
    /// Whether threads may be detached.
    pub detaches: bool,
}

/// What `main` and the other functions do with names.
#[derive(Default)]
struct Survey<'s> {
    /// Creations with `&name` or `&name[index]`: the place, and the index as far as it is known.
    creations: FxHashMap<Name<'s>, Vec<(Span, Index<'s>)>>,
    /// Where a name is joined or detached, and the index.
    joins: FxHashMap<Name<'s>, Vec<(Span, Index<'s>)>>,
    /// The names that are joined, and whether a result is asked for.
    joined: FxHashMap<Name<'s>, bool>,
    /// The names that are detached.
    detached: FxHashSet<Name<'s>>,
    /// Whether a thread is detached that has no name, as by `pthread_detach(pthread_self())`.
    detaches_others: bool,
    /// The names that threads with attributes are created for.
    with_attributes: FxHashSet<Name<'s>>,
    /// Whether attributes may say that a thread is detached.
    detaching_attributes: bool,
    /// Where a name is mentioned at all.
    mentions: FxHashMap<Name<'s>, Vec<usize>>,
    /// What is not evaluated: `assert` of glibc says what it is given a second time in `sizeof`.
    unevaluated: Vec<Span>,
    /// Declarations of local variables.
    declarations: FxHashMap<Name<'s>, usize>,
    /// Where control goes.
    control: Control<'s>,
}

/// Which statements may run several times, or not at all.
#[derive(Default)]
struct Control<'s> {
    /// What may be left out: branches, and what `break`, `continue` and `goto` may skip.
    optional: Vec<Span>,
    /// Loops that are not unrolled, and what backward jumps make loops of.
    loops: Vec<Span>,
    /// Loops that are unrolled, with their variable.
    unrolled: Vec<(Span, Name<'s>)>,
    /// Where labels are.
    labels: FxHashMap<Name<'s>, usize>,
    /// Where jumps to labels are.
    gotos: Vec<(Name<'s>, usize)>,
    /// Where `break` and `continue` are.
    skips: Vec<usize>,
}

/// Which element of an array of handles is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index<'s> {
    /// The handle is no array.
    None,
    Constant(u64),
    Variable(Name<'s>),
    Unknown,
}

impl Joins {
    /// Looks through a program.
    pub fn find<'s>(source: &'s Source<'s>, options: &Options, known: &Names<'s>) -> Joins {
        let mut joins = Joins::default();
        let first = source.first_function();
        let (mut main, mut others) = (Survey::default(), Survey::default());
        for function in &source.functions {
            let survey = if Some(function.name) == first { &mut main } else { &mut others };
            for statement in function.body.iter().flatten() {
                statement.visit(&mut |part| survey.add(part, known));
            }
        }
        main.forget_unevaluated();
        others.forget_unevaluated();
        let is_mentioned = |name: &Name| main.mentions.contains_key(name) || others.mentions.contains_key(name);
        let spawned = |name: &Name| options.spawn.iter().any(|spawn| source.identifiers.linked(spawn) == Some(*name));
        if first.is_some_and(|first| is_mentioned(&first) || spawned(&first)) {
            return joins;
        }
        joins.main_runs_once = first.is_some();
        main.control.add_jumps();
        let created = |name: &Name| main.creations.contains_key(name) || others.creations.contains_key(name);
        let all_known = main.detached.iter().chain(&others.detached).all(created);
        // Which thread is detached otherwise nobody knows.
        let detaches_elsewhere = known.is_elsewhere(|known| known == Known::Detach);
        let detaching_attributes = main.detaching_attributes
            || others.detaching_attributes
            || known.is_elsewhere(|known| known == Known::ThreadAttribute("setdetachstate"));
        let by_name = !main.detached.is_empty() || !others.detached.is_empty();
        joins.detaches = by_name || main.detaches_others || others.detaches_others;
        joins.detaches |= detaches_elsewhere || detaching_attributes;
        if main.detaches_others || others.detaches_others || detaches_elsewhere || !all_known {
            return joins;
        }
        for (name, creations) in &main.creations {
            let mut shared = source.variables.iter().filter(|variable| variable.name == *name);
            let declaration = match (main.declarations.get(name), shared.next(), shared.next()) {
                (_, Some(variable), None) => variable.span.start,
                (Some(local), None, _) => *local,
                _ => continue,
            };
            let all = |survey: &Survey| {
                let joined = survey.joins.get(name).map_or(0, Vec::len);
                let mentioned = survey.mentions.get(name).map_or(0, Vec::len);
                (joined, mentioned)
            };
            let (joined, mentioned) = all(&main);
            let (joined_elsewhere, mentioned_elsewhere) = all(&others);
            let only_joined = joined + creations.len() == mentioned && joined_elsewhere == mentioned_elsewhere;
            let elsewhere = others.joined.get(name);
            let Some(result) = main.joined.get(name).or(elsewhere) else { continue };
            // Nobody can wait for a thread that is detached.
            let by_attributes = detaching_attributes && main.with_attributes.contains(name);
            let detached = main.detached.contains(name) || others.detached.contains(name) || by_attributes;
            if only_joined && !detached && main.are_distinct(creations) {
                joins.names.insert(declaration, (*name).to_string());
                let sites = main.joins.get(name).map_or(&[][..], |sites| sites);
                joins.once.extend((joined_elsewhere == 0 && main.are_distinct(sites)).then_some(declaration));
                joins.created_first.extend(main.comes_first(creations, sites).then_some(declaration));
                let result = *result || elsewhere.copied().unwrap_or(false);
                joins.results.extend(result.then_some(declaration));
            }
        }
        joins
    }

    /// Whether joining the handle waits for one certain thread.
    pub fn is_exact(&self, handle: Handle) -> bool {
        self.names.contains_key(&handle.declaration)
    }

    /// Whether the handle is joined at most once.
    pub fn is_once(&self, handle: Handle) -> bool {
        self.once.contains(&handle.declaration)
    }

    /// Whether `main` has created the thread when it joins it.
    pub fn is_created_first(&self, handle: Handle) -> bool {
        self.created_first.contains(&handle.declaration)
    }

    /// Whether somebody asks for the result of the thread.
    pub fn wants_result(&self, handle: Handle) -> bool {
        self.results.contains(&handle.declaration)
    }

    /// The name of a handle.
    pub fn name(&self, handle: Handle) -> String {
        let name = self.names.get(&handle.declaration).map_or("", String::as_str);
        if handle.index == 0 { name.to_string() } else { format!("{name}[{}]", handle.index) }
    }
}

impl<'s> Survey<'s> {
    fn add(&mut self, part: Part<'s, 's>, known: &Names<'s>) {
        match part {
            Part::Expression(expression) => self.add_expression(expression, known),
            Part::Statement(statement) => self.add_statement(statement, known),
        }
    }

    /// Whether every creation runs at most once and no two set the same handle.
    fn are_distinct(&self, creations: &[(Span, Index<'s>)]) -> bool {
        let inside = |span: &Span, place: &Span| span.start <= place.start && place.start <= span.end;
        let once = |(place, index): &(Span, Index<'s>)| {
            let mut around = self.control.unrolled.iter().filter(|(span, _)| inside(span, place));
            let varies = match (around.next(), around.next(), index) {
                (None, _, Index::Variable(_)) => false,
                (None, ..) => true,
                (Some((_, variable)), None, Index::Variable(name)) => variable == name,
                _ => false,
            };
            varies && *index != Index::Unknown && !self.control.loops.iter().any(|span| inside(span, place))
        };
        let constants = creations.iter().filter(|(_, index)| matches!(index, Index::Constant(_))).count();
        let different =
            (1..creations.len()).all(|at| creations[..at].iter().all(|(_, other)| *other != creations[at].1));
        creations.iter().all(once) && different && (creations.len() == 1 || constants == creations.len())
    }

    /// Whether control comes past all creations before it gets to a join.
    fn comes_first(&self, creations: &[(Span, Index<'s>)], joins: &[(Span, Index<'s>)]) -> bool {
        let last = creations.iter().map(|(place, _)| place.end).max().unwrap_or(usize::MAX);
        let certain =
            |place: &Span| !self.control.optional.iter().any(|span| span.start <= place.start && place.end <= span.end);
        creations.iter().all(|(place, _)| certain(place)) && joins.iter().all(|(place, _)| last <= place.start)
    }

    fn add_expression(&mut self, expression: &Expression<'s>, known: &Names<'s>) {
        if let Some(name) = expression.name() {
            self.mentions.entry(name).or_default().push(expression.span.start);
        }
        if let ExpressionKind::SizeofExpression(inner) = &expression.kind {
            self.unevaluated.push(inner.span);
        }
        match &expression.kind {
            ExpressionKind::All(parts) | ExpressionKind::Any(parts) => {
                self.control.optional.extend(parts.iter().skip(1).map(|part| part.span));
            }
            ExpressionKind::Conditional(_, yes, no) => {
                self.control.optional.extend(yes.iter().map(|yes| yes.span).chain([no.span]));
            }
            _ => {}
        }
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return };
        let Some(first) = arguments.first() else { return };
        match (known.of_call(callee), &first.kind) {
            (Some(Known::Create { attributes }), ExpressionKind::Prefix(Prefix::Address, handle)) => {
                if let Some((name, index)) = handle_of(handle) {
                    if attributes && arguments.get(1).is_some_and(|given| !is_null(given)) {
                        self.with_attributes.insert(name);
                    }
                    self.creations.entry(name).or_default().push((expression.span, index));
                }
            }
            (Some(ends @ (Known::Join | Known::Detach)), _) => {
                let Some((name, index)) = handle_of(first) else {
                    self.detaches_others |= ends == Known::Detach;
                    return;
                };
                if ends == Known::Join {
                    let result = arguments.get(1).is_some_and(|result| !is_null(result));
                    *self.joined.entry(name).or_default() |= result;
                } else {
                    self.detached.insert(name);
                }
                self.joins.entry(name).or_default().push((expression.span, index));
            }
            (Some(Known::ThreadAttribute("setdetachstate")), _) => {
                self.detaching_attributes |= arguments.get(1).is_none_or(|state| !is_null(state));
            }
            _ => {}
        }
    }

    fn add_statement(&mut self, statement: &'s Statement<'s>, known: &Names<'s>) {
        match &statement.kind {
            StatementKind::For(parts) => match rounds(parts, known) {
                Some(rounds) => self.control.unrolled.push((statement.span, rounds.name)),
                None => self.control.loops.push(statement.span),
            },
            StatementKind::While(..) | StatementKind::DoWhile(..) => self.control.loops.push(statement.span),
            StatementKind::If(_, yes, no) => {
                self.control.optional.extend([Some(yes), no.as_ref()].into_iter().flatten().map(|part| part.span))
            }
            StatementKind::Switch(_, body) => self.control.optional.push(body.span),
            StatementKind::Break | StatementKind::Continue => self.control.skips.push(statement.span.start),
            StatementKind::Goto(label) => self.control.gotos.push((*label, statement.span.start)),
            StatementKind::Labeled(labels, _) => {
                for label in labels {
                    if let Label::Name(name, span) = label {
                        self.control.labels.insert(*name, span.start);
                    }
                }
            }
            StatementKind::Declaration(declarations) => {
                for declaration in declarations {
                    self.declarations.insert(declaration.name, declaration.span.start);
                    // A handle that is another one's copy may mean another thread than the one that it is set to.
                    let copies =
                        |initial: &Initializer| !matches!(initial, Initializer::Value(value) if is_null(value));
                    if declaration.initial.as_ref().is_some_and(copies) {
                        self.mentions.entry(declaration.name).or_default().push(declaration.span.start);
                    }
                }
            }
            StatementKind::Refused(_) => self.control.loops.push(Span { start: 0, end: usize::MAX }),
            _ => {}
        }
    }

    fn forget_unevaluated(&mut self) {
        let unevaluated = &self.unevaluated;
        let counts = |at: usize| !unevaluated.iter().any(|span| span.start <= at && at < span.end);
        self.creations.values_mut().for_each(|all| all.retain(|(span, _)| counts(span.start)));
        self.joins.values_mut().for_each(|all| all.retain(|(span, _)| counts(span.start)));
        self.mentions.values_mut().for_each(|all| all.retain(|at| counts(*at)));
        self.mentions.retain(|_, all| !all.is_empty());
    }
}

impl Control<'_> {
    /// A `goto` to an earlier label makes a loop of what is between, one to a later label skips it. What is in a loop may be
    /// skipped if it can be left early.
    fn add_jumps(&mut self) {
        for (label, from) in &self.gotos {
            let target = self.labels.get(label).copied().unwrap_or(0);
            let between = Span { start: target.min(*from), end: target.max(*from) };
            if target <= *from { &mut self.loops } else { &mut self.optional }.push(between);
        }
        let rounds = self.unrolled.iter().map(|(span, _)| *span).chain(self.loops.iter().copied());
        let left_early = |span: &Span| self.skips.iter().any(|at| span.start <= *at && *at <= span.end);
        self.optional.extend(rounds.filter(left_early));
    }
}

/// The handle that an expression names, and which element of it.
fn handle_of<'s>(expression: &Expression<'s>) -> Option<(Name<'s>, Index<'s>)> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some((*name, Index::None)),
        ExpressionKind::Index(base, index) => {
            let index = match &index.kind {
                ExpressionKind::Constant(number, _) => Index::Constant(*number),
                ExpressionKind::Name(name) => Index::Variable(*name),
                _ => Index::Unknown,
            };
            Some((base.name()?, index))
        }
        _ => None,
    }
}
