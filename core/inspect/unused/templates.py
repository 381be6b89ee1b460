"""Templates and partials that nothing is known to render."""

from __future__ import annotations

import re

from core.extract.ruby.words.inflect import Inflections
from core.inspect.unused.kinship import Kinship, kinship_of
from core.inspect.unused.members import Uncalled
from core.model import CodeUnit, UnitHead
from core.open_index import OpenIndex

_GIVEN = re.compile(
    r"^layouts/(?:application|mailer|mail|action_text/contents/_content|action_text)\b|^active_storage/|^action_text/"
)
_SIDECAR = re.compile(r"(?:^|/)app/(?:components|cells|cards)/")


def templates(index: OpenIndex) -> Uncalled:
    """Return the templates of actions, mails and layouts that nothing is known to render."""
    return _unrendered(index, "template", partial=False)


def partials(index: OpenIndex) -> Uncalled:
    """Return the partials that nothing is known to render."""
    return _unrendered(index, "partial", partial=True)


def _unrendered(index: OpenIndex, type_: str, *, partial: bool) -> Uncalled:
    kinship, known = kinship_of(index), _Controllers(index)
    variable = _by_variable(index, known.models) if partial else {}
    heads, reasons = [], {}
    for head in index.heads:
        if head.type != "view_template" or head.is_test or head.key in kinship.used or head.name.startswith("_") != partial:
            continue
        if _GIVEN.search(head.identifier) or (not partial and known.shows(head)):
            continue
        heads.append(head)
        if reason := known.outside(head, kinship) or variable.get(head.namespace, ""):
            reasons[head.key] = reason
    return Uncalled(type_, heads, reasons)


def _by_variable(index: OpenIndex, models: set[str]) -> dict[str, str]:
    """Return, by the folder of partials, where a template or controller renders one that a variable or method names."""
    names, found = {name.rpartition("::")[2] for name in models}, dict[str, str]()
    for path, _, text in index.catalog.file_texts(["render"]):
        place = _RENDERING.search(path)
        for match in _VARIABLE.finditer(text) if place is not None else ():
            word = match[1]
            if place is not None and Inflections().classify(word.lstrip("@")) not in names and word not in _RECORDS:
                line = text.count("\n", 0, match.start()) + 1
                found.setdefault(place[1] or place[2], f"{path}:{line} renders what '{word}' names")
    return found


_RENDERING = re.compile(r"(?:^|/)app/(?:views/(.+)/[^/]+|controllers/(.+)_controller\.rb)$")
_VARIABLE = re.compile(r"(?:\bpartial(?::|[\"']? ?=>) *|\brender[ (]+)(@?[a-z_]\w*)(?=\s*(?:,|\)|%>|\}|$))", re.MULTILINE)
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

    def outside(self, head: UnitHead, kinship: Kinship) -> str:
        """Return why something outside of the checkout may render a template; empty where nothing is known that might."""
        if _SIDECAR.search(head.file_path):
            return "it stands beside a component, which may render it"
        folder = head.namespace
        owner = self.folders.get(folder) or self.folders.get(f"{folder}_mailer")
        if folder.startswith("layouts") or folder in ("application", "shared"):
            return ""
        if owner is None and not any(key.startswith(f"{folder}/") for key in self.folders) and not self._of_a_model(folder):
            top = folder.partition("/")[0]
            if top.replace("_", "") in kinship.gems or top in _GEM_FOLDERS or ("/" not in folder and top not in self._tops()):
                return (
                    f"no class of the checkout has the folder {folder or 'views'}: it may stand in for a template of a library"
                )
            return ""
        if owner is not None and (foreign := kinship.foreign(owner.key)):
            return f"{owner.identifier} inherits {foreign}, of a library that may render it"
        heirs = owner is not None and owner.type == "controller" and kinship.below.get(owner.key)
        return "controllers that inherit its own may render it" if heirs else ""

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
