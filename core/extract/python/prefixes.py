"""The paths under which routers and lists of paths are mounted in each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from core.extract.questions import Asking, Questions

MOST = 40
"""Places of one router that are followed: what is mounted twice in what is mounted twice … has more than anybody can use."""

Router = TypeVar("Router", bound=Hashable)
Mount = tuple[Router | None, str]


class Prefixes(Generic[Router]):
    """What stands before the paths of a router, for each of the places where it is mounted.

    `mounts` are by router what it is mounted in (None where nobody knows) and under which path. Through routers that are
    mounted in each other, also by detours, nobody gets further than one step. `crowded` are the routers with more places
    than are followed.
    """

    def __init__(self, mounts: Mapping[Router, Sequence[Mount[Router]]], join: Callable[[str, str], str]) -> None:
        circle = _circles(mounts)
        self._mounts = {
            router: [(outer if circle.get(outer) != circle.get(router) else None, prefix) for outer, prefix in places]
            for router, places in mounts.items()
        }
        self._join = join
        self._answer = Questions()
        self.crowded: set[Router] = set()

    def __contains__(self, router: Router) -> bool:
        return router in self._mounts

    def of(self, router: Router) -> list[str]:
        """Return the prefixes of a router in the order of its places, an empty one if it is not mounted."""
        found: list[str] = self._answer(self._found, router)
        return found

    def _found(self, router: Router) -> Asking:
        found: dict[str, None] = {}
        for outer, prefix in self._mounts.get(router, ()):
            above = [""] if outer is None else (yield self._found, outer)
            found.update((self._join(one, prefix), None) for one in above)
            if len(found) > MOST:
                self.crowded.add(router)
                break
        return list(found)[:MOST] or [""]


def _circles(mounts: Mapping[Router, Sequence[Mount[Router]]]) -> dict[Router | None, int]:
    """Return a number by router; those that are mounted in each other share it."""
    if not mounts:
        return {}
    import networkx as nx

    def edges() -> Iterator[tuple[Router, Router]]:
        for router, places in mounts.items():
            yield from ((router, outer) for outer, _ in places if outer is not None)

    circles = nx.strongly_connected_components(nx.DiGraph(edges()))
    return {router: number for number, routers in enumerate(circles) for router in routers}
