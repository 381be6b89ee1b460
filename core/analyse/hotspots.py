"""Where work on the code is likely to hurt: what changes often, is complicated and large."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.result import Result
from core.analyse.view import View
from core.analyse.windows import YEAR, commits_of, said
from core.model import History


@dataclass(frozen=True, slots=True)
class Hotspot:
    """One unit: `score` is the product of the three percentile ranks (0..1 each) of commits, complexity and lines."""

    unit: str
    type: str
    score: float
    commits: int
    complexity: float
    lines: float
    commits_rank: float
    complexity_rank: float
    lines_rank: float
    authors: int
    last_change: str
    file_path: str


def hotspots(
    view: View,
    metrics: Mapping[str, Mapping[str, float]],
    histories: Mapping[str, History],
    members: Mapping[str, Sequence[str]],
    limit: int = 20,
    days: int = YEAR,
) -> Result[Hotspot]:
    """Return the `limit` units (0: all) with the highest score, ties by key; units that never changed have none.

    Change × complexity as in Tornhill: Your Code as a Crime Scene (2015), with size as a third factor. Each factor is the
    share of the units with history that have less (half of those with the same), so that no unit of measure dominates.
    A unit has at least the complexity and lines of all its `members` together; its commits and authors are its file's.
    Those of the last `days` count, or all when there are none.
    """
    known = [node for node in view.code() if histories.get(node) and histories[node].change_frequency != "unknown"]
    if not known:
        return Result(Hotspot, "Hotspots", (), ("No history: the checkout has no git.",))
    recent = any(commits_of(histories[node], days) for node in known)
    commits = [commits_of(histories[node], days if recent else 0) for node in known]
    complexity = [_measure("complexity", node, metrics, members) for node in known]
    lines = [_measure("lines", node, metrics, members) for node in known]
    ranks = [percentiles(values) for values in (commits, complexity, lines)]
    found = [
        _hotspot(
            view, node, histories[node], (complexity[at], lines[at]), (ranks[0][at], ranks[1][at], ranks[2][at]), commits[at]
        )
        for at, node in enumerate(known)
        if commits[at]
    ]
    found.sort(key=lambda one: (-one.score, one.unit))
    counted = said(days) if recent else f"all commits, because there are no {said(days)},"
    notes = (f"{len(found):,} of {len(known):,} units with history have changed. Counts {counted} to the file of each unit.",)
    return Result(Hotspot, "Hotspots", tuple(found), notes).first(limit)


def percentiles(values: Sequence[float]) -> list[float]:
    """Return the percentile rank (0..1) of each value: the share of smaller values and half of the equal ones."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value)) / 2 / len(ordered) for value in values]


def _measure(name: str, node: str, metrics: Mapping[str, Mapping[str, float]], members: Mapping[str, Sequence[str]]) -> float:
    own = metrics.get(node, {}).get(name, 0.0)
    return max(own, sum(metrics.get(member, {}).get(name, 0.0) for member in members.get(node, ())))


def _hotspot(
    view: View,
    node: str,
    history: History,
    measures: tuple[float, float],
    ranks: tuple[float, float, float],
    commits: int,
) -> Hotspot:
    return Hotspot(
        node, view.types[node], ranks[0] * ranks[1] * ranks[2], commits, *measures, *ranks, len(history.authors),
        history.last_change, view.files[node],
    )  # fmt: skip
