"""Turn the records of a forerunner's index into units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from core.extract.repository import text_hash
from core.model import CodeUnit
from core.model.facts import text_in
from core.vocabulary import FRAMEWORK

_TYPES = {"pundit_policy": "policy", "action_cable_channel": "channel", "database_table": "table", "test_mapping": "test"}
_OWN = "orienteer"  # the key of the metadata that `orienteer export` writes for itself
_EXPORTED = {
    "name": str,
    "language": str,
    "signature": str,
    "docstring": str,
    "is_test": bool,
    "start_line": int,
    "end_line": int,
}
_ANCHORS = ("app", "lib", "config", "db", "packs", "engines", "test", "spec")
_LANGUAGES = {".rb": "ruby", ".rake": "ruby", ".erb": "erb", ".haml": "haml", ".slim": "slim", ".yml": "yaml", ".py": "python"}
# Which lists of a record become facts: our key, and the keys that hold the name and the kind of an entry.
_FACTS = {
    "associations": ("associations", "name", "macro", "type"),
    "validations": ("validations", "attribute", "kind", "type"),
    "callbacks": ("callbacks", "filter", "kind", "kind"),
    "scopes": ("scopes", "name", "how", "kind"),
    "filters": ("filters", "filter", "kind", "kind"),
    "columns": ("columns", "name", "kind", "type"),
}


def unit_of(record: Mapping[str, object], faults: Counter[str]) -> CodeUnit:
    """Return the unit of a record; its lines count within the text that the index holds, as that is all there is."""
    written, identifier = text_in(record, "type"), text_in(record, "identifier")
    type_ = _TYPES.get(written, written)
    source = str(record.get("source_code") or "")
    path = _relative(record.get("file_path"), type_, identifier, faults)
    namespace = record.get("namespace")
    unit = CodeUnit(
        type=type_,
        identifier=identifier,
        name=re.split(r"::|#|/", identifier)[-1] or identifier,
        namespace=namespace if isinstance(namespace, str) else "",
        language=_LANGUAGES.get(PurePosixPath(path).suffix, "ruby"),
        file_path=path,
        start_line=1,
        end_line=max(1, len(source.splitlines())),
        source_code=source,
        metadata=_metadata(record, path, source, faults),
        source_hash=text_hash(source),
        origin="woods",
        is_test=path.startswith(("test/", "spec/")),
    )
    return _as_exported(unit, record.get("metadata"))


def _as_exported(unit: CodeUnit, metadata: object) -> CodeUnit:
    """Return a unit of an index that we wrote ourselves with all that was known of it, where that is of the right kind."""
    own = metadata.get(_OWN) if isinstance(metadata, dict) else None
    if not isinstance(own, dict):
        return unit
    facts = own.get("facts")
    given: dict[str, Any] = {name: own[name] for name, kind in _EXPORTED.items() if type(own.get(name)) is kind}
    lines = [given.pop(name, 0) for name in ("start_line", "end_line")]
    if 0 < lines[0] <= lines[1]:
        given |= {"start_line": lines[0], "end_line": lines[1]}
    if isinstance(facts, dict):
        given["metadata"] = facts
    return replace(unit, **given)


def is_exported(record: Mapping[str, object]) -> bool:
    """Tell whether a record is one that we wrote ourselves: its names are whole."""
    return isinstance(metadata := record.get("metadata"), dict) and isinstance(metadata.get(_OWN), dict)


def _relative(path: object, type_: str, identifier: str, faults: Counter[str]) -> str:
    """Return a path below the application's root; gems keep the name under which the index knows them."""
    if not isinstance(path, str) or not path:
        faults["units without a file"] += 1
        return ""
    if type_ in FRAMEWORK:
        return identifier
    parts = PurePosixPath(path.replace("\\", "/")).parts
    if not path.startswith("/"):
        if ".." not in parts:
            return path
        faults["paths that lead out of the application"] += 1
        return ""
    faults["absolute paths"] += 1
    start = max((number for number, part in enumerate(parts) if part in _ANCHORS[:2]), default=-1)
    start = start if start >= 0 else next((number for number, part in enumerate(parts) if part in _ANCHORS), -1)
    return "/".join(parts[start:]) if start > 0 else ""


def _metadata(record: Mapping[str, object], path: str, source: str, faults: Counter[str]) -> dict[str, object]:
    given = record.get("metadata")
    if not isinstance(given, dict):
        return {}
    found: dict[str, object] = {}
    rest = {
        key: value for key, value in given.items() if key not in _FACTS and key not in ("git", "table_name", "parent_class")
    }
    for key, (ours, *names) in _FACTS.items():
        facts = [_fact(entry, names, path, source) for entry in dicts(given.get(key))]
        kept = [fact for fact in facts if fact["name"]]
        if len(kept) < len(facts):
            faults["facts without a name"] += len(facts) - len(kept)
        if kept:
            found[ours] = kept
    if isinstance(given.get("table_name"), str):
        found["table"] = given["table_name"]
    if isinstance(given.get("parent_class"), str):
        found["superclass"] = given["parent_class"]
    return {**found, **({"woods": rest} if rest else {})}


def _fact(entry: Mapping[str, object], names: list[str], path: str, source: str) -> dict[str, object]:
    name_key, kind_key, given_kind = names
    name = entry.get(name_key)
    name = name if isinstance(name, str) else ""  # a block is written as the id of an object, which names nothing
    rest = {
        key: value
        for key, value in entry.items()
        if key not in (name_key, given_kind, "line", "file") and value not in (None, {}, [])
    }
    kind = {kind_key: str(entry[given_kind])} if entry.get(given_kind) else {}
    place = {"file_path": path, "line": line_of(source, name, 1), "certainty": "inferred", "via": "woods"}
    return {**rest, "name": name, **kind, **place}


def dicts(value: object) -> list[Mapping[str, object]]:
    """Return the objects of a list; of anything else none."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def line_of(source: str, name: str, start: int) -> int:
    """Return the first line (from `start`) that has the last part of a name, else 0."""
    word = re.split(r"::|/|#", name)[-1]
    match = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", source) if word else None
    return start + source.count("\n", 0, match.start()) if match else 0
