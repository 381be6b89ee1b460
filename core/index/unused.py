"""What only generations had that are there no more."""

from __future__ import annotations

from collections.abc import Sequence

from core.index import vector_space
from core.index.catalog_space import collect_catalogs
from core.index.place import Place
from core.model import Manifest
from core.ports import Products


def collect(place: Place, products: Products, once: Sequence[Manifest], servers: set[tuple[str, str]]) -> None:
    """Delete vectors and catalogs that no kept generation uses; `once` and `servers` are those of earlier generations."""
    vector_space.collect(place, products, once)
    collect_catalogs(place, products, servers)
