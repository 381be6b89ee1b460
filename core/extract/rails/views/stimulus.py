"""Stimulus: the controllers and actions that markup names, and their code by the convention of stimulus-rails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.facts import FileFacts
from core.extract.rails.views.use import TemplateUse
from core.extract.repository import Repository
from core.model import file_key, unit_key
from core.text.lines import line_at

_HASH = r"\bdata:\s*\{(?:[^{}]|#\{[^{}]*\})*?"
_CONTROLLERS = re.compile(
    rf"""\bdata[-_]controller\s*(?:["']\s*)?(?:=>|=|:)\s*["']([\w\s-]+)["']|{_HASH}\bcontroller:\s*["']([\w\s-]+)["']"""
)
_ACTIONS = re.compile(r"""\b(?:data[-_])?action\s*(?:["']\s*)?(?:=>|=|:)\s*["']([^"']*?#[^"']*)["']""")
_EVENT = r"[\w.+@:-]+-(?:>|&gt;)"
_AFTER_EVENT = re.compile(rf"(?<![\w.+@:-]){_EVENT}([\w-]+#[A-Za-z_]\w*)")
_ACTION = re.compile(r"(?<!\S)([\w-]+#[A-Za-z_]\w*)")
_FILE = re.compile(r"(?:^|/)controllers/(.+?)[_-]controller\.(?:js|ts|jsx|tsx|mjs)$")


def stimulus_in(text: str) -> Iterator[TemplateUse]:
    """Yield what markup names: a controller as `menu`, an action as `menu#open`.

    Markup is `data-controller="menu"`, `data: { controller: "menu", action: "click->menu#open" }` and the like.
    """
    for found in _CONTROLLERS.finditer(text):
        for name in (found[1] or found[2]).split():
            yield _use(name, text, found.start(found.lastindex or 0))
    for found in _AFTER_EVENT.finditer(text):
        yield _use(found[1], text, found.start())
    for attribute in _ACTIONS.finditer(text):
        for found in _ACTION.finditer(attribute[1]):
            yield _use(found[1], text, attribute.start(1) + found.start())


def _use(name: str, text: str, start: int) -> TemplateUse:
    return {"kind": "stimulus", "name": name, "line": line_at(text, start)}


def stimulus_keys(repository: Repository) -> dict[str, str]:
    """Return the keys of controllers and their methods by what markup calls them.

    `users--menu-item` is the class in `users/menu_item_controller.js`, or the file where it is not clear which class.
    """
    found: dict[str, str] = {}
    for facts in repository.of("javascript", "typescript", "tsx"):
        match = None if facts.is_test else _FILE.search(facts.path)
        name = match[1].replace("/", "--").replace("_", "-") if match else ""
        if name and name not in found:
            found |= {f"{name}{member}": key for member, key in _members(facts)}
    return found


def _members(facts: FileFacts) -> Iterator[tuple[str, str]]:
    """Yield the key of a controller after an empty text, those of its methods after `#` and their names."""
    classes = {number: one for number, one in enumerate(facts.definitions) if one.kind == "class" and one.parent < 0}
    exported = [number for number, one in classes.items() if "export default" in one.signature] or list(classes)
    if len(exported) != 1:
        yield "", file_key(facts.path)
        return
    yield "", unit_key("class", f"{facts.path}:{classes[exported[0]].qualified}")
    for one in facts.definitions:
        if one.parent == exported[0] and one.kind == "method":
            yield f"#{one.name}", unit_key("method", f"{facts.path}:{one.qualified}")
