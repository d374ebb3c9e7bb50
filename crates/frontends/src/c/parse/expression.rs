//! Expressions: operators by precedence.

use super::super::DataModel;
use super::super::known::{is_reserved, type_of_suffix};
use super::super::lexer::Kind;
use super::super::resolve::constant_expressions::fold;
use super::super::resolve::expressions::{binary, type_of};
use super::super::resolve::initialization::convert_initializer;
use super::super::resolve::{Entity, conversions};
use super::super::syntax::{Expression, ExpressionKind, Name, Operator, Prefix, Span};
use super::super::types::CType;
use super::{Meaning, Parser};
use crate::error::{Code, Error};

/// How often the result of an operator may be converted for the next one of its level; more would make the syntax tree too deep
/// for recursive walks.
const MOST_CONVERTED: usize = 60;

/// The operators by precedence, loosest first; `||` and `&&` come before them.
const LEVELS: [&[(&str, Operator)]; 8] = [
    &[("|", Operator::Or)],
    &[("^", Operator::Xor)],
    &[("&", Operator::And)],
    &[("==", Operator::Equal), ("!=", Operator::Unequal)],
    &[("<=", Operator::LessOrEqual), (">=", Operator::GreaterOrEqual), ("<", Operator::Less), (">", Operator::Greater)],
    &[("<<", Operator::ShiftLeft), (">>", Operator::ShiftRight)],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

impl<'a> Parser<'_, 'a> {
    /// An expression, commas included.
    pub fn expression(&mut self) -> Result<Expression<'a>, Error> {
        let first = self.assignment()?;
        if !self.is_symbol(",") {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.eat_symbol(",") {
            parts.push(self.assignment()?);
        }
        Ok(self.made(ExpressionKind::Comma(parts), start))
    }

    /// An expression that ends at a comma.
    pub fn assignment(&mut self) -> Result<Expression<'a>, Error> {
        self.descend()?;
        let left = self.conditional()?;
        let result = match self.assignment_operator() {
            None => left,
            Some(operator) => {
                self.advance();
                let start = left.span;
                let right = self.assignment()?;
                self.made(ExpressionKind::Assign(operator, Box::new(left), Box::new(right)), start)
            }
        };
        self.ascend();
        Ok(result)
    }

    /// The operator of an assignment that comes next; the inner option is none for a plain one.
    fn assignment_operator(&self) -> Option<Option<Operator>> {
        if self.peek_kind() != Kind::Symbol {
            return None;
        }
        Some(match self.peek() {
            "=" => None,
            "*=" => Some(Operator::Multiply),
            "/=" => Some(Operator::Divide),
            "%=" => Some(Operator::Remainder),
            "+=" => Some(Operator::Add),
            "-=" => Some(Operator::Subtract),
            "<<=" => Some(Operator::ShiftLeft),
            ">>=" => Some(Operator::ShiftRight),
            "&=" => Some(Operator::And),
            "^=" => Some(Operator::Xor),
            "|=" => Some(Operator::Or),
            _ => return None,
        })
    }

    /// An expression without commas and assignments.
    pub fn conditional(&mut self) -> Result<Expression<'a>, Error> {
        let test = self.any()?;
        if !self.eat_symbol("?") {
            return Ok(test);
        }
        self.descend()?;
        let start = test.span;
        let yes = if self.is_symbol(":") { None } else { Some(Box::new(self.expression()?)) };
        self.expect(":")?;
        let no = Box::new(self.conditional()?);
        self.ascend();
        Ok(self.made(ExpressionKind::Conditional(Box::new(test), yes, no), start))
    }

    fn any(&mut self) -> Result<Expression<'a>, Error> {
        let first = self.all()?;
        if !self.is_symbol("||") {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.eat_symbol("||") {
            parts.push(self.all()?);
        }
        Ok(self.made(ExpressionKind::Any(parts), start))
    }

    fn all(&mut self) -> Result<Expression<'a>, Error> {
        let first = self.chain(0)?;
        if !self.is_symbol("&&") {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.eat_symbol("&&") {
            parts.push(self.chain(0)?);
        }
        Ok(self.made(ExpressionKind::All(parts), start))
    }

    /// Operators of a level or tighter ones. Those of one level become one list.
    fn chain(&mut self, loosest: usize) -> Result<Expression<'a>, Error> {
        let mut left = self.unary()?;
        let (mut current, mut nested) = (None, 0);
        while let Some((level, operator)) = self.binary_operator().filter(|(level, _)| *level >= loosest) {
            self.advance();
            let mut right = self.chain(level + 1)?;
            let span = left.span.to(right.span);
            let layout = self.layout();
            conversions::operands(operator, &mut left, &mut right, layout);
            match &mut left.kind {
                ExpressionKind::Chain(_, rest) if current == Some(level) && left.converted.is_none() => {
                    left.ty = binary(operator, left.ty.take(), &right, layout);
                    left.constant =
                        left.constant.take().and_then(|left| left.operation(operator, right.folded()?, layout));
                    rest.push((operator, right));
                    left.span = span;
                }
                _ => {
                    // What is converted in between is an operand of its own.
                    if current == Some(level) {
                        nested += 1;
                    }
                    if nested > MOST_CONVERTED {
                        let message = format!("more than {MOST_CONVERTED} conversions between operators");
                        return Err(Error::new(Code::TooLarge, message, span.range()));
                    }
                    let kind = ExpressionKind::Chain(Box::new(left), vec![(operator, right)]);
                    let (ty, constant) = (type_of(&kind, layout), fold(&kind, layout));
                    left = Expression::new(kind, span, ty, constant);
                    current = Some(level);
                }
            }
        }
        Ok(left)
    }

    fn binary_operator(&self) -> Option<(usize, Operator)> {
        if self.peek_kind() != Kind::Symbol {
            return None;
        }
        let symbol = self.peek();
        LEVELS.iter().enumerate().find_map(|(level, operators)| {
            operators.iter().find(|(text, _)| *text == symbol).map(|(_, operator)| (level, *operator))
        })
    }

    /// An operand with the operators and casts before it.
    pub fn unary(&mut self) -> Result<Expression<'a>, Error> {
        let start = self.span();
        let prefix = match (self.peek_kind(), self.peek()) {
            (Kind::Symbol, "+") => Prefix::Plus,
            (Kind::Symbol, "-") => Prefix::Minus,
            (Kind::Symbol, "~") => Prefix::Complement,
            (Kind::Symbol, "!") => Prefix::Not,
            (Kind::Symbol, "&") => Prefix::Address,
            (Kind::Symbol, "*") => Prefix::Dereference,
            (Kind::Symbol, "++") => Prefix::Increment,
            (Kind::Symbol, "--") => Prefix::Decrement,
            (Kind::Symbol, "&&") => {
                self.advance();
                self.name("a label")?;
                return Ok(self.made(ExpressionKind::Refused("the address of a label"), start));
            }
            (Kind::Symbol, "(") => return self.parenthesis_or_cast(),
            (Kind::Word, "sizeof" | "_Alignof" | "__alignof__" | "__alignof") => return self.size(),
            (Kind::Word, "__extension__") => {
                self.advance();
                return self.deeper();
            }
            _ => return self.postfix(),
        };
        self.advance();
        let operand = self.deeper()?;
        Ok(self.made(ExpressionKind::Prefix(prefix, Box::new(operand)), start))
    }

    fn deeper(&mut self) -> Result<Expression<'a>, Error> {
        self.descend()?;
        let operand = self.unary()?;
        self.ascend();
        Ok(operand)
    }

    fn parenthesis_or_cast(&mut self) -> Result<Expression<'a>, Error> {
        let start = self.span();
        self.at += 1;
        let cast = self.begins_declaration();
        self.at -= 1;
        if !cast {
            return self.postfix();
        }
        self.advance();
        let ty = self.type_name()?;
        self.expect(")")?;
        if self.eat_symbol("{") {
            let literal = self.compound(ty, start)?;
            return self.suffixes(literal, start);
        }
        let operand = self.deeper()?;
        Ok(self.made(ExpressionKind::Cast(ty, Box::new(operand)), start))
    }

    /// The rest of a compound literal after its `{`.
    fn compound(&mut self, ty: CType<'a>, start: Span) -> Result<Expression<'a>, Error> {
        let mut initial = self.braces()?;
        let ty = self.sized(ty, &initial);
        convert_initializer(&ty, &mut initial, self.layout(), start);
        Ok(self.made(ExpressionKind::Compound(ty, Box::new(initial)), start))
    }

    /// `sizeof` and its relatives, of a type or an expression.
    fn size(&mut self) -> Result<Expression<'a>, Error> {
        let start = self.span();
        let word = self.peek();
        self.advance();
        let inner = self.span();
        let of_type = self.is_symbol("(") && {
            self.at += 1;
            let found = self.begins_declaration();
            self.at -= 1;
            found
        };
        let kind = if of_type {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")")?;
            if self.eat_symbol("{") {
                let literal = self.compound(ty, inner)?;
                ExpressionKind::SizeofExpression(Box::new(self.suffixes(literal, inner)?))
            } else if word == "sizeof" {
                ExpressionKind::SizeofType(ty)
            } else {
                self.alignment_of(&ty, word != "_Alignof")
            }
        } else {
            ExpressionKind::SizeofExpression(Box::new(self.deeper()?))
        };
        let kind = match kind {
            // A size that is known by the type is so in constants, too.
            ExpressionKind::SizeofExpression(inner) if word == "sizeof" => match &inner.ty {
                Some(ty) if self.layout().size(ty).is_some() => ExpressionKind::SizeofType(ty.clone()),
                _ => ExpressionKind::SizeofExpression(inner),
            },
            ExpressionKind::SizeofExpression(_) => ExpressionKind::Refused("the alignment of an expression"),
            kind => kind,
        };
        Ok(self.made(kind, start))
    }

    /// The alignment of a type in structures, or the one that gcc prefers elsewhere.
    fn alignment_of(&self, ty: &CType<'a>, preferred: bool) -> ExpressionKind<'a> {
        let wide = matches!(ty, CType::Integer { ty, .. } if ty.width == 64) || matches!(ty, CType::Float(8));
        match self.layout().alignment(ty) {
            Some(_) if preferred && wide => ExpressionKind::Constant(8, self.model.size()),
            Some(alignment) => ExpressionKind::Constant(alignment, self.model.size()),
            None => ExpressionKind::Refused("the alignment of this type"),
        }
    }

    /// An expression that ends with the last token read.
    pub fn made(&self, mut kind: ExpressionKind<'a>, start: Span) -> Expression<'a> {
        conversions::convert_operands(&mut kind, self.layout());
        let (ty, constant) = (self.type_of(&kind), fold(&kind, self.layout()));
        Expression::new(kind, self.since(start), ty, constant)
    }

    /// The type of an expression whose operands have theirs.
    fn type_of(&self, kind: &ExpressionKind<'a>) -> Option<CType<'a>> {
        match kind {
            ExpressionKind::Name(name) => match self.meaning(name.text())? {
                Meaning::Ordinary(found, ty) if found == name => ty.clone(),
                _ => None,
            },
            ExpressionKind::Call(callee, _) => match callee.name().filter(|name| self.is_undeclared(*name)) {
                Some(name) => undeclared_result(name, self.model),
                None => type_of(kind, self.layout()),
            },
            _ => type_of(kind, self.layout()),
        }
    }

    /// Whether a name is not declared anywhere before it is used.
    fn is_undeclared(&self, name: Name) -> bool {
        self.source.identifiers.get(name).entity == Entity::Undeclared
    }
}

/// What a function returns that is not declared: what its name tells, or `int` as in C89; none if it is the compiler's.
fn undeclared_result<'a>(name: Name, model: DataModel) -> Option<CType<'a>> {
    match type_of_suffix(name, model.long()) {
        Some(ty) => Some(CType::Integer { ty, atomic: false }),
        None => (!is_reserved(name.text())).then_some(CType::INT),
    }
}
