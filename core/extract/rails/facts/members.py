"""What else a class says of itself: scopes, enums, delegates, nested attributes, attributes, attachments."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.rails.application.fact import (
    Fact,
    fact,
    names_in,
    plain_options,
    statements_named,
    symbols,
    text,
    written,
    written_constants,
)
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.values import Value, key_of
from core.extract.ruby.words.inflect import RAILS

_ENUM_OPTIONS = frozenset(
    {
        "_prefix",
        "_suffix",
        "prefix",
        "suffix",
        "_scopes",
        "scopes",
        "_default",
        "default",
        "validate",
        "_instance_methods",
        "instance_methods",
    }
)
_ACCESSORS = frozenset(
    {
        "attribute",
        "store_accessor",
        "serialize",
        "attr_accessor",
        "class_attribute",
        "alias_attribute",
        "encrypts",
        "has_secure_token",
        "normalizes",
        "store",
    }
)


def scopes(body: ClassBody) -> list[Fact]:
    """Return the scopes that a class declares, with those that its enums and delegated types generate."""
    found: list[Fact] = []
    for statement in statements_named(body, frozenset({"scope", "enum", "delegated_type"})):
        if statement.name == "scope":
            code = next(
                (value["proc"] for value in statement.arguments[1:] if isinstance(value, dict) and "proc" in value), None
            )
            found.extend(fact(name, statement, code=code) for name in symbols(statement.arguments[:1]))
        elif statement.name == "enum":
            found.extend(_enum_scopes(statement))
        else:
            found.extend(
                fact(_table(kind), statement, generated="delegated_type") for kind in names_in(statement.options.get("types"))
            )
    return found


def _table(kind: str) -> str:
    return RAILS.pluralize(RAILS.underscore(kind).replace("/", "_"))


def enums(body: ClassBody) -> list[Fact]:
    """Return enums with their values."""
    found: list[Fact] = []
    for statement in statements_named(body, frozenset({"enum"})):
        for name, values, options in enums_of(statement):
            labels = enum_labels(name, values, options)
            found.append(fact(name, statement, values=values, **({"labels": labels} if labels != values else {})))
    return found


def enums_of(statement: Statement) -> list[tuple[str, list[str], dict[str, Value]]]:
    """Return (name, values, options) of each enum in one call: `enum status: {…}` or `enum :status, {…}, prefix: true`."""
    named = {key: value for key, value in statement.options.items() if key in _ENUM_OPTIONS}
    listed = {key: value for key, value in statement.options.items() if key not in _ENUM_OPTIONS and key not in ("&", "**")}
    if statement.arguments and isinstance(statement.arguments[0], str):
        given = statement.arguments[1] if len(statement.arguments) > 1 else {"hash": listed}
        return [(key_of(statement.arguments[0]), _values(given), named)]
    return [(name, _values(value), named) for name, value in listed.items()]


def _values(given: Value) -> list[str]:
    if isinstance(given, dict) and "hash" in given:
        return [key for key in given["hash"] if key not in ("**", "&")]
    return names_in(given) if isinstance(given, list) else []


def _enum_scopes(statement: Statement) -> list[Fact]:
    facts = []
    for name, values, options in enums_of(statement):
        if options.get("_scopes", options.get("scopes")) is False:
            continue
        for label in enum_labels(name, values, options):
            facts.append(fact(label, statement, generated="enum"))
            facts.append(fact(f"not_{label}", statement, generated="enum"))
    return facts


def enum_labels(name: str, values: list[str], options: dict[str, Value]) -> list[str]:
    """Return what the methods of an enum are called after: its values with its prefix and suffix."""
    before = _affix(options.get("_prefix", options.get("prefix")), name)
    after = _affix(options.get("_suffix", options.get("suffix")), name)
    return ["_".join(part for part in (before, value, after) if part) for value in values]


def _affix(option: Value, name: str) -> str:
    return name if option is True else key_of(option) if isinstance(option, str) else ""


def delegates(body: ClassBody) -> list[Fact]:
    """Return delegated methods with `to` and the prefix."""
    found: list[Fact] = []
    for statement in statements_named(body, frozenset({"delegate", "def_delegators", "def_delegator"})):
        names = symbols(statement.arguments)
        if statement.name != "delegate":
            to, names = (names[0] if names else ""), names[1:] if statement.name == "def_delegators" else names[1:2]
        else:
            to = text(statement.options.get("to")) or ""
        prefix = statement.options.get("prefix")
        head = to if prefix is True else text(prefix) if prefix else ""
        found.extend(fact(f"{head}_{name}" if head else name, statement, to=to.lstrip("@"), method=name) for name in names)
    return found


def library_modules(body: ClassBody) -> list[Fact]:
    """Return the modules of libraries that a class includes or is extended with, as they are written."""
    mixing = statements_named(body, frozenset({"include", "extend"}))
    return [fact(name, one) for one in mixing for name in written_constants([one], (one.name,))]


def aliases(body: ClassBody) -> list[Fact]:
    """Return the other names that a class gives its methods, with the method that each means."""
    pairs = ((symbols(statement.arguments), statement) for statement in statements_named(body, frozenset({"alias_method"})))
    return [fact(names[0], statement, method=names[1]) for names, statement in pairs if len(names) == 2]


def nested_attributes(body: ClassBody) -> list[Fact]:
    """Return the associations that accept nested attributes."""
    return [
        fact(name, statement, options=plain_options(statement.options))
        for statement in statements_named(body, frozenset({"accepts_nested_attributes_for"}))
        for name in symbols(statement.arguments)
    ]


def attributes(body: ClassBody) -> list[Fact]:
    """Return attributes that are declared in code: typed, stored, serialized, aliased."""
    found: list[Fact] = []
    for statement in statements_named(body, _ACCESSORS):
        names = symbols(statement.arguments)
        names = (
            names[1:] if statement.name in ("store_accessor",) else names[:1] if statement.name != "attr_accessor" else names
        )
        kind = written(statement.arguments[1]) if statement.name == "attribute" and len(statement.arguments) > 1 else None
        found.extend(fact(name, statement, macro=statement.name, type=kind) for name in names)
    return [*found, *_fields(body)]


def _fields(body: ClassBody) -> Iterator[Fact]:
    """Yield the fields of a document of Mongoid, which no schema lists; `field` of other classes is another word."""
    mixed = written_constants(statements_named(body, frozenset({"include"})), ("include",))
    if not any(one.endswith("Mongoid::Document") for one in mixed):
        return
    for statement in statements_named(body, frozenset({"field"})):
        type_ = written(statement.options["type"]) if "type" in statement.options else None
        for name in symbols(statement.arguments[:1]):
            yield fact(name, statement, macro="field", type=type_)
