"""Stimulus: the controllers of JavaScript that markup names, and their files by the convention of stimulus-rails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.extract.rails.views.use import TemplateUse

_NAMED = re.compile(
    r"""\bdata-controller\s*["']?\s*(?:=>|=|:)\s*["']([\w\s-]+)["']|\bdata:\s*\{[^{}]*?\bcontroller:\s*["']([\w\s-]+)["']"""
)
_FILE = re.compile(r"(?:^|/)controllers/(.+?)[_-]controller\.(?:js|ts|jsx|tsx|mjs)$")


def stimulus_in(text: str) -> Iterator[TemplateUse]:
    """Yield the controllers that a template names: `data-controller="menu"`, `data: { controller: "menu" }`."""
    for found in _NAMED.finditer(text):
        for name in (found[1] or found[2]).split():
            yield {"kind": "stimulus", "name": name, "line": text.count("\n", 0, found.start()) + 1}


def stimulus_files(paths: Iterable[str]) -> dict[str, str]:
    """Return the files of controllers by their name in markup: `users--menu-item` is `users/menu_item_controller.js`."""
    found: dict[str, str] = {}
    for path in paths:
        if match := _FILE.search(path):
            found.setdefault(match[1].replace("/", "--").replace("_", "-"), path)
    return found
