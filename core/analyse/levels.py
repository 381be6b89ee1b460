"""The order in which code stands on code: levels, the links that point the wrong way, and the structure matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.cycles import components, cut_of
from core.analyse.result import Result
from core.analyse.view import Link, View
from core.model import Relation


@dataclass(frozen=True, slots=True)
class Level:
    """A node's level: 0 depends on nothing, n on something of level n - 1. `component` numbers the cycle it is in, 0: none."""

    level: int
    unit: str
    type: str
    component: int
    dependencies: int
    dependents: int
    file_path: str


@dataclass(frozen=True, slots=True)
class Levels(Result[Level]):
    """The nodes from the top level down; `back` are the links that point up, the cuts of all cycles."""

    back: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One filled cell of the matrix: the row `source` depends on the column `target`.

    `row` and `column` count from 0 in the matrix' order. `back` marks a cell below the diagonal (a link up the levels),
    `component` the cycle that holds both ends, 0 for none.
    """

    row: int
    column: int
    source: str
    target: str
    relations: int
    back: bool
    component: int
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Matrix(Result[Cell]):
    """A dependency structure matrix: `order` names rows and columns, users first; `blocks` are (start, end) of components."""

    order: tuple[str, ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()


def levels(view: View) -> Levels:
    """Return every node with its level, the top first, ties by key.

    Levels as in Lakos: Large-Scale C++ Software Design (1996, levelization): the longest way down. Links that close cycles
    (the feedback edges of each component) are left out first and returned as `back`.
    """
    level_of, back, component = _levels(view)
    ordered = sorted(view.nodes, key=lambda node: (-level_of[node], node))
    items = tuple(
        Level(
            level_of[node], node, view.types[node], component.get(node, 0), len(view.out[node]), len(view.into[node]),
            view.files[node],
        )
        for node in ordered
    )  # fmt: skip
    count = max(level_of.values(), default=-1) + 1
    lines = sum(link.weight for link in back)
    notes = (f"{count} levels; {len(back)} links ({lines} lines) point up and close cycles.", *view.notes())
    return Levels(Level, "Levels", items, notes, back)


def matrix(view: View) -> Matrix:
    """Return the filled cells of the dependency structure matrix, by row, then column.

    Steward: The design structure system (1981). Rows and columns go from the top level down and keep the units of a cycle
    together, so every link lies above the diagonal but the `back` ones, which are few. Nodes without links are left out.
    """
    view = view.only(node for node in view.nodes if view.out[node] or view.into[node])
    order, back, component = _matrix_order(view)
    at = {node: number for number, node in enumerate(order)}
    cells = []
    for link in view.links():
        same = component.get(link.source, 0) if component.get(link.source) == component.get(link.target) else 0
        row, column = at[link.source], at[link.target]
        cells.append(
            Cell(row, column, link.source, link.target, len(link.evidence), column < row, same, link.kinds, link.evidence)
        )
    cells.sort(key=lambda cell: (cell.row, cell.column))
    notes = (f"{len(order)} rows, {len(cells)} cells, {len(back)} below the diagonal.", *view.notes())
    return Matrix(Cell, "Structure matrix", tuple(cells), notes, tuple(order), _blocks(order, component))


def _levels(view: View) -> tuple[dict[str, int], tuple[Link, ...], dict[str, int]]:
    groups = components(view)
    component = {node: number for number, group in enumerate(groups, start=1) for node in group}
    back = tuple(link for group in groups for link in cut_of(view, group)[0])
    gone = {(link.source, link.target) for link in back}
    return _depths({n: [t for t in view.out[n] if (n, t) not in gone] for n in view.nodes}), back, component


def _depths(targets: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the longest way down from each node of an acyclic graph, by removing sinks first."""
    users: dict[str, list[str]] = {node: [] for node in targets}
    waiting = {node: len(others) for node, others in targets.items()}
    for node, others in targets.items():
        for other in others:
            users[other].append(node)
    level = dict.fromkeys((node for node, count in waiting.items() if count == 0), 0)
    ready = list(level)
    while ready:
        node = ready.pop()
        for user in users[node]:
            level[user] = max(level.get(user, 0), level[node] + 1)
            waiting[user] -= 1
            if waiting[user] == 0:
                ready.append(user)
    return level


def _matrix_order(view: View) -> tuple[list[str], tuple[Link, ...], dict[str, int]]:
    """Order components as wholes by their level in the condensed graph, and inside a component by its own levels."""
    inner, back, component = _levels(view)
    name = {node: f"component {component[node]}" if node in component else node for node in view.nodes}
    condensed: dict[str, set[str]] = {name[node]: set() for node in view.nodes}
    for node in view.nodes:
        condensed[name[node]].update(name[target] for target in view.out[node] if name[target] != name[node])
    outer = _depths({node: sorted(targets) for node, targets in condensed.items()})
    order = sorted(view.nodes, key=lambda node: (-outer[name[node]], component.get(node, 0), -inner[node], node))
    return order, back, component


def _blocks(order: Sequence[str], component: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    spans: dict[int, tuple[int, int]] = {}
    for number, node in enumerate(order):
        group = component.get(node, 0)
        if group:
            spans[group] = (spans.get(group, (number, number))[0], number)
    return tuple(sorted(spans.values()))
