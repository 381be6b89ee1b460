"""The weight of each step in a flow, to choose the most important ones when not all fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.flow.compose import sets_off
from core.model.flow import ELSEWHERE, Flow, FlowStep, walked

_SHARES = {
    "route": 1.0, "action": 1.0, "enqueue": 0.95, "deliver": 0.95, "broadcast": 0.9, "publish": 0.9, "save": 0.9,
    "destroy": 0.9, "request": 0.9, "callback": 0.85, "dependent": 0.85, "call": 0.8, "write": 0.7, "policy": 0.7,
    "cache": 0.6, "redirect": 0.6, "respond": 0.6, "filter": 0.4, "render": 0.4, "raise": 0.3, "validation": 0.25,
    "return": 0.3, "unknown": 0.2,
}  # fmt: skip
"""The share of the weight of the step around it, by kind: most for what is seen from outside, then for what leads there."""
_LEADING = frozenset({"call", "callback", "save", "destroy"})
_AWAY = ELSEWHERE | {"request"}
_LEADS_AWAY = 0.95  # of a step that enqueues, delivers or asks another program: questions ask most for these
_USUAL = 0.5
FILTERS = ("before_action ", "around_action ", "after_action ")
"""How what is said of a filter begins."""
_QUIET = 0.6  # of a call or callback that sets nothing off
_BEFORE = 0.5  # of what a filter does, for what is inside of it: it is run for other actions, too
_HALTING = 1.2  # of a filter that may answer in the place of the action


@dataclass(frozen=True, slots=True)
class Weighed:
    """One step with its depth, its weight (0..1, at most that of the step around it), and the place of that one, or -1."""

    step: FlowStep
    depth: int
    weight: float
    inside: int


def weighed(flow: Flow) -> list[Weighed]:
    """Return all steps in the order in which they run."""
    found: list[Weighed] = []
    _gather(flow.steps, 0, 1.0, -1, found)
    return found


def _gather(steps: Sequence[FlowStep], depth: int, weight: float, inside: int, found: list[Weighed]) -> None:
    for step in steps:
        own = weight * _share(step)
        found.append(Weighed(step, depth, own, inside))
        inner = own * _BEFORE if step.what.startswith(FILTERS) else own
        _gather(step.steps, depth + 1, inner, len(found) - 1, found)


def _share(step: FlowStep) -> float:
    filters = step.kind == "policy" and step.what.startswith(FILTERS)
    share = _SHARES.get("filter" if filters else step.kind, _USUAL)
    if step.kind in _LEADING and any(one.kind in _AWAY for _, one in walked(step.steps)):
        return _LEADS_AWAY
    if step.kind in ("call", "callback") and not sets_off(step):
        return share * _QUIET
    return share * _HALTING if any(one.startswith("halt") for one in step.may) else share
