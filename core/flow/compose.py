"""Put the steps of a flow together: calls in order, what is saved with its callbacks, what runs elsewhere, what is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from core.flow.act import SAVES, Act
from core.flow.acts import Body, ResolvedBodies
from core.flow.below import Below, runs_within
from core.flow.blocks import block_acts
from core.flow.draft import Draft, FollowedWork, Standing, size
from core.flow.effects import ends_of
from core.flow.facts import FlowFacts, runs
from core.flow.guards import ENDS, with_guards
from core.flow.interactors import hooks_of, taken_back
from core.flow.machine import event_named, moved
from core.flow.outside import REQUESTS
from core.flow.saving import TOUCH, Phase, phases
from core.flow.words import branch_words, declared_conditions
from core.model.facts import Fact, Step
from core.model.flow import ABOVE, DEEPER, EFFECTS, ELSEWHERE, ON_ITS_OWN, REACHING, TELLING, FlowStep, walked
from core.model.limit import Limit
from core.model.outgoing import AT_ONCE
from core.open_index import OpenIndex
from core.text.counts import counted_as

MOST = 600  # steps of one flow, unless more are asked for
_BEYOND = 8  # calls deeper than asked for that are followed to what is saved, sent or asked of others
_MORE = 1.25  # times as many steps, for what leads to others: jobs, mails, subscribers, other programs
_RECORDS = ("save", "destroy", "write")  # kinds of acts that a record does
_RUNS_ON_TARGET = {"dependent": "destroy", "write": "touch"}  # by the kind of a phase that is about another record
_ERRORS = "rescue"


class Composer:
    """Puts the steps of one flow together, breadth first, with an equal share of `most` steps for each branch.

    Bodies are followed level by level, each once, until the depth ends or there are enough steps; beyond the depth only those
    that lead to an effect are. It counts what is left out and what is not followed.
    """

    def __init__(self, index: OpenIndex, start: int, whole: bool = False, depth: int = 4, most: int = MOST) -> None:
        self.index = index
        self.facts = FlowFacts(index, index.heads[start].repository)
        self.bodies = ResolvedBodies(self.facts)
        self.below = Below(self.facts, self.bodies)
        self.left_out = 0
        self.unknown: dict[str, None] = {}
        self.action = ""  # of the request
        self._whole = whole
        self._depth = depth
        self._most = most
        self._waiting: list[Draft] = []
        self._contents: dict[FollowedWork, list[Draft]] = {}
        self._deep = 0
        self._full = 0

    def finish(self, found: Sequence[Draft]) -> tuple[FlowStep, ...]:
        """Return the steps of the drafts with all that is followed: what runs several times is shown where it runs first."""
        count = size(found)
        waiting, self._waiting = self._waiting, []
        for branch, draft in enumerate(waiting):
            draft.branch = branch
        full = False
        while waiting:
            for draft in self._fairly(waiting):
                if draft.followed is None or draft.followed in self._contents or not self._is_wanted(draft):
                    continue
                if count >= self._most and not (count < self._most * _MORE and self._reaches_others(draft)):
                    full = True
                    continue
                made = len(self._waiting)
                self._contents[draft.followed] = content = self._follow(draft)
                count += size(content)
                for inner in self._waiting[made:]:
                    inner.branch = draft.branch
            waiting, self._waiting = self._waiting, []
        shown: set[FollowedWork] = set()
        return tuple(step for draft in found for step in self._finished(draft, shown, full))

    def limits(self) -> tuple[Limit, ...]:
        """Return what was not followed, and how to follow it."""
        deeper = f"deeper than {counted_as(self._depth, 'call')}"
        depth = ("Raise the depth (--depth)", "Raise the call depth above")
        steps = (f"Allow more steps (--steps {2 * self._most})", "Open a step to follow it alone")
        counts = (
            (self._deep, f"{deeper} {_are(self._deep)} not followed, only their effects listed", depth),
            (
                self._full,
                f"{_are(self._full)} not followed, only their effects listed (limit: {self._most:,} steps)",
                steps,
            ),
        )
        return tuple(Limit(f"{counted_as(count, 'call')} {words}", *lift) for count, words, lift in counts if count)

    def body(self, number: int, standing: Standing) -> list[Draft]:
        """Return the steps of a unit that is run; only those that set something off, unless the whole is wanted."""
        hooks = hooks_of(self.facts, number, standing.within)
        standing = replace(standing, transaction=standing.transaction or hooks.transaction)
        owner = standing.within if standing.within >= 0 else self.facts.owner(number)
        acts = self.bodies.acts(number, standing.within)
        self.facts.load(act.target for act in acts if act.target >= 0)
        branches = self.bodies.branches(number)
        waited = len(self._waiting)
        before = [self._phase(one, owner, standing) for one in hooks.before]
        found = self._drafts(acts, branches, standing)
        after = [self._phase(one, owner, standing) for one in hooks.after]
        undone = [self._phase(one, of, standing) for of, one in taken_back(self.facts, number)]
        steps = [*before, *(draft for act, draft in found if act.kind != ENDS), *after, *undone]
        kept = steps if self._whole else list(self._telling(steps, direct=len(standing.running) <= 1))
        left = {id(draft) for draft in kept}
        self.left_out += len(steps) - len(kept)
        self._waiting[waited:] = [draft for draft in self._waiting[waited:] if not _is_dropped(draft, steps, left)]
        first, last = ([one for one in side if id(one) in left] for side in (before, (*after, *undone)))
        return [*first, *with_guards([one for one in found if one[0].kind == ENDS or id(one[1]) in left], branches), *last]

    def block(self, owner: int, fact: Fact, standing: Standing) -> list[Draft]:
        """Return the steps of a block or lambda that a class body declares with this fact."""
        found: list[Draft] = []
        for acts, branches in block_acts(self.facts, self.bodies, owner, fact):
            found += with_guards(self._drafts(acts, branches, standing), branches)
        return found

    def saved(self, step: FlowStep, model: int, event: str, here: Standing) -> Draft:
        """Return a save or destroy with what runs around the statement."""
        return self._wait(Draft(step, [], FollowedWork("saved", model, event), here))

    def template(self, number: int, standing: Standing) -> list[Draft]:
        """Return the partials and the like that a template shows, each once, and what its helpers set off."""
        if standing.depth < 0:
            return []
        found: dict[str, Draft] = {}
        for act in self.bodies.acts(number):
            if act.kind != "render" or act.target < 0 or act.target in standing.running:
                continue
            key = self.index.keys[act.target]
            if key not in found:
                step = FlowStep("render", self.index.heads[act.target].identifier, key, act.file_path, act.line, act.certainty)
                inner = standing.into(act.target)
                found[key] = self._wait(Draft(step, [], FollowedWork("template", act.target), inner))
        return list(found.values())

    def _drafts(self, acts: Sequence[Act], branches: Sequence[Step], standing: Standing) -> list[tuple[Act, Draft]]:
        return [(act, draft) for act in acts for draft in self._of_act(act, branches, standing)]

    def _of_act(self, act: Act, branches: Sequence[Step], standing: Standing) -> Iterator[Draft]:
        if act.kind in ("set", "") or (act.kind == ENDS and act.at < 0):
            return
        if act.kind == "policy":
            act = self._asked_for(act)
        meant = self._meant(act)
        if meant or (act.possible and act.kind == "call" and act.target < 0):
            for target in meant:
                certainty = act.certainty if act.target >= 0 else "dynamic"
                made = replace(act, kind="call", target=target, certainty=certainty, possible=())
                yield from self._of_act(made, branches, standing)
            return
        if act.kind == "unknown":
            self.unknown.setdefault(f"{act.receiver} in {act.receiver}.{act.name} ({act.file_path}:{act.line})")
            if len(standing.running) > 1:
                return
        if standing.depth < 0 and not self._has_effect(act, standing):
            return
        conditions, transaction = branch_words(branches, act.at)
        here = replace(standing, transaction=standing.transaction or transaction)
        unit = act.typed.unit if act.kind in _RECORDS and act.typed is not None else act.target
        step = FlowStep(
            act.kind, self._what(act), self.index.keys[unit] if unit >= 0 else "", act.file_path, act.line,
            act.certainty, conditions, transaction=here.transaction, after_commit=here.after_commit,
        )  # fmt: skip
        if self._is_guard(act, standing):
            step = replace(step, may=ends_of(self.bodies, act.target, standing.within))
        draft = self._with_inside(step, act, here)
        draft.after_error = _after_error(branches, act.at)
        yield draft

    def _meant(self, act: Act) -> list[int]:
        """Return which of the methods that an act may run set something off; of an abstract method all that implement it."""
        if act.target >= 0:
            return list(act.possible)
        return [one for one in act.possible if self.below.has((one, -1), EFFECTS)]

    def _asked_for(self, act: Act) -> Act:
        """Return a check of a policy that names no method as that of the action which runs."""
        if act.target < 0 or not self.action or runs(self.index.heads[act.target]):
            return act
        method = self.facts.method(act.target, f"{self.action}?")
        return replace(act, target=method) if method >= 0 else act

    def _is_guard(self, act: Act, standing: Standing) -> bool:
        """Tell whether a call is one of a controller on itself, which may answer the request in the place of the caller."""
        heads, within = self.index.heads, standing.within
        own = within >= 0 and heads[within].type == "controller" and act.receiver in ("", "self")
        return own and act.kind == "call" and act.target >= 0 and act.name != "super"

    def _has_effect(self, act: Act, standing: Standing) -> bool:
        """Tell whether an act is an effect or leads to one, as far as it can be followed."""
        if act.kind not in ("call", "policy") or act.target < 0:
            return act.kind in EFFECTS
        target = self.facts.started(act.target)
        within = runs_within(self.facts, act, standing.within)
        return target >= 0 and self.below.has((target, within), EFFECTS) is not False

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
        receiver = f"(…){act.receiver[1:]}" if act.receiver[:1] == "?" else act.receiver
        written = f"{receiver}.{act.name}" if receiver else act.name
        if act.kind in _RECORDS and act.typed is not None:
            return f"{written} ({self.index.heads[act.typed.unit].identifier})"
        return f"{written} {act.said}".rstrip()

    def _with_inside(self, step: FlowStep, act: Act, here: Standing) -> Draft:
        is_named = bool(act.event) or act.name in SAVES
        if act.kind == "save" and act.typed is not None and not is_named and self._is_move(act.typed.unit, act.name):
            return self._wait(Draft(step, [], FollowedWork("moved", act.typed.unit, act.name), here))
        if act.kind in ("save", "destroy") and act.typed is not None and self.facts.is_model(act.typed.unit):
            event = act.event or SAVES.get(act.name, "update")
            if event == "save" and act.typed.new is not None:
                event = "create" if act.typed.new else "update"
            elif event == "update" and act.typed.new:
                event = "create"  # what is not in the database yet is inserted
            return self.saved(step, act.typed.unit, event, here)
        if act.kind in ELSEWHERE and act.target >= 0:
            return self._elsewhere(step, act, here)
        if act.kind == "render" and act.target >= 0 and not here.in_filter:
            inner = here.into(act.target)
            inner = replace(inner, depth=max(1, inner.depth))
            return self._wait(Draft(step, [], FollowedWork("template", act.target), inner))
        if act.kind == "unknown" or (act.kind in _RECORDS and act.certainty == "dynamic" and act.typed is None):
            return Draft(replace(step, unknown=f"unknown class of {act.receiver or 'self'}"))
        target = self.facts.started(act.target) if act.target >= 0 and act.kind in ("call", "policy") else -1
        if target < 0 or target in here.running:
            return Draft(step)
        return self._calling(step, target, here, runs_within(self.facts, act, here.within))

    def _is_move(self, model: int, name: str) -> bool:
        """Tell whether a call of a record moves a state machine: another one that saves it sets an enum."""
        return not self.facts.enum_of(model, name) or event_named(self.facts, model, name) is not None

    def _calling(self, step: FlowStep, target: int, here: Standing, within: int) -> Draft:
        """Return a step that runs the body of a unit."""
        return self._wait(Draft(step, [], FollowedWork("body", target, str(within)), here))

    def _elsewhere(self, step: FlowStep, act: Act, here: Standing) -> Draft:
        """Return what is enqueued or delivered with its own flow, folded."""
        target = self.facts.started(act.target)
        at_once = act.name.endswith(("_now", "_inline")) or act.name in ("deliver", "deliver!", "deliver_now!")
        at_once = at_once or (act.kind == "publish" and self._heard_at_once(act, here))
        note = replace(step, folded="" if at_once else ON_ITS_OWN)
        if target < 0 or target in here.running:
            return Draft(note)
        apart = Standing(here.depth, here.running, transaction=at_once and here.transaction)
        return self._wait(Draft(note, [], FollowedWork("away", target), apart))

    def _heard_at_once(self, act: Act, here: Standing) -> bool:
        """Tell whether what a line sends is heard where it is sent: an event that stays in the process."""
        messages = self.facts.listed(here.running[-1], "messages") if here.running else ()
        return any(one.get("line") == act.line and one.get("system") in AT_ONCE for one in messages)

    def _phase(self, phase: Phase, model: int, standing: Standing) -> Draft:
        fact = phase.fact
        method = self.facts.called_back(model, fact)
        conditions = ((f"on {phase.when}",) if phase.when and not fact.get("on") else ()) + declared_conditions(fact)
        inside = standing.transaction if phase.outside else not phase.after_commit
        here = replace(standing, transaction=inside, after_commit=phase.after_commit)
        step = FlowStep(
            phase.kind, phase.what, self.index.keys[method] if method >= 0 else "", str(fact.get("file_path") or ""),
            int(str(fact.get("line") or 0)), str(fact.get("certainty") or "declared"), conditions,
            transaction=here.transaction, after_commit=here.after_commit,
        )  # fmt: skip
        if method >= 0:
            within, head = self.facts.run_as(method, model), self.index.heads[method]
            if within < 0 and head.type == "method":
                step = replace(step, what=step.what.removesuffix(str(fact["name"])) + head.identifier)
            return self._calling(step, method, here, within) if method not in here.running else Draft(step)
        if phase.kind in ("dependent", "save") or phase.what.startswith(TOUCH):
            return self._of_target(step, fact, here)
        if phase.kind == "callback" and fact.get("method") is None:
            return Draft(step, self.block(model, fact, here.into(model)))
        if phase.kind == "callback":
            step = replace(step, unknown=f"unknown definition of {fact.get('method')}")
        return Draft(step)

    def _of_target(self, step: FlowStep, fact: Fact, here: Standing) -> Draft:
        """Return what is saved or destroyed with a record, as an association declares."""
        target = self.facts.named(str(fact.get("target") or ""))
        if target < 0 or (step.kind == "dependent" and not step.what.startswith("destroy")):
            return Draft(step)
        step = replace(step, unit=self.index.keys[target])
        if step.kind in _RUNS_ON_TARGET:
            return self.saved(step, target, _RUNS_ON_TARGET[step.kind], here)
        return self.saved(replace(step, certainty="inferred"), target, "save", here)

    def _wait(self, draft: Draft) -> Draft:
        self._waiting.append(draft)
        return draft

    def _is_wanted(self, draft: Draft) -> bool:
        """Tell whether what a step runs is followed: within the depth always, beyond it where it leads to an effect."""
        depth = draft.standing.depth if draft.standing is not None else 0
        if depth > 0 or (draft.followed is not None and draft.followed.how == "template"):
            return depth >= 0
        if depth <= -_BEYOND or draft.followed is None:
            return False
        if draft.followed.how in ("saved", "moved"):
            return True  # what runs around a statement belongs to it
        return any(self.below.has(body, EFFECTS) is not False for body in self._bodies(draft.followed))

    def _fairly(self, waiting: Sequence[Draft]) -> Iterator[Draft]:
        """Yield steps in turn from each branch: what leads to others first, what runs after an error last."""
        branches: dict[int, list[Draft]] = defaultdict(list)
        for draft in sorted(waiting, key=lambda draft: draft.after_error):  # stable
            branches[draft.branch].append(draft)
        rows = [[draft for draft in row if draft is not None] for row in zip_longest(*branches.values())]
        for row in rows:
            yield from sorted(row, key=lambda draft: not self._reaches_others(draft))

    def _reaches_others(self, draft: Draft) -> bool:
        bodies = self._bodies(draft.followed) if draft.followed is not None else []
        return draft.step.kind in REACHING or any(self.below.has(body, REACHING) is not False for body in bodies)

    def _bodies(self, followed: FollowedWork) -> list[Body]:
        """Return the bodies that are run by what a step runs."""
        if followed.how == "saved":
            return list(self.below.callbacks(followed.number, followed.detail))
        if followed.how in ("body", "away"):
            return [(followed.number, int(followed.detail or -1))]
        return []

    def _follow(self, draft: Draft) -> list[Draft]:
        """Return the steps of what a step runs."""
        followed, here = draft.followed, draft.standing
        assert followed is not None
        assert here is not None
        number = followed.number
        if followed.how == "body":
            return self.body(number, here.into(number, int(followed.detail)))
        if followed.how == "away":
            return self.body(number, Standing(here.depth - 1, (*here.running, number), transaction=here.transaction))
        if followed.how == "template":
            return self.template(number, here)
        if followed.how == "saved":
            inner = Standing(here.depth - 1, here.running, number, True, False)
            return _gathered([self._phase(phase, number, inner) for phase in phases(self.facts, number, followed.detail)])
        return self._moved(draft.step, number, followed.detail, here)

    def _moved(self, step: FlowStep, model: int, called: str, here: Standing) -> list[Draft]:
        """Return what runs around the transition that a call of an event of a state machine makes, the save among it."""
        standing = Standing(here.depth - 1, here.running, model, here.transaction, False)
        around = moved(self.facts, model, called)
        before = [self._phase(one, model, standing) for one in around.before]
        middle: list[Draft] = []
        if around.saved >= 0:
            plain = replace(step, what="save", unit=self.index.keys[around.saved], conditions=())
            middle = [self.saved(plain, around.saved, around.how, replace(here, depth=max(1, here.depth)))]
            middle[0].inline = True
        return [*before, *middle, *(self._phase(one, model, standing) for one in around.after)]

    def _telling(self, found: Sequence[Draft], direct: bool) -> Iterator[Draft]:
        """Yield the steps that set something off; what the entry itself (`direct`) calls is shown once in any case."""
        seen: set[tuple[str, str]] = set()
        for draft in found:
            what = draft.step.kind, draft.step.what
            if self._tells(draft) or (direct and what not in seen and not draft.step.what.endswith("?")):
                yield draft
            seen.add(what)

    def _tells(self, draft: Draft) -> bool:
        """Tell whether a step, or what it runs, does something that is seen from outside, as far as it can be followed."""
        if draft.step.kind in TELLING or any(map(self._tells, draft.inside)):
            return True
        bodies = self._bodies(draft.followed) if draft.followed is not None else []
        return any(self.below.has(body, TELLING) is not False for body in bodies)

    def _finished(self, draft: Draft, shown: set[FollowedWork], full: bool) -> Iterator[FlowStep]:
        """Yield a step with what is inside of it."""
        step, followed = draft.step, draft.followed
        if followed is None:
            inside = tuple(inner for one in draft.inside for inner in self._finished(one, shown, full))
            yield replace(step, steps=inside) if inside else step
        elif followed in self._contents:
            content = self._contents[followed]
            if followed in shown:
                yield replace(step, folded=step.folded or (ABOVE if content else ""))
                return
            shown.add(followed)
            steps = tuple(inner for one in content for inner in self._finished(one, shown, full))
            yield from steps if draft.inline and steps else (replace(step, steps=steps),)
        else:
            yield self._folded(draft, followed, full)

    def _folded(self, draft: Draft, followed: FollowedWork, full: bool) -> FlowStep:
        """Return a step that is not followed, with the effects that lie below."""
        bodies = self._bodies(followed)
        effects = self.below.effects(bodies)
        if not effects and not any(self.below.has(body, TELLING) for body in bodies):
            return draft.step
        beyond = draft.standing is not None and draft.standing.depth <= -_BEYOND
        self._full += full and not beyond
        self._deep += beyond or not full
        return replace(draft.step, folded=draft.step.folded or DEEPER, below=effects)


def sets_off(step: FlowStep) -> bool:
    """Tell whether a step, or one inside or below of it, does something that is seen from outside."""
    return any(one.kind in TELLING or one.below for _, one in walked((step,)))


def _is_dropped(draft: Draft, steps: Sequence[Draft], kept: set[int]) -> bool:
    """Tell whether a step, or the one that it is in, is one of these steps and none of those that are kept."""
    return any(one is draft or draft in one.inside for one in steps if id(one) not in kept)


def _after_error(branches: Sequence[Step], at: int) -> bool:
    """Tell whether a branch, or one around it, only runs after an error."""
    while 0 <= at < len(branches):
        if branches[at][0] == _ERRORS:
            return True
        at = int(branches[at][3])
    return False


def _gathered(found: Iterable[Draft]) -> list[Draft]:
    """Return steps with the validations that follow each other as one step with those inside."""
    result: list[Draft] = []
    group: list[Draft] = []
    for draft in (*found, None):
        if draft is not None and draft.step.kind == "validation":
            group.append(draft)
            continue
        if len(group) > 1:
            what = replace(group[0].step, what=f"{len(group)} validations", conditions=())
            result.append(Draft(what, group))
        else:
            result += group
        group = []
        if draft is not None:
            result.append(draft)
    return result


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
