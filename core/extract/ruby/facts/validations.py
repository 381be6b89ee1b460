"""Validations: one fact per attribute and kind."""

from __future__ import annotations

import re

from core.extract.rails.inflect import Inflections
from core.extract.ruby.facts.fact import Fact, conditions, fact, symbols, text, written
from core.extract.ruby.statements import Body, Statement, statements_named
from core.extract.ruby.vocabulary import VALIDATIONS

_NOT_KINDS = frozenset(
    {"if", "unless", "on", "allow_nil", "allow_blank", "strict", "message", "prepend", "&", "**", "except_on"}
)
_OLD_STYLE = re.compile(r"^validates_(\w+)_of$")


def validations(body: Body, inflections: Inflections, belongs_to_required: bool) -> list[Fact]:
    """Return facts with name (the attribute, empty for a whole record), kind, options, conditions, and validator class."""
    found: list[Fact] = []
    wanted = VALIDATIONS | {"belongs_to", "has_one", "delegated_type"}
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
    facts = []
    for key, value in statement.options.items():
        if key in _NOT_KINDS or value is False or value is None:
            continue
        kind = key.rsplit("/", 1)[-1]
        options = None if value is True else written(value)
        for attribute in symbols(statement.arguments):
            facts.append(fact(attribute, statement, kind=kind, options=options, **conditions(statement.options)))
    return facts


def _required(statement: Statement, by_default: bool) -> list[Fact]:
    options = statement.options
    belongs = statement.name != "has_one"
    required = options.get("required", by_default if belongs else False)
    if options.get("optional") is True or required is not True:
        return []
    return [
        fact(name, statement, kind="presence", options={"message": "required"}, implied="association")
        for name in symbols(statement.arguments[:1])
    ]


def _kind(constant: str, inflections: Inflections) -> str:
    name = text({"const": constant}) or ""
    return inflections.underscore(name.rsplit("::", 1)[-1]).removesuffix("_validator")
