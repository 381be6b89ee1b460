"""How one unit leads to another: the shortest chain of relations, and all short ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

from core.analyse.result import Result, reference
from core.analyse.view import View
from core.model import Relation
from core.text.counts import counted_as


@dataclass(frozen=True, slots=True)
class PathStep:
    """One link of a path: paths and the steps of each count from 1."""

    path: int
    step: int
    source: str
    target: str
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]


def path(view: View, start: str, end: str) -> Result[PathStep]:
    """Return the steps of a shortest path; of several the first by key. Nothing when no path leads there."""
    return paths(view, start, end, longer=0, limit=1)


def paths(view: View, start: str, end: str, longer: int = 1, limit: int = 20) -> Result[PathStep]:
    """Return the steps of up to `limit` paths that are at most `longer` links longer than the shortest.

    Shortest paths first, paths of one length by key; no path visits a unit twice. Depth-first search that never leaves the
    allowed length, by distances to the end from one backward breadth-first search.
    """
    title = f"From {view.labels[start]} to {view.labels[end]}"
    distance = _distances_to(view, end)
    if start == end or start not in distance:
        return Result(PathStep, title, (), (*_nothing(view, start, end), *view.notes()))
    shortest = distance[start]
    chains = list(islice(_chains(view, start, end, distance, range(shortest, shortest + longer + 1)), limit + 1))
    steps = tuple(
        PathStep(number, step, source, target, view.out[source][target].kinds, view.out[source][target].evidence)
        for number, chain in enumerate(chains[:limit], start=1)
        for step, (source, target) in enumerate(pairwise(chain), start=1)
    )
    said = [" → ".join(view.labels[node] for node in chain) for chain in chains[:1]]
    more = (f"More than {limit} paths. Showing the first.",) if len(chains) > limit > 1 else ()
    notes = (f"Shortest: {counted_as(shortest, 'link')}. {said[0]}", *more, *view.notes())
    return Result(PathStep, title, steps, notes)


def as_text(view: View, steps: Result[PathStep]) -> str:
    """Return the first path as one line: units with the kind and line of each link."""
    first = [step for step in steps if step.path == 1]
    if not first:
        return ""
    text = view.labels[first[0].source]
    for step in first:
        text += f" → {view.labels[step.target]} ({step.lines[0].kind}, {reference(step.lines[0])})"
    return text


def _distances_to(view: View, end: str) -> dict[str, int]:
    distance, wave = {end: 0}, [end]
    while wave:
        fresh = []
        for node in wave:
            for source in view.into[node]:
                if source not in distance:
                    distance[source] = distance[node] + 1
                    fresh.append(source)
        wave = fresh
    return distance


def _chains(view: View, start: str, end: str, distance: Mapping[str, int], lengths: range) -> Iterator[list[str]]:
    for length in lengths:
        yield from _of_length(view, [start], end, distance, length)


def _of_length(view: View, chain: list[str], end: str, distance: Mapping[str, int], left: int) -> Iterator[list[str]]:
    if left == 0:
        if chain[-1] == end:
            yield list(chain)
        return
    for target in view.out[chain[-1]]:
        if distance.get(target, left) <= left - 1 and target not in chain and (target != end or left == 1):
            chain.append(target)
            yield from _of_length(view, chain, end, distance, left - 1)
            chain.pop()


def _nothing(view: View, start: str, end: str) -> tuple[str, ...]:
    if start == end:
        return ("Start and end are the same unit.",)
    back = end in _distances_to(view, start)
    other = " A path exists in the other direction." if back else ""
    return (f"No path of relations.{other}",)
