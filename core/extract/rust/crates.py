"""Map the files of a checkout to Rust modules and crates."""

from __future__ import annotations

import posixpath
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_TARGET_FOLDERS = ("tests", "examples", "benches")


@dataclass(frozen=True, slots=True)
class CrateModule:
    """The module of a file: `path` starts with the crate's name, `crate` is that name."""

    path: str
    crate: str


class Crates:
    """The crates of a repository by the folder of their Cargo.toml, each with the folders and root files of its targets."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._folders: dict[str, str] = {}
        self._roots: dict[str, str] = {}
        for path in sorted(texts):
            folder, _, name = path.rpartition("/")
            if name == "Cargo.toml":
                self._add(folder, texts[path])
        self.names = set(self._folders.values())
        self._sources = {root.rpartition("/")[0] for root in self._roots}

    def places(self, paths: Iterable[str]) -> dict[str, CrateModule]:
        """Return the module of every file; a file of no crate is a crate of its own."""
        return {path: self._place(path) for path in paths}

    def _add(self, folder: str, text: str) -> None:
        try:
            data: dict[str, object] = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return  # the manifest reader reports it
        package, library = _table(data.get("package")), _table(data.get("lib"))
        name = library.get("name", package.get("name"))
        if not isinstance(name, str):
            return
        self._folders[folder] = name.replace("-", "_")
        programs = data.get("bin")
        for target in (library, *map(_table, programs if isinstance(programs, list) else ())):
            root = target.get("path")
            if isinstance(root, str):
                self._roots[_join(folder, root)] = self._folders[folder]

    def _place(self, path: str) -> CrateModule:
        folder = path.rpartition("/")[0]
        while folder and folder not in self._folders:
            folder = folder.rpartition("/")[0]
        crate = self._folders.get(folder, "")
        if path in self._roots:
            return CrateModule(crate, crate)
        parts = (path[len(folder) + 1 :] if folder else path).removesuffix(".rs").split("/")
        if (source := self._source_of(path, folder)) is not None:
            parts = path[len(source) + 1 :].removesuffix(".rs").split("/") if source else parts
            if parts[0] == "bin" and len(parts) > 1:
                return _target(crate, parts)
        elif parts[0] in _TARGET_FOLDERS and len(parts) > 1:
            return _target(crate, parts)
        if parts[-1] in ("mod", "main", "lib"):
            parts.pop()
        name = crate or "crate"
        return CrateModule("::".join((name, *parts)), name)

    def _source_of(self, path: str, folder: str) -> str | None:
        """Return the folder of the crate's sources that holds a file, None if none does."""
        above = path.rpartition("/")[0]
        while len(above) > len(folder):
            if above in self._sources or above == _join(folder, "src"):
                return above
            above = above.rpartition("/")[0]
        return None


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _join(folder: str, path: str) -> str:
    return posixpath.normpath(f"{folder}/{path}" if folder else path)


def _target(crate: str, parts: list[str]) -> CrateModule:
    """Return the place in a test, an example or another program: each is a crate of its own, named after its folder too."""
    name = "::".join(part.replace("-", "_") for part in (crate, *parts[:2]) if part)
    rest = [part for part in parts[2:] if part not in ("main", "mod")]
    return CrateModule("::".join((name, *rest)), name)
