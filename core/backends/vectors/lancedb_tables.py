"""The tables of LanceDB and their columns: how points become rows, and conditions SQL.

They have the names of the contract by which the forerunner's two halves met: `code_chunks`, `readme_chunks`, `crate_chunks` and
`module_doc_chunks`, texts and lines among them; `id`, `metadata` and what filters ask for stand beside these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from core.model import chunk_unit
from core.model.keys import is_key, split_key
from core.ports import ChunkText, Condition, Metadata
from core.vocabulary import PROSE

if TYPE_CHECKING:
    from core.ports import Vectors

_FIELDS = {
    **dict.fromkeys(("repository", "type", "language", "file", "namespace", "change_frequency"), pa.string()),
    "is_test": pa.bool_(), "importance": pa.float64(),
}  # fmt: skip
"""What filters may ask for; `metadata` has all that is known, as JSON."""


class _Kind(NamedTuple):
    """What one table has: the types of its units, and its own names of columns."""

    types: frozenset[str]
    columns: dict[str, str]
    identifier: str = ""
    texts: Mapping[str, Callable[[ChunkText], object]] = {}


_OF_REPOSITORY = {"file": "file_path", "repository": "project_name"}
KINDS = {
    "readme_chunks": _Kind(PROSE, _OF_REPOSITORY, "", {"content": lambda one: one.text}),
    "crate_chunks": _Kind(
        frozenset({"crate", "package"}), {"file": "crate_path", "repository": "project_name"}, "crate_name",
        {"description": lambda one: one.description or None, "dependencies": lambda one: ", ".join(one.depends_on) or None},
    ),
    "module_doc_chunks": _Kind(
        frozenset({"module"}), _OF_REPOSITORY, "module_name", {"doc_content": lambda one: one.docstring or one.text}
    ),
    "code_chunks": _Kind(
        frozenset(), {**_OF_REPOSITORY, "type": "node_type"}, "identifier",
        {
            "code_content": lambda one: one.text, "start_line": lambda one: one.start_line,
            "docstring": lambda one: one.docstring or None,
        },
    ),
}  # fmt: skip
_TYPES = {"start_line": pa.uint64()}
UNTOLD = ChunkText("", 0, "")


def table_of(metadata: Metadata) -> str:
    """Return the table of a point; a module of Ruby is code, one of Python or Rust is a file that says what it holds."""
    type_ = metadata.get("type")
    if type_ == "module" and metadata.get("language") not in ("python", "rust"):
        return "code_chunks"
    return next((name for name, kind in KINDS.items() if type_ in kind.types), "code_chunks")


def rows_of(
    name: str, ids: Sequence[str], rows: Vectors, metadata: Sequence[Metadata], texts: Mapping[str, Sequence[object]]
) -> pa.Table:
    """Return points as a table of Arrow with the columns of one of the tables; the texts are given by column."""
    kind = KINDS[name]
    columns: dict[str, pa.Array] = {"id": pa.array(ids, pa.string())}
    if kind.identifier:
        columns[kind.identifier] = pa.array([_identifier(id_) for id_ in ids], pa.string())
    for field, type_ in _FIELDS.items():
        columns[kind.columns.get(field, field)] = pa.array([about.get(field) for about in metadata], type_)
    columns.update((column, pa.array(values, _TYPES.get(column, pa.string()))) for column, values in texts.items())
    columns["metadata"] = pa.array([json.dumps(dict(about)) for about in metadata], pa.string())
    columns["vector"] = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel(), pa.float32()), rows.shape[1])
    return pa.table(columns)


def _identifier(id_: str) -> str:
    key = chunk_unit(id_)
    return split_key(key)[1] if is_key(key) else key


def holding(name: str, where: Sequence[Condition]) -> str:
    """Return the conditions as SQL, empty without any; none holds for a field that no table has."""
    said = []
    for one in where:
        column = KINDS[name].columns.get(one.field, one.field)
        if one.field not in _FIELDS or (one.least is None and not one.values):
            said.append("false")
        elif one.least is not None:
            said.append(f"{column} >= {one.least!r}" if one.field == "importance" else "false")
        else:
            said.append(f"{column} IN ({', '.join(map(literal, one.values))})")
    return " AND ".join(said)


def literal(value: object) -> str:
    """Return a value as it is written in SQL."""
    if isinstance(value, str):
        quoted = value.replace("'", "''")
        return f"'{quoted}'"
    return str(value).lower() if isinstance(value, bool) else repr(value)
