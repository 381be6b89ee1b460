"""What a question that traces shows: the units that its flow passes, raised or added in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.assemble.wanted import Wanted
from core.flow.passed import Traced, traced, traced_from
from core.model import UnitHead
from core.model.run import Plan
from core.open_index import Neighbour, OpenIndex
from core.vocabulary import ACTS, LEADS, relation_kind, unit_type

_DEEP = 3  # calls until what is set off
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
    """Return where the flow begins: a unit that scores well and sets something off, or what alone starts it; -1.

    Where none sets anything off that the index knows, calls count, as for languages whose readers keep no effects.
    """
    found: list[tuple[float, int]] = []
    for want in wanted[:_FROM]:
        number = index.position[want.key]
        if not unit_type(index.heads[number].type).runs or index.heads[number].is_test:
            continue
        entry = _ENTRY if any(_is_started(link) for link in index.links.into(number)) else 1.0
        found.append((want.score * entry, number))
    for led_to in (_effects, _called):
        leading = [(score * min(len(far), _FAR), number) for score, number in found if (far := led_to(index, number))]
        if leading:
            return _starter(index, max(leading, key=lambda row: row[0])[1])
    return -1


def _effects(index: OpenIndex, number: int, within: int = _DEEP) -> set[int]:
    """Return what a unit sets off by what it calls: jobs, mails, messages; a mail is one itself."""
    found = {number} if any(link.kind == "delivers" for link in index.links.into(number)) else set()
    for link in index.links.out(number):
        if link.kind in ACTS:
            found.add(link.other)
        elif link.kind in LEADS and within:
            found |= _effects(index, link.other, within - 1)
    return found


def _called(index: OpenIndex, number: int) -> set[int]:
    return {link.other for link in index.links.out(number) if link.kind in LEADS}


def _starter(index: OpenIndex, number: int) -> int:
    """Return what starts a unit, as far as each is started by one other alone: the action of a service, the job of a mail."""
    for _ in range(_DEEP + 1):
        into = [link for link in index.links.into(number) if not index.heads[link.other].is_test]
        above = {link.other for link in into if link.kind in LEADS and unit_type(index.heads[link.other].type).runs}
        if len(above) != 1 or any(_is_started(link) for link in into):
            break
        number = above.pop()
    return number


def _is_started(link: Neighbour) -> bool:
    return bool(relation_kind(link.kind).started) or link.kind == "enqueues"
