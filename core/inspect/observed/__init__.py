"""What recordings say of the units of an open index."""

from core.inspect.observed.index import ObservedIndex

__all__ = ["ObservedIndex"]
