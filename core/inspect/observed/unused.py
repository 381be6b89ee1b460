"""What is unused by reading, beside what recordings say of it."""

from __future__ import annotations

from dataclasses import replace

from core.analyse.result import Result
from core.analyse.unused import Unused
from core.inspect.observed.index import ObservedIndex, named
from core.model.observed import NOT_ANALYSED, NOT_SEEN, SEEN
from core.model.verdict import POSSIBLY_USED


def with_verdicts(found: ObservedIndex, unused: Result[Unused]) -> Result[Unused]:
    """Return the unused units with what recordings say of them: units that ran become possibly used."""
    if not found.recordings:
        return unused
    items = tuple(_judged(found, one) for one in unused.items)
    seen = sum(one.why.startswith("Seen at runtime") for one in items)
    said = f"{seen} of these ran in recordings and are used: {named(found.recordings)}."
    return replace(unused, items=items, notes=(*unused.notes, said))


def _judged(found: ObservedIndex, one: Unused) -> Unused:
    head = found.index.head(one.unit)
    verdict, sentence = found.verdict(head) if head else (NOT_ANALYSED, "")
    if verdict == SEEN:
        return replace(one, usage=POSSIBLY_USED, why=f"{sentence} {one.why}")
    return replace(one, why=f"{one.why} {sentence}") if verdict == NOT_SEEN else one
