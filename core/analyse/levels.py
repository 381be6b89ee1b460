"""The order in which code stands on code: levels, the links that point the wrong way, and the structure matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.cycles import components, cut_of
from core.analyse.order import Row, depths
from core.analyse.result import Result
from core.analyse.view import Link, View
from core.model import Relation
from core.text.counts import counted_as


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
    """The nodes from the top level down; `back` are the links that point up: against the order of places, or cuts of cycles."""

    back: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One filled cell of the matrix: the row `source` depends on the column `target`.

    `row` and `column` count from 0 in the matrix' order. `weight` counts the lines that say so, `up` those of them that lead
    against the order; `back` marks a cell of which most do. `component` is the cycle that holds both ends, 0 for none.
    """

    row: int
    column: int
    source: str
    target: str
    weight: int
    up: int
    back: bool
    component: int
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Matrix(Result[Cell]):
    """A dependency structure matrix: `order` names rows and columns, users first; `blocks` are (start, end) of components."""

    order: tuple[str, ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()


def levels(view: View, row: Row | None = None, parts: Sequence[str] = ()) -> Levels:
    """Return every node with its level, the top first, ties by key.

    Levels as in Lakos: Large-Scale C++ Software Design (1996, levelization): the longest way down. Links that close cycles
    (the feedback edges of each component; between places, whose `row` is given, the links against their order) are left out
    first and returned as `back`. `parts` are those that the view is of, if it is not of all.
    """
    level_of, back, component = _placed(view, row) if row else _levels(view)
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
    said = "against the inferred layering" if row else "up, in cycles"
    notes = (
        *only_of(parts),
        f"{counted_as(count, 'layer')}. {counted_as(len(back), 'link')} ({counted_as(lines, 'line')}) {said}.",
        *view.notes(),
    )
    return Levels(Level, "Layers", items, notes, back)


def matrix(view: View, row: Row | None = None, parts: Sequence[str] = ()) -> Matrix:
    """Return the filled cells of the dependency structure matrix, by row, then column.

    Steward: The design structure system (1981). Rows and columns go from the top level down and keep the units of a cycle
    together, so every link lies above the diagonal but the `back` ones, which are few; places stand in their `row`. Nodes
    without links are left out. `parts` are those that the view is of, if it is not of all.
    """
    view = view.only(node for node in view.nodes if view.out[node] or view.into[node])
    order, back, component = _row_order(view, row) if row else _matrix_order(view)
    up = {(link.source, link.target): row.lines_up(link) if row else link.weight for link in (view.links() if row else back)}
    below = {(link.source, link.target) for link in back}
    at = {node: number for number, node in enumerate(order)}
    cells = []
    for link in view.links():
        same = component.get(link.source, 0) if component.get(link.source) == component.get(link.target) else 0
        ends = link.source, link.target
        cells.append(
            Cell(
                at[link.source], at[link.target], *ends, link.weight, up.get(ends, 0), ends in below, same, link.kinds,
                link.evidence,
            )
        )  # fmt: skip
    cells.sort(key=lambda cell: (cell.row, cell.column))
    lines, against = sum(link.weight for link in view.links()), sum(up.values())
    said = f"{len(order)} rows, {len(cells)} cells, {len(back)} of them against the layering ({against:,} of {lines:,} lines)."
    notes = (*only_of(parts), said, *view.notes())
    return Matrix(Cell, "Dependency matrix", tuple(cells), notes, tuple(order), _blocks(order, component))


def only_of(parts: Sequence[str]) -> tuple[str, ...]:
    """Return the sentence that says of which members of a set, or packages, alone something is; nothing for all."""
    return (f"Only {', '.join(parts)}.",) if parts else ()


def _placed(view: View, row: Row) -> tuple[dict[str, int], tuple[Link, ...], dict[str, int]]:
    """Return the levels of places, the links that lead against their order, and the cycles that places are in."""
    order, back, component = _row_order(view, row)
    at = {node: number for number, node in enumerate(order)}
    return depths({node: [t for t in view.out[node] if at[t] > at[node]] for node in view.nodes}), back, component


def _row_order(view: View, row: Row) -> tuple[list[str], tuple[Link, ...], dict[str, int]]:
    component = {node: number for number, group in enumerate(components(view), start=1) for node in group}
    return row.sorted(view.nodes), tuple(link for link in view.links() if row.up(link)), component


def _levels(view: View) -> tuple[dict[str, int], tuple[Link, ...], dict[str, int]]:
    groups = components(view)
    component = {node: number for number, group in enumerate(groups, start=1) for node in group}
    back = tuple(link for group in groups for link in cut_of(view, group)[0])
    gone = {(link.source, link.target) for link in back}
    return depths({n: [t for t in view.out[n] if (n, t) not in gone] for n in view.nodes}), back, component


def _matrix_order(view: View) -> tuple[list[str], tuple[Link, ...], dict[str, int]]:
    """Order components as wholes by their level in the condensed graph, and inside a component by its own levels."""
    inner, back, component = _levels(view)
    name = {node: f"component {component[node]}" if node in component else node for node in view.nodes}
    condensed: dict[str, set[str]] = {name[node]: set() for node in view.nodes}
    for node in view.nodes:
        condensed[name[node]].update(name[target] for target in view.out[node] if name[target] != name[node])
    outer = depths({node: sorted(targets) for node, targets in condensed.items()})
    order = sorted(view.nodes, key=lambda node: (-outer[name[node]], component.get(node, 0), -inner[node], node))
    return order, back, component


def _blocks(order: Sequence[str], component: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    spans: dict[int, tuple[int, int]] = {}
    for number, node in enumerate(order):
        group = component.get(node, 0)
        if group:
            spans[group] = (spans.get(group, (number, number))[0], number)
    counted = Counter(component.values())
    whole = [span for group, span in spans.items() if span[1] - span[0] + 1 == counted[group]]  # others lie between its nodes
    return tuple(sorted(whole))
