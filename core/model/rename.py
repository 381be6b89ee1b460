"""What a new name for something touches: the lines that must change, and those that may have to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model.address import IndexAddress
from core.model.frames import FramedRows
from core.model.text_table import text_table

CERTAIN, POSSIBLE, STRING = "certain", "possible", "string"
"""How sure it is that a line must change: resolved, the name in code that is not resolved, the name in a text."""
_COLUMNS = ("list", "file_path", "line", "certainty", "reason", "text")


@dataclass(frozen=True, slots=True)
class RenameLine:
    """One line with the name; `certainty` is certain, possible or string, `reason` says why the line is listed."""

    file_path: str
    line: int
    certainty: str
    reason: str
    text: str
    is_test: bool = False


@dataclass(frozen=True, slots=True)
class RenameCheck(FramedRows):
    """The lines that a new name touches, in four lists without overlap; `tests` have lines of every certainty.

    `name` is the full name, `words` are the spellings that were looked for. `collisions` are what has the `new` name already.
    `notes` are what the lists leave out or cannot know.
    """

    columns = _COLUMNS
    name: str
    words: tuple[str, ...]
    new: str
    certain: tuple[RenameLine, ...]
    possible: tuple[RenameLine, ...]
    strings: tuple[RenameLine, ...]
    tests: tuple[RenameLine, ...]
    collisions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    pages: IndexAddress | None = field(default=None, compare=False)

    @property
    def lists(self) -> Mapping[str, Sequence[RenameLine]]:
        """The four lists by their title."""
        return {"Certain": self.certain, "Possible": self.possible, "Strings": self.strings, "Tests": self.tests}

    @property
    def sentence(self) -> str:
        """How many lines each list has, and what the new name collides with."""
        counts = ", ".join(f"{len(lines):,} {title.lower()}" for title, lines in self.lists.items())
        clash = f" '{self.new}' collides with {' and '.join(self.collisions)}." if self.collisions else ""
        free = f" No known collision with '{self.new}'." if self.new and not self.collisions else ""
        return f"Lines that a new name for {self.name} touches: {counts}.{clash}{free}"

    def to_rows(self) -> list[dict[str, object]]:
        """Return the lines as flat dictionaries: list, file_path, line, certainty, reason, text."""
        return [
            {
                "list": title.lower(), "file_path": one.file_path, "line": one.line, "certainty": one.certainty,
                "reason": one.reason, "text": one.text.strip(),
            }
            for title, lines in self.lists.items()
            for one in lines
        ]  # fmt: skip

    def __str__(self) -> str:
        return "\n".join([self.sentence, *self.notes, text_table(_COLUMNS, self.to_rows())])
