"""What nothing is known to use, type by type, each with its verdict and the lines that speak against it."""

from core.inspect.unused.lists import LISTS, unused

__all__ = ["LISTS", "unused"]
