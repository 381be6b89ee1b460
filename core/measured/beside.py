"""An SQLite file beside an index, for what is kept with it and outlives its generations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from core.errors import StoreError, cause

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
