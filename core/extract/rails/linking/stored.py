"""What models store: their tables, the attributes by which code reaches each column, and the associations between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from core.extract.rails.application.application import Application
from core.extract.rails.application.conventions import Conventions
from core.extract.rails.application.fact import symbols
from core.extract.rails.facts.members import enum_labels, enums_of
from core.extract.ruby.linking.statements import Statement

_ENDINGS = (
    "?", "_was", "_change", "_before_last_save", "_in_database", "_before_type_cast", "_previously_was", "_previous_change",
    "_for_database", "!",
)  # fmt: skip
_SINGLE = ("belongs_to", "has_one")

T = TypeVar("T")

Attribute = tuple[str, str]
"""A column, and what makes another name lead to it: empty where the name is its own."""


@dataclass(slots=True)
class Stored:
    """Tables and attributes of the models of one application, as names lead to them."""

    app: Application
    columns: Mapping[str, frozenset[str]] = field(default_factory=dict)  # by table
    table_of: dict[str, str] = field(default_factory=dict)  # by model
    others: dict[str, dict[str, Attribute]] = field(default_factory=dict)  # by model: attributes with other names
    enums: dict[str, dict[str, Attribute]] = field(default_factory=dict)  # by model: methods, and whether they write
    targets: dict[str, dict[str, tuple[str, bool]]] = field(default_factory=dict)  # by model: associations, whether to one
    words: dict[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)  # models by their names in snake case
    included: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # the models of a module
    names: set[str] = field(default_factory=set)
    unique: dict[str, str] = field(default_factory=dict)  # by column that nothing else is called like: its model

    def may_be_attribute(self, name: str) -> bool:
        """Tell whether any model could have an attribute that a call of this name reads or writes."""
        return name.removesuffix("=") in self.names or name.endswith(_ENDINGS) or "_change" in name

    def attribute(self, model: str, name: str) -> Attribute:
        """Return the column behind an attribute, and what leads to it when its name is another; empty for none."""
        table = self.table_of.get(model)
        if table is None:
            return "", ""
        if name in self.columns[table]:
            return name, ""
        return next((found[name] for found in self._of(self.others, model) if name in found), ("", ""))

    def enum_value(self, model: str, name: str) -> tuple[str, str]:
        """Return the column of the enum that makes a method, and whether the method `reads` or `writes` it."""
        return next((found[name] for found in self._of(self.enums, model) if name in found), ("", "reads"))

    def target(self, model: str, name: str) -> str:
        """Return the model with a table that an association leads to; empty for none."""
        return self.association(model, name)[0]

    def association(self, model: str, name: str) -> tuple[str, bool]:
        """Return the model that an association leads to, and whether to one record of it."""
        return next((found[name] for found in self._of(self.targets, model) if name in found), ("", False))

    def knows(self, model: str, name: str) -> bool:
        """Tell whether a call on a record or on the class itself stays with what is known of models."""
        return bool(self.target(model, name)) or self.is_scope(model, name)

    def is_scope(self, model: str, name: str) -> bool:
        """Tell whether a name is a scope of the model, its own or one that an enum makes."""
        if name in self.app.scope_names:
            for owner in [model, *self.app.names.ancestors(model)]:
                if (owner, name) in self.app.scopes:
                    return True
        return not name.endswith(("?", "!")) and bool(self.enum_value(model, name)[0])

    def own(self, name: str) -> Sequence[str]:
        """Return the models that `self` is in a class or module: the class itself, or those that include the module."""
        return [name] if name in self.table_of else self.included.get(name, ())

    def resolve(self, name: str, lexical: Sequence[str]) -> str:
        """Return the model that a constant means; empty for none."""
        found = self.app.names.resolve(name, lexical)
        return found.name if found is not None and found.name in self.table_of else ""

    def called(self, word: str, lexical: Sequence[str]) -> Sequence[tuple[str, bool]]:
        """Return the model that a variable of this name holds one or several of, the nearest by namespace; none when unsure."""
        found = self.words.get(word, ())
        if len(found) > 1 and lexical:
            spaces = lexical[0].split("::")
            near = [one for one in found if "::" in one[0] and one[0].rpartition("::")[0] in _prefixes(spaces)]
            found = tuple(near) or tuple(one for one in found if "::" not in one[0])
        return found if len(found) == 1 else ()

    def _of(self, table: Mapping[str, dict[str, T]], model: str) -> Iterator[dict[str, T]]:
        for name in (model, *self.app.names.superclasses(model)):
            if name in table:
                yield table[name]


def _prefixes(parts: Sequence[str]) -> set[str]:
    return {"::".join(parts[:count]) for count in range(1, len(parts) + 1)}


def stored(app: Application, conventions: Conventions) -> Stored:
    """Gather what the models of an application store."""
    columns = {table.name: frozenset(one.name for one in table.columns) for table in conventions.tables.tables.values()}
    found = Stored(app, columns)
    models = [one for one in app.units() if app.types.of(one) == "model" and not one.is_test]
    for model in models:
        if table := conventions.table_of(model):
            found.table_of[model.name] = table
    words: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for name in found.table_of:
        snake = app.inflections.underscore(name.rpartition("::")[2])
        words[snake].append((name, True))
        if (plural := app.inflections.pluralize(snake)) != snake:
            words[plural].append((name, False))
        _gather(app, found, name)
        for above in app.bodies.of(name).mixed:
            found.included[above].append(name)
    found.words = {word: tuple(models) for word, models in words.items()}
    found.names = {
        *(name for names in columns.values() for name in names),
        *(name for names in (*found.others.values(), *found.enums.values()) for name in names),
    }
    found.unique = _unique(app, found)
    return found


_OF_LIBRARIES = frozenset(
    {
        "content_type", "user_agent", "remote_ip", "file_name", "status_code", "first_name", "last_name", "full_name",
        "access_token", "refresh_token", "expires_at", "expires_in", "created_at", "updated_at", "client_id", "session_id",
        "request_id", "content_length", "error_message", "display_name", "media_type", "mime_type", "time_zone", "file_size",
        "original_filename", "phone_number", "postal_code", "country_code", "email_address", "short_name", "long_name",
        "byte_size", "base_url", "start_time", "end_time", "start_date", "end_date", "month_name", "day_name",
    }
)  # fmt: skip
"""Attributes that values of well-known libraries have too: requests, files, accounts of services."""
_ACCESSORS = frozenset(
    {
        "attr_reader",
        "attr_writer",
        "attr_accessor",
        "attribute",
        "mattr_accessor",
        "cattr_accessor",
        "class_attribute",
        "property",
    }
)  # fmt: skip


def _unique(app: Application, found: Stored) -> dict[str, str]:
    """Return the columns of several words that one table has, and no class of the application a method of the same name."""
    tables: dict[str, set[str]] = defaultdict(set)
    models: dict[str, list[str]] = defaultdict(list)
    for model, table in found.table_of.items():
        models[table].append(model)
    for table in models:
        for name in found.columns[table]:
            tables[name].add(table)
    written = {
        name
        for facts in app.files
        for one in facts.declarations
        if one.name in _ACCESSORS and not facts.is_test
        for name in symbols(one.arguments)
    }
    return {
        name: min(models[next(iter(having))], key=lambda one: (one.count("::"), len(one), one))
        for name, having in tables.items()
        if len(having) == 1 and "_" in name and name not in _OF_LIBRARIES and name not in written
        and not name.endswith(("_id", "_type", "_count")) and not app.bodies.is_defined(name)
    }  # fmt: skip


def _gather(app: Application, found: Stored, model: str) -> None:
    others: dict[str, Attribute] = {}
    enums: dict[str, Attribute] = {}
    targets: dict[str, tuple[str, bool]] = {}
    for one in app.associations.get(model, ()):
        target = app.targets.of(model, one)
        if target is not None and target.name:
            targets[str(one["name"])] = target.name, one["macro"] in _SINGLE
        if one["macro"] == "belongs_to":
            others[str(one["name"])] = key_of_association(one), "association"
    for statement in app.bodies.of(model).statements:
        if statement.name in ("store_accessor", "store", "alias_attribute", "has_secure_password", "has_secure_token"):
            others.update(_renamed(statement))
        elif statement.name == "enum":
            enums.update(_made_by_enum(app, statement))
    found.others[model], found.enums[model], found.targets[model] = others, enums, targets


def key_of_association(one: Mapping[str, object]) -> str:
    """Return the column that a `belongs_to` is kept in."""
    return str(one.get("foreign_key") or f"{one['name']}_id")


def _renamed(statement: Statement) -> Iterator[tuple[str, Attribute]]:
    names = symbols(statement.arguments)
    if statement.name == "store_accessor":
        yield from ((name, (names[0], "store")) for name in names[1:])
    elif statement.name == "store" and names:
        accessors = statement.options.get("accessors")
        yield from ((name, (names[0], "store")) for name in symbols([accessors] if accessors else []))
    elif statement.name == "alias_attribute" and len(names) == 2:
        yield names[0], (names[1], "alias")
    elif statement.name == "has_secure_password":
        word = names[0] if names else "password"
        yield word, (f"{word}_digest", "alias")


def _made_by_enum(app: Application, statement: Statement) -> Iterator[tuple[str, Attribute]]:
    """Yield the methods that an enum makes, with the column and whether they read or write it."""
    for name, values, options in enums_of(statement):
        yield app.inflections.pluralize(name), (name, "reads")
        for label in enum_labels(name, values, options):
            yield from ((made, (name, "reads")) for made in (f"{label}?", label, f"not_{label}"))
            yield f"{label}!", (name, "writes")
