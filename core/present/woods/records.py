"""Units and relations in the words of Woods: types, folders, file names, labels of edges, metadata."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from core.model import Chunk, CodeUnit
from core.model.facts import UnitFacts

OWN = "orienteer"
"""The key of `metadata` below which a unit keeps what Woods has no word for, so that an import gives the same unit."""
_TYPES = {"channel": "action_cable_channel", "table": "database_table"}
_FOLDERS = {
    "policy": "policies", "factory": "factories", "library": "libraries", "graphql_query": "graphql", "graphql_type": "graphql",
    "graphql_mutation": "graphql", "graphql_resolver": "graphql", "i18n": "i18n", "middleware": "middleware",
    "class": "classes", "query": "queries", "property": "properties", "mailbox": "mailboxes",
}  # fmt: skip
_VIA = {
    "habtm": "has_and_belongs_to_many", "includes": "include", "prepends": "include", "extends": "extend",
    "inherits": "inheritance", "references": "code_reference", "routes_to": "route_dispatch", "renders": "render",
    "enqueues": "job_enqueue", "calls": "call", "tests": "test_coverage", "links_to": "link_to", "builds": "factory_for",
}  # fmt: skip
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_DIGEST = 8  # of the digest in a file name, as Woods has it


def type_of(unit_type: str) -> str:
    """Return the type under which Woods knows a unit; types that it does not know keep their name, as it allows."""
    return _TYPES.get(unit_type, unit_type)


def folder_of(unit_type: str) -> str:
    """Return the folder of the units of a type."""
    written = type_of(unit_type)
    return _FOLDERS.get(written, f"{written}s")


def file_name(identifier: str) -> str:
    """Return the name of a unit's file: `Billing__Invoice_1f0c….json`."""
    digest = hashlib.sha256(identifier.encode("utf-8", "replace")).hexdigest()[:_DIGEST]
    return f"{_UNSAFE.sub('_', identifier.replace('::', '__'))[:150]}_{digest}.json"


def via_of(kind: str) -> str:
    """Return the label of an edge for a kind of relation."""
    return _VIA.get(kind, kind)


class UnitRecord(TypedDict):
    """The file of one unit."""

    type: str
    identifier: str
    file_path: str | None
    namespace: str | None
    source_code: str
    metadata: dict[str, object]
    dependencies: list[Mapping[str, str]]
    dependents: list[Mapping[str, str]]
    chunks: list[dict[str, object]]
    extracted_at: str
    source_hash: str


def record(
    unit: CodeUnit, uses: Iterable[Mapping[str, str]], used_by: Iterable[Mapping[str, str]], chunks: Sequence[Chunk], at: str
) -> UnitRecord:
    """Return a unit as Woods writes it; `uses` and `used_by` are its edges, `at` is when it was read."""
    return {
        "type": type_of(unit.type), "identifier": unit.identifier, "file_path": unit.file_path or None,
        "namespace": unit.namespace or None, "source_code": unit.source_code, "metadata": metadata(unit),
        "dependencies": list(uses), "dependents": list(used_by), "chunks": [_chunk(unit, *one) for one in enumerate(chunks)],
        "extracted_at": at, "source_hash": _digest(unit.source_code),
    }  # fmt: skip


def _chunk(unit: CodeUnit, number: int, chunk: Chunk) -> dict[str, object]:
    return {
        "chunk_index": number, "chunk_type": chunk.kind, "identifier": f"{unit.identifier}#chunk_{number}",
        "content": chunk.text, "content_hash": _digest(chunk.text), "estimated_tokens": tokens_of(chunk.text),
        "metadata": {"parent": unit.identifier},
    }  # fmt: skip


def metadata(unit: CodeUnit) -> dict[str, object]:
    """Return the facts of a unit under the keys of Woods, and all that is known of it under our own."""
    facts = unit.metadata
    found: dict[str, object] = {
        "associations": [_association(one) for one in _facts(facts, "associations")],
        "validations": [_ruled(one, "attribute", "kind") for one in _facts(facts, "validations")],
        "callbacks": [_callback(one) for one in _facts(facts, "callbacks")],
        "scopes": [{"name": one["name"], "source": one.get("code")} for one in _facts(facts, "scopes")],
        "filters": [_filter(one) for one in _facts(facts, "filters")],
        "columns": [_column(one) for one in _facts(facts, "columns")],
        "enums": {str(one["name"]): one.get("values") for one in _facts(facts, "enums")},
        "actions": [one["name"] for one in _facts(facts, "actions")],
        "inlined_concerns": [one["name"] for one in _facts(facts, "concerns")],
        "table_name": facts.get("table"), "parent_class": facts.get("superclass"),
        "loc": unit.source_code.count("\n") + 1 if unit.source_code else 0,
    }  # fmt: skip
    found["column_names"] = [one["name"] for one in _facts(facts, "columns")]
    if unit.type == "route":
        found |= {
            "http_method": facts.get("verb"), "path": facts.get("path"), "controller": facts.get("controller"),
            "action": facts.get("action"), "route_name": facts.get("name"),
        }  # fmt: skip
    return {**{key: value for key, value in found.items() if value not in (None, [], {}, "")}, OWN: _own(unit)}


def _own(unit: CodeUnit) -> dict[str, object]:
    return {
        "name": unit.name, "language": unit.language, "start_line": unit.start_line, "end_line": unit.end_line,
        "signature": unit.signature, "docstring": unit.docstring, "is_test": unit.is_test, "facts": unit.metadata,
    }  # fmt: skip


def _facts(metadata: UnitFacts, kind: str) -> list[Mapping[str, object]]:
    rows = metadata.get(kind)
    named = (one for one in rows if isinstance(one, Mapping)) if isinstance(rows, list | tuple) else ()
    return [one for one in named if one.get("name") is not None]


def _association(fact: Mapping[str, object]) -> dict[str, object]:
    keys = ("through", "polymorphic", "foreign_key", "inverse_of")
    shown = {key: fact.get(key) for key in keys}
    options = fact.get("options") or {}
    return {"name": fact["name"], "type": fact.get("macro"), "target": fact.get("target"), "options": options, **shown}


def _ruled(fact: Mapping[str, object], name: str, kind: str) -> dict[str, object]:
    conditions = {key: fact[key] for key in ("if", "unless", "on") if key in fact}
    return {name: fact["name"], "type": fact.get(kind), "options": fact.get("options") or {}, "conditions": conditions}


def _callback(fact: Mapping[str, object]) -> dict[str, object]:
    event = "_".join(str(fact[part]) for part in ("kind", "event") if fact.get(part))
    return {**_ruled(fact, "filter", "event"), "type": event, "kind": fact.get("kind")}


def _filter(fact: Mapping[str, object]) -> dict[str, object]:
    limits = {key: fact.get(key) for key in ("only", "except", "if", "unless")}
    return {"kind": fact.get("kind"), "filter": fact["name"], **limits, "line": fact.get("line"), "file": fact.get("file_path")}


def _column(fact: Mapping[str, object]) -> dict[str, object]:
    return {"name": fact["name"], "type": fact.get("type"), "null": fact.get("null", True), "default": fact.get("default")}


def tokens_of(text: str) -> int:
    """Return how many tokens Woods estimates a text to have."""
    return math.ceil(len(text) / 4)


def size_of(row: UnitRecord) -> int:
    """Return how many tokens Woods estimates a unit to have: its text and its metadata."""
    return tokens_of(row["source_code"]) + tokens_of(as_json(row["metadata"]))


def as_json(value: object) -> str:
    """Return a value as JSON, indented as Woods does."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=list)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
