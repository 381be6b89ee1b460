"""Coverage reports next to an index, in one SQLite file; a report with the same path replaces the last one.

    reports   each report with its time and commit
    files     per report and file: line digests, executable lines and counts, packed
    tests     the names of tests
    ran       per report, test and file: the lines that the test ran, packed

The line digests show later which lines have changed since the report.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from core.errors import StoreError, cause
from core.model.executed import CoverageReport, FileHits
from core.model.wire import plain, read

_TABLES = """
CREATE TABLE IF NOT EXISTS reports (id INTEGER PRIMARY KEY, source TEXT UNIQUE, told TEXT);
CREATE TABLE IF NOT EXISTS files (report INTEGER, path TEXT, digests BLOB, lines BLOB, hits BLOB, PRIMARY KEY (report, path));
CREATE TABLE IF NOT EXISTS tests (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS ran (report INTEGER, path TEXT, test INTEGER, lines BLOB);
CREATE INDEX IF NOT EXISTS ran_by_path ON ran (path);
"""
_WAIT = 10.0  # seconds for another writer


class Beside:
    """One such file; reading before anything was kept finds the same tables without a row."""

    TABLES = ""
    WHAT = ""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        there = self.path.is_file()
        with (
            self._told(),
            closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro" if there else ":memory:", uri=there)) as base,
        ):
            if not there:
                base.executescript(self.TABLES)
            yield base

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._told():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=_WAIT)) as base, base:
                base.executescript(self.TABLES)
                base.execute("BEGIN IMMEDIATE")
                yield base

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as problem:
            next_step = "Remove the file to start again." if isinstance(problem, sqlite3.DatabaseError) else ""
            raise StoreError(
                f"The {self.WHAT} in {self.path} cannot be used: {cause(problem)}. {next_step}".rstrip()
            ) from problem


class KeptFile(NamedTuple):
    """A file of a kept report: the digests of its lines when it was read, and how often each executable line ran."""

    report: int
    digests: bytes
    lines: Mapping[int, int]


class RanLines(NamedTuple):
    """The lines of a file that a test ran, by their numbers when the report was read."""

    report: int
    test: str
    lines: tuple[int, ...]


class Sourced(Protocol):
    """What was read of a file, whose path is its source."""

    @property
    def source(self) -> str:
        """The path of the file."""
        ...


T = TypeVar("T", bound=Sourced)


class KeptBySource(Beside, Generic[T]):
    """What was read of several files, one of each source: a row of `TABLE` tells it, those of `PARTS` lead there by `OWNER`."""

    KIND: type[T]
    TABLE = ""
    PARTS: tuple[str, ...] = ()
    OWNER = ""

    def told(self) -> tuple[T, ...]:
        """Return what is kept, ordered by source."""
        with self._reading() as base:
            rows = base.execute(f"SELECT told FROM {self.TABLE} ORDER BY source").fetchall()
        return tuple(read(self.KIND, json.loads(one)) for (one,) in rows)

    def forget(self, source: str) -> bool:
        """Remove what is kept of a source; tell whether there was something."""
        with self._writing() as base:
            return self._remove(base, source)

    def _replaced(self, base: sqlite3.Connection, one: T) -> int | None:
        """Put what is told of a source in the place of what was; return the number that its parts lead to."""
        self._remove(base, one.source)
        row = (one.source, json.dumps(plain(one)))
        return base.execute(f"INSERT INTO {self.TABLE} (source, told) VALUES (?, ?)", row).lastrowid

    def _remove(self, base: sqlite3.Connection, source: str) -> bool:
        found = base.execute(f"SELECT id FROM {self.TABLE} WHERE source = ?", (source,)).fetchone()
        if found is None:
            return False
        for part in self.PARTS:
            base.execute(f"DELETE FROM {part} WHERE {self.OWNER} = ?", found)
        base.execute(f"DELETE FROM {self.TABLE} WHERE id = ?", found)
        return True


class KeptReports(KeptBySource[CoverageReport]):
    """The reports beside one index; reading before any was kept finds none."""

    TABLES = _TABLES
    WHAT = "coverage reports"
    KIND = CoverageReport
    TABLE, PARTS, OWNER = "reports", ("files", "ran"), "report"

    def file(self, path: str) -> tuple[KeptFile, ...]:
        """Return what the reports say of a file, one for each that has it."""
        with self._reading() as base:
            rows = base.execute(
                "SELECT report, digests, lines, hits FROM files WHERE path = ? ORDER BY report", (path,)
            ).fetchall()
        return tuple(
            KeptFile(report, old, dict(zip(_numbers(lines), _numbers(hits), strict=True))) for report, old, lines, hits in rows
        )

    def paths(self) -> tuple[str, ...]:
        """Return the files that the reports have, by path."""
        with self._reading() as base:
            return tuple(path for (path,) in base.execute("SELECT DISTINCT path FROM files ORDER BY path"))

    def ran(self, path: str) -> tuple[RanLines, ...]:
        """Return which tests ran which lines of a file, by name of the test."""
        said = "SELECT report, name, lines FROM ran JOIN tests ON id = test WHERE path = ? ORDER BY name, report"
        with self._reading() as base:
            rows = base.execute(said, (path,)).fetchall()
        return tuple(RanLines(report, name, tuple(_numbers(lines))) for report, name, lines in rows)

    def sizes(self) -> Mapping[str, int]:
        """Return how many files each test ran lines of, by its name."""
        said = "SELECT name, count(DISTINCT path) FROM ran JOIN tests ON id = test GROUP BY name ORDER BY name"
        with self._reading() as base:
            return dict(base.execute(said).fetchall())

    def keep(self, report: CoverageReport, files: Iterable[FileHits], digests: Mapping[str, bytes]) -> None:
        """Keep a report in place of the one of the same source; its files stand under their paths in the index."""
        with self._writing() as base:
            number = self._replaced(base, report)
            tests = dict(base.execute("SELECT name, id FROM tests"))
            for file in files:
                lines, hits = _packed(file.lines), _packed(file.lines.values())
                base.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?)", (number, file.path, digests[file.path], lines, hits))
                for name, ran in sorted(file.tests.items()):
                    if name not in tests:
                        tests[name] = base.execute("INSERT INTO tests (name) VALUES (?)", (name,)).lastrowid
                    base.execute("INSERT INTO ran VALUES (?, ?, ?, ?)", (number, file.path, tests[name], _packed(sorted(ran))))

    def _remove(self, base: sqlite3.Connection, source: str) -> bool:
        removed = super()._remove(base, source)
        if removed:
            base.execute("DELETE FROM tests WHERE id NOT IN (SELECT test FROM ran)")
        return removed


def _packed(numbers: Iterable[int]) -> bytes:
    return array("I", (min(number, 0xFFFFFFFF) for number in numbers)).tobytes()


def _numbers(packed: bytes) -> array[int]:
    return array("I", packed)
