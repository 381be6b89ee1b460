"""The strategies by name, and their use as a plan demands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.errors import SettingsError
from core.model.run import Filters, Hit, Plan
from core.search.by_documents import by_documents
from core.search.by_graph import by_graph
from core.search.by_meaning import by_meaning, by_word_vectors
from core.search.by_name import by_name
from core.search.by_overview import by_overview
from core.search.by_words import by_words
from core.search.search_space import SearchSpace, refusal_of

_STARTING: dict[str, Callable[[Plan, SearchSpace], list[Hit]]] = {
    "direct": by_name,
    "keyword": by_words,
    "vector": by_meaning,
    "table": by_word_vectors,
    "overview": by_overview,
}
_FOLLOWING: dict[str, Callable[[Plan, SearchSpace, Sequence[Hit]], list[Hit]]] = {
    "graph": lambda plan, space, found: by_graph(plan, space, _seeds(found)),
    "documents": by_documents,
}
STRATEGIES = (*_STARTING, *_FOLLOWING)
"""Each returns hits of its own scale, best first; a hybrid search is several of them, merged afterwards. The last two follow
relations from what the others found."""

_SEEDS = 5  # best candidates of the other searches whose neighbours are looked at when nothing is named


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the searches found, what the filters refused (key → reason), and what had to be given up to find anything."""

    hits: tuple[Hit, ...]
    refused: dict[str, str]
    notes: tuple[str, ...]
    filters: Filters


def search(plan: Plan, space: SearchSpace) -> SearchResult:
    """Run the plan's strategies; when strict filters leave nothing, drop them one by one and say so.

    The order of the fallback: paths first, then languages, then types; what was excluded stays excluded.
    """
    off = _switched_off(plan, space.settings.search.strategies)
    notes = [f"Switched off by search.strategies: {', '.join(off)}."] if off else []
    plan = replace(plan, strategies=tuple(name for name in plan.strategies if name not in off))
    for attempt, note in _attempts(plan):
        current = space.with_refusal(refusal_of(attempt, space.index, space.settings.not_yours))
        hits = _run(attempt, current)
        if note:
            notes.append(note)
        if hits:
            break
    return SearchResult(tuple(hits), dict(current.refused), tuple(notes), attempt.filters)


def _switched_off(plan: Plan, allowed: Sequence[str]) -> list[str]:
    """Return the plan's strategies that the settings do not allow; raises `SettingsError` for an unknown one among these."""
    unknown = [name for name in allowed if name not in STRATEGIES]
    if unknown:
        raise SettingsError(f"No strategy '{unknown[0]}' (search.strategies). Choose from: {', '.join(STRATEGIES)}.")
    return [name for name in plan.strategies if name not in allowed]


def _run(plan: Plan, space: SearchSpace) -> list[Hit]:
    found = [hit for name in plan.strategies if name in _STARTING for hit in _STARTING[name](plan, space)]
    followed = [hit for name, follow in _FOLLOWING.items() if name in plan.strategies for hit in follow(plan, space, found)]
    return [*found, *followed]


def _seeds(hits: Sequence[Hit]) -> list[tuple[str, float]]:
    """Return the units that stand first in the searches so far, with weights that fall with their rank."""
    best: dict[str, float] = {}
    for hit in hits:
        if hit.rank <= _SEEDS:
            best[hit.unit_key] = best.get(hit.unit_key, 0.0) + 1 / (1 + hit.rank)
    ordered = sorted(best.items(), key=lambda row: (-row[1], row[0]))[:_SEEDS]
    return [(key, min(1.0, weight)) for key, weight in ordered]


def _attempts(plan: Plan) -> list[tuple[Plan, str]]:
    attempts, filters = [(plan, "")], plan.filters
    for name, looser in (
        ("paths", replace(filters, paths=())),
        ("languages", replace(filters, paths=(), languages=())),
        ("types", replace(filters, paths=(), languages=(), types=())),
    ):
        if getattr(filters, name):
            note = f"Nothing was found under the filter on {name}: searched without it."
            attempts.append((replace(plan, filters=looser), note))
    return attempts
