"""The actions that a filter names, also where it is written over several lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.inspect.code_links.words import Word
from core.model import Relation
from core.text.lexing import Piece

_NAMING = frozenset({"only", "except"})
_OPEN, _CLOSE = "([{", ")]}"


class FilterNames:
    """Follows the lines of a file, in order, and says which of their words stand behind `only` or `except` of a filter."""

    def __init__(self) -> None:
        self._depth: int | None = None  # brackets that are open in the filter; None outside of one
        self._names = False

    def on(self, pieces: Sequence[Piece], words: Sequence[Word], relations: Iterable[Relation]) -> list[Word]:
        """Return the words of the next line that name actions of a filter."""
        if self._depth is None and any(relation.kind == "filters_with" for relation in relations):
            self._depth, self._names = 0, False
        if self._depth is None:
            return []
        found = [word for word in words if self._named(word)]
        text = "".join(value for kind, value in pieces if "String" not in str(kind) and "Comment" not in str(kind)).rstrip()
        self._depth += sum((letter in _OPEN) - (letter in _CLOSE) for letter in text)
        if self._depth <= 0 and not text.endswith((",", "\\", "=>", ":")):
            self._depth = None
        return found

    def _named(self, word: Word) -> bool:
        if word.text in _NAMING and word.kind == "symbol":
            self._names = True
            return False
        if word.label:
            self._names = False
        return self._names and word.kind in ("name", "symbol", "string") and not word.called
