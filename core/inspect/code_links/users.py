"""Who uses what begins on a line: counted as on every page, with the first of the users."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.analyse.places import members_of, owner, places
from core.analyse.users import SeenRelation, users
from core.inspect.strength import strength
from core.model import UnitHead
from core.model.code_links import Use, UsedUnit
from core.open_index import OpenIndex
from core.open_index.links import Neighbour

_FIRST = 12  # users that are named; the page of the unit has all


def definition(index: OpenIndex, head: UnitHead) -> UsedUnit:
    """Return how many units use a unit or its members (see `core.analyse.users`), and the first of them, strongest first."""
    units, members = index.by_key, _members_of(index, head.key)
    counted = users(units, partial(_references, index), head.key, members)
    is_member = owner(units, head.key) != head.key
    lines: dict[int, list[Neighbour]] = {}
    for key in (head.key, *members):
        for one in index.links.into(index.position[key]):
            other = index.keys[one.other]
            unit = other if is_member else owner(units, other)
            if unit in counted.code:
                lines.setdefault(index.position[unit], []).append(one)
    first = sorted(lines, key=lambda other: _order(index, lines, other))[:_FIRST]
    return UsedUnit(head.key, len(counted), len(counted.tests), tuple(_use(index, other, lines[other]) for other in first))


def _references(index: OpenIndex, key: str, forwards: bool) -> Iterator[SeenRelation]:
    """Yield what refers to a unit, or what it refers to: of the links, which a page of code reads anyway."""
    number = index.position[key]
    for one in index.links.out(number) if forwards else index.links.into(number):
        yield SeenRelation(index.keys[one.other], one.kind, one.file_path, one.line)


def _members_of(index: OpenIndex, key: str) -> list[str]:
    return index.derived(_members_by_unit).get(key, [])


def _members_by_unit(index: OpenIndex) -> dict[str, list[str]]:
    return members_of(places(index.by_key, "unit"))


def _order(index: OpenIndex, lines: dict[int, list[Neighbour]], other: int) -> tuple[object, ...]:
    head = index.heads[other]
    return min(strength(one.kind, one.certainty, head.type) for one in lines[other]), -len(lines[other]), head.key


def _use(index: OpenIndex, other: int, lines: list[Neighbour]) -> Use:
    head = index.heads[other]
    first = min(lines, key=lambda one: (strength(one.kind, one.certainty, head.type), one.file_path, one.line))
    return Use(head.key, first.kind, first.file_path, first.line, len({(one.file_path, one.line) for one in lines}) - 1)
