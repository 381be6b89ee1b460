"""Open a generation for reading."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import RLock

from core.errors import StoreError
from core.index.place import LEXICAL, WORD_STORE, WORD_VECTORS, Place, catalog_of, read_manifest
from core.index.vector_space import check_embedder, read_vectors
from core.model import Manifest
from core.ports import Catalog, Embedder, LexicalIndex, PieceEmbedder, Products, StoreAddress, VectorStore

_ATTEMPTS = 3  # a writer may replace the generation between reading the pointer and opening it


class Opened:
    """One generation, open for reading by any number of threads: the catalog at once, the rest when first asked for."""

    def __init__(self, directory: Path, products: Products) -> None:
        self.directory = directory
        self.manifest: Manifest = read_manifest(directory)
        self.catalog: Catalog = catalog_of(directory, self.manifest, products).reader(self.manifest)
        self._products = products
        self._opening = RLock()

    @cached_property
    def lexical(self) -> LexicalIndex:
        """The lexical index; raises `StoreError` when it is damaged."""
        with self._opening:
            self._check_kept()
            return read_lexical(self.directory, self.manifest, self.catalog, self._products)

    @cached_property
    def vectors(self) -> VectorStore | None:
        """The vectors, None when there are none yet; raises `StoreError` when another embedder made them."""
        with self._opening:
            if self.manifest.vectors == "none":
                return None
            check_embedder(self.manifest, self.embedder)
            self._check_kept()
            return read_vectors(self.directory, self.manifest, self._products)

    @cached_property
    def word_vectors(self) -> VectorStore | None:
        """The word vectors, None when there are none or another table made them than the one that reads questions now."""
        with self._opening:
            if self.table is None or self.table.name != self.manifest.table:
                return None
            self._check_kept()
            return self._products.vectors(WORD_STORE, StoreAddress(str(self.directory), WORD_VECTORS))

    @cached_property
    def table(self) -> PieceEmbedder | None:
        """The table of word pieces, which is loaded when it is first used; None where it is switched off."""
        return self._products.table() if self._products.table else None

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of the settings, which loads its model when it is first used."""
        return self._products.embedder()

    def _check_kept(self) -> None:
        """Raise `StoreError` when the generation was deleted, as later ones came, before this part of it was opened."""
        if not self.directory.is_dir():
            message = f"The index '{self.manifest.name}' was indexed again after it was opened, and its generation"
            raise StoreError(f"{message} {self.manifest.generation} was deleted. Open the index again.")

    def close(self) -> None:
        """Close the files; threads that are still reading get errors."""
        self.catalog.close()
        for name in ("vectors", "word_vectors"):
            store = self.__dict__.get(name)
            if store is not None:
                store.close()


def read_lexical(directory: Path, manifest: Manifest, catalog: Catalog, products: Products) -> LexicalIndex:
    """Return the lexical index of a generation; raises `StoreError` when it is damaged.

    One that another backend wrote is made again from the words in the catalog, which takes seconds in a large index.
    """
    index = products.lexical()
    if manifest.lexical == products.lexical_name:
        index.load(directory / LEXICAL)
    else:
        index.build(catalog.documents()[1])
    return index


def open_generation(directory: Path, products: Products) -> Opened:
    """Open one generation by its folder; raises `StoreError` when it is foreign, damaged or of another schema."""
    return Opened(directory, products)


def open_current(place: Place, products: Products, opened: Callable[[Path, Products], Opened] = Opened) -> Opened:
    """Open the current generation of an index, as what `opened` makes; raises `StoreError` also when there is none."""
    for attempt in range(_ATTEMPTS):
        directory = place.current()
        if directory is None:
            break
        try:
            return opened(directory, products)
        except StoreError:
            if attempt + 1 == _ATTEMPTS or place.current() == directory:
                raise
    raise StoreError(f"No index '{place.name}' in {place.home}. Run: orienteer index PATH --name {place.name}")
