"""Have a question split by a router, if one is set, and fall back to the rules where it fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import RouterError
from core.model.run import Plan, Request
from core.open_index import OpenIndex, Stores
from core.ports import Vocabulary
from core.runtime.trace import span
from core.search import (
    SearchResult,
    SearchSpace,
    is_bare,
    joined,
    joined_plan,
    refusal_of,
    request_plan,
    search,
)
from core.settings import Settings
from core.settings.retrieval import Rules
from core.text.counts import counted_as

_DEPTH = 2  # parts of the names of folders that a router is told
_NAMES = 8  # known names that a router is told


@dataclass(frozen=True, slots=True)
class Routed:
    """The plan that candidates are ranked by, and the plans of the searches: one per request, else the plan itself."""

    plan: Plan
    searches: tuple[Plan, ...]


def routed(plan: Plan, read: Plan, stores: Stores, rules: Rules, folders: int) -> Routed:
    """Return the plan as a router split it, or as it is: without a router, for a bare name, when the router fails.

    `plan` is the one to search by, `read` the same before an earlier question's subjects were added; `folders` is the most
    names of folders that the router is told. What was asked of whom, and why it failed, is on the trace and in the notes.
    """
    index, router = stores.index, stores.router
    if router is None:
        return Routed(plan, (plan,))
    with span("route") as facts:
        facts["router"] = router.name
        if is_bare(plan.question):
            facts["not_asked"] = "a bare name is looked up"
            return Routed(plan, (plan,))
        vocabulary = vocabulary_of(plan, index, folders)
        sent = _sent(vocabulary)
        facts["sent"] = sent
        try:
            requests, notes = _usable(router.route(plan.question, vocabulary), vocabulary)
        except RouterError as problem:
            facts["fell_back"] = str(problem)
            note = f"Sent to {router.name}: {sent}. No usable answer, so the rules alone read the question: {problem}."
            plan = replace(plan, notes=(*plan.notes, note))
            return Routed(plan, (plan,))
        facts["requests"] = [request.text for request in requests]
    carried = [entity for entity in plan.entities if entity not in read.entities]
    parts = tuple(request_plan(request, plan, index, rules, carried) for request in requests)
    note = f"Sent to {router.name}: {sent}. It made {_count(requests)}."
    whole = joined_plan(replace(plan, notes=(*plan.notes, note, *notes)), parts, requests)
    return Routed(whole, parts)


def searched(asked: Routed, stores: Stores, rules: Rules, settings: Settings) -> SearchResult:
    """Return what the searches found as one; each is a step of the trace that says its request."""
    found = []
    requests = asked.plan.requests or (None,) * len(asked.searches)
    for plan, request in zip(asked.searches, requests, strict=True):
        with span("search") as facts:
            part = search(plan, SearchSpace(stores, rules, settings, refusal_of(plan, stores.index, settings.not_yours)))
            found.append(part)
            if request is not None:
                facts.update(_request_facts(plan, request))
            facts.update(hits=len(part.hits), refused=len(part.refused))
    return joined(found)


def vocabulary_of(plan: Plan, index: OpenIndex, folders: int) -> Vocabulary:
    """Return what a router is told: all types, the folders with most units, the names that the rules found; all sorted."""
    inside = Counter(_upper(head.file_path) for head in index.heads if "/" in head.file_path)
    most = sorted(inside, key=lambda folder: (-inside[folder], folder))[:folders]
    named = [index.heads[index.position[entity.unit_keys[0]]].identifier for entity in plan.entities if entity.unit_keys]
    types = sorted({head.type for head in index.heads})
    return Vocabulary(tuple(types), tuple(sorted(most)), tuple(dict.fromkeys(named[:_NAMES])))


def _sent(vocabulary: Vocabulary) -> str:
    counts = (("type", len(vocabulary.types)), ("folder", len(vocabulary.folders)), ("name", len(vocabulary.names)))
    return ", ".join(("the question", *(counted_as(count, word) for word, count in counts)))


def _upper(path: str) -> str:
    return "/".join(path.split("/")[:-1][:_DEPTH])


def _usable(requests: Sequence[Request], vocabulary: Vocabulary) -> tuple[tuple[Request, ...], tuple[str, ...]]:
    """Return the requests without types that the index does not have, and a note for each that was dropped."""
    known = set(vocabulary.types)
    unknown = dict.fromkeys(name for request in requests for name in request.target_types if name not in known)
    kept = [replace(one, target_types=tuple(name for name in one.target_types if name in known)) for one in requests]
    return tuple(kept), tuple(f"The router asked for the type '{name}', which this index does not have." for name in unknown)


def _request_facts(plan: Plan, request: Request) -> dict[str, object]:
    said = {
        "request": request.text,
        "for": request.reason,
        "intent": plan.intent,
        "types": list(plan.target_types),
        "paths": list(plan.filters.paths),
        "about": [entity.text for entity in plan.entities if entity.unit_keys],
    }
    return {name: value for name, value in said.items() if value}


def _count(requests: Sequence[Request]) -> str:
    texts = "; ".join(f"“{request.text}”" for request in requests)
    return f"{counted_as(len(requests), 'request')}: {texts}"
