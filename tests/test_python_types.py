"""Calls on values of Python, by the type that annotations, constructors, loops and queries tell."""

from __future__ import annotations

import pytest

from tests.linking import linked, rows

SHOP = """
from __future__ import annotations
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


class Priced:
    def cents(self) -> int:
        return 1


class Item(Priced):
    def label(self) -> str:
        return ""


@dataclass
class Cart:
    items: list[Item] = field(default_factory=list)
    by_name: dict[str, Item] = field(default_factory=dict)

    @property
    def best(self) -> Item:
        return self.items[0]

    def cheapest(self):
        return min(self.items)

    def __enter__(self) -> Cart:
        return self


def carts() -> Iterator[Cart]:
    yield Cart()


@contextmanager
def opened() -> Iterator[Cart]:
    yield Cart()
"""

DJANGO = """
from django.db import models


class BookSet(models.QuerySet):
    def printed(self):
        return self.filter(printed=True)


class Author(models.Model):
    def greet(self):
        pass


class Book(models.Model):
    author = models.ForeignKey(Author, related_name="books", on_delete=models.CASCADE)
    objects = BookSet.as_manager()

    def open_up(self):
        pass
"""


def called(body: str, imports: str = "from shop import *") -> set[str]:
    indented = "\n".join(f"    {line}" for line in body.split("\n"))
    use = f"{imports}\n\ndef run(cart: Cart, other, value=None):\n{indented}\n"
    texts = {"shop.py": SHOP, "books.py": DJANGO, "use.py": use}
    return {target for source, _, target in rows(linked(texts), "calls") if source == "use.run"}


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("cart.best.label()", "shop.Item.label"),
        ("cart.items[0].label()", "shop.Item.label"),
        ("cart.items[0].cents()", "shop.Priced.cents"),
        ("for item in cart.items:\n    item.label()", "shop.Item.label"),
        ("for name, item in cart.by_name.items():\n    item.label()", "shop.Item.label"),
        ("for number, item in enumerate(cart.items):\n    item.label()", "shop.Item.label"),
        ("print(item.label() for item in cart.items)", "shop.Item.label"),
        ("x = [one for one in cart.items]\nx[0].label()", "shop.Item.label"),
        ("cart.cheapest().label()", "shop.Item.label"),
        ("with opened() as one:\n    one.best.label()", "shop.Item.label"),
        ("with Cart() as one:\n    one.best.label()", "shop.Item.label"),
        ("x = None\nif other:\n    x = Item()\nx.label()", "shop.Item.label"),
        ("if isinstance(other, Item):\n    other.label()", "shop.Item.label"),
        ("if not isinstance(other, Item):\n    return\nother.label()", "shop.Item.label"),
        ("x = value or Item()\nx.label()", "shop.Item.label"),
        ("item = other()\nitem.label()", "shop.Item.label"),  # the name of the receiver
    ],
)
def test_what_a_value_is_tells_the_method(body: str, target: str) -> None:
    assert target in called(body)


@pytest.mark.parametrize(
    "body",
    [
        "other.label()",
        "x = Item()\nx = other()\nx.label()",
        "x = Item() if other else Cart()\nx.label()",
        "if other:\n    x = Item()\nelse:\n    x = other()\nx.label()",
        "if isinstance(other, Item):\n    pass\nother.label()",
        "one = Item()\nprint(lambda one: one.label())",
        "print([one.label() for one in other])",
    ],
)
def test_nothing_is_said_where_the_value_may_be_another(body: str) -> None:
    assert "shop.Item.label" not in called(body)


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("Book.objects.get(pk=1).open_up()", "books.Book.open_up"),
        ("Book.objects.filter(a=1).printed()", "books.BookSet.printed"),
        ("Book.objects.printed().first().open_up()", "books.Book.open_up"),
        ("for one in Book.objects.all():\n    one.author.greet()", "books.Author.greet"),
        ("for one in Author.objects.get().books.all():\n    one.open_up()", "books.Book.open_up"),
        ("one = get_object_or_404(Book, pk=1)\none.open_up()", "books.Book.open_up"),
        ("one = get_object_or_404(Book.objects.all(), pk=1)\none.open_up()", "books.Book.open_up"),
    ],
)
def test_queries_of_django_give_instances(body: str, target: str) -> None:
    assert target in called(body, "from books import Author, Book\nfrom django.shortcuts import get_object_or_404")


def test_a_name_of_several_words_that_only_one_method_has_is_told_as_such() -> None:
    texts = {
        "a.py": "class A:\n    def render_whole_thing(self):\n        pass\n\n    def join(self):\n        pass\n",
        "b.py": "def run(x):\n    x.render_whole_thing()\n    x.join()\n",
    }
    found = [one for one in linked(texts).relations if one.kind == "calls"]
    assert [(one.target, one.certainty, one.via) for one in found] == [
        ("method:a.A.render_whole_thing", "inferred", "named:render_whole_thing")
    ]


def test_calls_are_counted_by_what_became_of_them() -> None:
    texts = {
        "a.py": "class A:\n    def render(self):\n        pass\n",
        "b.py": "from a import A\n\ndef run(x):\n    A().render()\n    x.render()\n    x.other()\n",
    }
    counts = linked(texts).tallies["python"]
    assert (counts["calls"], counts["calls_open"], counts["calls_library"]) == (2, 1, 1)
