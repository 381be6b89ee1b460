"""The JSON of `llvm-cov export`, which `cargo llvm-cov --json` writes: segments of code with their counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.measured.values import count, each, mapping
from core.model.executed import FileHits

NAME = "llvm-cov"


class _Segment(NamedTuple):
    line: int
    hits: int
    has_count: bool
    begins: bool
    gap: bool

    @property
    def region(self) -> bool:
        return self.begins and self.has_count and not self.gap


def fits(told: object) -> bool:
    """Tell whether parsed JSON is of this format."""
    return isinstance(told, Mapping) and told.get("type") == "llvm.coverage.json.export"


def read(told: object) -> Iterator[FileHits]:
    """Yield the files with how often each line ran, as `llvm-cov show` counts it (LLVM's `LineCoverageStats`)."""
    for part in each(mapping(told, "report").get("data", ()), "data"):
        for file in each(mapping(part, "data").get("files", ()), "files"):
            about = mapping(file, "files")
            path = str(about.get("filename", ""))
            yield FileHits(path, _lines([_segment(one, path) for one in each(about.get("segments", ()), path)]))


def _segment(told: object, path: str) -> _Segment:
    line, _, hits, has_count, begins, *rest = each(told, path)
    return _Segment(count(line, path), count(hits, path), bool(has_count), bool(begins), bool(rest and rest[0]))


def _lines(segments: list[_Segment]) -> dict[int, int]:
    by_line: dict[int, list[_Segment]] = defaultdict(list)
    for segment in segments:
        by_line[segment.line].append(segment)
    found: dict[int, int] = {}
    before: _Segment | None = None
    for number in range(min(by_line, default=0), max(by_line, default=-1) + 1):
        here = by_line.get(number, [])
        hits = _hits(here, before)
        if hits is not None:
            found[number] = hits
        before = here[-1] if here else before
    return found


def _hits(here: list[_Segment], before: _Segment | None) -> int | None:
    """Return how often a line ran, None for one without code: the most of the region around it and those that begin on it."""
    regions = [one.hits for one in here if one.region]
    skipped = bool(here) and here[0].begins and not here[0].has_count
    around = before is not None and before.has_count
    if not any(one.begins and one.has_count for one in here) and (skipped or not (around or regions)):
        return None
    return max([before.hits if before else 0, *regions])
