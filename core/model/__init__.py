"""The values that stages hand to each other: what an index holds, what became of a question, what is known of a unit.

They draw nothing. Where a notebook shows one, `core.present.notebook` says how; see `core.model.shown`.
"""

from core.model.keys import (
    COLUMN,
    ROWS,
    Key,
    column_key,
    file_key,
    is_key,
    local,
    parse_key,
    split_key,
    split_repository,
    unit_key,
)
from core.model.units import (
    CERTAINTIES,
    TEST,
    Chunk,
    CodeUnit,
    Commit,
    Extraction,
    History,
    Manifest,
    Problem,
    Relation,
    Span,
    UnitHead,
    chunk_id,
    chunk_unit,
)

__all__ = [
    "CERTAINTIES",
    "COLUMN",
    "ROWS",
    "TEST",
    "Chunk",
    "CodeUnit",
    "Commit",
    "Extraction",
    "History",
    "Key",
    "Manifest",
    "Problem",
    "Relation",
    "Span",
    "UnitHead",
    "chunk_id",
    "chunk_unit",
    "column_key",
    "file_key",
    "is_key",
    "local",
    "parse_key",
    "split_key",
    "split_repository",
    "unit_key",
]
