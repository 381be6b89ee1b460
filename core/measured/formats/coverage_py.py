"""The report of `coverage json`, with `--show-contexts` also which test ran which line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from core.measured.values import count, each, mapping
from core.model.executed import FileHits

NAME = "coverage.py"


def fits(told: object) -> bool:
    """Tell whether parsed JSON is of this format."""
    return (
        isinstance(told, Mapping) and isinstance(told.get("files"), Mapping) and isinstance(told.get("meta"), Mapping)
        and "show_contexts" in told["meta"]
    )  # fmt: skip


def read(told: object) -> Iterator[FileHits]:
    """Yield the files; a line that ran counts once, since the report does not say how often."""
    for path, about in sorted(mapping(mapping(told, "report")["files"], "files").items()):
        entry = mapping(about, path)
        ran = {count(line, path): 1 for line in each(entry.get("executed_lines", ()), path)}
        never = {count(line, path): 0 for line in each(entry.get("missing_lines", ()), path)}
        yield FileHits(path, {**never, **ran}, _tests(entry.get("contexts", {}), path))


def _tests(contexts: object, path: str) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for line, names in mapping(contexts, path).items():
        for name in each(names, path):
            if test := named_test(str(name)):
                found[test].add(int(line))
    return {test: frozenset(lines) for test, lines in found.items()}


def named_test(context: str) -> str:
    """Return the test that a context of coverage.py names, empty for the one outside of all tests.

    The phases of a test and the cases of one with parameters are one test: a runner that is given its name runs them all.
    """
    return context.partition("|")[0].partition("[")[0]
