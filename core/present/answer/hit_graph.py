"""The units that a question found, as a small graph: what leads from one to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.analyse.view import View
from core.model import split_key
from core.model.run import SearchRun
from core.present.drawings.layered_graph import Arrow, Box
from core.present.html.links import unit_url
from core.text.counts import counted_as


@dataclass(frozen=True, slots=True)
class HitGraph:
    """The best units as boxes in the order of the ranking, the links between them, and how many units there are in all."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    of: int

    @property
    def sentence(self) -> str:
        """What is shown of what was found."""
        found, links = counted_as(self.of, "result"), counted_as(len(self.arrows), "link")
        return f"Showing {len(self.boxes)} of {found} and {links}."


def hit_graph(run: SearchRun, owners: Mapping[str, str], view: View, index: str, cap: int) -> HitGraph:
    """Return the first `cap` units of the ranking, members as the unit that owns them, with the links of the view."""
    places: dict[str, list[int]] = {}
    for ranked in run.ranked:
        key = owners.get(ranked.unit_key, ranked.unit_key)
        if key in view.out:
            places.setdefault(key, []).append(ranked.rank)
    kept = dict(list(places.items())[:cap])
    boxes = tuple(
        Box(key, split_key(key)[1], _ranks(ranks), unit_url(key, index), hue="hue0" if ranks[0] <= 3 else "")
        for key, ranks in kept.items()
    )
    arrows = tuple(
        Arrow(source, target, link.weight, ", ".join(f"{kind} {count}" for kind, count in link.kinds.items()))
        for source in sorted(kept)
        for target, link in sorted(view.out[source].items())
        if target in kept and target != source
    )
    return HitGraph(boxes, arrows, len(places))


def _ranks(ranks: list[int]) -> str:
    return f"number {ranks[0]}" + (f" and {len(ranks) - 1} more inside" if len(ranks) > 1 else "")
