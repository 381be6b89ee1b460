"""Values that hold instances: lists, iterators and mappings; what their own methods and steps give of them."""

from __future__ import annotations

from core.extract.holders import ELEMENT, MANY, MAPPING, SAME, given
from core.extract.meaning import Meaning

_OWN = {(MAPPING, "()"): MAPPING}

_GIVE_MANY = frozenset(
    ("iter", "iter_mut", "into_iter", "as_slice", "as_mut_slice", "clone", "to_vec", "collect", "filter", "rev", "skip", "take",
     "chain", "cloned", "copied", "peekable", "drain", "values", "values_mut", "into_values", "by_ref", "skip_while",
     "take_while", "step_by", "unwrap", "expect", "as_ref", "as_mut", "lock", "read", "write", "borrow", "borrow_mut",
     "unwrap_or_default", "as_deref", "deref", "map_err", "ok", "to_owned", "inspect", "fuse", "par_iter")
)  # fmt: skip
_GIVE_ONE = frozenset(
    ("first", "last", "next", "get", "get_mut", "pop", "nth", "find", "max_by_key", "min_by_key", "max_by", "min_by",
     "swap_remove", "remove", "peek", "pop_front", "pop_back", "front", "back", "first_mut", "last_mut", "next_back", "insert",
     "or_insert", "or_insert_with", "or_default", "get_or_insert_with", "recv", "try_recv")
)  # fmt: skip
_ENTRY = "entry"


def step(meaning: Meaning, sign: str) -> Meaning | None:
    """Return what a step makes of a value that holds instances, or of an instance, None if that is not known."""
    if sign.startswith("."):
        return _method(meaning, sign[1:])
    kind = given(meaning.kind, sign) or _OWN.get((meaning.kind, sign))
    return meaning._replace(kind=kind, sure=False) if kind is not None else None


def _method(meaning: Meaning, name: str) -> Meaning | None:
    if meaning.kind == MAPPING:
        of_mapping = {"values": SAME, "values_mut": SAME, "into_values": SAME, _ENTRY: MAPPING}
        kind = of_mapping.get(name) or (ELEMENT if name in _GIVE_ONE else MAPPING if name in _GIVE_MANY else None)
        return meaning._replace(kind=kind, sure=False) if kind is not None and name not in ("iter", "into_iter") else None
    if meaning.kind != MANY:
        return None
    kind = ELEMENT if name in _GIVE_ONE else SAME if name in _GIVE_MANY else None
    return meaning._replace(kind=kind, sure=False) if kind is not None else None
