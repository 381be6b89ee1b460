"""Search by meaning: the units whose vectors are nearest to the question's, by sentence vectors and by word vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING

from core.model import chunk_unit
from core.model.run import Filters, Hit, Plan
from core.open_index import Kept, Stores
from core.ports import Condition, Embedder, VectorStore, ids_of
from core.search.search_space import SearchSpace, hits_of

if TYPE_CHECKING:
    from core.ports import Vectors

_REMEMBERED = 1000  # questions
_THREADS = 4  # questions that are read at a time
_question_vectors: Kept[dict[tuple[str, str], Future[Vectors]]] = Kept(dict)
_embedded: Kept[list[frozenset[str]]] = Kept(list)
_CHUNK_STEPS = (4, 40)  # chunks fetched per wanted unit: a unit may have several chunks, and filters refuse some
_UNIT_STEPS = (2, 20)


def by_meaning(plan: Plan, space: SearchSpace) -> list[Hit]:
    """Return units by their nearest chunk; the score is the cosine similarity. None without vectors."""
    stores = space.stores
    if stores.vectors is None or stores.embedder is None:
        return []
    vector = _vector(plan.question, stores, stores.embedder).result()
    found = _nearest("vector", vector, stores.vectors, chunk_unit, space, _CHUNK_STEPS, _asked_of_points(plan.filters))
    least = space.settings.search.similarity_threshold
    return [hit for hit in found if hit.score >= least] if least else found


def by_word_vectors(plan: Plan, space: SearchSpace) -> list[Hit]:
    """Return units by the vectors that the table of word pieces gives them; the score is the cosine similarity."""
    stores = space.stores
    if stores.word_vectors is None or stores.table is None:
        return []
    vector = stores.table.embed_question(plan.question)
    return _nearest("table", vector, stores.word_vectors, str, space, _UNIT_STEPS)


def _nearest(
    strategy: str,
    vector: Vectors,
    store: VectorStore,
    unit_of: Callable[[str], str],
    space: SearchSpace,
    steps: tuple[int, ...],
    where: Sequence[Condition] = (),
) -> list[Hit]:
    """Return the wanted number of allowed units; `steps` say how many ids per wanted unit are fetched, first and at most.

    Where those that are nearest of all are not enough, the store is asked for those alone for which the conditions hold.
    """
    wanted = space.settings.search.candidates
    best: dict[str, float] = {}
    for step in steps:
        nearest = store.nearest(vector, step * wanted, where if step != steps[0] else ())
        for id_, similarity in nearest:
            key = unit_of(id_)
            if similarity > best.get(key, -1.0) and space.allows(key):
                best[key] = similarity
        if len(best) >= wanted or len(nearest) < step * wanted:
            break
    return hits_of(strategy, [(key, score, "") for key, score in best.items()], wanted)


def _asked_of_points(filters: Filters) -> list[Condition]:
    """Return of the filters that were asked for what a store of vectors knows as well."""
    asked = (("type", filters.types), ("language", filters.languages), ("repository", filters.repositories))
    return [Condition(name, values) for name, values in asked if values]


def embedded_units(stores: Stores) -> frozenset[str]:
    """Return the keys of the units that have a sentence vector."""
    if stores.vectors is None:
        return frozenset()
    known = _embedded.of(stores.index)
    if not known:
        known.append(frozenset(map(chunk_unit, ids_of(stores.vectors))))
    return known[0]


def read_ahead(question: str, stores: Stores) -> None:
    """Let the embedder read a question while other things are done; nothing happens without vectors."""
    if stores.vectors is not None and stores.embedder is not None:
        _vector(question, stores, stores.embedder)


def _vector(question: str, stores: Stores, embedder: Embedder) -> Future[Vectors]:
    """Return the question's vector to come, kept for asking it again with other settings; a failure is not kept."""
    known = _question_vectors.of(stores.index)
    asked = (embedder.name, question)
    vector = known.get(asked)
    if vector is None or (vector.done() and vector.exception()):
        if len(known) >= _REMEMBERED:
            known.clear()
        known[asked] = vector = _readers().submit(lambda: embedder.embed_question(question))
    return vector


@cache
def _readers() -> ThreadPoolExecutor:
    """Return the threads that read questions: the model computes outside of Python's lock."""
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="question")
