"""What lies around one unit, as layers: what uses it to the left, what it uses to the right, drawn as SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.view import Link, View
from core.model.text_table import Flat
from core.present.html.elements import Markup, el
from core.present.html.labels import kinds_of
from core.present.html.links import page_url

_ROW, _BOX, _TOP = 26, 230, 30  # pixels: line height, width of a label, header
_WIDE, _NARROW = 380, 270  # distance of columns, when there are three, and more
_HUES = 14  # classes hue0 … hue13 of the style sheet
_LETTERS = 30  # of a label; the whole name is its tooltip


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The layers around a unit: `columns` from the farthest user over the unit itself to the farthest used one.

    `totals` counts what each layer would hold without the cap; nodes within a layer are ordered by rank.
    """

    centre: str
    columns: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]

    @property
    def shown(self) -> frozenset[str]:
        """All nodes that are shown."""
        return frozenset(key for column in self.columns for key in column)

    @property
    def sentence(self) -> str:
        """How many users and used units there are, and how many of them are shown."""
        middle = len(self.columns) // 2
        users, used = self.totals[:middle], self.totals[middle + 1 :]
        shown = sum(map(len, self.columns)) - 1
        parts = f"Used by {sum(users):,}, uses {sum(used):,}"
        whole = sum(users) + sum(used)
        return f"{parts}; showing {shown} of {whole}, ranked by PageRank." if shown < whole else f"{parts}; all are shown."

    def nearest(self, limit: int) -> frozenset[str]:
        """At most so many of the nodes that are shown: the unit, then what is nearest, layer by layer on both sides."""
        middle = len(self.columns) // 2
        by_distance = sorted(range(len(self.columns)), key=lambda at: (abs(at - middle), at))
        return frozenset([key for at in by_distance for key in self.columns[at]][:limit])


def neighbourhood(view: View, centre: str, depth: int, cap: int, rank: Mapping[str, float]) -> Neighbourhood:
    """Return the layers within `depth` steps, at most `cap` nodes in each, the highest ranks kept.

    A node that both uses the unit and is used by it stands among its users.
    """
    seen = {centre}
    left = _layers(view.into, centre, depth, cap, rank, seen)
    right = _layers(view.out, centre, depth, cap, rank, seen)
    layers = [*reversed(left), ((centre,), 1), *right]
    return Neighbourhood(centre, tuple(kept for kept, _ in layers), tuple(total for _, total in layers))


def _layers(
    links: Mapping[str, Mapping[str, Link]], centre: str, depth: int, cap: int, rank: Mapping[str, float], seen: set[str]
) -> list[tuple[tuple[str, ...], int]]:
    frontier: Sequence[str] = (centre,)
    layers = []
    for _ in range(depth):
        found = sorted({other for key in frontier for other in links.get(key, ())} - seen)
        seen.update(found)
        kept = sorted(sorted(found, key=lambda key: (-rank.get(key, 0.0), key))[:cap])
        layers.append((tuple(kept), len(found)))
        frontier = kept
    return layers


def link_rows(around: Neighbourhood, view: View) -> list[dict[str, Flat]]:
    """Return one row per link between units that are shown: from, to, its lines and its kinds, by both ends."""
    return [
        {"from": source, "to": target, "lines": link.weight, "kinds": kinds_of(link.kinds)}
        for source in sorted(around.shown)
        for target, link in sorted(view.out.get(source, {}).items())
        if target in around.shown
    ]


def neighbourhood_svg(
    around: Neighbourhood, view: View, index: str, cycles: Collection[tuple[str, str]] = (), picked: str = ""
) -> Markup:
    """Return the layers as SVG: every node a link that makes it the centre, every arrow one that sets `link` of the address.

    Links are drawn between neighbouring layers and towards the centre; those in `cycles` are red and dashed.
    """
    height = _TOP + _ROW * max(map(len, around.columns)) + 12
    step = _WIDE if len(around.columns) <= 3 else _NARROW
    width = step * (len(around.columns) - 1) + _BOX + 8
    at = _positions(around, height, step)
    hues = type_hues(around.shown, view)
    drawn_links = [
        _link(source, target, link, at, (source, target) in cycles, picked)
        for source in sorted(around.shown)
        for target, link in sorted(view.out.get(source, {}).items())
        if target in at and _adjacent(source, target, around.centre, at, step)
    ]
    nodes = [_node(key, around.centre, view, at[key], hues, index) for key in sorted(around.shown)]
    title = f"What lies around {view.labels.get(around.centre, around.centre)}. {around.sentence}"
    return el(
        "svg", *_headings(around, step), *drawn_links, *nodes, viewBox=f"0 0 {width} {height}", width=width, height=height,
        class_="drawing", role="group", aria_label=title,
    )  # fmt: skip


def type_hues(shown: Iterable[str], view: View) -> Mapping[str, str]:
    """Return a colour class for every type of the nodes that are shown, in alphabetical order of the types."""
    types = sorted({view.types.get(key, "") for key in shown})
    return {type_: f"hue{number % _HUES}" for number, type_ in enumerate(types)}


def _positions(around: Neighbourhood, height: int, step: int) -> dict[str, tuple[int, float]]:
    """Return by node the left edge and the middle of its label; short layers are centred."""
    found = {}
    for number, column in enumerate(around.columns):
        top = _TOP + (height - _TOP - _ROW * len(column)) / 2
        for row, key in enumerate(column):
            found[key] = (4 + number * step, top + _ROW * row + _ROW / 2)
    return found


def _adjacent(source: str, target: str, centre: str, at: Mapping[str, tuple[int, float]], step: int) -> bool:
    distance = at[target][0] - at[source][0]
    return distance == step or (distance == -step and centre in (source, target))


def _headings(around: Neighbourhood, step: int) -> list[Markup]:
    middle = len(around.columns) // 2
    headings = []
    for number, (column, total) in enumerate(zip(around.columns, around.totals, strict=True)):
        if number == middle or not total:
            continue
        steps = abs(number - middle)
        side = "use it" if number < middle else "it uses"
        said = f"{side}{f' in {steps} steps' if steps > 1 else ''}: {len(column)}"
        said += f" of {total}" if len(column) < total else ""
        headings.append(el("text", said, x=4 + number * step, y=16, class_="heading"))
    return headings


def _link(source: str, target: str, link: Link, at: Mapping[str, tuple[int, float]], back: bool, picked: str) -> Markup:
    (x1, y1), (x2, y2) = at[source], at[target]
    start, end = (x1 + _BOX, x2 - 2) if x1 < x2 else (x1, x2 + _BOX + 2)
    bend = (end - start) / 2
    path = f"M{start} {y1:.1f}C{start + bend:.1f} {y1:.1f} {end - bend:.1f} {y2:.1f} {end} {y2:.1f}"
    kinds = kinds_of(link.kinds)
    classes = "edge back" if back or x1 >= x2 else "edge"
    name = f"{source} → {target}"
    line = el(
        "path", el("title", f"{name}: {kinds}"), d=path, stroke_width=_thickness(link.weight),
        class_=f"{classes} chosen" if name == picked else classes,
    )  # fmt: skip
    return el("a", line, href=f"?link={name}", data_set=f"link={name}")


def _thickness(weight: int) -> str:
    return f"{min(4.0, 1 + weight**0.5 / 3):.1f}"


def _node(key: str, centre: str, view: View, at: tuple[int, float], hues: Mapping[str, str], index: str) -> Markup:
    x, y = at
    label = view.labels.get(key, key)
    shown = label if len(label) <= _LETTERS else f"…{label[1 - _LETTERS :]}"
    box = el("rect", x=x, y=f"{y - 11:.1f}", width=_BOX, height=22, rx=5)
    text = el("text", shown, x=x + 14, y=f"{y + 4:.1f}")
    strip = el("rect", x=x, y=f"{y - 11:.1f}", width=6, height=22, rx=3, class_=f"strip {hues[view.types.get(key, '')]}")
    page = "unit" if key == centre else "graph"
    href = page_url(page, index=index, unit=key)
    inner = el("g", el("title", key), box, strip, text, class_="node centre" if key == centre else "node")
    return el("a", inner, href=href, data_go=True, aria_label=f"{view.types.get(key, '')} {label}")
