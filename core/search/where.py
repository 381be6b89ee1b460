"""Limits by what is known of units beside their names: namespace, how often they change, how central they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.languages import CODE_FAMILIES, family_of
from core.model import UnitHead
from core.model.run import Filters
from core.open_index import OpenIndex
from core.vocabulary import PROSE

_NESTED = ("namespace", "package")  # what lies inside of one belongs to it
_PARTS = ("::", ".", "/", "\\", "#")


def against(head: UnitHead, index: OpenIndex, filters: Filters) -> str:
    """Return which of these limits excludes the unit, or nothing."""
    for name, values in filters.where:
        own = is_(head, name, index)
        fits = any(_inside(own, value) for value in values) if name in _NESTED else own in values
        if not fits:
            return f"filtered: {name} is {own or 'none'}, not {' or '.join(values)}"
    return ""


def is_(head: UnitHead, name: str, index: OpenIndex) -> str:
    """Return what a unit is by the name of a limit: its namespace, how often it changes, how central it is."""
    return _KNOWN[name](head, index)


def _inside(namespace: str, wanted: str) -> bool:
    return namespace == wanted or namespace.startswith(tuple(f"{wanted}{part}" for part in _PARTS))


def importance_level(share: float) -> str:
    """Return in words how central a unit is that is before this share of all units: a third of them are each."""
    return "high" if share >= 2 / 3 else "medium" if share >= 1 / 3 else "low"


def _frequency(head: UnitHead, index: OpenIndex) -> str:
    history = index.histories.get(head.key)
    return history.change_frequency if history else "unknown"


def _source_type(head: UnitHead, _: OpenIndex) -> str:
    if head.language == "markdown":
        return "markdown"
    plain = head.type in PROSE or (head.type == "file" and family_of(head.language) not in CODE_FAMILIES)
    return "text" if plain else "code"


_KNOWN: Mapping[str, Callable[[UnitHead, OpenIndex], str]] = {
    "namespace": lambda head, _: head.namespace,
    "package": lambda head, index: index.packages.get(head.key, ""),
    "change_frequency": _frequency,
    "importance": lambda head, index: importance_level(index.importance.get(head.key, 0.0)),
    "source_type": _source_type,
}
