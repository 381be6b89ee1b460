"""Give the current generation its vectors, at leisure: nobody waits for them and an interruption loses one batch at most."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from core.errors import StoreError
from core.index.caches import VectorsFile
from core.index.catalog_space import drafted_catalog, servers_of
from core.index.generations import new_generation
from core.index.opening import Opened, open_current
from core.index.place import LEXICAL, WORD_VECTORS, Place, catalog_address, write_manifest, write_vector_ids
from core.index.publishing import silent
from core.index.unused import collect
from core.index.vector_space import in_collection, manifests, written_vectors
from core.model import Manifest
from core.ports import Catalog, Embedder, Products, Progress, SendingEmbedder, TextStore, VectorStore, ids_of

if TYPE_CHECKING:
    from core.ports import Vectors

_BATCH = 128  # texts between two commits: two to three seconds of work
_READ = 5000  # vectors that are read from a store at once
_STORED = 2000  # vectors that are handed to the store at once
VECTORS_CACHE = "vectors.sqlite"
"""The file of the cache that keeps the vectors of texts, whatever store has them."""


class _Overtaken(Exception):
    """Another process has published a generation since this one's texts were listed."""


_Batches = Iterator[tuple[list[str], list[str]]]
Elsewhere = Callable[[_Batches], Iterator[tuple[list[str], "Vectors"]]]
"""What embeds batches elsewhere: it takes hashes with their texts, and yields hashes with vectors as they come."""


def embed_pending(
    place: Place, products: Products, keep: int, progress: Progress = silent, elsewhere: Elsewhere | None = None
) -> Manifest:
    """Embed what has no vector yet, publish a generation with all vectors and return its manifest.

    Texts that were ever embedded for this index are not embedded again. When another process publishes a generation
    meanwhile, its texts are embedded too. Nothing is written when the vectors are complete already. Raises `StoreError` when
    there is no index, when it is busy at the end or when the disk refuses; what was embedded is kept for the next time.
    """
    embedder = products.embedder()
    while True:
        with closing(open_current(place, products)) as opened:
            if _is_complete(place, opened.manifest, embedder, products):
                return opened.manifest
            if not opened.manifest.cut:
                message = f"The index '{place.name}' has no chunks to embed: another run has published it without."
                raise StoreError(f"{message} Run: orienteer index {opened.manifest.root}")
            with VectorsFile(place.cache / VECTORS_CACHE, embedder.name) as cache:
                start = perf_counter()
                _embed_missing(opened.catalog, cache, embedder, progress, elsewhere)
                try:
                    return _publish(place, opened, cache, embedder, products, keep, start, progress)
                except _Overtaken:
                    continue


def _is_complete(place: Place, manifest: Manifest, embedder: Embedder, products: Products) -> bool:
    made_by = (manifest.vectors, manifest.embedder, manifest.vector_store, manifest.vectors_at)
    wanted = ("complete", embedder.name, products.vectors_name, products.vectors_at)
    return made_by == wanted and in_collection(place, manifest, products)


def _embed_missing(
    catalog: Catalog, cache: VectorsFile, embedder: Embedder, progress: Progress, elsewhere: Elsewhere | None
) -> None:
    missing = cache.missing(list(catalog.chunk_hashes().values()))
    if isinstance(embedder, SendingEmbedder):
        slices = (missing[start : start + _STORED] for start in range(0, len(missing), _STORED))
        embedder.check_agreed(text for some in slices for text in catalog.texts(some).values())
    if missing:
        progress("embed", 0, len(missing))
    done = 0
    for batch, vectors in (elsewhere or _here(embedder))(_batches(catalog, missing)):
        cache.put(batch, vectors)
        done += len(batch)
        progress("embed", done, len(missing))


def _batches(catalog: Catalog, missing: Sequence[str]) -> _Batches:
    for start in range(0, len(missing), _BATCH):
        batch = list(missing[start : start + _BATCH])
        texts = catalog.texts(batch)
        yield batch, [texts[hash_] for hash_ in batch]


def _here(embedder: Embedder) -> Elsewhere:
    return lambda batches: ((batch, embedder.embed(texts)) for batch, texts in batches)


def _publish(
    place: Place, opened: Opened, cache: VectorsFile, embedder: Embedder, products: Products, keep: int, start: float,
    progress: Progress,
) -> Manifest:  # fmt: skip
    """Write the generation with vectors; raises `_Overtaken` when the opened one is no longer current."""
    unused = partial(collect, place, products, list(manifests(place).values()), servers_of(place))
    with new_generation(place, keep, unused) as draft:
        if place.current() != opened.directory:
            raise _Overtaken
        catalog = drafted_catalog(place, draft, opened.manifest.catalog, opened.manifest.catalog_at, products)
        catalog.store.begin_as(catalog_address(opened.directory, opened.manifest))
        link_words(opened.directory, draft.directory)
        hashes = opened.catalog.chunk_hashes()
        with written_vectors(place, draft.number, opened.manifest, products, embedder) as drafted:
            _fill(drafted.store, hashes, opened, cache, progress)
        write_vector_ids(draft.directory, hashes)
        manifest = replace(
            catalog.named_by(opened.manifest), generation=draft.number, embedder=embedder.name, dimensions=embedder.dimensions,
            vectors="complete", vector_store=products.vectors_name, vectors_at=products.vectors_at,
            vector_space=drafted.namespace,
            counts={**opened.manifest.counts, "vectors": len(hashes), **_masked(embedder)},
            seconds={**opened.manifest.seconds, "vectors": perf_counter() - start},
        )  # fmt: skip
        write_manifest(draft.directory, manifest)
    cache.forget(set(hashes.values()))
    return manifest


def _masked(embedder: Embedder) -> dict[str, int]:
    """Return how many secrets were masked in what has just been sent; nothing when none were."""
    return {"masked": embedder.masked} if isinstance(embedder, SendingEmbedder) and embedder.masked else {}


def link_words(before: Path, after: Path) -> None:
    """Give the new generation the same words and word vectors; they never change, so that one copy serves both."""
    folders = [before / name for name in (LEXICAL, WORD_VECTORS) if (before / name).is_dir()]
    for folder in folders:
        (after / folder.name).mkdir()
    for source in (path for folder in folders for path in sorted(folder.iterdir())):
        target = after / source.relative_to(before)
        try:
            target.hardlink_to(source)
        except OSError:  # a file system without hard links
            shutil.copy2(source, target)


def _fill(store: VectorStore, hashes: dict[str, str], opened: Opened, cache: VectorsFile, progress: Progress) -> None:
    """Make the store hold these chunks; a chunk's id changes with its text, so known ids are up to date.

    What is known of them may have changed all the same. A store that only this generation has is rid of all others.
    """
    known, about = ids_of(store), opened.catalog.points()
    if not store.shared:
        store.drop(sorted(known.difference(hashes)))
    same = [id_ for id_ in hashes if id_ in known]
    said = store.metadata(same)
    other = [id_ for id_ in same if said[id_] != about[id_]]
    if other:
        store.describe(other, [about[id_] for id_ in other])
    new = [id_ for id_ in hashes if id_ not in known]
    if new:
        progress("vectors", 0, len(new))
    for start, end in pairwise([*range(0, len(new), _STORED), len(new)]):
        ids = new[start:end]
        if isinstance(store, TextStore):
            store.tell(opened.catalog.chunk_texts(ids))
        store.put(ids, _matrix([hashes[id_] for id_ in ids], cache), [about[id_] for id_ in ids])
        progress("vectors", end, len(new))


def remember_vectors(cache: VectorsFile, opened: Opened, progress: Progress = silent) -> None:
    """Copy the vectors of an open generation that only its store has into the cache."""
    hashes = opened.catalog.chunk_hashes()
    missing = set(cache.missing(list(hashes.values())))
    ids = [id_ for id_, hash_ in hashes.items() if hash_ in missing]
    for start in range(0, len(ids), _READ):
        progress("vectors", start, len(ids))
        stored = opened.vectors.get(ids[start : start + _READ]) if opened.vectors is not None else {}
        known = {hashes[id_]: vector for id_, vector in stored.items()}
        if known:
            cache.put(list(known), np.stack(list(known.values())))


def _matrix(hashes: Sequence[str], cache: VectorsFile) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    vectors = cache.get(hashes)
    if len(vectors) < len(set(hashes)):
        raise StoreError("The vector cache was emptied during the run. Run the command again.")
    return np.stack([vectors[hash_] for hash_ in hashes])
