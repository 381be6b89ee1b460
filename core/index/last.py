"""What the last generation says of files that were edited since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path

from core.index.opening import read_lexical
from core.index.place import catalog_of
from core.model import COLUMN, ROWS, Chunk, CodeUnit, Manifest, Relation, UnitHead, column_key, split_key, unit_key
from core.ports import LexicalIndex, Products


class LastGeneration:
    """The open catalog of a generation, asked by file."""

    def __init__(self, directory: Path, manifest: Manifest, products: Products) -> None:
        self.directory = directory
        self.manifest = manifest
        self._catalog, self._products = catalog_of(directory, manifest, products).reader(manifest), products

    def close(self) -> None:
        """Let go of the catalog."""
        self._catalog.close()

    def lexical(self) -> LexicalIndex:
        """Return the lexical index; raises `StoreError` when it is damaged."""
        return read_lexical(self.directory, self.manifest, self._catalog, self._products)

    @property
    def tallies(self) -> Mapping[str, Mapping[str, int]]:
        """References by outcome, per linker."""
        return self.manifest.tallies

    @property
    def listed(self) -> Sequence[Mapping[str, object]]:
        """The examples of what was not resolved."""
        return self._catalog.unresolved()

    def units_of(self, path: str) -> list[CodeUnit]:
        """Return the units that stand in the file, or have facts, places or texts of it, folders not included."""
        return self._catalog.units_in(path)

    def folders_of(self, paths: Iterable[str]) -> list[CodeUnit]:
        """Return the folders above files."""
        folders = {"/".join(path.split("/")[:depth]) for path in paths for depth in range(1, path.count("/") + 1)}
        return self._catalog.units(sorted(unit_key("folder", folder) for folder in folders))

    def units(self, keys: Iterable[str]) -> list[CodeUnit]:
        """Return the units with these keys."""
        return self._catalog.units(sorted(keys))

    def relations_of(self, path: str) -> list[Relation]:
        """Return the relations that the file shows, ordered by source, target, kind and line."""
        return self._catalog.relations_in(path)

    def chunks(self, keys: Sequence[str]) -> list[Chunk]:
        """Return the chunks of units, in the order of the keys, then as they stand in the unit."""
        return self._catalog.chunks(keys)

    def known(self, keys: Iterable[str]) -> Set[str]:
        """Return which of the keys are those of units or of columns."""
        asked = list(keys)
        columns = {key for key in asked if split_key(key)[0] == COLUMN}
        return self._catalog.known(asked) | (columns & self._columns if columns else columns)

    @cached_property
    def _columns(self) -> Set[str]:
        columns = [(split_key(table)[1], name) for table, name in self._catalog.table_columns()]
        return {column_key(table, name) for table, own in columns for name in (own, ROWS)}

    def has_problems(self, path: str) -> bool:
        """Tell whether the file was not read or linked whole."""
        return self._catalog.has_problems(path)

    def members_of(self, keys: Iterable[str]) -> list[UnitHead]:
        """Return the units directly inside of these."""
        return self._catalog.heads_inside(list(keys))
