"""The questions that a catalog answers, in the SQL that databases have in common; what differs is said by each."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from core.backends.catalogs.values import HEAD, UNIT, LazyDocuments, listed, unit_of
from core.model import Chunk, CodeUnit, History, Manifest, Problem, Relation, UnitHead, split_repository
from core.model.facts import UnitFacts
from core.model.tables import BETWEEN_UNITS, TABLES, TEXTS
from core.ports import ChunkText, LinkRow, Metadata, Row

if TYPE_CHECKING:
    import pandas as pd


_RELATION, _CHUNK = (listed(TABLES[name].names) for name in ("relations", "chunks"))
_USE_ORDER = attrgetter("target", "file_path", "line", "kind", "source", "via")


def _as_json(texts: str | Sequence[str]) -> str:
    """Return a list as JSON, also when it comes so from a database that has no lists."""
    return texts if isinstance(texts, str) else json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def _member(key: str, path: str) -> str:
    """Return the member of a set that a unit belongs to."""
    return split_repository(key)[0] or path.partition("/")[0]


class SqlCatalog(ABC):
    """A `Catalog` over tables in a database; who is of this kind answers statements, and says how some things are written."""

    place: ClassVar[str]
    """The column with the place of a row in its table, from 0."""
    whole: ClassVar[str] = "CAST({} AS INTEGER)"
    """A text, `{}`, as a whole number."""
    holds: ClassVar[str]
    """Whether a column, `{}`, has a text in it, `?`."""
    inside: ClassVar[str]
    """The text of what a column of JSON, `{0}`, has under a name, `{1}`."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest

    @abstractmethod
    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement gives, truths as such; raises `StoreError` for a damaged catalog."""

    @abstractmethod
    def among(self, statement: str, values: Sequence[str] | Sequence[int]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in which `{}` stands for these values, be they ever so many."""

    def texts_in(self, value: str | Sequence[str]) -> tuple[str, ...]:
        """Return the texts that a column of texts holds."""
        return tuple(value)

    @abstractmethod
    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a read-only query over the documented tables; raises `SettingsError` for one that fails."""

    @abstractmethod
    def query(self, statement: str, most: int, seconds: float) -> list[dict[str, object]]:
        """Return at most so many rows of a read-only query; raises `SettingsError` for one that fails or takes longer."""

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections."""

    def heads(self) -> tuple[UnitHead, ...]:
        """Return all units without text and facts, ordered by key."""
        if self.manifest.members:
            rows = self.rows(f'SELECT {listed(HEAD)}, "key" FROM units ORDER BY {self.place}')
            return tuple(UnitHead(*(*row[:-1], split_repository(row[-1])[0])) for row in rows)
        rows = self.rows(f"SELECT {listed(HEAD)} FROM units ORDER BY {self.place}")
        return tuple(UnitHead(*row) for row in rows)

    def units(self, keys: Sequence[str]) -> list[CodeUnit]:
        """Return the units in the order of the keys; unknown keys are left out."""
        rows = self.among(f'SELECT "key", {listed(UNIT)} FROM units WHERE "key" IN {{}}', keys)
        found = {row[0]: unit_of(row[1:], split_repository(row[0])[0]) for row in rows}
        return [found[key] for key in keys if key in found]

    def source_codes(self, places: Sequence[int]) -> dict[int, str]:
        """Return the text of the units at these places of `heads()`, by place; the table is written in the order of keys."""
        return dict(self.among(f"SELECT {self.place}, source_code FROM units WHERE {self.place} IN {{}}", places))

    def docstrings(self, keys: Sequence[str]) -> dict[str, str]:
        """Return what is written of these units, by key; those of which nothing is are left out."""
        rows = self.among("""SELECT "key", docstring FROM units WHERE docstring <> '' AND "key" IN {}""", keys)
        return dict(rows)

    def facts(self, places: Sequence[int]) -> dict[int, UnitFacts]:
        """Return the facts of the units at these places of `heads()`, by place."""
        rows = self.among(f"SELECT {self.place}, metadata FROM units WHERE {self.place} IN {{}}", places)
        return {place: json.loads(metadata) for place, metadata in rows}

    def relations(self) -> tuple[Relation, ...]:
        """Return all relations between units, ordered by source, target, kind, file and line."""
        statement = f"SELECT {_RELATION} FROM relations WHERE {BETWEEN_UNITS} ORDER BY {self.place}"
        return tuple(Relation(*row) for row in self.rows(statement))

    def column_uses(self, columns: Sequence[str] = (), sources: Sequence[str] = ()) -> tuple[Relation, ...]:
        """Return what reads and writes these columns, by key, or what these units do; without either all of it.

        Ordered by target, file, line, kind and source.
        """
        statement = f"SELECT {_RELATION} FROM relations WHERE NOT {BETWEEN_UNITS}"
        if columns or sources:
            rows = self.among(f"{statement} AND {'target' if columns else 'source'} IN {{}}", columns or sources)
        else:
            rows = self.rows(statement)
        wanted = set(sources)
        found = (Relation(*row) for row in rows if not wanted or row[0] in wanted)
        return tuple(sorted(found, key=_USE_ORDER))

    def table_columns(self) -> list[tuple[str, str]]:
        """Return the key of the table and the name of every column."""
        return self.rows("SELECT unit_key, name FROM facts WHERE kind = 'columns' AND unit_key LIKE 'table:%'")

    def chunks(self, keys: Sequence[str]) -> list[Chunk]:
        """Return the chunks of these units, in the order of the keys, then as they stand in the unit."""
        rows = self.among(f"SELECT {_CHUNK} FROM chunks WHERE unit_key IN {{}} ORDER BY {self.place}", keys)
        found: dict[str, list[Chunk]] = {}
        for row in rows:
            found.setdefault(row[1], []).append(Chunk(*row))
        return [chunk for key in dict.fromkeys(keys) for chunk in found.get(key, ())]

    def histories(self) -> Mapping[str, History]:
        """Return what git knows, by unit key."""
        rows = self.rows(f"SELECT {listed(TABLES['history'].names)} FROM history ORDER BY {self.place}")
        return {
            key: History(key, total, in_90, in_365, last, self.texts_in(authors), change)
            for key, total, in_90, in_365, last, authors, change in rows
        }

    def metrics(self) -> Mapping[str, Mapping[str, float]]:
        """Return by unit key: pagerank, fan_in, fan_out, complexity, lines."""
        names = TABLES["metrics"].names[1:]
        rows = self.rows(f"SELECT unit_key, {listed(names)} FROM metrics ORDER BY {self.place}")
        return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}

    def documents(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return unit keys and, in the same order, the tokens of their lexical documents."""
        keys = [key for (key,) in self.rows(f"SELECT unit_key FROM documents ORDER BY {self.place}")]
        return keys, LazyDocuments(lambda: self.rows(f"SELECT words FROM documents ORDER BY {self.place}"), len(keys))

    def made_words(self) -> list[tuple[str, str, str]]:
        """Return the key of each unit, the digest of what its words were made of, and these, joined by spaces."""
        return self.rows("SELECT unit_key, made_of, words FROM documents")

    def all_chunks(self) -> list[Chunk]:
        """Return all chunks in the order of the catalog."""
        return [Chunk(*row) for row in self.rows(f"SELECT {_CHUNK} FROM chunks ORDER BY {self.place}")]

    def chunk_hashes(self) -> dict[str, str]:
        """Return the text hash of every chunk by chunk id, in the order of the catalog."""
        return dict(self.rows(f"SELECT id, text_hash FROM chunks ORDER BY {self.place}"))

    def points(self) -> dict[str, Metadata]:
        """Return what a store of vectors is told of each chunk, by its id; importance in tenths, so that few change."""
        names = ("type", "language", "file", "namespace", "is_test", "change_frequency", "importance")
        ranks = dict(self.rows("SELECT unit_key, pagerank FROM metrics"))
        places = {rank: place for place, rank in enumerate(sorted(set(ranks.values())))}
        rows = self.rows(
            "SELECT c.id, c.unit_key, u.type, u.language, u.file_path, u.namespace, u.is_test, "
            "coalesce(h.change_frequency, 'unknown') FROM chunks c JOIN units u ON u.key = c.unit_key "
            "LEFT JOIN history h ON h.unit_key = u.key"
        )
        tenths = {key: floor(10 * places[rank] / max(1, len(places) - 1) + 0.5) / 10 for key, rank in ranks.items()}
        own = self.manifest.name
        of = _member if self.manifest.members else lambda _key, _file: own
        found = ((id_, key, dict(zip(names, (*row, tenths.get(key, 0.0)), strict=True))) for id_, key, *row in rows)
        return {id_: {"repository": of(key, about["file"]), **about} for id_, key, about in found}

    def texts(self, hashes: Sequence[str]) -> dict[str, str]:
        """Return the chunk texts with these hashes, by hash."""
        return dict(self.among("SELECT text_hash, min(text) FROM chunks WHERE text_hash IN {} GROUP BY text_hash", hashes))

    def chunk_texts(self, ids: Sequence[str]) -> dict[str, ChunkText]:
        """Return the text of each of these chunks with what a reader of it wants to know, by id."""
        packages = "CASE WHEN u.type IN ('crate', 'package') THEN u.metadata ELSE '{{}}' END"
        rows = self.among(
            f"SELECT c.id, c.text, c.start_line, u.docstring, {packages} FROM chunks c JOIN units u ON u.key = c.unit_key "
            "WHERE c.id IN {}",
            ids,
        )
        found = {}
        for id_, text, line, docstring, facts in rows:
            known = json.loads(facts) if isinstance(facts, str) else facts
            names = tuple(map(str, known.get("dependencies") or ()))
            found[id_] = ChunkText(text, line, docstring, str(known.get("description") or ""), names)
        return found

    def links(self) -> list[LinkRow]:
        """Return source, target, kind, file, line and certainty of all relations; the table is written in their order."""
        names = "source, target, kind, file_path, line, certainty"
        return self.rows(f"SELECT {names} FROM relations WHERE {BETWEEN_UNITS} ORDER BY {self.place}")

    def hashes(self) -> dict[str, str]:
        """Return the digest of the text of each unit but folders, by key."""
        return dict(self.rows("""SELECT "key", source_hash FROM units WHERE type <> 'folder'"""))

    def file_hashes(self) -> dict[str, str]:
        """Return the digest of the text of each file, by path."""
        return dict(self.rows("SELECT file_path, source_hash FROM units WHERE type = 'file'"))

    def file_texts(self, words: Sequence[str] = ()) -> list[tuple[str, str, str]]:
        """Return path, language and text of the files, by path; with words only of those in whose text one of them stands."""
        statement = "SELECT file_path, language, source_code FROM units WHERE type = 'file' {} ORDER BY 1"
        held = " OR ".join(self.holds.format("source_code") for _ in words)
        return self.rows(statement.format(f"AND ({held})" if words else ""), list(words))

    def unresolved(self) -> list[dict[str, object]]:
        """Return the references that were not resolved and kept as examples, in the order in which they were found."""
        return [json.loads(details) for (details,) in self.rows("SELECT details FROM unresolved ORDER BY number")]

    def unresolved_names(self, path: str, start: int, end: int) -> list[str]:
        """Return the names among them that lines of a file hold, each once, ordered."""
        name, file, line = (self.inside.format("details", part) for part in ("name", "file_path", "line"))
        rows = self.rows(
            f"SELECT DISTINCT {name} AS name FROM unresolved WHERE {file} = ? "
            f"AND {self.whole.format(line)} BETWEEN ? AND ? AND {name} IS NOT NULL ORDER BY name",
            [path, start, end],
        )
        return [name for (name,) in rows]

    def chunk_units(self) -> list[tuple[str, str]]:
        """Return the id and the unit of every chunk, in the order of the catalog."""
        return self.rows(f"SELECT id, unit_key FROM chunks ORDER BY {self.place}")

    def told_units(self) -> int:
        """Return how many units but folders have a text or a docstring."""
        told = "trim(source_code) <> '' OR trim(docstring) <> ''"
        return int(self.rows(f"SELECT count(*) FROM units WHERE type <> 'folder' AND ({told})")[0][0])

    def problems(self) -> tuple[Problem, ...]:
        """Return what was skipped, repaired or only partly read, by file and line."""
        rows = self.rows(f"SELECT {listed(TABLES['problems'].names)} FROM problems ORDER BY file_path, line, status, reason")
        return tuple(Problem(*row) for row in rows)

    def tables(self) -> Mapping[str, Iterable[Row]]:
        """Return the rows of every table by its name, as a writer takes them, read when they are asked for."""
        return {name: self.written(name) for name in TABLES}

    def written(self, table: str) -> Iterator[Row]:
        """Yield the rows of a table, lists as JSON."""
        lists = [at for at, (_, type_) in enumerate(TABLES[table].columns) if type_ == TEXTS]
        for row in self.rows(f"SELECT {listed(TABLES[table].names)} FROM {table} ORDER BY {self.place}"):
            yield tuple(_as_json(value) if at in lists else value for at, value in enumerate(row)) if lists else row

    def runs(self) -> list[Row]:
        """Return the rows of `runs`, oldest first."""
        return list(self.rows(f"SELECT {listed(TABLES['runs'].names)} FROM runs ORDER BY {self.place}"))

    def units_in(self, path: str) -> list[CodeUnit]:
        """Return the units that stand in a file, or have facts, places or texts of it, folders not included, by key."""
        written = json.dumps(path, ensure_ascii=False)
        of_it = f"file_path = ? OR {self.holds.format('metadata')} OR {self.holds.format('spans')}"
        rows = self.rows(
            f"""SELECT "key" FROM units WHERE type <> 'folder' AND ({of_it}) ORDER BY {self.place}""", [path, written, written]
        )
        return self.units([key for (key,) in rows])

    def relations_in(self, path: str) -> list[Relation]:
        """Return the relations that a file shows, ordered by source, target, kind and line."""
        rows = self.rows(f"SELECT {_RELATION} FROM relations WHERE file_path = ? ORDER BY {self.place}", [path])
        return [Relation(*row) for row in rows]

    def known(self, keys: Sequence[str]) -> set[str]:
        """Return which of the keys are those of units."""
        return {key for (key,) in self.among('SELECT "key" FROM units WHERE "key" IN {}', keys)}

    def heads_inside(self, keys: Sequence[str]) -> list[UnitHead]:
        """Return the units directly inside of these, in no certain order."""
        return [UnitHead(*row) for row in self.among(f"SELECT {listed(HEAD)} FROM units WHERE parent IN {{}}", keys)]

    def has_problems(self, path: str) -> bool:
        """Tell whether a file was not read or linked whole."""
        return bool(self.rows("SELECT 1 FROM problems WHERE file_path = ?", [path]))
