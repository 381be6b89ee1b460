"""Values that hold instances, in any language: what steps give of them that every language has alike."""

from __future__ import annotations

MANY, MAPPING, ELEMENT, SAME = "many", "mapping", "element", "holder"
"""A list or iterator of instances; a mapping to them; a method that gives one; a method that gives such a list."""

KINDS = frozenset((MANY, MAPPING, ELEMENT, SAME))
STEPS = ("+", "%", "*", "[]")

_GIVES = {
    ("instance", "+"): MANY,
    ("instance", "%"): MAPPING,
    (MANY, "+"): MANY,
    (MANY, "*"): "instance",
    (MANY, "[]"): "instance",
    (MAPPING, "[]"): "instance",
    (ELEMENT, "()"): "instance",
    (SAME, "()"): MANY,
}


def given(kind: str, sign: str) -> str | None:
    """Return the kind of value that a step gives of one of this kind; None where it depends on the language, or on more."""
    return _GIVES.get((kind, sign))
