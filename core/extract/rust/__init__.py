"""Rust: the items of a crate and the targets of their paths.

A file is a module of a crate, named after the folder of the crate's Cargo.toml. Methods belong to their type in every `impl`.
A trait's `impl` is a unit of its own, because readers look for behaviour there.
"""
