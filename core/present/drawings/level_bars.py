"""Draw how many units lie on each level as bars, those in a cycle apart."""

from __future__ import annotations

from collections.abc import Iterable

from core.analyse.levels import Level
from core.present.html.elements import Markup, el
from core.present.html.grid import grid


def level_bars(parts: Iterable[Level]) -> Markup:
    """Return one bar per level, the top one first; its second part are the units in a cycle."""
    counts: dict[int, list[int]] = {}
    for part in parts:
        counts.setdefault(part.level, [0, 0])[part.component > 0] += 1
    most = max((sum(pair) for pair in counts.values()), default=1)
    rows = [_row(level, counts[level][0], counts[level][1], most) for level in sorted(counts, reverse=True)]
    return grid(("Level", "Units, those in a cycle hatched", ("units", "num")), rows)


def _row(level: int, free: int, bound: int, most: int) -> Markup:
    width = 100 * free / most
    bars = [el("span", style=f"width:{width:.2f}%")] if free else []
    if bound:
        bars.append(el("span", class_="knot", style=f"left:{width:.2f}%;width:{100 * bound / most:.2f}%"))
    said = f"{free + bound:,}" + (f" ({bound:,} in a cycle)" if bound else "")
    track = el("div", *bars, class_="track", title=f"level {level}: {said}")
    return el("tr", el("td", level, class_="num"), el("td", track, style="width:80%"), el("td", said, class_="num"))
