"""Read a file of the contract `rails-probe/1`, which strangers may have written."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, TypeGuard

from core.errors import SourceError, cause
from core.model.facts import is_table, number_in, table_in, text_in

_Words = TypedDict(
    "_Words", {"class": str, "object": str, "if": "Sequence[str | ProbeRow]", "unless": "Sequence[str | ProbeRow]"}, total=False
)


class ProbeRow(_Words, total=False):
    """One row of the contract, or a part of one: a class, an association, a route, the place where something was declared.

    What is not told is missing. The last four are added here, for who compares.
    """

    name: str
    kind: str
    type: str
    event: str
    macro: str
    method: str
    block: bool
    table: str
    target: str
    polymorphic: bool
    class_name: str
    options: Mapping[str, object]
    attributes: Sequence[str]
    values: Sequence[str]
    at: ProbeRow
    declared_at: ProbeRow | None
    defined_at: ProbeRow
    declared_in: str
    origin: str
    via: ProbeRow
    file: str
    line: int
    where: str
    null: bool
    default: object
    limit: int
    sql_type: str
    unique: bool
    column: str
    columns: Sequence[ProbeRow]
    to_table: str
    indexes: Sequence[ProbeRow]
    foreign_keys: Sequence[ProbeRow]
    verb: str
    path: str
    controller: str
    action: str
    app: str
    actions: Sequence[str]
    action_sites: Mapping[str, ProbeRow]
    filters: Sequence[ProbeRow]
    resolved: Mapping[str, Sequence[str]]
    callbacks: Sequence[ProbeRow]
    validators: Sequence[ProbeRow]
    associations: Sequence[ProbeRow]
    scopes: Sequence[ProbeRow]
    enums: Mapping[str, Sequence[object]]
    enum_sites: Mapping[str, ProbeRow]
    fields: Sequence[ProbeRow]
    arguments: Sequence[ProbeRow]
    graphql_name: str
    resolver: str
    queue: str | ProbeRow
    proc: ProbeRow
    rescue: Sequence[str]
    superclass: str
    inherited: Collection[str]
    parent: ProbeRow | None
    classes: Mapping[str, str]
    place: ProbeRow | None
    adapter: str


Row = ProbeRow

_CONTRACT = "rails-probe"
_MAJOR = 1
_LISTS = ("controllers", "jobs", "mailers", "graphql", "constants", "errors", "gems")


@dataclass(frozen=True, slots=True)
class Probe:
    """The answer of a booted application; rows are as the contract has them, `lists` has those that were there.

    `taken` (an ISO time), `commit` and `changed_files` describe the checkout when the probe was run, empty when unknown.
    """

    root: str
    models: tuple[Row, ...]
    routes: tuple[Row, ...]
    lists: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    tables: tuple[Row, ...] = ()
    adapter: str = ""
    rails: str = ""
    env: str = ""
    taken: str = ""
    commit: str = ""
    changed_files: int = 0

    def rows(self, kind: str) -> tuple[Row, ...]:
        """Return the rows of one list of the contract (`controllers`, `errors` …)."""
        return self.models if kind == "models" else self.lists.get(kind, ())

    def names(self) -> frozenset[str]:
        """Return the names of all classes and modules that the application has loaded."""
        lists = ("models", "controllers", "jobs", "mailers", "graphql", "constants")
        return frozenset(str(row.get("name")) for kind in lists for row in self.rows(kind))


def read_probe(path: Path) -> Probe:
    """Return the answer in a file, compressed or not.

    Unknown keys are ignored. Raises `SourceError` when the file cannot be read, is of another contract, or lacks `root`,
    `models` or `routes`.
    """
    try:
        raw = path.read_bytes()
        data = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as problem:
        raise SourceError(
            f"The probe result '{path}' cannot be read: {cause(problem)}. Probe again: orienteer probe PATH"
        ) from problem
    return probe_of(data, str(path))


def probe_of(data: object, where: str) -> Probe:
    """Return the answer that a JSON value holds; `where` names it in messages."""
    if not is_table(data):
        raise SourceError(f"{where} is not a probe result: it is not a JSON object. Probe again: orienteer probe PATH")
    _check_contract(data.get("contract"), where)
    missing = [key for key, kind in (("root", str), ("models", list), ("routes", list)) if not isinstance(data.get(key), kind)]
    if missing:
        raise SourceError(f"{where} is not a probe result: it has no '{missing[0]}'. Probe again: orienteer probe PATH")
    database = table_in(data, "database")
    return Probe(
        root=text_in(data, "root"),
        models=_rows(data["models"]),
        routes=_rows(data["routes"]),
        lists={name: _rows(data[name]) for name in _LISTS if isinstance(data.get(name), list)},
        tables=_rows(database.get("tables")),
        adapter=str(database.get("adapter") or ""),
        rails=str(data.get("rails") or ""),
        env=str(data.get("env") or ""),
        taken=str(data.get("taken") or ""),
        commit=str(data.get("commit") or ""),
        changed_files=number_in(data, "changed_files"),
    )


def _check_contract(contract: object, where: str) -> None:
    name, _, version = str(contract or "").partition("/")
    if name != _CONTRACT:
        raise SourceError(f"{where} is not a probe result: its contract is {contract!r}. Probe again: orienteer probe PATH")
    if version.partition(".")[0] != str(_MAJOR):
        message = f"{where} has the format {contract}; this version of Orienteer reads {_CONTRACT}/{_MAJOR}."
        raise SourceError(f"{message} Probe again: orienteer probe PATH")


def _rows(value: object) -> tuple[Row, ...]:
    return tuple(row for row in value if _is_row(row)) if isinstance(value, list) else ()


def _is_row(value: object) -> TypeGuard[Row]:
    return isinstance(value, dict)
