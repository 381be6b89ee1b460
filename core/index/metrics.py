"""Figures per unit that ranking and pages use: PageRank, fan-in and fan-out, complexity, lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.model import CodeUnit, Relation
from core.open_index import graph
from core.vocabulary import PROSE

METRICS = ("pagerank", "fan_in", "fan_out", "complexity", "lines")


def measure(units: Sequence[CodeUnit], relations: Iterable[Relation]) -> Mapping[str, Mapping[str, float]]:
    """Return the metrics of each unit by key.

    `fan_in` counts the units that mention it, `fan_out` those that it mentions; several relations between two units count
    once, those to itself not at all, and those out of tests and documents neither for fan-in nor for PageRank. `lines`
    covers all places of a unit; `complexity` is what the reader of its language counted, 1 where it did not.
    """
    keys = [unit.key for unit in units]
    silent = np.array([is_silent(unit.type, unit.is_test) for unit in units], dtype=bool)
    number = {key: place for place, key in enumerate(keys)}
    edges = sorted(
        {
            (number[relation.source], number[relation.target])
            for relation in relations
            if relation.source != relation.target and relation.source in number and relation.target in number
        }
    )
    of_graph = zip(*figures(np.array(edges, dtype=np.int64).reshape(-1, 2), silent), strict=True)
    return {
        unit.key: {"pagerank": rank, "fan_in": fan_in, "fan_out": fan_out, **own_figures(unit)}
        for unit, (rank, fan_in, fan_out) in zip(units, of_graph, strict=True)
    }


def is_silent(type_: str, is_test: bool) -> bool:
    """Tell whether what a unit mentions counts neither for fan-in nor for PageRank."""
    return is_test or type_ in PROSE


def own_figures(unit: CodeUnit) -> dict[str, float]:
    """Return the metrics of a unit that no other unit has to do with."""
    return {"complexity": float(unit.metadata.get("complexity") or 1), "lines": float(_lines(unit))}


def figures(edges: NDArray[np.int64], silent: NDArray[np.bool_]) -> tuple[list[float], list[float], list[float]]:
    """Return PageRank, fan-in and fan-out of units by number, from distinct (source, target) pairs in order."""
    count = len(silent)
    counted = edges[~silent[edges[:, 0]]]
    ranks = pagerank(count, counted)
    fan_in, fan_out = _counts(count, counted[:, 1]), _counts(count, edges[:, 0])
    return ranks.tolist(), fan_in.astype(float).tolist(), fan_out.astype(float).tolist()


def pagerank(count: int, edges: Sequence[tuple[int, int]] | NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the PageRank of nodes 0 to count - 1, which adds up to 1, from distinct (source, target) pairs."""
    if count == 0:
        return np.zeros(0)
    ends = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    return graph.pagerank(ends[:, 0], ends[:, 1], np.ones(len(ends)), np.full(count, 1.0 / count))


def _counts(count: int, places: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    return np.bincount(np.asarray(places, dtype=np.int64), minlength=count)


def _lines(unit: CodeUnit) -> int:
    places = [(span.start_line, span.end_line) for span in unit.spans] or [(unit.start_line, unit.end_line)]
    return sum(end - start + 1 for start, end in places if start)
