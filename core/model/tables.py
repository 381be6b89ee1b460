"""The tables of a catalog, a public surface: columns may be added, not renamed."""

from __future__ import annotations

from typing import NamedTuple

from core.vocabulary import DATA

SCHEMA_VERSION = 5
"""Raised when an index of an earlier version can no longer be read."""


class CatalogTable(NamedTuple):
    """A table: what a row is, and its columns with their types."""

    note: str
    columns: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(name for name, _ in self.columns)


TEXT, NUMBER, REAL, TRUTH, JSON, TEXTS = "VARCHAR", "INTEGER", "DOUBLE", "BOOLEAN", "JSON", "VARCHAR[]"

TABLES: dict[str, CatalogTable] = {
    "units": CatalogTable(
        "one row per unit, ordered by key",
        (
            ("key", TEXT), ("type", TEXT), ("identifier", TEXT), ("name", TEXT), ("namespace", TEXT), ("language", TEXT),
            ("file_path", TEXT), ("start_line", NUMBER), ("end_line", NUMBER), ("signature", TEXT), ("parent", TEXT),
            ("is_test", TRUTH), ("origin", TEXT), ("docstring", TEXT), ("source_code", TEXT), ("source_hash", TEXT),
            ("metadata", JSON), ("spans", JSON),
        ),
    ),
    "relations": CatalogTable(
        "one row per mention of a unit by another, or of a column (`reads`, `writes`), by source, target, kind, file and line",
        (
            ("source", TEXT), ("target", TEXT), ("kind", TEXT), ("file_path", TEXT), ("line", NUMBER),
            ("certainty", TEXT), ("origin", TEXT), ("via", TEXT),
        ),
    ),
    "facts": CatalogTable(
        "one row per thing that a unit declares: associations, validations, columns …",
        (
            ("unit_key", TEXT), ("kind", TEXT), ("name", TEXT), ("file_path", TEXT), ("line", NUMBER),
            ("certainty", TEXT), ("via", TEXT), ("details", JSON),
        ),
    ),
    "chunks": CatalogTable(
        "one row per text that is embedded, ordered by unit and line",
        (
            ("id", TEXT), ("unit_key", TEXT), ("kind", TEXT), ("start_line", NUMBER), ("end_line", NUMBER),
            ("text", TEXT), ("tokens", NUMBER), ("text_hash", TEXT),
        ),
    ),
    "documents": CatalogTable(
        "one row per unit, ordered by key: the words of its lexical document with spaces between, a digest of what made them",
        (("unit_key", TEXT), ("words", TEXT), ("made_of", TEXT)),
    ),
    "history": CatalogTable(
        "what git knows of a unit, ordered by key",
        (
            ("unit_key", TEXT), ("commits_total", NUMBER), ("commits_90", NUMBER), ("commits_365", NUMBER),
            ("last_change", TEXT), ("authors", TEXTS), ("change_frequency", TEXT),
        ),
    ),
    "metrics": CatalogTable(
        "one row per unit, ordered by key",
        (("unit_key", TEXT), ("pagerank", REAL), ("fan_in", REAL), ("fan_out", REAL), ("complexity", REAL), ("lines", REAL)),
    ),
    "problems": CatalogTable(
        "one row per file, or part of one, that was not read as it should have been",
        (("file_path", TEXT), ("status", TEXT), ("reason", TEXT), ("line", NUMBER), ("count", NUMBER)),
    ),
    "tallies": CatalogTable(
        "references counted by language and outcome",
        (("language", TEXT), ("outcome", TEXT), ("count", NUMBER)),
    ),
    "unresolved": CatalogTable(
        "examples of references that were not resolved",
        (("number", NUMBER), ("details", JSON)),
    ),
    "runs": CatalogTable(
        "one row per time that the index was built, oldest first",
        (
            ("generation", NUMBER), ("built_at", TEXT), ("git_sha", TEXT), ("git_branch", TEXT), ("dirty", TRUTH),
            ("units", NUMBER), ("relations", NUMBER), ("chunks", NUMBER), ("seconds", REAL),
        ),
    ),
}  # fmt: skip

BETWEEN_UNITS = f"(kind NOT IN ({', '.join(repr(kind) for kind in sorted(DATA))}))"
"""The condition that a row of `relations` relates units, and no unit to a column."""
