"""The structural overview: what the repository consists of, in as many lines as fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.open_index import Kept, OpenIndex
from core.vocabulary import BY_PATH

_UNCOUNTED = BY_PATH | {"method", "function", "test", "doc_section", "attribute", "association", "constant"}
_TYPES = 12
_CENTRAL = 20
_kept: Kept[list[str]] = Kept(list)


def overview(index: OpenIndex, limit: int, count: Callable[[str], int]) -> str:
    """Return the overview in at most `limit` tokens, whole lines only, empty when not even the first line fits."""
    lines = _kept.of(index)  # they are the same for every question
    if not lines:
        lines[:] = _lines(index)
    text = ""
    for line in lines:
        longer = f"{text}\n{line}" if text else line
        if count(longer) > limit:
            break
        text = longer
    return text


def _lines(index: OpenIndex) -> list[str]:
    manifest = index.manifest
    kinds = Counter(head.type for head in index.heads if head.type not in _UNCOUNTED and not head.is_test)
    most = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(_TYPES))
    lines = [f"{manifest.name}: {most}."] if most else []
    named = _central(index)
    return lines + ([f"Most central: {', '.join(named)}."] if named else [])


def _central(index: OpenIndex) -> list[str]:
    units = [
        (-index.importance.get(head.key, 0.0), head.identifier)
        for head in index.heads
        if head.type not in _UNCOUNTED and not head.is_test and index.importance.get(head.key, 0.0) > 0
    ]
    return [identifier for _, identifier in sorted(units)[:_CENTRAL]]
