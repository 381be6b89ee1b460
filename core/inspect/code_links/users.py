"""Who uses what begins on a line: counted as on every page, with the first of the users."""

from __future__ import annotations

from core.analyse.places import members_of, owner, places
from core.analyse.users import users
from core.inspect.strength import strength
from core.model import UnitHead
from core.model.code_links import Use, UsedUnit
from core.open_index import Kept, OpenIndex
from core.open_index.links import Neighbour

_FIRST = 12  # users that are named; the page of the unit has all
_members: Kept[list[dict[str, list[str]]]] = Kept(list)


def definition(index: OpenIndex, head: UnitHead) -> UsedUnit:
    """Return how many units use a unit or its members (see `core.analyse.users`), and the first of them, strongest first."""
    nodes, members = index.graph.nodes, _members_of(index, head.key)
    counted = users(index.graph, head.key, members)
    is_member = owner(nodes, head.key) != head.key
    lines: dict[int, list[Neighbour]] = {}
    for key in (head.key, *members):
        for one in index.links.into(index.position[key]):
            other = index.keys[one.other]
            unit = other if is_member else owner(nodes, other)
            if unit in counted.code:
                lines.setdefault(index.position[unit], []).append(one)
    first = sorted(lines, key=lambda other: _order(index, lines, other))[:_FIRST]
    return UsedUnit(head.key, len(counted), len(counted.tests), tuple(_use(index, other, lines[other]) for other in first))


def _members_of(index: OpenIndex, key: str) -> list[str]:
    known = _members.of(index)
    if not known:
        known.append(members_of(places(index.graph, "unit")))
    return known[0].get(key, [])


def _order(index: OpenIndex, lines: dict[int, list[Neighbour]], other: int) -> tuple[object, ...]:
    head = index.heads[other]
    return min(strength(one.kind, one.certainty, head.type) for one in lines[other]), -len(lines[other]), head.key


def _use(index: OpenIndex, other: int, lines: list[Neighbour]) -> Use:
    head = index.heads[other]
    first = min(lines, key=lambda one: (strength(one.kind, one.certainty, head.type), one.file_path, one.line))
    return Use(head.key, first.kind, first.file_path, first.line, len({(one.file_path, one.line) for one in lines}) - 1)
