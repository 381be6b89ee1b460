"""Values that hold instances: lists and queries, mappings, pairs; what their own methods and steps give of them."""

from __future__ import annotations

from core.extract.meaning import Meaning

MANY, MAPPING, PAIRS, PAIR, ELEMENT, KEYS = "many", "mapping", "pairs", "pair", "element", "keys"
KINDS = frozenset((MANY, MAPPING, PAIRS, PAIR, ELEMENT, KEYS))
"""A list, set or query of instances; a mapping to them; pairs of anything with one; one pair; a method that gives one."""

OBJECTS = "objects"
"""The attribute of a model that holds its queries, as Django calls it."""

_SAME = frozenset(
    ("all", "filter", "exclude", "order_by", "select_related", "prefetch_related", "annotate", "distinct", "using", "defer",
     "only", "reverse", "union", "intersection", "difference", "iterator", "select_for_update", "alias", "extra", "none",
     "complex_filter", "get_queryset", "copy", "values", "__iter__", "aiterator", "db_manager", "non_polymorphic")
)  # fmt: skip
_ONE = frozenset(
    ("get", "first", "last", "latest", "earliest", "create", "pop", "popleft", "popitem", "setdefault", "acreate", "aget",
     "afirst", "alast", "__getitem__")
)  # fmt: skip
_OTHER_VALUES = frozenset(("values",))  # of a query they are no instances

OF_FACTORIES = {"create": ELEMENT, "build": ELEMENT, "create_batch": MANY, "build_batch": MANY}
"""What methods of a class of factory_boy give: one or many instances of its model."""


def step(meaning: Meaning, sign: str) -> Meaning | None:
    """Return what a step that is no name and no call makes of a value, None if that is not known."""
    kind = _STEPS.get((meaning.kind, sign))
    return meaning._replace(kind=kind, sure=False) if kind is not None else None


_STEPS = {
    ("instance", "+"): MANY,
    ("instance", "%"): MAPPING,
    ("instance", "!"): "instance",
    ("class", "!"): "instance",
    (MANY, "!"): "instance",
    (MANY, "*"): "instance",
    (MANY, "[]"): "instance",
    (MANY, "~"): "instance",
    (MANY, "+"): MANY,
    (MAPPING, "[]"): "instance",
    (PAIRS, "*"): PAIR,
    (PAIR, ">"): "instance",
}


def member(meaning: Meaning, name: str) -> Meaning | None:
    """Return what a method of a list, query or mapping stands for until it is called, None if that is not known."""
    if meaning.kind == MAPPING:
        kind = {"values": MANY, "items": PAIRS, "copy": MAPPING}.get(name) or (ELEMENT if name in _ONE else None)
    elif meaning.kind == MANY:
        kind = ELEMENT if name in _ONE else MANY if name in _SAME - _OTHER_VALUES else None
    else:
        kind = None
    return meaning._replace(kind=kind, sure=False) if kind is not None else None


def called(meaning: Meaning) -> Meaning | None:
    """Return what the call of such a method gives."""
    return meaning._replace(kind="instance") if meaning.kind == ELEMENT else meaning


def shown(meaning: Meaning, asked: str) -> Meaning | None:
    """Return what a view gives when it is asked for its object or its objects, where its `queryset` or `model` is this."""
    if meaning.kind not in (MANY, "class"):
        return None
    return meaning._replace(kind=ELEMENT if asked == "get_object" else MANY, sure=False)
