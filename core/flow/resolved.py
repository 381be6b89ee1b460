"""Acts that were resolved when the index was made: each row tells what a line does and to what unit that leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.flow.act import Act
from core.flow.facts import FlowFacts
from core.flow.receivers import Typed
from core.model.facts import table_in

_EMPTY = (0, "", "", "", -1, "", "", "declared", "")
_OWN, _ABOVE = ("self", "cls"), "super()"
_EVENTS = {"create": "create", "acreate": "create", "get_or_create": "create", "delete": "destroy", "adelete": "destroy"}
_FARTHEST = 12  # methods of a library that lead to each other


def resolved_acts(facts: FlowFacts, rows: Sequence[object], number: int, within: int) -> list[Act]:
    """Return the acts of a unit's rows; the class that runs it, `within`, decides what `self` and `super()` mean.

    A method that only a library has does what its class says of it in `library`.
    """
    owner = within if within >= 0 else facts.owner(number)
    return [act for one in rows for act in _told(facts, one, number, owner, ())]


def _told(facts: FlowFacts, given: object, number: int, owner: int, around: tuple[str, ...]) -> Iterator[Act]:
    written = given if isinstance(given, list) else []
    row = [*written, *_EMPTY[len(written) :]]
    kind, name, receiver, said, target, certainty, model = (str(row[place]) for place in (1, 2, 3, 5, 6, 7, 8))
    line, at = int(str(row[0])), int(str(row[4]))
    position, path = facts.index.position, facts.index.heads[number].file_path
    leads, is_dispatched = position.get(target, -1), receiver in (*_OWN, _ABOVE)
    if kind == "call" and is_dispatched and owner >= 0:
        found = _above(facts, number, owner, name) if receiver == _ABOVE else facts.method(owner, name)
        leads = found if found >= 0 else leads
        if leads < 0:
            inner = _of_library(facts, owner, name) if name not in around and len(around) < _FARTHEST else []
            is_written = "." in name or receiver == _ABOVE  # what is done with a form or by `super()` has its line there
            for one in inner:
                place = line if is_written else one[0]
                told = [place, *one[1:4], at, *one[5:]]
                yield from _told(facts, told, number if is_written else owner, owner, (*around, name))
            return
    elif kind in ("save", "destroy") and receiver == _ABOVE and owner >= 0:
        leads = _above(facts, number, owner, name)
        kind = "call" if leads >= 0 else kind  # of another class above the one that runs it
        if kind != "call" and facts.is_model(owner):
            model = facts.index.keys[owner]
    if kind == "unknown":
        if possible := facts.called(name):
            yield Act("call", name, receiver, path, line, at, certainty="dynamic", possible=possible)
        return
    leads = facts.implementation(leads) if leads >= 0 and not is_dispatched else leads
    typed = Typed("record", position[model], certainty) if model in position else None
    shown = "" if is_dispatched else receiver or ("of" if kind == "call" else "")
    event = _EVENTS.get(name, "save") if kind in ("save", "destroy") else ""
    if kind != "call" or leads >= 0:
        yield Act(kind, name, shown, path, line, at, said, leads, certainty or "declared", typed, event)


def _of_library(facts: FlowFacts, owner: int, name: str) -> list[list[object]]:
    """Return what a method of a library does for a class, as rows."""
    rows = table_in(facts.of(owner), "library").get(name)
    return [list(one) for one in rows if isinstance(one, list)] if isinstance(rows, list) else []


def _above(facts: FlowFacts, number: int, owner: int, name: str) -> int:
    """Return the method that `super()` means in the method of a class, as the class that runs it inherits it."""
    here, lineage = facts.owner(number), facts.lineage(owner)
    behind = lineage[lineage.index(here) + 1 :] if here in lineage else ()
    return next((found for one in behind if (found := facts.own_method(one, name)) >= 0), -1)
