"""Vector search: the units with the chunks nearest in meaning to the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.answer import Hit, Plan
from core.model import chunk_unit
from core.ports import Embedder, Stores
from core.search.ground import Ground, hits_of

if TYPE_CHECKING:
    from core.ports import Vectors

_REMEMBERED = 1000  # questions
_STEPS = (4, 40)  # chunks fetched per wanted unit: a unit may have several chunks, and filters refuse some


def by_meaning(plan: Plan, ground: Ground) -> list[Hit]:
    """Return units by their nearest chunk; the score is the cosine similarity. None without vectors."""
    stores = ground.stores
    if stores.vectors is None or stores.embedder is None:
        return []
    wanted = ground.settings.search.candidates
    vector = _vector(plan.question, stores, stores.embedder)
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


def _vector(question: str, stores: Stores, embedder: Embedder) -> Vectors:
    """Return the question's vector, kept for asking it again with other settings, which the model need not read it for."""
    known: dict[str, Vectors] = stores.derived.setdefault("question_vectors", {})
    vector = known.get(question)
    if vector is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        known[question] = vector = embedder.embed([question])[0]
    return vector
