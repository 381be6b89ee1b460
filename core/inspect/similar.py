"""Units that are like a unit: by the vectors of its chunks, and by its words where an index has no vectors."""

from __future__ import annotations

from core.model import chunk_unit
from core.model.closure import closure
from core.model.sheet import Similar
from core.open_index import Stores

_CHUNKS = 8  # of a large unit; the first ones hold its summary and its declarations
_MORE = 6  # times the wanted number that is fetched: members, tests and the unit itself are left out


def similar_units(stores: Stores, key: str, limit: int = 20) -> tuple[Similar, ...]:
    """Return the units most like the one of this key, best first, ties by key; tests and what lies in it are left out.

    `by` is `vectors`, or `words` for an index or a unit without vectors.
    """
    heads = stores.index.by_key
    found = _by_vectors(stores, key, limit * _MORE)
    way = "vectors" if found else "words"
    scores = found or _by_words(stores, key, limit * _MORE)
    aside = _family(stores, key)
    kept = [
        Similar(other, score, way)
        for other, score in scores.items()
        if other not in aside and other in heads and (heads[key].is_test or not heads[other].is_test)
    ]
    return tuple(sorted(kept, key=lambda one: (-round(one.similarity, 6), one.unit_key))[:limit])


def _by_vectors(stores: Stores, key: str, limit: int) -> dict[str, float]:
    vectors = stores.vectors
    if vectors is None:
        return {}
    chunks = [chunk.id for chunk in stores.index.catalog.chunks([key])][:_CHUNKS]
    best: dict[str, float] = {}
    for _, vector in sorted(vectors.get(chunks).items()):
        for chunk, similarity in vectors.nearest(vector, limit):
            other = chunk_unit(chunk)
            best[other] = max(similarity, best.get(other, -1.0))
    return best


def _by_words(stores: Stores, key: str, limit: int) -> dict[str, float]:
    keys, documents = stores.index.catalog.documents()
    if key not in keys:
        return {}
    words = sorted(set(documents[list(keys).index(key)]))
    scored = stores.lexical.scores(words, limit)
    best = max((score for _, score in scored), default=1.0)
    return {keys[number]: score / best for number, score in scored}


def _family(stores: Stores, key: str) -> set[str]:
    """Return the unit, what lies in it at any depth, and what it lies in: those share its text."""
    family = set(closure([key], lambda unit: stores.index.children.get(unit, ())))
    heads = stores.index.by_key
    above = heads[key].parent
    while above and above in heads and above not in family:
        family.add(above)
        above = heads[above].parent
    return family
