"""What Rails adds to the types of values: associations, scopes, queries, columns, who is logged in, what views are lent."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from core.extract.rails.application.application import RUN_BY_LIBRARIES, Application
from core.extract.rails.application.conventions import Conventions
from core.extract.rails.application.fact import Fact, statements_named, symbols, written_constants
from core.extract.rails.facts.members import attributes, delegates, scopes
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.linking.statements import ClassBody
from core.extract.ruby.reading.values import Value, key_of
from core.extract.ruby.reading.vocabulary import MANY
from core.extract.ruby.typing.types import CLASS, ONE, QUERY, VALUE, ValueType, ValueTypes, together
from core.languages.active_record import QUERIES, gives_record
from core.model import split_key

_VALUES = frozenset(
    {
        "count", "exists?", "pluck", "pick", "ids", "sum", "average", "maximum", "minimum", "update_all", "delete_all",
        "table_name", "column_names", "primary_key", "human_attribute_name", "model_name", "connection", "arel_table", "any?",
        "none?", "transaction", "to_sql", "destroy_all", "insert_all", "insert_all!", "upsert_all", "name", "to_s",
        "quoted_table_name", "sanitize_sql_like", "sanitize_sql", "human_enum_name", "logger", "attribute_names", "columns",
        "columns_hash", "empty?",
    }
)  # fmt: skip
_GIVEN_BY_RAILS = frozenset(
    {
        "params", "session", "request", "response", "cookies", "flash", "logger", "headers", "controller", "controller_name",
        "view_context", "action_name", "helpers", "routes", "main_app", "content_tag", "tag", "link_to", "form_for",
        "form_with", "fields_for", "simple_form_for", "image_tag", "t", "l", "raw", "safe_join", "capture", "url_for",
        "errors", "respond_to", "render", "config", "assigns", "connection", "attributes", "turbo_stream", "format", "method",
        "binding", "caller", "proc", "lambda", "mail", "message", "attachments", "time_ago_in_words", "number_to_currency",
        "pluralize", "truncate", "block", "sprintf", "rand", "local_assigns",
    }
)  # fmt: skip
_INITIALIZING = frozenset({"pattr_initialize", "vattr_initialize", "rattr_initialize", "aattr_initialize", "attr_initialize"})
_DRAPER = "Draper::Decorator"
_WRAPPING = ("Decorator", "Presenter")
_CURRENT = re.compile(r"current_(\w+)")
_RAILS, _APPLICATION = "Rails", "Rails::Application"
_MOST_TARGETS = 4

Member = ValueTypes | str


class RailsTypes:
    """The framework of `Inference` for one application, as tables that are made once."""

    def __init__(self, app: Application, conventions: Conventions, helper: Callable[[str], str | None]) -> None:
        self._helper = helper
        self._application: ValueTypes = VALUE
        self._models: set[str] = set()
        self._members: dict[tuple[str, str, str], Member] = {}
        self._columns: dict[str, frozenset[str]] = {}
        self._takes: dict[str, tuple[str, ...]] = {}  # parameters of constructors that macros make
        self._missing: dict[str, str] = {}  # what classes hand calls to that they do not define
        self._constants = app.names.constants
        self._called: dict[str, list[ValueType]] = defaultdict(list)  # what is called by a name
        for constant in app.units():
            if constant.is_test:
                continue
            self._call_by_name(app, constant)
            for level, name, member in _members(app, constant):
                self._members.setdefault((constant.name, level, name), member)
            if constant.kind == "class" and _APPLICATION in app.names.superclasses(constant.name):
                self._application = (ValueType(ONE, constant.name),)
            for statement in statements_named(app.bodies.of(constant.name), frozenset({"delegate_missing_to"})):
                self._missing.update((constant.name, _handed_to(name)) for name in symbols(statement.arguments[:1]))
            if takes := _takes(app, constant):
                self._takes[constant.name] = takes
            if app.types.of(constant) == "model":
                self._models.add(constant.name)
                table = conventions.tables.tables.get(conventions.table_of(constant))
                if table is not None:
                    self._columns[constant.name] = frozenset(column.name for column in table.columns)
        for owner, name in app.scopes:
            self._members.setdefault((owner, ".", name), (ValueType(QUERY, ""),))
        columns = frozenset[str]().union(*self._columns.values())
        self.names = frozenset(name for _, _, name in self._members) | columns
        self.asked = columns | {name for (_, level, name), given in self._members.items() if level == "#" and given == VALUE}
        self.asked |= {str(one["name"]) for name in self._models for one in scopes(app.bodies.of(name)) if one.get("generated")}

    def _call_by_name(self, app: Application, constant: Constant) -> None:
        is_model = app.types.of(constant) == "model"
        word = app.inflections.underscore(constant.name.rpartition("::")[2])
        if constant.kind == "class" and (is_model or "_" in word):
            self._called[word].append(ValueType(ONE, constant.name))
            if is_model:
                self._called[app.inflections.pluralize(word)].append(ValueType(QUERY, constant.name))

    def member(self, owner: str, holder: str, level: str, name: str) -> Member | None:
        """Return what a class declares without a method: types, with the heir in the place of the class, or a term."""
        if name not in self.names:
            return None
        found = self._members.get((holder, level, name))
        if found is None:
            return VALUE if level == "#" and name in self._columns.get(holder, ()) else None
        if isinstance(found, str):
            return found
        return tuple(ValueType(one.kind, one.name or owner) if one.kind == QUERY else one for one in found)

    def constant(self, name: str) -> ValueTypes:
        """Return the module Rails, which knows the application."""
        return (ValueType(CLASS, _RAILS),) if name.removeprefix("::") == _RAILS else ()

    def on_class(self, owner: str, name: str) -> ValueTypes:
        """Return what ActiveRecord gives for a method of a model, and Rails for the application."""
        if owner == _RAILS:
            return self._application if name == "application" else VALUE
        return self._of_model(owner, name) if owner in self._models else ()

    def on_query(self, owner: str, name: str) -> ValueTypes:
        """Return what ActiveRecord gives for a method of a query."""
        return self._of_model(owner, name)

    @staticmethod
    def _of_model(owner: str, name: str) -> ValueTypes:
        if gives_record(name):
            return (ValueType(ONE, owner),)
        if name in QUERIES:
            return (ValueType(QUERY, owner),)
        return VALUE if name in _VALUES else ()

    def named(self, name: str, scopes: tuple[str, ...]) -> ValueTypes:
        """Return the model, or the class of a name of several words, that is called like this; in its namespace the nearest.

        `current_user` is called like `user`.
        """
        word = name.lstrip("@")
        found = self._called.get(word, ())
        if not found and (current := _CURRENT.fullmatch(word)) is not None:
            found = self._called.get(current[1], ())
        if len(found) > 1:
            around = scopes[0] if scopes else ""
            near = [one for one in found if f"{around}::".startswith(f"{_namespace(one.name)}::") or not _namespace(one.name)]
            found = (
                sorted(near, key=lambda one: -len(one.name))[:1]
                if len({len(_namespace(one.name)) for one in near}) == len(near)
                else ()
            )
        return tuple(found)

    def takes(self, owner: str) -> tuple[str, ...]:
        """Return the parameters of the constructor that a macro makes for a class."""
        return self._takes.get(owner, ())

    def missing_to(self, owner: str) -> str:
        """Return the term of what a class hands all calls to that it does not define; empty for none."""
        return self._missing.get(owner, "")

    def wrapped(self, owner: str) -> ValueTypes:
        """Return the class that a delegator is called after."""
        stem = next((owner.removesuffix(end) for end in _WRAPPING if owner.endswith(end)), "")
        for name in (stem, stem.rpartition("::")[2]):
            if name in self._constants and self._constants[name].kind == "class":
                return (ValueType(ONE, name),)
        return ()

    def bare(self, name: str, is_view: bool) -> Member:
        """Return what a name gives that its class does not define: a helper, who is logged in, what Rails gives to all."""
        if name in _GIVEN_BY_RAILS or name.endswith(("_path", "_url")):
            return VALUE
        key = self._helper(name)
        if key is not None:
            return split_key(key)[1].rpartition("#")[0]
        current = _CURRENT.fullmatch(name)
        return self.named(current[1], ()) if current is not None else ()


def _handed_to(name: str) -> str:
    return name if name.startswith("@") else f".{name}"


def _namespace(name: str) -> str:
    return name.rpartition("::")[0]


def _members(app: Application, constant: Constant) -> Iterator[tuple[str, str, Member]]:
    """Yield level, name and type or term of what a class declares without defining a method."""
    owner, body = constant.name, app.bodies.of(constant.name)
    for one in app.associations.get(owner, ()):
        yield from _association(app, owner, one)
    for fact in scopes(body):
        yield ".", str(fact["name"]), (ValueType(QUERY, ""),)
    for fact in delegates(body):
        to, method = str(fact.get("to", "")), fact.get("method")  # what is computed is not among the facts
        if to and method and to != "class":
            yield "#", str(fact["name"]), f"{to if to[:1].isupper() else f'.{to}'}.{method}"
    for name in RUN_BY_LIBRARIES if constant.kind == "class" else ():
        if (run := app.run_by_library(owner, name)) is not None:
            yield ".", name, f"{owner}.new.{run.rpartition('#')[2]}"
    for statement in statements_named(body, frozenset({"attr_reader", "attr_accessor"})):
        for name in symbols(statement.arguments):
            yield "#", name, f"@{name}"
    for statement in statements_named(body, frozenset({"alias_method", "alias_attribute"})):
        if len(names := symbols(statement.arguments)) == 2:
            yield "#", names[0], f".{names[1]}"
    yield from _attributes(body, app.types.of(constant) == "current_attributes")
    yield from _made(app, constant)


def _made(app: Application, constant: Constant) -> Iterator[tuple[str, str, Member]]:
    """Yield the readers of a constructor that a macro makes, and what Draper gives decorators and what they decorate."""
    for taken in _takes(app, constant):
        yield "#", taken.rstrip(":"), f"^{taken.rstrip(':')}"
    if _DRAPER in app.names.superclasses(constant.name):
        yield from (("#", name, "<") for name in ("object", "model"))
    decorator = app.names.constants.get(f"{constant.name}Decorator")
    if decorator is not None and _DRAPER in app.names.superclasses(decorator.name):
        yield "#", "decorate", (ValueType(ONE, decorator.name),)


def _takes(app: Application, constant: Constant) -> tuple[str, ...]:
    """Return the parameters of the constructor that macros make: attr_extras, dry-initializer, ActiveModel, a struct."""
    members = next(
        (place.definition.metadata["members"] for place in constant.places if "members" in place.definition.metadata), ()
    )
    found = [str(one) for one in members]
    body = app.bodies.of(constant.name)
    for statement in statements_named(body, _INITIALIZING):
        for value in statement.arguments:
            found += [key_of(value)] if isinstance(value, str) else [f"{name}:" for name in _keywords(value)]
    mixed = written_constants(statements_named(body, frozenset({"extend", "include"})), ("extend", "include"))
    if any(one.endswith("Dry::Initializer") for one in mixed):
        found += [name for one in statements_named(body, frozenset({"param"})) for name in symbols(one.arguments[:1])]
        found += [f"{name}:" for one in statements_named(body, frozenset({"option"})) for name in symbols(one.arguments[:1])]
    if any(one.endswith(("ActiveModel::Model", "ActiveModel::API")) for one in mixed):
        accessors = statements_named(body, frozenset({"attr_accessor", "attribute"}))
        found += [f"{name}:" for one in accessors for name in symbols(one.arguments)]
    return tuple(found)


def _keywords(value: Value) -> Iterator[str]:
    """Yield the names in the list of keywords of a macro: `[:piece!, :loud, size: 1]`."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            yield key_of(one).rstrip("!")
        elif isinstance(one, dict) and isinstance(one.get("hash"), dict):
            yield from (name.rstrip("!") for name in one["hash"])


def _attributes(body: ClassBody, is_current: bool) -> Iterator[tuple[str, str, Member]]:
    """Yield the attributes that are declared in code; those of the current request are also asked of the class."""
    for fact in attributes(body):
        if fact.get("macro") != "attr_accessor":
            yield "#", str(fact["name"]), f"~{fact['name']}" if is_current else VALUE
        if is_current:
            yield ".", str(fact["name"]), f"~{fact['name']}"
    for statement in statements_named(body, frozenset({"attribute"})) if is_current else ():
        for name in symbols(statement.arguments):
            yield ".", name, f"~{name}"


def _association(app: Application, owner: str, one: Fact) -> Iterator[tuple[str, str, Member]]:
    name = str(one["name"])
    if one.get("polymorphic"):
        holders = app.targets.polymorphic_of(owner, one)
        if 0 < len(holders) <= _MOST_TARGETS:
            yield "#", name, together(ValueType(ONE, holder.name) for holder, _ in holders)
        return
    target = app.targets.of(owner, one)
    if target is None or target.kind != "class":
        return
    if one["macro"] in MANY:
        yield "#", name, (ValueType(QUERY, target.name),)
        return
    for word in (name, f"build_{name}", f"create_{name}", f"create_{name}!", f"reload_{name}"):
        yield "#", word, (ValueType(ONE, target.name),)
