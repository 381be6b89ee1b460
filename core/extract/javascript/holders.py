"""Values that hold instances: lists, sets and mappings; what their own methods and steps give of them."""

from __future__ import annotations

from core.extract.holders import ELEMENT, MANY, MAPPING, SAME, given
from core.extract.meaning import Meaning

_OWN = {(MAPPING, ".values"): SAME, (MAPPING, ".get"): ELEMENT}

_GIVE_MANY = frozenset(("filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed", "values", "splice", "flat"))
_GIVE_ONE = frozenset(("find", "findLast", "pop", "shift", "at", "get"))


def step(meaning: Meaning, sign: str) -> Meaning | None:
    """Return what a step makes of a value that holds instances, or of an instance, None if that is not known."""
    kind = given(meaning.kind, sign) or _OWN.get((meaning.kind, sign))
    if kind is None and meaning.kind == MANY and sign.startswith("."):
        kind = ELEMENT if sign[1:] in _GIVE_ONE else SAME if sign[1:] in _GIVE_MANY else None
    return meaning._replace(kind=kind, sure=False) if kind is not None else None
