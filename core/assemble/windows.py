"""The windows of a long unit: runs of whole statements, about 30 lines each, that can be shown one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

LENGTH = 30  # lines: what is read at once
_DEEPEST = 40  # statements inside of one another; a longer one further inside is cut, as a long text is
_CLOSES = re.compile(r"\s*(?:[)\]}>]|(?:end|else|elif|elsif|rescue|ensure|except|finally|catch|then|fi|done|esac)\b|#endif|</)")
COMMENT = re.compile(r"\s*(?:#|//|/\*|\*|--|@\w|<%#|<!--)")
"""How a line begins that belongs to what follows: a comment, a decorator or an annotation."""
_ABOVE = re.compile(rf"{COMMENT.pattern}|\s*(?:@|\"\"\")")


def windows(lines: Sequence[str], places: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the places in groups of at most about 30 lines, in order; each place is in one group.

    A group starts where a statement starts, the comment above it included: at the least indented lines, and inside of a
    statement that is longer than a window at the least indented ones of its body. A closing line stays with what it closes.
    Lines that are not next to each other in the unit are not joined, but for blank ones between them.
    """
    return [tuple(group) for run in _adjacent(lines, places) for group in _divided(lines, run)]


def _adjacent(lines: Sequence[str], places: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for place in places:
        if run and any(lines[between].strip() for between in range(run[-1] + 1, place)):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _divided(lines: Sequence[str], run: list[int], deepest: int = _DEEPEST) -> Iterator[list[int]]:
    if len(run) <= LENGTH:
        yield run
        return
    group: list[int] = []
    for part in _statements(lines, run):
        if len(part) > LENGTH:
            if group:
                yield group
            yield from _divided(lines, part, deepest - 1) if deepest and len(part) < len(run) else _cut(part)
            group = []
            continue
        if len(group) + len(part) > LENGTH:
            yield group
            group = []
        group += part
    if group:
        yield group


def _cut(run: list[int]) -> Iterator[list[int]]:
    """Yield a statement without a body that is longer than a window, such as a long text, in pieces."""
    for start in range(0, len(run), LENGTH):
        yield run[start : start + LENGTH]


def _statements(lines: Sequence[str], run: list[int]) -> Iterator[list[int]]:
    """Yield the parts of a run that start at its least indented lines; of one statement, its head and the parts of its body."""
    starts = _starts(lines, run)
    if len(starts) < 2:
        body = next((number for number, place in enumerate(run, 1) if not _ABOVE.match(lines[place])), len(run))
        starts = [0, *(body + start for start in _starts(lines, run[body:]))]
    for start, end in zip(starts, [*starts[1:], len(run)], strict=True):
        yield run[start:end]


def _starts(lines: Sequence[str], run: Sequence[int]) -> list[int]:
    depths = [_depth(lines[place]) for place in run]
    opening = [depth for depth, place in zip(depths, run, strict=True) if depth >= 0 and not _CLOSES.match(lines[place])]
    least = min(opening, default=0)
    found: list[int] = []
    above = False
    for number, (depth, place) in enumerate(zip(depths, run, strict=True)):
        if depth < 0:
            continue
        if depth <= least and not above and not _CLOSES.match(lines[place]):
            found.append(number)
        above = (above or depth <= least) and _ABOVE.match(lines[place]) is not None
    return found if not found or found[0] == 0 else [0, *found]


def _depth(line: str) -> int:
    """Return how far a line is indented, -1 for a blank one."""
    plain = line.expandtabs(4)
    return len(plain) - len(plain.lstrip()) if plain.strip() else -1
