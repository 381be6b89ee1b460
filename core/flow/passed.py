"""What the flow of a traced question passes: its units in the order in which they run, which are the evidence of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.flow.entries import of_unit, traced_entry
from core.flow.facts import FlowFacts
from core.flow.flows import flow_of
from core.flow.weight import FILTERS, Weighed, weighed
from core.model.flow import ELSEWHERE, Flow, FlowStep
from core.model.run import Plan
from core.open_index import Kept, OpenIndex

_SAID = {
    "enqueue": "enqueues", "deliver": "delivers", "broadcast": "broadcasts", "publish": "publishes", "save": "saves",
    "destroy": "destroys", "write": "writes", "callback": "runs", "dependent": "takes along", "filter": "filters_with",
    "policy": "asks", "render": "renders", "call": "calls", "validation": "validates_with",
}  # fmt: skip
"""The verb between the unit around a step and the unit of the step, by kind; other kinds run no unit."""
_RECORD = 0.7  # of a step that saves a record: its class declares what the flow says already
_MANY = 25  # actions that run a filter: it stands for the application, not for what is asked
_KEPT = 32  # flows; a conversation speaks of few


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit that a flow passes: its place in the order, from 1, its weight (0..1), and the step that leads there in words."""

    key: str
    step: int
    weight: float
    evidence: str


@dataclass(frozen=True, slots=True)
class Traced:
    """The flow of a question, and what it passes, each unit once, in the order in which they run."""

    flow: Flow
    passed: tuple[Passage, ...]

    def weightiest(self, most: int) -> tuple[Passage, ...]:
        """Return the units that matter most, at most `most`: where it starts, what it leads to, nearest first."""
        return tuple(sorted(self.passed, key=lambda one: (-one.weight, one.step))[:most])


_traced: Kept[dict[int, Traced]] = Kept(dict)


def traced(plan: Plan, index: OpenIndex) -> Traced | None:
    """Return the flow of the action or route that a question which asks what happens starts from; None for other questions."""
    entry = traced_entry(plan, index)
    return traced_from(index, index.position[entry]) if entry else None


def traced_from(index: OpenIndex, number: int) -> Traced:
    """Return the flow of a unit with what it passes, kept for the stages of one question.

    Where readers keep no steps, in other languages than Ruby, calls that set nothing off are followed too.
    """
    kept = _traced.of(index)
    if number not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        flow = flow_of(index, of_unit(index, number), whole=index.heads[number].language != "ruby")
        kept[number] = Traced(flow, tuple(_passages(index, flow, number)))
    return kept[number]


def _passages(index: OpenIndex, flow: Flow, start: int) -> Iterator[Passage]:
    rows, facts = weighed(flow), FlowFacts(index, index.heads[start].repository)
    best: dict[int, tuple[float, str]] = {start: (1.0, "")}
    for row in rows:
        number = _unit(index, facts, row.step)
        if number < 0 or number == start or row.step.kind not in _SAID or _is_general(index, rows, row):
            continue
        weight = row.weight * (_RECORD if row.step.kind in ("save", "destroy", "write", "dependent") else 1.0)
        if weight > best.get(number, (0.0, ""))[0]:
            best[number] = weight, _sentence(index, facts, rows, row, number, flow.title)
    for step, (number, (weight, said)) in enumerate(best.items(), 1):
        yield Passage(index.keys[number], step, weight, said)


def _is_general(index: OpenIndex, rows: Sequence[Weighed], row: Weighed) -> bool:
    """Tell whether a step is, or is inside of, a filter that so many actions run that it says nothing of this one."""
    while row.inside >= 0 and not row.step.what.startswith(FILTERS):
        row = rows[row.inside]
    number = index.position.get(row.step.unit, -1)
    if number < 0 or not row.step.what.startswith(FILTERS):
        return False
    return len({link.other for link in index.links.into(number) if link.kind == "filters_with"}) > _MANY


def _unit(index: OpenIndex, facts: FlowFacts, step: FlowStep) -> int:
    """Return the unit whose text says what a step does: of a class that is started the method by which it is."""
    number = index.position.get(step.unit, -1)
    if number < 0 or step.kind not in (*ELSEWHERE, "call"):
        return number
    started = facts.started(number)
    return started if started >= 0 else number


def _sentence(index: OpenIndex, facts: FlowFacts, rows: Sequence[Weighed], row: Weighed, number: int, title: str) -> str:
    around = row.inside
    while around >= 0 and _unit(index, facts, rows[around].step) < 0:
        around = rows[around].inside
    source = index.heads[_unit(index, facts, rows[around].step)].identifier if around >= 0 else title
    conditions = f" [{' › '.join(row.step.conditions)}]" if row.step.conditions else ""
    return f"{source} {_SAID[row.step.kind]} {index.heads[number].identifier} ({row.step.place}){conditions}"
