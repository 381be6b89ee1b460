"""Take an index away, with all that it has elsewhere."""

from __future__ import annotations

import shutil

from core.errors import StoreError, cause
from core.index.catalog_space import servers_of
from core.index.generations import writer
from core.index.place import Place
from core.index.unused import collect
from core.index.vector_space import manifests
from core.ports import Products


def remove_index(place: Place, products: Products) -> None:
    """Delete every generation of an index, its vectors and catalogs at servers, and its folder.

    Raises `StoreError` when there is no such index, while another process writes it, and when the disk refuses. Who has it
    open reads on until it is closed.
    """
    if not place.pointer.exists():
        raise StoreError(f"No index '{place.name}' in {place.home}.")
    try:
        with writer(place):
            once, servers = list(manifests(place).values()), servers_of(place)
            place.pointer.unlink()
            shutil.rmtree(place.generations)
            collect(place, products, once, servers)
        shutil.rmtree(place.directory)
    except OSError as problem:
        raise StoreError(
            f"The index '{place.name}' cannot be removed: {cause(problem)}. Remove {place.directory}."
        ) from problem
