"""The modules of all Rust files: their items, inner modules and used names, before any name is followed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.extract.facts import FileFacts
from core.extract.meaning import MODULE, Meaning
from core.extract.rust.crates import CrateModule, Crates
from core.extract.rust.uses import UsedPath

_WHOLE = -2


class RustScope(NamedTuple):
    """One module, as a file or inside a file (`number` is its definition there), or a function with uses of its own."""

    file: str
    number: int


def whole(path: str) -> RustScope:
    """Return the scope that stands for all places of the module with this path."""
    return RustScope(path, _WHOLE)


class RustModules:
    """All modules of a repository by path and by place."""

    def __init__(self, crates: Crates, files: Sequence[FileFacts]) -> None:
        self.files = {facts.path: facts for facts in files}
        self.places: Mapping[str, CrateModule] = crates.places(self.files)
        self.crates = crates.names
        self.scopes: dict[str, list[RustScope]] = defaultdict(list)
        self.items: dict[RustScope, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.uses: dict[RustScope, dict[str, list[UsedPath]]] = defaultdict(lambda: defaultdict(list))
        self.children: dict[str, set[str]] = defaultdict(set)
        self._macros: dict[str, dict[str, list[Meaning]]] = defaultdict(lambda: defaultdict(list))
        for facts in files:
            self._arrange(facts)
        for path in sorted(self.scopes):
            while "::" in path:
                path, _, name = path.rpartition("::")
                self.children[path].add(name)

    def _arrange(self, facts: FileFacts) -> None:
        self.scopes[self.places[facts.path].path].append(RustScope(facts.path, MODULE))
        for number, definition in enumerate(facts.definitions):
            parent = definition.parent
            if definition.kind == "macro":
                self._macros[definition.name][facts.path].append(Meaning("item", facts.path, number))
            elif definition.kind != "impl" and self.is_module(facts.path, parent):
                self.items[RustScope(facts.path, parent)][definition.name].append(number)
            if definition.kind == "module":
                self.scopes[self.path(facts.path, number)].append(RustScope(facts.path, number))
        for row in facts.extra["uses"]:
            use = UsedPath(*row)
            self.uses[RustScope(facts.path, use.scope)][use.alias].append(use)

    def is_module(self, file: str, number: int) -> bool:
        """Tell whether a scope is a module, as a file or inside one."""
        return number == MODULE or self.files[file].definitions[number].kind == "module"

    def path(self, file: str, number: int) -> str:
        """Return the path of the module that a definition is in, its own path if it is one."""
        definitions = self.files[file].definitions
        names = []
        while number != MODULE:
            if definitions[number].kind == "module":
                names.append(definitions[number].name)
            number = definitions[number].parent
        return "::".join((self.places[file].path, *reversed(names)))

    def around(self, file: str, number: int) -> int:
        """Return the number of the module that a scope is or is in."""
        while not self.is_module(file, number):
            number = self.files[file].definitions[number].parent
        return number

    def child(self, path: str, name: str) -> Meaning | None:
        """Return the inner module of that name, None if there is none."""
        return Meaning("module", f"{path}::{name}") if name in self.children.get(path, ()) else None

    def own(self, scope: RustScope, name: str) -> Meaning | None:
        """Return the item or inner module of that name in a scope, None if it has none."""
        if scope.number == _WHOLE:
            return self.child(scope.file, name)
        if numbers := self.items.get(scope, {}).get(name):
            if self.files[scope.file].definitions[numbers[0]].kind == "module":
                return Meaning("module", self.path(scope.file, numbers[0]))
            return Meaning("item", scope.file, numbers[0])
        return self.child(self.path(scope.file, scope.number), name)

    def macro(self, name: str, file: str) -> Meaning:
        """Return the macro that a file gets by a name: its own, else the only one in the repository."""
        found = self._macros.get(name, {})
        here = found.get(file) or [one for places in found.values() for one in places]
        if len(here) == 1:
            return here[0]
        return Meaning("ambiguous", name) if here else Meaning("external", name)

    def all_uses(self) -> Iterator[tuple[str, UsedPath]]:
        """Yield every use with its file, ordered by file and place."""
        for file in sorted(self.files):
            for row in self.files[file].extra["uses"]:
                yield file, UsedPath(*row)

    def names(self, scopes: Iterator[RustScope]) -> dict[RustScope, set[str]]:
        """Return by scope the names that it has without stars."""
        found = {}
        for scope in scopes:
            if scope.number == _WHOLE:
                found[scope] = set(self.children.get(scope.file, ())) if scope.file not in self.scopes else set()
                continue
            inner = self.children.get(self.path(scope.file, scope.number), ())
            found[scope] = {*self.items.get(scope, ()), *inner, *self.uses.get(scope, ())} - {"*"}
        return found
