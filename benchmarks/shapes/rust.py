"""Repositories of the worst shapes in Rust, of any size and always the same."""

from __future__ import annotations

from benchmarks.shapes.text import Files, Shape, lines, side

_CRATE = '[package]\nname = "shop"\nversion = "1.0.0"\n'


def _everything(size: int) -> Files:
    m = side(size)
    return {
        f"src/m{i}.rs": lines(
            [f"use crate::m{j}::f{j};" for j in range(m) if j != i],
            [f"pub fn f{i}() {{"], [f"    f{j}();" for j in range(m) if j != i], ["}"],
        )
        for i in range(m)
    } | {"Cargo.toml": _CRATE, "src/lib.rs": lines([f"mod m{i};" for i in range(m)])}  # fmt: skip


def _stars(size: int) -> Files:
    m = side(size)
    return {
        f"src/m{i}.rs": lines(
            [f"pub use crate::m{j}::*;" for j in range(m) if j != i],
            [f"pub fn f{i}_{k}() {{\n    f{(i + k) % m}_{k}();\n    missing{i}_{k}();\n}}" for k in range(m // 2)],
        )
        for i in range(m)
    } | {"Cargo.toml": _CRATE, "src/lib.rs": lines([f"mod m{i};" for i in range(m)])}


def _star_chain(size: int) -> Files:
    m = side(size)
    return {
        f"src/m{i}.rs": lines(
            [f"pub use crate::m{i + 1}::*;"] if i + 1 < m else [],
            [f"pub fn f{i}_{k}() {{\n    f{m - 1}_{k}();\n    missing{i}_{k}();\n}}" for k in range(m)],
        )
        for i in range(m)
    } | {"Cargo.toml": _CRATE, "src/lib.rs": lines([f"mod m{i};" for i in range(m)])}


def _family(size: int) -> Files:
    """A module passes on all of its children, which bring in all of it, one name singly; one of them has that name."""
    m = side(size)
    return {
        f"src/m{i}.rs": lines(
            ["use super::*;", "use super::Shared;" if i else "pub struct Shared;", f"use super::Nowhere{i % 7};"],
            [f"pub fn f{i}_{k}(a: Shared) {{\n    f{(i * k) % m}_{k}();\n    Nowhere{i % 7}::new();\n}}" for k in range(m)],
        )
        for i in range(m)
    } | {"Cargo.toml": _CRATE, "src/lib.rs": lines([f"mod m{m - i - 1};\npub use m{m - i - 1}::*;" for i in range(m)])}


def _reexports(size: int) -> Files:
    m = side(size)
    own = {f"src/m{i}.rs": lines([f"pub use crate::m{i + 1}::f{k};" for k in range(m)]) for i in range(m - 1)}
    last = lines([f"pub fn f{k}() {{}}" for k in range(m)])
    users = lines([f"use crate::m0::f{k};" for k in range(m)], ["fn main() {"], [f"    f{k}();" for k in range(m)], ["}"])
    return own | {f"src/m{m - 1}.rs": last, "Cargo.toml": _CRATE, "src/lib.rs": users}


def _through(size: int) -> Files:
    """Modules under other names, each reached through the one before: `use a0::inner as a1; use a1::inner as a2; …`."""
    m = side(size)
    deep = {f"src/m{i}.rs": lines([f"pub use crate::m{i + 1} as inner;", f"pub fn f{i}() {{}}"]) for i in range(m)}
    names = [f"use a{i - 1}::inner as a{i};" if i else "use m0 as a0;" for i in range(m)]
    return deep | {
        f"src/m{m}.rs": "pub fn last() {}\n",
        "Cargo.toml": _CRATE,
        "src/lib.rs": lines(names[::-1], ["fn main() {"], [f"    a{i}::f{i}();" for i in range(m)], ["}"]),
    }


def _traits(size: int) -> Files:
    """One chain of traits, all of them implemented by types that call methods of the first and of none."""
    m = side(size)
    traits = [f"pub trait T{i}{f': T{i - 1}' if i else ''} {{\n    fn t{i}(&self) {{}}\n}}" for i in range(m)]
    types = {
        f"src/s{i}.rs": lines(
            ["use crate::*;", f"pub struct S{i};"], [f"impl T{k} for S{i} {{}}" for k in range(m)],
            [f"impl S{i} {{"], [f"    fn own{k}(&self) {{ self.t{k}(); self.missing{i}_{k}(); }}" for k in range(m)], ["}"],
        )
        for i in range(m)
    }  # fmt: skip
    return types | {"Cargo.toml": _CRATE, "src/lib.rs": lines([f"mod s{i};" for i in range(m)], traits)}


def _big_impls(size: int) -> Files:
    return {
        f"big{c}.rs": lines(
            ["pub struct Big;", "impl Big {"],
            [f"    fn m{k}(&self) {{ if a {{ self.m{k + 1}() }} }}" for k in range(min(size, 5000))],
            ["}"],
        )
        for c in range(max(1, size // 5000))
    }


def _one_file(size: int) -> Files:
    body = "pub fn f{k}(a: u32, b: u32) -> u32 {{\n    // as plain as it gets, but for the calls\n    f{j}(f{k}(a, b), b)\n}}"
    return {"src/lib.rs": lines([body.format(k=k, j=k // 2) for k in range(size)]), "Cargo.toml": _CRATE}


def _alike(size: int) -> Files:
    """Every module has a type of the same name with the same methods, some of a trait, and its own tests."""
    own = lines(
        [
            "use super::*;",
            "pub struct Thing;",
            "impl Thing {\n    pub fn new() -> Self { Thing }\n    fn run(&self) { self.go() }\n}",
        ],
        ["impl From<u8> for Thing {\n    fn from(a: u8) -> Thing { Thing::new() }\n}"],
        ["#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn runs() { Thing::new().run(); }\n}"],
    )
    mods = lines([f"mod a{i};\npub use a{i}::*;" for i in range(size // 6)])
    return {f"src/a{i}.rs": own for i in range(size // 6)} | {"src/lib.rs": mods, "Cargo.toml": _CRATE}


def _nesting(size: int) -> Files:
    one = lines([f"mod n{d} {{ use super::*; pub fn f{d}() {{ f{d // 2}() }}" for d in range(100)], ["}" for _ in range(100)])
    return {f"src/d{i}.rs": one for i in range(max(1, size // 200))} | {"Cargo.toml": _CRATE}


RUST: dict[str, Shape] = {
    "rust-everything": _everything,
    "rust-stars": _stars,
    "rust-star_chain": _star_chain,
    "rust-family": _family,
    "rust-reexports": _reexports,
    "rust-through": _through,
    "rust-traits": _traits,
    "rust-big_impls": _big_impls,
    "rust-one_file": _one_file,
    "rust-alike": _alike,
    "rust-nesting": _nesting,
}
"""The shapes by name."""
