"""What a flow does that is seen from outside: what it saves, enqueues, sends and asks, each thing once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.model import parse_key
from core.model.flow import Flow, FlowStep

Outward = Mapping[str, Mapping[str, FlowStep]]
"""By how it is told (saves, enqueues, sends …) the things by name, each with the first step that says so."""

_SAID: Mapping[str, str] = {
    "save": "saves", "destroy": "destroys", "enqueue": "enqueues", "deliver": "sends", "broadcast": "broadcasts",
    "publish": "publishes", "request": "calls out through",
}  # fmt: skip


def outward(flow: Flow) -> Outward:
    """Return what a flow does that is seen from outside, in a fixed order of kinds, each in the order in which it runs.

    Filters are left out: they run for other actions, too.
    """
    found: dict[str, dict[str, FlowStep]] = {told: {} for told in _SAID.values()}
    for step in _inside(flow.steps):
        if told := _SAID.get(step.kind):
            found[told].setdefault(_name(step), step)
    return {told: named for told, named in found.items() if named}


def _inside(steps: Sequence[FlowStep]) -> Iterator[FlowStep]:
    for step in steps:
        if step.kind != "filter":
            yield step
            yield from _inside(step.steps)


def _name(step: FlowStep) -> str:
    """Return what a step is about: a unit by its name, a record by its class where that is known, else as it is written."""
    if step.unit:
        return parse_key(step.unit).identifier
    if step.unknown and step.kind in ("save", "destroy"):
        called = step.what.split(" ")[0].split("(")[0]
        return f"a record of unknown class ({called.rpartition('.')[0] or called})"
    words = step.what.split()
    return words[-1].strip("()") if step.kind in ("save", "destroy") and words else step.what


def short_name(name: str, step: FlowStep) -> str:
    """Return the dotted name of a unit without its modules, from its class on where it has one; other names as they are."""
    parts = name.split(".") if step.unit else [name]
    return ".".join(parts[next((at for at, one in enumerate(parts) if one[:1].isupper()), len(parts) - 1) :])
