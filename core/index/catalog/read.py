"""Read a catalog from several threads at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import duckdb

from core.errors import SettingsError, StoreError
from core.index.catalog.schema import TABLES
from core.index.unit_texts import UnitTexts
from core.model import Chunk, CodeUnit, History, Manifest, Problem, Relation, Span, UnitHead
from core.ports import LinkRow, Metadata

if TYPE_CHECKING:
    import pandas as pd

_CONFIG = {
    "enable_external_access": False,  # a query reads this catalog, no other file, and writes none
    "python_enable_replacements": False,
    "lock_configuration": True,
    "threads": 2,
}
_HEAD = TABLES["units"].names[1:13]
_UNIT = TABLES["units"].names[1:]


class DuckCatalog:
    """One generation's catalog, open read-only; each call has a cursor of its own, since shared ones mix up results."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.manifest = manifest
        try:
            self._connection = duckdb.connect(str(path), read_only=True, config=_CONFIG)
        except duckdb.Error as problem:
            message = f"The catalog {path} cannot be read: {problem}. Run: orienteer index {manifest.root} --full"
            raise StoreError(message) from problem

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def heads(self) -> tuple[UnitHead, ...]:
        """Return all units without text and facts, ordered by key."""
        rows = self.rows(f"SELECT {_listed(_HEAD)} FROM units ORDER BY key")
        return tuple(UnitHead(*row) for row in rows)

    def units(self, keys: Sequence[str]) -> list[CodeUnit]:
        """Return the units in the order of the keys; unknown keys are left out."""
        rows = self.rows(f"SELECT key, {_listed(_UNIT)} FROM units WHERE key IN (SELECT unnest(?))", [list(keys)])
        found = {row[0]: _unit(row[1:]) for row in rows}
        return [found[key] for key in keys if key in found]

    def source_codes(self, places: Sequence[int]) -> dict[int, str]:
        """Return the text of the units at these places of `heads()`, by place; the table is written in the order of keys."""
        return dict(self.rows("SELECT rowid, source_code FROM units WHERE rowid IN (SELECT unnest(?))", [list(places)]))

    def relations(self) -> tuple[Relation, ...]:
        """Return all relations, ordered by source, target, kind, file and line."""
        return tuple(Relation(*row) for row in self.rows(f"SELECT * FROM relations ORDER BY {_listed(_RELATION_ORDER)}"))

    def chunks(self, keys: Sequence[str]) -> list[Chunk]:
        """Return the chunks of these units, in the order of the keys, then as they stand in the unit."""
        rows = self.rows("SELECT * FROM chunks WHERE unit_key IN (SELECT unnest(?)) ORDER BY rowid", [list(keys)])
        found: dict[str, list[Chunk]] = {}
        for row in rows:
            found.setdefault(row[1], []).append(Chunk(*row))
        return [chunk for key in dict.fromkeys(keys) for chunk in found.get(key, ())]

    def histories(self) -> Mapping[str, History]:
        """Return what git knows, by unit key."""
        rows = self.rows("SELECT * FROM history ORDER BY unit_key")
        return {
            key: History(key, total, in_90, in_365, last, tuple(authors), change)
            for key, total, in_90, in_365, last, authors, change in rows
        }

    def metrics(self) -> Mapping[str, Mapping[str, float]]:
        """Return by unit key: pagerank, fan_in, fan_out, complexity, lines."""
        names = TABLES["metrics"].names[1:]
        rows = self.rows(f"SELECT unit_key, {_listed(names)} FROM metrics ORDER BY unit_key")
        return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}

    def documents(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return unit keys and, in the same order, the tokens of their lexical documents."""
        keys = [key for (key,) in self.rows("SELECT unit_key FROM documents ORDER BY unit_key")]
        return keys, _Documents(lambda: self.rows("SELECT words FROM documents ORDER BY unit_key"), len(keys))

    def made(self) -> dict[str, UnitTexts]:
        """Return what was made of each unit, by its key."""
        rows = self.rows("SELECT unit_key, made_of, words FROM documents")
        found = {key: UnitTexts(made_of, words) for key, made_of, words in rows}
        for row in self.rows("SELECT * FROM chunks ORDER BY rowid"):
            found[row[1]].chunks.append(Chunk(*row))
        return found

    def chunk_hashes(self) -> dict[str, str]:
        """Return the text hash of every chunk by chunk id, in the order of the catalog."""
        return dict(self.rows("SELECT id, text_hash FROM chunks ORDER BY rowid"))

    def points(self) -> dict[str, Metadata]:
        """Return what a store of vectors is told of each chunk, by its id; importance in tenths, so that few change."""
        names = ("type", "language", "file", "namespace", "is_test", "change_frequency", "importance")
        rows = self.rows(
            "WITH ranked AS (SELECT unit_key, dense_rank() OVER (ORDER BY pagerank) - 1 AS place FROM metrics) "
            "SELECT c.id, u.type, u.language, u.file_path, u.namespace, u.is_test, coalesce(h.change_frequency, 'unknown'), "
            "coalesce(round(r.place / greatest(1, (SELECT max(place) FROM ranked)), 1), 0.0) "
            "FROM chunks c JOIN units u ON u.key = c.unit_key LEFT JOIN history h ON h.unit_key = u.key "
            "LEFT JOIN ranked r ON r.unit_key = u.key"
        )
        index = {"repository": self.manifest.name}
        return {id_: {**index, **dict(zip(names, values, strict=True))} for id_, *values in rows}

    def texts(self, hashes: Sequence[str]) -> dict[str, str]:
        """Return the chunk texts with these hashes, by hash."""
        statement = "SELECT text_hash, any_value(text) FROM chunks WHERE text_hash IN (SELECT unnest(?)) GROUP BY text_hash"
        return dict(self.rows(statement, [list(hashes)]))

    def links(self) -> list[LinkRow]:
        """Return source, target, kind, file, line and certainty of all relations; the table is written in their order."""
        return self.rows("SELECT source, target, kind, file_path, line, certainty FROM relations ORDER BY rowid")

    def hashes(self) -> dict[str, str]:
        """Return the digest of the text of each unit but folders, by key."""
        return dict(self.rows("SELECT key, source_hash FROM units WHERE type <> 'folder'"))

    def file_hashes(self) -> dict[str, str]:
        """Return the digest of the text of each file, by path."""
        return dict(self.rows("SELECT file_path, source_hash FROM units WHERE type = 'file'"))

    def file_texts(self, word: str = "") -> list[tuple[str, str, str]]:
        """Return path, language and text of the files, by path; with a word only of those in whose text it stands."""
        statement = "SELECT file_path, language, source_code FROM units WHERE type = 'file' {} ORDER BY 1"
        return self.rows(statement.format("AND contains(source_code, ?)" if word else ""), [word] if word else [])

    def unresolved(self) -> list[dict[str, Any]]:
        """Return the references that were not resolved and kept as examples, in the order in which they were found."""
        return [json.loads(details) for (details,) in self.rows("SELECT details FROM unresolved ORDER BY number")]

    def unresolved_names(self, path: str, start: int, end: int) -> list[str]:
        """Return the names among them that lines of a file hold, each once, ordered."""
        rows = self.rows(
            "SELECT DISTINCT details->>'name' AS name FROM unresolved WHERE details->>'file_path' = ? "
            "AND CAST(details->>'line' AS INTEGER) BETWEEN ? AND ? AND details->>'name' IS NOT NULL ORDER BY name",
            [path, start, end],
        )
        return [name for (name,) in rows]

    def chunk_units(self) -> list[tuple[str, str]]:
        """Return the id and the unit of every chunk, in the order of the catalog."""
        return self.rows("SELECT id, unit_key FROM chunks ORDER BY rowid")

    def told_units(self) -> int:
        """Return how many units but folders have a text or a docstring."""
        told = "trim(source_code) <> '' OR trim(docstring) <> ''"
        return int(self.rows(f"SELECT count(*) FROM units WHERE type <> 'folder' AND ({told})")[0][0])

    def problems(self) -> tuple[Problem, ...]:
        """Return what was skipped, repaired or only partly read, by file and line."""
        rows = self.rows("SELECT file_path, status, reason, line FROM problems ORDER BY file_path, line, status, reason")
        return tuple(Problem(*row) for row in rows)

    def runs(self) -> list[tuple[Any, ...]]:
        """Return the rows of `runs`, oldest first."""
        return self.rows("SELECT * FROM runs ORDER BY generation")

    def sql(self, statement: str, parameters: Sequence[Any] = ()) -> pd.DataFrame:
        """Return the rows of a read-only query over the documented tables; raises `SettingsError` for one that fails."""
        try:
            with self._connection.cursor() as cursor:
                frame: pd.DataFrame = cursor.execute(statement, list(parameters)).fetchdf()
                return frame
        except duckdb.Error as problem:
            known = ", ".join(TABLES)
            raise SettingsError(f"The query cannot be answered: {problem}\nThe tables are: {known}.") from problem

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows as tuples, without pandas, whose import takes most of a second; `StoreError` for a damaged file."""
        try:
            with self._connection.cursor() as cursor:
                rows: list[tuple[Any, ...]] = cursor.execute(statement, list(parameters)).fetchall()
                return rows
        except duckdb.Error as problem:
            message = f"The catalog of '{self.manifest.name}' is damaged: {problem}. "
            raise StoreError(f"{message}Run: orienteer index {self.manifest.root} --full") from problem


class _Documents(Sequence[Sequence[str]]):
    """Token lists that are read when the first is asked for: most callers want the keys only."""

    def __init__(self, read: Callable[[], list[tuple[Any, ...]]], count: int) -> None:
        self._read = read
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Sequence[str]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Sequence[str]]: ...

    def __getitem__(self, place: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        return self._words[place]

    @cached_property
    def _words(self) -> list[list[str]]:
        return [words.split(" ") if words else [] for (words,) in self._read()]


_RELATION_ORDER = ("source", "target", "kind", "file_path", "line")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _unit(row: Sequence[Any]) -> CodeUnit:
    (
        type_, identifier, name, namespace, language, file_path, start, end, signature, parent, is_test, origin,
        docstring, source_code, source_hash, metadata, spans,
    ) = row  # fmt: skip
    return CodeUnit(
        type_, identifier, name, namespace, language, file_path, start, end, source_code, docstring, signature, parent,
        json.loads(metadata), source_hash, origin, is_test, tuple(Span(*span) for span in json.loads(spans)),
    )  # fmt: skip
