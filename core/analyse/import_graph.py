"""Which module of Python imports which, as the statements name them, and the chains of imports between them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from core.model import Relation, unit_key

TYPES = ":types"
"""The end of a row of `imported` whose statement only type checkers read."""


@dataclass(frozen=True, slots=True)
class ImportingFile:
    """The module of a file and what its statements import: each `TARGET:LINE`, the path of a file or the name of a module."""

    key: str
    path: str
    rows: Sequence[str]


Edges = Mapping[str, Mapping[str, Sequence[Relation]]]


@dataclass(frozen=True, slots=True)
class ImportGraph:
    """The keys of modules by name, the lines of imports by importer and imported, and the packages that are asked for.

    `users` are the importers of each module.
    """

    modules: Mapping[str, str]  # key of the unit
    lines: Edges
    roots: Sequence[str]
    users: Mapping[str, Sequence[str]] = field(init=False)

    def __post_init__(self) -> None:
        users: dict[str, list[str]] = {}
        for importer in sorted(self.lines):
            for imported in self.lines[importer]:
                users.setdefault(imported, []).append(importer)
        object.__setattr__(self, "users", users)

    def has(self, module: str) -> bool:
        """Tell whether there is a module of this name."""
        return module in self.modules

    def is_internal(self, module: str) -> bool:
        """Tell whether a name belongs to one of the root packages."""
        return any(is_inside(module, root) for root in self.roots)

    def inside(self, package: str) -> set[str]:
        """Return a module and all that is inside of it."""
        return {one for one in self.modules if is_inside(one, package)}

    def children(self, package: str) -> set[str]:
        """Return the modules directly inside a package."""
        depth = package.count(".") + 1
        return {".".join(one.split(".")[: depth + 1]) for one in self.modules if one.startswith(f"{package}.")}

    def named(self, expression: str) -> set[str]:
        """Return the modules that an expression names: `*` is one part of a name, `**` several; a plain name is itself."""
        if "*" not in expression:
            return {expression}
        return {one for one in self.modules if _pattern(expression).fullmatch(one)}

    def all_named(self, expressions: Iterable[str]) -> set[str]:
        """Return the modules that any of the expressions names."""
        return {module for expression in expressions for module in self.named(expression)}

    def without(self, pairs: Iterable[tuple[str, str]]) -> tuple[ImportGraph, list[tuple[str, str]]]:
        """Return the graph without the imports that pairs of expressions name, and the pairs that name none."""
        gone: set[tuple[str, str]] = set()
        unmatched = []
        for source, target in pairs:
            found = {
                (importer, imported)
                for importer in self.named(source) & self.lines.keys()
                for imported in self.lines[importer]
                if imported in self.named(target)
            }
            gone |= found
            if not found:
                unmatched.append((source, target))
        lines = {
            importer: {imported: one for imported, one in row.items() if (importer, imported) not in gone}
            for importer, row in self.lines.items()
        }
        return ImportGraph(self.modules, lines, self.roots), unmatched

    def direct(self, sources: Collection[str], targets: Collection[str]) -> list[tuple[str, ...]]:
        """Return the imports that lead straight from one set to another, sorted."""
        return sorted((one, other) for one in sources for other in self.lines.get(one, ()) if other in targets)

    def chains(self, sources: Collection[str], targets: Collection[str], aside: Collection[str] = ()) -> list[tuple[str, ...]]:
        """Return the direct imports from sources to targets, and of each other source a shortest chain; none passes `aside`."""
        found = self.direct(sources, targets)
        reached = {one: "" for one in targets}
        waiting = deque(sorted(targets))
        while waiting:
            here = waiting.popleft()
            for one in self.users.get(here, ()):
                if one not in reached and one not in aside:
                    reached[one] = here
                    if one not in sources:  # what leads on from there is told of that source
                        waiting.append(one)
        straight = {one[0] for one in found}
        for one in sorted(sources):
            if one in reached and one not in straight and reached[one]:
                chain = [one]
                while reached[chain[-1]]:
                    chain.append(reached[chain[-1]])
                found.append(tuple(chain))
        return found


def is_inside(module: str, package: str) -> bool:
    """Tell whether a module is a package or lies below it."""
    return module == package or module.startswith(f"{package}.")


@cache
def _pattern(expression: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*?)", expression)
    signs = {"*": r"[^.]+", "**": r"[^.]+(?:\.[^.]+)*"}
    return re.compile("".join(signs.get(part) or re.escape(part) for part in parts))


def import_graph(
    files: Sequence[ImportingFile], roots: Sequence[str], near: str, *, externals: bool, types: bool
) -> ImportGraph:
    """Return the graph of the root packages, which lie anywhere in the checkout, those nearest to the folder `near` first.

    With `externals` other packages are modules too, each by its first name; without `types` what only type checkers read is
    left out. As for Python, a folder without `__init__.py` inside of a package is none of it.
    """
    packages = {file.path.rpartition("/")[0] for file in files if file.path.endswith("/__init__.py")}
    names: dict[str, str] = {}
    for root in roots:
        for top in _tops(root, [file.path for file in files], packages, near):
            for file in files:
                if file.path.startswith(f"{top}/") and (name := _name(file.path, top, root, packages)):
                    names.setdefault(file.path, name)
    keys = {file.path: file.key for file in files}
    modules = {name: keys[path] for path, name in names.items()}
    lines: dict[str, dict[str, list[Relation]]] = {}
    for file in files:
        for row in file.rows if file.path in names else ():
            is_for_types = row.endswith(TYPES)
            target, _, line = row.removesuffix(TYPES).rpartition(":")
            imported = names.get(target, "" if target.endswith(".py") else target.split(".")[0])
            if not imported or (is_for_types and not types) or (target not in names and not externals):
                continue
            modules.setdefault(imported, unit_key("module", imported))
            importer = names[file.path]
            if imported != importer:
                one = Relation(file.key, modules[imported], "imports", file.path, int(line))
                lines.setdefault(importer, {}).setdefault(imported, []).append(one)
    return ImportGraph(modules, lines, tuple(roots))


def _tops(root: str, paths: Iterable[str], packages: Collection[str], near: str) -> list[str]:
    """Return the folders that a root package has: one with `__init__.py`, else all that a namespace may have."""
    marked = f"/{root.replace('.', '/')}/"
    places = re.compile(f"(?={re.escape(marked)})")
    tops = {f"/{path}"[1 : at.start() + len(marked) - 1] for path in paths for at in places.finditer(f"/{path}")}
    beside = f"{near}/" if near else ""
    whole = sorted(tops & set(packages), key=lambda top: (not top.startswith(beside), top.count("/"), top))
    return whole[:1] or sorted(tops)


def _name(path: str, top: str, root: str, packages: Collection[str]) -> str:
    """Return the name of a module below the folder of a root package, empty if it is none of it."""
    folder, _, file = path.rpartition("/")
    stem = file.removesuffix(".py")
    inner = folder[len(top) + 1 :].split("/") if folder != top else []
    if "." in stem or not all(part.isidentifier() for part in inner):
        return ""
    seen = top in packages
    for number in range(len(inner)):
        here = f"{top}/{'/'.join(inner[: number + 1])}"
        if here in packages:
            seen = True
        elif seen:
            return ""
    return ".".join([root, *inner, *([] if stem == "__init__" else [stem])])
