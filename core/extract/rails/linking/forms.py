"""Which columns the fields of forms set, as far as a form says what it is for."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.rails.application.application import Application
from core.extract.rails.linking.stored import Stored
from core.extract.rails.views.names import Template, identifiers, template_of, view_roots
from core.extract.rails.views.reader import uses_in
from core.extract.rails.views.use import TemplateUse
from core.model import Relation, column_key, unit_key
from core.model.columns import via_of

_PARTS = ("_form", "_fields", "_form_fields")
"""Partials that hold the fields of a form for what their folder is called after."""


def form_relations(app: Application, stored: Stored) -> Iterator[Relation]:
    """Yield what the fields of all templates set: a field of a form for `@user` may set that column of the users."""
    roots = view_roots(app.repository)
    found = [(facts, template) for facts in app.repository.files if (template := template_of(facts.path, roots))]
    names = identifiers(tuple(template for _, template in found))
    for facts, template in found:
        if not facts.is_test:
            key = unit_key("view_template", names[template.file_path])
            yield from _fields(app, stored, template, key, uses_in(facts))


def _fields(app: Application, stored: Stored, template: Template, key: str, uses: list[TemplateUse]) -> Iterator[Relation]:
    folder = app.inflections.singularize(template.folder.rpartition("/")[2])
    builders: dict[str, str] = {}  # the models by the names of what builds their fields
    for use in uses:
        if use["kind"] == "form":
            builders[use["builder"]] = _model(app, stored, use, builders)
        elif use["kind"] == "field":
            by = use["receiver"]
            known = builders[by] if by in builders else _called(stored, folder) if template.stem in _PARTS else ""
            how = "name" if by in builders else "convention"
            if not known and (only := stored.unique.get(use["name"])) is not None:
                known, how = only, "unique"
            column, _ = stored.attribute(known, use["name"])
            if column:
                via = via_of("form", by, how)
                target = column_key(stored.table_of[known], column)
                yield Relation(key, target, "writes", template.file_path, use["line"], "inferred", via=via)


def _model(app: Application, stored: Stored, use: TemplateUse, builders: dict[str, str]) -> str:
    """Return the model that a form is for: of its name, or that of the association of the form around it."""
    word = str(use["name"])
    outer = builders.get(use["inside"], "")
    if outer and (target := stored.target(outer, word)):
        return target
    if word[:1].isupper():
        return stored.resolve(word, ())
    return _called(stored, word) or _called(stored, app.inflections.singularize(word))


def _called(stored: Stored, word: str) -> str:
    found = stored.called(word, ())
    return found[0][0] if found else ""
