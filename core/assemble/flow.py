"""What a question that traces shows: the units that its flow passes, raised or added in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.assemble.wanted import Wanted
from core.flow.passed import Traced
from core.model import UnitHead
from core.open_index import OpenIndex

_MOST = 14  # units: a flow that passes more is told by its weightiest


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
