"""What happens below a call, at any depth: what a flow still names when it does not follow the call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.flow.act import SAVES, Act
from core.flow.acts import Body, ResolvedBodies
from core.flow.facts import FlowFacts, runs
from core.flow.saving import phases
from core.model.flow import EFFECTS

_FARTHEST = 3_000  # bodies that are looked at from one call; beyond, what lies there is not known
VERBS = {
    "deliver": "delivers", "enqueue": "enqueues", "publish": "publishes", "broadcast": "broadcasts",
    "request": "calls out through", "save": "saves", "destroy": "destroys", "write": "writes",
}  # fmt: skip
"""How an effect below a step is named, by its kind; what reaches others comes first."""
_NAMED = 5  # effects of one call that are named; the others are counted


class Below:
    """Answers what bodies lead to; each is looked at once for each question, also for later flows."""

    def __init__(self, facts: FlowFacts, bodies: ResolvedBodies) -> None:
        self._facts = facts
        self._bodies = bodies
        self._known = bodies.below

    def has(self, body: Body, kinds: frozenset[str]) -> bool | None:
        """Tell whether a step of one of the kinds lies below; None where not everything was followed."""
        known = self._known.setdefault(kinds, {})
        if body not in known:
            seen: list[Body] = []
            answer: bool | None = False
            for act in self._walk(body, seen):
                if act is None or act.kind in kinds:
                    answer = None if act is None else True
                    break
            # Where nothing was found below a body, nothing lies below what it leads to either.
            known |= dict.fromkeys(seen if answer is False else [body], answer)
        return known[body]

    def effects(self, bodies: Sequence[Body]) -> tuple[str, ...]:
        """Return what is saved, sent or asked of others below, in words; the last counts those that are not named.

        What reaches others comes first, then what is nearest.
        """
        found: dict[str, str] = {}
        cut = False
        for body in bodies:
            for act in self._walk(body):
                if act is None:
                    cut = True
                elif act.kind in EFFECTS:
                    found.setdefault(self._words(act), act.kind)
        order = list(VERBS)
        named = sorted(found, key=lambda words: order.index(found[words]))
        more = [f"{len(named) - _NAMED} more"] if len(named) > _NAMED else []
        return (*named[:_NAMED], *more, *(["more than could be followed"] if cut else []))

    def callbacks(self, model: int, event: str) -> Iterator[Body]:
        """Yield the methods that run as callbacks when a record of a model is saved or destroyed."""
        for phase in phases(self._facts, model, event):
            if (number := self._facts.called_back(model, phase.fact)) >= 0:
                yield number, self._facts.run_as(number, model)

    def _walk(self, start: Body, seen: list[Body] | None = None) -> Iterator[Act | None]:
        """Yield the acts of a body and of all that it leads to, breadth first; None at the end where it was cut."""
        waiting, met = [start], {start}
        at = 0
        while at < len(waiting):
            if at >= _FARTHEST:
                yield None
                return
            body = waiting[at]
            at += 1
            acts = self._bodies.acts(*body)
            self._facts.load(act.target for act in acts if act.target >= 0)
            for act in acts:
                yield act
                for child in self._inside(act, body):
                    if child not in met:
                        met.add(child)
                        waiting.append(child)
        if seen is not None:
            seen.extend(waiting)

    def _inside(self, act: Act, body: Body) -> Iterator[Body]:
        """Yield the bodies that an act runs: what it calls, the callbacks of what it saves."""
        if act.kind in ("save", "destroy") and act.typed is not None:
            yield from self.callbacks(act.typed.unit, act.event or SAVES.get(act.name, "save"))
        elif act.possible:
            yield from ((one, -1) for one in act.possible)
        elif act.kind in ("call", "policy") and act.target >= 0 and (target := self._facts.started(act.target)) >= 0:
            yield target, runs_within(self._facts, act, body[1])

    def _words(self, act: Act) -> str:
        heads = self._facts.index.heads
        number = act.typed.unit if act.typed is not None and act.target < 0 else act.target
        name = heads[number].identifier if number >= 0 else f"{act.receiver}.{act.name}".lstrip(".")
        return f"{VERBS[act.kind]} {name}"


def runs_within(facts: FlowFacts, act: Act, within: int) -> int:
    """Return the class by which the method that an act calls is run; -1 for its own."""
    if act.typed is not None and act.typed.what in ("record", "class"):
        return act.typed.unit
    if not runs(facts.index.heads[act.target]):
        return act.target
    return within if not act.receiver and act.typed is None else -1
