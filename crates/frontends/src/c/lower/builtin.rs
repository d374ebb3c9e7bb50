//! GCC's atomic built-in functions: each is one step that reads, compares and writes a variable.

use super::super::arithmetic::{convert, promoted};
use super::super::atomic::{Access, Order};
use super::super::builtins::is_atomic_init;
use super::super::syntax::{Expression, ExpressionKind, Operator, Span};
use super::super::types::CType;
use super::super::visit::has_effects;
use super::Lowering;
use super::call::Call;
use super::value::{Object, Value, truth_value};
use crate::error::Error;
use umpteen_model::c::caveat::Caveat;
use umpteen_model::c::expression::{Binary, Expr, Type};

/// `__ATOMIC_CONSUME`.
const CONSUME: u64 = 1;

/// `__ATOMIC_ACQUIRE`.
const ACQUIRE: u64 = 2;

/// `__ATOMIC_RELEASE`.
const RELEASE: u64 = 3;

/// `__ATOMIC_ACQ_REL`.
const ACQUIRE_RELEASE: u64 = 4;

/// `__ATOMIC_SEQ_CST`.
const SEQUENTIALLY_CONSISTENT: u64 = 5;

/// The bits of an argument that are the order; others are hints for hardware.
const ORDERS: u64 = 0xffff;

impl<'s> Lowering<'s> {
    /// The value of a call of `__sync_*` or `__atomic_*`.
    pub fn builtin(&mut self, name: &str, call: Call<'s>) -> Result<Value<'s>, Error> {
        let Call { arguments, span, .. } = call;
        let order = self.order(name, arguments, span)?;
        match name {
            "__atomic_signal_fence" => return Ok(Value::Void),
            "__atomic_thread_fence" | "__sync_synchronize" => {
                self.fence(order, span);
                return Ok(Value::Void);
            }
            _ => {}
        }
        let pointer = call.argument(0)?;
        let (mut object, ty) = self.pointed(pointer)?;
        // The initialisation of an atomic variable is a plain write (C11 7.17.2.2).
        object.access = match is_atomic_init(pointer.name(), &self.source.text[span.range()]) {
            true => Access::Plain,
            false => Access::Atomic(order),
        };
        let value = self.builtin_value(name, &object, call)?;
        // What was in a pointer is one; conditions stay numbers.
        Ok(match (value, ty) {
            (Value::Integer(address), CType::Pointer { to, .. }) if address.ty() == object.ty => {
                Value::Pointer(address, (*to).clone())
            }
            (value, _) => value,
        })
    }

    /// `__sync_bool_compare_and_swap` and `__sync_val_compare_and_swap`.
    fn compare_and_swap(&mut self, name: &str, object: &Object, call: Call<'s>) -> Result<Value<'s>, Error> {
        let span = call.span;
        let expected = self.operand(object, call.argument(1)?)?;
        let expected = self.spill(expected);
        let new = self.operand(object, call.argument(2)?)?;
        let same = Expr::binary(Binary::Equal, object.read(), expected.clone());
        let new = Expr::conditional(same, new, object.read());
        let Value::Integer(old) = self.exchange(object, new, span, Some(true)) else { return Ok(Value::Void) };
        if name == "__sync_val_compare_and_swap" {
            return Ok(Value::Integer(old));
        }
        Ok(truth_value(Expr::binary(Binary::Equal, old, expected)))
    }

    /// `__atomic_compare_exchange_n`, and the one that takes the new value by a pointer.
    fn atomic_compare_exchange(&mut self, name: &str, object: &Object, call: Call<'s>) -> Result<Value<'s>, Error> {
        let span = call.span;
        let (expected, _) = self.pointed(call.argument(1)?)?;
        let desired = call.argument(2)?;
        let new = if name == "__atomic_compare_exchange" {
            let (from, _) = self.pointed(desired)?;
            self.load(&from, desired.span).cast(object.ty)
        } else {
            self.operand(object, desired)?
        };
        let weak = call.argument(3)?;
        let new = if has_effects(weak) { self.spill(new) } else { new };
        let weak = self.unconverted(weak)?.truth(weak.span)?;
        self.compare_exchange(object, &expected, new, weak, span)
    }

    fn builtin_value(&mut self, name: &str, object: &Object, call: Call<'s>) -> Result<Value<'s>, Error> {
        let span = call.span;
        if let Some((operator, invert, old)) = fetch(name) {
            let right = self.integer(call.argument(1)?)?;
            let right = promoted(convert(right, object.ty));
            let new = convert(self.arithmetic(operator, promoted(object.read()), right), object.ty);
            let new = if invert { convert(promoted(new).negated(), object.ty) } else { new };
            return Ok(self.exchange(object, new, span, Some(old)));
        }
        match name {
            "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => self.compare_and_swap(name, object, call),
            "__atomic_compare_exchange_n" | "__atomic_compare_exchange" => {
                self.atomic_compare_exchange(name, object, call)
            }
            "__sync_lock_test_and_set" | "__atomic_exchange_n" => {
                let new = self.operand(object, call.argument(1)?)?;
                Ok(self.exchange(object, new, span, Some(true)))
            }
            "__atomic_exchange" => {
                let from = call.argument(1)?;
                let (source, _) = self.pointed(from)?;
                let new = self.load(&source, from.span).cast(object.ty);
                let (to, _) = self.pointed(call.argument(2)?)?;
                if let Value::Integer(old) = self.exchange(object, new, span, Some(true)) {
                    self.store(&to, convert(old, to.ty), span, false);
                }
                Ok(Value::Void)
            }
            "__atomic_test_and_set" => match self.exchange(object, with_first_byte(object, 1), span, Some(true)) {
                Value::Integer(old) => Ok(Value::Integer(convert(old, BYTE).truth())),
                other => Ok(other),
            },
            // The rest of the object stays, as if a release sequence went on with it, which a store ends.
            "__atomic_clear" if object.ty.width > BYTE.width && self.source.options.property.is_about_races() => {
                Err(span.unsupported("`__atomic_clear` of an object that is wider than a byte, in a search for races,"))
            }
            "__atomic_clear" if object.ty.width > BYTE.width => {
                self.exchange(object, with_first_byte(object, 0), span, None);
                Ok(Value::Void)
            }
            "__sync_lock_release" | "__atomic_clear" => {
                self.store(object, Expr::Constant(0, object.ty), span, false);
                Ok(Value::Void)
            }
            "__atomic_load_n" => Ok(Value::Integer(self.load(object, span))),
            "__atomic_load" => {
                let (to, _) = self.pointed(call.argument(1)?)?;
                let value = self.load(object, span);
                self.store(&to, convert(value, to.ty), span, false);
                Ok(Value::Void)
            }
            "__atomic_store_n" => {
                let value = self.operand(object, call.argument(1)?)?;
                self.store(object, value, span, false);
                Ok(Value::Void)
            }
            "__atomic_store" => {
                let from = call.argument(1)?;
                let (source, _) = self.pointed(from)?;
                let value = self.load(&source, from.span);
                self.store(object, convert(value, object.ty), span, false);
                Ok(Value::Void)
            }
            _ => Err(span.unsupported(format!("the function `{name}`"))),
        }
    }

    /// The variable that an argument points to, and its type.
    fn pointed(&mut self, pointer: &'s Expression<'s>) -> Result<(Object, CType<'s>), Error> {
        let value = self.unconverted(pointer)?;
        let mut spot = self.memory.followed(value, pointer.span, pointer.span)?;
        // `atomic_flag` is a structure around its value.
        if let CType::Record(_) = spot.ty
            && let [scalar] = &self.source.scalars(&spot.ty, pointer.span)?[..]
        {
            spot = self.source.part(&spot, scalar.offset, &scalar.ty);
        }
        if !matches!(spot.ty, CType::Integer { .. } | CType::Pointer { .. }) {
            return Err(pointer.span.unsupported(format!("an atomic operation on {}", spot.ty.describe())));
        }
        let spot = self.frozen(spot);
        let object = self.object_of(&spot, pointer.span)?;
        Ok((object, spot.ty))
    }

    /// An argument as the type of the variable, kept if it is complex, because a step uses it more than once.
    fn operand(&mut self, object: &Object, expression: &'s Expression<'s>) -> Result<Expr, Error> {
        let value = self.unconverted(expression)?.number(expression.span)?;
        Ok(convert(value, object.ty))
    }

    /// If the variable has the expected value it gets the new one, in one step; otherwise its value is stored as expected,
    /// which is not part of that step. A weak one may also fail for no reason.
    fn compare_exchange(
        &mut self,
        object: &Object,
        expected: &Object,
        new: Expr,
        weak: Expr,
        span: Span,
    ) -> Result<Value<'s>, Error> {
        if object.place == expected.place {
            return Err(span.unsupported("a compare and exchange whose expected value is in the variable itself"));
        }
        if object.ty != expected.ty {
            return Err(span.unsupported("a compare and exchange of variables of different types"));
        }
        let new = self.spill(new);
        let wanted = self.load(expected, span);
        let same = Expr::binary(Binary::Equal, object.read(), wanted);
        let same = match weak {
            Expr::Constant(0, _) => same,
            // All uses of one input on one step are the same choice.
            weak => same.and(weak.and(Expr::Input(0, Type::BOOL)).negated()),
        };
        let (old, kept) = (self.temporary(object.ty), self.temporary(Type::BOOL));
        let statements = self.note(span);
        let updates = vec![
            (object.place, Expr::conditional(same.clone(), new, object.read())),
            (old.place, object.read()),
            (kept.place, same),
        ];
        self.refuse_constant(object.place, span);
        self.graph.access(object.access.atomic(), updates, statements);
        let (differs, after) = (self.graph.fresh(), self.graph.fresh());
        self.guard(kept.read(), span, after, differs);
        self.graph.at = differs;
        self.store(expected, old.read(), span, false);
        self.graph.go(after);
        self.graph.at = after;
        Ok(Value::Integer(kept.read()))
    }

    /// A fence is a step of its own where it is asked about races.
    fn fence(&mut self, order: Order, span: Span) {
        if self.source.options.property.is_about_races() {
            let statements = self.note(span);
            self.graph.access(Access::Fence(order), Vec::new(), statements);
        }
    }

    /// The memory order of a call. One that is weaker than what is modelled is noted.
    fn order(&mut self, name: &str, arguments: &'s [Expression<'s>], span: Span) -> Result<Order, Error> {
        // Unlike the others of their family these are no full barriers.
        let (acquires, releases) = (name != "__sync_lock_release", name != "__sync_lock_test_and_set");
        let mut order = Order { acquires, releases, acquires_failing: acquires };
        if !(acquires && releases) {
            self.assume_named(Caveat::MemoryOrders);
        }
        let orders = match name {
            _ if name.starts_with("__sync_") => 0,
            "__atomic_compare_exchange_n" | "__atomic_compare_exchange" => 2,
            _ => 1,
        };
        let skipped = arguments.len().saturating_sub(orders);
        for (number, argument) in arguments[skipped..].iter().enumerate() {
            if has_effects(argument) {
                return Err(argument.span.unsupported("an effect in a memory order"));
            }
            // A variable is read.
            self.effect_of_unused(argument)?;
            let found = match argument.kind {
                ExpressionKind::Constant(order, _) => Some(order & ORDERS),
                _ => None,
            };
            if found != Some(SEQUENTIALLY_CONSISTENT) {
                self.assume_named(Caveat::MemoryOrders);
            }
            if found == Some(CONSUME) {
                self.assume("`memory_order_consume` is `memory_order_acquire`, as gcc has it");
            }
            if found.is_none() && self.source.options.property.is_about_races() {
                // The weakest order has the most races.
                let (position, text) = (self.position(span.start), self.source.source_text(argument.span));
                self.program.approximations.insert((position, format!("the memory order `{text}`")));
            }
            let acquires = matches!(found, Some(CONSUME | ACQUIRE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT));
            match number {
                0 => {
                    let releases = matches!(found, Some(RELEASE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT));
                    order = Order { acquires, releases, acquires_failing: acquires };
                }
                _ => order.acquires_failing = acquires,
            }
        }
        Ok(order)
    }
}

/// What `__atomic_test_and_set` and `__atomic_clear` look at and change, whatever the type.
const BYTE: Type = Type { width: 8, signed: false };

/// A variable with its first byte replaced.
fn with_first_byte(object: &Object, byte: u64) -> Expr {
    let byte = Expr::Constant(byte, object.ty);
    if object.ty.width <= BYTE.width {
        return byte;
    }
    let others = Expr::Constant(object.ty.mask() & !BYTE.mask(), object.ty);
    Expr::binary(Binary::Or, Expr::binary(Binary::And, object.read(), others), byte)
}

/// The operator of a fetching function, whether the result is inverted (`nand`), and whether it gives the old value.
fn fetch(name: &str) -> Option<(Operator, bool, bool)> {
    let rest = name.strip_prefix("__sync_").or_else(|| name.strip_prefix("__atomic_"))?;
    let after_and = rest.strip_prefix("fetch_and_").or_else(|| rest.strip_prefix("fetch_"));
    let (word, old) = match after_and {
        Some(word) => (word, true),
        None => (rest.strip_suffix("_and_fetch").or_else(|| rest.strip_suffix("_fetch"))?, false),
    };
    let (operator, invert) = match word {
        "add" => (Operator::Add, false),
        "sub" => (Operator::Subtract, false),
        "or" => (Operator::Or, false),
        "and" => (Operator::And, false),
        "xor" => (Operator::Xor, false),
        "nand" => (Operator::And, true),
        _ => return None,
    };
    Some((operator, invert, old))
}
