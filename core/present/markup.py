"""Moved to `core.markup`; this name is kept until nothing imports it."""

from core.markup import Markup, el, joined

__all__ = ["Markup", "el", "joined"]
