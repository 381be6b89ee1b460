//! Carts.

use std::fmt;

use super::money::{self, Money};
use crate::LIMIT;

/// Why a cart cannot be used.
#[derive(Debug, Clone)]
pub enum CartError {
    Full,
    Closed(String),
}

/// What somebody wants to buy.
pub struct Cart<'a> {
    total: Money,
    lines: Vec<&'a str>,
}

/// Has a price.
pub trait Priced {
    fn price(&self) -> Money;

    /// Twice the price.
    fn double(&self) -> Money {
        self.price().plus(1)
    }
}

impl<'a> Cart<'a> {
    pub fn new() -> Self {
        Cart { total: Money::zero(), lines: Vec::new() }
    }

    /// Add a line.
    pub fn add(&mut self, line: &'a str) -> Result<&mut Self, CartError> {
        if self.lines.len() > LIMIT || line.is_empty() {
            return Err(CartError::Closed(format!("A cart holds at most {} lines", LIMIT)));
        }
        self.total.plus(1);
        self.check()?;
        Ok(self)
    }

    fn check(&self) -> Result<(), CartError> {
        match self.lines.len() {
            0 => Err(CartError::Full),
            _ => Ok(()),
        }
    }
}

impl Priced for Cart<'_> {
    fn price(&self) -> Money {
        money::rounded(&self.total)
    }
}

impl fmt::Display for CartError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the cart is full")
    }
}

impl From<String> for CartError {
    fn from(text: String) -> Self {
        CartError::Closed(text)
    }
}

impl From<Money> for CartError {
    fn from(_: Money) -> Self {
        CartError::Full
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_a_line() {
        let mut cart = Cart::new();
        assert_eq!(cart.add("tea").unwrap().price(), Money::zero());
    }
}
