"""Where the numbers of links stand in a drawing: on the link, beside each other, over no box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
