"""Move the current generation of an index to other stores, as the next one: nothing is read or embedded again."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial

from core.index.caches import VectorsFile
from core.index.catalog_space import check_catalog, drafted_catalog, servers_of
from core.index.embed import VECTORS_CACHE, embed_pending, link_words, remember_vectors
from core.index.generations import new_generation
from core.index.opening import Opened, open_current
from core.index.place import Place, write_manifest
from core.index.publishing import silent, with_vectors_of
from core.index.unused import collect
from core.index.vector_space import check_embedder, manifests
from core.model import Manifest
from core.ports import Products, Progress


def migrate(place: Place, products: Products, keep: int, progress: Progress = silent) -> Manifest:
    """Publish the current generation with catalog and vectors in the stores of the products, and return its manifest.

    What lies there already is left alone; the stores before serve the older generations until these are forgotten. Raises
    `StoreError` when the index is busy, when another embedder made its vectors, or when a store cannot be read or written; the
    index is then as it was before, or has its catalog moved and its vectors not yet, and the next run goes on.
    """
    check_catalog(products)
    with closing(open_current(place, products)) as opened:
        before = opened.manifest
        if before.vectors != "none":
            check_embedder(before, products.embedder())
            _remember_vectors(place, opened, progress)
        if (before.catalog, before.catalog_at) != (products.catalog_name, products.catalog_at):
            _move_catalog(place, opened, products, keep, progress)
    if before.vectors == "none":
        return _current(place, products)
    return embed_pending(place, products, keep, progress)


def _current(place: Place, products: Products) -> Manifest:
    with closing(open_current(place, products)) as opened:
        return opened.manifest


def _move_catalog(place: Place, opened: Opened, products: Products, keep: int, progress: Progress) -> None:
    unused = partial(collect, place, products, list(manifests(place).values()), servers_of(place))
    with new_generation(place, keep, unused) as draft:
        progress("catalog", 0, 1)
        catalog = drafted_catalog(place, draft, products.catalog_name, products.catalog_at, products)
        with catalog.store.writer() as write:
            write(opened.catalog.tables())
        link_words(opened.directory, draft.directory)
        manifest = replace(catalog.named_by(opened.manifest), generation=draft.number)
        chunks = opened.catalog.chunk_hashes()
        write_manifest(draft.directory, with_vectors_of(opened.directory, opened.manifest, place, draft, manifest, chunks))
        progress("catalog", 1, 1)


def _remember_vectors(place: Place, opened: Opened, progress: Progress) -> None:
    """Take those vectors from the store that are known nowhere else, so that they need not be made again."""
    with VectorsFile(place.cache / VECTORS_CACHE, opened.manifest.embedder) as cache:
        remember_vectors(cache, opened, progress)
