"""What the facts of all files say to the router: which draw routes, which engines there are, what the models tell Devise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from core.extract.facts import FileFacts
from core.extract.rails.routes.reading import draws_routes, is_loaded
from core.extract.repository import Repository
from core.extract.ruby.evaluate.evaluator import evaluate
from core.extract.ruby.evaluate.kinds import Block, Frame, Value
from core.extract.ruby.evaluate.stored_trees import KeptNode, read_kept
from core.extract.ruby.words.inflect import Inflections

_METHOD = re.compile(r"^[ \t]*def (?:self\.)?([^\W\d]\w*[?!=]?)", re.MULTILINE)
_CONSTANT = re.compile(r"^[ \t]*([A-Z][A-Z\d_]*)[ \t]*=(?![=~>])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """A Ruby file that the application itself can load: no test, template or dummy application."""

    facts: FileFacts
    text: str

    @property
    def tree(self) -> KeptNode:
        """The tree of a file that draws routes."""
        return read_kept(self.facts.extra["routes"], self.text)

    def part(self, kind: str, name: str) -> KeptNode | None:
        """Return a method that may draw routes, or the value of a constant; none where nothing was kept of it."""
        tree = self.facts.extra.get(kind, {}).get(name)
        return read_kept(tree, self.text) if tree is not None else None


def loaded_ruby(repository: Repository) -> dict[str, LoadedFile]:
    """Return the Ruby files, by path, that the application itself can load."""
    return {
        facts.path: LoadedFile(facts, repository.texts[facts.path])
        for facts in repository.files
        if is_loaded(facts.path) and not facts.is_test
    }


def route_files(loaded: Mapping[str, LoadedFile]) -> list[str]:
    """Return the files that draw routes: the application's first, because its mounts say where engines live."""
    found = [path for path, file in loaded.items() if draws_routes(path, file.text)]
    return sorted(found, key=lambda path: ("Rails.application.routes" not in loaded[path].text, path.count("/"), path))


def file_finder(loaded: Mapping[str, LoadedFile]) -> Callable[[str, str], str]:
    """Return what finds `draw(:name)`: beside the asking file's `config`, else the only or first file of that name."""

    def find(name: str, asker: str) -> str:
        root = asker[: asker.rfind("config/")] if "config/" in asker else ""
        wanted = f"config/routes/{name}.rb"
        if root + wanted in loaded:
            return root + wanted
        return next((path for path in loaded if path == wanted or path.endswith("/" + wanted)), "")

    return find


def engine_modules(loaded: Mapping[str, LoadedFile], inflections: Inflections) -> dict[str, str]:
    """Return the constants of isolated engines with the module path of their controllers (`Spree::Core::Engine`: `spree`)."""
    said = (row for file in loaded.values() for row in file.facts.extra.get("engines", ()))
    return {constant: inflections.underscore(module) for constant, module in said}


def devise_reader(loaded: Mapping[str, LoadedFile]) -> Callable[[str], tuple[str, ...] | None]:
    """Return what tells the Devise modules of a class; none for a class that never calls `devise`."""
    modules: dict[str, tuple[str, ...]] = {}
    for file in loaded.values():
        for owner, named in file.facts.extra.get("devise", ()):
            modules[owner] = (*modules.get(owner, ()), *named)
    return lambda name: modules.get(name.removeprefix("::")) or modules.get(name.rsplit("::", 1)[-1])


def _places(loaded: Mapping[str, LoadedFile], written: re.Pattern[str]) -> dict[str, list[str]]:
    """Return the files that write each name, in their order: one pass for all names that a route file may ask for."""
    found: dict[str, list[str]] = {}
    for path, file in loaded.items():
        for name in dict.fromkeys(written.findall(file.text)):
            found.setdefault(name, []).append(path)
    return found


def method_reader(loaded: Mapping[str, LoadedFile], frame: Frame, asked: set[str]) -> Callable[[str], Block | None]:
    """Return what finds a method that draws routes and is written exactly once, in a module that extends the mapper.

    The files that are looked into are added to `asked`.
    """
    places = cache(lambda: _places(loaded, _METHOD))

    @cache
    def read(name: str) -> Block | None:
        paths = places().get(name, [])
        asked.update(paths[:1])
        node = loaded[paths[0]].part("route_methods", name) if len(paths) == 1 else None
        return Block(node, replace(frame, path=paths[0], variables={})) if node is not None else None

    return read


def constant_reader(loaded: Mapping[str, LoadedFile], asked: set[str]) -> Callable[[str], Value]:
    """Return what gives the literal value of a constant written in capitals exactly once; none for any other.

    The files that are looked into are added to `asked`.
    """
    places = cache(lambda: _places(loaded, _CONSTANT))

    @cache
    def assigned(name: str) -> Value:
        paths = places().get(name, []) if name.isupper() else []
        asked.update(paths[:1])
        node = loaded[paths[0]].part("route_constants", name) if len(paths) == 1 else None
        value = evaluate(node, Frame(paths[0])) if node is not None else None
        return value if isinstance(value, (str, int, list, dict)) else None

    return lambda name: assigned(name.rsplit("::", 1)[-1])
