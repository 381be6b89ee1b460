//! A shop.
//!
//! Start with [`Cart`].

pub mod cart;
pub mod money;

pub use crate::cart::{Cart, CartError as Problem};

/// The most lines in a cart.
pub const LIMIT: usize = 100;

/// Makes a cart of its lines.
#[macro_export]
macro_rules! cart {
    ($($line:expr),*) => { $crate::Cart::new() };
}
