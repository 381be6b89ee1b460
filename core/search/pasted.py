"""Read a pasted text, such as the report of a fault, a log or a stack trace, in several ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.model.run import Hit, Ranked
from core.model.units import innermost
from core.open_index import OpenIndex
from core.search.fuse import rrf

_LONG = 300  # characters: what is longer, or has this many lines, is no question
_LINES = 4
_BEGINNING = 300  # characters that are read alone
_FLAT = 60  # k of the fusion, as in its paper
_FRAMES, _SECOND = "frames", "1"  # what stands for a strategy: the places of a stack trace, and the number of a reading
_WHOLE = 2  # weight of the whole text, the second reading; found on 141 commit messages of four applications
_FENCE = re.compile(r"^\s*(```|~~~).*?(^\s*\1|\Z)", re.MULTILINE | re.DOTALL)
_CODE_LINE = re.compile(
    r"^(?: {4}|\t|>>>|\$ |\s*at |\s*File \"|\s*from ).*$|^.*(?:Traceback \(most recent|[{};]\s*$).*$", re.MULTILINE
)
_FRAME = re.compile(r"(?P<path>[\w@.~-]*(?:[/\\][\w@.~-]+)*\.[A-Za-z]{1,5})(?:\(|:|\", line | line )(?P<line>\d+)")


def readings(text: str) -> tuple[str, ...]:
    """Return the texts to search for: of a pasted text the whole, its title, its beginning and its prose; of others itself."""
    whole = text.strip()
    if len(whole) < _LONG and whole.count("\n") < _LINES:
        return (text,)
    title = next(line for line in whole.splitlines() if line.strip()).strip("# \t")[:_BEGINNING]
    prose = _CODE_LINE.sub("", _FENCE.sub("", whole))
    return tuple(dict.fromkeys(" ".join(part.split()) for part in (title, whole, whole[:_BEGINNING], prose) if part.strip()))


def framed(text: str, index: OpenIndex) -> Sequence[str]:
    """Return the keys of the units at the `file:line` places of a text, in their order, those of the checkout only.

    A place is found by the end of its path, so that it may come from another machine. Tests come after other code.
    """
    found: dict[str, bool] = {}
    for frame in _FRAME.finditer(text):
        path, line = frame["path"].replace("\\", "/"), int(frame["line"])
        parts = path.strip("/").split("/")
        ends = ("/".join(parts[start:]) for start in range(max(1, len(parts) - 1)))
        numbers = next((match.positions for end in ends if (match := index.names.path(end))), ())
        files = {index.heads[number].file_path for number in numbers}
        inside = (index.heads[one] for file in files for one in index.by_file.get(file, ()))
        if len(files) == 1 and (around := innermost(inside, line)):
            found[around.key] = around.is_test
    return sorted(found, key=lambda key: found[key])


def merged(rankings: Sequence[Sequence[Ranked]], first: Sequence[str]) -> tuple[Ranked, ...]:
    """Return the units of several rankings by reciprocal rank fusion, in the order of `readings`, with `first` as one more.

    `first` weighs as much as all rankings together, so that its units and theirs alternate.
    A unit takes the score that its place has among all scores, so that scores fall as they do for one question.
    """
    hits, known = [], dict[str, Ranked]()
    for number, ranking in enumerate(rankings):
        hits += [Hit(unit.unit_key, str(number), place, unit.score) for place, unit in enumerate(ranking, 1)]
        known = {unit.unit_key: unit for unit in ranking} | known
    known = {key: Ranked(key, 0.0, 0) for key in first} | known
    hits += [Hit(key, _FRAMES, place, 1.0) for place, key in enumerate(first, 1)]
    scores = sorted((*(unit.score for ranking in rankings for unit in ranking), *(0.0 for _ in first)), reverse=True)
    order = rrf(hits, {_SECOND: _WHOLE, _FRAMES: len(rankings) - 1 + _WHOLE}, _FLAT)
    return tuple(
        replace(known[unit.unit_key], rank=place, score=score)
        for place, (unit, score) in enumerate(zip(order, scores, strict=False), 1)
    )
