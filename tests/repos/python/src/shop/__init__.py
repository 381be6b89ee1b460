"""A shop."""

from .cart import Cart as Cart
from .cart import PricedCart

__all__ = ["Cart", "PricedCart"]
