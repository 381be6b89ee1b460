"""Shorten a unit that is too large to be shown whole: its beginning and the lines that match the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log

from core.assemble.unit_text import Run, UnitText
from core.text.words import words_of

Count = Callable[[str], int]

_BEGINNING = 0.5  # of the limit; the rest is for lines that match, and what they leave for more of the beginning
_AROUND = 2  # lines on both sides of one that matches, without which it tells nothing
_GAP = 5  # tokens of the mark where lines are left out


def shortened(text: UnitText, limit: int, keywords: Sequence[str], count: Count) -> tuple[Run, ...]:
    """Return the runs of lines of the unit that cost at most `limit` tokens, none when not even the first line fits.

    Of a class, the lines to choose from are those that it declares and the first line of each of its members; the bodies of
    members are units of their own.
    """
    lines = _declared(text)
    chosen: set[int] = set()
    left = limit

    def take(some: Sequence[int], most: int) -> bool:
        nonlocal left
        fresh = [line for line in some if line not in chosen]
        price = text.tokens(fresh, count) + _GAP
        if not fresh or price > min(most, left):
            return False
        chosen.update(fresh)
        left -= price
        return True

    _begin(text, lines, int(limit * _BEGINNING), chosen, count)
    left -= text.tokens(sorted(chosen), count)
    if not chosen:
        return ()
    for place in _matching(text, lines, keywords):
        around = lines[max(0, place - _AROUND) : place + _AROUND + 1] if not text.bodies else lines[place : place + 1]
        take(around, left)
    spent = text.tokens(sorted(chosen), count)
    _begin(text, lines, limit - (limit - left - spent), chosen, count)
    return _runs(text, chosen)


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
    shown = [line for line in range(len(text.lines)) if line not in hidden]
    return [line for line in shown if text.lines[line].strip()] if text.bodies else shown


def _matching(text: UnitText, lines: Sequence[int], keywords: Sequence[str]) -> Iterator[int]:
    """Yield the places among the lines that hold words of the question, those with the rarest words first."""
    held = [(place, words) for place, line in enumerate(lines) if (words := words_of(text.lines[line]))]
    counts = {word: sum(1 for _, words in held if word in words) for word in keywords}
    rarity = {word: log(1 + len(held) / number) for word, number in counts.items() if number}
    worth = [(sum(rarity[word] for word in rarity if word in words), place) for place, words in held] if rarity else []
    for value, place in sorted(worth, key=lambda row: (-row[0], row[1])):
        if value:
            yield place


def _runs(text: UnitText, chosen: set[int]) -> tuple[Run, ...]:
    """Return the chosen lines as runs, joined across blank lines."""
    runs: list[Run] = []
    for line in sorted(chosen):
        if runs and not any(text.lines[between].strip() for between in range(runs[-1][1], line)):
            runs[-1] = (runs[-1][0], line + 1)
        else:
            runs.append((line, line + 1))
    return tuple(runs)
