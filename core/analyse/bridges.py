"""What holds the graph together: units and links without which it falls apart, and units that much leads through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.analyse.measures import betweenness
from core.analyse.result import Result
from core.analyse.view import View
from core.model import Relation


@dataclass(frozen=True, slots=True)
class Bridge:
    """A weak place of the graph.

    `role` is `articulation point` (without `unit` the graph falls apart), `bridge` (without the one link between `unit` and
    `target` it does) or `between` (much leads through `unit`, but there are ways around it). `separates` counts the units
    that come off the largest rest, `betweenness` is that of the unit (0..1).
    """

    role: str
    unit: str
    target: str
    separates: int
    betweenness: float
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]
    file_path: str


@dataclass(slots=True)
class _Search:
    """The state of one depth-first search: order of discovery, lowest order reachable, size of each subtree."""

    order: dict[str, int] = field(default_factory=dict)
    low: dict[str, int] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=dict)
    parts: dict[str, list[int]] = field(default_factory=dict)
    bridges: list[tuple[str, str]] = field(default_factory=list)
    root: dict[str, str] = field(default_factory=dict)


def bridges(view: View, *, at_least: int = 2, between: int = 20) -> Result[Bridge]:
    """Return articulation points and bridges that separate `at_least` units, and the `between` units of highest betweenness.

    Each role by size, ties by key; directions do not count for the first two. Hopcroft and Tarjan: Algorithm 447: efficient
    algorithms for graph manipulation (1973); the same sets as NetworkX's `articulation_points` and `bridges`.
    """
    nodes = view.code()
    scores, how = betweenness(view, nodes)
    search = _search(view, nodes)
    points = sorted(_points(view, search, scores, at_least), key=lambda one: (-one.separates, one.unit))
    single = sorted(_single_links(view, search, scores, at_least), key=lambda one: (-one.separates, one.unit, one.target))
    cut = {point.unit for point in points}
    ordered = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    through = [_through(view, node, score) for node, score in ordered[:between] if score > 0 and node not in cut]
    notes = (
        f"{len(points)} articulation points and {len(single)} bridges separate {at_least} or more units. "
        f"{len(through)} more units are between many others. Betweenness: {how}.",
        *view.notes(),
    )
    return Result(Bridge, "Bridges", (*points, *single, *through), notes)


def _neighbours(view: View, inside: set[str], node: str) -> Iterator[str]:
    return iter(sorted(other for other in {**view.out[node], **view.into[node]} if other in inside))


def _search(view: View, nodes: tuple[str, ...]) -> _Search:
    state, inside = _Search(), set(nodes)
    for root in nodes:
        if root not in state.order:
            _explore(view, inside, root, state)
    return state


def _explore(view: View, inside: set[str], root: str, state: _Search) -> None:
    _discover(state, root, root)
    stack = [(root, "", _neighbours(view, inside, root))]
    while stack:
        node, parent, others = stack[-1]
        for other in others:
            if other not in state.order:
                _discover(state, other, root)
                stack.append((other, node, _neighbours(view, inside, other)))
                break
            if other != parent:
                state.low[node] = min(state.low[node], state.order[other])
        else:
            stack.pop()
            if parent:
                _finish(state, node, parent)


def _discover(state: _Search, node: str, root: str) -> None:
    state.order[node] = state.low[node] = len(state.order)
    state.size[node] = 1
    state.root[node] = root


def _finish(state: _Search, node: str, parent: str) -> None:
    state.low[parent] = min(state.low[parent], state.low[node])
    state.size[parent] += state.size[node]
    if state.low[node] >= state.order[parent]:
        state.parts.setdefault(parent, []).append(state.size[node])
    if state.low[node] > state.order[parent]:
        state.bridges.append((parent, node))


def _points(view: View, state: _Search, scores: Mapping[str, float], at_least: int) -> Iterator[Bridge]:
    for node, parts in state.parts.items():
        whole = state.size[state.root[node]]
        pieces = [*parts, whole - 1 - sum(parts)]
        separates = whole - 1 - max(pieces)
        if separates >= at_least:
            yield Bridge("articulation point", node, "", separates, scores[node], {}, (), view.files[node])


def _single_links(view: View, state: _Search, scores: Mapping[str, float], at_least: int) -> Iterator[Bridge]:
    for parent, node in state.bridges:
        separates = min(state.size[node], state.size[state.root[node]] - state.size[node])
        source, target = (parent, node) if node in view.out[parent] else (node, parent)
        link = view.out[source][target]
        if separates >= at_least:
            score = scores[source]
            yield Bridge("bridge", source, target, separates, score, link.kinds, link.evidence, view.files[source])


def _through(view: View, node: str, score: float) -> Bridge:
    return Bridge("between", node, "", 0, score, {}, (), view.files[node])
