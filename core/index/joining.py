"""The tables of an index group, made from those of its members: no checkout is read, nothing is embedded again.

A unit keeps everything from its own index. Its key names its repository, and its paths begin with the repository's name. So
each repository is a folder of the group. Only facts about the whole are computed here: graph figures and the order.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter

import numpy as np

from core.index.metrics import figures, is_silent
from core.index.opening import Opened
from core.index.rows import unit_row
from core.model import CodeUnit, Relation, chunk_unit, in_set, split_key, unit_key
from core.model.tables import TABLES
from core.ports import Row
from core.vocabulary import BY_PATH, DATA, MESSAGE

_PATH = re.compile(r'("file_path":\s?")(?=[^"])')  # JSON: inside of texts the quotes are escaped
_AT = {name: {column: at for at, column in enumerate(table.names)} for name, table in TABLES.items()}
_UNIT, _RELATION = _AT["units"], _AT["relations"]
_RELATION_ORDER = itemgetter(*range(len(TABLES["relations"].columns)))
_KEPT = ("complexity", "lines")


@dataclass(frozen=True, slots=True)
class SetTables:
    """The rows of a set by table, ordered as those of an index are, and the words of its documents."""

    tables: Mapping[str, Sequence[Row]]
    keys: Sequence[str] = field(default=())

    @property
    def words(self) -> list[str]:
        """The words of each document, joined by spaces, in the order of the units."""
        return [str(row[1]) for row in self.tables["documents"]]


Facts = Mapping[str, Mapping[str, object]]
"""Facts by kind, by the key of their unit."""


def joined_tables(members: Mapping[str, Opened], across: Sequence[Relation], facts: Facts) -> SetTables:
    """Return the tables of the members, by name, as one, with the relations `across` their boundaries.

    `facts` are added to what is known of units, by key: lists of facts by kind.
    """
    parts: dict[str, list[list[Row]]] = defaultdict(list)
    for name in sorted(members):
        for table, rows in members[name].catalog.tables().items():
            parts[table].append(list(_renamed(table, rows, name)))
    tables = {table: list(chain.from_iterable(found)) for table, found in parts.items()}
    tables["units"] = _units(tables["units"], members, facts)
    tables["relations"] = sorted(
        {*map(tuple, tables["relations"]), *(_relation_row(one) for one in across)}, key=_RELATION_ORDER
    )
    tables["metrics"] = list(_metrics(tables["units"], tables["relations"], tables["metrics"]))
    folders = [unit_key("folder", name) for name in sorted(members)]
    tables["documents"] += [(key, split_key(key)[1].lower(), "") for key in folders]
    tables["history"] += [(key, 0, 0, 0, "", "[]", "unknown") for key in folders]
    place = {str(row[0]): number for number, row in enumerate(tables["units"])}
    for table in ("documents", "history", "facts", "chunks"):
        at = _AT[table]["unit_key"]
        tables[table] = _by_place(tables[table], at, place)
    tables["tallies"] = _tallies(tables["tallies"])
    tables["unresolved"] = [(number, row[1]) for number, row in enumerate(tables["unresolved"])]
    tables["problems"] = sorted(tables["problems"], key=lambda row: tuple(map(str, row)))
    return SetTables(tables, tuple(place))


def _by_place(rows: Sequence[Row], at: int, place: Mapping[str, int]) -> list[Row]:
    """Return rows in the order of the units whose keys stand in a column; what one unit has keeps its order."""
    return sorted(rows, key=lambda row: place.get(str(row[at]), -1))


def _renamed(table: str, rows: Iterable[Row], name: str) -> Iterator[Row]:
    """Yield the rows of a member's table as the set has them."""
    at = _AT[table]
    keys = [at[column] for column in ("key", "parent", "unit_key", "source", "target") if column in at]
    paths = [at["file_path"]] if "file_path" in at else []
    told = [at[column] for column in ("metadata", "details") if column in at]
    for row in rows:
        if table == "relations" and row[_RELATION["origin"]] == MESSAGE:
            continue  # relations of messages are found again over all members
        values = list(row)
        for number in keys:
            values[number] = in_set(str(values[number]), name)
        for number in paths:
            values[number] = _path(str(values[number]), name)
        for number in told:
            values[number] = _PATH.sub(rf"\g<1>{name}/", str(values[number]))
        if table == "units":
            _rename_unit(values, row, name)
        elif table == "chunks":
            key = chunk_unit(str(row[0]))
            values[0] = f"{in_set(key, name)}{str(row[0])[len(key) :]}"
        yield tuple(values)


def _rename_unit(values: list[object], row: Row, name: str) -> None:
    type_, path, namespace = (str(row[_UNIT[column]]) for column in ("type", "file_path", "namespace"))
    if type_ in BY_PATH:
        values[_UNIT["identifier"]] = _path(str(row[_UNIT["identifier"]]), name)
        values[_UNIT["namespace"]] = f"{name}/{namespace}".rstrip("/")
        values[_UNIT["parent"]] = values[_UNIT["parent"]] or unit_key("folder", name)
    elif namespace and (path == namespace or path.startswith(f"{namespace}/") or namespace.startswith(f"{path}:")):
        values[_UNIT["namespace"]] = f"{name}/{namespace}"
    if row[_UNIT["spans"]] != "[]":
        spans = json.loads(str(row[_UNIT["spans"]]))
        values[_UNIT["spans"]] = json.dumps([[_path(span[0], name), *span[1:]] for span in spans], separators=(",", ":"))


def _path(path: str, name: str) -> str:
    return f"{name}/{path}" if path else path


def _units(rows: Sequence[Row], members: Mapping[str, Opened], facts: Facts) -> list[Row]:
    """Return the rows of all units by key, with a folder for each repository, and with the facts that were found."""
    added = [_with_facts(row, facts[str(row[0])]) if str(row[0]) in facts else row for row in rows]
    return sorted([*added, *(unit_row(_top(name, members[name])) for name in members)], key=itemgetter(0))


def _top(name: str, opened: Opened) -> CodeUnit:
    """Return the folder that stands for a repository."""
    manifest = opened.manifest
    languages = manifest.languages
    language = min(languages, key=lambda known: (-languages[known], known), default="")
    metadata = {"files": manifest.counts.get("files", 0), "languages": dict(languages), "root": manifest.root}
    return CodeUnit("folder", name, name, "", language, name, metadata=metadata, source_hash=manifest.fingerprint)


def _with_facts(row: Row, facts: Mapping[str, object]) -> Row:
    known = json.loads(str(row[_UNIT["metadata"]]))
    told = json.dumps({**known, **facts}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    at = _UNIT["metadata"]
    return (*row[:at], told, *row[at + 1 :])


def _relation_row(one: Relation) -> Row:
    return (one.source, one.target, one.kind, one.file_path, one.line, one.certainty, one.origin, one.via)


def _metrics(units: Sequence[Row], relations: Sequence[Row], known: Sequence[Row]) -> Iterator[Row]:
    """Yield the figures of all units: those of the graph of the whole set, and those that a unit has by itself."""
    place = {row[0]: number for number, row in enumerate(units)}
    silent = np.array([is_silent(str(row[_UNIT["type"]]), bool(row[_UNIT["is_test"]])) for row in units], dtype=bool)
    ends = ((row[0], row[1]) for row in relations if row[_RELATION["kind"]] not in DATA and row[0] != row[1])
    edges = sorted({(place[source], place[target]) for source, target in ends if source in place and target in place})
    own = {row[0]: [row[_AT["metrics"][name]] for name in _KEPT] for row in known}
    of_graph = zip(*figures(np.array(edges, dtype=np.int64).reshape(-1, 2), silent), strict=True)
    for row, (rank, fan_in, fan_out) in zip(units, of_graph, strict=True):
        yield (row[0], rank, fan_in, fan_out, *own.get(row[0], (1.0, 0.0)))


def _tallies(rows: Sequence[Row]) -> list[Row]:
    counts: Counter[tuple[str, str]] = Counter()
    for language, outcome, count in rows:
        counts[str(language), str(outcome)] += int(str(count))
    return [(language, outcome, count) for (language, outcome), count in sorted(counts.items())]
