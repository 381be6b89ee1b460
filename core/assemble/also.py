"""The lists at the end: what is only worth a mention, and what an earlier turn has shown, one line each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from core.assemble.wanted import Wanted
from core.model.known import Known, ShownBefore
from core.model.run import Mentioned
from core.open_index import OpenIndex

_MOST = 40  # lines: nobody reads a longer list to its end
_HEADING = 6  # tokens


def known_units(
    wanted: Iterable[Wanted], known: Known, limit: int, index: OpenIndex, count: Callable[[str], int]
) -> tuple[ShownBefore, ...]:
    """Return the first of the wanted units that earlier turns have shown whose lines fit into `limit` tokens."""
    found: list[ShownBefore] = []
    left = limit - _HEADING
    for want in wanted:
        head = index.by_key[want.key]
        turn = next((one.turn for one in known.shown if one.file_path == head.file_path and _holds(one, head.start_line)), 1)
        shown = ShownBefore(want.key, head.file_path, ((head.start_line, head.end_line),), turn)
        left -= count(shown.line + "\n")
        if left < 0 or len(found) == _MOST:
            break
        found.append(shown)
    return tuple(found)


def _holds(shown: ShownBefore, line: int) -> bool:
    return any(first <= line <= last for first, last in shown.ranges)


def also_relevant(
    wanted: Iterable[Wanted], limit: int, index: OpenIndex, count: Callable[[str], int], said: Collection[str] = ()
) -> tuple[Mentioned, ...]:
    """Return the first of the wanted units whose lines fit into `limit` tokens, without lines that were said before."""
    found: list[Mentioned] = []
    left = limit - _HEADING
    for want in wanted:
        head = index.by_key[want.key]
        why = want.evidence or (f"found by {', '.join(want.found_by)}" if want.found_by else "next to a better result")
        mention = Mentioned(want.key, head.file_path, max(1, head.start_line), why)
        if mention.line in said:
            continue
        left -= count(mention.line + "\n")
        if left < 0 or len(found) == _MOST:
            break
        found.append(mention)
    return tuple(found)
