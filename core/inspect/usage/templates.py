"""Templates and partials of Rails that something may render without a line that names them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from core.extract.ruby.words.inflect import Inflections
from core.inspect.usage.inheritance import Inheritance, inheritance_of
from core.model import CodeUnit, UnitHead
from core.model.verdict import POSSIBLY_USED, USED, Verdict
from core.open_index import OpenIndex

_GIVEN = re.compile(
    r"^layouts/(?:application|mailer|mail|action_text/contents/_content|action_text)\b|^active_storage/|^action_text/"
)
_SIDECAR = re.compile(r"(?:^|/)app/(?:components|cells|cards)/")


def template_verdicts(index: OpenIndex, heads: Iterable[UnitHead]) -> dict[str, Verdict]:
    """Return by key the templates that are shown, or may be, without a line that names them; others are missing."""
    inheritance, known = inheritance_of(index), _Controllers(index)
    open_folders = _open_folders(index, inheritance, known)
    found = {}
    for head in heads:
        partial = head.name.startswith("_")
        if _GIVEN.search(head.identifier):
            found[head.key] = Verdict(USED, "Rails renders it by name.")
        elif not partial and known.shows(head):
            found[head.key] = Verdict(USED, "an action of the same name renders it.")
        elif reason := known.outside(head, inheritance) or (
            open_folders.get(head.namespace) or open_folders.get(_ANY) if partial else ""
        ):
            found[head.key] = Verdict(POSSIBLY_USED, f"{reason}.")
    return found


def _open_folders(index: OpenIndex, inheritance: Inheritance, known: _Controllers) -> Mapping[str, str]:
    """Return the folders of partials from which a line renders one that an expression names, with that line.

    Rails looks such a name up in the folders of the controller that runs: that of the template, those of controllers that
    inherit its own, and any (`_ANY`) where the template belongs to no controller.
    """
    names, found = {name.rpartition("::")[2] for name in known.models}, dict[str, str]()
    for path, _, text in index.catalog.file_texts(["render", "partial"]):
        place = _RENDERING.search(path)
        if place is None:
            continue
        folder = place[1] or place[2]
        for match in _VARIABLE.finditer(text):
            last = _ARGUMENTS.sub("", match[1]).rpartition(".")[2].lstrip("@&")
            if last in _RECORDS or Inflections().classify(last) in names:
                continue
            reason = f"{path}:{text.count(chr(10), 0, match.start()) + 1} renders what '{match[1]}' names"
            for reached in known.searched_from(folder, inheritance):
                found.setdefault(reached, reason)
    return found


_ANY = "*"
_ARGUMENTS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_RENDERING = re.compile(r"(?:^|/)app/(?:views/(.+)/[^/]+|controllers/(.+)_controller\.rb)$")
_VARIABLE = re.compile(
    r"(?:\bpartial(?::|[\"']? ?=>) *|\brender[ (]+)"
    r"(@?[a-z_]\w*(?:(?:&?\.[a-z_]\w*[?!]?)(?:\([^()\n]*\))?|\[[^\]\n]*\])*)(?=\s*(?:,|\)|%>|\}|$))",
    re.MULTILINE,
)
_RECORDS = frozenset({"options", "nothing", "super", "object", "resource", "record", "item", "component", "self"})
"""Words that are rendered and mean a record or a component, or nothing."""


class _Controllers:
    """The controllers, mailers and components of an index, by the folder of their templates, and the actions of routes."""

    def __init__(self, index: OpenIndex) -> None:
        inflections = Inflections()
        self.folders: dict[str, UnitHead] = {}
        for head in index.heads:
            if head.type in ("controller", "mailer", "poro", "component", "view_component", "mailbox", "concern", "class"):
                self.folders[inflections.underscore(head.identifier).removesuffix("_controller")] = head
        self.models = {head.identifier for head in index.heads if head.type == "model"}
        routes: list[CodeUnit] = index.catalog.units([head.key for head in index.heads if head.type == "route"])
        self.routed = {f"{one.metadata.get('controller')}#{one.metadata.get('action')}" for one in routes}
        self._index = index

    def shows(self, head: UnitHead) -> bool:
        """Tell whether a route leads to an action that is only written as this template, or a class has it beside itself."""
        return f"{head.namespace}#{head.name}" in self.routed or bool(_SIDECAR.search(head.file_path))

    def outside(self, head: UnitHead, inheritance: Inheritance) -> str:
        """Return why something outside of the checkout may render a template; empty where nothing is known that might."""
        if _SIDECAR.search(head.file_path):
            return "a component next to it may render it"
        folder = head.namespace
        owner = self.folders.get(folder) or self.folders.get(f"{folder}_mailer")
        if folder.startswith("layouts") or folder in ("application", "shared"):
            return ""
        if owner is None and not any(key.startswith(f"{folder}/") for key in self.folders) and not self._of_a_model(folder):
            top = folder.partition("/")[0]
            if (
                top.replace("_", "") in inheritance.libraries
                or top in _GEM_FOLDERS
                or ("/" not in folder and top not in self._tops())
            ):
                return f"no class owns the folder {folder or 'views'}, so it may override a library template"
            return ""
        if owner is not None and (foreign := inheritance.external_bases(self._index.position[owner.key])):
            return f"{owner.identifier} inherits {foreign[0]} from a library, which may render it"
        heirs = owner is not None and owner.type == "controller" and inheritance.heirs(self._index.position[owner.key])
        return "controllers inheriting from its own may render it" if heirs else ""

    def searched_from(self, folder: str, inheritance: Inheritance) -> list[str]:
        """Return the folders in which a partial that a template or controller of this folder names is looked up."""
        owner = self.folders.get(folder)
        if owner is None or owner.type != "controller":
            return [folder, _ANY]
        heirs = [self._index.heads[one] for one in inheritance.heirs(self._index.position[owner.key])]
        return [folder, *(Inflections().underscore(one.identifier).removesuffix("_controller") for one in heirs)]

    def _tops(self) -> set[str]:
        return {folder.partition("/")[0] for folder in self.folders}

    def _of_a_model(self, folder: str) -> bool:
        return Inflections().classify(folder.rpartition("/")[2]) in {name.rpartition("::")[2] for name in self.models}


_GEM_FOLDERS = frozenset(
    {
        "devise", "kaminari", "will_paginate", "doorkeeper", "active_admin", "rails_admin", "administrate", "fields",
        "simple_form", "comfy", "spree", "ckeditor", "trestle", "madmin", "avo", "pagy", "letter_opener_web",
        "high_voltage", "pages", "errors", "blazer", "solidus", "refinery", "thredded", "active_storage",
        "action_text", "rails", "redactor", "turbo",
    }
)  # fmt: skip
"""Folders in which libraries look for templates of the application before their own."""
