"""What templates need to know of an application's classes and scripts to be linked with them."""

from __future__ import annotations

from collections import defaultdict

from core.extract.rails.application.application import Application
from core.extract.rails.facts.controllers import helper_methods
from core.extract.rails.routes import RouteTable
from core.extract.rails.views.lookup import Lookup
from core.extract.repository import Repository
from core.extract.ruby.reading.values import key_of
from core.model import split_key, unit_key

_LENDING = ("controller", "concern", "mailer")


def lookup(app: Application, routes: RouteTable) -> Lookup:
    """Return how a template's names lead to units: classes, their methods, helper methods, named routes, functions."""
    helpers = _helpers(app)

    def constant(name: str) -> str | None:
        found = app.names.resolve(name, ())
        return (app.unit_of(found) or None) if found is not None else None

    def member(name: str, method: str) -> str | None:
        found = app.names.resolve(name, ())
        return app.instance_method(found.name, method) if found is not None else None

    def is_hidden(key: str) -> bool:
        owner, _, name = split_key(key)[1].rpartition("#")
        place = app.bodies.method(owner, name, False)
        return place is not None and place.definition.visibility != "public"

    def route(name: str) -> str | None:
        found = routes.helpers.get(name)
        return unit_key("route", found.identifier) if found is not None else None

    def is_lent(key: str) -> bool:
        owner = app.names.constants.get(split_key(key)[1].rpartition("#")[0])
        return owner is not None and app.types.of(owner) in _LENDING

    lent = frozenset(key for key in helpers.values() if is_lent(key))
    return Lookup(constant, member, helpers.get, route, _scripts(app.repository).get, app.inflections, is_hidden, lent)


def _scripts(repository: Repository) -> dict[str, str]:
    """Return the keys of the JavaScript functions that a page may call by name: those of a name that only one module has."""
    found: dict[str, set[str]] = defaultdict(set)
    for facts in repository.of("javascript", "typescript", "tsx"):
        for one in facts.definitions if not facts.is_test else ():
            if one.kind == "function" and one.parent < 0 and one.name:
                found[one.name].add(unit_key("function", f"{facts.path}:{one.qualified}"))
    return {name: next(iter(keys)) for name, keys in found.items() if len(keys) == 1}


def _lent_modules(app: Application) -> set[str]:
    """Return the modules that controllers lend to their views: `helper Menu::Helper`, `helper :menus`."""
    found = set()
    for controller in app.units():
        for statement in app.bodies.of(controller.name).statements if app.types.of(controller) == "controller" else ():
            for value in statement.arguments if statement.name == "helper" else ():
                written = value.get("const") if isinstance(value, dict) else f"{app.inflections.camelize(key_of(value))}Helper"
                module = app.names.resolve(str(written), [controller.name]) if written else None
                found |= {module.name} if module is not None and module.kind == "module" else set()
    return found


def _helpers(app: Application) -> dict[str, str]:
    """Return the methods that every template may call by name: those of helper modules, and what controllers lend.

    A name that several of them have means none.
    """
    found: dict[str, set[str]] = defaultdict(set)
    lent = _lent_modules(app)
    for constant in app.units():
        kind = app.types.of(constant)
        if kind == "helper" or constant.name in lent:
            for holder in [constant.name, *app.names.ancestors(constant.name)]:
                for name in app.bodies.instance_methods(holder):
                    if (key := app.method_key(holder, name, False)) is not None:
                        found[name].add(key)
        elif kind in _LENDING:
            for fact in helper_methods(app.bodies.of(constant.name)):
                if (key := app.instance_method(constant.name, fact["name"])) is not None:
                    found[fact["name"]].add(key)
    return {name: next(iter(keys)) for name, keys in found.items() if len(keys) == 1}
