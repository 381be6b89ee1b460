"""Callbacks of models, jobs and mailers."""

from __future__ import annotations

import re

from core.extract.rails.application.fact import Fact, conditions, fact, handlers, statements_named, symbols
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.vocabulary import JOB_CALLBACKS, MODEL_CALLBACKS

_NAME = re.compile(r"^(before|after|around)_(\w+)$")
_COMMITS = {
    "after_create_commit": ("create",), "after_update_commit": ("update",), "after_destroy_commit": ("destroy",),
    "after_save_commit": ("create", "update"),
}  # fmt: skip


def callbacks(body: ClassBody, commits_backwards: bool = False) -> list[Fact]:
    """Return facts with name (the method, or `block`), event, kind, and method, block or object, plus conditions.

    What is put before others says `prepend`, what runs after a commit before what is declared above it `backwards`.
    """
    wanted = MODEL_CALLBACKS | JOB_CALLBACKS | {"validate"}
    found = []
    for statement in statements_named(body, frozenset(wanted)):
        found.extend(_facts(statement))
    for one in found if commits_backwards else ():
        if one["event"] == "commit":
            one["backwards"] = True
    return found


def _facts(statement: Statement) -> list[Fact]:
    if statement.name in ("set_callback", "skip_callback"):
        return _explicit(statement)
    if statement.name == "validate":
        return _made(statement, "validate", "before")
    if statement.name in _COMMITS:
        return _made(statement, "commit", "after", on=list(_COMMITS[statement.name]))
    found = _NAME.match(statement.name)
    return _made(statement, found.group(2), found.group(1)) if found else []


def _made(statement: Statement, event: str, kind: str, **more: object) -> list[Fact]:
    facts = []
    for how, what in handlers(statement):
        name = what if how == "method" else how
        about = {**conditions(statement.options), **more, how: what}
        if statement.options.get("prepend") is True:
            about["prepend"] = True
        facts.append(fact(name, statement, event=event, kind=kind, **about))
    return facts


def _explicit(statement: Statement) -> list[Fact]:
    """Read `set_callback :save, :before, :x`; a skipped callback is a fact that says so."""
    names = symbols(statement.arguments)
    if not names:
        return []
    event = names[0]
    kind = names[1] if len(names) > 1 and names[1] in ("before", "after", "around") else "before"
    rest = [name for name in names[1:] if name not in ("before", "after", "around")]
    skipped = True if statement.name == "skip_callback" else None
    about = conditions(statement.options)
    return [fact(name, statement, event=event, kind=kind, method=name, skipped=skipped, **about) for name in rest]
