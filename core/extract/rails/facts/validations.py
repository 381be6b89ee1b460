"""Validations: one fact per attribute and kind."""

from __future__ import annotations

import re

from core.extract.rails.application.fact import Fact, conditions, fact, plain_options, statements_named, symbols, text, written
from core.extract.rails.facts.members import enums_of
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.values import Value
from core.extract.ruby.reading.vocabulary import VALIDATIONS
from core.extract.ruby.words.inflect import Inflections

_SHARED = ("allow_nil", "allow_blank", "strict", "except_on")
_NOT_KINDS = frozenset({"if", "unless", "on", *_SHARED, "message", "prepend", "&", "**"})
_OF_A_SET = frozenset({"inclusion", "exclusion", "length"})
_OLD_STYLE = re.compile(r"^validates_(\w+)_of$")


def validations(body: ClassBody, inflections: Inflections, belongs_to_required: bool) -> list[Fact]:
    """Return facts with name (the attribute, empty for a whole record), kind, options, conditions, and validator class."""
    found: list[Fact] = []
    wanted = VALIDATIONS | {"belongs_to", "has_one", "delegated_type", "enum"}
    for statement in statements_named(body, frozenset(wanted)):
        found.extend(_facts(statement, inflections, belongs_to_required))
    return found


def _facts(statement: Statement, inflections: Inflections, belongs_to_required: bool) -> list[Fact]:
    name = statement.name
    if name in ("validates", "validates!"):
        return _validates(statement)
    if name == "validates_with":
        return [
            fact(
                "",
                statement,
                kind=_kind(value["const"], inflections),
                validator=value["const"],
                **conditions(statement.options),
            )
            for value in statement.arguments
            if isinstance(value, dict) and "const" in value
        ]
    if name == "enum":
        return _of_enums(statement)
    if name in ("belongs_to", "has_one", "delegated_type"):
        return _required(statement, belongs_to_required)
    if name == "validate":
        return []
    old = _OLD_STYLE.match(name)
    kind = "block" if name == "validates_each" else old.group(1) if old else name.removeprefix("validates_")
    kind = "length" if kind == "size" else kind
    attributes = symbols([value for value in statement.arguments if not isinstance(value, dict)])
    options = {key: written(value) for key, value in statement.options.items() if key not in ("&", "**")}
    return [fact(attribute, statement, kind=kind, options=options) for attribute in attributes]


def _validates(statement: Statement) -> list[Fact]:
    """Return a fact for each validator of `validates`; what stands beside them holds for each that does not say otherwise."""
    facts: list[Fact] = []
    shared = plain_options({key: statement.options[key] for key in _SHARED if key in statement.options})
    for key, value in statement.options.items():
        if key in _NOT_KINDS or value is False or value is None:
            continue
        kind = key.rsplit("/", 1)[-1]
        options = {**shared, **_own_options(kind, value)}
        own = value["hash"] if isinstance(value, dict) and "hash" in value else {}
        about = conditions({**statement.options, **own})
        facts.extend(
            fact(attribute, statement, kind=kind, options=options, **about) for attribute in symbols(statement.arguments)
        )
    return facts


def _own_options(kind: str, value: Value) -> dict[str, object]:
    """Return the options of one validator by Rails' rule: `true` is none, a list or range is `in`, anything else is `with`."""
    if value is True:
        return {}
    if isinstance(value, dict) and "hash" in value:
        return plain_options(value["hash"])
    return {"in" if isinstance(value, list) or kind in _OF_A_SET else "with": written(value)}


def _of_enums(statement: Statement) -> list[Fact]:
    """Return what `validate:` of an enum declares: that the attribute is one of its values."""
    facts = []
    for name, values, options in enums_of(statement):
        given = options.get("validate")
        if given is None or given is False:
            continue
        own = given["hash"] if isinstance(given, dict) and "hash" in given else {}
        shown = {**({"in": values} if values else {}), **plain_options(own)}
        facts.append(fact(name, statement, kind="inclusion", options=shown, implied="enum", **conditions(own)))
    return facts


def _required(statement: Statement, by_default: bool) -> list[Fact]:
    options = statement.options
    belongs = statement.name != "has_one"
    required = options.get("required", belongs and (by_default or options.get("optional") is False))
    if options.get("optional") is True or required is not True:
        return []
    return [
        fact(name, statement, kind="presence", options={"message": "required"}, implied="association")
        for name in symbols(statement.arguments[:1])
    ]


def _kind(constant: str, inflections: Inflections) -> str:
    name = text({"const": constant}) or ""
    return inflections.underscore(name.rsplit("::", 1)[-1]).removesuffix("_validator")
