"""Read a pasted text, such as the report of a fault, a log or a stack trace: by its title, as a whole, and by its places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from core.languages import LANGUAGES
from core.model import UnitHead
from core.model.run import Ranked
from core.open_index import OpenIndex, per_index
from core.vocabulary import PROSE

_LONG = 300  # characters: what is longer, or has this many lines, is no question
_LINES = 4
_TITLE = 300  # characters that are read of a title
_WORDS = 3  # of a title, at least
_TITLE_WEIGHT = 2  # next to the whole text; found on 60 reports of three applications
_FENCE = re.compile(r"^\s*(```|~~~).*?(^\s*\1|\Z)", re.MULTILINE | re.DOTALL)
_CODE_LINE = re.compile(
    r"^(?: {4}|\t|>>>|\$ |\s*at |\s*File \"|\s*from ).*$|^.*(?:Traceback \(most recent|[{};]\s*$).*$", re.MULTILINE
)
_LABEL = re.compile(r"^(?:\s*[\[(][^\])]*[\])]\s*[-:]?)+\s*(?=\S)")  # `[BUG] - `, before a title
_BOX = re.compile(r"\s*[-*] \[[ xX]\] ")
_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_FRAME = re.compile(r"(?P<path>[\w@.~-]*(?:[/\\][\w@.~-]+)*\.[A-Za-z]{1,5})(?:\(|:|\", line | line )(?P<line>\d+)")
_TEMPLATE = re.compile(r"(^|/)issue_?templates?\b", re.IGNORECASE)
_KEY = re.compile(r"^\s*(?:- )?\w+:\s")  # in a template that is written in YAML
_SHORT = 3  # letters of a line that says nothing


def readings(text: str, index: OpenIndex) -> tuple[str, ...]:
    """Return the texts to search for: of a pasted text its title and the whole; of others itself.

    The title is the first line of prose with three words. Of the whole, lines are left out that tell nothing of this
    report: those of the templates for issues in the checkout, boxes to tick, and hidden remarks.
    """
    whole = text.strip()
    if len(whole) < _LONG and whole.count("\n") < _LINES:
        return (text,)
    usual = _template_lines(index)
    lines = _HIDDEN.sub("", whole).splitlines()
    told = "\n".join(line for line in lines if not _BOX.match(line) and _bare(line) not in usual) or whole
    prose = _CODE_LINE.sub("", _FENCE.sub("", told))
    titles = (line.strip("# \t") for line in prose.splitlines() if len(line.split()) >= _WORDS and not _FRAME.search(line))
    title = next(titles, "")
    return tuple(dict.fromkeys(" ".join(part.split()) for part in (_LABEL.sub("", title)[:_TITLE], told) if part.strip()))


@per_index
def _template_lines(index: OpenIndex) -> set[str]:
    """Return the lines of the checkout's templates for issues, without signs."""
    keys = [head.key for head in index.heads if head.type == "file" and _TEMPLATE.search(head.file_path)]
    lines = chain.from_iterable(unit.source_code.splitlines() for unit in index.catalog.units(keys))
    return {"", *(bare for line in lines for bare in (_bare(line), _bare(_KEY.sub("", line))) if len(bare) > _SHORT)}


def _bare(line: str) -> str:
    return " ".join(re.findall(r"\w+", line.lower()))


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
        if len(files) == 1 and (around := index.around(files.pop(), line)):
            found[around.key] = around.is_test
    return sorted(found, key=lambda key: found[key])


def merged(rankings: Sequence[Sequence[Ranked]], first: Sequence[str], index: OpenIndex) -> tuple[Ranked, ...]:
    """Return the units of the rankings of the readings as one, in turn with those that come `first`.

    A unit's score is that of the first reading, twice, and of the second. Texts and settings come after all code: a fault is
    reported in their words, but it is in the code. Each unit then has the score of its place, so that scores fall.
    """
    scores: dict[str, float] = {}
    known: dict[str, Ranked] = {}
    for number, ranking in enumerate(rankings):
        for unit in ranking:
            weight = 1 if number else _TITLE_WEIGHT
            scores[unit.unit_key] = scores.get(unit.unit_key, 0.0) + weight * unit.score / (_TITLE_WEIGHT + 1)
            known.setdefault(unit.unit_key, unit)
    found = sorted(scores, key=lambda key: (not is_code(index.by_key[key]), -scores[key], key))
    order = dict.fromkeys(key for pair in zip_longest(first, found) for key in pair if key is not None)
    falling = sorted((*scores.values(), *(0.0 for key in first if key not in scores)), reverse=True)
    return tuple(
        replace(known.get(key) or Ranked(key, 0.0, 0), rank=place, score=score)
        for place, (key, score) in enumerate(zip(order, falling, strict=True), 1)
    )


def is_code(head: UnitHead) -> bool:
    """Tell whether something of a unit runs: it is neither text nor data."""
    language = LANGUAGES.get(head.language)
    return head.type not in PROSE and not (language and language.data)
