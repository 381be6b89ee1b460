"""Where the boxes of a layered drawing stand, and which way a link takes around the rows that it passes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
