"""What Rails' other files say, joined with the classes: routes and actions, tables and models, filter chains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import Fact
from core.extract.rails.routes import RouteTable, read_routes, route_relations, route_units
from core.extract.rails.schema import Tables, read_schema, table_facts, table_relations, table_units
from core.extract.ruby.linking.constants import Constant
from core.model import Relation, unit_key

_INTERPOLATION = re.compile(r"#\{[^}]*\}")  # `"#{table_name_prefix}users"`: a prefix of the whole database, as a rule empty


class Conventions:
    """Routes and tables of one application; `units` are both."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self.routes: RouteTable = read_routes(app.repository, app.inflections)
        self.units = route_units(self.routes, app.repository)
        self.tables: Tables = read_schema(app.repository, app.inflections)
        self.units += table_units(self.tables, app.repository)
        self.own_facts: dict[str, dict[str, object]] = {}  # of classes, by name, before what they inherit
        self.lent_facts: dict[str, dict[str, list[Fact]]] = {}  # what a class gives to its descendants, by kind
        self.concerns: dict[str, Fact] = {}  # the sources of concerns, by name
        self.observed: Mapping[str, Sequence[Fact]] = {}  # the callbacks of observers, by the model that they observe
        self._routed: dict[str, dict[str, list[str]]] = {}
        for route in self.routes.routes:
            if route.controller:
                self._routed.setdefault(route.controller, {}).setdefault(route.action, []).append(route.identifier)

    def relations(self) -> list[Relation]:
        """Return who answers a route, which tables point at which, which model is stored in which table."""
        stored = [
            Relation(
                self._app.key(model),
                unit_key("table", table.name),
                "stored_in",
                table.span.file_path,
                table.span.start_line,
                "inferred",
            )
            for model in self._app.units()
            if self._app.types.of(model) == "model" and (table := self.tables.tables.get(self.table_of(model))) is not None
        ]
        return [*route_relations(self.routes, self.action_key), *table_relations(self.tables), *stored]

    def action_key(self, controller: str, action: str) -> str | None:
        """Return the key of the method that answers, or of the controller when the method is not written."""
        name = f"{self._app.inflections.camelize(controller)}Controller"
        constant = self._app.names.constants.get(name)
        if constant is None:
            return None
        return self._app.instance_method(name, action) or self._app.key(constant)

    def gaps(self) -> list[Gap]:
        """Return what has no counterpart or was not understood.

        That is models without a table, routes whose controller the checkout does not have, lines of route files that gave
        no route, and statements that change the database in ways that were not followed (by name, with their `count`).
        """
        found = []
        for model in self._app.units() if self.tables.tables else ():
            if self._app.types.of(model) == "model" and not self._is_abstract(model) and not self.table_of(model):
                place = model.owner
                found.append(gap("model_without_table", model.name, place.path, place.definition.start_line))
        for route in self.routes.routes:
            if route.controller and self.action_key(route.controller, route.action) is None:
                found.append(gap("route_without_controller", route.identifier, route.file_path, route.line))
        for line in self.routes.unread:
            found.append({**gap("unread_route", line.source, line.file_path, line.line), "reason": line.reason})
        for statement, count in self.tables.unread.items():
            found.append({**gap("unread_schema", statement, "", 0), "count": count, "source": self.tables.source})
        return found

    def _is_abstract(self, model: Constant) -> bool:
        statements = self._app.bodies.of(model.name).statements
        return any(
            one.name == "primary_abstract_class" or (one.name == "abstract_class=" and one.arguments == (True,))
            for one in statements
        )

    def routed(self, controller: Constant) -> dict[str, list[str]]:
        """Return the routes of each action of a controller."""
        path = self._app.inflections.underscore(controller.name).removesuffix("_controller")
        return self._routed.get(path, {})

    def table_of(self, model: Constant) -> str:
        """Return the name of a model's table by Rails' rules, or an empty string when the schema has none."""
        names = self._app.names
        for name in [model.name, *names.superclasses(model.name)]:
            constant = names.constants.get(name)
            if constant is None or self._app.types.of(constant) != "model":
                break
            for candidate in self._table_names(constant):
                if candidate in self.tables.tables:
                    return candidate
        return ""

    def table_facts(self, model: Constant) -> dict[str, object]:
        """Return `table`, `columns`, `indexes` and `foreign_keys` of a model."""
        table = self.tables.tables.get(self.table_of(model))
        if table is None:
            return {}
        facts = table_facts(table, self.tables.source)
        return {"table": table.name, **{key: facts[key] for key in ("columns", "indexes", "foreign_keys")}}

    def _table_names(self, constant: Constant) -> list[str]:
        body = self._app.bodies.of(constant.name)
        explicit = [
            _INTERPOLATION.sub("", str(value["code"] if isinstance(value, dict) and "code" in value else value)).strip("\"':")
            for statement in body.statements
            if statement.name in ("table_name=", "set_table_name")
            for value in statement.arguments
        ]
        inflections = self._app.inflections
        plain = inflections.pluralize(inflections.underscore(constant.name.rsplit("::", 1)[-1]))
        full = inflections.pluralize(inflections.underscore(constant.name).replace("/", "_"))
        return [*explicit, full, plain]


class Gap(TypedDict):
    """What was not understood or has no counterpart: an example for the coverage report."""

    outcome: str
    name: str
    file_path: str
    line: int
    reason: NotRequired[str]
    count: NotRequired[int]
    source: NotRequired[str]


def gap(outcome: str, name: str, path: str, line: int) -> Gap:
    """Return an example for the coverage report: what is missing, its name and where it is."""
    return {"outcome": outcome, "name": name, "file_path": path, "line": line}
