"""The code that runs when a record is saved or destroyed, in Rails' documented order, with its transaction.

It follows "Active Record Callbacks" in the Rails guides and `ActiveRecord::Transactions`. Validation, callbacks and the
statement run within one transaction. Callbacks after a commit run at the end of the outermost transaction. A superclass comes
first, then the order of declaration, with concerns and macros at the place of their call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.flow.facts import FlowFacts
from core.model.facts import Fact


@dataclass(frozen=True, slots=True)
class Phase:
    """One thing that runs around a statement: a callback, a validation, a dependent; `when` is create, update or empty.

    `outside` tells that no transaction of the statement is around it, whether it was committed or not.
    """

    what: str
    kind: str
    fact: Fact
    when: str = ""
    after_commit: bool = False
    outside: bool = False


TOUCH = "touch "
"""How the phase begins that writes the times of another record."""
_ONLY = {"create": ("create",), "update": ("update",), "save": ("create", "update"), "destroy": ("destroy",), "touch": ()}


def phases(facts: FlowFacts, model: int, event: str) -> list[Phase]:
    """Return what runs for `create`, `update`, `save` (either), `destroy` or `touch` of a model, the statement among it."""
    declared = _in_order(facts.listed(model, "callbacks"))
    if event == "touch":
        touched = [one for one in _counted(facts, model, "touch") if one.what.startswith(TOUCH)]
        return [_statement("times"), *touched, *_named(declared, "touch", ("after",), ()), *_commits(declared, ("update",))]
    if event == "destroy":
        return [
            *_before_destroy(facts, model, declared), *_named(declared, "destroy", ("around",), ()), _statement("DELETE"),
            *_named(declared, "destroy", ("after",), ()), *_counted(facts, model, "destroy"), *_commits(declared, ("destroy",)),
        ]  # fmt: skip
    events = _ONLY[event]
    both = len(events) > 1
    with_it = _saved_with(facts, model)
    return [
        *_named(declared, "validation", ("before",), events), *_validations(facts, model, declared, events),
        *_named(declared, "validation", ("after",), events),
        *(one for one in with_it if one.fact.get("macro") == "belongs_to"),
        *_named(declared, "save", ("before", "around"), ()),
        *(one for name in events for one in _named(declared, name, ("before", "around"), (), name if both else "")),
        _statement({"create": "INSERT", "update": "UPDATE"}.get(event, "INSERT or UPDATE")),
        *(one for one in with_it if one.fact.get("macro") != "belongs_to"),
        *(one for name in events for one in _named(declared, name, ("after",), (), name if both else "")),
        *_counted(facts, model, event), *_named(declared, "save", ("after",), ()), *_commits(declared, events),
    ]  # fmt: skip


def dependents(facts: FlowFacts, model: int) -> list[Fact]:
    """Return the associations of a model that say what becomes of them when it is destroyed."""
    return [one for one in _in_order(facts.listed(model, "associations")) if _option(one, "dependent")]


def dependent_of(association: Fact) -> str:
    """Return what `dependent:` says, as `destroy`."""
    return _option(association, "dependent").lstrip(":")


def _option(fact: Fact, name: str) -> str:
    options = fact.get("options")
    value = options.get(name) if isinstance(options, Mapping) else None
    return str(fact.get(name) or value or "")


def _in_order(listed: Sequence[Fact]) -> list[Fact]:
    """Return facts as Rails has them: those of the topmost superclass first; what is skipped is left out."""
    groups: dict[str, list[Fact]] = {}
    for fact in listed:
        via = str(fact.get("via") or "")
        groups.setdefault(via if via.startswith("inherits:") else "", []).append(fact)
    own = groups.pop("", [])
    ordered = [fact for group in reversed(groups.values()) for fact in group] + own
    skipped = {(one.get("event"), one.get("kind"), one.get("name")) for one in ordered if one.get("skipped")}
    kept = [one for one in ordered if (one.get("event"), one.get("kind"), one.get("name")) not in skipped]
    first = [one for one in reversed(kept) if one.get("prepend") and (one.get("kind") != "after" or one.get("backwards"))]
    return [*first, *(one for one in kept if one not in first)] if first else kept


def _named(declared: Iterable[Fact], event: str, kinds: Sequence[str], on: Sequence[str], when: str = "") -> list[Phase]:
    return [
        Phase(f"{one['kind']}_{event} {one['name']}", "callback", one, when)
        for kind in kinds
        for one in declared
        if one.get("event") == event and one.get("kind") == kind and _holds(one, on)
    ]


def _holds(fact: Fact, events: Sequence[str]) -> bool:
    on = fact.get("on")
    named = {str(one).lstrip(":") for one in (on if isinstance(on, list | tuple) else [on])} if on else set()
    return not named or not events or bool(named & set(events)) or not named & {"create", "update", "destroy"}


def _validations(facts: FlowFacts, model: int, declared: Sequence[Fact], events: Sequence[str]) -> list[Phase]:
    """Return validations and methods that validate: those of one file by line, in the order of the files' first ones."""
    listed = [("validation", one) for one in _in_order(facts.listed(model, "validations")) if _holds(one, events)]
    listed += [("callback", one) for one in declared if one.get("event") == "validate" and _holds(one, events)]
    return [Phase(f"validate {_validated(one)}", kind, one) for kind, one in listed]


def _validated(fact: Fact) -> str:
    if "event" in fact:
        return str(fact["name"])
    return " ".join(
        part for part in (str(fact.get("kind", "")), "of" if fact.get("name") else "", str(fact.get("name") or "")) if part
    )


def _before_destroy(facts: FlowFacts, model: int, declared: Sequence[Fact]) -> list[Phase]:
    """Return what runs before a DELETE: callbacks and dependents in the order of declaration, prepended callbacks first."""
    own = [one for one in declared if one.get("event") == "destroy" and one.get("kind") == "before"]
    mixed = [(one, Phase(f"before_destroy {one['name']}", "callback", one)) for one in own]
    mixed += [(one, Phase(_dependent(one), "dependent", one)) for one in dependents(facts, model)]
    mixed.sort(key=lambda row: (not row[0].get("prepend"), row[0].get("via") != "", int(str(row[0].get("line") or 0))))
    return [phase for _, phase in mixed]


def _dependent(one: Fact) -> str:
    return f"{dependent_of(one)} {one['name']}" + (f" ({one['target']})" if one.get("target") else "")


def _saved_with(facts: FlowFacts, model: int) -> list[Phase]:
    """Return the associations whose records are saved with this one: `autosave`, or nested attributes.

    Rails defines their callbacks where the association is declared, which mostly is above those of the class: what a record
    belongs to is saved before it, what it has after its own statement.
    """
    nested = {one.get("name") for one in facts.listed(model, "nested_attributes")}
    listed = [one for one in _in_order(facts.listed(model, "associations")) if not one.get("through")]
    found = [one for one in listed if one.get("name") in nested or _option(one, "autosave").lower() == "true"]
    return [
        Phase(f"autosave {one['name']}" + (f" ({one['target']})" if one.get("target") else ""), "save", one) for one in found
    ]


def _counted(facts: FlowFacts, model: int, event: str) -> list[Phase]:
    """Return the counters and times of other records that a statement changes."""
    found = []
    for one in facts.listed(model, "associations"):
        if _option(one, "counter_cache") and event in ("create", "destroy", "save"):
            found.append(Phase(f"count in {one['name']}", "write", one, "create" if event == "save" else ""))
        if _option(one, "touch"):
            found.append(Phase(f"{TOUCH}{one['name']}", "write", one))
    return found


def _commits(declared: Sequence[Fact], events: Sequence[str]) -> list[Phase]:
    backwards = any(one.get("backwards") for one in declared)
    return [
        Phase(f"after_commit {one['name']}", "callback", one, after_commit=True)
        for one in (reversed(declared) if backwards else declared)
        if one.get("event") == "commit" and one.get("kind") == "after" and _holds(one, events)
    ]


def _statement(what: str) -> Phase:
    return Phase(what, "write", {})
