"""Calls on values of Rust, by the types that are declared of variables, fields, parameters and what is taken out of them."""

from __future__ import annotations

import pytest

from tests.linking import linked, rows

LIB = """
pub trait Priced { fn price(&self) -> u32; }
pub struct Item { pub name: String }
impl Item { pub fn label(&self) -> u32 { 1 } }
pub struct Cart { pub items: Vec<Item>, pub best: Option<Box<Item>>, pub named: HashMap<String, Item>, pub label: Item }
impl Cart {
    pub fn new() -> Self { todo!() }
    pub fn open() -> Result<Cart, Error> { todo!() }
    pub fn find(&self) -> Option<&Item> { None }
    pub fn label(&self) -> u32 { self.label.label() }
}
pub enum Event { Added(Item), Emptied }
"""


def called(body: str) -> set[str]:
    use = f"pub fn run<P: Priced>(cart: &Cart, event: Event, priced: P, other: Foreign) {{\n{body}\n}}\n"
    texts = {"Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": LIB + use}
    return {target for source, _, target in rows(linked(texts), "calls") if source == "shop::run"}


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("cart.items[0].label();", "shop::Item::label"),
        ("for item in &cart.items { item.label(); }", "shop::Item::label"),
        ("for one in cart.items.iter().rev() { one.label(); }", "shop::Item::label"),
        ("if let Some(one) = cart.find() { one.label(); }", "shop::Item::label"),
        ("let Some(one) = cart.find() else { return; }; one.label();", "shop::Item::label"),
        ("match &cart.best { Some(one) => one.label(), None => 0 };", "shop::Item::label"),
        ("match event { Event::Added(one) => one.label(), _ => 0 };", "shop::Item::label"),
        ("let cart = Cart::open()?; let one = cart.find().unwrap(); one.label();", "shop::Item::label"),
        ("let x = other.x(); let x = Cart::new(); x.label();", "shop::Cart::label"),
        ("let one = cart.items.first().unwrap(); one.label();", "shop::Item::label"),
        ("let one = cart.named.get(&key).unwrap(); one.label();", "shop::Item::label"),
        ("let Cart { best, .. } = cart; best.unwrap().label();", "shop::Item::label"),
        ("priced.price();", "shop::Priced::price"),
        ("let f = |one: Item| one.label();", "shop::Item::label"),
        ("things().map(|item| item.label());", "shop::Item::label"),  # the name of the receiver
    ],
)
def test_what_a_value_is_tells_the_method(body: str, target: str) -> None:
    assert target in called(body)


@pytest.mark.parametrize(
    "body",
    [
        "other.label();",
        "{ let x = Item::of(); } x.label();",
        "let x: Item = y; let x = other.x(); x.label();",
        "let x: Item = y; things().map(|x| x.label());",
    ],
)
def test_nothing_is_said_where_the_value_may_be_another(body: str) -> None:
    assert "shop::Item::label" not in called(body)


def test_a_field_and_a_method_of_one_name_are_told_apart() -> None:
    texts = {"Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": LIB}
    assert ("shop::Cart::label", "calls", "shop::Item::label") in rows(linked(texts), "calls")
