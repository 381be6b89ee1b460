"""Several searches for one question: a plan for each request of a router, and what they found as one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.model.run import SCOPES, Entity, Filters, Plan, Request
from core.open_index import OpenIndex
from core.search.classify import classify
from core.search.entities import find_entities
from core.search.fuse import ABSOLUTE, normalised
from core.search.question import read_question
from core.search.search_space import hits_of
from core.search.strategies import STRATEGIES, SearchResult
from core.settings.retrieval import Rules


def request_plan(request: Request, plan: Plan, index: OpenIndex, rules: Rules, carried: Sequence[Entity] = ()) -> Plan:
    """Return the plan of one request: what the request says, else what the rules read in its text.

    The filters of the whole question stay in force; paths of the request count only where the question was not limited to
    paths already, as nobody else may widen what a reader asked for. `carried` are the subjects of an earlier question, for
    a request that names nothing.
    """
    read = classify(request.text, index, rules, plan.filters)
    named = [entity for name in request.entities for entity in find_entities(read_question(name), index, rules)]
    entities = _distinct((*named, *read.entities))
    if not any(entity.unit_keys for entity in entities):
        entities = _distinct((*entities, *carried))
    intent, known = request.intent or read.intent, any(entity.unit_keys for entity in entities)
    said = {"intent": request.intent, "scope": request.scope, "target_types": request.target_types}
    return replace(
        read,
        intent=intent,
        scope=request.scope or read.scope,
        target_types=request.target_types or read.target_types,
        framework=plan.framework or read.framework or intent == "framework",
        entities=entities,
        confidence={name: value for name, value in read.confidence.items() if not said.get(name)},
        strategy="graph" if intent == "trace" and known else "hybrid",
        filters=replace(read.filters, paths=plan.filters.paths or (*read.filters.paths, *request.paths)),
    )


def joined_plan(plan: Plan, parts: Sequence[Plan], requests: Sequence[Request]) -> Plan:
    """Return the plan by which the candidates of all requests are ranked: of each what none of the others forbids.

    The first request gives the intent, the widest one the scope; types are wanted only when every request wants some.
    """
    types = [part.target_types for part in parts]
    strategies = {name for part in parts for name in part.strategies}
    return replace(
        plan,
        intent=parts[0].intent,
        scope=max((part.scope for part in parts), key=SCOPES.index),
        target_types=tuple(dict.fromkeys(name for wanted in types for name in wanted)) if all(types) else (),
        framework=any(part.framework for part in parts),
        entities=_distinct([entity for part in parts for entity in part.entities]),
        keywords=tuple(dict.fromkeys(word for part in parts for word in part.keywords)),
        confidence=parts[0].confidence,
        strategies=tuple(name for name in STRATEGIES if name in strategies),
        strategy="graph" if all(part.strategy == "graph" for part in parts) else "hybrid",
        notes=tuple(dict.fromkeys((*plan.notes, *(note for part in parts for note in part.notes)))),
        requests=tuple(requests),
    )


def joined(parts: Sequence[SearchResult]) -> SearchResult:
    """Return what all searches found as one: per strategy each unit with the best share (0..1) that a search gave it.

    The best and not the sum: a unit that answers one request fully stands before one that fits all of them a little.
    """
    if len(parts) == 1:
        return parts[0]
    best: dict[tuple[str, str], tuple[float, str]] = {}
    for part in parts:
        for hit, share in zip(part.hits, normalised(part.hits), strict=True):
            score = min(1.0, hit.score) if hit.strategy in ABSOLUTE else share
            if score > best.get((hit.strategy, hit.unit_key), (-1.0, ""))[0]:
                best[hit.strategy, hit.unit_key] = (score, hit.evidence)
    hits = []
    for strategy in STRATEGIES:
        rows = [(key, score, evidence) for (name, key), (score, evidence) in best.items() if name == strategy]
        hits += hits_of(strategy, rows, len(rows))
    refused = {key: reason for part in parts for key, reason in part.refused.items()}
    notes = [f"Request {number}: {note}" for number, part in enumerate(parts, 1) for note in part.notes]
    return SearchResult(tuple(hits), refused, tuple(notes), _common([part.filters for part in parts]))


def _common(filters: Sequence[Filters]) -> Filters:
    """Return the strictest filters that refuse nothing which one of the searches allowed."""

    def either(name: str) -> tuple[str, ...]:
        values = [getattr(one, name) for one in filters]
        return tuple(dict.fromkeys(value for wanted in values for value in wanted)) if all(values) else ()

    exclude = tuple(name for name in filters[0].exclude if all(name in one.exclude for one in filters))
    tests = any(one.include_tests for one in filters)
    of, where = either("repositories"), filters[0].where  # which no request of a question loosens
    return Filters(either("types"), either("paths"), either("languages"), exclude, tests, of, where)


def _distinct(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """Return the entities, surest first, each unit once."""
    found: dict[tuple[str, ...], Entity] = {}
    for entity in entities:
        name = entity.unit_keys[:1] or ("", entity.text)
        if name not in found or entity.confidence > found[name].confidence:
            found[name] = entity
    return tuple(sorted(found.values(), key=lambda entity: -entity.confidence if entity.unit_keys else 0.0))
