"""The units that most of an index leads to."""

from __future__ import annotations

from collections.abc import Container
from itertools import islice

from core.open_index.index import OpenIndex
from core.vocabulary import relation_kind

_BASE = 5  # units that are made of another: then it says little itself


def central_units(index: OpenIndex, types: Container[str], limit: int) -> list[int]:
    """Return the weightiest units with members of some types, best first, without tests and what many others are made of."""
    units = (
        (-index.importance.get(head.key, 0.0), head.identifier, number)
        for number, head in enumerate(index.heads)
        if head.type in types and not head.is_test and number in index.members
    )
    found = (number for weight, _, number in sorted(units) if weight < 0 and not _is_base(index, number))
    return list(islice(found, limit))


def _is_base(index: OpenIndex, number: int) -> bool:
    made = {link.other for link in index.links.into(number) if relation_kind(link.kind).base}
    return sum(not index.heads[one].is_test for one in made) >= _BASE
