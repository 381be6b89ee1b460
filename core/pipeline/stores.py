"""Open what questions are asked of, with the vectors and the embedder's model on a second thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from core.open_index import OpenIndex, Stores
from core.ports import Embedder, SendingEmbedder, VectorStore
from core.runtime.collection import uncollected
from core.runtime.once import Once
from core.settings import Settings

if TYPE_CHECKING:
    from core.index.opening import Opened

_equipment = Once()


def open_stores(index: OpenIndex, opened: Opened, settings: Settings) -> Stores:
    """Return the index with the open ports of its generation, ready for the first question.

    The vectors and the embedder are compiled code that leaves Python's lock; meanwhile this thread reads the catalog and the
    words. Raises what opening any of them raises.
    """
    from core.text.tokens import LineCounter

    with uncollected(), ThreadPoolExecutor(1) as pool:
        pending = pool.submit(_meaning, opened)
        count = LineCounter(settings.assemble.encoding)
        lexical, _ = opened.lexical, index.position
        vectors, embedder = pending.result()
    table = opened.table if opened.word_vectors is not None else None
    return Stores(index, lexical, vectors, embedder, count, word_vectors=opened.word_vectors, table=table)


def equipped(stores: Stores, settings: Settings) -> Stores:
    """Return the stores with the router and the reranker that the settings name, each made once for its settings.

    Raises `SettingsError` or `MissingExtra` when one cannot be used as it is set; no model is loaded yet, nobody is asked.
    """
    from core.backends import reranker, router

    return replace(
        stores,
        router=_equipment.get(settings.route, lambda: router(settings.route)),
        reranker=_equipment.get(settings.rerank, lambda: reranker(settings.rerank)),
    )


def _meaning(opened: Opened) -> tuple[VectorStore | None, Embedder | None]:
    """Return vectors and embedder, its model loaded, or neither when the index has no vectors yet."""
    if opened.vectors is None:
        return None, None
    if not isinstance(opened.embedder, SendingEmbedder):  # a service has no model to load here, and wants money
        opened.embedder.embed_question(opened.manifest.name)
    return opened.vectors, opened.embedder
