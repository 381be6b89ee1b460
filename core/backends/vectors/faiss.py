"""Vectors in FAISS, and what is known of them in SQLite: one HNSW graph for code, one for markdown, one for other texts.

A graph forgets nothing. A point that is dropped or replaced stays in it, unseen, until a fifth of the graph is such points;
then it is built again from the vectors in SQLite. A filter that few points hold is answered by comparing all of these.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from core.backends.vectors.folders import FolderStore, folder_of, unusable
from core.backends.vectors.servers import nearest_first, other_dimensions, parts
from core.ports import Condition, Metadata, StoreAddress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.ports import Vectors

_SEARCH_WIDTH = 32
_COMPARED = 20_000
"""Points that hold a filter are all compared up to this number."""
_UNSEEN = 0.2
_BATCH = 2000
_POINTS = "points.sqlite"
_SOURCES = ("code", "markdown", "text")
_OWN_COLUMNS = ("repository", "type")  # each with an index that answers a filter without reading points
_SCHEMA = """
CREATE TABLE IF NOT EXISTS points (
    id TEXT PRIMARY KEY, source TEXT NOT NULL, place INTEGER NOT NULL, vector BLOB NOT NULL, metadata TEXT NOT NULL,
    repository, type
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS places ON points (source, place);
CREATE INDEX IF NOT EXISTS repositories ON points (source, repository, place);
CREATE INDEX IF NOT EXISTS types ON points (source, type, place)"""
_faiss = import_module("faiss")
_NEIGHBOURS, _BUILD_WIDTH = 32, 64


class FaissVectors(FolderStore):
    """One folder; graphs are written when the store is closed."""

    shared = False

    def __init__(self, address: StoreAddress) -> None:
        self._directory = folder_of(address, "FAISS")
        self._lock = RLock()
        self._forget()

    def _forget(self) -> None:
        self._opened: sqlite3.Connection | None = None
        self._graphs: dict[str, FaissGraph] = {}
        self._changed: set[str] = set()

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        rows = np.ascontiguousarray(vectors, dtype=np.float32)
        about = metadata or [{}] * len(ids)
        last = {id_: place for place, id_ in enumerate(ids)}  # of an id that comes twice
        with self._told(), self._lock:
            database = self._made()
            before = self._of("SELECT id, source FROM points WHERE id IN (SELECT value FROM json_each(?))", list(last))
            self._changed.update(source for _, source in before)
            for source in _SOURCES:
                mine = [place for place in sorted(last.values()) if _source(about[place]) == source]
                if not mine:
                    continue
                graph = self._graph(source, rows.shape[1])
                assert graph is not None  # of so many dimensions it is made
                first = graph.ntotal
                graph.add(rows[mine])
                self._changed.add(source)
                database.executemany(
                    "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        (ids[place], source, first + number, rows[place].tobytes(), *_told_of(about[place]))
                        for number, place in enumerate(mine)
                    ),
                )
            database.commit()

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        known = self.metadata(list(ids))
        moved = [(id_, about) for id_, about in zip(ids, metadata, strict=True) if id_ in known]
        vectors = self.get([id_ for id_, about in moved if _source(about) != _source(known[id_])])
        if vectors:
            there = [(id_, about) for id_, about in moved if id_ in vectors]
            self.put([id_ for id_, _ in there], np.stack([vectors[id_] for id_, _ in there]), [about for _, about in there])
        with self._told(), self._lock:
            if moved:
                said = ((*_told_of(about), id_) for id_, about in moved)
                self._made().executemany("UPDATE points SET metadata = ?, repository = ?, type = ? WHERE id = ?", said)
                self._made().commit()

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        self._delete("id IN (SELECT value FROM json_each(?))", [json.dumps(list(ids))])

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        self._delete(*_holding(where))

    def _delete(self, held: str, values: Sequence[str | float]) -> None:
        with self._told(), self._lock:
            if self._database is not None:
                gone = self._database.execute(f"DELETE FROM points WHERE {held} RETURNING source", values).fetchall()
                self._database.commit()
                self._changed.update(source for (source,) in gone)

    def count(self) -> int:
        """Return how many points are stored."""
        with self._told():
            return sum(count for (count,) in self._rows("SELECT count(*) FROM points"))

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time, in order."""
        after: str | None = None
        while True:
            with self._told():
                rows = self._rows("SELECT id FROM points WHERE ? IS NULL OR id > ? ORDER BY id LIMIT ?", (after, after, size))
            if not rows:
                return
            yield [id_ for (id_,) in rows]
            after = rows[-1][0]

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        with self._told():
            rows = self._of("SELECT id, vector FROM points WHERE id IN (SELECT value FROM json_each(?))", ids)
            return {id_: np.frombuffer(vector, dtype=np.float32) for id_, vector in rows}

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        with self._told():
            rows = self._of("SELECT id, metadata FROM points WHERE id IN (SELECT value FROM json_each(?))", ids)
            return {id_: json.loads(about) for id_, about in rows}

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        wanted = np.ascontiguousarray(vector, dtype=np.float32)[None]
        found: list[tuple[str, float]] = []
        with self._told(), self._lock:
            for source in _SOURCES:
                found.extend(self._nearest_of(source, wanted, limit, where))
        return nearest_first(found)[:limit]

    def _nearest_of(self, source: str, wanted: Vectors, limit: int, where: Sequence[Condition]) -> list[tuple[str, float]]:
        held, values = _holding(where)
        graph = self._graph(source)
        living = self._rows("SELECT count(*) FROM points WHERE source = ?", (source,))
        if graph is None or not living or not living[0][0]:
            return []
        all_of_them = not where and living[0][0] == graph.ntotal
        rows = [] if all_of_them else self._rows(f"SELECT place FROM points WHERE source = ? AND {held}", (source, *values))
        seen = np.array([place for (place,) in rows], dtype=np.int64)
        if not all_of_them and not len(seen):
            return []
        if where and len(seen) <= _COMPARED:
            similarities = graph.reconstruct_batch(seen) @ wanted[0]
            # ties at the end are not cut by their places: those of an id are not in the order of ids
            best = np.flatnonzero(similarities >= np.partition(similarities, -min(limit, len(seen)))[-min(limit, len(seen))])
            places, scores = seen[best], similarities[best]
        else:
            how = searching(max(_SEARCH_WIDTH, 2 * limit), None if all_of_them else seen)
            found = graph.search(wanted, min(limit, graph.ntotal), params=how)
            places, scores = found[1][0], found[0][0]
        by_place = {int(place): float(score) for place, score in zip(places, scores, strict=True) if place >= 0}
        named = self._rows(
            "SELECT id, place FROM points WHERE source = ? AND place IN (SELECT value FROM json_each(?))",
            (source, json.dumps(list(by_place))),
        )
        return [(id_, by_place[place]) for id_, place in named]

    def close(self) -> None:
        """Write the graphs, built again where they hold too much that is gone, and let go of the files."""
        with self._told(), self._lock:
            for source in sorted(self._changed):
                self._write(source)
        self._let_go()

    def _write(self, source: str) -> None:
        graph, path = self._graph(source), self._path(source)
        if graph is None or self._database is None:
            return
        living = self._rows("SELECT count(*) FROM points WHERE source = ?", (source,))[0][0]
        if not living:
            path.unlink(missing_ok=True)
            return
        if graph.ntotal - living > _UNSEEN * graph.ntotal:
            rows = self._rows("SELECT id, vector FROM points WHERE source = ? ORDER BY id", (source,))
            graph = empty_graph(graph.d)
            graph.add(np.stack([np.frombuffer(vector, dtype=np.float32) for _, vector in rows]))
            # first out of the way of each other: two points of a graph are never at one place
            self._database.execute("UPDATE points SET place = -1 - place WHERE source = ?", (source,))
            places = ((place, id_) for place, (id_, _) in enumerate(rows))
            self._database.executemany("UPDATE points SET place = ? WHERE id = ?", places)
            self._database.commit()
        write_graph(graph, path)

    def _let_go(self) -> None:
        if self._opened is not None:
            self._opened.close()
        self._forget()

    @property
    def _database(self) -> sqlite3.Connection | None:
        """The points, None where nothing was written yet."""
        if self._opened is None and self._directory.is_dir() and any(self._directory.iterdir()):
            path = self._directory / _POINTS
            if not path.is_file():
                raise sqlite3.DatabaseError(f"{_POINTS} is missing")
            self._opened = sqlite3.connect(path, check_same_thread=False)
        return self._opened

    def _made(self) -> sqlite3.Connection:
        if self._database is None:
            self._directory.mkdir(parents=True, exist_ok=True)
            self._opened = sqlite3.connect(self._directory / _POINTS, check_same_thread=False)
            self._opened.executescript(_SCHEMA)
        assert self._opened is not None
        return self._opened

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        with self._lock:
            return [] if self._database is None else self._database.execute(statement, values).fetchall()

    def _of(self, statement: str, ids: Sequence[str]) -> Iterator[Any]:
        for part in parts(len(ids), _BATCH):
            yield from self._rows(statement, (json.dumps(list(ids[part])),))

    def _path(self, source: str) -> Path:
        return self._directory / f"{source}.faiss"

    def _graph(self, source: str, dimensions: int = 0) -> FaissGraph | None:
        """Return the graph of a source, an empty one of so many dimensions, or None, where nothing was written yet."""
        if source not in self._graphs:
            path = self._path(source)
            if path.is_file():
                self._graphs[source] = read_graph(path)
            elif dimensions:
                self._graphs[source] = empty_graph(dimensions)
        graph = self._graphs.get(source)
        if graph is not None and dimensions and graph.d != dimensions:
            raise other_dimensions(str(self._directory), graph.d, dimensions)
        return graph

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, RuntimeError, OSError, ValueError) as problem:
            reason = str(problem).strip().splitlines()[-1] if str(problem).strip() else type(problem).__name__
            raise unusable(self._directory, problem, reason) from problem


def _source(metadata: Metadata) -> str:
    language = metadata.get("language", "code")
    return "markdown" if language == "markdown" else "text" if language in ("", "text") else "code"


def _told_of(metadata: Metadata) -> tuple[object, ...]:
    """Return what is known of a point as JSON, and what has columns of its own."""
    return json.dumps(dict(metadata)), *(metadata.get(name) for name in _OWN_COLUMNS)


def _holding(where: Sequence[Condition]) -> tuple[str, list[str | float]]:
    """Return the conditions as SQL, and its values."""
    said: list[str] = ["true"]
    values: list[str | float] = []
    for one in where:
        place = "metadata, '$.{}'".format(json.dumps(one.field).replace("'", "''"))
        value = one.field if one.field in _OWN_COLUMNS else f"json_extract({place})"
        if one.least is None:
            said.append(f"{value} IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(one.values))
        else:
            said.append(f"json_type({place}) IN ('integer', 'real') AND json_extract({place}) >= ?")
            values.append(one.least)
    return " AND ".join(said), values


class FaissGraph(Protocol):
    """An `IndexHNSWFlat`; its `hnsw` is C++ that Python sees through."""

    d: int
    ntotal: int
    hnsw: Any

    def add(self, vectors: Vectors) -> None:
        """Add vectors behind those that are there."""

    def reconstruct_batch(self, places: NDArray[np.int64]) -> Vectors:
        """Return the vectors at these places."""

    def search(self, vectors: Vectors, limit: int, params: object) -> tuple[Vectors, Vectors]:
        """Return similarities and places of what is nearest to each vector."""


def empty_graph(dimensions: int) -> FaissGraph:
    """Return a graph for vectors of this length that compares by their inner product."""
    graph: FaissGraph = _faiss.IndexHNSWFlat(dimensions, _NEIGHBOURS, _faiss.METRIC_INNER_PRODUCT)
    graph.hnsw.efConstruction = _BUILD_WIDTH
    return graph


def read_graph(path: Path) -> FaissGraph:
    """Return the graph of a file; raises `RuntimeError` when it is none."""
    graph: FaissGraph = _faiss.read_index(str(path))
    return graph


def write_graph(graph: FaissGraph, path: Path) -> None:
    """Write a graph into a file; raises `RuntimeError` when that cannot be."""
    _faiss.write_index(graph, str(path))


def searching(width: int, among: NDArray[np.int64] | None) -> object:
    """Return how a graph is searched: with how many points in view, and among which places; among all for None."""
    how = _faiss.SearchParametersHNSW(efSearch=width)
    if among is not None:
        how.sel = _faiss.IDSelectorBatch(among)
    return how
