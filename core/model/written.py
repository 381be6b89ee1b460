"""Units that write words exactly, each with the line that has them."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.model.address import IndexAddress
from core.model.frames import FramedRows
from core.model.text_table import Flat, text_table

_COLUMNS = ("unit", "where", "file_path", "line", "lines", "is_test", "text", "matched_fields", "score")
_SHARE = 0.25  # of the score for each field, as keyword searches of Woods have it


@dataclass(frozen=True, slots=True)
class Written:
    """A unit that has the words in its `name`, its `text`, or in the name of an `association` or `column`.

    `where` is the first of these. `line` is its first line with the words, `lines` counts them, and `matches` are all of them
    by number, those of a name none. `matched_fields` are all fields with the words: those above and `method`, of a member.
    """

    unit: str
    where: str
    file_path: str
    line: int
    lines: int
    is_test: bool
    text: str
    matches: tuple[tuple[int, str], ...] = ()
    matched_fields: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        """A quarter for each field with the words, at most 1."""
        return min(_SHARE * len(self.matched_fields), 1.0)


@dataclass(frozen=True, slots=True)
class WordSearch(FramedRows):
    """What a search for exact words found; `sentence` counts all.

    Names come first, then associations and columns, then texts; in each code before other files and tests.
    """

    columns = _COLUMNS
    sentence: str
    found: tuple[Written, ...]
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, Flat]]:
        """Return one flat dictionary per unit, in order."""
        rows = [{name: getattr(one, name) for name in _COLUMNS} for one in self.found]
        return [{**row, "matched_fields": ", ".join(row["matched_fields"])} for row in rows]

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(_COLUMNS, self.to_rows())}" if self.found else self.sentence
