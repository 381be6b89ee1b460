"""The pipeline of one question: classify, search, fuse, rank, assemble."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from core.assemble import Assembly, assemble, matching_places
from core.errors import SettingsError, did_you_mean
from core.model import UnitHead
from core.model.known import Known
from core.model.run import INTENTS, Dropped, Filters, Fused, Hit, Personal, Plan, RankedHost, SearchRun
from core.open_index import OpenIndex, Stores
from core.open_index.not_own import not_own
from core.pipeline.doubt import doubt_on
from core.pipeline.routing import Routed, routed, searched
from core.pipeline.stores import equipped
from core.rank import Ranking, at_most, behind_twins, judged, piece_shares, rank, ranked_hosts, reranked
from core.runtime.trace import recording, span
from core.search import (
    ABSOLUTE,
    SearchResult,
    classify,
    convex,
    covered_files,
    embedded_units,
    folders_asked,
    followed_up,
    framed,
    is_overview_question,
    listed,
    looked_up,
    merged,
    named_alone,
    named_folders,
    normalised,
    path_matches,
    read_ahead,
    readings,
    related_as_asked,
    rrf,
    set_off,
    with_start,
    within,
)
from core.settings import RerankSettings, Settings
from core.settings.retrieval import Rules, read_rules
from core.text.counts import name_list
from core.vocabulary import FRAMEWORK, UNIT_TYPES

_PLACED = 10  # hosts of which the matching lines are found: so many places a short answer has


def ask(
    question: str,
    stores: Stores,
    settings: Settings,
    *,
    budget: int | None = None,
    filters: Filters | None = None,
    prior: SearchRun | None = None,
    known: Known | None = None,
    personal: Personal | None = None,
) -> SearchRun:
    """Return the run of a question: what every stage made of it, and the context within the budget.

    `prior` is the run that the question follows up, `known` what need not be shown any more, `personal` what is the own of
    who asks. Raises `SettingsError` for an
    empty question or a negative budget.
    """
    size = settings.assemble.budget if budget is None else budget
    if not question.strip():
        raise SettingsError("The question is empty. Ask, for example: where is the total computed?")
    if size < 0:
        raise SettingsError(f"The token budget cannot be {size}. Give 0 or more.")
    stores, rules = equipped(stores, settings), read_rules(settings.search.rules)
    if "vector" in settings.search.strategies:
        read_ahead(" ".join(question.split()), stores)
    index = stores.index
    texts = readings(question, index)
    _check_types(filters.types if filters else (), index, rules)
    with recording() as steps:
        with span("classify") as facts:
            read = classify(texts[0], index, rules, filters or Filters())
            plan = with_start(followed_up(read, prior, index, rules), stores, rules)
            facts.update(intent=plan.intent, scope=plan.scope, entities=len(plan.entities))
        asked = routed(plan, read, stores, rules, settings.route.folders)
        plan = _as_run(asked.plan, stores, settings, rules)
        found, fused, ranking = _found(replace(asked, plan=plan), stores, rules, settings, personal or Personal())
        if texts != (question,):
            ranking = _together(ranking, texts[1:], question, plan, stores, rules, settings)
        ranking = _reranked(ranking, plan, stores, settings.rerank)
        ranking = behind_twins(ranking, index, not_own(index, settings.not_yours))
        ranking = at_most(ranking, settings.search.limits, index)
        with span("assemble") as facts:
            assembly = Assembly(
                plan, ranking.ranked, _evidence(found), size, partial(within, found.filters, index), known or Known()
            )
            context = assemble(assembly, stores, settings.assemble)
            facts.update(units=len(ranking.ranked), sources=len(context.sources), tokens=context.tokens, budget=size)
    dropped = (*_refused(found), *ranking.dropped, *context.dropped)
    run = SearchRun(
        question,
        plan,
        found.hits,
        tuple(fused),
        ranking.ranked,
        context,
        dropped,
        tuple(steps),
        (*notes_on(plan, found, stores), *(personal.notes if personal else ())),
    )
    hosts = _with_lines(ranked_hosts(run.ranked, index), plan, index)
    return replace(run, heads=_heads(run, index), hosts=hosts, doubt=doubt_on(plan, found.hits, stores, rules))


def _with_lines(hosts: tuple[RankedHost, ...], plan: Plan, index: OpenIndex) -> tuple[RankedHost, ...]:
    """Return the hosts, the first of them with the lines that match the question."""
    places = matching_places([host.found[0] for host in hosts[:_PLACED]], plan.keywords, index)
    return tuple(replace(host, lines=places.get(host.found[0], host.lines)) for host in hosts)


def _found(
    asked: Routed, stores: Stores, rules: Rules, settings: Settings, personal: Personal
) -> tuple[SearchResult, list[Fused], Ranking]:
    """Return what the searches of a plan found, merged and ranked."""
    found = searched(asked, stores, rules, settings)
    with span("fuse") as facts:
        fused = _fuse(found.hits, settings)
        facts.update(hits=len(found.hits), units=len(fused))
    return found, fused, _ranked(asked.plan, found, fused, stores, rules, settings, personal)


def _together(
    first: Ranking, rest: Sequence[str], whole: str, plan: Plan, stores: Stores, rules: Rules, settings: Settings
) -> Ranking:
    """Return the ranking of a pasted text: of its readings together, with the units at its `file:line` places.

    The plan is that of the first one. What the rest says in passing limits nothing.
    """
    rankings = [first.ranked]
    for told in rest:
        read = replace(classify(told, stores.index, rules, plan.filters), filters=plan.filters)
        read = _as_run(read, stores, settings, rules)
        rankings.append(_found(Routed(read, (read,)), stores, rules, settings, Personal())[-1].ranked)
    ranked = merged(rankings, framed(whole, stores.index), stores.index)
    kept = {unit.unit_key for unit in ranked}
    return Ranking(ranked[: settings.rank.keep], tuple(one for one in first.dropped if one.unit_key not in kept))


def _check_types(types: Sequence[str], index: OpenIndex, rules: Rules) -> None:
    """Raise `SettingsError` with the nearest name for a type that neither this index has nor a question can ask for."""
    known = {*index.types, *UNIT_TYPES, *(name for asked in rules.types.values() for name in asked.types)}
    for name in types:
        if name not in known:
            hint = did_you_mean(name, sorted(known), f"This index has: {', '.join(sorted(index.types))}.")
            raise SettingsError(f"No type '{name}'. {hint}")


def _as_run(plan: Plan, stores: Stores, settings: Settings, rules: Rules) -> Plan:
    """Return the plan with the searches that can find something: allowed by the settings, and with something to search."""
    idle = {name for name, store in (("vector", stores.vectors), ("table", stores.word_vectors)) if store is None}
    if not is_overview_question(plan, rules):
        idle.add("overview")
    ran = tuple(name for name in plan.strategies if name in settings.search.strategies and name not in idle)
    return replace(plan, strategies=ran)


def _fuse(hits: Sequence[Hit], settings: Settings) -> list[Fused]:
    search_settings = settings.search
    if search_settings.fusion == "convex":
        return convex(hits, search_settings.weights)
    if search_settings.fusion == "rrf":
        return rrf(hits, search_settings.weights, search_settings.rrf_k)
    raise SettingsError(f"No search.fusion '{search_settings.fusion}'. Choose from: rrf, convex.")


def _in_folders(fused: Sequence[Fused], plan: Plan, index: OpenIndex) -> dict[str, float]:
    """Return 1 for each unit in a folder that the question or a router names without demanding that everything lies in one."""
    folders = _folders(plan, index)
    if not folders:
        return {}
    paths = {unit.unit_key: index.heads[index.position[unit.unit_key]].file_path for unit in fused}
    return {key: 1.0 for key, path in paths.items() if any(path_matches(path, folder) for folder in folders)}


def _ranked(
    plan: Plan, found: SearchResult, fused: Sequence[Fused], stores: Stores, rules: Rules, settings: Settings,
    personal: Personal,
) -> Ranking:  # fmt: skip
    """Return what was found in its order: by signals, what the question asks for by name or relation first."""
    with span("rank") as facts:
        index = stores.index
        files = covered_files(plan.keywords, stores) if settings.rank.coverage else {}
        shares = {**_shares(found.hits, stores), "coverage": files, "folder": _in_folders(fused, plan, index)}
        shares |= {name: dict(own) for name, own in (("owned", personal.owned), ("opened", personal.opened)) if own}
        first = looked_up(plan, index) or listed(plan) or set_off(plan, index) or related_as_asked(plan, index, rules)
        first = first or folders_asked(plan, found.hits) or named_alone(plan)
        if settings.rank.pieces:
            shares["pieces"] = piece_shares(plan.question, [unit.unit_key for unit in fused], stores)
        ranking = rank(fused, plan, shares, index, rules, settings.rank, first, settings.search.folder_boost)
        facts.update(units=len(fused), kept=len(ranking.ranked))
    return ranking


def _reranked(ranking: Ranking, plan: Plan, stores: Stores, settings: RerankSettings) -> Ranking:
    """Return the ranking as the reranker corrects it, or as it is without one or for a question of another intent."""
    if unknown := [intent for intent in settings.intents if intent not in INTENTS]:
        raise SettingsError(f"There is no intent '{unknown[0]}'. rerank.intents takes: {', '.join(INTENTS)}.")
    if stores.reranker is None or (settings.intents and plan.intent not in settings.intents):
        return ranking
    with span("rerank") as facts:
        read = len(judged(ranking.ranked, settings))
        facts.update(model=stores.reranker.name, units=len(ranking.ranked), read=read)
        return replace(ranking, ranked=reranked(ranking.ranked, plan.question, stores, settings))


def _folders(plan: Plan, index: OpenIndex) -> list[str]:
    """Return the folders that the question or a router names without demanding that everything lies in them."""
    keys = [key for entity in plan.entities if entity.kind == "path" for key in entity.unit_keys[:1]]
    heads = [index.heads[index.position[key]] for key in keys]
    asked = [folder.strip("/") for request in plan.requests for folder in request.folders]
    named = [head.file_path or head.identifier for head in heads if head.type == "folder"]
    said = {word.strip("?.,:;`'\"").lower() for word in plan.question.split()}
    members = [one.name for one in index.manifest.members if one.name.lower() in said]
    return [f"{folder}/**" for folder in dict.fromkeys((*named, *asked, *named_folders(plan.question), *members)) if folder]


def _shares(hits: Sequence[Hit], stores: Stores) -> dict[str, dict[str, float]]:
    """Return each strategy's scores, scaled to 0..1, by unit key; those that are on that scale by themselves keep theirs.

    Word vectors stand in for the sentence vectors of units that have none yet.
    """
    shares: dict[str, dict[str, float]] = defaultdict(dict)
    for hit, share in zip(hits, normalised(hits), strict=True):
        shares[hit.strategy][hit.unit_key] = min(1.0, hit.score) if hit.strategy in ABSOLUTE else share
    if stores.index.manifest.vectors != "complete":
        embedded = embedded_units(stores)
        shares["vector"].update((key, share) for key, share in shares["table"].items() if key not in embedded)
    return shares


def _evidence(found: SearchResult) -> dict[str, str]:
    return {hit.unit_key: hit.evidence for hit in found.hits if hit.strategy == "graph" and hit.evidence}


def _refused(found: SearchResult) -> list[Dropped]:
    got = {hit.unit_key for hit in found.hits}
    return [Dropped(key, "search", reason) for key, reason in sorted(found.refused.items()) if key not in got]


def _heads(run: SearchRun, index: OpenIndex) -> dict[str, UnitHead]:
    keys = {unit.unit_key for unit in run.ranked} | {unit.unit_key for unit in run.dropped}
    keys |= {index.keys[index.hosts[index.position[unit.unit_key]]] for unit in run.ranked}
    keys |= {hit.unit_key for hit in run.hits} | {source.unit_key for source in run.context.sources}
    keys |= {mention.unit_key for mention in run.context.also}
    return {key: index.heads[index.position[key]] for key in sorted(keys) if key in index.position}


def notes_on(plan: Plan, found: SearchResult, stores: Stores) -> tuple[str, ...]:
    """Return the notes of a run: those of its plan and its searches, then those on what lacks."""
    return (*plan.notes, *found.notes, *_notes(plan, found, stores))


def _notes(plan: Plan, found: SearchResult, stores: Stores) -> Iterator[str]:
    unknown = [entity.text for entity in plan.entities if not entity.unit_keys and entity.kind == "code"]
    if unknown:
        yield f"Not a name in this index: {', '.join(unknown)}."
    if plan.framework and not FRAMEWORK & stores.index.types:
        missing = stores.index.manifest.missing_libraries
        added = f"Not found: {name_list(missing, 3)}." if missing else "Add them: orienteer index --framework"
        yield f"This index has no framework sources. {added}"
    if stores.vectors is None and stores.word_vectors is None:
        yield "No semantic search: this index has no vectors."
