"""The steps inside of a body: calls in order, what is saved with its callbacks, what runs elsewhere, what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.flow.act import SAVES, Act
from core.flow.acts import ResolvedBodies
from core.flow.blocks import block_acts
from core.flow.facts import FlowFacts, runs
from core.flow.guards import ENDS, with_guards
from core.flow.interactors import hooks_of, taken_back
from core.flow.machine import moved
from core.flow.outside import REQUESTS
from core.flow.saving import Phase, phases
from core.flow.words import branch_words, declared_conditions
from core.model.facts import Fact, Step
from core.model.flow import ABOVE, DEEPER, ELSEWHERE, ON_ITS_OWN, TELLING, FlowStep, walked
from core.model.outgoing import AT_ONCE
from core.open_index import OpenIndex

_RECORDS = ("save", "destroy", "write")  # kinds of acts that a record does
_MOST = 600  # steps of one flow


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a step stands: how many calls may still be followed, what is being run, in a transaction or after its commit."""

    depth: int
    running: tuple[int, ...] = ()
    within: int = -1  # the class that runs a method of a module
    transaction: bool = False
    after_commit: bool = False

    def into(self, number: int, within: int = -1) -> Standing:
        """Return where the steps of a unit stand that is run here."""
        return replace(self, depth=self.depth - 1, running=(*self.running, number), within=within)


class Composer:
    """Puts the steps of one flow together; counts what it leaves out and remembers what it has told already."""

    def __init__(self, index: OpenIndex, start: int, whole: bool = False) -> None:
        self.index = index
        self.facts = FlowFacts(index, index.heads[start].repository)
        self.bodies = ResolvedBodies(self.facts)
        self.left_out = 0
        self.unknown: dict[str, None] = {}
        self._whole = whole
        self._made = 0
        self._told: dict[tuple[int, str], None] = {}

    def body(self, number: int, standing: Standing) -> tuple[FlowStep, ...]:
        """Return the steps of a unit that is run; only those that set something off, unless the whole is wanted."""
        hooks = hooks_of(self.facts, number, standing.within)
        standing = replace(standing, transaction=standing.transaction or hooks.transaction)
        owner = standing.within if standing.within >= 0 else self.facts.owner(number)
        acts = self.bodies.acts(number, standing.within)
        self.facts.load(act.target for act in acts if act.target >= 0)
        branches = self.bodies.branches(number)
        before = [self._phase(one, owner, standing) for one in hooks.before]
        told = [(act, step) for act in acts for step in self._steps(act, branches, standing)]
        after = [self._phase(one, owner, standing) for one in hooks.after]
        undone = [self._phase(one, of, standing) for of, one in taken_back(self.facts, number)]
        inner = [step for act, step in told if act.kind != ENDS]
        steps = (*before, *inner, *after, *undone)
        kept = steps if self._whole else tuple(_telling(steps, direct=len(standing.running) <= 1))
        self.left_out += len(steps) - len(kept)
        left = {id(step) for step in kept}
        first, last = ([one for one in side if id(one) in left] for side in (before, (*after, *undone)))
        return (*first, *with_guards([one for one in told if one[0].kind == ENDS or id(one[1]) in left], branches), *last)

    def block(self, owner: int, fact: Fact, standing: Standing) -> tuple[FlowStep, ...]:
        """Return the steps of a block or lambda that a class body declares with this fact."""
        found: list[FlowStep] = []
        for acts, branches in block_acts(self.facts, self.bodies, owner, fact):
            found += with_guards([(act, step) for act in acts for step in self._steps(act, branches, standing)], branches)
        return tuple(found)

    def _steps(self, act: Act, branches: Sequence[Step], standing: Standing) -> Iterable[FlowStep]:
        if act.kind in ("set", "") or (act.kind == ENDS and act.at < 0):
            return
        if act.kind == "unknown":
            self.unknown.setdefault(f"who {act.receiver} is in {act.receiver}.{act.name} ({act.file_path}:{act.line})")
            if len(standing.running) > 1:
                return
        self._made += act.kind != ENDS
        if self._made > _MOST:
            self.left_out += act.kind != ENDS
            return
        conditions, transaction = branch_words(branches, act.at)
        here = replace(standing, transaction=standing.transaction or transaction)
        unit = act.typed.unit if act.kind in _RECORDS and act.typed is not None else act.target
        step = FlowStep(
            act.kind, self._what(act), self.index.keys[unit] if unit >= 0 else "", act.file_path, act.line,
            act.certainty, conditions, transaction=here.transaction, after_commit=here.after_commit,
        )  # fmt: skip
        yield self._with_inside(step, act, here)

    def _what(self, act: Act) -> str:
        head = self.index.heads[act.target] if act.target >= 0 else None
        if act.kind == "call" and head is not None:
            asked = self.index.heads[act.typed.unit].identifier if act.typed and act.typed.what == "class" else ""
            name = f"{asked}.{act.name}" if asked and not head.identifier.startswith(f"{asked}.") else head.identifier
            return f"{name} {act.said}" if act.name in REQUESTS and act.said and self.bodies.asks(act.target) else name
        if act.kind in ELSEWHERE and head is not None:
            return head.identifier if act.name == head.name else f"{head.identifier} ({act.name})"
        if act.kind == "policy" and head is not None:
            return f"{act.name} {act.said} ({head.identifier})"
        if act.kind == "render" and head is not None:
            return head.identifier
        written = f"{act.receiver}.{act.name}" if act.receiver else act.name
        if act.kind in _RECORDS and act.typed is not None:
            return f"{written} ({self.index.heads[act.typed.unit].identifier})"
        return f"{written} {act.said}".rstrip()

    def _with_inside(self, step: FlowStep, act: Act, here: Standing) -> FlowStep:
        if act.kind == "save" and act.typed is not None and act.name not in SAVES:
            return self.moved(step, act.typed.unit, act.name, here)
        if act.kind in ("save", "destroy") and act.typed is not None:
            event = SAVES.get(act.name, "save")
            if event == "save" and act.typed.new is not None:
                event = "create" if act.typed.new else "update"
            return self.saved(step, act.typed.unit, event, here)
        if act.kind in ELSEWHERE and act.target >= 0:
            return self.elsewhere(step, act, here)
        if act.kind == "render" and act.target >= 0:
            inner = here.into(act.target)
            return replace(step, steps=self.template(act.target, replace(inner, depth=max(1, inner.depth))))
        if act.kind == "unknown":
            return replace(step, unknown=f"the class of {act.receiver} is not known")
        if act.target < 0 or act.kind not in ("call", "policy"):
            return step
        return self.called(step, act, here)

    def called(self, step: FlowStep, act: Act, here: Standing) -> FlowStep:
        """Return a call with the steps of what it calls."""
        target = self.facts.started(act.target)
        if target in here.running or target < 0:
            return step
        within = here.within if not act.receiver and act.typed is None else -1
        within = within if runs(self.index.heads[act.target]) else act.target
        if act.typed is not None and act.typed.what in ("record", "class"):
            within = act.typed.unit
        return self.inside(step, target, here, within)

    def inside(self, step: FlowStep, target: int, here: Standing, within: int) -> FlowStep:
        """Return a step with the steps of the unit that it runs, folded where the depth ends or they are told above."""
        known = (target, str(within))
        if known in self._told or here.depth <= 0:
            why = ABOVE if known in self._told else DEEPER
            return replace(step, folded=why if self.bodies.acts(target, within) else "")
        self._told[known] = None
        return replace(step, steps=self.body(target, here.into(target, within)))

    def elsewhere(self, step: FlowStep, act: Act, here: Standing) -> FlowStep:
        """Return what is enqueued or delivered with its own flow, folded."""
        target = self.facts.started(act.target)
        at_once = act.name.endswith(("_now", "_inline")) or act.name in ("deliver", "deliver!", "deliver_now!")
        at_once = at_once or (act.kind == "publish" and self._heard_at_once(act, here))
        note = replace(step, folded="" if at_once else ON_ITS_OWN)
        if target < 0 or target in here.running or here.depth <= 0 or (target, "") in self._told:
            return note
        self._told[target, ""] = None
        apart = Standing(here.depth - 1, (*here.running, target), transaction=at_once and here.transaction)
        steps = self.body(target, apart) if act.kind != "deliver" else self.mail(target, apart)
        return replace(note, steps=steps)

    def _heard_at_once(self, act: Act, here: Standing) -> bool:
        """Tell whether what a line sends is heard where it is sent: an event that stays in the process."""
        told = self.facts.listed(here.running[-1], "messages") if here.running else ()
        return any(one.get("line") == act.line and one.get("system") in AT_ONCE for one in told)

    def mail(self, number: int, standing: Standing) -> tuple[FlowStep, ...]:
        """Return the steps of a mailer's action: its body, then its templates, which `mail` shows by convention."""
        return self.body(number, standing)

    def template(self, number: int, standing: Standing) -> tuple[FlowStep, ...]:
        """Return the partials and the like that a template shows, each once, and what its helpers set off."""
        if standing.depth < 0:
            return ()
        found: dict[str, FlowStep] = {}
        for act in self.bodies.acts(number):
            if act.kind != "render" or act.target < 0 or act.target in standing.running:
                continue
            key = self.index.keys[act.target]
            if key in found:
                continue
            self._made += 1
            inner = () if self._made > _MOST else self.template(act.target, standing.into(act.target))
            found[key] = FlowStep(
                "render", self.index.heads[act.target].identifier, key, act.file_path, act.line, act.certainty, steps=inner
            )
        return tuple(found.values())

    def saved(self, step: FlowStep, model: int, event: str, here: Standing) -> FlowStep:
        """Return a save or destroy with what runs around the statement; what was told already is folded."""
        if (model, event) in self._told:
            return replace(step, folded=ABOVE)
        self._told[model, event] = None
        standing = Standing(here.depth - 1, here.running, model, True, False)
        steps = tuple(self._phase(phase, model, standing) for phase in phases(self.facts, model, event))
        return replace(step, steps=_gathered(steps))

    def moved(self, step: FlowStep, model: int, called: str, here: Standing) -> FlowStep:
        """Return a call of an event of a state machine with what runs around the transition, the save among it."""
        if (model, f"event {called}") in self._told:
            return replace(step, folded=ABOVE)
        self._told[model, f"event {called}"] = None
        standing = Standing(here.depth - 1, here.running, model, here.transaction, False)
        around = moved(self.facts, model, called)
        before = tuple(self._phase(one, model, standing) for one in around.before)
        unit = self.index.keys[around.saved] if around.saved >= 0 else step.unit
        plain = replace(step, what="save", unit=unit, conditions=())
        saved = self.saved(plain, around.saved, around.how, here) if around.saved >= 0 else step
        middle = saved.steps or ((saved,) if saved.folded else ())
        after = (self._phase(one, model, standing) for one in around.after)
        return replace(step, steps=(*before, *middle, *after))

    def _phase(self, phase: Phase, model: int, standing: Standing) -> FlowStep:
        fact = phase.fact
        method = self.facts.method(model, str(fact["method"])) if fact.get("method") else -1
        conditions = ((f"on {phase.when}",) if phase.when and not fact.get("on") else ()) + declared_conditions(fact)
        inside = standing.transaction if phase.outside else not phase.after_commit
        here = replace(standing, transaction=inside, after_commit=phase.after_commit)
        step = FlowStep(
            phase.kind, phase.what, self.index.keys[method] if method >= 0 else "", str(fact.get("file_path") or ""),
            int(str(fact.get("line") or 0)), str(fact.get("certainty") or "declared"), conditions,
            transaction=here.transaction, after_commit=here.after_commit,
        )  # fmt: skip
        if method >= 0:
            return self.inside(step, method, here, model) if method not in here.running else step
        if phase.kind == "dependent":
            return self._dependent(step, fact, here)
        if phase.kind == "save":
            return self._saved_with(step, fact, here)
        if phase.kind == "callback" and fact.get("method") is None:
            return replace(step, steps=self.block(model, fact, here.into(model)))
        if phase.kind == "callback":
            return replace(step, unknown=f"where {fact.get('method')} is defined is not known")
        return step

    def _saved_with(self, step: FlowStep, fact: Fact, here: Standing) -> FlowStep:
        target = self.facts.named(str(fact.get("target") or ""))
        if target < 0 or here.depth <= 0:
            return step
        return self.saved(replace(step, unit=self.index.keys[target], certainty="inferred"), target, "save", here)

    def _dependent(self, step: FlowStep, fact: Fact, here: Standing) -> FlowStep:
        target = self.facts.named(str(fact.get("target") or ""))
        if not step.what.startswith("destroy") or target < 0:
            return step
        return self.saved(replace(step, unit=self.index.keys[target]), target, "destroy", here)


def sets_off(step: FlowStep) -> bool:
    """Tell whether a step, or one inside of it, does something that is seen from outside."""
    return any(one.kind in TELLING for _, one in walked((step,)))


def _telling(steps: tuple[FlowStep, ...], direct: bool) -> Iterator[FlowStep]:
    """Yield the steps that set something off; what the entry itself (`direct`) calls is told once in any case."""
    seen: set[tuple[str, str]] = set()
    for step in steps:
        if sets_off(step) or (direct and (step.kind, step.what) not in seen and not step.what.endswith("?")):
            yield step
        seen.add((step.kind, step.what))


def _gathered(steps: tuple[FlowStep, ...]) -> tuple[FlowStep, ...]:
    """Return steps with the validations that follow each other as one step with those inside."""
    found: list[FlowStep] = []
    group: list[FlowStep] = []
    for step in (*steps, None):
        if step is not None and step.kind == "validation":
            group.append(step)
            continue
        if len(group) > 1:
            first = group[0]
            found.append(replace(first, what=f"{len(group)} validations", conditions=(), steps=tuple(group)))
        else:
            found += group
        group = []
        if step is not None:
            found.append(step)
    return tuple(found)
