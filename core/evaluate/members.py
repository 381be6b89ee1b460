"""Whether an answer holds the very member that a label names, not only its class or its file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.evaluate.matching import SEPARATORS, Item
from core.evaluate.questions import QuestionSet, Relevant
from core.model import UnitHead

_MOST = 0.5  # share of a member's lines that must be shown: a signature in an outline is not the member


def located(questions: QuestionSet, heads: Iterable[UnitHead]) -> QuestionSet:
    """Return the questions with the lines of every labelled member that is a unit among the heads; files must agree."""
    places = {(head.identifier, head.file_path): (head.start_line, head.end_line) for head in heads}

    def placed(entry: Relevant) -> Relevant:
        found = [places[name, entry.file] for name in _names(entry) if (name, entry.file) in places]
        return replace(entry, member_lines=found[0]) if found else entry

    return replace(
        questions,
        queries=tuple(replace(query, relevant=tuple(map(placed, query.relevant))) for query in questions.queries),
    )


def is_member(item: Item, entry: Relevant) -> bool:
    """Tell whether an item is the unit of the entry's member."""
    return item.identifier in _names(entry)


def shows_member(items: Sequence[Item], entry: Relevant) -> bool:
    """Tell whether the member's own unit is among the items, or at least half of its lines are among those they show."""
    if any(is_member(item, entry) for item in items):
        return True
    start, end = entry.member_lines
    if not start:
        return False
    spans = [
        span for item in items if item.file_path == entry.file for span in item.ranges or ((item.start_line, item.end_line),)
    ]
    shown = sum(any(first <= line <= last for first, last in spans) for line in range(start, end + 1))
    return shown >= _MOST * (end - start + 1)


def _names(entry: Relevant) -> tuple[str, ...]:
    return tuple(f"{entry.unit}{separator}{entry.member}" for separator in SEPARATORS) if entry.member else ()
