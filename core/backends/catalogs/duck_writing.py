"""Write a catalog of DuckDB, table by table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from core.backends.catalogs.values import storable
from core.errors import StoreError, cause, next_step
from core.model.tables import NUMBER, REAL, TABLES, TEXTS, TRUTH
from core.ports import Row, WriteTables
from core.runtime.batches import batched

_BATCH = 8_192  # rows that DuckDB takes, compresses and writes together: of its usual 122,880 it keeps all texts until then
CONFIG = {"threads": 1}  # more take longer in sum and are not sooner ready
_TYPES: Mapping[str, type[np.generic]] = {"BIGINT": np.int64, NUMBER: np.int32, REAL: np.float64, TRUTH: np.bool_}

REFUSED = (duckdb.IOException, duckdb.TransactionException, duckdb.FatalException)
"""What a full disk is told as: the second where it is met in a commit, the third in a checkpoint."""


@contextmanager
def duck_writer(path: Path) -> Iterator[WriteTables]:
    """Create the file and give what writes tables into it; raises `StoreError` when it cannot be written."""
    try:
        with duckdb.connect(config=CONFIG) as connection:
            place = str(path).replace("'", "''")
            connection.execute(f"ATTACH '{place}' AS catalog (ROW_GROUP_SIZE {_BATCH})")
            connection.execute("USE catalog")
            yield partial(_write_tables, connection)
    except REFUSED as problem:
        raise StoreError(
            f"The catalog {path} cannot be written: {cause(problem)}. The previous index is unchanged. "
            f"{next_step(problem, 'Free some disk space.')}"
        ) from problem


def _write_tables(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Iterable[Row]]) -> None:
    for name, rows in tables.items():
        connection.execute("BEGIN")
        write_rows(connection, name, rows)
        connection.execute("COMMIT")
    connection.execute("CHECKPOINT catalog")
    connection.execute("SET memory_limit = '1MB'")  # lets go of what has been written, which nobody reads here
    connection.execute("RESET memory_limit")


def write_rows(connection: duckdb.DuckDBPyConnection, name: str, rows: Iterable[Row]) -> None:
    """Create a table with these rows."""
    declared = ", ".join(f'"{column}" {type_}' for column, type_ in TABLES[name].columns)
    connection.execute(f"CREATE TABLE {name} ({declared})")
    for some in batched(rows, _BATCH):
        _insert(connection, name, some)


def _insert(connection: duckdb.DuckDBPyConnection, name: str, rows: Sequence[Row]) -> None:
    columns = TABLES[name].columns
    with incoming(connection, columns, rows):
        connection.execute(f"INSERT INTO {name} SELECT {', '.join(selected(*column) for column in columns)} FROM incoming")


@contextmanager
def incoming(connection: duckdb.DuckDBPyConnection, columns: Sequence[tuple[str, str]], rows: Sequence[Row]) -> Iterator[None]:
    """Make rows of these columns known as the table `incoming` while the block runs; `selected` gives their values."""
    values = zip(*rows, strict=True) if rows else ((),) * len(columns)
    arrays = {column: _array(type_, row_values) for (column, type_), row_values in zip(columns, values, strict=True)}
    connection.register("incoming", arrays)
    yield
    connection.unregister("incoming")


def selected(column: str, type_: str) -> str:
    """Return the expression for a value of `incoming` as a value of its column."""
    if type_ == TEXTS:
        return f"""from_json(incoming."{column}", '["VARCHAR"]')"""
    return f'CAST(incoming."{column}" AS {type_})'


def _array(type_: str, values: Sequence[Any]) -> NDArray[np.generic]:
    if type_ in _TYPES:
        return np.array(values, dtype=_TYPES[type_])
    array = np.empty(len(values), dtype=object)
    array[:] = values if all(map(str.isascii, values)) else [one if one.isascii() else storable(one) for one in values]
    return array


def in_memory(tables: Mapping[str, Iterable[Row]]) -> duckdb.DuckDBPyConnection:
    """Return a database of these tables that no query can leave or change the settings of."""
    connection = duckdb.connect(config={"python_enable_replacements": False})
    for name, rows in tables.items():
        write_rows(connection, name, rows)
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection
