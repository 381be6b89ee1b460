"""Find units by letters of their names; the look-ups are made once for each open index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.model import UnitHead
from core.open_index.finding import NamedThing, NameSearch, find_units, inside, unit_names

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def find(bench: OpenBench, letters: str, *, limit: int = 12, types: Sequence[str] = ()) -> tuple[UnitHead, ...]:
    """Return the units, files and routes whose names match a few letters or words, best first.

    `comments create` finds `CommentsController#create`. Without a match it returns names with a similar spelling.
    """
    heads = bench.index.heads
    found = [*inside(bench.index, letters), *find_units(letters, heads, len(heads) if types else limit, names(bench))]
    by_key: dict[str, UnitHead] = {}
    for head in found:
        if not types or head.type in types:
            by_key.setdefault(head.key, head)
    return tuple(by_key.values())[:limit]


def names(bench: OpenBench) -> NameSearch:
    """Return the look-ups over all units of the index, most used first where names are alike."""

    def made() -> NameSearch:
        uses = {key: values.get("fan_in", 0.0) for key, values in bench.metrics.items()}
        return unit_names(bench.index.heads, uses, bench.not_own.files)

    return bench._once("names to find", made)


def found_among(bench: OpenBench, letters: str, titles: Sequence[str], limit: int = 30) -> list[UnitHead | int]:
    """Return units and positions of titles (of pages, actions, things seen before) that go with the letters, best first."""
    looked, heads = names(bench), bench.index.heads
    units: list[tuple[float, UnitHead | int]] = [(score, heads[at]) for score, at in looked.ranked(letters)[:limit]]
    named: list[tuple[float, UnitHead | int]] = list(NameSearch([NamedThing(title, title) for title in titles]).ranked(letters))
    found = [one for _, one in sorted([*named, *units], key=lambda pair: -pair[0])]
    return found[:limit] or [heads[at] for _, at in looked.resembling(letters)[:limit]]
