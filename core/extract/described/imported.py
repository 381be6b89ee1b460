"""What a file imports beside what it says itself: usings of a whole folder, and what the modules give that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from core.extract.facts import FileFacts

Imported: TypeAlias = Sequence[str | int]
"""A name in the file (or `*`, `**`, `use`), what it stands for, the line."""


def everywhere(files: Iterable[FileFacts]) -> list[tuple[str, str]]:
    """Return the namespaces that hold in a whole folder, as `global using` says, each with its folder."""
    rows = ((facts.path, row) for facts in files for row in facts.extra["imports"])
    return [(path.rpartition("/")[0], str(name)) for path, (alias, name, _) in rows if alias == "**"]


class ImportedNames:
    """The imports of files; in Elixir with those that `use ShopWeb, :controller` gives, which a macro of that module quotes."""

    def __init__(self, files: Mapping[str, FileFacts], types: Mapping[str, Sequence[tuple[str, int]]]) -> None:
        self._files = files
        self._types = types
        self._known: dict[str, Sequence[Imported]] = {}

    def of(self, facts: FileFacts) -> Sequence[Imported]:
        """Return what a file imports: what it says first."""
        if facts.path not in self._known:
            own: Sequence[Imported] = facts.extra["imports"]
            self._known[facts.path] = [*own, *self._given(own, {facts.path})] if facts.language == "elixir" else own
        return self._known[facts.path]

    def _given(self, rows: Sequence[Imported], seen: set[str]) -> Iterator[Imported]:
        for alias, name, _ in rows:
            places = self._types.get(str(name), ()) if alias == "use" else ()
            if places and places[0][0] not in seen:
                seen.add(places[0][0])
                given: Sequence[Imported] = self._files[places[0][0]].extra.get("given", ())
                yield from given
                yield from self._given(given, seen)
