"""Calls on values of JavaScript and TypeScript, by declared types, what is taken apart, injected, and by names."""

from __future__ import annotations

import pytest

from tests.linking import linked, rows

SHOP = """
export class Item { label(): string { return "" } }
export interface Shown { item: Item; all: Item[] }
export class Cart {
  items: Item[] = [];
  named: Map<string, Item> = new Map();
  best?: Item;
  find(name: string): Item | undefined { return this.named.get(name) }
  renderWholeCart(): void {}
}
export class BigCart extends Cart { renderWholeCart(): void {} }
"""


def called(body: str) -> set[str]:
    head = 'import { Cart, Item, Shown } from "./shop";\nexport function run(cart: Cart, shown: Shown, other, opt?: Item) {'
    texts = {"src/shop.ts": SHOP, "src/use.ts": f"{head}\n{body}\n}}\n"}
    return {target for source, _, target in rows(linked(texts), "calls") if source == "src/use.ts:run"}


@pytest.mark.parametrize(
    "body",
    [
        "opt.label();",
        "shown.item.label();",
        "shown.all[0].label();",
        "cart.items[0].label();",
        "cart.best?.label();",
        "cart.find('a').label();",
        "cart.named.get('a').label();",
        "for (const one of cart.items) { one.label(); }",
        "const { best } = cart; best.label();",
        "const { item: mine } = shown; mine.label();",
        "const one = cart.items.find(x => x); one.label();",
        "const one = inject(Item); one.label();",
        "const item = other(); item.label();",
    ],
)
def test_what_a_value_is_tells_the_method(body: str) -> None:
    assert "src/shop.ts:Item.label" in called(body)


@pytest.mark.parametrize("body", ["other.label();", "let x = new Item(); x = other(); x.label();"])
def test_nothing_is_said_where_the_value_may_be_another(body: str) -> None:
    assert "src/shop.ts:Item.label" not in called(body)


def test_a_name_that_several_classes_end_with_tells_nothing() -> None:
    assert called("const cart = other(); cart.renderWholeCart();") == set()
