"""What an action sets off, for a question that asks what happens: services, jobs, mails, callbacks, in the order of the code.

The relations say which code a member enqueues, delivers, calls; the model that the question speaks of says which callbacks run
when it is saved. What these lead to answers the question although it may share no word with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.flow.entries import traced_entry
from core.flow.words import relation_sentence
from core.model.run import Plan
from core.open_index import Kept, Neighbour, OpenIndex

_AWAY = ("enqueues", "delivers", "broadcasts", "publishes")  # to what goes on elsewhere, which the code at hand does not show
_ON = ("calls", "delegates_to", "instantiates")
_CALLBACKS = "runs"
_WORKERS = frozenset({"service", "interactor", "operation", "command", "job", "mailer"})
_RUN = ("perform", "call", "run", "handle")  # the member by which what is enqueued is run
_DEPTH = 4
_MOST = 12
_last: Kept[list[tuple[Plan, Mapping[str, str]]]] = Kept(list)
"""What the last question sets off: the stages of one question ask for it twice."""


def set_off(plan: Plan, index: OpenIndex) -> Mapping[str, str]:
    """Return the member that a question starts from and what it sets off, nearest first, each with the relation that led there.

    Empty for a question that does not ask what happens, or that names no action.
    """
    for asked, known in _last.of(index)[-1:]:
        if asked is plan:
            return known
    found = _set_off(plan, index)
    _last.of(index)[:] = [(plan, found)]
    return found


def _set_off(plan: Plan, index: OpenIndex) -> Mapping[str, str]:
    entry = traced_entry(plan, index, ("action",))
    if not entry:
        return {}
    start = index.position[entry]
    found = {start: ""}
    for number, evidence in (*_elsewhere(index, start), *_callbacks(plan, index, start)):
        found.setdefault(number, evidence)
    return {index.keys[number]: evidence for number, evidence in list(found.items())[:_MOST]}


def _elsewhere(index: OpenIndex, start: int) -> Iterator[tuple[int, str]]:
    """Yield what is enqueued or delivered on the way from the start, with the calls that lead to it, breadth first."""
    level, seen = [start], {start}
    for _ in range(_DEPTH):
        following: list[int] = []
        for number in level:
            for link in _onward(index, number):
                target = _runner(index, link.other) if link.kind in _AWAY else link.other
                if target not in seen and (
                    link.kind in _AWAY or _does_work(index, number, target) or _leads_away(index, target)
                ):
                    seen.add(target)
                    following.append(target)
                    yield target, relation_sentence(index, number, link)
        level = following


def _onward(index: OpenIndex, number: int) -> list[Neighbour]:
    """Return the relations by which a member sets off something, those to work elsewhere first, then in the order of lines."""
    links = [link for link in index.links.out(number) if link.kind in (*_AWAY, *_ON)]
    return sorted(links, key=lambda link: (link.kind not in _AWAY, link.line, link.other))


def _runner(index: OpenIndex, number: int) -> int:
    """Return the member that runs what is enqueued, or the unit itself."""
    members = {index.heads[member].name: member for member in index.members.get(number, ())}
    return next((members[name] for name in _RUN if name in members), number)


def _does_work(index: OpenIndex, number: int, target: int) -> bool:
    """Tell whether a call hands the work on: to a service or the like, or inside of it to the member that runs it."""
    here, there = index.hosts[number], index.hosts[target]
    return index.heads[there].type in _WORKERS and (here != there or index.heads[target].name in _RUN)


def _leads_away(index: OpenIndex, number: int) -> bool:
    """Tell whether a unit, or one that it calls, enqueues or delivers something."""
    onward = index.links.out(number)
    called = (link.other for link in onward if link.kind in _ON)
    return any(link.kind in _AWAY for link in onward) or any(
        link.kind in _AWAY for one in called for link in index.links.out(one)
    )


def _callbacks(plan: Plan, index: OpenIndex, start: int) -> Iterator[tuple[int, str]]:
    """Yield the callbacks of the models that the question speaks of and the start mentions, in the order of their lines."""
    mentioned = {link.other: link for link in index.links.out(start)}
    for entity in plan.entities:
        for number in (index.position[key] for key in entity.unit_keys[:1]):
            if number in mentioned and index.heads[number].type == "model":
                yield number, relation_sentence(index, start, mentioned[number])
                runs = [link for link in index.links.out(number) if link.kind == _CALLBACKS]
                yield from (
                    (link.other, relation_sentence(index, number, link))
                    for link in sorted(runs, key=lambda link: (link.line, link.other))
                )
