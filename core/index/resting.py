"""Generations whose catalogs are open only while they are read: many at once take more memory than all that they say."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import cast

from core.index.opening import Opened
from core.index.place import catalog_of, read_manifest
from core.model import Manifest
from core.ports import Catalog, Products

MANY = 32
"""Catalogs that may all be open at once; each of DuckDB takes some eight megabytes, and to open it again takes time."""
AT_ONCE = 8
"""Catalogs that are open at the same time where there are more."""


class OpenCatalogs:
    """The catalogs that were read last, so many as may be open at once."""

    def __init__(self, most: int = AT_ONCE) -> None:
        self._most = most
        self._open: OrderedDict[object, Catalog] = OrderedDict()

    def opened(self, owner: object, open_: Callable[[], Catalog]) -> Catalog:
        """Return the catalog of an owner, opened if it is not; the one that was read longest ago is closed for it."""
        if owner not in self._open:
            while len(self._open) >= self._most:
                self._open.popitem(last=False)[1].close()
            self._open[owner] = open_()
        self._open.move_to_end(owner)
        return self._open[owner]

    def close(self, owner: object) -> None:
        """Close the catalog of an owner if it is open."""
        if (catalog := self._open.pop(owner, None)) is not None:
            catalog.close()


class RestingCatalog:
    """A catalog that is opened when it is asked, and closed when others are; what it gives must be taken at once."""

    def __init__(self, manifest: Manifest, open_: Callable[[], Catalog], others: OpenCatalogs) -> None:
        self.manifest = manifest
        self._reader, self._others = open_, others

    def __getattr__(self, name: str) -> object:
        return getattr(self._others.opened(self, self._reader), name)

    def close(self) -> None:
        """Close it, until it is asked again."""
        self._others.close(self)


class RestingGeneration(Opened):
    """A generation whose catalog rests among others; one thread may read it, and nobody may delete it meanwhile."""

    def __init__(self, directory: Path, products: Products, others: OpenCatalogs) -> None:
        self.directory = directory
        self.manifest = read_manifest(directory)
        store = catalog_of(directory, self.manifest, products)
        self.catalog = cast("Catalog", RestingCatalog(self.manifest, lambda: store.reader(self.manifest), others))
        self._products = products
        self._opening = RLock()
