"""What a person names as an entry: `POST /comments`, `comments#create`, a job, a mail, a task, any method."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import SourceError
from core.flow.facts import runs
from core.model import unit_key
from core.model.entity_kinds import LOOKED_UP
from core.model.facts import table_in, texts_in
from core.model.resolve import resolve
from core.model.run import Plan
from core.open_index import OpenIndex
from core.vocabulary import ROUTED

_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY", "MATCH")
_ROUTE = re.compile(rf"^({'|'.join(_VERBS)})\s+([/(]\S*)$", re.IGNORECASE)
_ACTION = re.compile(r"^([a-z][\w/]*)#(\w+[?!]?)$")
STARTED = frozenset(
    {
        "job",
        "action_cable_channel",
        "mailbox",
        "graphql_mutation",
        "graphql_resolver",
        "external_consumer",
        "rake_task",
        "service",
    }
)
"""Types of units that are started as a whole."""
_FORMAT = re.compile(r"(?:\(\.:?\w+\)|\.(?:json|html|xml|js|:format))$")
_SURE = 0.8  # confidence of the name that a question starts from
_NAMED = 0.85  # the same for a unit that is named as one
_OPTIONAL = re.compile(r"\(([^()]*)\)")
_MOST_FORMS = 64  # addresses of one route: six optional parts
_SIMILAR = 5  # routes that a message about an unknown one names
_PLACEHOLDER = re.compile(r"<[^>]*>|[:*]\w+|\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a flow starts: a unit, and for a request the controller, the name of the action and the routes that lead there."""

    unit: int
    controller: int = -1
    action: str = ""
    routes: tuple[int, ...] = ()


def entry_of(index: OpenIndex, text: str, repository: str = "") -> Entry:
    """Return the entry that a text names; raises `SourceError` with the next step where it names none."""
    written = " ".join(text.split())
    if found := _ROUTE.match(written):
        return _of_route(index, _route(index, found.group(1).upper(), found.group(2)))
    if (found := _ACTION.match(written)) and (entry := _of_action(index, found.group(1), found.group(2))) is not None:
        return entry
    return of_unit(index, index.position[resolve(written, index.by_key, repository).key])


def traced_entry(plan: Plan, index: OpenIndex) -> str:
    """Return the key of the unit that a question which asks what happens starts from; empty for other questions.

    It is an action or a route that the words mean, or what is named for sure and runs: a method, a job, a task.
    """
    if plan.intent != "trace" or plan.direction == "in":
        return ""
    named = (entity for entity in plan.entities if entity.kind not in LOOKED_UP)
    first = ((entity, key) for entity in named for key in entity.unit_keys[:1] if key in index.position)
    for entity, key in first:
        if entity.kind in ("action", "route") and entity.confidence >= _SURE:
            return key
        head = index.by_key[key]
        if entity.confidence >= _NAMED and not head.is_test and (runs(head) or head.type in STARTED):
            return key
    return ""


def of_unit(index: OpenIndex, number: int) -> Entry:
    """Return a unit as an entry: a route as the request that it leads to, an action with its routes."""
    head = index.heads[number]
    if head.type == "route":
        return _of_route(index, number)
    routes = tuple(link.other for link in index.links.into(number) if link.kind in ROUTED)
    owner = index.position.get(head.parent, -1) if head.parent else -1
    if owner >= 0 and index.heads[owner].type == "controller":
        return Entry(number, owner, head.name, routes)
    return Entry(number, routes=routes)


def _of_route(index: OpenIndex, number: int) -> Entry:
    """Return the request of a route; one that leads out of the application is an entry by itself."""
    head = index.heads[number]
    target = next((link.other for link in index.links.out(number) if link.kind in ROUTED), -1)
    if target < 0:
        return Entry(number, routes=(number,))
    if "within" in index.catalog.facts([number]).get(number, {}):
        return Entry(number, routes=(number,))  # what a class answers is told of the route
    found = of_unit(index, target)
    action = head.signature.rpartition("#")[2] if "#" in head.signature else found.action
    if index.heads[target].type == "controller":
        return Entry(target, target, action, (number,))
    named = _routed_controller(index, head.signature, head.repository)
    return Entry(target, named if named >= 0 else found.controller, action or found.action, (number,))


def _routed_controller(index: OpenIndex, signature: str, repository: str) -> int:
    """Return the controller that a route names, which may inherit the method that answers."""
    path = signature.rpartition("→")[2].strip().rpartition("#")[0]
    return _controllers(index, repository).get(path.replace("_", "").lower(), -1) if path else -1


def _controllers(index: OpenIndex, repository: str = "") -> dict[str, int]:
    """Return controllers by the path that routes write, folded: `admin/userroles`; of a set those of one repository, or all."""
    found = (
        (head.identifier.removesuffix("Controller"), at)
        for at, head in enumerate(index.heads)
        if head.type == "controller" and repository in ("", head.repository)
    )
    return {name.replace("::", "/").replace("_", "").lower(): at for name, at in found}


def _of_action(index: OpenIndex, path: str, action: str) -> Entry | None:
    controller = _controllers(index).get(path.replace("_", "").lower(), -1)
    if controller < 0:
        return None
    from core.flow.facts import FlowFacts

    repository = index.heads[controller].repository
    facts = FlowFacts(index, repository)
    method = facts.method(controller, action)
    routed = table_in(facts.of(controller), "routes")
    keys = (unit_key("route", name, repository) for name in texts_in(routed, action))
    routes = tuple(index.position[key] for key in keys if key in index.position)
    if method < 0 and not routes:
        known = ", ".join(sorted(routed)) or "none"
        raise SourceError(f"{index.heads[controller].identifier} has no action '{action}'. Its routed actions: {known}.")
    return Entry(method if method >= 0 else controller, controller, action, routes)


def _route(index: OpenIndex, verb: str, path: str) -> int:
    """Return the route of a verb and a path, as it is written in the routes or as a browser would ask for it."""
    plain = _FORMAT.sub("", path.split("?")[0]) or "/"
    routes = [(at, *_verbs_and_path(head.identifier)) for at, head in enumerate(index.heads) if head.type == "route"]
    fitting = [(at, written) for at, verbs, written in routes if verb in verbs.split("|") or verbs in ("ANY", "*")]
    fitting_paths = dict(fitting)
    asked = _forms(plain)
    exact = [at for at, written in fitting if _FORMAT.sub("", written) == plain or not asked.isdisjoint(_forms(written))]
    if exact:
        return exact[0]
    wanted = {_PLACEHOLDER.sub(":", one) for one in asked}
    same = [at for at, written in fitting if any(_PLACEHOLDER.sub(":", one) in wanted for one in _forms(written))]
    matching = [
        (len(_PLACEHOLDER.findall(one)), at)
        for at, written in fitting
        for one in _forms(written)
        if _pattern(one).fullmatch(plain.rstrip("/") or "/")
    ]
    certain = [row for row in matching if re.search(r"\w", _PLACEHOLDER.sub("", fitting_paths[row[1]]))]
    if same or certain:
        return same[0] if same else min(certain)[1]
    ends = [f"/{one.strip('/')}" for one in wanted if one.strip("/")]
    ending = [at for at, written in fitting if _PLACEHOLDER.sub(":", written).rstrip("/").endswith(tuple(ends))]
    if len(ending) == 1:  # below a prefix that the question leaves out
        return ending[0]
    if matching:  # of a path that is computed altogether
        return min(matching)[1]
    other_verbs = [
        f"{verbs} {path_}" for _, verbs, path_ in routes if any(_PLACEHOLDER.sub(":", one) in wanted for one in _forms(path_))
    ]
    if other_verbs:
        raise SourceError(f"No route {verb} {path}. Did you mean {' or '.join(other_verbs)}?")
    if not routes:
        raise SourceError(f"No route {verb} {path}: the index contains no routes. Name a method, such as Order.save.")
    near = [f"{routes[at][1]} {routes[at][2]}" for at in _nearest(plain, [written for *_, written in routes])]
    more = f"Similar: {'; '.join(near)}." if near else "Name a route, an action (comments#create) or a method."
    raise SourceError(f"No route {verb} {path}. {more}")


def _nearest(path: str, written: Sequence[str]) -> list[int]:
    """Return the positions of paths that share at least half of the parts of a path, those with the rarest parts first."""
    asked = set(path.split("/")) - {""}
    shared = [asked.intersection(one.split("/")) for one in written]
    counts = Counter(part for parts in shared for part in parts)
    scores = {
        at: sum(1 / counts[part] for part in parts) for at, parts in enumerate(shared) if parts and 2 * len(parts) >= len(asked)
    }
    return sorted(scores, key=lambda at: (-scores[at], len(written[at]), at))[:_SIMILAR]


def _forms(written: str) -> frozenset[str]:
    """Return the addresses of a path with optional parts: `/days(/:year)` is `/days` and `/days/:year`."""
    waiting, found = [_FORMAT.sub("", written)], set[str]()
    while waiting:
        path = waiting.pop()
        inner = _OPTIONAL.search(path)
        if inner is None or len(found) + len(waiting) > _MOST_FORMS:
            found.add(re.sub(r"/{2,}", "/", path).rstrip("/") or "/")
        else:
            waiting += [path[: inner.start()] + part + path[inner.end() :] for part in (inner[1], "")]
    return frozenset(found)


def _verbs_and_path(identifier: str) -> tuple[str, str]:
    """Return the verbs and the path of a route; one that nothing limits answers any."""
    verbs, space, path = identifier.partition(" ")
    return (verbs, path) if space else ("ANY", verbs)


def _pattern(written: str) -> re.Pattern[str]:
    """Return what a written path matches; a part that is computed, `#{prefix}`, stands for one segment or none."""
    parts = re.split(r"(/?#\{[^}]*\}|<[^>]*>|[:*]\w+|\{[^}]*\})", _FORMAT.sub("", written))
    open_ = {":": "[^/]+", "*": ".+", "#": "[^/]*", "{": "[^/]+", "<": "[^/]+"}
    return re.compile("".join("(?:/[^/]+)?" if part[:2] == "/#" else open_.get(part[:1]) or re.escape(part) for part in parts))
