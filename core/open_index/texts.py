"""The lines of indexed files, as they were when the index was made."""

from __future__ import annotations

from collections.abc import Iterable

from core.model import file_key
from core.ports import Catalog


class Texts:
    """Lines by file and number, read from the catalog file by file and kept."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._lines: dict[str, list[str]] = {}

    def line(self, path: str, number: int) -> str:
        """Return one line of an indexed file, stripped; empty when the index has no such line."""
        lines = self.lines(path)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def lines(self, path: str) -> list[str]:
        """Return all lines of an indexed file; none for a file that the index does not have."""
        if path not in self._lines:
            self.read([path])
        return self._lines[path]

    def read(self, paths: Iterable[str]) -> None:
        """Read the text of these files at once, so that `line` need not ask for each of them."""
        missing = [path for path in dict.fromkeys(paths) if path not in self._lines]
        if missing:
            units = self._catalog.units([file_key(path) for path in missing])
            found = {file.file_path: file.source_code.split("\n") for file in units}
            self._lines.update({path: found.get(path, []) for path in missing})
