"""Time every analysis on a synthetic repository: `python benchmarks/analysis.py [UNITS] [RELATIONS]`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from synthetic import commits, extraction

from core.analyse import Analysis


def analysis(units: int, relations: int) -> Analysis:
    """Return the analysis of a synthetic repository."""
    found = extraction(units, relations)
    heads = {unit.key: unit.head for unit in found.units}
    metrics = {
        unit.key: {"lines": unit.end_line - unit.start_line + 1, "complexity": float(unit.metadata["complexity"])}
        for unit in found.units
    }
    histories = {history.unit_key: history for history in found.history}
    return Analysis(heads, lambda: found.relations, metrics, histories, lambda: commits(found))


def main() -> None:
    """Print the seconds (wall and CPU) and the number of items of each analysis, each on views made before."""
    units, relations = (int(argument) for argument in (*sys.argv[1:], 10_000, 60_000)[:2])
    start = perf_counter()
    made = analysis(units, relations)
    print(f"{units} units, {relations} relations: made in {perf_counter() - start:.1f} s")
    view = made.view("unit", tests=True)
    some = max(view.nodes, key=lambda key: (len(view.into[key]), key))
    first = next(iter(made.heads))
    for name, call in _calls(made, first, some).items():
        wall, cpu = perf_counter(), process_time()
        found = call()
        print(f"{name:28} {perf_counter() - wall:7.2f} s wall {process_time() - cpu:7.2f} s CPU  {len(found):>6} items")


def _calls(made: Analysis, first: str, hub: str) -> dict[str, Callable[[], Any]]:
    return {
        "view of units": lambda: made.view("unit").nodes,
        "view of units with tests": lambda: made.view("unit", tests=True).nodes,
        "hubs": lambda: made.hubs(),
        "pagerank": lambda: made.pagerank(),
        "cycles": lambda: made.cycles(),
        "cycles with associations": lambda: made.cycles(associations=True),
        "orphans": lambda: made.orphans(),
        "dead ends": lambda: made.dead_ends(),
        "unreached": lambda: made.unreached(),
        "entry points": lambda: made.entry_points(),
        "impact of a hub, depth 3": lambda: made.impact(hub),
        "path": lambda: made.path(first, hub),
        "all short paths": lambda: made.paths(first, hub),
        "bridges": lambda: made.bridges(),
        "coupling by folder": lambda: made.coupling("folder"),
        "coupling by namespace": lambda: made.coupling("namespace"),
        "levels of units": lambda: made.layers(),
        "matrix of folders": lambda: made.matrix("folder"),
        "matrix of namespaces": lambda: made.matrix("namespace"),
        "communities": lambda: made.communities(),
        "misplaced": lambda: made.misplaced("namespace"),
        "hotspots": lambda: made.hotspots(),
        "co-change": lambda: made.cochange(),
        "dead coupling": lambda: made.dead_coupling(),
        "difference to itself": lambda: made.compare(made),
        "reading order": lambda: made.reading_order(),
        "reading order of a topic": lambda: made.reading_order([hub]),
        "treemap": lambda: made.tiles(),
    }


if __name__ == "__main__":
    main()
