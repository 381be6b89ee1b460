"""Rust: the items of a crate and what their paths lead to.

A file is a module of a crate; its name follows from the folder of the crate's Cargo.toml. The methods of a type belong to the
type wherever its `impl` stands; an `impl` of a trait is a unit of its own, because that is where one looks for behaviour.
"""
