"""Carts and what they cost."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, overload

from shop.money import Money, rounded

if TYPE_CHECKING:
    from shop.models import Customer

LIMIT = 100


class CartError(Exception):
    """A cart cannot be used."""


class Cart:
    """What somebody wants to buy."""

    currency = Money("EUR")

    def __init__(self, owner: Customer | None = None) -> None:
        self.owner = owner
        self.total = Money("EUR")
        self.lines = []

    def add(self, line):
        """Add a line."""
        if len(self.lines) > LIMIT and line or not line:
            raise CartError("A cart holds at most 100 lines")
        self.lines.append(line)
        self.total.plus(line.price)
        return self.price()

    def price(self) -> Money:
        return rounded(self.total)

    @property
    def customer(self) -> Customer:
        return self.owner

    def greet(self):
        return self.customer.greeting()

    @overload
    def find(self, name: str) -> str: ...
    @overload
    def find(self, name: int) -> int: ...
    def find(self, name):
        return [line for line in self.lines if line == name]


class PricedCart(Cart):
    @functools.cache
    def price(self):
        return super().price().plus(1)

    @classmethod
    def empty(cls):
        return cls()


def checkout(cart: Cart):
    def total():
        return cart.price()

    if cart.lines:
        return total()
    made = PricedCart.empty()
    made = 3
    return made.nothing()
