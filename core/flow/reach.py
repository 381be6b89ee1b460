"""From where a unit is reached: routes, jobs, tasks, schedules, tests, with the chain of relations from each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from core.flow.acts import ResolvedBodies
from core.flow.facts import RUN_BY, FlowFacts
from core.flow.interactors import HOOKS
from core.flow.machine import is_machine, led_to, may_run, target_of
from core.model.facts import MOVES, Fact
from core.model.flow import Reach, ReachChain, ReachLink
from core.open_index import Neighbour, OpenIndex
from core.vocabulary import unit_type

_KINDS = frozenset(
    {
        "calls", "enqueues", "delivers", "broadcasts", "publishes", "runs", "filters_with", "routes_to", "route_dispatch",
        "renders", "delegates", "delegates_to", "instantiates", "validates_with", "tests", "depends_on", "schedules",
    }
)  # fmt: skip
_ENTRIES = {
    "route": "route",
    "rake_task": "task",
    "scheduled_job": "schedule",
    "task": "task",
    "command": "command",
    "main": "command",
}
_STARTED = frozenset({"job", "action_cable_channel", "mailbox", "graphql_mutation", "graphql_resolver", "external_consumer"})
_MOST_UNITS = 20_000  # that are looked at: what everything reaches is told by its nearest entries
_MOST_SAVERS = 500  # methods that may save a model
_DEEPEST = 20
_BOTH = ("save", "destroy")
_SAVING = ("create", "update", "save", "validat")


def reached_from(index: OpenIndex, number: int, *, most: int = 50) -> Reach:
    """Return the shortest chain from each entry to a unit or one of its members, the nearest entries first, at most `most`."""
    search = _Backwards(index, number)
    found = sorted(search.entries(number), key=lambda chain: (chain.kind == "test", len(chain.links), chain.kind, chain.entry))
    head = index.heads[number]
    counted = Counter(chain.kind for chain in found)
    said = ", ".join(f"{count} {kind}{'s' if count != 1 else ''}" for kind, count in sorted(counted.items()))
    if not found:
        sentence = f"No known route, job, task, schedule or test reaches {head.key}."
    else:
        shown = "" if len(found) <= most else f" Showing the nearest {most}."
        sentence = f"{head.key} is reached from {said}.{shown}"
    return Reach(head.key, sentence, tuple(found[:most]))


class _Backwards:
    """Goes from a unit to what reaches it, breadth first, and remembers by which relation."""

    def __init__(self, index: OpenIndex, start: int) -> None:
        self._index = index
        self._facts = FlowFacts(index, index.heads[start].repository)
        self._bodies = ResolvedBodies(self._facts)
        self._next: dict[int, tuple[int, ReachLink]] = {}

    def entries(self, number: int) -> Iterator[ReachChain]:
        """Yield a chain for each entry that reaches the unit."""
        start = [number, *self._inside(number)]
        seen, level = set(start), start
        for _ in range(_DEEPEST):
            following: list[int] = []
            for target in level:
                for source, link in self._into(target):
                    if source in seen or len(seen) > _MOST_UNITS:
                        continue
                    seen.add(source)
                    self._next[source] = (target, link)
                    if kind := self._kind(source):
                        yield ReachChain(self._index.keys[source], kind, tuple(self._chain(source)))
                    if kind not in ("route", "test", "task", "schedule", "command"):
                        following.append(source)
            level = following

    def _chain(self, number: int) -> Iterator[ReachLink]:
        while number in self._next:
            number, link = self._next[number]
            yield link

    def _inside(self, number: int) -> list[int]:
        members = self._index.members.get(number, ())
        if unit_type(self._index.heads[number].type).by_path or self._index.heads[number].type == "method":
            return []
        return [one for one in members if unit_type(self._index.heads[one].type).runs]

    def _into(self, target: int) -> Iterator[tuple[int, ReachLink]]:
        keys = self._index.keys
        model = self._index.heads[target].type == "model"
        for link in self._index.links.into(target):
            saving = model and link.kind in ("calls", "delegates")  # of events `_savers` knows what they run
            if link.kind in _KINDS and not saving and not self._moves_elsewhere(target, link):
                yield link.other, ReachLink(keys[target], link.kind, link.file_path, link.line, link.certainty)
        head = self._index.heads[target]
        owner = self._index.position.get(head.parent, -1) if head.parent else -1
        if owner >= 0 and head.name in RUN_BY and self._index.heads[owner].type != "controller":
            yield owner, ReachLink(keys[target], "starts", head.file_path, head.start_line, "declared")
        if self._facts.listed(target, HOOKS) and (call := self._facts.method(target, "call")) >= 0:
            yield call, ReachLink(keys[target], "runs around", head.file_path, head.start_line, "declared")
        if model:
            yield from self._savers(target)

    def _moves_elsewhere(self, target: int, link: Neighbour) -> bool:
        """Tell whether a call leads a machine to another state than the one whose block leads on from here."""
        if link.kind != "calls" or target not in self._next or not is_machine(self._facts, target):
            return False
        onwards = self._next[target][1]
        wanted = led_to(self._facts, target, onwards.file_path, onwards.line)
        steps = self._facts.of(link.other).get("steps")
        rows = (row for row in (steps if isinstance(steps, list) else ()) if row[0] == link.line and row[1] in MOVES)
        states = [target_of(row) for row in rows]
        return wanted is not None and bool(states) and all(states) and wanted.isdisjoint(states)

    def _savers(self, model: int) -> Iterator[tuple[int, ReachLink]]:
        """Yield the methods that save or destroy a model, whose callbacks run then."""
        index = self._index
        near = {link.other for link in index.links.into(model) if index.heads[link.other].type in ("method", "rake_task")}
        owners = {index.position.get(index.heads[one].parent, -1) for one in near} | {model}
        members = {member for owner in owners for member in index.members.get(owner, ()) if owner >= 0}
        candidates = sorted(one for one in near | members if unit_type(index.heads[one].type).runs)[:_MOST_SAVERS]
        self._facts.load(candidates)
        wanted, events = self._wanted(model)
        for number in candidates:
            for act in self._bodies.saves(number, events):
                fits = act.kind in wanted or act.name.removesuffix("!") in events
                if fits and act.typed is not None and act.typed.unit == model:
                    yield number, ReachLink(index.keys[model], act.name, act.file_path, act.line, act.certainty)
                    break

    def _wanted(self, model: int) -> tuple[tuple[str, ...], frozenset[str]]:
        """Return by what the callback is run that leads on from a model: kinds of steps, and events of state machines."""
        every = frozenset(str(one["name"]) for one in self._facts.listed(model, "events"))
        if model not in self._next:
            return _BOTH, every
        link = self._next[model][1]
        for fact in self._facts.listed(model, "transitions"):
            if _is_told_by(link, fact):
                told = (one for one in self._facts.listed(model, "events") if may_run(fact, one))
                return (), frozenset(str(one["name"]) for one in told)
        for fact in self._facts.listed(model, "callbacks"):
            if _is_told_by(link, fact):
                on = str(fact.get("on") or fact.get("event"))
                if "destroy" in on:
                    return (_BOTH, every) if "create" in on or "update" in on else (("destroy",), frozenset())
                return (("save",) if any(word in on for word in _SAVING) else _BOTH), every
        return _BOTH, every

    def _kind(self, number: int) -> str:
        """Return by what a unit is an entry; empty for one that is none."""
        head = self._index.heads[number]
        if head.is_test:
            return "test"
        if head.type in _ENTRIES:
            return _ENTRIES[head.type]
        return "job" if head.type == "job" else head.type.replace("_", " ") if head.type in _STARTED else ""


def _is_told_by(link: ReachLink, fact: Fact) -> bool:
    """Tell whether this declaration is what a link to a method stands for."""
    same = (fact.get("file_path"), fact.get("line")) == (link.file_path, link.line)
    return same and link.unit.endswith(f"#{fact['name']}")
