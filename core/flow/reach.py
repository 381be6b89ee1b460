"""From where a unit is reached: routes, jobs, tasks, schedules, tests, with the chain of relations from each of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property

from core.flow.acts import ResolvedBodies
from core.flow.facts import RUN_BY, FlowFacts
from core.flow.interactors import HOOKS
from core.flow.machine import is_machine, led_to, may_run, target_of
from core.model.closure import closure
from core.model.facts import MOVES, Fact, table_in
from core.model.flow import Reach, ReachChain, ReachLink
from core.open_index import Neighbour, OpenIndex
from core.text.counts import counted_as
from core.vocabulary import BASES, relation_kind, unit_type

_ENTRIES = {
    "route": "route",
    "rake_task": "task",
    "scheduled_job": "schedule",
    "task": "task",
    "command": "command",
    "main": "command",
}
_STARTED = frozenset({"job", "action_cable_channel", "mailbox", "graphql_mutation", "graphql_resolver", "external_consumer"})
_ASKED = frozenset({"view", "serializer", "form", "command", "admin", "middleware"})
"""Types of classes whose methods a library calls by their names."""
_CHECKED = ("serializer", "form")  # by a view that names them
_BY_VERB = {
    "create": ("POST",), "update": ("PUT", "PATCH", "POST"), "form_valid": ("POST", "PUT"), "form_invalid": ("POST", "PUT"),
}  # fmt: skip
"""The verbs for which Django and REST framework run a method of a view, form or serializer."""
_MOST_UNITS = 20_000  # that are looked at: what everything reaches is told by its nearest entries
_MOST_SAVERS = 500  # methods that may save a model
_DEEPEST = 20
_STARTS, _NAMES, _ABOVE = "starts", "names", "super()"
_BOTH = ("save", "destroy")
_SAVING = ("create", "update", "save", "validat")


def reached_from(index: OpenIndex, number: int, *, most: int = 50) -> Reach:
    """Return the shortest chain from each entry to a unit or one of its members, the nearest entries first, at most `most`."""
    search = _Backwards(index, number)
    chains = sorted(search.entries(number), key=lambda chain: (chain.kind == "test", len(chain.links), chain.kind, chain.entry))
    head = index.heads[number]
    counted = Counter(chain.kind for chain in chains)
    counts = ", ".join(counted_as(count, kind) for kind, count in sorted(counted.items()))
    if not chains:
        sentence = f"No known route, job, task, schedule or test reaches {head.key}."
    else:
        shown = "" if len(chains) <= most else f" Showing the nearest {most}."
        sentence = f"{head.key} is reached from {counts}.{shown}"
    return Reach(head.key, sentence, tuple(chains[:most]))


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
        if self._is_entered(target):
            yield from self._into_class(target)
            return
        for link in self._index.links.into(target):
            saving = model and link.kind in ("calls", "delegates")  # of events `_savers` knows what they run
            if relation_kind(link.kind).runs and not saving and not self._moves_elsewhere(target, link):
                yield link.other, ReachLink(keys[target], link.kind, link.file_path, link.line, link.certainty)
        head = self._index.heads[target]
        owner = self._index.position.get(head.parent, -1) if head.parent else -1
        if owner >= 0 and head.name in RUN_BY and self._index.heads[owner].type != "controller":
            yield owner, ReachLink(keys[target], _STARTS, head.file_path, head.start_line, "declared")
        elif owner >= 0 and not self._is_called(target):
            for one in self._running(owner, head.name):
                if self._index.heads[one].type in _ASKED:
                    yield one, ReachLink(keys[target], _STARTS, head.file_path, head.start_line, "inferred")
        if self._facts.listed(target, HOOKS) and (call := self._facts.method(target, "call")) >= 0:
            yield call, ReachLink(keys[target], "runs around", head.file_path, head.start_line, "declared")
        if model:
            yield from self._savers(target)

    def _is_called(self, method: int) -> bool:
        """Tell whether other code than tests and what overrides a method calls it."""
        heads = self._index.heads
        links = (link for link in self._index.links.into(method) if relation_kind(link.kind).runs)
        sources = [heads[link.other] for link in links]
        return any(not one.is_test and one.name != heads[method].name for one in sources)

    def _running(self, owner: int, name: str) -> Iterator[int]:
        """Yield the classes that run a method of a class: itself, and those below it that have none of that name."""
        waiting, seen = [owner], {owner}
        while waiting:
            here = waiting.pop(0)
            yield here
            below = (link.other for link in self._index.links.into(here) if link.kind in BASES)
            for one in below:
                if one not in seen and not self._index.heads[one].is_test and self._facts.own_method(one, name) < 0:
                    seen.add(one)
                    waiting.append(one)

    def _is_entered(self, number: int) -> bool:
        """Tell whether the way to a class leads on to a method of it that a library calls."""
        is_asked = self._index.heads[number].type in _ASKED and number in self._next
        return is_asked and self._next[number][1].kind in (_STARTS, _NAMES)

    def _into_class(self, target: int) -> Iterator[tuple[int, ReachLink]]:
        """Yield what runs a class of a library's kind: requests that it may answer, code that makes one, views that name it."""
        index, heads, key = self._index, self._index.heads, self._index.keys[target]
        for route in self._routes.get(key, ()):
            if self._may_run(route, target):
                yield route, ReachLink(key, "routes_to", heads[route].file_path, heads[route].start_line, "inferred")
        for link in index.links.into(target):
            source = heads[link.other]
            is_named = heads[target].type in _CHECKED and link.kind == "references"
            view = link.other if source.type == "view" else index.position.get(source.parent, -1) if source.parent else -1
            if source.is_test or source.type == "route":
                continue
            if is_named and view >= 0 and heads[view].type == "view":
                for one in self._running(view, source.name if view != link.other else ""):
                    yield one, ReachLink(key, _NAMES, link.file_path, link.line, "inferred")
            elif relation_kind(link.kind).runs and (heads[target].type != "serializer" or self._runs(link.other, target)):
                yield link.other, ReachLink(key, link.kind, link.file_path, link.line, link.certainty)

    def _runs(self, maker: int, serializer: int) -> bool:
        """Tell whether who makes a serializer runs the method that the way leads on to: most only show what it makes."""
        name = self._index.heads[self._next[serializer][0]].name
        return any(row[2] == name for row in _rows(self._facts.of(maker).get("acts")))

    @cached_property
    def _routes(self) -> dict[str, list[int]]:
        """The routes that each class answers, by the key of the class."""
        found: dict[str, list[int]] = defaultdict(list)
        routes = [number for number, head in enumerate(self._index.heads) if head.type == "route"]
        self._facts.load(routes)
        for route in routes:
            within = str(self._facts.of(route).get("within") or "")
            answering = [link.other for link in self._index.links.out(route) if link.kind == "routes_to"]
            for key in dict.fromkeys((within, *(self._index.keys[one] for one in answering))):
                found[key].append(route)
        return found

    def _may_run(self, route: int, view: int) -> bool:
        """Tell whether the request of a route may run the method that the way leads on to from a view."""
        facts, method, is_checked = self._facts.of(route), self._next[view][0], False
        while self._index.heads[method].type in _ASKED and method in self._next:
            method, is_checked = self._next[method][0], True
        name = self._index.heads[method].name
        if facts.get("verb") not in _BY_VERB.get(name, (facts.get("verb"),)):
            return False
        handler = next((row[2] for row in reversed(_rows(facts.get("acts"))) if row[1] == "call"), "")
        own = self._facts.method(view, handler) if handler else -1
        if own >= 0:
            return any(row[3] == _ABOVE for row in _rows(self._facts.of(own).get("acts")))
        library = table_in(self._facts.of(view), "library")
        if is_checked or handler not in library:
            return True
        return name in closure([handler], lambda own: [row[2] for row in _rows(library.get(own)) if row[1] == "call"])

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


def _rows(given: object) -> list[list[str]]:
    """Return acts with line, kind, name and receiver; those that lack one of these have it empty."""
    rows = given if isinstance(given, list) else []
    return [[*map(str, row), "", ""] for row in rows if isinstance(row, list)]


def _is_told_by(link: ReachLink, fact: Fact) -> bool:
    """Tell whether this declaration is what a link to a method stands for."""
    same = (fact.get("file_path"), fact.get("line")) == (link.file_path, link.line)
    return same and link.unit.endswith(f"#{fact['name']}")
