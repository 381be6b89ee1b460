"""Who uses what begins on a line: units outside of it, those in tests counted apart."""

from __future__ import annotations

from core.inspect.strength import strength
from core.model import UnitHead
from core.model.code_links import Use, UsedUnit
from core.open_index import OpenIndex
from core.open_index.links import Neighbour

_FIRST = 12  # users that are named; the page of the unit has all


def definition(index: OpenIndex, head: UnitHead) -> UsedUnit:
    """Return how many units outside of a unit and its members use it, and the first of them, the strongest first."""
    inside = _inside(index, index.position[head.key])
    lines: dict[int, list[Neighbour]] = {}
    for number in sorted(inside):
        for one in index.links.into(number):
            if one.other not in inside:
                lines.setdefault(one.other, []).append(one)
    tests = sum(index.heads[other].is_test for other in lines)
    users = sorted((other for other in lines if not index.heads[other].is_test), key=lambda other: _order(index, lines, other))
    return UsedUnit(head.key, len(users), tests, tuple(_use(index, other, lines[other]) for other in users[:_FIRST]))


def _inside(index: OpenIndex, number: int) -> set[int]:
    """Return the positions of a unit and of the units in it that stand in its file."""
    found, waiting = {number}, [number]
    while waiting:
        outer = index.heads[waiting.pop()]
        inner = [
            other
            for other in index.members.get(index.position[outer.key], ())
            if other not in found and index.heads[other].file_path == outer.file_path
        ]
        found.update(inner)
        waiting += inner
    return found


def _order(index: OpenIndex, lines: dict[int, list[Neighbour]], other: int) -> tuple[object, ...]:
    head = index.heads[other]
    return min(strength(one.kind, one.certainty, head.type) for one in lines[other]), -len(lines[other]), head.key


def _use(index: OpenIndex, other: int, lines: list[Neighbour]) -> Use:
    head = index.heads[other]
    first = min(lines, key=lambda one: (strength(one.kind, one.certainty, head.type), one.file_path, one.line))
    return Use(head.key, first.kind, first.file_path, first.line, len({(one.file_path, one.line) for one in lines}) - 1)
