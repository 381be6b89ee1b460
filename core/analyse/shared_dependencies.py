"""Which units are related to one by what both use: what few others use tells more than what everybody does."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log

from core.analyse.view import View
from core.errors import SourceError


@dataclass(frozen=True, slots=True)
class SharedDependencies:
    """A unit, what it uses in common with another (keys, the rarest first), and how much that tells, more is nearer."""

    unit: str
    shared: tuple[str, ...]
    score: float


def shared_dependencies(view: View, unit: str, limit: int) -> tuple[SharedDependencies, ...]:
    """Return the units that share dependencies with one, nearest first, ties by key.

    What both use counts one by the logarithm of how many use it (Adamic, Adar: Friends and neighbors on the Web, 2003).
    """
    if unit not in view.out:
        raise SourceError(f"'{unit}' uses no other code, so nothing has dependencies in common with it.")
    shared: dict[str, list[str]] = defaultdict(list)
    weights = {used: 1 / log(1 + len(view.into[used])) for used in view.out[unit]}
    for used in sorted(weights, key=lambda key: (-weights[key], key)):
        for other in view.into[used]:
            if other != unit:
                shared[other].append(used)
    found = [
        SharedDependencies(other, tuple(keys), round(sum(weights[key] for key in keys), 6)) for other, keys in shared.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.score, one.unit))[:limit])
