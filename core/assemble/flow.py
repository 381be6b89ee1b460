"""What a question that traces shows: the units that its flow passes, raised or added in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.assemble.wanted import Wanted
from core.flow.passed import Traced, traced, traced_from
from core.model import UnitHead
from core.model.run import Plan
from core.open_index import Neighbour, OpenIndex
from core.vocabulary import relation_kind, unit_type

_LEADS = frozenset({"runs", "calls", "enqueues", "delivers"})
_FROM = 10  # best units among which the start is looked for where the question names none
_FAR = 4  # relations that lead on; with more, a unit is no likelier to be the one that is meant
_ENTRY = 1.5  # of its score, for what is routed to or enqueued
_MOST = 14  # units: a flow that passes more is told by its weightiest


def followed(wanted: Sequence[Wanted], plan: Plan, index: OpenIndex) -> Traced | None:
    """Return the flow that a tracing question means: of the action that it names, else of the best unit that leads on."""
    if plan.intent != "trace" or plan.direction == "in":
        return None
    if (named := traced(plan, index)) is not None:
        return named
    start = _start(wanted, index)
    return traced_from(index, start) if start >= 0 else None


def along_flow(
    wanted: Sequence[Wanted], found: Traced | None, index: OpenIndex, allows: Callable[[UnitHead], bool]
) -> list[Wanted]:
    """Return the wanted units with those that the flow passes raised or added; as they are without a flow."""
    most = max((want.chance for want in wanted), default=0.0)
    if found is None or not most:
        return list(wanted)
    score = max(want.score for want in wanted)
    heads = ((one, index.by_key[one.key]) for one in found.weightiest(_MOST))
    passed = {
        one.key: Wanted(one.key, "primary", most * one.weight, score * one.weight, one.evidence, step=one.step)
        for one, head in heads
        if not head.is_test and allows(head)
    }
    raised = [_raised(want, passed.pop(want.key, None)) for want in wanted]
    return raised + list(passed.values())


def _raised(want: Wanted, step: Wanted | None) -> Wanted:
    if step is None:
        return want
    chance, evidence = max(want.chance, step.chance), step.evidence or want.evidence
    return replace(want, chance=chance, section="primary", evidence=evidence, step=step.step)


def _start(wanted: Sequence[Wanted], index: OpenIndex) -> int:
    """Return where the flow begins: a unit that scores well and leads on, all the more when it is started from outside; -1."""
    found: list[tuple[float, int]] = []
    for want in wanted[:_FROM]:
        number = index.position[want.key]
        runs = unit_type(index.heads[number].type).runs and not index.heads[number].is_test
        length = len({link.other for link in index.links.out(number) if link.kind in _LEADS}) if runs else 0
        entry = _ENTRY if any(_is_started(link) for link in index.links.into(number)) else 1.0
        if length:
            found.append((want.score * min(length, _FAR) * entry, number))
    return max(found, key=lambda row: row[0])[1] if found else -1


def _is_started(link: Neighbour) -> bool:
    return bool(relation_kind(link.kind).started) or link.kind == "enqueues"
