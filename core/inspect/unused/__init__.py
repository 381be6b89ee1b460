"""Unused code by type, with a verdict and the lines that may use it."""

from core.inspect.unused.lists import LISTS, unused

__all__ = ["LISTS", "unused"]
