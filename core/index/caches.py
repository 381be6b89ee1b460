"""What would be computed again without need: facts of unchanged files and vectors of unchanged texts, in SQLite files.

Nothing here is ever needed: a damaged cache is replaced by an empty one, with a line in the log.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from core.errors import StoreError, cause, next_step

if TYPE_CHECKING:
    from core.ports import Vectors

_log = logging.getLogger(__name__)
_KEPT_RUNS = 10  # an entry that so many runs did not ask for goes: switching between branches costs nothing twice
_KEPT_TIMES = 4  # a vector is 1.5 kB; texts of other branches and of the last days stay
_VARIABLES = 500  # per statement; SQLite may be built with a limit of 999
_LEAVINGS = "CREATE TABLE IF NOT EXISTS left_behind (name TEXT PRIMARY KEY, value BLOB)"
_STATE = "state"
_ROOM = "Free some disk space, or set ORIENTEER_HOME."
_WAIT = 30.0  # seconds for another process that writes a batch


class FactsFile:
    """A `FactsCache` in one file; entries that no run has asked for in a long time are deleted by `close`.

    One that asks only for a `part` of the files says nothing of the others, and does not count as a run.
    """

    def __init__(self, path: Path, *, part: bool = False) -> None:
        self._connection = _opened(path, "CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, value BLOB, run INTEGER)")
        self._path = path
        with _told(path):
            self._run = (not part) + (self._connection.execute("SELECT max(run) FROM facts").fetchone()[0] or 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the bytes of the known keys."""
        found: dict[str, bytes] = {}
        with _told(self._path), self._connection:
            for some in _slices(keys):
                marks = ",".join("?" * len(some))
                found.update(self._connection.execute(f"SELECT key, value FROM facts WHERE key IN ({marks})", some))
                self._connection.execute(f"UPDATE facts SET run = ? WHERE key IN ({marks})", [self._run, *some])
        return found

    def put(self, entries: Mapping[str, bytes]) -> None:
        """Store bytes by key."""
        rows = [(key, value, self._run) for key, value in entries.items()]
        with _told(self._path), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        """Delete what has not been asked for lately and close the file."""
        with _told(self._path), self._connection:
            self._connection.execute("DELETE FROM facts WHERE run <= ?", [self._run - _KEPT_RUNS])
        self._connection.close()


class VectorsFile:
    """Vectors by the name of the embedder and the hash of the text; each `put` is kept whatever happens afterwards."""

    def __init__(self, path: Path, embedder: str) -> None:
        self._connection = _opened(
            path, "CREATE TABLE IF NOT EXISTS vectors (embedder TEXT, hash TEXT, vector BLOB, PRIMARY KEY (embedder, hash))"
        )
        self._path = path
        self._embedder = embedder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def missing(self, hashes: Sequence[str]) -> list[str]:
        """Return the hashes without a vector, in order and each once."""
        known: set[str] = set()
        with _told(self._path):
            for some in _slices(hashes):
                known.update(row[0] for row in self._select("hash", some))
        return [hash_ for hash_ in dict.fromkeys(hashes) if hash_ not in known]

    def get(self, hashes: Sequence[str]) -> dict[str, Vectors]:
        """Return the vectors of the known hashes."""
        import numpy as np

        found: dict[str, Vectors] = {}
        with _told(self._path):
            for some in _slices(hashes):
                found.update((hash_, np.frombuffer(blob, dtype="<f4")) for hash_, blob in self._select("hash, vector", some))
        return found

    def put(self, hashes: Sequence[str], vectors: Vectors) -> None:
        """Store one vector per hash."""
        rows = [(self._embedder, hash_, row.astype("<f4").tobytes()) for hash_, row in zip(hashes, vectors, strict=True)]
        with _told(self._path), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def forget(self, needed: Set[str]) -> None:
        """Delete the vectors that are not needed when they have become many times more than those that are."""
        with _told(self._path), self._connection:
            rows = self._connection.execute("SELECT hash FROM vectors WHERE embedder = ?", [self._embedder]).fetchall()
            if len(rows) > _KEPT_TIMES * max(len(needed), 1000):
                unused = [(self._embedder, row[0]) for row in rows if row[0] not in needed]
                self._connection.executemany("DELETE FROM vectors WHERE embedder = ? AND hash = ?", unused)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _select(self, columns: str, hashes: Sequence[str]) -> list[tuple[Any, ...]]:
        marks = ",".join("?" * len(hashes))
        statement = f"SELECT {columns} FROM vectors WHERE embedder = ? AND hash IN ({marks})"
        return self._connection.execute(statement, [self._embedder, *hashes]).fetchall()


class LeavingsFile:
    """What linkers leave behind for the next run: bytes by name, all of one state, which is the fingerprint of a generation.

    Where it is missing, damaged or of another state, everything is linked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = _opened(path, _LEAVINGS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def state(self) -> str:
        """The state that everything belongs to; empty when there is none."""
        return self.get(_STATE).decode()

    def get(self, name: str) -> bytes:
        """Return what is kept by a name, nothing where that is unknown."""
        with _told(self._path):
            row = self._connection.execute("SELECT value FROM left_behind WHERE name = ?", [name]).fetchone()
        return row[0] if row else b""

    def begin(self, state: str, entries: Mapping[str, bytes]) -> None:
        """Forget everything and keep this."""
        with _told(self._path), self._connection:
            self._connection.execute("DELETE FROM left_behind")
            self._put(state, entries)

    def go_on(self, before: str, state: str, entries: Mapping[str, bytes]) -> None:
        """Keep this instead of what had the same names, and the rest for the new state; nothing when another has come since."""
        with _told(self._path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            if self.state == before:
                self._put(state, entries)

    def _put(self, state: str, entries: Mapping[str, bytes]) -> None:
        rows: Sequence[tuple[str, bytes]] = [*entries.items(), (_STATE, state.encode())]
        self._connection.executemany("INSERT OR REPLACE INTO left_behind VALUES (?, ?)", rows)


def _slices(values: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), _VARIABLES):
        yield values[start : start + _VARIABLES]


def _opened(path: Path, table: str) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _connected(path, table)
    except sqlite3.OperationalError as problem:
        raise StoreError(f"The cache {path} cannot be used: {cause(problem)}. {next_step(problem, _ROOM)}") from problem
    except sqlite3.DatabaseError as problem:
        _log.warning("The cache %s is damaged (%s); it starts again.", path, problem)
        for left in path.parent.glob(f"{path.name}*"):
            left.unlink()
        return _connected(path, table)
    except OSError as problem:
        raise StoreError(f"The cache {path} cannot be made: {cause(problem)}. {next_step(problem, _ROOM)}") from problem


def _connected(path: Path, table: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_WAIT)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")  # a power cut may lose the last batch, never the file
        connection.execute(table)
        connection.execute("PRAGMA quick_check(1)")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        step = next_step(problem, "Free some disk space, or delete this file.")
        raise StoreError(f"The cache {path} cannot be used: {cause(problem)}. {step}") from problem
