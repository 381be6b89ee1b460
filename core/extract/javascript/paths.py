"""Which file an import path means."""

from __future__ import annotations

import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

_ENDINGS = ("", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json")
_INDEXES = tuple(f"/index{ending}" for ending in _ENDINGS[1:9])
_COMPILED = re.compile(r"\.(?:js|jsx|mjs|cjs)$")
# Strings first, so that what looks like a comment inside one is kept.
_NO_JSON = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)
_CONFIGURATIONS = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")


class Paths:
    """The files that can be imported, with the path aliases of tsconfig files and the packages of a workspace."""

    def __init__(self, paths: Iterable[str], texts: Mapping[str, str]) -> None:
        self._paths = frozenset(paths)
        self._aliases: dict[str, list[tuple[int, str, list[str]]]] = defaultdict(list)
        self._bases: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._counted = 0
        self._found: dict[tuple[str, str], str] = {}
        self._packages: dict[str, tuple[str, str]] = {}
        for path in sorted(texts):
            folder, _, name = path.rpartition("/")
            if name in _CONFIGURATIONS:
                self._configure(folder, _object(texts[path]))
            elif name == "package.json":
                self._add_package(folder, _object(texts[path]))

    def find(self, module: str, importer: str) -> str:
        """Return the path of the imported file, empty if it is none of the repository's."""
        folder = importer.rpartition("/")[0]
        if (module, folder) not in self._found:
            self._found[module, folder] = self._find(module, folder)
        return self._found[module, folder]

    def _find(self, module: str, folder: str) -> str:
        if module.startswith("."):
            return self._file(posixpath.normpath(posixpath.join(folder, module)))
        for candidate in self._candidates(module, folder):
            if found := self._file(candidate):
                return found
        return ""

    def _candidates(self, module: str, folder: str) -> Iterator[str]:
        homes = list(_homes(folder))
        for _, pattern, targets in sorted(one for home in homes for one in self._aliases.get(home, ())):
            start, star, end = pattern.partition("*")
            if module.startswith(start) and module.endswith(end) if star else module == pattern:
                middle = module[len(start) : len(module) - len(end)] if star else ""
                yield from (target.replace("*", middle, 1) for target in targets)
        for _, base in sorted(one for home in homes for one in self._bases.get(home, ())):
            yield posixpath.normpath(posixpath.join(base, module))
        parts = module.split("/")
        name = "/".join(parts[: 2 if module.startswith("@") else 1])
        if name in self._packages:
            home, main = self._packages[name]
            rest = module[len(name) + 1 :]
            inner = (rest, f"src/{rest}") if rest else (main, "src/index", "index", "src/main")
            yield from (posixpath.normpath(posixpath.join(home, one)) for one in inner if one)

    def _file(self, path: str) -> str:
        stems = (path, _COMPILED.sub("", path)) if _COMPILED.search(path) else (path,)
        for stem in stems:
            for ending in (*_ENDINGS, *_INDEXES):
                found = (stem + ending).removeprefix("./")  # "." is the root itself
                if found in self._paths:
                    return found
        return ""

    def _configure(self, folder: str, data: Mapping[str, object]) -> None:
        options = data.get("compilerOptions")
        if not isinstance(options, dict):
            return
        base = options.get("baseUrl")
        root = posixpath.normpath(posixpath.join(folder, base)) if isinstance(base, str) else folder
        if isinstance(base, str):
            self._bases[folder].append((self._counted, root))
            self._counted += 1
        aliases = options.get("paths")
        for pattern, targets in sorted(aliases.items()) if isinstance(aliases, dict) else ():
            if isinstance(targets, list):
                found = [posixpath.normpath(posixpath.join(root, one)) for one in targets if isinstance(one, str)]
                self._aliases[folder].append((self._counted, pattern, found))
                self._counted += 1

    def _add_package(self, folder: str, data: Mapping[str, object]) -> None:
        name = data.get("name")
        if isinstance(name, str):
            main = next((text for key in ("source", "module", "main") if isinstance(text := data.get(key), str)), "")
            self._packages.setdefault(name, (folder, main))


def _homes(folder: str) -> Iterator[str]:
    """Yield a folder and all folders above it."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def _object(text: str) -> Mapping[str, object]:
    """Return the object in a JSON text with comments and trailing commas; one that is no JSON has no settings to use."""
    try:
        data = json.loads(_NO_JSON.sub(lambda found: found.group(1) or "", text))
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
