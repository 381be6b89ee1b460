"""The path aliases of `tsconfig.json` and its like, with what they extend and refer to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.extract.javascript.packages import Settings

FILE_NAME = re.compile(r"^[jt]sconfig(?:[.-][\w.-]+)?\.json$")
_FIRST = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
_OWN_FOLDER = "${configDir}"


class Alias(NamedTuple):
    """Import paths of one form, with at most one `*`, and the paths that they may mean."""

    pattern: str
    targets: Sequence[str]


class Compiler:
    """The aliases that hold below a folder, by the configurations in it.

    `read` gives the settings of a JSON file, None if there is none; `find` the files that a package's name in `extends` means.
    """

    def __init__(
        self, paths: Sequence[str], read: Callable[[str], Settings | None], find: Callable[[str], Iterator[str]]
    ) -> None:
        self._read = read
        self._find = find
        self._by_folder: dict[str, list[Alias]] = {}
        for path in sorted(paths, key=lambda path: (_rank(path), path)):
            folder = posixpath.dirname(path)
            for one in dict.fromkeys(self._with_referred(path)):
                self._by_folder.setdefault(folder, []).extend(self._aliases(one))

    def aliases(self, folder: str) -> Sequence[Alias]:
        """Return the aliases that the configurations in a folder declare, in the order in which to try them."""
        return self._by_folder.get(folder, ())

    def _with_referred(self, path: str) -> Iterator[str]:
        """Yield a configuration and those that it refers to as the parts of its project."""
        waiting, seen = [path], set[str]()
        while waiting:
            path = waiting.pop(0)
            settings = self._read(path)
            if path in seen or settings is None:
                continue
            seen.add(path)
            yield path
            references = settings.get("references")
            for one in references if isinstance(references, list) else ():
                target = one.get("path") if isinstance(one, dict) else None
                if isinstance(target, str):
                    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
                    waiting.append(joined if joined.endswith(".json") else posixpath.join(joined, "tsconfig.json").lstrip("/"))

    def _aliases(self, path: str) -> Iterator[Alias]:
        """Yield the aliases of one configuration: of each option the value of the nearest file that has it counts."""
        folder = posixpath.dirname(path)
        base, paths = self._option(path, "baseUrl"), self._option(path, "paths")
        root = _joined(base[0], base[1], folder) if base is not None and isinstance(base[1], str) else None
        if paths is not None and isinstance(paths[1], Mapping):
            home = root if root is not None else paths[0]
            for pattern in sorted(paths[1], key=lambda pattern: (-len(str(pattern).partition("*")[0]), str(pattern))):
                targets = paths[1][pattern]
                found = (
                    [_joined(home, one, folder) for one in targets if isinstance(one, str)] if isinstance(targets, list) else []
                )
                yield Alias(str(pattern), tuple(found))
        if root is not None:
            yield Alias("*", (posixpath.join(root, "*") if root else "*",))

    def _option(self, path: str, name: str) -> tuple[str, object] | None:
        """Return an option of the compiler and the folder of the file that has it; what extends wins over what is extended."""
        waiting, seen = [path], set[str]()
        while waiting:
            path = waiting.pop()
            settings = self._read(path)
            if path in seen or settings is None:
                continue
            seen.add(path)
            options = settings.get("compilerOptions")
            if isinstance(options, Mapping) and options.get(name) is not None:
                return posixpath.dirname(path), options[name]
            extended = settings.get("extends")
            names = [extended] if isinstance(extended, str) else extended if isinstance(extended, list) else []
            waiting += [target for one in names if isinstance(one, str) and (target := self._extended(path, one))]
        return None

    def _extended(self, path: str, name: str) -> str:
        if name.startswith((".", "/")):
            names = [posixpath.normpath(posixpath.join(posixpath.dirname(path), name))]
        else:
            names = list(self._find(name))
        tried = (form for one in names for form in (one, f"{one}.json", posixpath.join(one, "tsconfig.json")))
        return next((form for form in tried if self._read(form) is not None), "")


def _rank(path: str) -> int:
    name = posixpath.basename(path)
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _joined(home: str, target: str, own: str) -> str:
    """Return the path that a target means: as seen from the file that has it, or from the folder of the configuration."""
    if target.startswith(_OWN_FOLDER):
        home, target = own, target[len(_OWN_FOLDER) :].lstrip("/")
    joined = posixpath.normpath(posixpath.join(home, target))
    return "" if joined == "." else joined
