"""A file as the editor has it beside the same file as it was indexed: which lines are which."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from core.extract.regular import read_regular
from core.measured.moved import digests, moved

if TYPE_CHECKING:
    from core.workbench import Workbench

_MOST = 4_000_000  # bytes that are read of a file; the index has none that is larger


class PresentFile:
    """The lines of a file now, and where each line of the index stands among them. Lines count from 1."""

    def __init__(self, bench: Workbench, path: str, text: str) -> None:
        self.bench = bench
        self.path = path
        self.text = text
        self.lines: Sequence[str] = text.split("\n")

    @cached_property
    def indexed(self) -> Sequence[str]:
        """The lines as they were indexed; none of a file that the index does not have."""
        return self.bench.index.texts.lines(self.path)

    @property
    def known(self) -> bool:
        """Whether the index has the file."""
        return bool(self.indexed)

    @cached_property
    def changed(self) -> bool:
        """Whether a line differs from what was indexed, blanks around it aside."""
        return [line.strip() for line in self.lines] != [line.strip() for line in self.indexed]

    def indexed_line(self, number: int) -> int:
        """Return the number that a line of now has in the index; 0 for one that is new or was changed."""
        return self._back.get(number, 0)

    def present_line(self, number: int) -> int:
        """Return where a line of the index stands now; of one that is gone the line where it would stand, at least 1."""
        if number in self._now:
            return self._now[number]
        before = bisect_right(self._standing, number)
        if not before:
            return max(1, min(number, len(self.lines)))
        last = self._standing[before - 1]
        return max(1, min(self._now[last] + number - last, len(self.lines)))

    def line(self, number: int) -> str:
        """Return a line of now; empty when there is none of the number."""
        return self.lines[number - 1].rstrip("\r") if 0 < number <= len(self.lines) else ""

    def name_on(self, number: int, name: str) -> tuple[int, int]:
        """Return the columns of a name on a line of now, else of all that is written there."""
        line = self.line(number)
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) if name else None
        return found.span() if found else (len(line) - len(line.lstrip()), len(line))

    def shift(self, number: int) -> int:
        """Return how many more columns a line of now is indented by than it was indexed."""
        before = self.indexed[self.indexed_line(number) - 1]
        return _indent(self.line(number)) - _indent(before)

    @cached_property
    def _now(self) -> dict[int, int]:
        return dict(moved(digests("\n".join(self.indexed)), digests("\n".join(self.lines))))

    @cached_property
    def _back(self) -> dict[int, int]:
        return {now: before for before, now in self._now.items()}

    @cached_property
    def _standing(self) -> list[int]:
        return sorted(self._now)


def text_on_disk(root: Path, path: str) -> str:
    """Return the text of an indexed file as it lies in the checkout; empty when it is gone, or leads out of the checkout."""
    file = root / path
    try:
        if not file.resolve().is_relative_to(root.resolve()):
            return ""
        return read_regular(file, _MOST).decode("utf-8", "replace")
    except OSError:
        return ""  # the file was removed since: nothing stands anywhere


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
