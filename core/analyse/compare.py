"""What changed in the architecture from one generation of an index to the next; silent where nothing did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.cycles import components
from core.analyse.result import Result
from core.analyse.view import View
from core.model import Relation

_HUBS = 20  # hubs compared; further down a change of rank means little
_MOVED = 3  # ranks that a hub must move to be mentioned


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    `what` is one of: new unit, gone unit, moved unit, new relation, gone relation, new cycle, grown cycle, shrunk cycle,
    broken cycle, new crossing, gone crossing, new hub, gone hub, moved hub. `subject` is the unit, pair or group, `detail`
    says it in words, `lines` are the new (or gone) relations.
    """

    what: str
    subject: str
    detail: str
    lines: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Generation:
    """What is compared: links of units, links without associations (for cycles) and links between groups, by level."""

    units: View
    directed: View
    groups: Mapping[str, View]


def compare(before: Generation, after: Generation) -> Result[Change]:
    """Return what is new, gone, moved or grown, in this order: units, relations, cycles, crossings, hubs; each by name.

    Relations of new and gone units are not told again. Two generations of the same code give an empty result.
    """
    changes = [
        *_units(before.units, after.units),
        *_relations(before.units, after.units),
        *_cycles(before.directed, after.directed),
        *(change for level in sorted(after.groups) for change in _crossings(level, before, after)),
        *_hubs(before.units, after.units),
    ]
    notes = (f"{len(changes)} differences.",) if changes else ("No differences.",)
    return Result(Change, "Difference", tuple(changes), notes)


def _units(before: View, after: View) -> Iterator[Change]:
    old, new = set(before.code()), set(after.code())
    for node in sorted(new - old):
        yield Change("new unit", node, after.files[node], ())
    for node in sorted(old - new):
        yield Change("gone unit", node, before.files[node], ())
    for node in sorted(old & new):
        if before.files[node] != after.files[node]:
            yield Change("moved unit", node, f"{before.files[node]} → {after.files[node]}", ())


def _relations(before: View, after: View) -> Iterator[Change]:
    both = set(before.nodes) & set(after.nodes)
    for what, view, other in (("new relation", after, before), ("gone relation", before, after)):
        for link in view.links():
            if link.source in both and link.target in both and link.target not in other.out[link.source]:
                yield Change(what, f"{link.source} → {link.target}", _counted(link.kinds), link.evidence)


def _cycles(before: View, after: View) -> Iterator[Change]:
    old, new = components(before), components(after)
    for group in new:
        earlier = [one for one in old if set(one) & set(group)]
        kept = {node for one in earlier for node in one}
        lines = _new_lines(before, after, group)
        if not earlier:
            yield Change("new cycle", ", ".join(group), f"{len(group)} units depend on each other", lines)
        elif set(group) - kept:
            joined = sorted(set(group) - kept)
            yield Change("grown cycle", ", ".join(group), f"{len(joined)} more units: {', '.join(joined)}", lines)
        elif kept - set(group):
            left = sorted(kept - set(group))
            yield Change("shrunk cycle", ", ".join(group), f"{len(left)} units less: {', '.join(left)}", ())
    within = {node for group in new for node in group}
    for group in old:
        if not within & set(group):
            yield Change("broken cycle", ", ".join(group), f"{len(group)} units no longer depend on each other", ())


def _new_lines(before: View, after: View, group: Sequence[str]) -> tuple[Relation, ...]:
    inside = set(group)
    return tuple(
        line for node in group for target, link in after.out[node].items()
        if target in inside and target not in before.out.get(node, {})
        for line in link.evidence
    )  # fmt: skip


def _crossings(level: str, before: Generation, after: Generation) -> Iterator[Change]:
    for what, new, old in (
        ("new crossing", after.groups[level], before.groups[level]),
        ("gone crossing", before.groups[level], after.groups[level]),
    ):
        for link in new.links():
            if link.target not in old.out.get(link.source, {}):
                yield Change(what, f"{link.source} → {link.target}", f"{level}: {_counted(link.kinds)}", link.evidence)


def _hubs(before: View, after: View) -> Iterator[Change]:
    old, new = _ranks(before), _ranks(after)
    for node in sorted({*old, *new}, key=lambda one: (new.get(one, (_HUBS + 1, 0))[0], one)):
        if _fan_in(before, node) == _fan_in(after, node):
            continue  # others moved around it
        counts = f"fan-in {_fan_in(before, node)} → {_fan_in(after, node)}"
        if node not in old:
            yield Change("new hub", node, f"now rank {new[node][0]}, {counts}", ())
        elif node not in new:
            yield Change("gone hub", node, f"was rank {old[node][0]}, {counts}", ())
        elif abs(old[node][0] - new[node][0]) >= _MOVED:
            yield Change("moved hub", node, f"rank {old[node][0]} → {new[node][0]}, {counts}", ())


def _ranks(view: View) -> dict[str, tuple[int, int]]:
    fans = sorted(((len(view.into[node]), node) for node in view.code()), key=lambda pair: (-pair[0], pair[1]))
    return {node: (rank, fan) for rank, (fan, node) in enumerate(fans[:_HUBS], start=1) if fan > 1}


def _fan_in(view: View, node: str) -> int:
    return len(view.into.get(node, ()))


def _counted(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.items())
