"""Compare the tables that the files describe with those of the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.model import CodeUnit, unit_key
from core.model.facts import texts_in
from core.probe.compare import BOTH, RUNTIME_ONLY, STATIC_ONLY, Trust, compare, labelled
from core.probe.read import Probe, Row
from core.probe.seen import Kind, Seen, seen
from core.probe.values import FactDifference, default_difference

_ALSO: Mapping[str, frozenset[str]] = {
    "integer": frozenset(("int", "int4")),
    "bigint": frozenset(("int8", "bigserial")),
    "smallint": frozenset(("int2",)),
    "decimal": frozenset(("numeric",)),
    "numeric": frozenset(("decimal",)),
    "timestamp": frozenset(("datetime",)),
    "timestamptz": frozenset(("datetime", "timestamp")),
    "string": frozenset(("varchar", "character varying")),
    "boolean": frozenset(("bool", "tinyint")),
    "binary": frozenset(("blob", "bytea")),
    "float": frozenset(("double", "double precision", "real")),
    "text": frozenset(("mediumtext", "longtext", "tinytext")),
    "datetime": frozenset(("timestamp",)),
    "date": frozenset(),
    "time": frozenset(),
    "json": frozenset(),
    "jsonb": frozenset(("json",)),
    "uuid": frozenset(),
}
"""Types of columns as a schema writes them, with other names for them; types that are not here are not compared."""

_WHOLE_NUMBERS = frozenset(("integer", "bigint", "smallint"))


def merge_tables(units: Mapping[str, CodeUnit], probe: Probe, trust: Trust) -> dict[str, CodeUnit]:
    """Return the tables, and the models that repeat their columns, as compared with those of the database."""
    if not probe.tables:
        return {}
    rows = {str(row.get("name")): row for row in probe.tables}
    tables = {unit.identifier: unit for unit in units.values() if unit.type == "table"}
    changed: dict[str, CodeUnit] = {}
    for name, row in rows.items():
        trust.add("tables", BOTH if name in tables else RUNTIME_ONLY)
        if name in tables:
            unit = compare(tables[name], _with_place(row, tables[name], probe), _KINDS, trust).unit
            changed[unit.key] = labelled(unit)
        else:
            trust.add("columns", RUNTIME_ONLY, len(row.get("columns") or ()))
    for name, unit in tables.items():
        if name not in rows:
            trust.add("tables", STATIC_ONLY)
            changed[unit.key] = labelled(unit, found=False)
    return {**changed, **_models(units, changed)}


def _with_place(row: Row, table: CodeUnit, probe: Probe) -> Row:
    """Return the row with what its columns need: the place of the table, and whether all whole numbers are one type."""
    place: Row = {"file": table.file_path, "line": table.start_line}
    shared: Row = {"declared_at": place, "adapter": probe.adapter}

    def placed(rows: Sequence[Row] | None) -> list[Row]:
        return [{**one, **shared} for one in rows or ()]

    columns, indexes, keys = placed(row.get("columns")), placed(row.get("indexes")), placed(row.get("foreign_keys"))
    return {**row, "columns": columns, "indexes": indexes, "foreign_keys": keys}


def _models(units: Mapping[str, CodeUnit], tables: Mapping[str, CodeUnit]) -> dict[str, CodeUnit]:
    changed = {}
    for unit in units.values():
        table = tables.get(unit_key("table", str(unit.metadata.get("table"))))
        if table and unit.metadata.get("columns"):
            metadata = {**unit.metadata, **{key: table.metadata[key] for key in ("columns", "indexes") if key in unit.metadata}}
            changed[unit.key] = replace(unit, metadata=metadata)
    return changed


def _columns(row: Row) -> Iterator[Seen]:
    for one in row.get("columns") or ():
        fact = {
            "name": str(one.get("name")),
            "kind": str(one.get("type")),
            "null": one.get("null"),
            "default": one.get("default"),
        }
        yield seen((str(one.get("name")),), fact, one)


def _column_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    row, kind = found.row, str(fact.get("kind"))
    differences = [] if _same_type(fact, row) else [FactDifference("type", kind, row.get("sql_type") or row.get("type"))]
    if isinstance(fact.get("null"), bool) and isinstance(row.get("null"), bool) and fact["null"] != row["null"]:
        differences.append(FactDifference("null", fact["null"], row["null"]))
    if "default" in fact and (default := default_difference(kind, fact["default"], row.get("default"))):
        differences.append(default)
    return differences


def _same_type(fact: Mapping[str, object], row: Row) -> bool:
    kind = str(fact.get("kind"))
    type_, sql = str(row.get("type") or "").lower(), str(row.get("sql_type") or "").lower().partition("(")[0].strip()
    if kind not in _ALSO or not type_:
        return True  # of one side it is not known
    names = {kind, *_ALSO[kind]}
    if kind in _WHOLE_NUMBERS and row.get("adapter") == "SQLite":
        return type_ == "integer"  # it has one type for all of them
    if kind in _WHOLE_NUMBERS and sql and not fact.get("limit"):
        return sql in names
    return type_ in names or sql in names


def _indexes(row: Row) -> Iterator[Seen]:
    for one in row.get("indexes") or ():
        columns = one.get("columns")
        listed = [str(name) for name in columns] if isinstance(columns, list) else [str(columns)]
        fact = {
            "name": str(one.get("name")),
            "columns": listed,
            "unique": bool(one.get("unique")),
            "where": one.get("where") or "",
        }
        yield seen((",".join(listed),), fact, one, news=isinstance(columns, list))


def _index_words(fact: Mapping[str, object]) -> tuple[str, ...]:
    return (",".join(str(name) for name in texts_in(fact, "columns")),)


def _index_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    one, other = bool(fact.get("unique")), bool(found.fact["unique"])
    return [] if one == other else [FactDifference("unique", one, other)]


def _foreign_keys(row: Row) -> Iterator[Seen]:
    for one in row.get("foreign_keys") or ():
        column, table = str(one.get("column")), str(one.get("to_table"))
        yield seen((column, table), {"name": column, "column": column, "to_table": table}, one)


def _key_words(fact: Mapping[str, object]) -> tuple[str, ...]:
    return str(fact.get("column")), str(fact.get("to_table"))


_KINDS = (
    Kind("columns", "columns", "columns", _columns, differences=_column_differences),
    Kind("indexes", "indexes", "indexes", _indexes, _index_words, _index_differences),
    Kind("foreign keys", "foreign_keys", "foreign_keys", _foreign_keys, _key_words),
)
