"""Make a repository that shows a fault as small as it can be made in a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from benchmarks.fuzz.trial import Fault, Files, Trials

_SECONDS = 60
Part = TypeVar("Part")


def smallest(files: Files, fault: Fault, trials: Trials, seconds: float = _SECONDS) -> dict[str, bytes]:
    """Return fewer files with fewer lines and bytes that show the same fault; as much as can be found in so many seconds."""
    end = time.monotonic() + seconds

    def shows(some: Files) -> bool:
        return time.monotonic() < end and any(found.name == fault.name for found in trials.faults(some))

    kept = dict(files)
    paths = fewer(sorted(kept), lambda some: shows({path: kept[path] for path in some}))
    kept = {path: kept[path] for path in paths}
    for path in paths:
        for split in (_lines, _bytes):
            parts = split(kept[path])
            kept[path] = b"".join(fewer(parts, lambda some, path=path: shows({**kept, path: b"".join(some)})))  # type: ignore[misc]
    return kept


def fewer(parts: Sequence[Part], shows: Callable[[Sequence[Part]], bool]) -> list[Part]:
    """Return parts that still show it: halves are left out, then quarters, down to single ones (delta debugging)."""
    kept = list(parts)
    size = len(kept)
    while size:
        start = 0
        while start < len(kept):
            without = kept[:start] + kept[start + size :]
            if shows(without):
                kept = without
            else:
                start += size
        size //= 2
    return kept


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _bytes(data: bytes) -> list[bytes]:
    step = max(1, len(data) // 400)
    return [data[start : start + step] for start in range(0, len(data), step)]
