"""Which columns a class uses by what it declares: keys of associations, counters, validations, delegates, what is shown."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.rails.application.application import Application
from core.extract.rails.linking.columns import attribute_in
from core.extract.rails.linking.stored import Stored, key_of_association
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.reading.values import key_of
from core.model import CodeUnit, Relation, column_key
from core.model.columns import via_of
from core.model.facts import Fact, table_in

_SUFFIXES = ("Serializer", "Blueprint", "Resource", "Representer", "Presenter", "Decorator", "Type", "Entity")
_ACCESSORS = frozenset({"attribute", "serialize", "encrypts", "normalizes"})


def declared_uses(app: Application, stored: Stored, constant: Constant, unit: CodeUnit) -> Iterator[Relation]:
    """Yield what the facts of a class read and write; inherited facts belong to the class that declares them."""
    if constant.name in stored.table_of:
        for kind, uses in _OF_MODELS.items():
            for fact in own_facts(unit, kind):
                yield from uses(_Declaring(app, stored, constant.name, unit.key), fact)
        yield from _moved(_Declaring(app, stored, constant.name, unit.key), unit)
    elif unit.type == "serializer" or unit.type == "graphql_type":
        yield from _shown(app, stored, constant, unit)


class _Declaring:
    """A model that declares something, and the unit of it."""

    def __init__(self, app: Application, stored: Stored, model: str, source: str) -> None:
        self.app, self.stored, self.model, self.source = app, stored, model, source

    def use(self, fact: Fact, model: str, column: str, kind: str, via: str) -> Iterator[Relation]:
        table = self.stored.table_of.get(model, "")
        if column in self.stored.columns.get(table, ()):
            where = str(fact["file_path"]), int(fact["line"])
            yield Relation(self.source, column_key(table, column), kind, *where, str(fact["certainty"]), via=via)


def own_facts(unit: CodeUnit, kind: str) -> Iterator[Fact]:
    """Return the facts of a kind that a unit does not inherit."""
    return (fact for fact in unit.metadata.get(kind, ()) if not str(fact["via"]).startswith("inherits:"))


def _validation(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    column, _ = at.stored.attribute(at.model, str(fact["name"]))
    yield from at.use(fact, at.model, column, "reads", via_of("validation", str(fact.get("kind", ""))))
    yield from _conditions(at, fact)


def _conditions(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    """Yield what `if: :title_changed?` reads, where no method of the class has that name."""
    for option in ("if", "unless"):
        given = fact.get(option, ())
        for value in given if isinstance(given, list) else [given]:
            name = key_of(value) if isinstance(value, str) and value.startswith(":") else ""
            if name and at.app.instance_method(at.model, name) is None:
                column, _ = attribute_in(at.stored, at.model, name)
                yield from at.use(fact, at.model, column, "reads", via_of("callback", name))


def _association(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    macro, name = str(fact.get("macro", "")), str(fact["name"])
    if macro == "belongs_to":
        yield from at.use(fact, at.model, key_of_association(fact), "reads", via_of("association", macro))
        if fact.get("polymorphic"):
            yield from at.use(fact, at.model, f"{name}_type", "reads", via_of("association", macro))
        yield from _kept_by(at, fact, at.stored.target(at.model, name))
    elif "through" not in fact and macro in ("has_many", "has_one"):
        target = at.stored.target(at.model, name)
        word = str(fact.get("as") or at.app.inflections.underscore(at.model.rpartition("::")[2]))
        key = str(fact.get("foreign_key") or f"{word}_id")
        yield from at.use(fact, target, key, "reads", via_of("association", macro))
        if fact.get("as"):
            yield from at.use(fact, target, f"{word}_type", "reads", via_of("association", macro))


def _kept_by(at: _Declaring, fact: Fact, target: str) -> Iterator[Relation]:
    """Yield what an association writes in the record that it leads to: a counter, a time."""
    options = table_in(fact, "options")
    counter = options.get("counter_cache")
    if counter:
        named = key_of(counter) if isinstance(counter, str) else f"{at.stored.table_of[at.model].rpartition('.')[2]}_count"
        yield from at.use(fact, target, named, "writes", via_of("counter_cache", str(fact["name"])))
    touch = options.get("touch")
    if touch:
        for column in ("updated_at", *([key_of(touch)] if isinstance(touch, str) else [])):
            yield from at.use(fact, target, column, "writes", via_of("touch", str(fact["name"])))


def _delegate(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    target = at.stored.target(at.model, str(fact.get("to", "")))
    column, _ = attribute_in(at.stored, target, str(fact.get("method", "")))
    if column and at.app.instance_method(target, str(fact.get("method", ""))) is None:
        yield from at.use(fact, target, column, "reads", via_of("delegate", str(fact["name"])))


def _enum(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    yield from at.use(fact, at.model, str(fact["name"]), "reads", via_of("declaration", "enum"))


def _accessor(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    column, why = at.stored.attribute(at.model, str(fact["name"]))
    if column and (why or fact.get("macro") in _ACCESSORS):
        yield from at.use(fact, at.model, column, "reads", via_of("declaration", str(fact.get("macro", ""))))


def _by_gem(at: _Declaring, fact: Fact) -> Iterator[Relation]:
    """Yield the column that the macro of a gem writes: of the class itself, or of the record that an association leads to."""
    name = str(fact["name"])
    model = at.model if name == "self" else at.stored.target(at.model, name)
    yield from at.use(fact, model, str(fact["column"]), "writes", via_of("declaration", str(fact["macro"])))


_OF_MODELS = {
    "column_writes": _by_gem,
    "validations": _validation,
    "associations": _association,
    "delegates": _delegate,
    "enums": _enum,
    "attributes": _accessor,
    "callbacks": _conditions,
}


def _moved(at: _Declaring, unit: CodeUnit) -> Iterator[Relation]:
    """Yield the column that the events of a state machine write."""
    machines = (one for one in at.app.bodies.of(at.model).statements if one.name == "aasm")
    column = next((key_of(str(one.options["column"])) for one in machines if "column" in one.options), "aasm_state")
    for fact in own_facts(unit, "events"):
        if fact.get("machine") == "aasm":
            yield from at.use(fact, at.model, column, "writes", via_of("enum", str(fact["name"])))


def _shown(app: Application, stored: Stored, constant: Constant, unit: CodeUnit) -> Iterator[Relation]:
    """Yield the columns that a serializer or a type of GraphQL shows of the model that it is called after."""
    last = constant.name.rpartition("::")[2]
    stem = next((last.removesuffix(suffix) for suffix in _SUFFIXES if last.endswith(suffix) and last != suffix), "")
    models = stored.called(app.inflections.underscore(stem), [constant.name]) if stem else ()
    for kind in ("attributes", "fields"):
        for fact in own_facts(unit, kind) if len(models) == 1 else ():
            name = app.inflections.underscore(str(fact["name"]))
            column, _ = stored.attribute(models[0][0], name)
            if column and app.bodies.method(constant.name, name, False) is None:
                table = column_key(stored.table_of[models[0][0]], column)
                where = str(fact["file_path"]), int(fact["line"])
                yield Relation(unit.key, table, "reads", *where, "inferred", via=via_of("json", kind, "name"))
