"""Coverage reports that are kept beside an index, in one SQLite file; a report of the same path takes the place of the last.

reports   what was read, when, at which commit
files     per report and file: the digests of its lines when it was read, executable lines and counts, packed
tests     the names of tests
ran       per report, test and file: the lines that the test ran, packed
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from core.errors import StoreError
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


class KeptReports:
    """The reports beside one index; reading before any was kept finds none."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def reports(self) -> tuple[CoverageReport, ...]:
        """Return what is kept, ordered by source."""
        with self._reading() as base:
            told = base.execute("SELECT told FROM reports ORDER BY source").fetchall()
        return tuple(read(CoverageReport, json.loads(one)) for (one,) in told)

    def file(self, path: str) -> tuple[KeptFile, ...]:
        """Return what the reports say of a file, one for each that has it."""
        with self._reading() as base:
            rows = base.execute(
                "SELECT report, digests, lines, hits FROM files WHERE path = ? ORDER BY report", (path,)
            ).fetchall()
        return tuple(
            KeptFile(report, old, dict(zip(_numbers(lines), _numbers(hits), strict=True))) for report, old, lines, hits in rows
        )

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
        told = json.dumps(plain(report))
        with self._writing() as base:
            self._remove(base, report.source)
            number = base.execute("INSERT INTO reports (source, told) VALUES (?, ?)", (report.source, told)).lastrowid
            tests = dict(base.execute("SELECT name, id FROM tests"))
            for file in files:
                lines, hits = _packed(file.lines), _packed(file.lines.values())
                base.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?)", (number, file.path, digests[file.path], lines, hits))
                for name, ran in sorted(file.tests.items()):
                    if name not in tests:
                        tests[name] = base.execute("INSERT INTO tests (name) VALUES (?)", (name,)).lastrowid
                    base.execute("INSERT INTO ran VALUES (?, ?, ?, ?)", (number, file.path, tests[name], _packed(sorted(ran))))

    def forget(self, source: str) -> bool:
        """Remove the report of a source; tell whether there was one."""
        with self._writing() as base:
            return self._remove(base, source)

    @staticmethod
    def _remove(base: sqlite3.Connection, source: str) -> bool:
        found = base.execute("SELECT id FROM reports WHERE source = ?", (source,)).fetchone()
        if found is None:
            return False
        for table in ("files", "ran"):
            base.execute(f"DELETE FROM {table} WHERE report = ?", found)
        base.execute("DELETE FROM reports WHERE id = ?", found)
        base.execute("DELETE FROM tests WHERE id NOT IN (SELECT test FROM ran)")
        return True

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open what is kept; before anything is, the same tables without a row."""
        there = self.path.is_file()
        with (
            self._told(),
            _closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro" if there else ":memory:", uri=there)) as base,
        ):
            if not there:
                base.executescript(_TABLES)
            yield base

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._told():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _closing(sqlite3.connect(self.path, timeout=_WAIT)) as base, base:
                base.executescript(_TABLES)
                base.execute("BEGIN IMMEDIATE")
                yield base

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as problem:
            next_step = "Remove the file to begin anew." if isinstance(problem, sqlite3.DatabaseError) else ""
            raise StoreError(
                f"The coverage reports in {self.path} cannot be used: {problem}. {next_step}".rstrip()
            ) from problem


@contextmanager
def _closing(base: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield base
    finally:
        base.close()


def _packed(numbers: Iterable[int]) -> bytes:
    return array("I", (min(number, 0xFFFFFFFF) for number in numbers)).tobytes()


def _numbers(packed: bytes) -> array[int]:
    return array("I", packed)
