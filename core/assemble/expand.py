"""What stands beside the best units: superclasses, mixins, imports and callers, as supporting evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.assemble.wanted import Wanted
from core.model import UnitHead
from core.open_index import Neighbour, OpenIndex
from core.settings import AssembleSettings
from core.vocabulary import RELATION_KINDS

_FROM = 6  # best units whose surroundings are looked at
_KINDS = {name: row.beside for name, row in RELATION_KINDS.items() if row.beside[0]}
_IMPORTED, _CALLER, _BESIDE = 0.02, 0.03, 0.01


def expand(
    primary: Sequence[Wanted], taken: set[str], index: OpenIndex, allows: Callable[[UnitHead], bool], settings: AssembleSettings
) -> list[Wanted]:
    """Return the surroundings of the best primary units that are not taken yet, best first, with the relation as evidence.

    `allows` refuses what the question may not be answered with, in whatever section.
    """
    found: dict[str, Wanted] = {}
    for want in primary[:_FROM]:
        number = index.position[want.key]
        for other, share, evidence in (*_related(number, index, settings), *_beside(number, index, settings)):
            head = index.heads[other]
            if head.key in taken or head.is_test or not allows(head):
                continue
            chance = share * want.chance
            if head.key not in found or chance > found[head.key].chance:
                found[head.key] = Wanted(head.key, "supporting", chance, 0.0, evidence)
    return sorted(found.values(), key=lambda want: (-want.chance, want.key))


def _related(number: int, index: OpenIndex, settings: AssembleSettings) -> Iterator[tuple[int, float, str]]:
    """Yield what a unit is made of, what it imports and what calls it, each with the share of its chance and the relation."""
    out, into = index.links.out(number), index.links.into(number)
    for kind, (most, share) in {**_KINDS, "imports": (settings.imports, _IMPORTED)}.items():
        links = [link for link in out if link.kind == kind]
        yield from ((link.other, share, _sentence(number, link, index)) for link in links[:most])
    callers = [link for link in into if link.kind == "calls"]
    yield from ((link.other, _CALLER, _sentence(number, link, index)) for link in callers[: settings.callers])


def _beside(number: int, index: OpenIndex, settings: AssembleSettings) -> Iterator[tuple[int, float, str]]:
    """Yield the methods beside a method, the nearest first."""
    head = index.heads[number]
    if not settings.siblings or head.type != "method":
        return
    others = [index.position[key] for key in index.children.get(head.parent, ())]
    methods = [other for other in others if other != number and index.heads[other].type == "method"]
    methods.sort(key=lambda other: (abs(index.heads[other].start_line - head.start_line), other))
    yield from ((other, _BESIDE, f"stands beside {head.identifier}") for other in methods[: settings.siblings])


def _sentence(number: int, link: Neighbour, index: OpenIndex) -> str:
    near, far = index.heads[number].identifier, index.heads[link.other].identifier
    source, target = (near, far) if link.outward else (far, near)
    return f"{source} {link.kind} {target} ({link.file_path}:{link.line})"
