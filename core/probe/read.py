"""Read a file of the contract `rails-probe/1`, which strangers may have written."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import SourceError
from core.model.parsed import Parsed

Row = Mapping[str, Parsed]

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
            f"The probe's answer {path} cannot be read: {problem}. Take it again: orienteer probe PATH"
        ) from problem
    return probe_of(data, str(path))


def probe_of(data: Parsed, where: str) -> Probe:
    """Return the answer that a JSON value holds; `where` names it in messages."""
    if not isinstance(data, dict):
        raise SourceError(f"{where} is no answer of a probe: it holds no JSON object. Take it again: orienteer probe PATH")
    _check_contract(data.get("contract"), where)
    missing = [key for key, kind in (("root", str), ("models", list), ("routes", list)) if not isinstance(data.get(key), kind)]
    if missing:
        raise SourceError(f"{where} is no answer of a probe: it has no '{missing[0]}'. Take it again: orienteer probe PATH")
    database = data.get("database")
    return Probe(
        root=data["root"],
        models=_rows(data["models"]),
        routes=_rows(data["routes"]),
        lists={name: _rows(data[name]) for name in _LISTS if isinstance(data.get(name), list)},
        tables=_rows(database.get("tables")) if isinstance(database, dict) else (),
        adapter=str(database.get("adapter") or "") if isinstance(database, dict) else "",
        rails=str(data.get("rails") or ""),
        env=str(data.get("env") or ""),
        taken=str(data.get("taken") or ""),
        commit=str(data.get("commit") or ""),
        changed_files=data["changed_files"] if isinstance(data.get("changed_files"), int) else 0,
    )


def _check_contract(contract: Parsed, where: str) -> None:
    name, _, version = str(contract or "").partition("/")
    if name != _CONTRACT:
        raise SourceError(f"{where} is no answer of a probe: its contract is {contract!r}. Take it again: orienteer probe PATH")
    if version.partition(".")[0] != str(_MAJOR):
        message = f"{where} follows the contract {contract}, this version of orienteer reads {_CONTRACT}/{_MAJOR}."
        raise SourceError(f"{message} Take it again with this version: orienteer probe PATH")


def _rows(value: Parsed) -> tuple[Row, ...]:
    return tuple(row for row in value if isinstance(row, dict)) if isinstance(value, list) else ()
