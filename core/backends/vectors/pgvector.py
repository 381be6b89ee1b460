"""Vectors in PostgreSQL with pgvector: one table per namespace, in the schema `orienteer`.

Up to 20,000 points are compared exactly. Above that, an HNSW index answers and continues until enough points match the filter
(pgvector 0.8). If the filter selects one repository among many, PostgreSQL's planner may use a B-tree and compare that
repository exactly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, LiteralString, TypeVar

import numpy as np
import psycopg
from pgvector import Vector
from pgvector.psycopg import register_vector
from psycopg import sql

from core.backends.vectors import pgvector_tables as pg
from core.backends.vectors.servers import Asking, nearest_first, other_dimensions, parts, server_of
from core.errors import StoreError
from core.ports import Condition, Metadata, StoreAddress
from core.settings import vectors_key

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

    from core.ports import Vectors

COMPARED = 20_000
"""Points up to this number are all compared with a question."""
_Result = TypeVar("_Result")


class PgVectors:
    """One namespace; a connection is made when it is first needed, and again when it was lost."""

    shared = True

    def __init__(self, address: StoreAddress) -> None:
        self._at = server_of(address, "pgvector", ("postgresql", "postgres"), "postgresql://user@localhost:5432/vectors")
        self._namespace = address.namespace
        self._asking = Asking(self._at, (psycopg.OperationalError, psycopg.InterfaceError), (psycopg.Error,))
        self._lock = RLock()
        self._connection: psycopg.Connection[TupleRow] | None = None
        self._found: pg.PgTable | None = None
        self._written = False

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        if not len(ids):
            return
        rows, about = np.asarray(vectors, dtype=np.float32), metadata or [{}] * len(ids)
        last = {id_: place for place, id_ in enumerate(ids)}  # a statement may touch a row once
        places = sorted(last.values())
        table = self._asked(lambda one: self._table(one) or self._made(one, rows.shape[1]))
        if table.dimensions != rows.shape[1]:
            raise other_dimensions(f"{self._at} ({self._namespace})", table.dimensions, rows.shape[1])
        for part in parts(len(places), pg.BATCH):
            some = places[part]
            self._asked(partial(pg.copy_points, table=table, points=[(ids[i], rows[i], about[i]) for i in some]))
        self._written = True

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        said = [json.dumps(dict(about)) for about in metadata]
        statement = (
            "UPDATE {} AS t SET metadata = n.about::jsonb FROM unnest(%s::text[], %s::text[]) AS n(id, about) WHERE t.id = n.id"
        )
        for part in parts(len(ids), pg.BATCH):
            self._rows(statement, (list(ids[part]), said[part]))

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), pg.BATCH):
            self._rows("DELETE FROM {} WHERE id = ANY(%s)", (list(ids[part]),))

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        held, values = pg.all_holding(where)
        self._rows("DELETE FROM {} WHERE true", values, held)

    def count(self) -> int:
        """Return how many points are stored."""
        rows = self._rows("SELECT count(*) FROM {}")
        return int(rows[0][0]) if rows else 0

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time, in order."""
        after = ""
        while rows := self._rows("SELECT id FROM {} WHERE id > %s ORDER BY id LIMIT %s", (after, size)):
            page = [id_ for (id_,) in rows]
            yield page
            after = page[-1]

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        found: dict[str, Vectors] = {}
        for part in parts(len(ids), pg.BATCH):
            rows = self._rows("SELECT id, embedding FROM {} WHERE id = ANY(%s)", (list(ids[part]),))
            found.update((id_, np.asarray(pg.as_numbers(vector), dtype=np.float32)) for id_, vector in rows)
        return found

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        found: dict[str, Metadata] = {}
        for part in parts(len(ids), pg.BATCH):
            found.update(self._rows("SELECT id, metadata FROM {} WHERE id = ANY(%s)", (list(ids[part]),)))
        return found

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        wanted = Vector(np.asarray(vector, dtype=np.float32))

        def asked(one: psycopg.Cursor[TupleRow]) -> list[TupleRow]:
            table = self._table(one)
            if table is None:
                return []
            distance = pg.distance_in(table)
            # by id as well only where all are compared: an index gives distances alone in order
            order = sql.SQL("distance") if table.indexed else sql.SQL("distance, id")
            held, values = pg.all_holding(where)
            statement = sql.SQL("SELECT id, {} AS distance FROM {} WHERE true{} ORDER BY {} LIMIT %(limit)s").format(
                distance, table.name, held, order
            )
            if table.indexed:  # with 200 for 200 the index misses one of seven
                one.execute("SELECT set_config('hnsw.ef_search', %s, true)", (str(min(1000, max(200, 2 * limit))),))
            rows: list[TupleRow] = one.execute(statement, {"vector": wanted, "limit": limit, **values}).fetchall()
            return rows

        pairs = [(id_, 1.0 - float(distance)) for id_, distance in self._asked(asked)]
        return nearest_first(pairs)

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""

        def asked(one: psycopg.Cursor[TupleRow]) -> list[str]:
            if not pg.has_spaces(one):
                return []
            return [
                name for (name,) in one.execute("SELECT namespace FROM orienteer.vector_spaces ORDER BY namespace").fetchall()
            ]

        return self._asked(asked)

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, if it exists, and nothing else; that one stays as it is."""

        def asked(one: psycopg.Cursor[TupleRow]) -> None:
            self._forget(one)
            other = pg.table_of(one, namespace)
            if other is not None:
                made = self._made(one, other.dimensions)
                one.execute(sql.SQL("INSERT INTO {} SELECT id, embedding, metadata FROM {}").format(made.name, other.name))

        self._asked(asked)
        self._written = True

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""
        self._asked(self._forget)
        self._disconnect()

    def close(self) -> None:
        """Make the index over very many points, and let go of the connection."""
        if self._written:
            self._asked(self._finish)
        self._disconnect()

    def _finish(self, one: psycopg.Cursor[TupleRow]) -> None:
        table = self._table(one)
        if table is None:
            return
        one.execute(pg.BUILD)
        points = one.execute(sql.SQL("SELECT count(*) FROM {}").format(table.name)).fetchone()
        if points is not None and points[0] > COMPARED and not table.indexed:
            column, kind = pg.indexed_column(table.dimensions)
            statement = sql.SQL("CREATE INDEX ON {} USING hnsw ({} {}) WITH (m = 16, ef_construction = 64)")
            one.execute(statement.format(table.name, column, kind))
        one.execute(sql.SQL("ANALYZE {}").format(table.name))
        self._found, self._written = None, False

    def _forget(self, one: psycopg.Cursor[TupleRow]) -> None:
        table = pg.table_of(one, self._namespace)
        if table is not None:
            one.execute(sql.SQL("DROP TABLE {}").format(table.name))
            one.execute("DELETE FROM orienteer.vector_spaces WHERE namespace = %s", (self._namespace,))
        self._found = None

    def _table(self, one: psycopg.Cursor[TupleRow]) -> pg.PgTable | None:
        if self._found is None:
            self._found = pg.table_of(one, self._namespace)
        return self._found

    def _made(self, one: psycopg.Cursor[TupleRow], dimensions: int) -> pg.PgTable:
        """Return the table of the namespace, made now; of two writers one makes it."""
        one.execute("SELECT pg_advisory_xact_lock(hashtext('orienteer.vector_spaces'))")
        one.execute(pg.SCHEMA)
        self._prepare(one.connection)
        there = pg.table_of(one, self._namespace)
        if there is None:
            number = one.execute(
                "INSERT INTO orienteer.vector_spaces (namespace, dimensions) VALUES (%s, %s) RETURNING number",
                (self._namespace, dimensions),
            ).fetchone()
            assert number is not None
            there = pg.PgTable(sql.Identifier("orienteer", f"points_{number[0]}"), dimensions, indexed=False)
            made = 'CREATE TABLE {} (id text COLLATE "C" PRIMARY KEY, embedding vector({}) NOT NULL, metadata jsonb NOT NULL)'
            one.execute(sql.SQL(made).format(there.name, sql.Literal(dimensions)))
            one.execute(sql.SQL("CREATE INDEX ON {} ((metadata -> 'repository'))").format(there.name))
        self._found = there
        return there

    def version(self) -> str:
        """Return what server and extension are; raises `StoreError` with the next step when the extension is not there."""

        def asked(one: psycopg.Cursor[TupleRow]) -> str:
            row = one.execute(
                "SELECT current_setting('server_version'), default_version, installed_version, "
                "current_setting('is_superuser') = 'on' FROM (SELECT 1) AS any_row "
                "LEFT JOIN pg_available_extensions ON name = 'vector'"
            ).fetchone()
            assert row is not None
            server, here, installed, may = row
            if here is None:
                message = f"PostgreSQL {server} at {self._at} has no pgvector."
                raise StoreError(f"{message} Install 0.8 or newer there (Debian: postgresql-{server.split('.')[0]}-pgvector).")
            if installed is None and not may:
                message = f"The database at {self._at} lacks the extension 'vector', and its user may not create it."
                raise StoreError(f"{message} Have a superuser run there: CREATE EXTENSION vector")
            return f"PostgreSQL {server}, pgvector {installed or here}"

        return self._asked(asked)

    def _rows(
        self, statement: LiteralString, values: Sequence[object] | dict[str, object] = (), more: sql.Composable = pg.NOTHING
    ) -> list[TupleRow]:
        """Return the rows of a statement with the table at `{}`, and none where there is no table."""

        def asked(one: psycopg.Cursor[TupleRow]) -> list[TupleRow]:
            table = self._table(one)
            if table is None:
                return []
            one.execute(sql.SQL(statement).format(table.name) + more, values)
            return one.fetchall() if one.description else []

        return self._asked(asked)

    def _asked(self, request: Callable[[psycopg.Cursor[TupleRow]], _Result]) -> _Result:
        """Return what a request finds in a transaction of its own."""

        def once() -> _Result:
            with self._lock:
                if self._connection is None:
                    self._connection = self._connected()
                with self._connection.transaction(), self._connection.cursor() as one:
                    return request(one)

        with self._lock:
            return self._asking(once, self._disconnect)

    def _connected(self) -> psycopg.Connection[TupleRow]:
        connection = psycopg.connect(
            self._at, password=vectors_key(self._at), connect_timeout=5, options=pg.OPTIONS, autocommit=True
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: psycopg.Connection[TupleRow]) -> None:
        """Teach the connection the type of vectors, where the database knows it yet."""
        row = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
        if row is None:
            return
        if tuple(map(int, row[0].split(".")[:2])) < pg.LEAST_VERSION:
            raise StoreError(f"{self._at} has pgvector {row[0]}; 0.8 or newer is required. Update that extension.")
        register_vector(connection)

    def _disconnect(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection, self._found = None, None
