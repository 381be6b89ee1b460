"""Everything that a question is asked of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.open_index.index import OpenIndex
from core.ports import Embedder, LexicalIndex, PieceEmbedder, Reranker, Router, VectorStore


@dataclass(frozen=True, slots=True)
class Stores:
    """The open index and the open ports of its generation; `vectors` and `embedder` are None together without vectors.

    So are `word_vectors` and `table`, which reads questions for them.
    """

    index: OpenIndex
    lexical: LexicalIndex
    vectors: VectorStore | None
    embedder: Embedder | None
    count_tokens: Callable[[str], int]
    reranker: Reranker | None = None
    router: Router | None = None
    word_vectors: VectorStore | None = None
    table: PieceEmbedder | None = None
