"""Buy pieces of units for tokens, most value per token first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.assemble.hosts import Host, Step

_LEAST = 6  # tokens: no piece costs less
_UNKNOWN = -1  # the place of a host whose steps are not known yet


@dataclass(slots=True)
class Purse:
    """Tokens that may still be spent; `short` tells that something worth buying could not be paid."""

    left: int
    short: bool = False

    def pay(self, price: int) -> bool:
        """Spend the price when it can be afforded; tell whether it was."""
        if price > self.left:
            self.short = True
            return False
        self.left -= price
        return True


Prices = Callable[[Host, Sequence[int]], int]
"""Counts what showing more pieces of a host adds to the context, in tokens."""

Purchase = tuple[Host, tuple[int, ...], int]
"""A host, pieces of it that were bought together, and what they cost."""


def choose(hosts: Sequence[Host], purse: Purse, price_of: Prices, least: float = 0.0) -> list[Purchase]:
    """Add pieces to `shown` of the hosts until nothing more fits the purse; return the purchases in their order.

    What is worth less than `least` per token is not bought, however much is left. Ties go to the earlier host.
    """
    bought: list[Purchase] = []
    heap = [
        (-host.steps[0][0], number, 0) if host.steps else (-host.bound, number, _UNKNOWN) for number, host in enumerate(hosts)
    ]
    heapq.heapify(heap)
    while heap:
        density, number, place = heapq.heappop(heap)
        if -density < least:
            break
        if place == _UNKNOWN:  # most hosts are never reached, so that their steps are worked out when they are
            hosts[number].steps = steps_of(hosts[number])
            heapq.heappush(heap, (-hosts[number].steps[0][0], number, 0))
            continue
        if purse.left < _LEAST:
            purse.short = True
            break
        host = hosts[number]
        bought += _buy(host, host.steps[place][3], purse, price_of)
        if host.shown and place + 1 < len(host.steps):  # without the frame nothing of the unit can be shown
            heapq.heappush(heap, (-host.steps[place + 1][0], number, place + 1))
    return bought


def _buy(host: Host, step: tuple[int, ...], purse: Purse, price_of: Prices) -> list[Purchase]:
    """Buy the pieces of a step or, when they are too dear, those of them that can be paid; return what was bought."""
    ready = tuple(piece for piece in step if piece not in host.shown)
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


def steps_of(host: Host) -> list[Step]:
    """Return the host's purchases: the frame first, then by falling density, each after what it needs."""
    steps: list[Step] = []
    for head, family in host.anatomy.families:
        found = [_step(host, number) for number in family]
        if len(found) > 1:
            found = _merged(_ordered(found, (head,)))
        steps += found
    steps.sort(key=lambda step: -step[0])  # stable: a family's steps keep their order, for their densities fall
    return _merged([_step(host, host.anatomy.frame), *steps])


def _ordered(steps: list[Step], first: tuple[int, ...]) -> list[Step]:
    return sorted(steps, key=lambda step: (step[3] != first, -step[0], step[3]))


def _merged(steps: Sequence[Step]) -> list[Step]:
    """Return the steps with each that is denser than the one before merged into it, so that densities fall."""
    hull: list[Step] = []
    for step in steps:
        hull.append(step)
        while len(hull) > 1 and hull[-1][0] > hull[-2][0]:
            (_, value, price, numbers), (_, before, paid, earlier) = hull.pop(), hull.pop()
            hull.append(((value + before) / (price + paid), value + before, price + paid, earlier + numbers))
    return hull


def _step(host: Host, number: int) -> Step:
    value, price = host.values[number], host.anatomy.prices[number]
    return value / price, value, price, (number,)
