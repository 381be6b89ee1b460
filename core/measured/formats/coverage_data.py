"""The data file of coverage.py (`.coverage`), an SQLite base with the lines that ran, by context: by test, if it was asked for.

`coverage json --show-contexts` says the same, but takes gigabytes where some thousand tests run the same lines.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from core.errors import SourceError
from core.measured.formats.coverage_py import named_test
from core.model.executed import FileHits

NAME = "coverage.py data"
_HEAD = b"SQLite format 3\x00"


def fits(path: Path) -> bool:
    """Tell whether a file is an SQLite base."""
    with path.open("rb") as file:
        return file.read(len(_HEAD)) == _HEAD


def read(path: Path) -> Iterator[FileHits]:
    """Yield the files with the lines that ran; which others are executable the data do not say."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
            contexts = dict(base.execute("SELECT id, context FROM context").fetchall())
            files = base.execute("SELECT id, path FROM file ORDER BY path").fetchall()
            if base.execute("SELECT 1 FROM arc LIMIT 1").fetchone():
                yield from (_file(name, _arcs(base, number), contexts) for number, name in files)
            else:
                yield from (_file(name, _bits(base, number), contexts) for number, name in files)
    except sqlite3.Error as problem:
        raise SourceError(f"it is not a coverage.py data file ({problem})") from problem


def _file(path: str, ran: Iterator[tuple[int, list[int]]], contexts: dict[int, str]) -> FileHits:
    lines: set[int] = set()
    tests: dict[str, set[int]] = defaultdict(set)
    for context, numbers in ran:
        lines.update(numbers)
        if test := named_test(contexts.get(context, "")):
            tests[test].update(numbers)
    return FileHits(path, dict.fromkeys(sorted(lines), 1), {test: frozenset(ran) for test, ran in tests.items()})


def _bits(base: sqlite3.Connection, file: int) -> Iterator[tuple[int, list[int]]]:
    """Yield what each context ran; bit i of byte b says line 8·b + i (coverage.py's `numbits`)."""
    for context, packed in base.execute("SELECT context_id, numbits FROM line_bits WHERE file_id = ?", (file,)):
        yield context, [8 * place + bit for place, byte in enumerate(packed) for bit in range(8) if byte >> bit & 1]


def _arcs(base: sqlite3.Connection, file: int) -> Iterator[tuple[int, list[int]]]:
    """Yield what each context ran where jumps from line to line were recorded; negative numbers are ways in and out."""
    found: dict[int, set[int]] = defaultdict(set)
    for context, start, end in base.execute("SELECT context_id, fromno, tono FROM arc WHERE file_id = ?", (file,)):
        found[context].update(line for line in (start, end) if line > 0)
    yield from ((context, sorted(lines)) for context, lines in sorted(found.items()))
