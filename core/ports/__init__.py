"""What the stages ask of a product: embedders, vector stores, lexical indexes, the catalog, routers and rerankers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from core.model.run import Request
from core.ports.address import Metadata, Scalar, StoreAddress, checked_address, is_server
from core.ports.catalog import Catalog, CatalogEditor, CatalogStore, ChunkText, LinkRow, Row, WriteTables
from core.ports.graph import GraphStore

__all__ = [
    "Catalog",
    "CatalogEditor",
    "CatalogStore",
    "ChunkText",
    "Condition",
    "Embedder",
    "FactsCache",
    "GraphStore",
    "LexicalIndex",
    "LinkRow",
    "Metadata",
    "Products",
    "Progress",
    "Reranker",
    "Router",
    "Row",
    "Scalar",
    "SendingEmbedder",
    "StoreAddress",
    "TextStore",
    "VectorStore",
    "Vocabulary",
    "WriteTables",
    "Writer",
    "checked_address",
    "ids_of",
    "is_server",
]  # fmt: skip

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts and questions into vectors of length 1."""

    name: str
    """Identifies model, variant and weights: two embedders of one name give comparable vectors."""
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dimensions) for texts that are to be found, rows normalised, in their order."""

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, of shape (dimensions,): some models read it in another way than what answers it."""


class PieceEmbedder(Embedder, Protocol):
    """An embedder that divides texts into the pieces of words of its tokenizer."""

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of the pieces of each text in their order."""

    def closeness(self, question: str, texts: Sequence[NDArray[np.int32]]) -> list[float]:
        """Return for texts, given by their pieces, how near each piece of a question is to one of theirs: at most 1."""


@runtime_checkable
class SendingEmbedder(Embedder, Protocol):
    """An embedder that sends texts to a service, without the secrets in them where that is not on this machine."""

    masked: int
    """How many secrets were replaced in what was sent so far."""

    def check_agreed(self, texts: Iterable[str]) -> None:
        """Raise `SettingsError`, with what it would cost, unless the user agreed to send these texts, or none leaves here."""


class Writer(Protocol):
    """Writes an answer in words from instructions and a message."""

    host: str
    model: str
    local: bool
    """Whether nothing leaves this machine."""

    def write(self, system: str, prompt: str) -> Iterator[str]:
        """Yield the answer piece by piece; raises `WriterError` when it does not come whole."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a filter asks of a point: a field is one of these values, or a number of at least `least`."""

    field: str
    values: tuple[Scalar, ...] = ()
    least: float | None = None

    def holds(self, metadata: Metadata) -> bool:
        """Tell whether it holds for what is known of a point; it does not where the field is not known."""
        value = metadata.get(self.field)
        if self.least is None:
            return value in self.values
        return isinstance(value, int | float) and value >= self.least


class VectorStore(Protocol):
    """Points of one namespace: an id, a vector of length 1, and what is known of it; finds those nearest to a vector.

    `put`, `drop` and `describe` may be repeated: they say what shall be, so that an interrupted writer begins again. A backend
    is opened with a `StoreAddress`, which reads and writes nothing yet; the namespace need not exist.
    """

    @property
    def shared(self) -> bool:
        """Whether it may be written while others read it, as a server may; else a writer begins a namespace of its own."""

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""

    def count(self) -> int:
        """Return how many points are stored."""

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, up to `size` at a time."""

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, if it exists, and nothing else; that one stays as it is."""

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""

    def close(self) -> None:
        """Write out what is pending and let go of files and connections; the store cannot be used afterwards."""


@runtime_checkable
class TextStore(Protocol):
    """A store that keeps texts beside the vectors, for those who read it without the catalog."""

    def tell(self, texts: Mapping[str, ChunkText]) -> None:
        """Hear the texts of points that are put next, by id."""


def ids_of(store: VectorStore) -> set[str]:
    """Return every id that a store holds."""
    return {id_ for page in store.pages() for id_ in page}


class LexicalIndex(Protocol):
    """Scores documents against words by BM25; documents are numbered as they were given to `build`."""

    @property
    def words(self) -> Collection[str]:
        """All words that a document has."""

    def build(self, documents: Sequence[Sequence[str]]) -> None:
        """Index token lists; an empty corpus and empty documents are allowed."""

    def replace(self, documents: Mapping[int, Sequence[str]]) -> None:
        """Index other token lists for some documents, by number: the index is the one that `build` makes of all of them."""

    def scores(self, words: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """Return (document number, score > 0) pairs of documents that contain a word, best first, ties by number.

        All backends give the same scores for the same documents, up to rounding. A word that is repeated counts once.
        """

    def save(self, directory: Path) -> None:
        """Write what was built into an empty folder."""

    def load(self, directory: Path) -> None:
        """Read what `save` wrote; raises `StoreError` when the files are damaged."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a router is told of an index: types of unit, folders, and the names that the rules know in the question."""

    types: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Router(Protocol):
    """Splits a question into searches with a model that may run elsewhere."""

    name: str
    """Says whom the question goes to: model and host."""

    def route(self, question: str, vocabulary: Vocabulary) -> tuple[Request, ...]:
        """Return 1 to 5 requests, most important first; only what is passed leaves this process.

        Raises `RouterError` with the reason when there is no valid answer within the time limit.
        """


class Reranker(Protocol):
    """Scores texts against a question with a model that reads both together."""

    name: str
    """Identifies the model."""

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, higher is better, in the order of the texts."""


class Progress(Protocol):
    """Hears how far a phase has come; called from the main thread only."""

    def __call__(self, phase: str, done: int, total: int) -> None:
        """`done` of `total` steps of `phase` are finished; a total of 0 means that it is not known yet."""


class FactsCache(Protocol):
    """Keeps what readers said of a file, by a key that covers its content, its path and the reader's version."""

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the bytes of the known keys."""

    def put(self, entries: Mapping[str, bytes]) -> None:
        """Store bytes by key."""


@dataclass(frozen=True, slots=True)
class Products:
    """How to make what an index is written to and read from; each call makes a new object, nothing is imported before.

    `core.backends.products` fills it from the settings, so that the index stage knows no product by name.
    """

    lexical_name: str
    lexical: Callable[[], LexicalIndex]
    table: Callable[[], PieceEmbedder] | None
    """What makes the word vectors of units while an index is made; None where they are switched off."""
    table_name: str
    """The name of what makes them; empty where they are switched off."""
    catalog_name: str
    catalog_at: str
    """The server of the catalogs; empty for the folder of each generation."""
    catalog: Callable[[str, StoreAddress], CatalogStore]
    """The catalog of a generation by backend name at an address."""
    vectors_name: str
    vectors_at: str
    """The folder or server of the vectors; empty for the folder of each index."""
    vectors: Callable[[str, StoreAddress], VectorStore]
    """Opens a store by backend name at an address; raises `StoreError` when it is damaged or cannot be reached."""
    embedder: Callable[[], Embedder]
    collection: str = ""
    """How collections of vectors at a server begin; empty: as the index is called."""
