"""One thing that a body does, and what of its relations no step names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.flow.facts import FlowFacts
from core.flow.receivers import Typed
from core.open_index import Neighbour
from core.vocabulary import ACTS

SAVES = {
    "save": "save", "save!": "save", "<<": "save",
    "update": "update", "update!": "update", "update_attributes": "update", "update_attributes!": "update",
    "update_attribute": "update", "toggle!": "update", "increment!": "update", "decrement!": "update", "touch": "touch",
    "create": "create", "create!": "create", "find_or_create_by": "create", "find_or_create_by!": "create",
    "first_or_create": "create", "first_or_create!": "create", "create_or_find_by": "create",
    "destroy": "destroy", "destroy!": "destroy", "destroy_all": "destroy", "destroy_by": "destroy",
}  # fmt: skip
"""Calls of a record that run callbacks, by the event."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a body does: its kind, the name and receiver as written, and the unit that it leads to, -1 for none.

    `at` is the position of the innermost branch among those of the body, `said` what is passed, `typed` who the receiver is;
    `event` is what is done to a record where the name does not say it; `possible` are the methods of which one may run.
    """

    kind: str
    name: str
    receiver: str
    file_path: str
    line: int
    at: int = -1
    said: str = ""
    target: int = -1
    certainty: str = "declared"
    typed: Typed | None = None
    event: str = ""
    possible: tuple[int, ...] = ()


def left(links: Iterable[Neighbour], facts: FlowFacts) -> list[Act]:
    """Return relations as acts, by line, for what has no steps: templates, other languages."""
    rows = sorted(links, key=lambda link: (link.line, link.kind, facts.index.keys[link.other]))
    return [_of_link(link, facts) for link in rows]


def merged(found: list[Act], links: Iterable[Neighbour], facts: FlowFacts) -> list[Act]:
    """Return acts with the relations that no step names, each before the first act of a later line."""
    result = list(found)
    for act in left(links, facts):
        if act.kind == "render":
            _shown(result, act)
        elif act.kind == "call":  # without a step of its name it is no call of this body: an alias, a symbol
            _or_else(result, act)
        else:
            place = next((at for at, one in enumerate(result) if one.line > act.line), len(result))
            around = next((one.at for one in result if one.line == act.line), -1)
            result.insert(place, replace(act, at=around))
    return result


def handed_over(found: Sequence[Act], links: Iterable[Neighbour], facts: FlowFacts) -> list[Act]:
    """Return acts with the functions that a body names without calling them: who is handed one may call it."""
    result, called = list(found), {(act.line, act.target) for act in found}
    for link in sorted(links, key=lambda link: (link.line, facts.index.keys[link.other])):
        head = facts.index.heads[link.other]
        if link.kind != "references" or head.type not in ("function", "method") or (link.line, link.other) in called:
            continue
        around = next((one.at for one in result if one.line == link.line), -1)
        act = Act("call", head.name, "", link.file_path, link.line, around, certainty="dynamic", possible=(link.other,))
        result.insert(next((at for at, one in enumerate(result) if one.line >= link.line), len(result)), act)
    return result


def _or_else(result: list[Act], act: Act) -> None:
    """Put another target of a call behind it, where its receiver may be of either class; which one is not certain then."""
    for at, one in enumerate(result):
        if (one.kind, one.name, one.line) == ("call", act.name, act.line) and one.typed is None and one.receiver:
            result[at] = replace(one, certainty="dynamic")
            result.insert(at + 1, replace(one, target=act.target, certainty="dynamic"))
            return


def _shown(result: list[Act], act: Act) -> None:
    """Put what is rendered in the place of the step that renders; by convention, without a step, it is at the end."""
    for at, one in enumerate(result):
        if one.kind == "render" and one.line == act.line and one.target < 0:
            result[at] = replace(one, target=act.target, certainty=act.certainty)
            return
    result.append(act)


def _of_link(link: Neighbour, facts: FlowFacts) -> Act:
    head = facts.index.heads[link.other]
    kind = ACTS.get(link.kind) or ("render" if link.kind == "renders" else "call")
    made = facts.implementation(link.other) if kind == "call" else link.other
    certainty = link.certainty if made == link.other else "inferred"
    return Act(kind, head.name, "", link.file_path, link.line, target=made, certainty=certainty)
