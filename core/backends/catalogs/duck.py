"""Catalogs in files of DuckDB, which answers questions over whole tables fastest: a file for each, `NAMESPACE.duckdb`."""

from __future__ import annotations

from contextlib import AbstractContextManager

from core.backends.catalogs.duck_editing import DuckEditor, duck_copy
from core.backends.catalogs.duck_reading import DuckCatalog
from core.backends.catalogs.duck_writing import duck_writer
from core.backends.catalogs.files import FileStore, file_at
from core.model import Manifest
from core.ports import StoreAddress, WriteTables


class DuckStore(FileStore):
    """The catalog at an address, in a file."""

    ending = "duckdb"

    def reader(self, manifest: Manifest) -> DuckCatalog:
        """Open it for reading; raises `StoreError` when it is damaged or not there."""
        return DuckCatalog(self._path, manifest)

    def writer(self) -> AbstractContextManager[WriteTables]:
        """Create the file and give what writes tables into it; raises `StoreError` when it cannot be written."""
        return duck_writer(self._path)

    def editor(self, before: StoreAddress) -> AbstractContextManager[DuckEditor]:
        """Copy the catalog at another address and give what changes the copy."""
        return duck_copy(file_at(before, self.ending), self._path)
