"""Values that hold instances: lists, sets and mappings; what their own methods and steps give of them."""

from __future__ import annotations

from core.extract.meaning import Meaning

_MANY, _MAPPING, _ELEMENT, _SAME = "many", "mapping", "element", "holder"
KINDS = frozenset((_MANY, _MAPPING, _ELEMENT, _SAME))
"""A list or set of instances; a mapping to them; a method that gives one; a method that gives such a list."""

STEPS = ("+", "%", "*", "[]")
_GIVE_MANY = frozenset(("filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed", "values", "splice", "flat"))
_GIVE_ONE = frozenset(("find", "findLast", "pop", "shift", "at", "get"))


def step(meaning: Meaning, sign: str) -> Meaning | None:
    """Return what a step makes of a value that holds instances, or of an instance, None if that is not known."""
    kind = {
        ("instance", "+"): _MANY,
        ("instance", "%"): _MAPPING,
        (_MANY, "+"): _MANY,
        (_MANY, "*"): "instance",
        (_MANY, "[]"): "instance",
        (_MAPPING, "[]"): "instance",
        (_ELEMENT, "()"): "instance",
        (_SAME, "()"): _MANY,
        (_MAPPING, ".values"): _SAME,
        (_MAPPING, ".get"): _ELEMENT,
    }.get((meaning.kind, sign))
    if kind is None and meaning.kind == _MANY and sign.startswith("."):
        kind = _ELEMENT if sign[1:] in _GIVE_ONE else _SAME if sign[1:] in _GIVE_MANY else None
    return meaning._replace(kind=kind, sure=False) if kind is not None else None
