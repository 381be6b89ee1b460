"""The path aliases in the settings of bundlers: Vite, Webpack, Rollup, Babel and what is built on them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

from core.extract.javascript.tsconfig import Alias
from core.text.brackets import Brackets

FILE_NAME = re.compile(r"^(?:[\w.-]*\.config(?:\.[\w-]+)?|[\w.-]*(?:webpack|vite)[\w.-]*)\.[cm]?[jt]s$")
_TABLE = re.compile(r"\balias(?:es)?['\"]?\s*[:=]\s*(?=[{\[])")
_VALUE = r"[^,\n(){}]*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[^,\n(){}]*)*"
_FIELD = re.compile(r"(?:^|[{,\[(])\s*(?:(['\"])(?P<quoted>[^'\"\n]+)\1|(?P<plain>[\w$]+))\s*:\s*(?P<value>" + _VALUE + ")")
_ROW = re.compile(r"\bfind\s*:\s*(?:'([^'\n]+)'|\"([^\"\n]+)\"|/\^?([^\n]+?)/[a-z]*)\s*,\s*replacement\s*:\s*(" + _VALUE + ")")
_SET = re.compile(r"\.set\(\s*['\"]([^'\"\n]+)['\"]\s*,\s*(" + _VALUE + ")")
_TEXT = re.compile(r"(['\"`])((?:(?!\1).)*)\1")
_LONGEST = 20_000
_BRACKETS = Brackets("[]{}")
_BUILT_IN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "nuxt.config": {"~": (".", "app"), "@": (".", "app")},
    "svelte.config": {"$lib": ("src/lib",)},
}
"""What frameworks declare themselves where their settings are, by the beginning of the file's name."""


def aliases(path: str, text: str) -> Iterator[Alias]:
    """Yield the aliases that one file of settings declares; its folder is where relative paths begin."""
    folder, name = posixpath.split(path)
    for found in _TABLE.finditer(text):
        table = _balanced(text, found.end())
        rows = [(row[1] or row[2] or row[3], row[4]) for row in _ROW.finditer(table)]
        for key, value in rows or [(field["quoted"] or field["plain"], field["value"]) for field in _FIELD.finditer(table)]:
            yield from _forms(key, _targets(folder, value))
    for found in _SET.finditer(text) if "alias" in text else ():
        yield from _forms(found[1], _targets(folder, found[2]))
    for start, table_ in _BUILT_IN.items():
        if name.startswith(start):
            for key, targets in table_.items():
                yield from _forms(key, tuple(posixpath.normpath(posixpath.join(folder, target)) for target in targets))


def _forms(key: str, targets: tuple[str, ...]) -> Iterator[Alias]:
    """Yield an alias for the name alone and for what is below it; `name$` means the name alone."""
    name = key.replace("\\", "").rstrip("/")
    if not targets or not name:
        return
    if not key.endswith("/"):
        yield Alias(name.removesuffix("$"), targets)
    if not name.endswith("$"):
        yield Alias(f"{name}/*", tuple(posixpath.normpath(posixpath.join(target, "*")) for target in targets))


def _targets(folder: str, value: str) -> tuple[str, ...]:
    """Return the path that an expression gives, by the texts in it: `path.resolve(__dirname, "../src")`."""
    parts = [found[2].replace("${__dirname}", ".").strip("/") for found in _TEXT.finditer(value)]
    return (posixpath.normpath(posixpath.join(folder, *parts)),) if parts and all("${" not in part for part in parts) else ()


def _balanced(text: str, start: int) -> str:
    """Return the object or list that begins at a position."""
    return text[start : _BRACKETS.closing(text, start, start + _LONGEST) + 1]
