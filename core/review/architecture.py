"""Cycles and broken rules that come with a change, and those that it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from core.analyse.check import NEW, Check
from core.model import split_key
from core.model.review import HIGH, LOW, MEDIUM, Remark
from core.review.sides import Side
from core.text.counts import name_list

_NAMED = 6
_COMES, _GOES = ("new cycle", "grown cycle"), ("broken cycle", "shrunk cycle")


@dataclass(frozen=True, slots=True)
class CheckedSides:
    """What breaks the declared architecture on both sides."""

    before: Check
    after: Check


def cycles(before: Side, after: Side) -> tuple[list[Remark], list[str]]:
    """Return a remark for each cycle that came or grew, at the line that closes it, and in words what was broken or shrank."""
    come: list[Remark] = []
    gone: list[str] = []
    for change in after.analyse.compare(before.analyse):
        names = [split_key(key)[1] for key in change.subject.split(", ")]
        named = name_list(names, _NAMED)
        if change.what in _COMES:
            line = change.lines[0] if change.lines else None
            place = (line.file_path, line.line) if line else ("", 0)
            unit = line.source if line else ""
            code = after.text(*place) if line else ""
            level = MEDIUM if change.what == _COMES[0] else LOW
            come.append(Remark("cycle", level, f"{change.what}: {named} ({change.detail})", unit, *place, code))
        elif change.what in _GOES:
            gone.append(f"{change.what}: {named} ({change.detail})")
    return come, gone


def breaches(held: CheckedSides) -> Iterator[Remark]:
    """Yield the lines that break a declared rule and did not before, those that a baseline knows left out."""
    known = Counter(one.name for one in held.before.items)
    for one in held.after.items:
        if one.state == NEW and one.name not in known:
            text = f"breaks {one.rule} ({one.at}): {one.sentence}"
            yield Remark("broken-rule", HIGH, text, one.source, one.file_path, one.line, one.code)


def kept_again(held: CheckedSides) -> list[str]:
    """Return the breaches that the change ends, in words."""
    now = {one.name for one in held.after.items}
    gone = {one.name: one for one in held.before.items if one.name not in now}
    return [f"no longer breaks {one.rule}: {one.sentence}" for _, one in sorted(gone.items())]
