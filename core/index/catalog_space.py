"""Where the catalog of a generation is: in its folder, or at a server in a namespace of its own.

A namespace has the mark of its index, so that no two of one name are taken for each other. It is whole before its generation
becomes current, and deleted when no generation names it any more that is kept.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import NamedTuple

from core.errors import StoreError
from core.index.generations import GenerationDraft
from core.index.place import CATALOG, Place
from core.index.vector_space import manifests, own_name
from core.model import Manifest
from core.ports import CatalogStore, Products, StoreAddress

_log = logging.getLogger(__name__)


class DraftedCatalog(NamedTuple):
    """The catalog that is written for a draft, and where it is."""

    store: CatalogStore
    name: str
    at: str
    space: str

    def named_by(self, manifest: Manifest) -> Manifest:
        """Return the manifest with the place of the catalog."""
        return replace(manifest, catalog=self.name, catalog_at=self.at, catalog_space=self.space)


def drafted_catalog(place: Place, draft: GenerationDraft, name: str, at: str, products: Products) -> DraftedCatalog:
    """Return the catalog for a draft, of this product and, unless that is empty, at this server."""
    space = f"{own_name(place, at)}-{draft.number:06}" if at else ""
    address = StoreAddress(at, space) if at else StoreAddress(str(draft.directory), CATALOG)
    return DraftedCatalog(products.catalog(name, address), name, at, space)


def check_catalog(products: Products) -> None:
    """Ask the server that the next catalog will be written to, if it is at one: before all is read that goes into it.

    Raises `SettingsError` when the address cannot be one of the product's, `StoreError` when the server is away.
    """
    if products.catalog_at:
        products.catalog(products.catalog_name, StoreAddress(products.catalog_at, CATALOG)).namespaces()


def collect_catalogs(place: Place, products: Products, once: set[tuple[str, str]]) -> None:
    """Delete the catalogs at servers that no kept generation uses.

    `once` are the products and servers of earlier generations. What cannot be deleted now is tried again the next time.
    """
    named = {(one.catalog, one.catalog_at, one.catalog_space) for one in manifests(place).values()}
    for name, at in sorted(once):
        ours = re.compile(rf"{re.escape(own_name(place, at))}-\d{{6}}")
        try:
            for namespace in products.catalog(name, StoreAddress(at, "any")).namespaces():
                if ours.fullmatch(namespace) and (name, at, namespace) not in named:
                    products.catalog(name, StoreAddress(at, namespace)).erase()
        except StoreError as problem:
            _log.warning("Catalogs of '%s' without a generation were not deleted: %s", place.name, problem)


def servers_of(place: Place) -> set[tuple[str, str]]:
    """Return the products and servers that have catalogs of the generations of an index."""
    return {(one.catalog, one.catalog_at) for one in manifests(place).values() if one.catalog_at}
