//! Expressions of Boolean programs.

use super::Parser;
use crate::boolean::lexer::Token;
use crate::error::{Code, Error};
use umpteen_model::boolean::syntax::{Expression, Operator, Owner};

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expression, Error> {
        self.nested(|parser| {
            let test = parser.binary(0)?;
            if !parser.eat_symbol("?") {
                return Ok(test);
            }
            let yes = parser.expression()?;
            parser.expect(":")?;
            let no = parser.expression()?;
            Ok(Expression::Conditional(Box::new(test), Box::new(yes), Box::new(no)))
        })
    }

    fn binary(&mut self, level: usize) -> Result<Expression, Error> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut operands = vec![self.binary(level + 1)?];
        let mut used = Vec::new();
        while let Some((_, operator)) = operators.iter().find(|(symbol, _)| self.peek() == Token::Symbol(symbol)) {
            self.advance();
            used.push(*operator);
            if *operator == Operator::Implies {
                operands.push(self.nested(|parser| parser.binary(level))?);
            } else {
                operands.push(self.binary(level + 1)?);
            }
        }
        Ok(balanced(&mut operands.into_iter(), &used))
    }

    fn unary(&mut self) -> Result<Expression, Error> {
        if self.eat_symbol("!") || self.eat_symbol("~") {
            return self.nested(|parser| Ok(Expression::Not(Box::new(parser.unary()?))));
        }
        if self.eat_symbol("*") {
            return Ok(Expression::Choice);
        }
        if self.eat_symbol("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.eat_word("schoose") {
            self.expect("[")?;
            let yes = self.expression()?;
            self.expect(",")?;
            let no = self.expression()?;
            self.expect("]")?;
            return Ok(Expression::Schoose(Box::new(yes), Box::new(no)));
        }
        if let Token::Word(word) = self.peek()
            && let Some((_, value)) = CONSTANTS.iter().find(|(constant, _)| *constant == word)
        {
            self.advance();
            return Ok(Expression::Constant(*value));
        }
        self.variable()
    }

    fn variable(&mut self) -> Result<Expression, Error> {
        let mut next = self.eat_symbol("'");
        let mut name = self.name("an expression")?;
        let mut owner = Owner::Active;
        let qualified = self.eat_symbol(".");
        if qualified {
            if name.text != "a" {
                owner = Owner::Index(name.text);
            }
            name = self.name("a variable")?;
        }
        let after = self.span();
        if self.eat_symbol("$") {
            if qualified {
                let message = "`$` means the variable of every other thread, so nothing else says whose it is";
                return Err(Error::new(Code::Syntax, message, after));
            }
            owner = Owner::EachPassive;
        }
        next |= self.eat_symbol("'");
        Ok(Expression::Variable { name, owner, next })
    }
}

/// Joins operands by the operators between them. All operators but `=>`, of which there is at most one here, are
/// associative, also `=` and `!=` with each other; so long chains become flat trees and need no deep recursion.
fn balanced(operands: &mut impl Iterator<Item = Expression>, operators: &[Operator]) -> Expression {
    if operators.is_empty() {
        return operands.next().expect("there is one operand more than operators");
    }
    let middle = operators.len() / 2;
    let left = balanced(operands, &operators[..middle]);
    let right = balanced(operands, &operators[middle + 1..]);
    Expression::Binary(operators[middle], Box::new(left), Box::new(right))
}

pub(super) const CONSTANTS: [(&str, bool); 6] =
    [("0", false), ("1", true), ("F", false), ("T", true), ("false", false), ("true", true)];

/// The binary operators, loosest first; `=>` associates to the right, for the others it makes no difference.
const LEVELS: [&[(&str, Operator)]; 6] = [
    &[("<=>", Operator::Equals)],
    &[("=>", Operator::Implies), ("->", Operator::Implies)],
    &[("|", Operator::Or), ("||", Operator::Or)],
    &[("^", Operator::Differs)],
    &[("&", Operator::And), ("&&", Operator::And)],
    &[("=", Operator::Equals), ("==", Operator::Equals), ("!=", Operator::Differs)],
];
