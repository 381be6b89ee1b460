"""Make a searchable generation from what was extracted: catalog, metrics, lexical index; vectors follow in `embed`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from core.errors import StoreError
from core.index.catalog_space import drafted_catalog, servers_of
from core.index.generations import GenerationDraft, new_generation
from core.index.metrics import measure
from core.index.place import (
    LEXICAL,
    WORD_STORE,
    WORD_VECTORS,
    Place,
    catalog_of,
    read_manifest,
    read_vector_ids,
    write_manifest,
    write_vector_ids,
)
from core.index.rows import extracted_rows, made_rows, unit_row
from core.index.unit_texts import IndexTexts, UnitTexts, Words, makers
from core.index.unused import collect
from core.index.vector_space import address_of, manifests
from core.model import FOREIGN, OLDER, Chunk, CodeUnit, Extraction, Manifest, Problem, Relation
from core.model.tables import SCHEMA_VERSION
from core.ports import Catalog, Embedder, Products, Progress, Row, StoreAddress, VectorStore
from core.settings import IndexSettings
from core.vocabulary import BY_PATH, DATA

_RELATION_ORDER = attrgetter("source", "target", "kind", "file_path", "line", "certainty", "origin", "via")


@dataclass(frozen=True, slots=True)
class Checkout:
    """What was indexed and when: `built_at` is an ISO time, `fingerprint` stands for the content of all files."""

    root: str
    built_at: str
    git_sha: str = ""
    git_branch: str = ""
    dirty: bool = False
    fingerprint: str = ""
    seconds: float = 0.0  # that reading the checkout took
    inputs: str = ""  # digest of what was merged beside its files
    woods: str = ""  # the last three are remembered in the manifest, for the next run
    alone: bool = False
    framework: bool | None = None
    documents: tuple[str, ...] = ()


def silent(phase: str, done: int, total: int) -> None:
    """Hear of progress and say nothing."""


def publish(
    place: Place,
    extraction: Extraction,
    checkout: Checkout,
    products: Products,
    settings: IndexSettings,
    progress: Progress = silent,
    *,
    fresh: bool = False,
    cut: bool = True,
) -> Manifest:
    """Write a new generation that answers by words, names and graph, make it current and return its manifest.

    Vectors of the generation before are carried over, so that its unchanged parts are still found by meaning; `fresh` leaves
    them behind. Chunks are made where there are some already or `cut` asks for them, as embedding will; word vectors where the
    products have a table. Raises `StoreError` when the index is busy or the disk refuses; the index is then as it was before.
    """
    seconds: dict[str, float] = {"extract": checkout.seconds}
    ordered = in_order(extraction)
    unused = partial(collect, place, products, list(manifests(place).values()), servers_of(place))
    with new_generation(place, settings.keep_generations, unused) as draft:
        before = None if fresh else _before(place, settings.chunk_tokens, products)
        cut = cut or (before is not None and before.manifest.cut)
        manifest, chunks = _Making(place, draft, checkout, products, settings, before, seconds, progress).write(ordered, cut)
        if before is not None:
            ids = (chunk.id for chunk in chunks)
            manifest = with_vectors_of(before.directory, before.manifest, place, draft, manifest, ids)
        manifest = replace(manifest, seconds=seconds)
        write_manifest(draft.directory, manifest)
    return manifest


@dataclass(frozen=True, slots=True)
class _Making:
    """A generation that is being made, and what it is made with."""

    place: Place
    draft: GenerationDraft
    checkout: Checkout
    products: Products
    settings: IndexSettings
    before: _Before | None
    seconds: dict[str, float]
    progress: Progress

    def write(self, ordered: Extraction, cut: bool) -> tuple[Manifest, Sequence[Chunk]]:
        """Write catalog, lexical index and word vectors; return the manifest without sentence vectors, and the chunks."""
        table = self.products.table() if self.products.table else None
        known = _known(self.before, cut, table)
        rows = [unit_row(unit) for unit in ordered.units]
        texts = IndexTexts(ordered.units, rows, self.settings.chunk_tokens, known, cut=cut, table=table)
        catalog = drafted_catalog(self.place, self.draft, self.products.catalog_name, self.products.catalog_at, self.products)
        with texts.making(), catalog.store.writer() as write:
            with self._phase("metrics"):
                metrics = measure(ordered.units, ordered.relations)
            with self._phase("catalog"):
                write(extracted_rows(ordered, rows, metrics))
                del rows, metrics
            words, lexical, chunks = self._searchable(texts)
            manifest = _manifest(self.place, self.draft, self.checkout, ordered, chunks, lexical, self.settings)
            manifest = catalog.named_by(replace(manifest, cut=cut))
            if table is not None:
                with self._phase("word vectors"):
                    since = self.before if known else None
                    manifest = _with_word_vectors(manifest, texts, since, self.draft, table, self.products)
            runs = [*(self.before.runs if self.before else ()), run_row(manifest, sum(self.seconds.values()))]
            documents = zip((unit.key for unit in ordered.units), words.joined, texts.made_of, strict=True)
            write(made_rows(documents, chunks, runs))
        return manifest, chunks

    def _searchable(self, texts: IndexTexts) -> tuple[Words, str, Sequence[Chunk]]:
        """Return the words of all units, the name of the lexical index that was made of them, and the chunks."""
        with self._phase("words"):
            words = texts.words()
        with self._phase("lexical"):
            lexical = write_lexical(self.draft, words, self.products)
        with self._phase("chunk"):
            return words, lexical, texts.chunks()

    def _phase(self, name: str) -> AbstractContextManager[None]:
        return timed(self.seconds, name, self.progress)


def _known(before: _Before | None, cut: bool, table: Embedder | None) -> Mapping[str, UnitTexts] | None:
    """Return what is known of the units; nothing when chunks or word vectors are wanted that the generation before lacks."""
    if before is None or (cut and not before.manifest.cut):
        return None
    return before.made if table is None or before.manifest.table == table.name else None


def _with_word_vectors(
    manifest: Manifest, texts: IndexTexts, before: _Before | None, draft: GenerationDraft, table: Embedder, products: Products
) -> Manifest:
    """Write the word vectors of all units; those of units that are as they were are taken from the generation before."""
    with ExitStack() as stores:

        def opened(directory: Path) -> VectorStore:
            return stores.enter_context(closing(products.vectors(WORD_STORE, StoreAddress(str(directory), WORD_VECTORS))))

        store, count = opened(draft.directory), 0
        for part in texts.vectors(opened(before.directory) if before else None):
            store.put(part.keys, part.matrix)
            count += len(part.keys)
    return replace(manifest, table=table.name, counts={**manifest.counts, "word_vectors": count})


def in_order(extraction: Extraction) -> Extraction:
    """Return the same in the order of the catalog, each unit and relation once.

    Of two units with one key the first in the order of files stays; the other becomes a problem that says so.
    """
    units: dict[str, CodeUnit] = {}
    problems = list(extraction.problems)
    for unit in sorted(extraction.units, key=attrgetter("key", "file_path", "start_line")):
        kept = units.setdefault(unit.key, unit)
        if kept is not unit:
            reason = f"another {unit.type} is called {unit.identifier} (in {kept.file_path}); this one is left out"
            problems.append(Problem(unit.file_path, "partial", reason, unit.start_line))
    relations: Iterable[Relation] = dict.fromkeys(extraction.relations)
    return replace(
        extraction,
        units=tuple(units.values()),
        relations=tuple(sorted(relations, key=_RELATION_ORDER)),
        history=tuple(sorted(extraction.history, key=attrgetter("unit_key"))),
        problems=tuple(sorted(problems, key=attrgetter("file_path", "line", "status", "reason"))),
    )


@contextmanager
def timed(seconds: dict[str, float], phase: str, progress: Progress) -> Iterator[None]:
    """Tell that a phase begins and ends, and note how long it took."""
    progress(phase, 0, 1)
    start = perf_counter()
    yield
    seconds[phase] = perf_counter() - start
    progress(phase, 1, 1)


def write_lexical(draft: GenerationDraft, words: Sequence[Sequence[str]], products: Products) -> str:
    """Write the lexical index of these documents into a draft, and return the name of the backend that made it."""
    index = products.lexical()
    index.build(words)
    folder = draft.directory / LEXICAL
    folder.mkdir()
    index.save(folder)
    return products.lexical_name


def _manifest(
    place: Place,
    draft: GenerationDraft,
    checkout: Checkout,
    extraction: Extraction,
    chunks: Sequence[Chunk],
    lexical: str,
    settings: IndexSettings,
) -> Manifest:
    types = Counter(unit.type for unit in extraction.units)
    tests = sum(unit.is_test and unit.type not in BY_PATH for unit in extraction.units)
    uses = sum(one.kind in DATA for one in extraction.relations)
    counts = {
        "units": len(extraction.units), "relations": len(extraction.relations) - uses, "chunks": len(chunks),
        "files": types["file"], "tests": tests, "vectors": 0,
        **({"column_uses": uses} if uses else {}),
    }  # fmt: skip
    return Manifest(
        schema=SCHEMA_VERSION, name=place.name, generation=draft.number, root=checkout.root, git_sha=checkout.git_sha,
        git_branch=checkout.git_branch, dirty=checkout.dirty, built_at=checkout.built_at, embedder="", dimensions=0,
        vectors="none", counts=counts,
        languages=dict(sorted(Counter(unit.language for unit in extraction.units if unit.language).items())),
        problems=dict(sorted(Counter(one.status for one in extraction.problems if one.status not in (FOREIGN, OLDER)).items())),
        tallies=extraction.tallies, fingerprint=checkout.fingerprint, lexical=lexical, chunk_tokens=settings.chunk_tokens,
        inputs=checkout.inputs, made_by=makers(settings.chunk_tokens), woods=checkout.woods,
        alone=checkout.alone, framework=checkout.framework, documents=checkout.documents, given_up=extraction.given_up,
    )  # fmt: skip


class _Before(NamedTuple):
    directory: Path
    manifest: Manifest
    runs: Sequence[Row]
    made: Mapping[str, UnitTexts]


def _before(place: Place, chunk_tokens: int, products: Products) -> _Before | None:
    current = place.current()
    if current is None:
        return None
    manifest = read_manifest(current)
    catalog = catalog_of(current, manifest, products).reader(manifest)
    try:
        return _Before(current, manifest, catalog.runs(), texts_before(catalog, chunk_tokens))
    finally:
        catalog.close()


def with_vectors_of(
    directory: Path, before: Manifest, place: Place, draft: GenerationDraft, manifest: Manifest, chunks: Iterable[str]
) -> Manifest:
    """Go on with the vectors of the generation before; they are complete when it was, with these chunks and no others.

    The store of one that was not holds vectors of chunks that are gone, until the next embedding deletes them.
    """
    if before.vectors == "none":
        return manifest
    had, wanted = read_vector_ids(directory), set(chunks)
    folder = address_of(place.directory, before).folder
    if had and folder is not None and not folder.is_dir():
        message = f"The index '{manifest.name}' has lost its vectors ({folder})."
        raise StoreError(f"{message} Run: orienteer index {manifest.root} --full")
    known = had & wanted
    complete = before.vectors == "complete" and len(had) == len(known) == len(wanted)
    write_vector_ids(draft.directory, known)
    return replace(
        manifest, embedder=before.embedder, dimensions=before.dimensions, vector_store=before.vector_store,
        vectors_at=before.vectors_at, vector_space=before.vector_space, vectors="complete" if complete else "partial",
        counts={**manifest.counts, "vectors": len(known)},
    )  # fmt: skip


def run_row(manifest: Manifest, seconds: float) -> Row:
    """Return the row of `runs` for a generation."""
    counts = manifest.counts
    return (
        manifest.generation, manifest.built_at, manifest.git_sha, manifest.git_branch, manifest.dirty, counts["units"],
        counts["relations"], counts["chunks"], seconds,
    )  # fmt: skip


def texts_before(catalog: Catalog, limit: int) -> Mapping[str, UnitTexts]:
    """Return what a catalog has of its units by key; nothing when it was made otherwise than is done now."""
    if catalog.manifest.made_by != makers(limit):
        return {}
    found = {key: UnitTexts(made_of, words) for key, made_of, words in catalog.made_words()}
    for chunk in catalog.all_chunks():
        found[chunk.unit_key].chunks.append(chunk)
    return found
