"""Which kind of unit a Ruby class or module is: by what it inherits, what it includes, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from core.extract.rails.application.fact import written_constants
from core.extract.ruby.linking.bodies import Bodies
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.linking.externals import FRAMEWORK_CLASSES
from core.extract.ruby.linking.names import Names
from core.extract.ruby.linking.roots import Roots
from core.extract.ruby.reading.vocabulary import ASSOCIATIONS, VALIDATIONS
from core.model import TEST

_BY_FOLDER = {
    "controllers": "controller", "jobs": "job", "workers": "job", "sidekiq": "job", "mailers": "mailer", "helpers": "helper",
    "services": "service", "interactors": "service", "operations": "service", "commands": "service", "use_cases": "service",
    "actions": "service", "managers": "service", "handlers": "service", "processors": "service", "workflows": "service",
    "policies": "policy", "serializers": "serializer", "blueprints": "serializer",
    "validators": "validator",
    "presenters": "presenter", "decorators": "decorator",
    "patches": "decorator", "overrides": "decorator", "components": "component", "view_components": "view_component",
    "channels": "channel", "queries": "query", "finders": "query", "forms": "form", "mailboxes": "mailbox",
    "subscribers": "subscriber", "listeners": "subscriber", "observers": "subscriber", "notifiers": "notifier",
    "uploaders": "uploader", "contracts": "contract", "resources": "serializer", "builders": "builder", "entities": "poro",
    "view_models": "presenter", "facades": "presenter", "reflexes": "reflex", "avo": "admin",
    "admin": "admin", "dashboards": "admin", "api": "api", "inputs": "form", "cells": "component", "views": "component",
    "notifications": "notifier", "events": "event", "errors": "error", "values": "poro", "value_objects": "poro",
}  # fmt: skip
_GRAPHQL_FOLDERS = {
    "mutations": "graphql_mutation", "resolvers": "graphql_resolver", "queries": "graphql_query", "types": "graphql_type",
    "subscriptions": "graphql_subscription", "loaders": "graphql_loader", "sources": "graphql_loader",
}  # fmt: skip
_TEST_CASES = ("Minitest::Test", "Test::Unit::TestCase", "MiniTest::Test")
_SUFFIXES = (
    ("Service", "service"),
    ("Policy", "policy"),
    ("Serializer", "serializer"),
    ("Presenter", "presenter"),
    ("Decorator", "decorator"),
)
_CONCERN = {"const": "ActiveSupport::Concern"}


class Types:
    """Classifies constants; each answer is kept."""

    def __init__(self, names: Names, bodies: Bodies, roots: Roots) -> None:
        self._names = names
        self._bodies = bodies
        self._roots = roots
        self._known: dict[str, str] = {}

    def of(self, constant: Constant) -> str:
        """Return the unit type of a class or module."""
        if constant.name not in self._known:
            self._known[constant.name] = self._type(constant)
        return self._known[constant.name]

    def _type(self, constant: Constant) -> str:
        if not constant.places:
            return constant.kind
        if constant.is_test or any(_is_test_case(name) for name in self._names.superclasses(constant.name)):
            return TEST
        by_ancestor = self._by_ancestor(constant) if constant.kind == "class" else ""
        if by_ancestor == "model" and not self._roots.may_own(constant.owner.path):
            by_ancestor = constant.kind  # a script's or migration's own view of a table
        return by_ancestor or (self._module(constant) if constant.kind == "module" else "") or self._by_path(constant)

    def _by_ancestor(self, constant: Constant) -> str:
        for name in [*self._names.superclasses(constant.name), *self._mixed_into(constant)]:
            if (name in FRAMEWORK_CLASSES and name not in self._names.constants) or name.startswith("GraphQL::Schema"):
                type_ = FRAMEWORK_CLASSES.get(name, "graphql_type")
                return "graphql_query" if type_ == "graphql_type" and constant.name in self._query_roots else type_
        return ""

    @cached_property
    def _query_roots(self) -> frozenset[str]:
        """The classes that a schema of GraphQL names as its `query`."""
        schemas = [
            constant
            for constant in self._names.constants.values()
            if constant.kind == "class" and "GraphQL::Schema" in self._names.superclasses(constant.name)
        ]
        written = [
            (one, name) for one in schemas for name in written_constants(self._bodies.of(one.name).statements, ("query",))
        ]
        found = (self._names.resolve(name, [schema.name]) for schema, name in written)
        return frozenset(one.name for one in found if one is not None)

    def _mixed_into(self, constant: Constant) -> Iterator[str]:
        """Yield the modules of a class and of its superclasses, nearest first."""
        for name in [constant.name, *self._names.superclasses(constant.name)]:
            if (one := self._names.constants.get(name)) is not None:
                yield from self._bodies.of(name).mixed
                yield from self._external_mixins(one)

    def _external_mixins(self, constant: Constant) -> list[str]:
        """Return modules of gems that a class includes: they stay in the body as statements."""
        return written_constants(self._bodies.of(constant.name).statements, ("include", "extend"))

    def _module(self, constant: Constant) -> str:
        path = constant.owner.path
        declares = any(
            statement.name == "extend" and _CONCERN in statement.arguments
            for statement in self._bodies.of(constant.name).statements
        )
        if declares or "/concerns/" in path:
            return "concern"
        if self._roots.kind_of(path) == "helpers":
            return "helper"
        hooked = self._bodies.method(constant.name, "included", True) is not None
        return "concern" if hooked and self._roots.rails else ""

    def _by_path(self, constant: Constant) -> str:
        path = constant.owner.path
        folder = self._roots.kind_of(path)
        if folder == "models":
            return "model" if constant.kind == "class" and self._is_model(constant) else "poro"
        if folder == "graphql":
            parts = path.split("/")
            return next((_GRAPHQL_FOLDERS[part] for part in parts if part in _GRAPHQL_FOLDERS), "graphql_type")
        if folder:
            return self._in_app(constant, folder)
        return self._outside_app(constant, path)

    def _in_app(self, constant: Constant, folder: str) -> str:
        if folder == "controllers" and constant.kind == "class" and not constant.name.endswith("Controller"):
            return "poro"
        if folder in _BY_FOLDER:
            return _BY_FOLDER[folder] if not self._is_error(constant) else "poro"
        return next((kind for suffix, kind in _SUFFIXES if constant.name.endswith(suffix)), "poro")

    def _outside_app(self, constant: Constant, path: str) -> str:
        inside = self._roots.inside(path)
        if not self._roots.rails:
            return constant.kind
        if inside.startswith("config/initializers/"):
            return "initializer"
        if inside.startswith("config/"):
            return "configuration"
        if inside.startswith(("lib/", "app/")):
            return next((kind for suffix, kind in _SUFFIXES if constant.name.endswith(suffix)), "lib")
        return constant.kind

    def _is_model(self, constant: Constant) -> bool:
        """Tell whether a class in `app/models` whose ancestors are unknown says what only a model says."""
        above = list(self._names.superclasses(constant.name))
        if not above or above[-1] in self._names.constants or ("::" not in above[-1] and "." not in above[-1]):
            return False
        said = {statement.name for statement in self._bodies.of(constant.name).statements}
        return bool(said & (ASSOCIATIONS | VALIDATIONS | {"scope", "enum"}))

    def _is_error(self, constant: Constant) -> bool:
        return any(
            name.endswith("Error") and name not in self._names.constants for name in self._names.superclasses(constant.name)
        )


def _is_test_case(name: str) -> bool:
    return name.endswith("::TestCase") or name in _TEST_CASES
