"""Buy pieces of units for tokens, most value per token first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter, truediv

from core.assemble.hosts import Host, Step

_LEAST = 6  # tokens: no piece costs less
_DENSITY = itemgetter(0)
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
        if -density < least or not density:
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
            host.show(pieces)
            bought.append((host, pieces, price))
    return bought


def _affordable(host: Host, pieces: Sequence[int]) -> bool:
    """Tell whether everything that the pieces need is shown or bought with them."""
    having = host.shown.union(pieces)
    return all(host.anatomy.pieces[piece].needs in having or host.anatomy.pieces[piece].needs < 0 for piece in pieces)


def steps_of(host: Host) -> list[Step]:
    """Return the host's purchases: the frame first, then by falling density, each after what it needs."""
    anatomy = host.anatomy
    single: list[Step] = list(
        zip(map(truediv, host.values, anatomy.prices), host.values, anatomy.prices, anatomy.numbers, strict=True)
    )
    steps: list[Step] = []
    for head, others in anatomy.families:
        if not others:
            steps.append(single[head])
        else:
            needing = [single[number] for number in others]
            steps += _hull(single[head], sorted(needing, key=_falling) if len(needing) > 1 else needing)
    steps.sort(key=_DENSITY, reverse=True)  # stable: a family's steps keep their order, for their densities fall
    return _hull(single[anatomy.frame], steps)


def _hull(first: Step, rest: list[Step]) -> list[Step]:
    """Return the steps with those merged into the first that are denser than it; the rest falls in density already."""
    place = 0
    while place < len(rest) and rest[place][0] > first[0]:
        (_, value, price, numbers), (_, before, paid, earlier) = rest[place], first
        first = ((value + before) / (price + paid), value + before, price + paid, earlier + numbers)
        place += 1
    return [first, *rest[place:]]


def _falling(step: Step) -> tuple[float, tuple[int, ...]]:
    return -step[0], step[3]
