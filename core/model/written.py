"""Units that write words exactly, each with the line that has them."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.model.address import IndexAddress
from core.model.frames import FramedRows
from core.model.text_table import Flat, text_table

_COLUMNS = ("unit", "where", "file_path", "line", "lines", "is_test", "text")


@dataclass(frozen=True, slots=True)
class Written:
    """A unit that has the words in its `name` or in its `text`, with the first line of it that does and how many do.

    `matches` are all its lines by number, those of a name none.
    """

    unit: str
    where: str
    file_path: str
    line: int
    lines: int
    is_test: bool
    text: str
    matches: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class WordSearch(FramedRows):
    """What a search for exact words found: names before texts, then code, other files and tests; `sentence` counts all."""

    columns = _COLUMNS
    sentence: str
    found: tuple[Written, ...]
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, Flat]]:
        """Return one flat dictionary per unit, in order."""
        return [{name: getattr(one, name) for name in _COLUMNS} for one in self.found]

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(_COLUMNS, self.to_rows())}" if self.found else self.sentence
