"""Buy pieces of units for tokens, most value per token first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.assemble.hosts import Host

_LEAST = 6  # tokens: no piece costs less


@dataclass(slots=True)
class Purse:
    """Tokens that may still be spent."""

    left: int

    def pay(self, price: int) -> bool:
        """Spend the price when it can be afforded; tell whether it was."""
        if price > self.left:
            return False
        self.left -= price
        return True


@dataclass(frozen=True, slots=True)
class _Step:
    """Pieces of a host that are bought together, with their value and their estimated price."""

    pieces: tuple[int, ...]
    value: float
    price: float

    @property
    def density(self) -> float:
        return self.value / self.price


Prices = Callable[[Host, Sequence[int]], int]
"""Counts what showing more pieces of a host adds to the context, in tokens."""

Purchase = tuple[Host, tuple[int, ...], int]
"""A host, pieces of it that were bought together, and what they cost."""


def choose(hosts: Sequence[Host], purse: Purse, price_of: Prices) -> list[Purchase]:
    """Add pieces to `shown` of the hosts until nothing more fits the purse; return the purchases in their order.

    Ties go to the earlier host.
    """
    bought: list[Purchase] = []
    queues = [_steps(host) for host in hosts]
    heap = [(-steps[0].density, number, 0) for number, steps in enumerate(queues) if steps]
    heapq.heapify(heap)
    while heap and purse.left >= _LEAST:
        _, number, place = heapq.heappop(heap)
        host, steps = hosts[number], queues[number]
        bought += _buy(host, steps[place], purse, price_of)
        if host.shown and place + 1 < len(steps):  # without the frame nothing of the unit can be shown
            heapq.heappush(heap, (-steps[place + 1].density, number, place + 1))
    return bought


def _buy(host: Host, step: _Step, purse: Purse, price_of: Prices) -> list[Purchase]:
    """Buy a step or, when it is too dear, those of its pieces that can be paid; return what was bought."""
    ready = tuple(piece for piece in step.pieces if piece not in host.shown)
    bought: list[Purchase] = []
    for pieces in (ready, *((piece,) for piece in ready if len(ready) > 1)):
        if not pieces or not host.shown.isdisjoint(pieces) or not _affordable(host, pieces):
            continue
        price = price_of(host, pieces)
        if purse.pay(price):
            host.shown.update(pieces)
            bought.append((host, pieces, price))
    return bought


def _affordable(host: Host, pieces: Sequence[int]) -> bool:
    """Tell whether everything that the pieces need is shown or bought with them."""
    having = host.shown.union(pieces)
    return all(host.anatomy.pieces[piece].needs in having or host.anatomy.pieces[piece].needs < 0 for piece in pieces)


def _steps(host: Host) -> list[_Step]:
    """Return the host's purchases: the frame first, then by falling density, each after what it needs."""
    pieces = host.anatomy.pieces
    left = [number for number in range(len(pieces)) if number not in host.shown]
    frame = next((number for number in left if pieces[number].needs < 0), -1)
    families: dict[int, list[int]] = {}
    for number in left:
        if number != frame:
            families.setdefault(number if _stands_alone(host, number, frame) else pieces[number].needs, []).append(number)
    steps = [step for head, family in families.items() for step in _hull(host, _by_density(host, head, family))]
    steps.sort(key=lambda step: -step.density)  # stable: a family's steps keep their order, for their densities fall
    return _merged([_step(host, (frame,)), *steps]) if frame >= 0 else steps


def _stands_alone(host: Host, number: int, frame: int) -> bool:
    needs = host.anatomy.pieces[number].needs
    return needs == frame or needs < 0 or needs in host.shown


def _by_density(host: Host, head: int, family: Sequence[int]) -> list[int]:
    rest = [number for number in family if number != head]
    rest.sort(key=lambda number: (-host.values[number] / host.anatomy.prices[number], number))
    return [head, *rest] if head in family else rest


def _hull(host: Host, numbers: Sequence[int]) -> list[_Step]:
    return _merged([_step(host, (number,)) for number in numbers])


def _merged(steps: Sequence[_Step]) -> list[_Step]:
    """Return the steps with each that is denser than the one before merged into it, so that densities fall."""
    hull: list[_Step] = []
    for step in steps:
        hull.append(step)
        while len(hull) > 1 and hull[-1].density > hull[-2].density:
            later, earlier = hull.pop(), hull.pop()
            hull.append(_Step(earlier.pieces + later.pieces, earlier.value + later.value, earlier.price + later.price))
    return hull


def _step(host: Host, numbers: tuple[int, ...]) -> _Step:
    prices = host.anatomy.prices
    return _Step(numbers, sum(host.values[number] for number in numbers), sum(prices[number] for number in numbers))
