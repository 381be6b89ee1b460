"""The list at the end: what is only worth a mention, one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.assemble.wanted import Wanted
from core.model.run import Mentioned
from core.open_index import OpenIndex

_MOST = 40  # lines: nobody reads a longer list to its end
_HEADING = 6  # tokens


def also_relevant(wanted: Iterable[Wanted], limit: int, index: OpenIndex, count: Callable[[str], int]) -> tuple[Mentioned, ...]:
    """Return the first of the wanted units whose lines fit into `limit` tokens; files and folders are no mention."""
    found: list[Mentioned] = []
    left = limit - _HEADING
    for want in wanted:
        head = index.by_key[want.key]
        why = want.evidence or (f"found by {', '.join(want.found_by)}" if want.found_by else "beside a better unit")
        mention = Mentioned(want.key, head.file_path, max(1, head.start_line), why)
        left -= count(mention.line + "\n")
        if left < 0 or len(found) == _MOST:
            break
        found.append(mention)
    return tuple(found)
