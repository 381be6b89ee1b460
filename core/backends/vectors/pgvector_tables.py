"""The tables of pgvector in SQL: which one a namespace has, how it is filled, compared and filtered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import psycopg
from pgvector import Vector
from psycopg import sql
from psycopg.types.json import Jsonb

from core.backends.vectors.servers import SECONDS
from core.ports import Condition, Metadata

INDEXED_DIMENSIONS = 2000  # of four bytes; above, the index has halves


SCHEMA = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE SCHEMA IF NOT EXISTS orienteer;
CREATE TABLE IF NOT EXISTS orienteer.vector_spaces (
    namespace text COLLATE "C" PRIMARY KEY, number int GENERATED ALWAYS AS IDENTITY, dimensions int NOT NULL
)"""


if TYPE_CHECKING:
    from psycopg.rows import TupleRow

    from core.ports import Vectors

BATCH = 2000
LEAST_VERSION = (0, 8)  # older ones stop looking after `ef_search` points, whether or not they hold the filter
BUILD = "SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '256MB'"
OPTIONS = f"-c statement_timeout={SECONDS}s -c hnsw.iterative_scan=relaxed_order"
NOTHING = sql.SQL("")


class PgTable(NamedTuple):
    """The table of a namespace."""

    name: sql.Identifier
    dimensions: int
    indexed: bool
    """Whether an HNSW index answers."""


def copy_points(one: psycopg.Cursor[TupleRow], table: PgTable, points: Sequence[tuple[str, Vectors, Metadata]]) -> None:
    """Insert points, or replace those whose id is known."""
    one.execute("CREATE TEMP TABLE arriving (id text, embedding vector, metadata jsonb) ON COMMIT DROP")
    with one.copy("COPY arriving (id, embedding, metadata) FROM STDIN WITH (FORMAT binary)") as copy:
        copy.set_types(["text", "vector", "jsonb"])
        for id_, vector, about in points:
            copy.write_row((id_, Vector(vector), Jsonb(dict(about))))
    replaced = "ON CONFLICT (id) DO UPDATE SET embedding = excluded.embedding, metadata = excluded.metadata"
    one.execute(sql.SQL(f"INSERT INTO {{}} SELECT id, embedding, metadata FROM arriving {replaced}").format(table.name))


def has_spaces(one: psycopg.Cursor[TupleRow]) -> bool:
    """Tell whether the database has ever been written."""
    row = one.execute("SELECT to_regclass('orienteer.vector_spaces')").fetchone()
    return row is not None and row[0] is not None


def table_of(one: psycopg.Cursor[TupleRow], namespace: str) -> PgTable | None:
    """Return the table of a namespace; None when it has none."""
    if not has_spaces(one):
        return None
    row = one.execute("SELECT number, dimensions FROM orienteer.vector_spaces WHERE namespace = %s", (namespace,)).fetchone()
    if row is None:
        return None
    name = f"points_{row[0]}"
    indexes = "SELECT 1 FROM pg_indexes WHERE schemaname = 'orienteer' AND tablename = %s AND indexdef LIKE '%%USING hnsw%%'"
    return PgTable(sql.Identifier("orienteer", name), row[1], one.execute(indexes, (name,)).fetchone() is not None)


def indexed_column(dimensions: int) -> tuple[sql.Composable, sql.SQL]:
    """Return what an HNSW index is made of, and how it compares."""
    if dimensions <= INDEXED_DIMENSIONS:
        return sql.SQL("embedding"), sql.SQL("vector_cosine_ops")
    return sql.SQL("(embedding::halfvec({}))").format(sql.Literal(dimensions)), sql.SQL("halfvec_cosine_ops")


def distance_in(table: PgTable) -> sql.Composable:
    """Return how far a point is from the vector asked for."""
    if not table.indexed or table.dimensions <= INDEXED_DIMENSIONS:
        return sql.SQL("embedding <=> %(vector)s")
    half = sql.SQL("halfvec({})").format(sql.Literal(table.dimensions))
    return sql.SQL("embedding::{} <=> %(vector)s::{}").format(half, half)


def all_holding(where: Sequence[Condition]) -> tuple[sql.Composable, dict[str, object]]:
    """Return the conditions as SQL, each after AND, and their values; names of fields stand in it, as in the index on one."""
    said: list[sql.Composable] = []
    values: dict[str, object] = {}
    for number, one in enumerate(where):
        field, name = sql.Literal(one.field), f"of_{number}"
        if one.least is None:
            said.append(sql.SQL(" AND metadata -> {} = ANY({}::jsonb[])").format(field, sql.Placeholder(name)))
            values[name] = [json.dumps(value) for value in one.values]
        else:
            held = "jsonb_typeof(metadata -> {0}) = 'number' THEN (metadata ->> {0})::float8 >= {1}"
            said.append(sql.SQL(f" AND CASE WHEN {held} ELSE false END").format(field, sql.Placeholder(name)))
            values[name] = one.least
    return sql.Composed(said), values


def as_numbers(vector: Vector) -> Vectors:
    """Return the numbers of a vector of the database."""
    numbers: Vectors = vector.to_numpy() if hasattr(vector, "to_numpy") else vector
    return numbers
