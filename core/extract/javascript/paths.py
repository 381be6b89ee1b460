"""Which file an import path means."""

from __future__ import annotations

import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile

from core.extract.javascript import bundlers, importmaps, tsconfig
from core.extract.javascript.packages import ScriptPackages, Settings
from core.extract.javascript.tsconfig import Alias, Compiler

_ENDINGS = ("", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json")
_INDEXES = tuple(f"/index{ending}" for ending in _ENDINGS[1:9])
_COMPILED = re.compile(r"\.(?:js|jsx|mjs|cjs)$")
_QUERY = re.compile(r"\?[\w=&,.-]*$")  # what a bundler does with the file
# Strings first, so that what looks like a comment inside one is kept.
_NO_JSON = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)


class Paths:
    """The files that can be imported, with the aliases of compilers, bundlers and import maps and the packages of a workspace.

    `linked` are files by the paths under which links show them.
    """

    def __init__(self, paths: Iterable[str], texts: Mapping[str, str], linked: Mapping[str, str]) -> None:
        self._paths = {**linked, **{path: path for path in paths}}
        self._found: dict[tuple[str, str], str] = {}
        named = [(*posixpath.split(path), path) for path in sorted(texts)]
        self._packages = ScriptPackages(
            (folder, _object(texts[path])) for folder, name, path in named if name == "package.json"
        )
        configurations = [path for _, name, path in named if tsconfig.FILE_NAME.match(name)]

        @cache
        def settings(path: str) -> Settings | None:
            return _object(texts[path]) if path.endswith(".json") and path in texts else None

        self._compiler = Compiler(configurations, settings, self._packages.candidates)
        self._bundled: dict[str, list[Alias]] = defaultdict(list)
        for folder, name, path in named:
            declaring = next((one for one in (bundlers, importmaps) if one.FILE_NAME.match(name)), None)
            for alias in declaring.aliases(path, texts[path]) if declaring is not None else ():
                self._bundled[self._home(folder, alias)].append(alias)

    def _home(self, folder: str, alias: Alias) -> str:
        """Return the folder below which an alias holds: the package around its settings, or what they share with its target."""
        shared = [folder.split("/"), *(target.split("/") for target in alias.targets)]
        common = "/".join(parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, zip(*shared, strict=False)))
        return max(self._packages.around(_homes(folder)) or "", common, key=len)

    def find(self, module: str, importer: str) -> str:
        """Return the path of the imported file, empty if it is none of the repository's."""
        folder = importer.rpartition("/")[0]
        if (module, folder) not in self._found:
            self._found[module, folder] = self._find(_QUERY.sub("", module), folder)
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
        if module.startswith("#"):
            for target in self._packages.imported(module, homes):
                yield target
                yield from self._packages.candidates(target)
        for home in homes:
            for pattern, targets in (*self._compiler.aliases(home), *self._bundled.get(home, ())):
                start, star, end = pattern.partition("*")
                if module.startswith(start) and module.endswith(end) if star else module == pattern:
                    middle = module[len(start) : len(module) - len(end)] if star else ""
                    yield from (target.replace("*", middle, 1) for target in targets)
        yield from self._packages.candidates(module)

    def _file(self, path: str) -> str:
        stems = (path, _COMPILED.sub("", path)) if _COMPILED.search(path) else (path,)
        for stem in stems:
            for ending in (*_ENDINGS, *_INDEXES):
                found = (stem + ending).removeprefix("./")  # "." is the root itself
                if found in self._paths:
                    return self._paths[found]
        return ""


def _homes(folder: str) -> Iterator[str]:
    """Yield a folder and all folders above it."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def _object(text: str) -> Settings:
    """Return the object in a JSON text with comments and trailing commas; one that is no JSON has no settings to use."""
    try:
        data = json.loads(_NO_JSON.sub(lambda found: found.group(1) or "", text.removeprefix("\ufeff")))
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
