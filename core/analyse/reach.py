"""What a unit depends on, what depends on it, and how far a change may be felt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.analyse.result import Result
from core.analyse.users import group_rank
from core.analyse.view import Link, View
from core.model import Relation
from core.text.counts import counted_as


@dataclass(frozen=True, slots=True)
class Reached:
    """A unit at a distance: `through` is the unit one step nearer, `kinds` and `lines` the relations between these two."""

    distance: int
    unit: str
    type: str
    role: str  # `code` or `test`
    through: str
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]
    file_path: str


def dependencies(view: View, unit: str, depth: int = 1) -> Result[Reached]:
    """Return what the unit uses within `depth` steps (0: any number), nearest first, ties by key."""
    found = _reached(view.out, view, unit, depth)
    return Result(Reached, f"Dependencies of {view.labels[unit]}", tuple(found), _notes(view, found, depth))


def dependents(view: View, unit: str, depth: int = 1) -> Result[Reached]:
    """Return what uses the unit within `depth` steps (0: any number), nearest first, ties by key."""
    found = _reached(view.into, view, unit, depth)
    return Result(Reached, f"What depends on {view.labels[unit]}", tuple(found), _notes(view, found, depth))


def impact(view: View, unit: str, depth: int = 3) -> Result[Reached]:
    """Return what a change of the unit may break: its dependents by distance, code first, then the tests to run.

    Of those equally near, controllers come before jobs, views and models, migrations last, in each what has the most lines.

    The transitive dependents of change impact analysis (Bohner, Arnold: Software Change Impact Analysis, 1996): an upper
    bound as far as the relations are known, since not every dependent uses what changes. The view must include tests.
    """
    found = _reached(view.into, view, unit, depth)
    found.sort(key=_rank)
    near = sum(one.distance == 1 and one.role == "code" for one in found)
    tests = sum(one.role == "test" for one in found)
    reached = f"{counted_as(tests, 'test')} {'reaches' if tests == 1 else 'reach'} it"
    counted = f"{len(found) - tests} units may be affected, {near} of them directly. {reached}."
    return Result(Reached, f"Impact of a change to {view.labels[unit]}", tuple(found), (counted, *_notes(view, found, depth)))


def _rank(one: Reached) -> tuple[bool, int, int, int, str]:
    lines = len({(line.file_path, line.line) for line in one.lines})
    return one.role == "test", one.distance, group_rank(one.type), -lines, one.unit


def _reached(ways: Mapping[str, Mapping[str, Link]], view: View, unit: str, depth: int) -> list[Reached]:
    """Breadth first in key order, so `through` is the first of the nearest units."""
    seen, wave, found = {unit}, [unit], list[Reached]()
    distance = 0
    while wave and (not depth or distance < depth):
        distance += 1
        fresh: dict[str, str] = {}
        for node in wave:
            for other in ways[node]:
                if other not in seen:
                    seen.add(other)
                    fresh[other] = node
        wave = sorted(fresh)
        found.extend(_one(view, other, distance, fresh[other], ways[fresh[other]][other]) for other in wave)
    return found


def _one(view: View, node: str, distance: int, through: str, link: Link) -> Reached:
    role = "test" if node in view.tests else "code"
    return Reached(distance, node, view.types[node], role, through, link.kinds, link.evidence, view.files[node])


def _notes(view: View, found: list[Reached], depth: int) -> tuple[str, ...]:
    steps = f"within {counted_as(depth, 'step')}" if depth else "at any distance"
    return (f"{len(found)} units {steps}.", *view.notes())
