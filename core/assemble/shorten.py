"""Shorten a unit that is too large to be shown whole: its signature and the windows that match the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log

from core.assemble.unit_text import Run, UnitText
from core.assemble.windows import LENGTH, windows
from core.text.brackets import Brackets
from core.text.words import words_of

Count = Callable[[str], int]

_LONGEST = 12  # lines of a signature
_GAP = 5  # tokens of the mark where lines are left out
_BRACKETS = Brackets("()[]")


def shortened(text: UnitText, limit: int, keywords: Sequence[str], count: Count) -> tuple[Run, ...]:
    """Return the runs of lines of the unit that cost at most `limit` tokens, none when not even the first line fits.

    These are its signature, the windows that hold the rarest words of the question, and what the limit leaves of the
    beginning. Of a class, the lines to choose from are those that it declares and the first line of each of its members; the
    bodies of members are units of their own.
    """
    lines = _declared(text)
    chosen: set[int] = set()
    _begin(text, _signature(text, lines), limit, chosen, count)
    if not chosen:
        return ()
    left = limit - text.tokens(sorted(chosen), count)
    for window in _matching(text, lines, keywords):
        fresh = [line for line in window if line not in chosen]
        price = text.tokens(fresh, count) + _GAP
        if fresh and price <= left:
            chosen.update(fresh)
            left -= price
    _begin(text, lines, limit - _GAP * len(_runs(text, chosen)), chosen, count)
    return _runs(text, chosen)


def _signature(text: UnitText, lines: Sequence[int]) -> Sequence[int]:
    """Return the first lines up to where all brackets are closed, but for the last one that opens the body."""
    depth = 0
    for place, line in enumerate(lines[:_LONGEST]):
        depth += _BRACKETS.open(text.lines[line])
        if depth <= 0:
            return lines[: place + 1]
    return lines[:1]


def _begin(text: UnitText, lines: Sequence[int], limit: int, chosen: set[int], count: Count) -> None:
    """Choose lines from the first on, as long as all that is chosen fits the limit."""
    spent = text.tokens(sorted(chosen), count)
    for line in lines:
        if line in chosen:
            continue
        price = text.tokens((line,), count)
        if spent + price > limit:
            return
        chosen.add(line)
        spent += price


def _declared(text: UnitText) -> list[int]:
    """Return the lines of a unit outside of the bodies of its members, without the empty lines that those leave."""
    hidden = {line for start, end in text.bodies for line in range(start + 1, end)}
    shown = [line for line in range(text.above, len(text.lines)) if line not in hidden]
    return [line for line in shown if text.lines[line].strip()] if text.bodies else shown


def matching_lines(text: UnitText, keywords: Sequence[str]) -> tuple[int, int]:
    """Return first and last line, in the file, of what of a unit matches the question best.

    That is its best window, or all of it where it is short or nothing in it matches.
    """
    found = _matching(text, _declared(text), keywords) if len(text.lines) > LENGTH else []
    first, last = (found[0][0], found[0][-1]) if found else (text.above, len(text.lines) - 1)
    return text.first + first, text.first + last


def _matching(text: UnitText, lines: Sequence[int], keywords: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the windows that hold words of the question, those with the rarest words first."""
    if not text.parts:
        parts = windows(text.lines, lines)
        text.parts.extend((part, frozenset(word for line in part for word in words_of(text.lines[line]))) for part in parts)
    counts = {word: sum(word in words for _, words in text.parts) for word in keywords}
    rarity = {word: log(1 + len(text.parts) / number) for word, number in counts.items() if number}
    worth = [sum(rarity[word] for word in rarity if word in words) for _, words in text.parts]
    order = sorted(range(len(worth)), key=lambda number: -worth[number])
    return [text.parts[number][0] for number in order if worth[number]]


def _runs(text: UnitText, chosen: set[int]) -> tuple[Run, ...]:
    """Return the chosen lines as runs, joined across blank lines."""
    runs: list[Run] = []
    for line in sorted(chosen):
        if runs and not any(text.lines[between].strip() for between in range(runs[-1][1], line)):
            runs[-1] = (runs[-1][0], line + 1)
        else:
            runs.append((line, line + 1))
    return tuple(runs)
