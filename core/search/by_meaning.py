"""Vector search: the units with the chunks nearest in meaning to the question."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING

from core.model import chunk_unit
from core.model.run import Hit, Plan
from core.open_index import Kept, Stores
from core.ports import Embedder
from core.search.search_space import SearchSpace, hits_of

if TYPE_CHECKING:
    from core.ports import Vectors

_REMEMBERED = 1000  # questions
_THREADS = 4  # questions that are read at a time
_question_vectors: Kept[dict[str, Future[Vectors]]] = Kept(dict)
_STEPS = (4, 40)  # chunks fetched per wanted unit: a unit may have several chunks, and filters refuse some


def by_meaning(plan: Plan, space: SearchSpace) -> list[Hit]:
    """Return units by their nearest chunk; the score is the cosine similarity. None without vectors."""
    stores = space.stores
    if stores.vectors is None or stores.embedder is None:
        return []
    wanted = space.settings.search.candidates
    vector = _vector(plan.question, stores, stores.embedder).result()
    best: dict[str, float] = {}
    for step in _STEPS:
        nearest = stores.vectors.nearest(vector, step * wanted)
        for chunk, similarity in nearest:
            key = chunk_unit(chunk)
            if similarity > best.get(key, -1.0) and space.allows(key):
                best[key] = similarity
        if len(best) >= wanted or len(nearest) < step * wanted:
            break
    return hits_of("vector", [(key, score, "") for key, score in best.items()], wanted)


def read_ahead(question: str, stores: Stores) -> None:
    """Let the embedder read a question while other things are done; nothing happens without vectors."""
    if stores.vectors is not None and stores.embedder is not None:
        _vector(question, stores, stores.embedder)


def _vector(question: str, stores: Stores, embedder: Embedder) -> Future[Vectors]:
    """Return the question's vector to come, kept for asking it again with other settings; a failure is not kept."""
    known = _question_vectors.of(stores.index)
    vector = known.get(question)
    if vector is None or (vector.done() and vector.exception()):
        if len(known) >= _REMEMBERED:
            known.clear()
        known[question] = vector = _readers().submit(lambda: embedder.embed([question])[0])
    return vector


@cache
def _readers() -> ThreadPoolExecutor:
    """Return the threads that read questions: the model computes outside of Python's lock."""
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="question")
