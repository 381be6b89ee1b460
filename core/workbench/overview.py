"""What is in an index, in the numbers and names that a newcomer wants first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.analyse.entry import BY_PLACE
from core.analyse.measures import bases_of
from core.model.overview import Overview
from core.model.text_table import Flat
from core.text.counts import most_first
from core.vocabulary import BY_PATH
from core.workbench.domain import central, nouns
from core.workbench.journeys import journeys
from core.workbench.project import sentence_of, stack

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_CENTRAL = 20
_READ = 12


def overview(bench: OpenBench) -> Overview:
    """Return the overview of an open index; every list is ordered, most first, ties by name."""
    heads = bench.heads.values()
    says, says_in = sentence_of(bench)
    return Overview(
        manifest=bench.manifest,
        by_type=bench.index.by_type,
        by_language=most_first(Counter(head.language for head in heads if head.type == "file" and head.language)),
        tests=bench.index.tests,
        places=tuple(_places(bench)),
        entry_points=tuple(_entries(bench)),
        central=tuple(central(bench, _CENTRAL)),
        problems=bench.problems,
        says=says,
        says_in=says_in,
        stack=stack(bench),
        nouns=nouns(bench),
        journeys=journeys(bench),
        reading=tuple(bench.analyse.reading_order().to_rows()[:_READ]),
        pages=bench.pages,
    )


def _places(bench: OpenBench) -> list[dict[str, Flat]]:
    units = Counter(head.file_path for head in bench.heads.values() if head.type not in BY_PATH)
    histories = bench.histories
    rows: list[dict[str, Flat]] = []
    for head in bench.heads.values():
        if head.type != "file":
            continue
        folder, _, name = head.file_path.rpartition("/")
        history = histories.get(head.key)
        rows.append(
            {
                "folder": folder,
                "file": name,
                "file_path": head.file_path,
                "language": head.language,
                "lines": head.end_line,
                "units": units[head.file_path],
                "is_test": head.is_test,
                "commits_365": history.commits_365 if history else 0,
                "change": history.change_frequency if history else "unknown",
            }
        )
    return rows


def _entries(bench: OpenBench) -> Iterator[dict[str, Flat]]:
    """Yield the entry points, those that use most directly first: through filters and bases every one reaches everything.

    Scripts and configuration come last.
    """
    view = bench.analyse.view("unit", outer=True)
    bases = bases_of(view)
    rows = []
    for row in bench.analyse.entry_points().to_rows():
        unit = str(row["unit"])
        touches = sum(row["type"] != "file" and target not in bases for target in view.out.get(unit, ()))
        rows.append({**row, "touches": touches})
    rows.sort(key=lambda row: (row["reason"] == BY_PLACE, -int(str(row["touches"])), str(row["unit"])))
    yield from rows
