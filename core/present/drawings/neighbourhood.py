"""The surroundings of one unit as layers: dependents on the left, dependencies on the right, drawn as SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.users import GROUP_NAMES, group_of
from core.analyse.view import Link, View
from core.model import fitted_name
from core.model.divided import part_in
from core.model.text_table import Flat
from core.present.drawings.layered_graph import Arrow, drawn_link, svg_drawing
from core.present.html.elements import Markup, el
from core.present.html.labels import kinds_of
from core.present.html.links import page_url
from core.present.html.type_colours import member_hue, type_hue
from core.text.counts import counted_as

_ROW, _BOX, _TOP = 26, 230, 30  # pixels: line height, width of a label, header
_WIDE, _NARROW = 380, 270  # distance of columns, when there are three, and more
_LETTERS = 30  # of a label; the whole name is its tooltip


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The layers around a unit: `columns` from the farthest user over the unit itself to the farthest used one.

    `totals` counts what each layer would hold without the cap, `groups` the same by group. Within a layer stand the groups
    (controllers, jobs and mailers …) one after the other, in each what has the most lines first.
    """

    centre: str
    columns: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    groups: tuple[Mapping[str, int], ...]
    both: int = 0
    """Number of mutual dependencies."""

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
        also = f" ({self.both:,} mutual, shown as dependents)" if self.both else ""
        parts = f"{counted_as(sum(users), 'dependent')}, {counted_as(sum(used) + self.both, 'dependency')}{also}"
        whole = sum(users) + sum(used)
        return f"{parts}. Showing {shown} of {whole}, those with the most lines." if shown < whole else f"{parts}."


def neighbourhood(view: View, centre: str, depth: int, cap: int, only: Sequence[str] = ()) -> Neighbourhood:
    """Return the layers within `depth` steps, at most `cap` nodes in each, shared out among the groups.

    `only` are the members of a set, or the packages, whose units may stand around the unit; none for all.
    A node that both uses the unit and is used by it stands among its users.
    """
    seen = {centre, *(key for key in view.nodes if only and part_in(key, only) == "")}
    both = len((view.into.get(centre, {}).keys() & view.out.get(centre, {}).keys()) - seen)
    left = _layers(view, view.into, centre, depth, cap, seen)
    right = _layers(view, view.out, centre, depth, cap, seen)
    layers = [*reversed(left), ((centre,), {}), *right]
    totals = tuple(1 if kept == (centre,) else sum(groups.values()) for kept, groups in layers)
    return Neighbourhood(centre, tuple(kept for kept, _ in layers), totals, tuple(groups for _, groups in layers), both)


def _layers(
    view: View, links: Mapping[str, Mapping[str, Link]], centre: str, depth: int, cap: int, seen: set[str]
) -> list[tuple[tuple[str, ...], Mapping[str, int]]]:
    frontier: Sequence[str] = (centre,)
    layers: list[tuple[tuple[str, ...], Mapping[str, int]]] = []
    for _ in range(depth):
        lines: dict[str, int] = {}
        for key in frontier:
            for other, link in links.get(key, {}).items():
                if other not in seen:
                    lines[other] = lines.get(other, 0) + link.weight
        seen.update(lines)
        groups: dict[str, list[str]] = {}
        for key in sorted(lines, key=lambda one: (-lines[one], one)):
            groups.setdefault(_group(key, view), []).append(key)
        ordered = {name: groups[name] for name in GROUP_NAMES if name in groups}
        kept = tuple(key for name, keys in ordered.items() for key in keys[: _shares(ordered, cap)[name]])
        layers.append((kept, {name: len(keys) for name, keys in ordered.items()}))
        frontier = kept
    return layers


def _group(key: str, view: View) -> str:
    return "tests" if key in view.tests else group_of(view.types.get(key, ""))


def _shares(groups: Mapping[str, Sequence[str]], cap: int) -> dict[str, int]:
    """Return how many of each group are shown: one of each in turn, as long as there are some."""
    shares = dict.fromkeys(groups, 0)
    while sum(shares.values()) < min(cap, sum(map(len, groups.values()))):
        for name, keys in groups.items():
            if shares[name] < len(keys) and sum(shares.values()) < cap:
                shares[name] += 1
    return shares


def link_rows(around: Neighbourhood, view: View) -> list[dict[str, Flat]]:
    """Return one row per link between units that are shown: from, to, its lines and its kinds, by both ends."""
    return [
        {"from": source, "to": target, "lines": link.weight, "kinds": kinds_of(link.kinds)}
        for source in sorted(around.shown)
        for target, link in sorted(view.out.get(source, {}).items())
        if target in around.shown
    ]


def neighbourhood_svg(
    around: Neighbourhood,
    view: View,
    index: str,
    cycles: Collection[tuple[str, str]] = (),
    picked: str = "",
    members: Sequence[str] = (),
) -> Markup:
    """Return the layers as SVG: every node a link that makes it the centre, every arrow one that sets `link` of the address.

    Links are drawn between neighbouring layers and towards the centre; those in `cycles` are red and dashed. Colours are those
    of the types, or of the repositories where `members` of a set are given.
    """
    rows = [_rows(column, number, around, view) for number, column in enumerate(around.columns)]
    height = _TOP + _ROW * max(map(len, rows)) + 12
    step = _WIDE if len(around.columns) <= 3 else _NARROW
    width = step * (len(around.columns) - 1) + _BOX + 8
    at = _positions(rows, height, step)
    hues = {key: f"hue{member_hue(key, members) if members else type_hue(view.types.get(key, ''))}" for key in around.shown}
    drawn_links = [
        _link(source, target, link, at, (source, target) in cycles, picked)
        for source in sorted(around.shown)
        for target, link in sorted(view.out.get(source, {}).items())
        if target in at and _adjacent(source, target, around.centre, at, step)
    ]
    nodes = [_node(key, around.centre, view, at[key], hues, index) for key in sorted(around.shown)]
    title = f"Surroundings of {view.labels.get(around.centre, around.centre)}. {around.sentence}"
    return svg_drawing(
        (*_headings(around, step), *_group_headings(rows, height, step), *drawn_links, *nodes), width, height, title
    )


def _rows(column: Sequence[str], number: int, around: Neighbourhood, view: View) -> list[tuple[str, str]]:
    """Return the rows of a layer: keys, and before each group its heading; a layer of one group has none."""
    totals = around.groups[number]
    rows: list[tuple[str, str]] = []
    names = [_group(key, view) for key in column]
    for key, name in zip(column, names, strict=True):
        if len(totals) > 1 and (not rows or name not in {_group(one, view) for one, _ in rows if one}):
            shown = names.count(name)
            rows.append(("", f"{name} {shown} of {totals[name]}" if shown < totals[name] else f"{name} {shown}"))
        rows.append((key, ""))
    return rows


def _positions(rows: Sequence[Sequence[tuple[str, str]]], height: int, step: int) -> dict[str, tuple[int, float]]:
    """Return by node the left edge and the middle of its label; short layers are centred."""
    return {key: place for key, _, place in _placed(rows, height, step) if key}


def _placed(rows: Sequence[Sequence[tuple[str, str]]], height: int, step: int) -> Iterator[tuple[str, str, tuple[int, float]]]:
    for number, column in enumerate(rows):
        top = _TOP + (height - _TOP - _ROW * len(column)) / 2
        for row, (key, heading) in enumerate(column):
            yield key, heading, (4 + number * step, top + _ROW * row + _ROW / 2)


def _group_headings(rows: Sequence[Sequence[tuple[str, str]]], height: int, step: int) -> list[Markup]:
    return [
        el("text", heading, x=x, y=f"{y + 8:.1f}", class_="heading")
        for _, heading, (x, y) in _placed(rows, height, step)
        if heading
    ]


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
        side = "dependents" if number < middle else "dependencies"
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
    chosen = "chosen" if f"{source} → {target}" == picked else ""
    classes = " ".join(filter(None, ("back" if back or x1 >= x2 else "", chosen)))
    arrow = Arrow(source, target, link.weight, kinds)
    return drawn_link(arrow, path, min(4.0, 1 + link.weight**0.5 / 3), (end, y2, "right" if x1 < x2 else "left"), classes)


def _node(key: str, centre: str, view: View, at: tuple[int, float], hues: Mapping[str, str], index: str) -> Markup:
    x, y = at
    label = view.labels.get(key, key)
    box = el("rect", x=x, y=f"{y - 11:.1f}", width=_BOX, height=22, rx=5)
    text = el("text", fitted_name(label, _LETTERS), x=x + 14, y=f"{y + 4:.1f}")
    strip = el("rect", x=x, y=f"{y - 11:.1f}", width=6, height=22, rx=3, class_=f"strip {hues[key]}")
    href = page_url("code", index=index, unit=key, side="" if key == centre else "around")
    inner = el("g", el("title", key), box, strip, text, class_="node centre" if key == centre else "node")
    return el("a", inner, href=href, data_go=True, data_node=key, aria_label=f"{view.types.get(key, '')} {label}")
