"""The values that stages hand to each other: what an index holds, what became of a question, what is known of a unit.

They draw nothing. Where a notebook shows one, `core.present.notebook` says how; see `core.model.shown`.
"""

from core.model.units import (
    CERTAINTIES,
    TEST,
    Chunk,
    CodeUnit,
    Extraction,
    History,
    Manifest,
    Problem,
    Relation,
    Span,
    UnitHead,
    chunk_id,
    chunk_unit,
    split_key,
    unit_key,
)

__all__ = [
    "CERTAINTIES",
    "TEST",
    "Chunk",
    "CodeUnit",
    "Extraction",
    "History",
    "Manifest",
    "Problem",
    "Relation",
    "Span",
    "UnitHead",
    "chunk_id",
    "chunk_unit",
    "split_key",
    "unit_key",
]
