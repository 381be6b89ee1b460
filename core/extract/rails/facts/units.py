"""Classes, modules and methods as units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.extract.facts import DOING, Definition, FileFacts
from core.extract.rails.application.application import Application
from core.extract.rails.facts.metadata import class_facts
from core.extract.rails.facts.said import said_by_method
from core.extract.ruby.linking.constants import Constant, DefinitionPlace
from core.extract.ruby.reading.values import key_of
from core.model import TEST, CodeUnit, Span, unit_key

if TYPE_CHECKING:
    from core.extract.rails.application.conventions import Conventions


def class_unit(app: Application, conventions: Conventions, constant: Constant) -> CodeUnit:
    """Return the unit of a class or module that is more than a namespace."""
    definition, path = constant.owner.definition, constant.owner.path
    namespace, _, name = constant.name.rpartition("::")
    outer = app.names.written(namespace)
    enclosed = outer is not None and outer.kind != "constant" and not outer.hollow
    docstring = next((place.definition.docstring for place in constant.places if place.definition.docstring), "")
    return CodeUnit(
        type=app.types.of(constant), identifier=constant.name, name=name, namespace=namespace, language="ruby",
        file_path=path, start_line=definition.start_line, end_line=definition.end_line, docstring=docstring,
        signature=_signature(constant), parent=app.key(outer) if enclosed and outer is not None else "",
        metadata={**class_facts(app, conventions, constant), **_blocks(constant)}, is_test=constant.is_test,
        spans=tuple(_span(place) for place in constant.places) if len(constant.places) > 1 else (),
    )  # fmt: skip


def _blocks(constant: Constant) -> dict[str, object]:
    """Return what the blocks of a class body do, by the place that they are written in."""
    places = (place for place in constant.places if not constant.is_test and "steps" in place.definition.metadata)
    found = [{"file_path": place.path, **_doing(place.definition)} for place in places]
    return {"blocks": found} if found else {}


def _doing(definition: Definition) -> dict[str, object]:
    return {name: definition.metadata[name] for name in DOING if name in definition.metadata}


def _signature(constant: Constant) -> str:
    definition = constant.owner.definition
    base = f" < {definition.bases[0]}" if definition.bases else ""
    return f"{constant.kind} {constant.name}{base}"


def _span(place: DefinitionPlace) -> Span:
    return Span(place.path, place.definition.start_line, place.definition.end_line)


def method_units(app: Application) -> Iterator[CodeUnit]:
    """Yield a unit for every method, those of one name together; a method outside of any class belongs to its file."""
    grouped: dict[tuple[str, str], list[DefinitionPlace]] = defaultdict(list)
    for facts in app.files:
        for position, definition in enumerate(facts.definitions):
            if definition.kind == "method":
                place = DefinitionPlace(facts, position)
                grouped[method_identifier(app, place)].append(place)
    for (owner, identifier), places in grouped.items():
        yield _method_unit(app, owner, identifier, places)


def method_identifier(app: Application, place: DefinitionPlace) -> tuple[str, str]:
    """Return a method's owner (a full name, or empty at the top of a file) and its identifier."""
    definition = place.definition
    scopes = app.names.scopes(place.path, place.facts.definitions, definition.parent)
    mark = "." if definition.metadata.get("singleton") else "#"
    if not scopes or _is_in_spec(place):
        return "", f"{place.path}#{definition.name}"
    return scopes[0], f"{scopes[0]}{mark}{definition.name}"


def _is_in_spec(place: DefinitionPlace) -> bool:
    """Tell whether a definition stands in a spec, whose methods are those of the file, and in no class within."""
    position = place.definition.parent
    while position >= 0 and (around := place.facts.definitions[position]).kind not in ("class", "module"):
        if around.kind == "spec":
            return True
        position = around.parent
    return False


def _method_unit(app: Application, owner: str, identifier: str, places: list[DefinitionPlace]) -> CodeUnit:
    constant = app.names.written(owner)
    if len(places) > 1:
        order = {place.path: at for at, place in enumerate(constant.places)} if constant is not None else {}
        places = sorted(places, key=lambda place: (order.get(place.path, 0), place.path, -place.definition.start_line))
    first = places[0]
    is_test = first.facts.is_test
    definition = first.definition
    return CodeUnit(
        type=TEST if is_test else "method", identifier=identifier, name=definition.name, namespace=owner, language="ruby",
        file_path=first.path, start_line=definition.start_line, end_line=definition.end_line,
        docstring=definition.docstring, signature=definition.signature,
        parent=app.key(constant) if constant is not None and not constant.hollow else "",
        metadata={**_method_facts(definition), **({} if is_test else said_by_method(first))}, is_test=is_test,
        spans=tuple(_span(place) for place in places) if len(places) > 1 else (),
    )  # fmt: skip


def _method_facts(definition: Definition) -> dict[str, object]:
    facts: dict[str, object] = {"visibility": definition.visibility, "complexity": definition.complexity}
    if definition.metadata.get("singleton"):
        facts["singleton"] = True
    if definition.metadata.get("nesting"):
        facts["nesting"] = list(definition.metadata["nesting"])
    facts |= _doing(definition)
    return facts


def other_units(app: Application) -> Iterator[CodeUnit]:
    """Yield rake tasks and specs."""
    for facts in app.files:
        for definition in facts.definitions:
            if definition.kind not in ("rake_task", "spec"):
                continue
            is_spec = definition.kind == "spec"
            yield CodeUnit(
                type=TEST if is_spec else "rake_task",
                identifier=f"{facts.path}: {definition.qualified}" if is_spec else definition.qualified,
                name=definition.name, language="ruby", file_path=facts.path, start_line=definition.start_line,
                end_line=definition.end_line, docstring=definition.docstring, signature=definition.signature,
                metadata=dict(definition.metadata) if is_spec else {}, is_test=facts.is_test,
            )  # fmt: skip


def scope_units(app: Application) -> Iterator[CodeUnit]:
    """Yield a unit for every scope that a class or module declares itself, written as the class method that it makes."""
    for (owner, name), (path, start, end, docstring) in app.scopes.items():
        constant = app.names.constants.get(owner)
        if constant is not None and not constant.hollow and app.bodies.method(owner, name, True) is None:
            yield CodeUnit(
                type="scope", identifier=f"{owner}.{name}", name=name, namespace=owner, language="ruby", file_path=path,
                start_line=start, end_line=end, docstring=docstring, signature=f"scope :{name}", parent=app.key(constant),
            )  # fmt: skip


def scope_key(app: Application, path: str, definitions: tuple[Definition, ...], position: int, is_test: bool) -> str:
    """Return the key of the finest unit around a position in a file: the method, else the class, else the file."""
    while position >= 0:
        definition = definitions[position]
        if definition.kind == "method":
            facts = next_place(app, path, position)
            return unit_key(TEST if is_test else "method", method_identifier(app, facts)[1])
        if definition.kind in ("class", "module"):
            constant = app.names.written(app.names.full[path, position])
            if constant is not None and not constant.hollow:
                return app.key(constant)
        elif definition.kind == "rake_task":
            return unit_key("rake_task", definition.qualified)
        elif definition.kind == "spec":
            return unit_key(TEST, f"{path}: {definition.qualified}")
        position = definition.parent
    return unit_key("file", path)


def next_place(app: Application, path: str, position: int) -> DefinitionPlace:
    """Return a place by its path and position."""
    return DefinitionPlace(app.by_path[path], position)


def scopes_in(app: Application, facts: FileFacts) -> list[tuple[int, int, int, str]]:
    """Return the scopes that a file declares, with the position of their class, their lines and the keys of their units."""
    found = []
    for one in facts.declarations:
        if one.name == "scope" and not one.receiver and one.arguments and isinstance(one.arguments[0], str):
            owner, name = app.names.full.get((facts.path, one.scope), ""), key_of(one.arguments[0])
            if (owner, name) in app.scopes and app.bodies.method(owner, name, True) is None:
                found.append((one.scope, one.start_line, one.end_line, unit_key("scope", f"{owner}.{name}")))
    return found
