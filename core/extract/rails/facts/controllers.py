"""What a controller declares: filters in their order, skips, rescues, helper methods."""

from __future__ import annotations

import re

from core.extract.rails.application.fact import Fact, conditions, fact, handlers, names_in, statements_named, symbols, text
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.values import Value
from core.extract.ruby.reading.vocabulary import FILTERS

_BLOCKS = {
    "rate_limit": "before", "allow_browser": "before", "load_resource": "before", "authorize_resource": "before",
    "load_and_authorize_resource": "before", "check_authorization": "after",
}  # fmt: skip
"""Macros of Rails and CanCanCan that add a filter which has no name, and when it runs."""

_FILTER = re.compile(r"^(skip_|prepend_|append_)?(before|after|around)_(?:action|filter)$")


def filters(body: ClassBody) -> list[Fact]:
    """Return filters in order: name (method, `block` or the object's class), kind, only, except, if, unless, skip, prepend."""
    found = []
    unanswered = {id(statement) for statement in body.unanswered}
    for statement in statements_named(body, FILTERS):
        matched = _FILTER.match(statement.name)
        if matched is not None:
            found.extend(_facts(statement, matched.group(2), matched.group(1) or ""))
        elif statement.name in _BLOCKS and id(statement) in unanswered:
            prepend = statement.options.get("prepend") is True
            found.append(_limited("block", statement, _BLOCKS[statement.name], "block", prepend=prepend, code=statement.name))
        elif statement.name == "protect_from_forgery":
            found.append(_limited("verify_authenticity_token", statement, "before", "method"))
        elif statement.name == "skip_forgery_protection":
            found.append(_limited("verify_authenticity_token", statement, "before", "method", skip=True))
    return found


def _facts(statement: Statement, kind: str, prefix: str) -> list[Fact]:
    facts = []
    for how, what in handlers(statement):
        name = what if how == "method" else _object_name(what) if how == "object" else "block"
        facts.append(
            _limited(
                name, statement, kind, how, skip=prefix == "skip_",
                prepend=prefix == "prepend_" or statement.options.get("prepend") is True,
                code=what if how != "method" else None,
            )
        )  # fmt: skip
    return facts


def _limited(
    name: str, statement: Statement, kind: str, how: str, skip: bool = False, prepend: bool = False, code: str | None = None
) -> Fact:
    options = statement.options
    return fact(
        name, statement, kind=kind, how=how, only=_actions(options.get("only")), **{"except": _actions(options.get("except"))},
        skip=skip or None, prepend=prepend or None, code=code, open=_is_open(options) or None,
        scope=statement.scope if how == "object" else None, **conditions(options),
    )  # fmt: skip


def _actions(value: Value) -> list[str] | None:
    return names_in(value) if value is not None else None


def _is_open(options: dict[str, Value] | object) -> bool:
    """Tell whether `only` or `except` is there but not literal, so that the actions are not known."""
    given = options if isinstance(options, dict) else {}
    return any(given.get(key) is not None and not names_in(given[key]) for key in ("only", "except"))


def _object_name(code: str) -> str:
    return code.split(".new", 1)[0].strip()


def rescues(body: ClassBody) -> list[Fact]:
    """Return what is rescued and by which method."""
    found = []
    for statement in statements_named(body, frozenset({"rescue_from"})):
        handler = text(statement.options.get("with")) or "block"
        for value in statement.arguments:
            if (name := text(value)) is not None:
                found.append(fact(name, statement, method=handler))
    return found


def helper_methods(body: ClassBody) -> list[Fact]:
    """Return methods that views may call."""
    return [
        fact(name, statement)
        for statement in statements_named(body, frozenset({"helper_method"}))
        for name in symbols(statement.arguments)
    ]
