"""Give each unit one vector from the table of word pieces during indexing: search by meaning works at once.

The table reads a limited number of words. For a longer unit with members, these are its heading, declarations and names of
members, then its own further text, such as its docstring. On labelled questions, this is as good as one vector per chunk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.index.chunks import can_answer, summary
from core.index.outline import outline
from core.index.texts import unit_text
from core.model import CodeUnit
from core.ports import Embedder

if TYPE_CHECKING:
    from core.ports import Vectors

_LONG = 1400  # characters, which is what the table reads of a text


class WordVectors(NamedTuple):
    """The vector of each unit that can answer a question: keys, and one row for each in a matrix."""

    keys: list[str]
    matrix: Vectors


def word_vectors(units: Sequence[CodeUnit], inside: Mapping[str, Sequence[CodeUnit]], table: Embedder) -> WordVectors:
    """Return the vectors of these units in their order; `inside` are the members of each unit by its key."""
    wanted = [unit for unit in units if can_answer(unit, inside)]
    return WordVectors(
        [unit.key for unit in wanted], table.embed([table_text(unit, inside.get(unit.key, ())) for unit in wanted])
    )


def table_text(unit: CodeUnit, members: Sequence[CodeUnit]) -> str:
    """Return what the table reads of a unit; `members` are the units directly inside it."""
    if len(unit.source_code) > _LONG:
        here = [member for member in members if member.file_path == unit.file_path]
        if here:
            own = outline(unit, here)
            rest = " ".join(text.strip() for _, text in own.body)
            return unit_text(unit, f"{summary(unit, own.declared, here)}\n{rest}")
    return unit_text(unit, unit.source_code)


def kept_vectors(known: Mapping[str, Vectors]) -> WordVectors:
    """Return vectors that a store has given, at least one."""
    import numpy as np  # not at the top: a run that finds nothing changed must not wait for it

    return WordVectors(list(known), np.stack(list(known.values())))
