"""Statements that end a body, or one pass of a loop, early: later steps run only if they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.flow.act import Act
from core.flow.draft import Draft
from core.flow.outside import RESPONSES
from core.model.facts import Step

ENDS = "return"
"""The kind of what ends early."""
_DECIDES = frozenset({"if", "unless", "else", "when", "rescue", "while", "until", "each"})
_REPEATS = frozenset(
    {"each", "block", "while", "until", ""}
)  # what `next` and `break` are of; "" is the block of a declaration
_OTHERWISE = frozenset({"else", "when", "rescue"})  # of which one alone runs, with what stands beside it
_LONE = frozenset({"if", "unless", "when", "rescue"})

Told = tuple[Act, Draft]
"""What a body does, and its step."""


def with_guards(steps: Sequence[Told], branches: Sequence[Step]) -> list[Draft]:
    """Return the steps of a body with those ends on which a later one depends.

    What ends right after a step of the same branch is said of that step: `redirect_to root_path`, then `return`.
    """
    found: list[tuple[int, Draft]] = []
    for place, (act, draft) in enumerate(steps):
        at = _decided_at(act, branches)
        if act.kind != ENDS:
            found.append((at, draft))
        elif at >= 0 and any(_skips(act.name, at, one.at, branches) for one, _ in steps[place + 1 :] if one.kind != ENDS):
            if found and found[-1][0] == at and found[-1][1].step.kind not in (ENDS, "raise"):
                last = found[-1][1]
                last.step = replace(last.step, then=act.name)
            else:
                found.append((at, draft))
    return [draft for _, draft in found]


def _decided_at(act: Act, branches: Sequence[Step]) -> int:
    """Return the branch of an act: what follows an answer in `redirect_to root_path and return` is decided by what it is in."""
    at = act.at
    while act.kind == ENDS and at >= 0 and branches[at][0] == "if" and _is_answer(str(branches[at][1])):
        at = int(branches[at][3])
    return at


def _is_answer(condition: str) -> bool:
    return condition.partition(" ")[0].partition("(")[0] in RESPONSES


def _skips(name: str, at: int, later: int, branches: Sequence[Step]) -> bool:
    """Tell whether a step in the branch `later` runs only where what ends in the branch `at` did not end."""
    own, other = _around(at, branches), _around(later, branches)
    shared = next((place for place, pair in enumerate(zip(own, other, strict=False)) if pair[0] != pair[1]), None)
    shared = min(len(own), len(other)) if shared is None else shared
    if name != ENDS:  # what ends one run of a loop lets go on what is outside of it
        loops = [place for place, one in enumerate(own) if branches[one][0] in _REPEATS]
        if not loops or loops[-1] >= shared:
            return False
    rest, others = own[shared:], other[shared:]
    if not any(branches[one][0] in _DECIDES for one in rest) or any(branches[one][0] == "ensure" for one in others):
        return False
    return not (others and _is_other(branches[rest[0]], branches[others[0]]))


def _is_other(one: Step, later: Step) -> bool:
    """Tell whether of two branches beside each other only one runs."""
    if one[0] in ("if", "unless"):
        return later[0] == "else" and later[1] == one[1]
    return one[0] in _LONE and later[0] in _OTHERWISE


def _around(at: int, branches: Sequence[Step]) -> list[int]:
    """Return a branch and those around it, outermost first."""
    found: list[int] = []
    while 0 <= at < len(branches):
        found.append(at)
        at = int(branches[at][3])
    return found[::-1]
