"""What is in an index, in the numbers and names that a newcomer wants first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.model.overview import Overview
from core.model.text_table import Flat

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_CENTRAL = 20
_STRUCTURE = {"file", "folder"}  # containers, not code that a reader would open


def overview(bench: OpenBench) -> Overview:
    """Return the overview of an open index; every list is ordered, most first, ties by name."""
    heads = bench.heads.values()
    code = [head for head in heads if not head.is_test and head.type not in _STRUCTURE]
    return Overview(
        manifest=bench.manifest,
        by_type=_counted(head.type for head in code),
        by_language=_counted(head.language for head in heads if head.type == "file" and head.language),
        tests=sum(head.is_test and head.type not in _STRUCTURE for head in heads),
        places=tuple(_places(bench)),
        entry_points=tuple(bench.analyse.entry_points().to_rows()),
        central=tuple(_central(bench)),
        problems=bench.problems,
        pages=bench.pages,
    )


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0])))


def _places(bench: OpenBench) -> list[dict[str, Flat]]:
    units = Counter(head.file_path for head in bench.heads.values() if head.type not in _STRUCTURE)
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


def _central(bench: OpenBench) -> list[dict[str, Flat]]:
    metrics = bench.metrics
    wanted = [
        head
        for head in bench.heads.values()
        if not head.is_test and head.type not in _STRUCTURE and metrics.get(head.key, {}).get("fan_in", 0) > 0
    ]
    wanted.sort(key=lambda head: (-metrics[head.key].get("pagerank", 0.0), head.key))
    return [
        {
            "unit": head.key,
            "type": head.type,
            "identifier": head.identifier,
            "pagerank": metrics[head.key].get("pagerank", 0.0),
            "fan_in": len(bench.analyse.users(head.key)),
            "fan_out": len(bench.analyse.used(head.key)),
            "lines": head.end_line - head.start_line + 1,
            "file_path": head.file_path,
            "start_line": head.start_line,
        }
        for head in wanted[:_CENTRAL]
    ]
