"""The npm packages of a repository: which of their files `import "name/part"` and `import "#part"` mean."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

Settings = Mapping[str, object]

_MAIN = ("source", "module", "main")
_ENTRIES = ("src/index", "index", "src/main")
_FIRST, _LAST = "source", "types"  # conditions: the source where one is named, a declaration only where nothing else exists


class ScriptPackages:
    """The packages by name and by folder, each with the settings of its manifest; of one name the first by path counts."""

    def __init__(self, manifests: Iterable[tuple[str, Settings]]) -> None:
        self._by_folder = dict(manifests)
        self._by_name: dict[str, str] = {}
        for folder, settings in self._by_folder.items():
            name = settings.get("name")
            if isinstance(name, str):
                self._by_name.setdefault(name, folder)

    def around(self, folders: Iterable[str]) -> str | None:
        """Return the first of these folders that is a package, None if none is."""
        return next((folder for folder in folders if folder in self._by_folder), None)

    def candidates(self, module: str) -> Iterator[str]:
        """Yield the files that an import of a package by its name may mean, the likeliest first."""
        parts = module.split("/")
        name = "/".join(parts[: 2 if module.startswith("@") else 1])
        if name not in self._by_name:
            return
        folder, rest = self._by_name[name], module[len(name) + 1 :]
        settings = self._by_folder[folder]
        targets = list(_targets(settings.get("exports"), f"./{rest}" if rest else "."))
        if rest:
            targets += [rest, f"src/{rest}"]
        else:
            main = (settings.get(key) for key in (*_MAIN, "tsconfig"))
            targets += [text for text in main if isinstance(text, str)]
            targets += [*_ENTRIES, *(text for key in ("types", "typings") if isinstance(text := settings.get(key), str))]
        for target in targets:
            yield posixpath.normpath(posixpath.join(folder, target))
            yield posixpath.normpath(posixpath.join(folder, _source_of(target)))

    def imported(self, module: str, folders: Iterable[str]) -> Iterator[str]:
        """Yield what `#part` may mean in the innermost package around: a path, or the name of another package."""
        folder = self.around(folders)
        if folder is None:
            return
        for target in _targets(self._by_folder[folder].get("imports"), module):
            yield posixpath.normpath(posixpath.join(folder, target)) if target.startswith(".") else target


def _source_of(target: str) -> str:
    """Return where the source of a built file usually is: `dist/parts/dial.js` is made of `src/parts/dial`."""
    _, slash, rest = target.removeprefix("./").partition("/")
    stem = rest.removesuffix(".d.ts") if rest.endswith(".d.ts") else posixpath.splitext(rest)[0]
    return f"src/{stem}" if slash else target


def _targets(table: object, asked: str) -> Iterator[str]:
    """Yield what a table of `exports` or `imports` has for a name, `*` filled in, in the order in which to look."""
    if not isinstance(table, Mapping) or not any(str(key)[:1] in (".", "#") for key in table):
        table = {".": table}
    if asked in table:
        yield from _conditions(table[asked])
        return
    patterns = sorted((str(key) for key in table if "*" in str(key)), key=lambda key: (-key.index("*"), -len(key)))
    for pattern in patterns:
        start, _, end = pattern.partition("*")
        if asked.startswith(start) and asked.endswith(end) and len(asked) >= len(start) + len(end):
            middle = asked[len(start) : len(asked) - len(end)]
            yield from (target.replace("*", middle) for target in _conditions(table[pattern]))
            return
    for folder in (str(key) for key in table if str(key).endswith("/") and asked.startswith(str(key))):
        yield from (target + asked[len(folder) :] for target in _conditions(table[folder]))


def _conditions(value: object) -> Iterator[str]:
    """Yield the targets of an entry: a text, a list of choices, or one entry for each condition."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for choice in value:
            yield from _conditions(choice)
    elif isinstance(value, Mapping):
        for key in sorted(value, key=lambda key: (key != _FIRST, str(key).startswith(_LAST))):
            yield from _conditions(value[key])
