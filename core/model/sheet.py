"""What is known of one unit, and the units around it or like it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # that of Python 3.11 cannot be read back from JSON

from core.model.address import Asked, IndexAddress
from core.model.facts import ToldFact
from core.model.frames import Framed, FramedRows
from core.model.text_table import text_table
from core.model.units import Chunk, CodeUnit

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("unit", "kind", "distance", "member", "file_path", "line", "certainty", "via", "is_test", "text")
_AS_TEXT = ("unit", "kind", "file_path", "line", "text")  # what fits into lines of text


class RelationRow(TypedDict):
    """One relation of a unit as a flat row: the unit at its other end, and the line that says so with its text."""

    unit: str
    kind: str
    distance: int
    member: str
    file_path: str
    line: int
    certainty: str
    via: str
    is_test: bool
    text: str


@dataclass(frozen=True, slots=True)
class UnitSheet(Framed):
    """One unit with everything the index knows of it. Relation rows carry the text of the reference line.

    `uses_none` and `used_by_none` say what it means that there are no dependencies or dependents; empty where there are.
    `used_by_more` says how many lines are known to use it, tests included, and how many more write its name; empty where none
    are known.
    A row of facts has its `text` and, where that is not plain, how it is `known`; `runtime` sums up what the running
    application says of them, and is empty when it was not asked. `summary` says what a folder or file holds, in lines.
    `observed` says what recordings of the running application counted of it, and is empty where none is kept.
    """

    unit: CodeUnit
    members: tuple[str, ...]
    facts: Mapping[str, Sequence[ToldFact]]
    dependencies: tuple[RelationRow, ...]
    dependents: tuple[RelationRow, ...]
    tests: tuple[RelationRow, ...]
    history: str
    chunks: tuple[Chunk, ...]
    pages: IndexAddress | None = field(default=None, compare=False)
    uses_none: str = ""
    used_by_none: str = ""
    used_by_more: str = ""
    runtime: str = ""
    summary: str = ""
    observed: str = ""

    def to_frame(self) -> pd.DataFrame:
        """Return the relations of the unit as a DataFrame: direction (`uses`, `used by`, `tested by`), unit, kind, line …"""
        import pandas as pd

        sides = (("uses", self.dependencies), ("used by", self.dependents), ("tested by", self.tests))
        rows = [{"direction": side, **row} for side, found in sides for row in found]
        return pd.DataFrame(rows, columns=["direction", *_COLUMNS])

    def __str__(self) -> str:
        used = text_table(_AS_TEXT, self.dependents)
        return f"{self.unit.key} ({self.unit.file_path}:{self.unit.start_line})\n{self.history}\n\nUsed by\n{used}"


@dataclass(frozen=True, slots=True)
class NeighbourList(FramedRows):
    """Units around one unit, nearest first, with a sentence on what an empty list means.

    `usage` is the verdict on a unit whose dependents are listed: used, unused, possibly used or not analysed; else empty.
    """

    columns = _COLUMNS
    sentence: str
    rows: tuple[RelationRow, ...]
    usage: str = ""
    asked: Asked | None = field(default=None, compare=False)
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, object]]:
        """Return the rows as flat dictionaries."""
        return [dict(row) for row in self.rows]

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(_AS_TEXT, self.rows)}" if self.rows else self.sentence


@dataclass(frozen=True, slots=True)
class Similar:
    """A unit and how much it is like another: the cosine of the nearest two chunks, or the share of the score by words."""

    unit_key: str
    similarity: float
    by: str
