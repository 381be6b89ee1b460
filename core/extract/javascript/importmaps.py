"""The names under which an import map of Rails (`config/importmap.rb`) lets scripts import each other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from core.extract.javascript.tsconfig import Alias

FILE_NAME = re.compile(r"^importmap(?:[.-]\w+)?\.rb$")
_PIN = re.compile(r"""^[ \t]*pin\s*\(?\s*["']([^"'\n]+)["']([^#\n]*)""", re.MULTILINE)
_PIN_ALL = re.compile(r"""^[ \t]*pin_all_from\s*\(?\s*([^#\n]+)""", re.MULTILINE)
_TEXT = re.compile(r"""["']([^"'\n]*)["']""")
_OPTION = r"""\b{}:\s*["']([^"'\n]*)["']"""
_TO, _UNDER = re.compile(_OPTION.format("to")), re.compile(_OPTION.format("under"))
_SERVED = ("app/javascript", "app/assets/javascripts", "vendor/javascript")
"""Folders of an application that the asset pipeline serves scripts from, those of its own code first."""


def aliases(path: str, text: str) -> Iterator[Alias]:
    """Yield the aliases that one import map declares; `pin "menu"` means a file that is served under that name."""
    folder = posixpath.dirname(path)
    root = folder.removesuffix("config").rstrip("/")
    for name, options in _PIN.findall(text):
        file = found[1] if (found := _TO.search(options)) else f"{name}.js"
        if "//" not in file:
            yield Alias(name, tuple(posixpath.join(root, served, file) for served in _SERVED))
    for options in _PIN_ALL.findall(text):
        written, under = _TEXT.match(options.removeprefix("File.expand_path(")), _UNDER.search(options)
        if written is None:
            continue
        home = posixpath.normpath(posixpath.join(folder if "__dir__" in options else root, written[1]))
        yield Alias(f"{under[1]}/*" if under else "*", (posixpath.join(home, "*"),))
        if under:
            yield Alias(under[1], (posixpath.join(home, "index"),))
