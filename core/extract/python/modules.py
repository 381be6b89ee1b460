"""Which file is which module, and which module an import means."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from core.extract.facts import FileFacts

_SOURCE_FOLDERS = ("src", "lib", "python")
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
AMBIGUOUS = "?"
"""What `Modules.find` answers when several modules fit equally well."""


class PythonModules:
    """The modules of a repository by path and by name; a module's own name is unique unless two files are one module.

    `linked` are files by the paths under which links show them: they can be imported by these, too.
    """

    def __init__(self, files: Sequence[FileFacts], all_paths: Iterable[str], linked: Mapping[str, str]) -> None:
        own = [facts.path for facts in files]
        self._folders_with_init = {
            path.rpartition("/")[0] for path in (*own, *linked) if path.rpartition("/")[2] in ("__init__.py", "__init__.pyi")
        }
        self._projects = {path.rpartition("/")[0] for path in all_paths if path.rpartition("/")[2] in _PROJECT_FILES} | {""}
        self.names = self._named(own)
        shown = {path: self.names[target] for path, target in linked.items() if target in self.names} | self.names
        self.packages = {self.names[facts.path] for facts in files if facts.path.rpartition("/")[2].startswith("__init__.")}
        self._folders = {name: path.rpartition("/")[0] for path, name in reversed(self.names.items())}
        self._by_stem = {_stem(path): name for path, name in reversed(shown.items())}
        self._inner: dict[str, list[str]] = defaultdict(list)
        for stem in sorted(self._by_stem):
            folder, _, name = stem.rpartition("/")
            self._inner[folder].append(name)
        self._find = lru_cache(maxsize=None)(self._nearest)
        self._by_suffix: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for path, name in sorted(shown.items()):
            for start, suffix in self._import_names(path):
                self._by_suffix[suffix][start].append(name)
        self._anywhere: dict[str, list[str]] = {}

    def find(self, name: str, importer: str) -> str:
        """Return the own name of the module that `importer` (a module's own name) gets for an absolute import.

        Empty if the repository has none, `AMBIGUOUS` if several are equally near.
        """
        return self._find(name, self._folders[importer]) if name in self._by_suffix else ""

    def _nearest(self, name: str, here: str) -> str:
        starts = self._by_suffix[name]
        while here and here not in starts:
            here = here.rpartition("/")[0]
        if here:
            found = sorted(set(starts[here]))
        else:
            if name not in self._anywhere:
                importable = (modules for start, modules in starts.items() if self._is_importable(start, name))
                self._anywhere[name] = sorted({module for modules in importable for module in modules})
            found = self._anywhere[name]
        return "" if not found else found[0] if len(found) == 1 else AMBIGUOUS

    def relative(self, module: str, importer: str) -> str:
        """Return the own name of the module that a relative import (`..a.b`) stands for, empty if there is none."""
        rest = module.lstrip(".")
        folder = self._folders[importer]
        for _ in range(len(module) - len(rest) - 1):
            folder = folder.rpartition("/")[0]
        return self._by_stem.get("/".join(part for part in (folder, rest.replace(".", "/")) if part), "")

    def child(self, package: str, name: str) -> str:
        """Return the own name of a package's module or inner package, empty if it has none of that name."""
        return self._by_stem.get(f"{self._folders[package]}/{name}".lstrip("/"), "") if package in self.packages else ""

    def children(self, package: str) -> Sequence[str]:
        """Return the names of a package's modules and inner packages."""
        return self._inner.get(self._folders[package], ()) if package in self.packages else ()

    def _named(self, paths: Sequence[str]) -> dict[str, str]:
        """Name modules from their top package on; where two would be called the same, the deeper one by its whole path."""
        taken: dict[str, str] = {}
        names: dict[str, str] = {}
        for path in sorted(paths, key=lambda path: (path.count("/"), path)):
            name = _dotted(path, self._root_of(path))
            holder = taken.setdefault(name, self._root_of(path))
            names[path] = name if holder == self._root_of(path) else _dotted(path, "")
        return names

    def _root_of(self, path: str) -> str:
        """Return the folder from which a file's module is named."""
        folder = path.rpartition("/")[0]
        if folder in self._folders_with_init:
            while folder in self._folders_with_init and folder:
                folder = folder.rpartition("/")[0]
            return folder
        while folder not in self._projects:
            if folder.rpartition("/")[2] in _SOURCE_FOLDERS:
                return folder
            folder = folder.rpartition("/")[0]
        inner = path[len(folder) + 1 :] if folder else path
        first = inner.split("/")[0]
        return f"{folder}/{first}".lstrip("/") if first in _SOURCE_FOLDERS and "/" in inner else folder

    def _import_names(self, path: str) -> Iterable[tuple[str, str]]:
        """Yield every (folder, name) under which a file can be imported: from each folder above it that is no package."""
        folder = path.rpartition("/")[0]
        while True:
            if folder not in self._folders_with_init:
                yield folder, _dotted(path, folder)
            if not folder:
                return
            folder = folder.rpartition("/")[0]

    def _is_importable(self, start: str, name: str) -> bool:
        """Tell whether a name can be imported from a folder by modules that are not below it."""
        if start == "":
            return True
        first = name.split(".")[0]
        is_package = f"{start}/{first}" in self._folders_with_init
        if first in sys.stdlib_module_names:
            return False
        return is_package or start in self._projects or start.rpartition("/")[2] in _SOURCE_FOLDERS


def _stem(path: str) -> str:
    """Return a path without its ending; a package's is its folder."""
    folder, _, name = path.rpartition("/")
    stem = name if name.endswith(".ipynb") else name.rpartition(".")[0] or name  # a notebook is imported by no name
    return folder if stem == "__init__" and folder else f"{folder}/{stem}".lstrip("/")


def _dotted(path: str, root: str) -> str:
    inner = path[len(root) + 1 :] if root else path
    return _stem(inner).replace("/", ".")
