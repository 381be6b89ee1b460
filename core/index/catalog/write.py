"""Write a catalog, table by table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from core.errors import StoreError
from core.index.catalog.schema import NUMBER, REAL, TABLES, TEXTS, TRUTH
from core.index.outline import facts_of
from core.model import Chunk, CodeUnit, Extraction, History

Row = Sequence[Any]
# the columns of these tables are the fields of the values by name; dataclasses.astuple copies deeply: 20 times as slow
relation_row, chunk_row, _problem_row = (attrgetter(*TABLES[name].names) for name in ("relations", "chunks", "problems"))
_BATCH = 8_192  # rows that DuckDB takes, compresses and writes together: of its usual 122,880 it keeps all texts until then
CONFIG = {"threads": 1}  # more take longer in sum and are not sooner ready
_written = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
_TYPES: Mapping[str, Any] = {"BIGINT": np.int64, NUMBER: np.int32, REAL: np.float64, TRUTH: np.bool_}


def extracted_rows(
    extraction: Extraction, units: Iterable[Row], metrics: Mapping[str, Mapping[str, float]]
) -> dict[str, Iterable[Row]]:
    """Return the rows of the tables that say what was extracted; those of units (`unit_row`) must be ordered by key."""
    return {
        "units": units,
        "relations": map(relation_row, extraction.relations),
        "facts": (row for unit in extraction.units for row in fact_rows(unit)),
        "history": (_history_row(history) for history in extraction.history),
        "metrics": (metrics_row(key, values) for key, values in metrics.items()),
        "problems": map(_problem_row, extraction.problems),
        "tallies": tally_rows(extraction.tallies),
        "unresolved": listed_rows(extraction.listed),
    }


def metrics_row(key: str, values: Mapping[str, float]) -> Row:
    """Return the columns of the metrics of a unit."""
    return (key, *(values[name] for name in TABLES["metrics"].names[1:]))


def tally_rows(tallies: Mapping[str, Mapping[str, int]]) -> Sequence[Row]:
    """Return the rows of the counts of references."""
    return sorted((language, outcome, count) for language, outcomes in tallies.items() for outcome, count in outcomes.items())


def listed_rows(listed: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    """Yield the rows of the examples of what was not resolved."""
    return ((number, _encode(details)) for number, details in enumerate(listed))


def made_rows(documents: Iterable[Row], chunks: Iterable[Chunk], runs: Iterable[Row]) -> dict[str, Iterable[Row]]:
    """Return the rows of the other tables; documents and chunks must be ordered by key."""
    return {"documents": documents, "chunks": map(chunk_row, chunks), "runs": runs}


def write_catalog(path: Path, tables: Mapping[str, Iterable[Row]]) -> None:
    """Create the file with these rows; raises `StoreError` when it cannot be written."""
    with catalog_writer(path) as write:
        write(tables)


REFUSED = (duckdb.IOException, duckdb.TransactionException, duckdb.FatalException)
"""What a full disk is told as: the second where it is met in a commit, the third in a checkpoint."""


@contextmanager
def catalog_writer(path: Path) -> Iterator[Callable[[Mapping[str, Iterable[Row]]], None]]:
    """Create the file and give what writes tables into it; raises `StoreError` when it cannot be written."""
    try:
        with duckdb.connect(config=CONFIG) as connection:
            place = str(path).replace("'", "''")
            connection.execute(f"ATTACH '{place}' AS catalog (ROW_GROUP_SIZE {_BATCH})")
            connection.execute("USE catalog")
            yield partial(_write_tables, connection)
    except REFUSED as problem:
        raise StoreError(
            f"The catalog {path} cannot be written: {problem}. The index as it was before stands. Make room."
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
    for some in _batches(rows):
        _insert(connection, name, some)


def _batches(rows: Iterable[Row]) -> Iterator[Sequence[Row]]:
    left = iter(rows)
    while some := list(islice(left, _BATCH)):
        yield some


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


def _array(type_: str, values: Sequence[Any]) -> np.ndarray[Any, Any]:
    if type_ in _TYPES:
        return np.array(values, dtype=_TYPES[type_])
    array = np.empty(len(values), dtype=object)
    array[:] = values if all(map(str.isascii, values)) else [_storable(value) for value in values]
    return array


def _storable(text: str) -> str:
    """Return the text as UTF-8 can hold it: halves of surrogate pairs, which no file decodes to, become question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", errors="replace").decode("utf-8")
    return text


def _encode(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """Return the value as JSON; most are empty, for which the encoder takes as long as for short ones."""
    return _written(value) if value else "{}" if isinstance(value, Mapping) else "[]"


_encode_names = lru_cache(maxsize=50_000)(_encode)  # the authors of a file are those of all its units


def unit_row(unit: CodeUnit) -> Row:
    """Return the columns of a unit's row."""
    spans = [[span.file_path, span.start_line, span.end_line] for span in unit.spans]
    return (
        unit.key, unit.type, unit.identifier, unit.name, unit.namespace, unit.language, unit.file_path, unit.start_line,
        unit.end_line, unit.signature, unit.parent, unit.is_test, unit.origin, unit.docstring, unit.source_code,
        unit.source_hash, _encode(unit.metadata), _encode(spans),
    )  # fmt: skip


def fact_rows(unit: CodeUnit) -> Iterable[Row]:
    """Yield the rows of what a unit declares."""
    for fact in facts_of(unit):
        yield (
            unit.key, fact.kind, fact.name, fact.file_path, fact.line, fact.certainty, fact.via, _encode(fact.details)
        )  # fmt: skip


def _history_row(history: History) -> Row:
    return (
        history.unit_key, history.commits_total, history.commits_90, history.commits_365, history.last_change,
        _encode_names(history.authors), history.change_frequency,
    )  # fmt: skip
