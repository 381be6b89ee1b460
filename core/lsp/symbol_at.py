"""The unit under the cursor: from the indexed line, or by name if the line is newer than the index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.lsp.present_file import PresentFile

_WORD = re.compile(r"[^\W\d]\w*[?!]?")
_MOST = 8  # units that a name may mean: with more it says nothing


@dataclass(frozen=True, slots=True)
class SymbolAtCursor:
    """A name on a line, from column `start` to before `end`, and the keys of the units that it means, the likeliest first.

    `remark` says what the reader has to know of it: how the unit was found where the code does not say so itself.
    """

    line: int
    start: int
    end: int
    targets: tuple[str, ...]
    remark: str = ""


def symbol_at(file: PresentFile, line: int, column: int) -> SymbolAtCursor | None:
    """Return what the name at a line (from 1) and column (from 0) means; None where no unit is known by it."""
    number = file.indexed_line(line)
    if not number:
        return _by_name(file, line, column)
    shift = file.shift(line)
    for link in file.bench.linked(file.path).links.get(number, ()):
        if link.start <= column - shift < link.end:
            sure = link.known == "declared"
            return SymbolAtCursor(
                line, link.start + shift, link.end + shift, link.targets, "" if sure else f"Resolved: {link.how}."
            )
    return None


def _by_name(file: PresentFile, line: int, column: int) -> SymbolAtCursor | None:
    text = file.line(line)
    found = next((word for word in _WORD.finditer(text) if word.start() <= column < word.end()), None)
    if found is None:
        return None
    targets = _elsewhere_in(file, found[0]) or _of_the_index(file, found[0])
    if not targets:
        return None
    state = "This line is not indexed yet" if file.known else "This file is not indexed"
    return SymbolAtCursor(line, *found.span(), targets, f"{state}: `{found[0]}` found by name only.")


def _elsewhere_in(file: PresentFile, word: str) -> tuple[str, ...]:
    """Return what a name means on the other lines of its file, where these agree on it."""
    if not file.known:
        return ()
    meanings = {
        link.targets
        for number, links in file.bench.linked(file.path).links.items()
        for link in links
        if file.indexed[number - 1][link.start : link.end] == word
    }
    return meanings.pop() if len(meanings) == 1 else ()


def _of_the_index(file: PresentFile, word: str) -> tuple[str, ...]:
    named = [head.key for head in file.bench.heads.values() if head.name == word and not head.is_test and head.start_line]
    return tuple(named) if len(named) <= _MOST else ()
