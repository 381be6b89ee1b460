"""Callbacks of a model that a class of its own has: observers, and the objects that a callback names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import Fact, symbols, written_constants
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.reading.vocabulary import MODEL_CALLBACKS

_OBSERVERS = frozenset({"ActiveRecord::Observer", "ActiveModel::Observer", "Mongoid::Observer"})
_CLASS = re.compile(r"((?:::)?[A-Z][\w:]*)")


def observed(app: Application) -> Mapping[str, list[Fact]]:
    """Return the callbacks of observers by the model that they observe; they run after those of the model itself."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for constant in app.units():
        if constant.kind == "class" and not _OBSERVERS.isdisjoint(app.names.superclasses(constant.name)):
            made = list(_callbacks(app, constant))
            for model in _models(app, constant):
                found[model] += made
    return found


def _models(app: Application, constant: Constant) -> Iterator[str]:
    """Yield what an observer observes: what it names, else the model that it is called after."""
    statements = [one for one in app.bodies.of(constant.name).statements if one.name == "observe"]
    written = [app.inflections.camelize(name) for one in statements for name in symbols(one.arguments)]
    written += written_constants(statements, ("observe",))
    for name in written if statements else [constant.name.removesuffix("Observer")]:
        if (target := app.names.resolve(name, [constant.name])) is not None:
            yield target.name


def _callbacks(app: Application, constant: Constant) -> Iterator[Fact]:
    for place in constant.places:
        for definition in place.facts.definitions:
            kind, _, event = definition.name.partition("_")
            is_own = definition.parent == place.position and definition.kind == "method"
            if is_own and definition.name in MODEL_CALLBACKS:
                yield {
                    "name": definition.name, "event": event, "kind": kind, "file_path": place.path,
                    "line": definition.start_line, "certainty": "declared", "via": f"observer:{constant.name}",
                    "unit": app.instance_method(constant.name, definition.name) or app.key(constant),
                }  # fmt: skip


def with_objects(app: Application, owner: str, declared: list[Fact]) -> list[Fact]:
    """Return callbacks with the method that runs of an object: `after_save Audit.new` runs its `after_save`."""
    return [{**one, **_method_of(app, owner, one)} if "object" in one else one for one in declared]


def class_of_object(app: Application, owner: str, fact: Fact) -> Constant | None:
    """Return the class of the object that a callback of `owner` names; None where it names none."""
    named = _CLASS.match(str(fact.get("object", "")))
    return app.names.resolve(named[1], [owner]) if named is not None else None


def _method_of(app: Application, owner: str, fact: Fact) -> Fact:
    target = class_of_object(app, owner, fact)
    name = f"{fact['kind']}_{fact['event']}"
    method = app.instance_method(target.name, name) or app.method_key(target.name, name, True) if target is not None else None
    return {"unit": method} if method else {}
