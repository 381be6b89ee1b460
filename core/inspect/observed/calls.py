"""Whether a call that was seen is one that the code as it is read says, too."""

from __future__ import annotations

from core.open_index import OpenIndex
from core.vocabulary import BY_PATH

RELATION, STEPS, ONLY = "relation", "steps", "runtime only"
_STEPS = 5  # relations between caller and callee, at most: the library in between may have called several of ours
_MOST = 4_000  # units that are looked at


def known_as(index: OpenIndex, caller: int, callee: int) -> str:
    """Return whether a relation leads from one unit to another, several do, or neither is known."""
    if any(one.other == caller and one.kind == "decorated_by" for one in index.links.out(callee)):
        return RELATION  # what is written above a function runs it
    begin = [caller, *index.members.get(caller, ()), *_declaring(index, caller)]
    ends = {callee, *index.members.get(callee, ())} if index.heads[callee].type == "job" else {callee}
    seen, wave = set(begin), set(begin)
    for steps in range(1, _STEPS + 1):
        found = {one.other for number in wave for one in index.links.out(number)} - seen
        wave = {one for one in found if not index.heads[one].is_test and index.heads[one].type not in BY_PATH}
        if wave & ends:
            return RELATION if steps == 1 else STEPS
        seen |= wave
        if len(seen) > _MOST:
            break
    return ONLY


def known_users(index: OpenIndex, number: int) -> int:
    """Return how many units outside of tests are known to use a unit by reading."""
    return len({one.other for one in index.links.into(number) if not index.heads[one.other].is_test})


def _declaring(index: OpenIndex, number: int) -> list[int]:
    """Return the class of a method and those that it inherits from: what they declare for it, as filters, runs as well."""
    found: list[int] = []
    held = index.hosts[number]
    while held != number and held not in found and index.heads[held].type not in BY_PATH:
        found.append(held)
        held = next((one.other for one in index.links.out(held) if one.kind == "inherits"), held)
    return found
