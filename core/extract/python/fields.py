"""The fields of models, and the relations between models that they declare."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.facts import Declaration
from core.extract.meaning import MODULE, Meaning
from core.extract.python.module import PythonModule
from core.extract.python.symbols import PythonSymbols

# What a field says of the two models, by the last name of its class: Django, SQLAlchemy, peewee, mongoengine.
_RELATIONS = {
    "ForeignKey": "belongs_to",
    "ForeignKeyField": "belongs_to",
    "ParentalKey": "belongs_to",
    "OneToOneField": "has_one",
    "ManyToManyField": "has_many",
    "ReferenceField": "belongs_to",
    "relationship": "references",
}


def fields(module: PythonModule, scope: int) -> list[dict[str, object]]:
    """Return what a class assigns from calls: name, the called class, line and options."""
    return [
        {
            "name": one.receiver,
            "kind": one.name.rpartition(".")[2],
            "file_path": module.facts.path,
            "line": one.start_line,
            "certainty": "declared",
            "via": "",
            **({"target": target} if one.name.rpartition(".")[2] in _RELATIONS and (target := _target_name(one)) else {}),
        }
        for one in module.declared.get(scope, ())
        if one.receiver
    ]


def related(module: PythonModule, scope: int, symbols: PythonSymbols) -> Iterator[tuple[str, Meaning, int]]:
    """Yield (kind, the other model, line) for every field of a model that leads to another."""
    for one in module.declared.get(scope, ()):
        kind = _RELATIONS.get(one.name.rpartition(".")[2])
        if kind is None or not one.receiver:
            continue
        target = _target_name(one)
        meaning = Meaning("class", module.name, scope) if target == "self" else model_named(target, module, symbols)
        if meaning is not None:
            yield kind, meaning, one.start_line


def model_named(name: str, module: PythonModule, symbols: PythonSymbols) -> Meaning | None:
    """Return the class that a field names: an expression, a class of this module, or Django's `app.Model`."""
    if not name:
        return None
    found = symbols.evaluate(name, module.name, MODULE)
    if found.meaning is not None and found.meaning.kind == "class" and not found.left:
        return found.meaning
    if name not in symbols.models:
        symbols.models[name] = _of_app(name, symbols)
    return symbols.models[name]


def _of_app(name: str, symbols: PythonSymbols) -> Meaning | None:
    """Return the only class that `app.Model` can mean."""
    app, dot, model = name.rpartition(".")
    named = [one for one in symbols.classes.get(model, ()) if _is_of_app(one.where, app)] if dot else []
    return named[0] if len(named) == 1 else None


def _is_of_app(module: str, app: str) -> bool:
    folders = module.split(".")
    in_models = app.rpartition(".")[2] in folders[:-1] and folders[-1].startswith("models")
    return in_models or f".{app}.models." in f".{module}."


def _target_name(one: Declaration) -> str:
    """Return the model that a field's first argument names; a ForeignKey of SQLAlchemy names a column instead."""
    value = one.arguments[0] if one.arguments else one.options.get("to", one.options.get("model", ""))
    if isinstance(value, dict):
        return str(value.get("const", ""))
    return value if isinstance(value, str) else ""
