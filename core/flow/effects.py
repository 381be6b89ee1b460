"""What a filter may do beside running: answer in the place of the action, raise, set instance variables."""

from __future__ import annotations

from core.flow.act import Act
from core.flow.acts import ResolvedBodies

ENDING = "end the request: "
"""How is told that a call may answer in the place of the action, or raise."""
_DEEPEST = 4  # calls: beyond, a filter is in other hands
_MOST = 6  # effects that are told


def effects(bodies: ResolvedBodies, number: int, within: int) -> tuple[str, ...]:
    """Return what a method may do, itself or by the methods of its class that it calls: `halt: redirect_to …`, `set @x`."""
    found: dict[str, None] = {}
    _gather(bodies, number, within, found, {number}, _DEEPEST)
    order = sorted(found, key=lambda one: (one.startswith("set "), one.startswith("raise ")))
    return tuple(order[:_MOST])


def ends_of(bodies: ResolvedBodies, number: int, within: int) -> tuple[str, ...]:
    """Return how a method that an action calls may end the request: by an answer of its own, or by raising."""
    found = (one.removeprefix("halt: ") for one in effects(bodies, number, within) if not one.startswith("set "))
    return tuple(f"{ENDING}{one}" for one in found)


def _gather(bodies: ResolvedBodies, number: int, within: int, found: dict[str, None], seen: set[int], depth: int) -> None:
    for act in bodies.acts(number, within):
        if (said := _effect(act)) is not None:
            found.setdefault(said)
        elif act.kind == "call" and not act.receiver and depth and act.target not in seen:
            seen.add(act.target)
            _gather(bodies, act.target, within, found, seen, depth - 1)


def _effect(act: Act) -> str | None:
    if act.kind in ("render", "redirect", "respond"):
        return f"halt: {act.name} {act.said}".rstrip()
    if act.kind == "raise":
        return f"raise {act.said}".rstrip()
    return f"set {act.name}" if act.kind == "set" else None
