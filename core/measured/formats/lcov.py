"""The trace files of lcov (`geninfo(1)`), which c8, nyc, Jest, `cargo llvm-cov --lcov` and others write as well."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from core.errors import SourceError
from core.model.executed import FileHits

NAME = "lcov"


def fits(text: str) -> bool:
    """Tell whether a text is of this format."""
    head = text[:4_096].splitlines()
    return any(line.startswith("SF:") for line in head) and all(line[:3].rstrip(":").isalpha() for line in head[:2] if line)


def read(text: str) -> Iterator[FileHits]:
    """Yield the files; several records of one file are added up, each with the test that its `TN:` names."""
    lines: dict[str, Counter[int]] = defaultdict(Counter)
    tests: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    test = path = ""
    for line in text.splitlines():
        kind, _, value = line.partition(":")
        if kind == "TN":
            test = value.strip()
        elif kind == "SF":
            path = value.strip()
        elif kind == "DA" and path:
            number, hits = _hits(value, path)
            lines[path][number] += hits
            if hits and test:
                tests[path][test].add(number)
    for path in sorted(lines):
        yield FileHits(path, dict(lines[path]), {name: frozenset(ran) for name, ran in tests[path].items()})


def _hits(value: str, path: str) -> tuple[int, int]:
    """Return the line and how often it ran; a third value is the digest of its text."""
    parts = value.split(",")
    try:
        return int(parts[0]), max(0, int(float(parts[1])))
    except (IndexError, ValueError, OverflowError) as problem:
        raise SourceError(f"'DA:{value[:60]}' of {path} is not a line and a count") from problem
