//! What a function does with names: whether a variable can change, and whether its address can get anywhere.

use super::super::known::{Known, Names};
use super::super::syntax::{Expression, ExpressionKind, Name, Part, Prefix, Span, Statement};
use super::super::types::CType;
use super::skipped::Skipped;
use rustc_hash::{FxHashMap, FxHashSet};

/// What some statements do with names.
#[derive(Debug, Default)]
pub struct Uses<'s> {
    /// The names that are assigned to or whose address is taken.
    changed: FxHashSet<Name<'s>>,
    /// The names whose address is taken, or that of a part, and where that first happens.
    addressed: FxHashMap<Name<'s>, Span>,
    /// How often the address of just that name says where the result of a thread goes.
    results: FxHashMap<Name<'s>, usize>,
    /// How often a name is mentioned, and how often as an array with an index.
    mentions: FxHashMap<Name<'s>, (usize, usize)>,
    /// The declarations that jumps can skip.
    pub skipped: Skipped,
    /// The lists of further arguments.
    lists: Lists<'s>,
}

/// The mentions of lists of further arguments.
#[derive(Debug, Default)]
struct Lists<'s> {
    all: usize,
    /// Those that do not look at the arguments.
    idle: usize,
    /// The functions that lists are passed to.
    passed: Vec<Name<'s>>,
}

impl<'s> Uses<'s> {
    /// Looks through statements.
    pub fn of(statements: impl Iterator<Item = &'s Statement<'s>> + Clone, known: &Names<'s>) -> Uses<'s> {
        let mut uses = Uses { skipped: Skipped::of(statements.clone()), ..Uses::default() };
        statements.for_each(|statement| statement.visit(&mut |part| uses.add(part, known)));
        uses
    }

    fn add(&mut self, part: Part<'s, '_>, known: &Names<'s>) {
        let Part::Expression(expression) = part else { return };
        let is_list = |part: &Expression<'s>| part.ty.as_ref().is_some_and(CType::is_argument_list);
        self.lists.all += usize::from(is_list(expression));
        match &expression.kind {
            ExpressionKind::Name(name) => self.mentions.entry(*name).or_default().0 += 1,
            ExpressionKind::Index(base, _) => {
                if let Some(name) = base.name() {
                    self.mentions.entry(name).or_default().1 += 1;
                }
            }
            ExpressionKind::Assign(_, target, _)
            | ExpressionKind::Postfix(_, target)
            | ExpressionKind::Prefix(Prefix::Increment | Prefix::Decrement, target) => {
                self.changed.extend(root(target));
            }
            ExpressionKind::Prefix(Prefix::Address, target) => {
                self.changed.extend(root(target));
                if let Some(name) = root(target) {
                    self.addressed.entry(name).or_insert(expression.span);
                }
            }
            ExpressionKind::NextArgument(list, _) => self.changed.extend(root(list)),
            ExpressionKind::Call(callee, arguments)
                if matches!(known.of_call(callee), Some(Known::Further(_) | Known::PrintList(_))) =>
            {
                let lists = arguments.iter().filter(|argument| is_list(argument));
                // A part of a structure may be looked at by others.
                self.lists.idle += lists.clone().filter(|list| list.name().is_some()).count();
                self.changed.extend(lists.filter_map(root));
            }
            ExpressionKind::Call(callee, arguments) if arguments.iter().any(is_list) => {
                if let Some(name) = callee.name().filter(|_| known.of_call(callee).is_none()) {
                    self.lists.idle += arguments.iter().filter(|argument| is_list(argument)).count();
                    self.lists.passed.push(name);
                }
            }
            ExpressionKind::Call(callee, arguments) if known.of_call(callee) == Some(Known::Join) => {
                if let Some(name) = arguments.get(1).and_then(addressed) {
                    *self.results.entry(name).or_default() += 1;
                }
            }
            _ => {}
        }
    }

    /// Whether a variable keeps the value that it has at its declaration.
    pub fn keeps(&self, name: Name) -> bool {
        !self.changed.contains(&name)
    }

    /// The functions that lists of further arguments are passed to; none if the arguments are looked at here.
    pub fn passes_lists(&self) -> Option<&[Name<'s>]> {
        (self.lists.all <= self.lists.idle).then_some(&self.lists.passed)
    }

    /// Where the address of a variable, or of a part of it, is first taken.
    pub fn address(&self, name: Name) -> Option<Span> {
        self.addressed.get(&name).copied()
    }

    /// Whether a name is mentioned only where it gets the result of a thread.
    pub fn only_joined(&self, name: Name) -> bool {
        self.mentions.get(&name).is_some_and(|(all, _)| *all == self.results.get(&name).copied().unwrap_or(0))
    }

    /// Whether the address of a variable of a type, or of a part of it, may be taken.
    pub fn exposes(&self, name: Name, ty: &CType) -> bool {
        let decays = match ty {
            CType::Array(element, _) => {
                let (all, indexed) = self.mentions.get(&name).copied().unwrap_or_default();
                all > indexed || !matches!(**element, CType::Integer { .. } | CType::Float(_) | CType::Pointer { .. })
            }
            CType::Record(_) => self.mentions.contains_key(&name),
            _ => false,
        };
        decays || self.addressed.contains_key(&name)
    }
}

/// The variable whose address an expression is, whatever it is cast to.
fn addressed<'s>(expression: &Expression<'s>) -> Option<Name<'s>> {
    match &expression.kind {
        ExpressionKind::Cast(_, inner) => addressed(inner),
        ExpressionKind::Prefix(Prefix::Address, variable) => variable.name(),
        _ => None,
    }
}

/// The variable that an expression denotes a part of.
fn root<'s>(expression: &Expression<'s>) -> Option<Name<'s>> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some(*name),
        ExpressionKind::Member(base, _, false) | ExpressionKind::Index(base, _) => root(base),
        _ => None,
    }
}
