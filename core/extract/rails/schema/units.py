"""Tables as units of the index, and the relations that their foreign keys make."""

from __future__ import annotations

from core.extract.rails.schema.table import Table, Tables
from core.extract.repository import Repository
from core.model import CodeUnit, Relation, unit_key

_SIGNATURE_COLUMNS = 12  # more would fill a line of a list


def table_units(tables: Tables, repository: Repository) -> list[CodeUnit]:
    """Return one unit of type `table` per table, by name; its lines are those that create it, later changes are in `spans`."""
    return [_unit(table, tables.source, repository) for table in tables.tables.values()]


def _unit(table: Table, source: str, repository: Repository) -> CodeUnit:
    span = table.span
    shown = ", ".join(f"{column.name} {column.type}" for column in table.columns[:_SIGNATURE_COLUMNS])
    more = len(table.columns) - _SIGNATURE_COLUMNS
    return CodeUnit(
        type="table",
        identifier=table.name,
        name=table.name,
        language="sql" if span.file_path.endswith(".sql") else "ruby",
        file_path=span.file_path,
        start_line=span.start_line,
        end_line=span.end_line,
        source_code=repository.lines(span.file_path, span.start_line, span.end_line),
        docstring=table.comment,
        signature=f"{table.name}({shown}{f', {more} more' if more > 0 else ''})",
        metadata=table_facts(table, source),
        spans=(span, *table.changes) if table.changes else (),
    )


def table_facts(table: Table, source: str) -> dict[str, object]:
    """Return the columns, indexes and foreign keys of a table as facts, and where they were read."""
    return {
        "source": source,
        "primary_key": list(table.primary_key),
        "columns": [
            {
                "name": column.name, "kind": column.type, "null": column.null, "default": column.default,
                **({"sql_type": column.sql_type} if column.sql_type else {}), "file_path": column.file_path,
                "line": column.line, "certainty": "expanded" if column.via else "declared", "via": column.via,
            }
            for column in table.columns
        ],
        "indexes": [
            {
                "name": index.name, "columns": list(index.columns), "unique": index.unique, "where": index.where,
                "file_path": index.file_path, "line": index.line, "certainty": "declared", "via": "",
            }
            for index in table.indexes
        ],
        "foreign_keys": [
            {
                "name": key.name or key.column, "column": key.column, "to_table": key.to_table,
                "file_path": key.file_path, "line": key.line, "certainty": "declared", "via": "",
            }
            for key in table.foreign_keys
        ],
    }  # fmt: skip


def table_relations(tables: Tables) -> list[Relation]:
    """Return `foreign_key` from every table to the tables its constraints point at, as far as those are known."""
    return [
        Relation(unit_key("table", table.name), unit_key("table", key.to_table), "foreign_key", key.file_path, key.line)
        for table in tables.tables.values()
        for key in table.foreign_keys
        if key.to_table in tables.tables
    ]
