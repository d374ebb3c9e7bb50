//! Which changes a source file offers.
//!
//! Comparison, arithmetic and bit operators are exchanged; a conjunct or disjunct is dropped; conditions and guards become
//! true or false; `!` and `-` are dropped; functions return at once with a plain value; calls that are statements are left
//! out; match arms before a wildcard are left out; `any` and `all`, `min` and `max` and the like are exchanged; filters let
//! everything pass; whole numbers grow by one. Tests, constants, macros and implementations of `Display` and `Debug` are
//! left alone.

use crate::site::{Change, Shape, Site};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Pat, ReturnType, Stmt, Type, UnOp};

/// All sites of a file, or why it cannot be read.
pub fn sites(text: &str) -> Result<Vec<Site>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut finder = Finder { text, sites: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.sites)
}

struct Finder<'t> {
    text: &'t str,
    sites: Vec<Site>,
}

fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

/// Expressions of a condition that may be replaced one by one: everything but `let`.
fn conjuncts<'e>(condition: &'e Expr, found: &mut Vec<&'e Expr>) {
    match condition {
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            conjuncts(&binary.left, found);
            conjuncts(&binary.right, found);
        }
        other => found.push(other),
    }
}

fn has_let(condition: &Expr) -> bool {
    let mut parts = Vec::new();
    conjuncts(condition, &mut parts);
    parts.iter().any(|part| matches!(part, Expr::Let(_)))
}

impl Finder<'_> {
    fn text(&self, node: &impl Spanned) -> &str {
        &self.text[range(node)]
    }

    fn add(&mut self, range: Range<usize>, shape: Shape, what: String, text: String) {
        let change = Change { number: 0, what, text };
        let merges = |site: &&mut Site| site.range == range && site.shape == shape && shape != Shape::Skip;
        match self.sites.iter_mut().find(merges) {
            // A condition that is a comparison offers true and false once.
            Some(site) if site.changes.iter().any(|known| known.text == change.text && shape == Shape::Choice) => {}
            Some(site) => site.changes.push(change),
            None => self.sites.push(Site { range, shape, changes: vec![change] }),
        }
    }

    /// The expression is replaced by a text.
    fn choice(&mut self, expression: &Expr, text: impl Into<String>) {
        let text = text.into();
        let what = format!("{} -> {}", short(self.text(expression)), short(&text));
        self.add(range(expression), Shape::Choice, what, text);
    }

    fn condition(&mut self, condition: &Expr, values: &[&str]) {
        if !has_let(condition) {
            values.iter().for_each(|value| self.choice(condition, *value));
            return;
        }
        let what = format!("{} -> false", short(self.text(condition)));
        self.add(range(condition), Shape::Deny, what, String::new());
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        for part in parts.into_iter().filter(|part| !matches!(part, Expr::Let(_))) {
            self.choice(part, "true");
        }
    }

    fn binary(&mut self, whole: &Expr, binary: &syn::ExprBinary) {
        let (left, right) = (self.text(&*binary.left).to_string(), self.text(&*binary.right).to_string());
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) {
            if has_let(whole) {
                return;
            }
            // Of a chain, each member is dropped once: here the last one, and the first one where the chain begins.
            let same = |part: &Expr| match (part, &binary.op) {
                (Expr::Binary(part), BinOp::And(_)) => matches!(part.op, BinOp::And(_)),
                (Expr::Binary(part), BinOp::Or(_)) => matches!(part.op, BinOp::Or(_)),
                _ => false,
            };
            if !same(&binary.left) {
                self.choice(whole, right);
            }
            self.choice(whole, left);
            return;
        }
        let others: &[&str] = match binary.op {
            BinOp::Eq(_) => &["!="],
            BinOp::Ne(_) => &["=="],
            BinOp::Lt(_) => &["<=", ">="],
            BinOp::Le(_) => &["<", ">"],
            BinOp::Gt(_) => &[">=", "<="],
            BinOp::Ge(_) => &[">", "<"],
            BinOp::Add(_) => &["-"],
            BinOp::Sub(_) => &["+"],
            BinOp::Mul(_) => &["+"],
            BinOp::Div(_) => &["*"],
            BinOp::Rem(_) => &["/"],
            BinOp::BitAnd(_) => &["|"],
            BinOp::BitOr(_) => &["&"],
            BinOp::BitXor(_) => &["|"],
            BinOp::Shl(_) => &[">>"],
            BinOp::Shr(_) => &["<<"],
            BinOp::AddAssign(_) => &["-="],
            BinOp::SubAssign(_) => &["+="],
            BinOp::MulAssign(_) => &["+="],
            BinOp::BitAndAssign(_) => &["|="],
            BinOp::BitOrAssign(_) => &["&="],
            BinOp::BitXorAssign(_) => &["|="],
            BinOp::ShlAssign(_) => &[">>="],
            BinOp::ShrAssign(_) => &["<<="],
            _ => &[],
        };
        for other in others {
            self.choice(whole, format!("{left} {other} {right}"));
        }
    }

    fn method(&mut self, whole: &Expr, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        let other = match &name[..] {
            "any" => "all",
            "all" => "any",
            "min" if call.args.len() == 1 => "max",
            "max" if call.args.len() == 1 => "min",
            "is_some" => "is_none",
            "is_none" => "is_some",
            "is_ok" => "is_err",
            "is_err" => "is_ok",
            "is_some_and" => "is_none_or",
            "is_none_or" => "is_some_and",
            "first" => "last",
            "last" if call.args.is_empty() => "first",
            "checked_add" => "checked_sub",
            "checked_sub" => "checked_add",
            "saturating_add" => "saturating_sub",
            "saturating_sub" => "saturating_add",
            _ => "",
        };
        if !other.is_empty() {
            let at = range(&call.method);
            let all = range(whole);
            let text = format!("{}{other}{}", &self.text[all.start..at.start], &self.text[at.end..all.end]);
            let what = format!("{name} -> {other} in {}", short(self.text(whole)));
            self.add(all, Shape::Choice, what, text);
        }
        if matches!(&name[..], "filter" | "retain" | "take_while" | "skip_while")
            && let Some(Expr::Closure(closure)) = call.args.first()
        {
            self.choice(&closure.body, if name == "skip_while" { "false" } else { "true" });
        }
    }

    /// A function with this body returns at once.
    fn function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        if body.stmts.is_empty() {
            return;
        }
        let at = body.brace_token.span.open().byte_range().end;
        for value in plain_values(&signature.output) {
            let what = format!("{} returns {value} at once", signature.ident);
            self.add(at..at, Shape::Early, what, format!("return {value};"));
        }
    }
}

/// Plain values of a type that a function returns.
fn plain_values(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".into()],
        ReturnType::Type(_, ty) => values_of(ty),
    }
}

fn values_of(ty: &Type) -> Vec<String> {
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => return vec!["()".into()],
        Type::Path(_) => {}
        _ => return Vec::new(),
    }
    let Type::Path(path) = ty else { return Vec::new() };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    let inner = match &last.arguments {
        syn::PathArguments::AngleBracketed(given) => match given.args.first() {
            Some(syn::GenericArgument::Type(inner)) => values_of(inner),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    match &last.ident.to_string()[..] {
        "bool" => vec!["true".into(), "false".into()],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            vec!["0".into(), "1".into()]
        }
        "Option" => {
            let some = inner.iter().map(|value| format!("Some({value})"));
            ["None".to_string()].into_iter().chain(some).collect()
        }
        "Result" => inner.iter().map(|value| format!("Ok({value})")).collect(),
        "Vec" | "String" | "FxHashMap" | "FxHashSet" | "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" => {
            vec!["Default::default()".into()]
        }
        _ => Vec::new(),
    }
}

/// One line that says what an expression is.
fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(70) {
        None => line,
        Some((at, _)) => format!("{}..", &line[..at]),
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => attribute.path().is_ident("cfg") && list.tokens.to_string().contains("test"),
        _ => attribute.path().is_ident("test"),
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        let shows = name.is_some_and(|name| ["Display", "Debug"].iter().any(|known| name.ident == known));
        if !shows && !is_test(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.sig, body);
            visit::visit_block(self, body);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement {
            let called = match expression {
                Expr::Try(tried) => &tried.expr,
                other => other,
            };
            if matches!(called, Expr::Call(_) | Expr::MethodCall(_)) {
                let what = format!("left out: {}", short(self.text(statement)));
                self.add(range(statement), Shape::Skip, what, String::new());
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_match(&mut self, matching: &'ast syn::ExprMatch) {
        let is_wildcard = matching.arms.last().is_some_and(|arm| match &arm.pat {
            Pat::Wild(_) => true,
            Pat::Ident(name) => name.ident.to_string().starts_with(char::is_lowercase),
            _ => false,
        });
        for (at, arm) in matching.arms.iter().enumerate() {
            let removable = is_wildcard && at + 1 < matching.arms.len();
            let what = format!("left out: the arm {}", short(self.text(&arm.pat)));
            match &arm.pat {
                Pat::Guard(guarded) => {
                    if removable {
                        self.add(range(&*guarded.guard), Shape::UnlessGuard, what, String::new());
                        self.condition(&guarded.guard, &["true"]);
                    } else {
                        self.condition(&guarded.guard, &["true", "false"]);
                    }
                    self.visit_expr(&guarded.guard);
                }
                pattern if removable => {
                    let end = range(pattern).end;
                    self.add(end..end, Shape::UnlessArm, what, String::new());
                }
                _ => {}
            }
            self.visit_expr(&arm.body);
        }
        self.visit_expr(&matching.expr);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Binary(binary) => self.binary(expression, binary),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                let inner = self.text(&*unary.expr).to_string();
                self.choice(expression, inner);
            }
            Expr::If(branch) => self.condition(&branch.cond, &["true", "false"]),
            Expr::While(looping) => self.condition(&looping.cond, &["false"]),
            Expr::MethodCall(call) => self.method(expression, call),
            Expr::Macro(call) if call.mac.path.is_ident("matches") => {
                let negated = format!("!{}", self.text(expression));
                self.choice(expression, negated);
            }
            Expr::Lit(literal) => {
                if let Lit::Int(number) = &literal.lit
                    && let Ok(value) = number.base10_parse::<u64>()
                    && value < 1000
                {
                    self.choice(expression, format!("{}{}", value + 1, number.suffix()));
                }
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::rewrite;

    const TEXT: &str = "\
        const LIMIT: u32 = 3;\n\
        fn smallest(values: &[u32]) -> Option<u32> {\n\
            let mut least = None;\n\
            for &value in values {\n\
                if least.is_none_or(|known| value < known) && value != LIMIT {\n\
                    least = Some(value);\n\
                }\n\
            }\n\
            least\n\
        }\n\
        #[cfg(test)]\n\
        mod tests {\n\
            fn not_looked_at() -> bool { 1 < 2 }\n\
        }\n";

    fn changes(sites: &[Site]) -> Vec<&str> {
        sites.iter().flat_map(|site| &site.changes).map(|change| change.what.as_str()).collect()
    }

    #[test]
    fn what_can_be_changed_is_found() {
        let sites = sites(TEXT).unwrap();
        let whole = "least.is_none_or(|known| value < known) && value != LIMIT";
        let part = "least.is_none_or(|known| value < known)";
        assert_eq!(
            changes(&sites),
            [
                "smallest returns None at once".to_string(),
                "smallest returns Some(0) at once".to_string(),
                "smallest returns Some(1) at once".to_string(),
                format!("{whole} -> true"),
                format!("{whole} -> false"),
                format!("{whole} -> value != LIMIT"),
                format!("{whole} -> {part}"),
                format!("is_none_or -> is_some_and in {part}"),
                "value < known -> value <= known".to_string(),
                "value < known -> value >= known".to_string(),
                "value != LIMIT -> value == LIMIT".to_string(),
            ]
        );
    }

    #[test]
    fn all_changes_fit_into_one_text() {
        let mut sites = sites(TEXT).unwrap();
        assert_eq!(rewrite(TEXT, &sites).0, TEXT, "without numbers nothing is changed");
        let changes = sites.iter_mut().flat_map(|site| &mut site.changes);
        (1..).zip(changes).for_each(|(number, change)| change.number = number);
        let (text, placed) = rewrite(TEXT, &sites);
        assert!(syn::parse_file(&text).is_ok(), "{text}");
        assert_eq!(placed.len(), 11);
        for one in &placed {
            assert!(text[one.changed.clone()].contains(&format!("crate::mutant({})", one.number)));
            assert!(one.whole.start <= one.changed.start && one.changed.end <= one.whole.end);
        }
    }

    #[test]
    fn statements_arms_and_guards_are_left_out() {
        let text = "fn f(x: Option<u32>) { check(x)?; match x { Some(n) if n > 3 => g(), None => h(), _ => {} } }";
        let sites = sites(text).unwrap();
        let found = changes(&sites);
        for expected in
            ["left out: check(x)?;", "left out: the arm None", "n > 3 -> true", "3 -> 4", "f returns () at once"]
        {
            assert!(found.contains(&expected), "{expected} in {found:?}");
        }
        let conditions = "fn f() { if let Some(n) = g() && n == 2 { h() } }";
        let sites = self::sites(conditions).unwrap();
        assert!(changes(&sites).contains(&"let Some(n) = g() && n == 2 -> false"));
        assert!(changes(&sites).contains(&"n == 2 -> true"));
    }
}
