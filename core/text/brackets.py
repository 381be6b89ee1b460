"""Text with brackets that no grammar reads: where one closes, and the parts between signs outside of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class PlacedSign(NamedTuple):
    """A bracket or another sign: where it is, how many brackets are open after it, and the sign itself."""

    place: int
    depth: int
    sign: str


class Brackets:
    """The brackets to count, as pairs: `()[]`. Any closing bracket closes any opening one.

    Brackets and signs between two equal `quotes` do not count, nor does `passed`, such as the end of `=>`. With `escapes` a
    backslash in quotes takes the meaning of the next character.
    """

    def __init__(self, pairs: str, quotes: str = "", passed: str = "", *, escapes: bool = False) -> None:
        self._steps = dict.fromkeys(pairs[::2], 1) | dict.fromkeys(pairs[1::2], -1)
        inside = r"(?:[^{0}\\]+|\\.)*" if escapes else "[^{0}]*"
        self._skipped = [re.escape(passed)] if passed else []
        self._skipped += [f"{quote}{inside.format(quote)}{quote}?" for quote in quotes]
        self._patterns: dict[str, re.Pattern[str]] = {}

    def marks(
        self, text: str, start: int = 0, end: int | None = None, others: str = "", depth: int = 0
    ) -> Iterator[PlacedSign]:
        """Yield the brackets between two positions in order, and the `others`; `depth` brackets are open before."""
        for match in self._pattern(others).finditer(text, start, len(text) if end is None else end):
            sign = match[0]
            if sign in self._steps:
                depth += self._steps[sign]
            elif sign not in others:
                continue  # quoted or passed
            yield PlacedSign(match.start(), depth, sign)

    def closing(self, text: str, start: int = 0, end: int | None = None, depth: int = 0) -> int:
        """Return where the first bracket closes, or the innermost one that is open before; -1 if it does not."""
        for mark in self.marks(text, start, end, depth=depth):
            if not mark.depth and self._steps[mark.sign] < 0:
                return mark.place
        return -1

    def spans(self, text: str, sign: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
        """Return the start and the end of each part between the signs outside of brackets."""
        spans, end = list[tuple[int, int]](), len(text) if end is None else end
        for mark in self.marks(text, start, end, sign):
            if mark.sign == sign and not mark.depth:
                spans.append((start, mark.place))
                start = mark.place + 1
        return [*spans, (start, end)]

    def split(self, text: str, sign: str, start: int = 0, end: int | None = None) -> list[str]:
        """Return the parts between the signs outside of brackets, as they are written."""
        if sign not in text:
            return [text[start:end]]
        return [text[first:last] for first, last in self.spans(text, sign, start, end)]

    def open(self, text: str) -> int:
        """Return how many more brackets a text opens than it closes."""
        return sum(self._steps.get(match[0], 0) for match in self._pattern("").finditer(text))

    def _pattern(self, others: str) -> re.Pattern[str]:
        if others not in self._patterns:
            signs = f"[{re.escape(''.join(self._steps) + others)}]"
            self._patterns[others] = re.compile("|".join([*self._skipped, signs]), re.DOTALL)
        return self._patterns[others]


PLAIN = Brackets("()[]{}")
TYPES = Brackets("()[]{}<>")
"""Of types that take others: `Map<String, List<Order>>`."""
