"""Lexical search: BM25 over the words of names, paths, signatures, comments, strings and code."""

from __future__ import annotations

from core.answer import Hit, Plan
from core.search.ground import Ground, hits_of

_STEPS = (4, 40)  # how many times the wanted number is fetched before filters, then everything


def by_words(plan: Plan, ground: Ground) -> list[Hit]:
    """Return the units whose lexical documents hold the keywords; the score is BM25."""
    wanted = ground.settings.search.candidates
    documents = ground.atlas.documents
    for limit in (*(step * wanted for step in _STEPS), len(documents)):
        scored = ground.stores.lexical.scores(plan.keywords, min(limit, len(documents))) if documents else []
        found = [(documents[number], score, "") for number, score in scored if ground.allows(documents[number])]
        if len(found) >= wanted or len(scored) < limit:
            break
    return hits_of("keyword", found, wanted)
