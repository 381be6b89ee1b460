"""What the last generation says of files that were edited since."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from core.index.catalog.read import DuckCatalog
from core.index.catalog.schema import TABLES
from core.model import Chunk, CodeUnit, Manifest, Relation, UnitHead, unit_key


class LastGeneration:
    """The open catalog of a generation, asked by file."""

    def __init__(self, directory: Path, catalog: str, manifest: Manifest) -> None:
        self.directory = directory
        self.manifest = manifest
        self._catalog = DuckCatalog(directory / catalog, manifest)

    def close(self) -> None:
        """Let go of the catalog."""
        self._catalog.close()

    @property
    def tallies(self) -> Mapping[str, Mapping[str, int]]:
        """References by outcome, per linker."""
        return self.manifest.tallies

    @property
    def listed(self) -> list[Mapping[str, Any]]:
        """The examples of what was not resolved."""
        return [json.loads(details) for (details,) in self._catalog.rows("SELECT details FROM unresolved ORDER BY number")]

    def units_of(self, path: str) -> list[CodeUnit]:
        """Return the units that stand in the file, or have facts, places or texts of it, folders not included."""
        written = json.dumps(path, ensure_ascii=False)
        keys = self._catalog.rows(
            "SELECT key FROM units WHERE type != 'folder' AND (file_path = ? OR contains(metadata, ?) OR contains(spans, ?)) "
            "ORDER BY key",
            [path, written, written],
        )
        return self._catalog.units([key for (key,) in keys])

    def folders_of(self, paths: Iterable[str]) -> list[CodeUnit]:
        """Return the folders above files."""
        folders = {"/".join(path.split("/")[:depth]) for path in paths for depth in range(1, path.count("/") + 1)}
        return self._catalog.units(sorted(unit_key("folder", folder) for folder in folders))

    def units(self, keys: Iterable[str]) -> list[CodeUnit]:
        """Return the units with these keys."""
        return self._catalog.units(sorted(keys))

    def relations_of(self, path: str) -> list[Relation]:
        """Return the relations that the file shows, ordered by source, target, kind and line."""
        rows = self._catalog.rows("SELECT * FROM relations WHERE file_path = ? ORDER BY source, target, kind, line", [path])
        return [Relation(*row) for row in rows]

    def chunks(self, keys: Sequence[str]) -> list[Chunk]:
        """Return the chunks of units, in the order of the keys, then as they stand in the unit."""
        return self._catalog.chunks(keys)

    def known(self, keys: Iterable[str]) -> Set[str]:
        """Return which of the keys are those of units."""
        return {key for (key,) in self._catalog.rows("SELECT key FROM units WHERE key IN (SELECT unnest(?))", [list(keys)])}

    def has_problems(self, path: str) -> bool:
        """Tell whether the file was not read or linked whole."""
        return bool(self._catalog.rows("SELECT 1 FROM problems WHERE file_path = ?", [path]))

    def members_of(self, keys: Iterable[str]) -> list[UnitHead]:
        """Return the units directly inside of these."""
        names = ", ".join(f'"{name}"' for name in TABLES["units"].names[1:13])
        rows = self._catalog.rows(f"SELECT {names} FROM units WHERE parent IN (SELECT unnest(?))", [list(keys)])
        return [UnitHead(*row) for row in rows]
