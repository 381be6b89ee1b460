"""Vectors in the tables of LanceDB, of which all are compared: code, readmes, crates and packages, and what modules say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple
from warnings import catch_warnings, simplefilter

import lancedb
import numpy as np
import pyarrow as pa

from core.backends.vectors.folders import FolderStore, folder_of, unusable
from core.backends.vectors.servers import nearest_first, other_dimensions, parts
from core.model import chunk_unit
from core.model.keys import is_key, split_key
from core.ports import ChunkText, Condition, Metadata, StoreAddress
from core.vocabulary import PROSE

if TYPE_CHECKING:
    from core.ports import Vectors

_BATCH = 2000
_Texts = Mapping[str, Mapping[str, object]]
"""Values by column and id."""

_FIELDS = {
    **dict.fromkeys(("repository", "type", "language", "file", "namespace", "change_frequency"), pa.string()),
    "is_test": pa.bool_(), "importance": pa.float64(),
}  # fmt: skip
"""What filters may ask for; `metadata` has all that is known, as JSON."""


class _Kind(NamedTuple):
    """What one table has: the types of its units, and its own names of columns."""

    types: frozenset[str]
    columns: dict[str, str]
    identifier: str = ""
    texts: Mapping[str, Callable[[ChunkText], object]] = {}


_OF_REPOSITORY = {"file": "file_path", "repository": "project_name"}
KINDS = {
    "readme_chunks": _Kind(PROSE, _OF_REPOSITORY, "", {"content": lambda one: one.text}),
    "crate_chunks": _Kind(
        frozenset({"crate", "package"}), {"file": "crate_path", "repository": "project_name"}, "crate_name",
        {"description": lambda one: one.description or None, "dependencies": lambda one: ", ".join(one.depends_on) or None},
    ),
    "module_doc_chunks": _Kind(
        frozenset({"module"}), _OF_REPOSITORY, "module_name", {"doc_content": lambda one: one.docstring or one.text}
    ),
    "code_chunks": _Kind(
        frozenset(), {**_OF_REPOSITORY, "type": "node_type"}, "identifier",
        {
            "code_content": lambda one: one.text, "start_line": lambda one: one.start_line,
            "docstring": lambda one: one.docstring or None,
        },
    ),
}  # fmt: skip
_TYPES = {"start_line": pa.uint64()}
UNTOLD = ChunkText("", 0, "")


def table_of(metadata: Metadata) -> str:
    """Return the table of a point; a module of Ruby is code, one of Python or Rust is a file that says what it holds."""
    type_ = metadata.get("type")
    if type_ == "module" and metadata.get("language") not in ("python", "rust"):
        return "code_chunks"
    return next((name for name, kind in KINDS.items() if type_ in kind.types), "code_chunks")


def rows_of(
    name: str, ids: Sequence[str], rows: Vectors, metadata: Sequence[Metadata], texts: Mapping[str, Sequence[object]]
) -> pa.Table:
    """Return points as a table of Arrow with the columns of one of the tables; the texts are given by column."""
    kind = KINDS[name]
    columns: dict[str, pa.Array] = {"id": pa.array(ids, pa.string())}
    if kind.identifier:
        columns[kind.identifier] = pa.array([_identifier(id_) for id_ in ids], pa.string())
    for field, type_ in _FIELDS.items():
        columns[kind.columns.get(field, field)] = pa.array([about.get(field) for about in metadata], type_)
    columns.update((column, pa.array(values, _TYPES.get(column, pa.string()))) for column, values in texts.items())
    columns["metadata"] = pa.array([json.dumps(dict(about)) for about in metadata], pa.string())
    columns["vector"] = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel(), pa.float32()), rows.shape[1])
    return pa.table(columns)


def _identifier(id_: str) -> str:
    key = chunk_unit(id_)
    return split_key(key)[1] if is_key(key) else key


def holding(name: str, where: Sequence[Condition]) -> str:
    """Return the conditions as SQL, empty without any; none holds for a field that no table has."""
    said = []
    for one in where:
        column = KINDS[name].columns.get(one.field, one.field)
        if one.field not in _FIELDS or (one.least is None and not one.values):
            said.append("false")
        elif one.least is not None:
            said.append(f"{column} >= {one.least!r}" if one.field == "importance" else "false")
        else:
            said.append(f"{column} IN ({', '.join(map(literal, one.values))})")
    return " AND ".join(said)


def literal(value: object) -> str:
    """Return a value as it is written in SQL."""
    if isinstance(value, str):
        quoted = value.replace("'", "''")
        return f"'{quoted}'"
    return str(value).lower() if isinstance(value, bool) else repr(value)


class LanceVectors(FolderStore):
    """One database in a folder of its own."""

    shared = False

    def __init__(self, address: StoreAddress) -> None:
        self._directory = folder_of(address, "LanceDB")
        self._lock = RLock()
        self._changed: set[str] = set()
        self._told_texts: dict[str, ChunkText] = {}

    def tell(self, texts: Mapping[str, ChunkText]) -> None:
        """Hear the texts of points that are put next, by id."""
        self._told_texts = dict(texts)

    @cached_property
    def _database(self) -> lancedb.DBConnection:
        with self._lock, self._told():
            return lancedb.connect(self._directory)

    @cached_property
    def _tables(self) -> dict[str, lancedb.table.Table]:
        """The tables that are there, by name."""
        with self._lock, self._told():
            if not self._directory.is_dir() or not any(self._directory.iterdir()):
                return {}
            names = set(self._database.list_tables().tables)
            if not names:
                raise ValueError("no table is there")
            return {name: self._database.open_table(name) for name in KINDS if name in names}

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        self._put(ids, vectors, metadata, {})

    def _put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None, stored: _Texts) -> None:
        rows, about = np.asarray(vectors, dtype=np.float32), metadata or [{}] * len(ids)
        last = {id_: place for place, id_ in enumerate(ids)}  # of an id that comes twice
        if self._tables:
            self.drop(list(last))
        for name in KINDS:
            mine = [place for place in sorted(last.values()) if table_of(about[place]) == name]
            if mine:
                names = [ids[place] for place in mine]
                arrow = rows_of(name, names, rows[mine], [about[place] for place in mine], self._texts_of(name, names, stored))
                with self._lock, self._told():
                    self._table(name, arrow.schema, rows.shape[1]).add(arrow)
                    self._changed.add(name)

    def _texts_of(self, name: str, ids: Sequence[str], stored: _Texts) -> dict[str, list[object]]:
        """Return the columns of texts: as they were told, else as they are stored."""
        found: dict[str, list[object]] = {}
        for column, taken in KINDS[name].texts.items():
            texts = stored.get(column, {})
            found[column] = [
                taken(self._told_texts[id_]) if id_ in self._told_texts else texts.get(id_, taken(UNTOLD)) for id_ in ids
            ]
        return found

    def _table(self, name: str, schema: pa.Schema, dimensions: int) -> lancedb.table.Table:
        if name not in self._tables:
            self._directory.mkdir(parents=True, exist_ok=True)
            self._tables[name] = self._database.create_table(name, schema=schema)
        had = self._tables[name].schema.field("vector").type.list_size
        if had != dimensions:
            raise other_dimensions(str(self._directory), had, dimensions)
        return self._tables[name]

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        about = dict(zip(ids, metadata, strict=True))
        vectors = self.get(list(about))
        if vectors:
            known = list(vectors)
            self._put(known, np.stack(list(vectors.values())), [about[id_] for id_ in known], self._stored_texts(known))

    def _stored_texts(self, ids: Sequence[str]) -> _Texts:
        found: dict[str, dict[str, object]] = {}
        for part in parts(len(ids), _BATCH):
            held = f"id IN ({', '.join(map(literal, ids[part]))})"
            for name, table in self._tables.items():
                columns = list(KINDS[name].texts)
                with self._told():
                    rows = table.search().where(held).select(["id", *columns]).limit(_BATCH).to_arrow()
                for column in columns:
                    found.setdefault(column, {}).update(zip(rows["id"].to_pylist(), rows[column].to_pylist(), strict=True))
        return found

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), _BATCH):
            self._delete(f"id IN ({', '.join(map(literal, ids[part]))})")

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        for name in list(self._tables):
            self._delete(holding(name, where) or "true", (name,))

    def _delete(self, held: str, names: Sequence[str] = tuple(KINDS)) -> None:
        for name in names:
            if name in self._tables:
                with self._lock, self._told():
                    self._tables[name].delete(held)
                    self._changed.add(name)

    def count(self) -> int:
        """Return how many points are stored."""
        with self._told():
            return sum(table.count_rows() for table in self._tables.values())

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        page: list[str] = []
        for table in self._tables.values():
            with self._told():
                ids = table.search().select(["id"]).limit(table.count_rows() or 1).to_arrow()["id"].to_pylist()
            for id_ in ids:
                page.append(id_)
                if len(page) == size:
                    yield page
                    page = []
        if page:
            yield page

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        found: dict[str, Vectors] = {}
        for rows in self._rows(ids, "vector"):
            matrix = rows["vector"].combine_chunks().flatten().to_numpy().reshape(len(rows), -1)
            found.update(zip(rows["id"].to_pylist(), matrix, strict=True))
        return found

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return {
            id_: json.loads(about)
            for rows in self._rows(ids, "metadata")
            for id_, about in zip(rows["id"].to_pylist(), rows["metadata"].to_pylist(), strict=True)
        }

    def _rows(self, ids: Sequence[str], column: str) -> Iterator[pa.Table]:
        for part in parts(len(ids), _BATCH):
            held = f"id IN ({', '.join(map(literal, ids[part]))})"
            for table in self._tables.values():
                with self._told():
                    rows = table.search().where(held).select(["id", column]).limit(_BATCH).to_arrow()
                if len(rows):
                    yield rows

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        wanted = np.asarray(vector, dtype=np.float32)
        found: list[tuple[str, float]] = []
        for name, table in self._tables.items():
            with self._told():
                query = table.search(wanted, vector_column_name="vector").distance_type("cosine").limit(limit)
                held = holding(name, where)
                rows = (query.where(held, prefilter=True) if held else query).select(["id", "_distance"]).to_arrow()
            distances = rows["_distance"].to_pylist()
            found.extend((id_, 1.0 - distance) for id_, distance in zip(rows["id"].to_pylist(), distances, strict=True))
        return nearest_first(found)[:limit]

    def close(self) -> None:
        """Make one version of the many that writing leaves, and let go of the files."""
        for name in sorted(self._changed):
            with self._told(), catch_warnings():
                simplefilter(
                    "ignore", UserWarning
                )  # that readers of older versions would fail: nobody reads a new namespace yet
                self._tables[name].optimize(cleanup_older_than=timedelta(0), delete_unverified=True)
        self._let_go()

    def _let_go(self) -> None:
        self._changed = set()
        for name in ("_tables", "_database"):
            self.__dict__.pop(name, None)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, ValueError, pa.ArrowException) as problem:
            reason = str(problem).strip().splitlines()[0] if str(problem).strip() else type(problem).__name__
            raise unusable(self._directory, problem, reason[:300]) from problem
