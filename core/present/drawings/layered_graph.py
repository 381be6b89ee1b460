"""Draw a graph in layers as SVG: boxes in rows, links that go around them, and the numbers on the links."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.analyse.feedback import arranged
from core.model import fitted_name
from core.present.html.elements import Markup, el

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


WIDTH, HEIGHT = 172, 36
"""Size of a box in pixels."""
_LANE = 12  # width of a place where links pass a row
_GAP_X, _GAP_Y = 16, 46
_SWEEPS = 8  # times that every row moves towards its neighbours; more changes nothing to see

Link = tuple[str, str]
_Lane = tuple[str, str, int]  # down or up, where its links lead, the row that it passes
_Place = str | _Lane


@dataclass(frozen=True, slots=True)
class Placed:
    """The middle of every box by its key, the middles of the lanes that each long link takes, and the size in all.

    Links to the same box share a lane in each row that they pass, so that a line in it can only lead there.
    """

    middles: Mapping[str, float]
    tops: Mapping[str, float]
    lanes: Mapping[Link, tuple[tuple[float, float], ...]]
    width: float
    height: float


def placed(rows: Sequence[Sequence[str]], links: Iterable[Link]) -> Placed:
    """Return where everything stands, each as near to its neighbours as the others of its row leave room for.

    Links that pass a row get a place in it, as the dummy nodes of K. Sugiyama, S. Tagawa and M. Toda, Methods for Visual
    Understanding of Hierarchical System Structures (1981), whose barycentre method orders the rows.
    """
    row_of = {key: number for number, row in enumerate(rows) for key in row}
    chains = {link: _chain(link, row_of) for link in sorted(set(links))}
    full: list[list[_Place]] = [list(row) for row in rows]
    for lane in sorted({place for chain in chains.values() for place in chain if not isinstance(place, str)}):
        full[lane[2]].append(lane)
    middles = _middles(full, _neighbours(chains.values()))
    left = min((middles[place] - _width(place) / 2 for row in full for place in row), default=0.0) - 2
    width = max((middles[place] + _width(place) / 2 for row in full for place in row), default=0.0) - left + 4
    at = {place: middle - left for place, middle in middles.items()}
    lanes = {
        link: tuple((at[lane], _top(lane[2])) for lane in chain if not isinstance(lane, str)) for link, chain in chains.items()
    }
    tops = {key: _top(number) for key, number in row_of.items()}
    return Placed({key: at[key] for key in row_of}, tops, lanes, width, _top(len(rows)) - _GAP_Y + 6)


def _chain(link: Link, row_of: Mapping[str, int]) -> tuple[_Place, ...]:
    source, target = link
    start, end = row_of[source], row_of[target]
    way, step = ("down", 1) if end > start else ("up", -1)
    return (source, *((way, target, row) for row in range(start + step, end, step)), target)


def _neighbours(chains: Iterable[Sequence[_Place]]) -> dict[_Place, list[_Place]]:
    near: dict[_Place, list[_Place]] = {}
    for chain in chains:
        for one, other in pairwise(chain):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    return near


def _middles(rows: Sequence[Sequence[_Place]], near: Mapping[_Place, Sequence[_Place]]) -> dict[_Place, float]:
    middles: dict[_Place, float] = {}
    for row in rows:
        middles.update(zip(row, _side_by_side(row, [0.0] * len(row)), strict=True))
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = {place: _mean(place, near, middles) for place in row}
            ordered = sorted(row, key=lambda place, wanted=wanted: (wanted[place], str(place)))  # type: ignore[misc]
            middles.update(zip(ordered, _side_by_side(ordered, [wanted[place] for place in ordered]), strict=True))
    return middles


def _mean(place: _Place, near: Mapping[_Place, Sequence[_Place]], middles: Mapping[_Place, float]) -> float:
    others = near.get(place, ())
    return sum(middles[other] for other in others) / len(others) if others else middles[place]


def _side_by_side(row: Sequence[_Place], wanted: Sequence[float]) -> list[float]:
    """Return middles in the order of the row, near the wanted ones and far enough from each other.

    Half way between the solution that only pushes to the right and the one that only pushes to the left.
    """
    apart = [0.0, *((_width(one) + _width(other)) / 2 + _GAP_X for one, other in pairwise(row))]
    right: list[float] = []
    for middle, room in zip(wanted, apart, strict=True):
        right.append(max(middle, right[-1] + room) if right else middle)
    left: list[float] = []
    for middle, room in zip(reversed(wanted), [0.0, *reversed(apart[1:])], strict=True):
        left.append(min(middle, left[-1] - room) if left else middle)
    return [(one + other) / 2 for one, other in zip(right, reversed(left), strict=True)]


def _width(place: _Place) -> int:
    return WIDTH if isinstance(place, str) else _LANE


def _top(row: int) -> float:
    return 2.0 + row * (HEIGHT + _GAP_Y)


Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A Bézier curve: its start, two points that pull it, its end."""
Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_DIGIT, _HEIGHT, _ROOM = 7.2, 13.0, 4.0  # pixels of a digit, of the letters, of what stays free at the sides
_AT = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)  # where on a curve a number may stand, the best place first
_STEPS = 16  # points of a curve by which it is known what it crosses


def count_places(courses: Mapping[str, Sequence[Curve]], texts: Mapping[str, str], boxes: Iterable[Area]) -> dict[str, Point]:
    """Return by link the middle of its number, for those that have room; earlier links of `texts` choose first.

    `courses` are the curves of each link. A number stands where it lies over no box and no other number, and of such places
    where the fewest other links pass.
    """
    passed, owner = _points(courses)
    number = {name: at for at, name in enumerate(courses)}
    taken, found = list(boxes), dict[str, Point]()
    for name, text in texts.items():
        middles = [_at(curve, share) for share in _AT for curve in courses[name]]
        areas = [(_area(middle, text), middle) for middle in middles]
        free = [(area, middle) for area, middle in areas if not any(_overlap(area, other) for other in taken)]
        if free:
            others = passed[owner != number[name]]
            area, found[name] = min(free, key=lambda one, others=others: _inside(one[0], others))  # type: ignore[misc]
            taken.append(area)
    return found


def _points(courses: Mapping[str, Sequence[Curve]]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Return points along all links, one in each row, and by row the number of the link that it is of."""
    import numpy as np  # a tenth of a second that only drawings take

    curves = np.array([curve for course in courses.values() for curve in course]).reshape(-1, 4, 2)
    share = np.linspace(0, 1, _STEPS + 1)[:, None]
    weights = np.hstack([(1 - share) ** 3, 3 * (1 - share) ** 2 * share, 3 * (1 - share) * share**2, share**3])
    counts = [len(course) * (_STEPS + 1) for course in courses.values()]
    return np.einsum("sk,ckx->csx", weights, curves).reshape(-1, 2), np.repeat(np.arange(len(counts)), counts)


def _area(middle: Point, text: str) -> Area:
    half = len(text) * _DIGIT / 2 + _ROOM
    return middle[0] - half, middle[1] - _HEIGHT / 2, middle[0] + half, middle[1] + _HEIGHT / 2


def _overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(area: Area, points: NDArray[np.float64]) -> int:
    x, y = points[:, 0], points[:, 1]
    return int(((area[0] < x) & (x < area[2]) & (area[1] < y) & (y < area[3])).sum())


def _at(curve: Curve, share: float) -> Point:
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    return sum(w * x for w, (x, _) in zip(weights, curve, strict=True)), sum(
        w * y for w, (_, y) in zip(weights, curve, strict=True)
    )


PER_ROW = 6
"""Boxes in a row; more do not fit into a window."""
_LETTERS = 24
_ASIDE = 22
_SPREAD = 60  # from the middle of a box to where its outermost links end, and
_SMALLEST, _LARGEST = 0.92, 1.35  # how far a drawing may be scaled: words of 12 pixels stay larger than 11
_TITLE = 150  # the room for the titles of rows, in pixels


@dataclass(frozen=True, slots=True)
class Box:
    """A node: its words, a note below them, and where it leads; `sets` says that the address is a change of this page's.

    `heat` (0 to 1) or the class `tint` of a colour fills it.
    """

    key: str
    label: str
    note: str = ""
    href: str = ""
    sets: str = ""
    hue: str = ""
    heat: float | None = None
    tint: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A link that stands for `weight` lines; `title` says what they are, `back` that it breaks the order.

    Without given rows a link that leads up is drawn as one that is against the order in any case. `broken` counts its lines
    that break what is declared.
    """

    source: str
    target: str
    weight: int
    title: str = ""
    back: bool = False
    broken: int = 0


def layered_svg(
    boxes: Sequence[Box],
    arrows: Sequence[Arrow],
    said: str,
    picked: str = "",
    rows: Sequence[Sequence[str]] = (),
    titles: Sequence[str] = (),
    *,
    counts: bool = False,
) -> Markup:
    """Return the drawing; every box is a link, every arrow a link that sets `link` of the address to `source → target`.

    `said` describes the drawing to who cannot see it; the arrow called `picked` is drawn strong. `rows` says which keys
    stand in which row, by default `placed_rows`; `titles` are words at the left of the rows. With `counts` every arrow that
    has room for it carries its weight, the heaviest first.
    """
    ordered = rows or placed_rows([box.key for box in boxes], arrows)
    at = placed(ordered, [(arrow.source, arrow.target) for arrow in arrows])
    aside = _TITLE if titles else 0
    most = max((arrow.weight for arrow in arrows), default=1)
    heads = [
        el("text", title, x=2 - aside, y=f"{at.tops[row[0]] + 22:.1f}", class_="heading")
        for title, row in zip(titles, ordered, strict=False)
        if row
    ]
    lines = [_arrow(arrow, at, most, picked, ordered=bool(rows)) for arrow in arrows]
    numbers = _numbers(arrows, at) if counts else []
    shapes = [_box(box, (at.middles[box.key] - WIDTH / 2, at.tops[box.key])) for box in boxes]
    return svg_drawing((*heads, *lines, *numbers, *shapes), at.width + aside, at.height, said, left=-aside)


def placed_rows(keys: Sequence[str], arrows: Sequence[Arrow]) -> list[list[str]]:
    """Return the nodes in rows: each stands below all that use it, but for the light links of each cycle.

    Rows longer than a window go on in the next one.
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
    return [row[start : start + PER_ROW] for row in rows for start in range(0, len(row), PER_ROW)]


def _order(keys: Sequence[str], arrows: Sequence[Arrow]) -> list[str]:
    """Return the nodes so that little weight leads backwards; ties by key."""
    nodes = sorted(set(keys))
    at = {key: number for number, key in enumerate(nodes)}
    weights: list[dict[int, int]] = [{} for _ in nodes]
    for arrow in arrows:
        source, target = at[arrow.source], at[arrow.target]
        if source != target:
            weights[source][target] = weights[source].get(target, 0) + arrow.weight
    return [nodes[number] for number in arranged(weights)]


def svg_drawing(shapes: Sequence[Markup], width: float, height: float, said: str, left: float = 0) -> Markup:
    """Return a drawing of these shapes that is never so small that its words cannot be read; `said` describes it."""
    return el(
        "svg", *shapes, viewBox=f"{left:.0f} 0 {width:.0f} {height:.0f}", width=f"{width:.0f}", height=f"{height:.0f}",
        class_="drawing", role="group", aria_label=said,
        style=f"width:100%;min-width:{_SMALLEST * width:.0f}px;max-width:{_LARGEST * width:.0f}px",
    )  # fmt: skip


def arrow_head(x: float, y: float, way: str, classes: str) -> Markup:
    """Return the head of an arrow whose tip is here and that points `down`, `up`, `right` or `left`."""
    along, across = 8, 4
    back, side = {"down": ((0, -along), (across, 0)), "up": ((0, along), (across, 0)),
                  "right": ((-along, 0), (0, across)), "left": ((along, 0), (0, across))}[way]  # fmt: skip
    one = f"{x + back[0] + side[0]:.1f} {y + back[1] + side[1]:.1f}"
    other = f"{x + back[0] - side[0]:.1f} {y + back[1] - side[1]:.1f}"
    return el("path", d=f"M{x:.1f} {y:.1f}L{one}L{other}Z", class_=f"head {classes}")


def drawn_link(arrow: Arrow, way: str, thick: float, head: tuple[float, float, str], classes: str) -> Markup:
    """Return a link as a line with its head and a wide one that nobody sees, by which it is hit."""
    name = _name(arrow)
    wide = el("path", el("title", f"{name}: {arrow.title}"), d=way, class_="reach")
    line = el("path", d=way, stroke_width=f"{thick:.1f}", class_=f"edge {classes}".strip())
    return el(
        "a", line, arrow_head(*head, classes), wide, href=f"?link={name}", data_set=f"link={name}",
        data_from=arrow.source, data_to=arrow.target, aria_label=f"{name}: {arrow.title}",
    )  # fmt: skip


def _arrow(arrow: Arrow, at: Placed, most: int, picked: str, *, ordered: bool) -> Markup:
    up = at.tops[arrow.target] <= at.tops[arrow.source]
    thick = 1 + 4 * math.log1p(arrow.weight) / math.log1p(max(most, 1))
    marks = ("back" if arrow.back or (up and not ordered) else "", "broken" if arrow.broken else "")
    classes = " ".join(filter(None, (*marks, "chosen" if _name(arrow) == picked else "")))
    course = _course(arrow, at)
    pointing = "up" if up and at.tops[arrow.source] != at.tops[arrow.target] else "down"
    return drawn_link(arrow, _path(course), thick, (*course[-1][-1], pointing), classes)


def _numbers(arrows: Sequence[Arrow], at: Placed) -> list[Markup]:
    """Return the weights of the arrows as words beside them; what is said of an arrow to who cannot see it has them too."""
    heaviest = {_name(one): one for one in sorted(arrows, key=lambda one: (-one.weight, one.source, one.target))}
    boxes = [(x - WIDTH / 2, at.tops[key], x + WIDTH / 2, at.tops[key] + HEIGHT) for key, x in at.middles.items()]
    places = count_places(
        {name: _course(one, at) for name, one in heaviest.items()},
        {name: f"{one.weight:,}" for name, one in heaviest.items()},
        boxes,
    )
    return [
        el(
            "text", f"{heaviest[name].weight:,}", x=f"{x:.1f}", y=f"{y + 4:.1f}", class_="count", aria_hidden="true",
            data_from=heaviest[name].source, data_to=heaviest[name].target,
        )
        for name, (x, y) in places.items()
    ]  # fmt: skip


def _name(arrow: Arrow) -> str:
    return f"{arrow.source} → {arrow.target}"


def _course(arrow: Arrow, at: Placed) -> list[Curve]:
    """Return the curves from box to box; those within a row that is passed, every other one, are straight."""
    up = at.tops[arrow.target] <= at.tops[arrow.source]
    lanes = at.lanes[arrow.source, arrow.target]
    start, end = at.middles[arrow.source], at.middles[arrow.target]
    out = _port(start, lanes[0][0] if lanes else end) + (_ASIDE if up else 0)
    into = _port(end, lanes[-1][0] if lanes else start) + (_ASIDE if up else 0)
    first, last = (0, HEIGHT) if up else (HEIGHT, 0)  # a link leads up from the top of a box, down from its bottom
    if at.tops[arrow.source] == at.tops[arrow.target]:
        last = 0
    points: list[Point] = [(out, at.tops[arrow.source] + first)]
    for x, top in lanes:
        points += [(x, top + last), (x, top + first)]
    points.append((into, at.tops[arrow.target] + last))
    return [_curve(one, other, up=up, passing=number % 2 > 0) for number, (one, other) in enumerate(pairwise(points))]


def _curve(start: Point, end: Point, *, up: bool, passing: bool) -> Curve:
    if passing:
        return start, start, end, end
    bend = max(14.0, abs(end[1] - start[1]) / 2) * (-1 if up else 1)
    return start, (start[0], start[1] + bend), (end[0], end[1] - (bend if start[1] != end[1] else -bend)), end


def _path(course: Sequence[Curve]) -> str:
    parts = [f"M{course[0][0][0]:.1f} {course[0][0][1]:.1f}"]
    for number, (_, *rest) in enumerate(course):
        said = " ".join(f"{x:.1f} {y:.1f}" for x, y in (rest[-1:] if number % 2 else rest))
        parts.append(f"{'L' if number % 2 else 'C'}{said}")
    return "".join(parts)


def _port(middle: float, towards: float) -> float:
    """Return where a link leaves a box or enters it: off the middle towards where it leads, so that links do not coincide."""
    return middle + max(-_SPREAD, min(_SPREAD, (towards - middle) / 5))


def _box(box: Box, at: tuple[float, float]) -> Markup:
    x, y = at
    parts = [
        el("title", f"{box.key} {box.note}".strip()),
        el(
            "rect", x=f"{x:.1f}", y=f"{y:.1f}", width=WIDTH, height=HEIGHT, rx=5, class_=_filling(box),
            style=None if box.heat is None else f"--heat:{box.heat:.2f}",
        ),
        el("rect", x=f"{x:.1f}", y=f"{y:.1f}", width=5, height=HEIGHT, rx=2, class_=f"strip {box.hue}") if box.hue else None,
        el("text", fitted_name(box.label, _LETTERS), x=f"{x + 12:.1f}", y=f"{y + (15 if box.note else 22):.1f}"),
        el("text", box.note, x=f"{x + 12:.1f}", y=f"{y + 29:.1f}", class_="heading") if box.note else None,
    ]  # fmt: skip
    leads = {"data_set": box.sets} if box.sets else {"data_go": True}
    return el("a", el("g", *parts, class_="node"), href=box.href, data_node=box.key, **leads)


def _filling(box: Box) -> str | None:
    return f"tint {box.tint}" if box.tint else None if box.heat is None else "hot"
