"""What a class makes happen without calling it: callbacks, interactors, validators, delegations, middle classes."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.rails.application.application import Application
from core.extract.rails.facts.observers import class_of_object
from core.extract.rails.linking.declared_columns import own_facts
from core.extract.ruby.linking.constants import Constant
from core.languages.controller_hooks import ASKED_BY_ACTION
from core.model import CodeUnit, Relation
from core.model.facts import Fact


def conduct(app: Application, constant: Constant, unit: CodeUnit) -> Iterator[Relation]:
    """Yield relations that the facts of a class imply; inherited facts belong to the class that declares them."""
    for fact in own_facts(unit, "callbacks"):
        yield from _runs(app, constant, unit.key, fact)
    for fact in (*own_facts(unit, "transitions"), *own_facts(unit, "hooks")):
        yield from _runs(app, constant, unit.key, fact)
    for fact in own_facts(unit, "organized"):
        yield from _organizes(app, constant, unit.key, fact)
    for fact in own_facts(unit, "validations"):
        yield from _validates_with(app, constant, unit.key, fact)
    for fact in own_facts(unit, "delegates"):
        yield from _delegates(app, constant, unit.key, fact)
    for fact in own_facts(unit, "associations"):
        yield from _through(app, constant, unit.key, fact)
    if unit.type == "controller":
        yield from _asked(app, constant, unit.key)
    for fact in own_facts(unit, "rescues"):
        yield from _to_method(app, constant, unit.key, fact, "runs")


def _asked(app: Application, constant: Constant, source: str) -> Iterator[Relation]:
    """Yield the methods that the actions which a controller inherits from a library ask of it."""
    above = set(app.names.superclasses(constant.name))
    place = constant.owner
    for (library, action), names in ASKED_BY_ACTION.items() if above - app.names.constants.keys() else ():
        for name in names if library in above else ():
            if (target := app.instance_method(constant.name, name)) is not None:
                line, key = place.definition.start_line, app.instance_method(constant.name, action) or source
                yield Relation(key, target, "runs", place.path, line, "expanded", via=f"asked:{library}#{action}")


def _relation(source: str, target: str, kind: str, fact: Fact) -> Relation:
    return Relation(source, target, kind, fact["file_path"], fact["line"], str(fact["certainty"]), via=str(fact["via"]))


def _to_method(app: Application, constant: Constant, source: str, fact: Fact, kind: str) -> Iterator[Relation]:
    target = app.instance_method(constant.name, str(fact.get("method", "")))
    if target is not None:
        yield _relation(source, target, kind, fact)


def _runs(app: Application, constant: Constant, source: str, fact: Fact) -> Iterator[Relation]:
    if fact.get("skipped"):
        return
    if "unit" in fact:
        yield _relation(source, str(fact["unit"]), "runs", fact)
    if "method" in fact:
        yield from _to_method(app, constant, source, fact, "runs")
    elif (target := class_of_object(app, constant.name, fact)) is not None and target.kind == "class":
        yield _relation(source, app.key(target), "runs", fact)


def _organizes(app: Application, constant: Constant, source: str, fact: Fact) -> Iterator[Relation]:
    """Yield that an organizer runs an interactor (its `call`, or the class of another organizer), and its `rollback`."""
    target = app.names.resolve(str(fact["name"]), [constant.name])
    if target is not None and target.kind == "class" and app.key(target) != source:
        yield _relation(source, app.instance_method(target.name, "call") or app.key(target), "runs", fact)
        if (taken_back := app.instance_method(target.name, "rollback")) is not None:
            yield _relation(source, taken_back, "runs", fact)


def _validates_with(app: Application, constant: Constant, source: str, fact: Fact) -> Iterator[Relation]:
    named = fact.get("validator") or f"{app.inflections.camelize(str(fact['kind']))}Validator"
    target = app.names.resolve(str(named), [constant.name])
    if target is not None and target.kind == "class":
        yield _relation(source, app.key(target), "validates_with", fact)


def _delegates(app: Application, constant: Constant, source: str, fact: Fact) -> Iterator[Relation]:
    association = app.targets.find(constant.name, str(fact.get("to", "")))
    target = app.targets.of(*association) if association is not None else None
    if target is not None and target.name != constant.name:
        yield _relation(
            source, app.instance_method(target.name, str(fact.get("method", ""))) or app.key(target), "delegates", fact
        )


def _through(app: Application, constant: Constant, source: str, fact: Fact) -> Iterator[Relation]:
    middle = app.targets.find(constant.name, str(fact.get("through", "")))
    target = app.targets.of(*middle) if middle is not None else None
    if target is not None and app.key(target) != source:
        yield _relation(source, app.key(target), "through", fact)
