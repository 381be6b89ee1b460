"""SimpleCov's `.resultset.json` (several runs by command) and the `coverage.json` of its JSON formatter."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from core.measured.values import count, each, mapping
from core.model.executed import FileHits

NAME = "SimpleCov"


def fits(told: object) -> bool:
    """Tell whether parsed JSON is of this format."""
    runs = _runs(told)
    return bool(runs) and all(isinstance(run.get("coverage"), Mapping) for run in runs)


def read(told: object) -> Iterator[FileHits]:
    """Yield the files of all runs, what several of them ran added up."""
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for run in _runs(told):
        for path, entry in mapping(run["coverage"], "coverage").items():
            lines = mapping(entry, path).get("lines", ()) if isinstance(entry, Mapping) else entry
            for number, hits in enumerate(each(lines, path), 1):
                if isinstance(hits, int):  # null: no code; "ignored": taken out by a comment
                    found[path][number] += count(hits, path)
    for path in sorted(found):
        yield FileHits(path, dict(found[path]))


def _runs(told: object) -> list[Mapping[str, object]]:
    """Return the runs of the file; that of the JSON formatter has one, beside its `meta`."""
    if not isinstance(told, Mapping):
        return []
    if "meta" in told and "coverage" in told:
        simplecov = isinstance(told["meta"], Mapping) and "simplecov_version" in told["meta"]
        return [told] if simplecov else []
    return [run for run in told.values() if isinstance(run, Mapping)] if len(told) else []
