"""Draw a small directed graph in rows, users above what they use, as SVG; what leads back up is red and dashed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.markup import Markup, el

_WIDTH, _HEIGHT, _GAP_X, _GAP_Y, _PER_ROW = 172, 36, 14, 46, 6  # pixels, and boxes in a row
_LETTERS = 24
_ASIDE = 22
_SWEEPS = 4  # times that each row is ordered by the middle of its neighbours; more changes nothing to see


@dataclass(frozen=True, slots=True)
class Box:
    """A node: its words, a note below them, and where it leads; `sets` says that the address is a change of this page's."""

    key: str
    label: str
    note: str = ""
    href: str = ""
    sets: str = ""
    hue: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A link that stands for `weight` lines; `title` says what they are."""

    source: str
    target: str
    weight: int
    title: str = ""


def layered_svg(boxes: Sequence[Box], arrows: Sequence[Arrow], said: str, picked: str = "") -> Markup:
    """Return the drawing; every box is a link, every arrow a link that sets `link` of the address to `source → target`.

    `said` describes the drawing to who cannot see it; the arrow called `picked` is drawn strong.
    """
    rows = placed_rows([box.key for box in boxes], arrows)
    at = _positions(rows)
    width = max((x for x, _ in at.values()), default=0) + _WIDTH + 4
    height = max((y for _, y in at.values()), default=0) + _HEIGHT + 6
    most = max((arrow.weight for arrow in arrows), default=1)
    lines = [_arrow(arrow, at, most, picked) for arrow in arrows]
    shapes = [_box(box, at[box.key]) for box in boxes]
    return el(
        "svg", *lines, *shapes, viewBox=f"0 0 {width:.0f} {height:.0f}", width=f"{width:.0f}", height=f"{height:.0f}",
        class_="drawing", role="group", aria_label=said,
    )  # fmt: skip


def placed_rows(keys: Sequence[str], arrows: Sequence[Arrow]) -> list[list[str]]:
    """Return the nodes in rows: each stands below all that use it, but for the arrows that `back_arrows` names.

    Within a row nodes stand near their neighbours: the barycentre method of K. Sugiyama, S. Tagawa and M. Toda, Methods for
    Visual Understanding of Hierarchical System Structures (1981). Rows longer than a window go on in the next one.
    """
    order = _order(keys, arrows)
    number = {key: place for place, key in enumerate(order)}
    level: dict[str, int] = dict.fromkeys(order, 0)
    for key in order:
        users = [arrow.source for arrow in arrows if arrow.target == key and number[arrow.source] < number[key]]
        level[key] = 1 + max((level[user] for user in users), default=-1)
    rows: list[list[str]] = [[] for _ in range(max(level.values(), default=-1) + 1)]
    for key in sorted(order):
        rows[level[key]].append(key)
    near = _neighbours(arrows)
    for _ in range(_SWEEPS):
        middle = {key: place - len(row) / 2 for row in rows for place, key in enumerate(row)}
        for row in rows:
            row.sort(key=lambda key, middle=middle: (_mean(near.get(key, ()), middle, key), key))  # type: ignore[misc]
    return [row[start : start + _PER_ROW] for row in rows for start in range(0, len(row), _PER_ROW)]


def back_arrows(keys: Sequence[str], arrows: Sequence[Arrow]) -> frozenset[tuple[str, str]]:
    """Return the arrows that lead back up: the light ones of each circle."""
    number = {key: place for place, key in enumerate(_order(keys, arrows))}
    return frozenset((one.source, one.target) for one in arrows if number[one.source] > number[one.target])


def _order(keys: Sequence[str], arrows: Sequence[Arrow]) -> list[str]:
    """Return the nodes so that little weight leads backwards.

    P. Eades, X. Lin and W. F. Smyth, A fast and effective heuristic for the feedback arc set problem (1993), with weights.
    """
    left = set(keys)
    first: list[str] = []
    last: list[str] = []
    while left:
        inside = [arrow for arrow in arrows if arrow.source in left and arrow.target in left]
        gives, takes = dict.fromkeys(left, 0), dict.fromkeys(left, 0)
        for arrow in inside:
            gives[arrow.source] += arrow.weight
            takes[arrow.target] += arrow.weight
        sinks = sorted(key for key in left if not gives[key] and takes[key])
        if sinks:
            last[:0] = sinks
            left -= set(sinks)
            continue
        best = min(left, key=lambda key: (takes[key] > 0, takes[key] - gives[key], key))
        first.append(best)
        left.discard(best)
    return first + last


def _neighbours(arrows: Sequence[Arrow]) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {}
    for arrow in arrows:
        near.setdefault(arrow.source, []).append(arrow.target)
        near.setdefault(arrow.target, []).append(arrow.source)
    return near


def _mean(near: Sequence[str], middle: Mapping[str, float], key: str) -> float:
    return sum(middle[other] for other in near) / len(near) if near else middle[key]


def _positions(rows: Sequence[Sequence[str]]) -> dict[str, tuple[float, float]]:
    """Return the left upper corner of every box; short rows are centred."""
    widest = max(map(len, rows), default=0)
    found = {}
    for number, row in enumerate(rows):
        left = (widest - len(row)) * (_WIDTH + _GAP_X) / 2 + 2
        for place, key in enumerate(row):
            found[key] = (left + place * (_WIDTH + _GAP_X), 2.0 + number * (_HEIGHT + _GAP_Y))
    return found


def _arrow(arrow: Arrow, at: Mapping[str, tuple[float, float]], most: int, picked: str) -> Markup:
    (x1, y1), (x2, y2) = at[arrow.source], at[arrow.target]
    up = y2 <= y1
    start, end = (y1, y2 + _HEIGHT) if up else (y1 + _HEIGHT, y2)
    aside = _ASIDE if up else 0  # or it would lie on the link that leads down between the same two
    start_x, end_x = x1 + _WIDTH / 2 + aside, x2 + _WIDTH / 2 + aside
    bend = max(24.0, abs(end - start) / 2) * (-1 if up else 1)
    path = f"M{start_x:.1f} {start:.1f}C{start_x:.1f} {start + bend:.1f} {end_x:.1f} {end - bend:.1f} {end_x:.1f} {end:.1f}"
    name = f"{arrow.source} → {arrow.target}"
    thick = 1 + 4 * math.log1p(arrow.weight) / math.log1p(max(most, 1))
    classes = "edge back" if up else "edge"
    line = el("path", el("title", f"{name}: {arrow.title}"), d=path, stroke_width=f"{thick:.1f}",
              class_=f"{classes} chosen" if name == picked else classes)  # fmt: skip
    return el("a", line, href=f"?link={name}", data_set=f"link={name}")


def _box(box: Box, at: tuple[float, float]) -> Markup:
    x, y = at
    shown = box.label if len(box.label) <= _LETTERS else f"…{box.label[1 - _LETTERS :]}"
    parts = [
        el("title", f"{box.key} {box.note}".strip()),
        el("rect", x=f"{x:.1f}", y=f"{y:.1f}", width=_WIDTH, height=_HEIGHT, rx=5),
        el("rect", x=f"{x:.1f}", y=f"{y:.1f}", width=5, height=_HEIGHT, rx=2, class_=f"strip {box.hue}") if box.hue else None,
        el("text", shown, x=f"{x + 12:.1f}", y=f"{y + (15 if box.note else 22):.1f}"),
        el("text", box.note, x=f"{x + 12:.1f}", y=f"{y + 29:.1f}", class_="heading") if box.note else None,
    ]
    leads = {"data_set": box.sets} if box.sets else {"data_go": True}
    return el("a", el("g", *parts, class_="node"), href=box.href, **leads)
