"""What the stages ask of a product: embedders, vector stores, lexical indexes, the catalog, routers and rerankers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from core.model import Chunk, CodeUnit, History, Manifest, Problem, Relation, UnitHead
from core.model.run import Request

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


LinkRow = tuple[str, str, str, str, int, str]
"""Source, target, kind, file, line and certainty of a relation."""


class Embedder(Protocol):
    """Turns texts and questions into vectors of length 1."""

    name: str
    """Identifies model, variant and weights: two embedders of one name give comparable vectors."""
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dimensions) for texts that are to be found, rows normalised, in their order."""

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, of shape (dimensions,): some models read it in another way than what answers it."""


Scalar = str | int | float | bool
Metadata = Mapping[str, Scalar]
"""What is known of a point by name: repository, type, language, file, namespace, is_test, change_frequency, importance (0..1).

The last two change with every commit; a store has them as they were when vectors were last written.
"""


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


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where a store is: a folder or the address of a server (with `://`), and a namespace of its own there.

    A namespace has letters, digits, `.`, `_` and `-`.
    """

    at: str
    namespace: str

    @property
    def folder(self) -> Path | None:
        """The folder of the namespace; None at a server."""
        return None if "://" in self.at else Path(self.at) / self.namespace


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


def ids_of(store: VectorStore) -> set[str]:
    """Return every id that a store holds."""
    return {id_ for page in store.pages() for id_ in page}


class LexicalIndex(Protocol):
    """Scores documents against words by BM25; documents are numbered as they were given to `build`."""

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


class Catalog(Protocol):
    """Reads one generation of an index; safe to share between threads. Unknown keys are left out of every answer."""

    manifest: Manifest

    def heads(self) -> tuple[UnitHead, ...]:
        """Return all units without text and facts, ordered by key."""

    def units(self, keys: Sequence[str]) -> list[CodeUnit]:
        """Return the units in the order of the keys."""

    def source_codes(self, places: Sequence[int]) -> dict[int, str]:
        """Return the text of the units at these places of `heads()`, by place: a tenth of the work of reading the units."""

    def relations(self) -> tuple[Relation, ...]:
        """Return all relations, ordered by source, target, kind, file and line."""

    def chunks(self, keys: Sequence[str]) -> list[Chunk]:
        """Return the chunks of these units, in the order of the keys, then of the lines."""

    def histories(self) -> Mapping[str, History]:
        """Return what git knows, by unit key."""

    def metrics(self) -> Mapping[str, Mapping[str, float]]:
        """Return by unit key: pagerank, fan_in, fan_out, complexity, lines."""

    def documents(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return unit keys and, in the same order, the tokens of their lexical documents."""

    def problems(self) -> tuple[Problem, ...]:
        """Return what was skipped, repaired or only partly read, by file and line."""

    def links(self) -> Iterable[LinkRow]:
        """Return source, target, kind, file, line and certainty of all relations, in the order of `relations()`."""

    def hashes(self) -> Mapping[str, str]:
        """Return the digest of the text of each unit but folders, by key."""

    def file_hashes(self) -> Mapping[str, str]:
        """Return the digest of the text of each file, by path."""

    def file_texts(self, word: str = "") -> Iterable[tuple[str, str, str]]:
        """Return path, language and text of the files, by path; with a word only of those in whose text it stands."""

    def unresolved(self) -> list[dict[str, object]]:
        """Return the references that were not resolved and kept as examples, in the order in which they were found."""

    def unresolved_names(self, path: str, start: int, end: int) -> list[str]:
        """Return the names among them that lines of a file hold, each once, ordered."""

    def chunk_units(self) -> list[tuple[str, str]]:
        """Return the id and the unit of every chunk, in the order of the catalog."""

    def told_units(self) -> int:
        """Return how many units but folders have a text or a docstring."""

    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a read-only query over the documented tables: what a person writes in a notebook."""


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

    lexical_name: Callable[[int], str]
    """The name of the lexical backend for so many documents."""
    lexical: Callable[[str], LexicalIndex]
    table: Callable[[], Embedder] | None
    """What makes the word vectors of units while an index is made; None where they are switched off."""
    vectors_name: str
    vectors_at: str
    """The folder or server of the vectors; empty for the folder of each index."""
    vectors: Callable[[str, StoreAddress], VectorStore]
    """Opens a store by backend name at an address; raises `StoreError` when it is damaged or cannot be reached."""
    embedder: Callable[[], Embedder]
