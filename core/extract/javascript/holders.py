"""Values that hold instances: lists, sets and mappings; what their own methods and steps give of them."""

from __future__ import annotations

from core.extract.holders import ELEMENT, MANY, MAPPING, SAME, given
from core.extract.meaning import Meaning

_OWN = {
    (MAPPING, ".values"): SAME,
    (MAPPING, ".get"): ELEMENT,
    (MAPPING, ".current"): "instance",
    (MAPPING, ".value"): "instance",
}

_GIVE_MANY = frozenset(("filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed", "values", "splice", "flat"))
_GIVE_ONE = frozenset(("find", "findLast", "pop", "shift", "at", "get"))

_RECORD = frozenset(
    ("build", "create", "findByPk", "findOne", "findById", "findOneBy", "findOneOrFail", "findOneByOrFail", "findUnique",
     "findFirst", "findOneAndUpdate", "findByIdAndUpdate", "reload", "save", "update", "scope", "unscoped", "preload")
)  # fmt: skip
_RECORDS = frozenset(("findAll", "find", "findBy", "bulkCreate", "bulkBuild", "insertMany", "findMany"))


def of_records(sign: str) -> str | None:
    """Return the kind of a method by which a class of records, or a record, gives one or several of them."""
    return ELEMENT if sign[1:] in _RECORD else SAME if sign[1:] in _RECORDS else None


def step(meaning: Meaning, sign: str) -> Meaning | None:
    """Return what a step makes of a value that holds instances, or of an instance, None if that is not known."""
    kind = given(meaning.kind, sign) or _OWN.get((meaning.kind, sign))
    if kind is None and meaning.kind == MANY and sign.startswith("."):
        kind = ELEMENT if sign[1:] in _GIVE_ONE else SAME if sign[1:] in _GIVE_MANY else None
    return meaning._replace(kind=kind, sure=False) if kind is not None else None
