"""The health numbers of each version of an index, kept next to it, so that they outlive the version."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.analyse.health import HealthNumbers
from core.analyse.result import Result
from core.model.wire import plain, read_kept
from core.present.architecture.place_map import place_map
from core.runtime.replacing import write_whole
from core.workbench.checking import checked
from core.workbench.compare import earlier_bench, generations

if TYPE_CHECKING:
    from pathlib import Path

    from core.workbench.open_bench import OpenBench

_TITLE = "Health numbers"


def trend(bench: OpenBench, *, measure: bool = True) -> Result[HealthNumbers]:
    """Return the health numbers of the versions of an index, oldest first, the open one last.

    With `measure`, versions that are still stored and were never looked at are measured, which opens each. Otherwise only the
    open one is. Raises `StoreError` where the kept numbers cannot be read.
    """
    path = bench.beside / ("health.json" if bench.settings.not_yours else "health-everything.json")
    known = {one.version: one for one in read_kept(list[HealthNumbers], path, "health numbers") or ()}
    now = bench.manifest
    built = {number: one.built_at for number, one in generations(bench).items() if number < now.generation}
    missing = [number for number in built if number not in known] if measure else []
    made = {number: _measured(earlier_bench(bench, str(number))[1]) for number in missing}
    kept = known.get(now.generation)
    if kept is None or kept.built_at != now.built_at:
        made[now.generation] = _measured(bench)
    if made:
        known |= made
        _write(path, known, bench)
    items = tuple(known[number] for number in sorted(known) if number <= now.generation)
    notes = (
        "Lists the versions that are stored, and those whose numbers were looked at before they were deleted. "
        "Rule violations are by the rules at that moment.",
    )
    return Result(HealthNumbers, _TITLE, items, notes)


def _measured(bench: OpenBench) -> HealthNumbers:
    sizes = [one.size for one in bench.analyse.cycles(level="unit")]
    against = place_map(bench.analyse.uses("file"), bench.analyse.order("folder")).against
    check = checked(bench)
    manifest = bench.manifest
    return HealthNumbers(
        manifest.generation, manifest.built_at, manifest.git_sha, sum(sizes), max(sizes, default=0), against,
        len(check.items) if check.declared else None,
    )  # fmt: skip


def _write(path: Path, known: Mapping[int, HealthNumbers], bench: OpenBench) -> None:
    if os.access(bench.beside, os.W_OK):  # an index that others own is only read
        write_whole(path, json.dumps([plain(known[number]) for number in sorted(known)]).encode())
