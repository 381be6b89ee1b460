"""What stands beside the best units: superclasses, mixins, imports and callers, as supporting evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.assemble.wanted import Wanted
from core.model import UnitHead
from core.open_index import Neighbour, OpenIndex

_FROM = 6  # best units whose surroundings are looked at
_KINDS = {"inherits": (1, 0.04), "includes": (3, 0.035), "extends": (3, 0.03), "implements": (2, 0.035), "imports": (5, 0.02)}
"""Outward relations: how many of each unit are followed, and what of its chance is passed on.

So little that they fill room that would stay empty, or are mentioned: ahead of what was found they cost evidence.
"""
_CALLERS = (3, 0.03)


def expand(primary: Sequence[Wanted], taken: set[str], index: OpenIndex, allows: Callable[[UnitHead], bool]) -> list[Wanted]:
    """Return the surroundings of the best primary units that are not taken yet, best first, with the relation as evidence.

    `allows` refuses what the question may not be answered with, in whatever section.
    """
    found: dict[str, Wanted] = {}
    for want in primary[:_FROM]:
        for link, share in _around(index.position[want.key], index):
            head = index.heads[link.other]
            if head.key in taken or head.is_test or not allows(head):
                continue
            chance = share * want.chance
            if head.key not in found or chance > found[head.key].chance:
                found[head.key] = Wanted(head.key, "supporting", chance, 0.0, _sentence(want.key, link, index))
    return sorted(found.values(), key=lambda want: (-want.chance, want.key))


def _around(number: int, index: OpenIndex) -> Iterator[tuple[Neighbour, float]]:
    for kind, (most, share) in _KINDS.items():
        links = [link for link in index.links.out(number) if link.kind == kind]
        yield from ((link, share) for link in links[:most])
    callers = [link for link in index.links.into(number) if link.kind == "calls"]
    yield from ((link, _CALLERS[1]) for link in callers[: _CALLERS[0]])


def _sentence(key: str, link: Neighbour, index: OpenIndex) -> str:
    near, far = index.heads[index.position[key]].identifier, index.heads[link.other].identifier
    source, target = (near, far) if link.outward else (far, near)
    return f"{source} {link.kind} {target} ({link.file_path}:{link.line})"
