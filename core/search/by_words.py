"""Lexical search: BM25 over the words of names, paths, signatures, comments, strings and code."""

from __future__ import annotations

from collections.abc import Sequence

from core.model.run import Hit, Plan
from core.search.search_space import SearchSpace, hits_of

_STEPS = (4, 40, 400)  # how many times the wanted number is fetched before filters, then everything


def by_words(plan: Plan, space: SearchSpace) -> list[Hit]:
    """Return the units whose lexical documents hold the keywords; the score is BM25."""
    wanted = space.settings.search.candidates
    documents = space.index.documents
    found: list[tuple[str, float, str]] = []
    for limit in (*(step * wanted for step in _STEPS), len(documents)):
        scored = space.stores.lexical.scores(plan.keywords, min(limit, len(documents))) if documents else []
        found = _allowed(scored, wanted, space)
        if len(found) >= wanted or len(scored) < limit:
            break
    return hits_of("keyword", found, wanted)


def _allowed(scored: Sequence[tuple[int, float]], wanted: int, space: SearchSpace) -> list[tuple[str, float, str]]:
    """Return the rows that the filters allow, until there are enough; what they refuse among the first is noted anyway."""
    found: list[tuple[str, float, str]] = []
    for place, (number, score) in enumerate(scored):
        if len(found) >= wanted and place >= _STEPS[0] * wanted:
            break
        key = space.index.documents[number]
        if space.allows(key):
            found.append((key, score, ""))
    return found
