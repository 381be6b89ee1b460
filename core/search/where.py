"""Limits by what is known of units beside their names: namespace, how often they change, how central they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from core.languages import CODE_FAMILIES, family_of
from core.model import TEST, UnitHead
from core.model.run import Filters
from core.open_index import OpenIndex, per_index
from core.vocabulary import PROSE

_PARTS = ("::", ".", "/", "\\", "#")


def against(head: UnitHead, index: OpenIndex, filters: Filters) -> str:
    """Return which of these limits excludes the unit, or nothing."""
    for name, values in filters.where:
        own = is_(head, name, index)
        fits = any(_FITS.get(name, str.__eq__)(own, value) for value in values)
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


def _days(head: UnitHead, index: OpenIndex) -> str:
    """Return the days from the last change of the unit's file to the last commit; nothing without history."""
    history = index.histories.get(head.key)
    if history is None or not history.last_change:
        return ""
    return str((date.fromisoformat(_last_change(index)) - date.fromisoformat(history.last_change[:10])).days)


@per_index
def _last_change(index: OpenIndex) -> str:
    return max((history.last_change for history in index.histories.values()), default="")[:10]


def _is_of_age(days: str, wanted: str) -> bool:
    """Tell whether a number of days is below or above an age such as `<30d`."""
    limit = int(wanted[1:-1]) * _DAYS[wanted[-1]]
    return bool(days) and (int(days) < limit if wanted[0] == "<" else int(days) > limit)


_DAYS: Mapping[str, int] = {"d": 1, "w": 7, "m": 30, "y": 365}
_FITS: Mapping[str, Callable[[str, str], bool]] = {"namespace": _inside, "package": _inside, "changed": _is_of_age}
"""How a value of a unit fits a wanted one, where it need not be the same."""
_KNOWN: Mapping[str, Callable[[UnitHead, OpenIndex], str]] = {
    "changed": _days,
    "is": lambda head, _: "test" if head.is_test or head.type == TEST else "",
    "namespace": lambda head, _: head.namespace,
    "package": lambda head, index: index.packages.get(head.key, ""),
    "part": lambda head, index: index.parts.get(head.key, ""),
    "change_frequency": _frequency,
    "importance": lambda head, index: importance_level(index.importance.get(head.key, 0.0)),
    "source_type": _source_type,
}
