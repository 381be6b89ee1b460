"""What the stages ask of a catalog: named questions, tables that are written whole, rows that are changed before they are read.

No statement of a query language passes here but in `Catalog.sql`, which a person writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.model import Chunk, CodeUnit, History, Manifest, Problem, Relation, UnitHead
from core.model.facts import UnitFacts
from core.ports.address import Metadata, StoreAddress

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

LinkRow = tuple[str, str, str, str, int, str]
"""Source, target, kind, file, line and certainty of a relation."""

Row = Sequence[object]
"""The values of a row in the order of the table's columns (`core.model.tables`); lists and mappings are written as JSON."""

WriteTables = Callable[[Mapping[str, Iterable[Row]]], None]
"""Creates tables by name and writes their rows, in their order."""


class ChunkText(NamedTuple):
    """The text of a chunk, where it begins, and what is said of its unit; `depends_on` are the names of a package's own."""

    text: str
    start_line: int
    docstring: str
    description: str = ""
    depends_on: tuple[str, ...] = ()


class Catalog(Protocol):
    """Reads one generation of an index; safe to share between threads. Unknown keys are left out of every answer."""

    manifest: Manifest

    def heads(self) -> tuple[UnitHead, ...]:
        """Return all units without text and facts, ordered by key."""

    def units(self, keys: Sequence[str]) -> list[CodeUnit]:
        """Return the units in the order of the keys."""

    def source_codes(self, places: Sequence[int]) -> dict[int, str]:
        """Return the text of the units at these places of `heads()`, by place: a tenth of the work of reading the units."""

    def docstrings(self, keys: Sequence[str]) -> dict[str, str]:
        """Return what is written of these units, by key; those of which nothing is are left out."""

    def facts(self, places: Sequence[int]) -> Mapping[int, UnitFacts]:
        """Return the facts of the units at these places of `heads()`, by place."""

    def relations(self) -> tuple[Relation, ...]:
        """Return all relations between units, ordered by source, target, kind, file and line."""

    def column_uses(self, columns: Sequence[str] = (), sources: Sequence[str] = ()) -> tuple[Relation, ...]:
        """Return what reads and writes these columns, by key, or what these units do; without either all of it.

        Ordered by target, file, line, kind and source.
        """

    def table_columns(self) -> list[tuple[str, str]]:
        """Return the key of the table and the name of every column."""

    def chunks(self, keys: Sequence[str]) -> list[Chunk]:
        """Return the chunks of these units, in the order of the keys, then of the lines."""

    def histories(self) -> Mapping[str, History]:
        """Return what git knows, by unit key."""

    def metrics(self) -> Mapping[str, Mapping[str, float]]:
        """Return by unit key: pagerank, fan_in, fan_out, complexity, lines."""

    def documents(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return unit keys and, in the same order, the tokens of their lexical documents."""

    def problems(self) -> tuple[Problem, ...]:
        """Return what was skipped, repaired or only partly read, by file and line."""

    def links(self) -> Iterable[LinkRow]:
        """Return source, target, kind, file, line and certainty of all relations, in the order of `relations()`."""

    def hashes(self) -> Mapping[str, str]:
        """Return the digest of the text of each unit but folders, by key."""

    def file_hashes(self) -> Mapping[str, str]:
        """Return the digest of the text of each file, by path."""

    def file_texts(self, words: Sequence[str] = ()) -> Iterable[tuple[str, str, str]]:
        """Return path, language and text of the files, by path; with words only of those in whose text one of them stands."""

    def unresolved(self) -> list[dict[str, object]]:
        """Return the references that were not resolved and kept as examples, in the order in which they were found."""

    def unresolved_names(self, path: str, start: int, end: int) -> list[str]:
        """Return the names among them that lines of a file hold, each once, ordered."""

    def chunk_units(self) -> list[tuple[str, str]]:
        """Return the id and the unit of every chunk, in the order of the catalog."""

    def told_units(self) -> int:
        """Return how many units but folders have a text or a docstring."""

    def units_in(self, path: str) -> list[CodeUnit]:
        """Return the units that stand in a file, or have facts, places or texts of it, folders not included, by key."""

    def relations_in(self, path: str) -> list[Relation]:
        """Return the relations that a file shows, ordered by source, target, kind and line."""

    def known(self, keys: Sequence[str]) -> set[str]:
        """Return which of the keys are those of units."""

    def heads_inside(self, keys: Sequence[str]) -> list[UnitHead]:
        """Return the units directly inside of these, in no certain order."""

    def has_problems(self, path: str) -> bool:
        """Tell whether a file was not read or linked whole."""

    def made_words(self) -> list[tuple[str, str, str]]:
        """Return the key of each unit, the digest of what its words were made of, and these, joined by spaces."""

    def all_chunks(self) -> list[Chunk]:
        """Return all chunks in the order of the catalog."""

    def chunk_hashes(self) -> dict[str, str]:
        """Return the text hash of every chunk by chunk id, in the order of the catalog."""

    def texts(self, hashes: Sequence[str]) -> dict[str, str]:
        """Return the chunk texts with these hashes, by hash."""

    def chunk_texts(self, ids: Sequence[str]) -> dict[str, ChunkText]:
        """Return the text of each of these chunks with what a reader of it wants to know, by id."""

    def points(self) -> dict[str, Metadata]:
        """Return what a store of vectors is told of each chunk, by its id; importance in tenths, so that few change."""

    def tables(self) -> Mapping[str, Iterable[Row]]:
        """Return the rows of every table by its name, as a writer takes them, read when they are asked for."""

    def runs(self) -> list[Row]:
        """Return the rows of `runs`, oldest first."""

    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a read-only query over the documented tables: what a person writes in a notebook."""

    def query(self, statement: str, most: int, seconds: float) -> list[dict[str, object]]:
        """Return at most so many rows of a read-only query; raises `SettingsError` for one that fails or takes longer."""

    def close(self) -> None:
        """Let go of files and connections; threads that are still reading get errors."""


class CatalogEditor(Protocol):
    """The tables of a catalog that only its writer knows yet; a place is the number of a row in its table, from 0."""

    def places(self, keys: Iterable[str]) -> dict[str, int]:
        """Return where units stand in the tables that have one row for each, by key."""

    def fact_places(self, key: str) -> list[int]:
        """Return where the facts of a unit stand, in their order."""

    def relation_places(self, path: str) -> list[int]:
        """Return where the relations of a file stand, in the order of all relations."""

    def chunk_ids(self) -> list[str]:
        """Return the ids of all chunks."""

    def relation_counts(self) -> tuple[int, int]:
        """Return how many relations there are between units, and how many lead to columns."""

    def kinds(self) -> list[tuple[str, bool]]:
        """Return the type of each unit in their order, and whether it is a test."""

    def edges(self) -> NDArray[np.int64]:
        """Return which units relate to which others, by their places, each pair once and in order."""

    def own_metrics(self) -> list[tuple[str, float, float]]:
        """Return key, complexity and lines of each unit in their order."""

    def replace_relations(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """Write the relations of files, by path, instead of those that they had."""

    def replace_chunks(self, keys: Sequence[str], rows: Sequence[Row]) -> None:
        """Write the chunks of units instead of those that they had."""

    def update(self, table: str, rows: Mapping[int, Row], names: Sequence[str] | None = None) -> None:
        """Write other values into rows, by their place in the table; only into the columns of these names if any are given."""

    def rewrite(self, table: str, rows: Iterable[Row]) -> None:
        """Write a table from these rows alone."""

    def append(self, table: str, row: Row) -> None:
        """Write a row behind all others."""


class CatalogStore(Protocol):
    """The catalog of one namespace; a backend is made with a `StoreAddress`, which reads and writes nothing yet.

    One that is being written is nobody else's: a reader finds it once the writer's block has ended without an error.
    """

    def reader(self, manifest: Manifest) -> Catalog:
        """Open it for reading by any number of threads; raises `StoreError` when it is damaged or not there."""

    def writer(self) -> AbstractContextManager[WriteTables]:
        """Create it and give what writes tables into it; raises `StoreError` when it cannot be written."""

    def editor(self, before: StoreAddress) -> AbstractContextManager[CatalogEditor]:
        """Begin as the catalog at another address and give what changes it; that one stays as it was."""

    def begin_as(self, before: StoreAddress) -> None:
        """Have what the catalog at another address has; neither changes afterwards, so that they may share it."""

    def namespaces(self) -> list[str]:
        """Return the namespaces at this address that have a catalog, whole or begun, ordered."""

    def erase(self) -> None:
        """Delete the catalog if there is one; what another namespace shares with it stays."""
