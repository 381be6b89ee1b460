"""Vector search: the units with the chunks nearest in meaning to the question."""

from __future__ import annotations

from core.answer import Hit, Plan
from core.model import chunk_unit
from core.search.ground import Ground, hits_of

_STEPS = (4, 40)  # chunks fetched per wanted unit: a unit may have several chunks, and filters refuse some


def by_meaning(plan: Plan, ground: Ground) -> list[Hit]:
    """Return units by their nearest chunk; the score is the cosine similarity. None without vectors."""
    stores = ground.stores
    if stores.vectors is None or stores.embedder is None:
        return []
    wanted = ground.settings.search.candidates
    vector = stores.embedder.embed([plan.question])[0]
    best: dict[str, float] = {}
    for step in _STEPS:
        nearest = stores.vectors.nearest(vector, step * wanted)
        for chunk, similarity in nearest:
            key = chunk_unit(chunk)
            if similarity > best.get(key, -1.0) and ground.allows(key):
                best[key] = similarity
        if len(best) >= wanted or len(nearest) < step * wanted:
            break
    return hits_of("vector", [(key, score, "") for key, score in best.items()], wanted)
