"""What runs around an interactor, and what is taken back when a later one fails, in the order of the gem `interactor`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.flow.blocks import is_transactional
from core.flow.facts import ORGANIZED, FlowFacts
from core.flow.saving import Phase
from core.model.facts import Fact

HOOKS = "hooks"
"""The kind of facts that name what runs around an interactor."""
_FAILING = "what comes after it fails"


class Hooks(NamedTuple):
    """What runs before and after an interactor, and whether all of it runs in a transaction."""

    before: Sequence[Phase] = ()
    after: Sequence[Phase] = ()
    transaction: bool = False


def hooks_of(facts: FlowFacts, number: int, within: int) -> Hooks:
    """Return what runs around a unit: the `call` of an interactor, or an organizer as a whole.

    `before` begins with the hooks that run around the unit. `after` has the last declared first. Hooks are not inherited.
    """
    owner = within if within >= 0 else facts.owner(number)
    if owner < 0 or (number != owner and facts.index.heads[number].name != "call"):
        return Hooks()
    listed = facts.listed(owner, HOOKS)
    around = [one for one in listed if one["kind"] == "around"]
    before = [*around, *(one for one in listed if one["kind"] == "before")]
    after = [_phase(one) for one in reversed(listed) if one["kind"] == "after"]
    return Hooks([*map(_phase, before)], after, any(is_transactional(facts, owner, one) for one in around))


def taken_back(facts: FlowFacts, number: int) -> Iterator[tuple[int, Phase]]:
    """Yield the classes of an organizer whose `rollback` runs when what comes after them fails, the last one first.

    Nothing comes after the last interactor but what the organizer declares to run after all.
    """
    organized = [_named(facts, number, one) for one in facts.listed(number, ORGANIZED)]
    ends = any(one["kind"] == "after" for one in facts.listed(number, HOOKS))
    for one in reversed(organized if ends else organized[:-1]):
        yield from _undone(facts, one, (number,))


def _undone(facts: FlowFacts, number: int, above: tuple[int, ...]) -> Iterator[tuple[int, Phase]]:
    """Yield what an interactor that has run takes back; an organizer has its interactors do so."""
    if number < 0 or number in above:
        return
    if (method := facts.method(number, "rollback")) >= 0:
        head = facts.index.heads[method]
        fact: Fact = {"name": "rollback", "method": "rollback", "if": _FAILING, "file_path": head.file_path}
        fact["line"] = head.start_line
        yield number, Phase(facts.index.heads[number].identifier + "#rollback", "callback", fact, outside=True)
    for one in reversed(facts.listed(number, ORGANIZED)):
        yield from _undone(facts, _named(facts, number, one), (*above, number))


def _named(facts: FlowFacts, number: int, one: Fact) -> int:
    return facts.named(str(one["name"]), facts.index.heads[number].identifier)


def _phase(one: Fact) -> Phase:
    return Phase(f"{one['kind']} {one['name']}", "callback", one, outside=True)
