"""What jobs and GraphQL classes declare, what organizers run, and what runs around interactors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.extract.rails.application.fact import (
    Fact,
    fact,
    handlers,
    is_name,
    plain_options,
    statements_named,
    symbols,
    text,
    written,
    written_constants,
)
from core.extract.ruby.linking.statements import ClassBody, Statement

_SAID_OF_FIELDS = (
    "null",
    "required",
    "description",
    "connection",
    "deprecation_reason",
    "default_value",
    "complexity",
    "authorize",
)
_GUARDS = frozenset(
    {"authorize", "authorize!", "pundit_policy_class", "pundit_role", "can_can_action", "guard", "load_and_authorize_resource"}
)
_HOOKS = frozenset({"before", "after", "around"})
_INTERACTORS = frozenset({"Interactor", "Interactor::Organizer"})


def queues(body: ClassBody) -> list[Fact]:
    """Return the queues a job declares; the name is `dynamic` where a block decides."""
    found = []
    for statement in statements_named(body, frozenset({"queue_as", "sidekiq_options"})):
        given = statement.options.get("queue") if statement.name == "sidekiq_options" else next(iter(statement.arguments), None)
        options = plain_options(statement.options) if statement.name == "sidekiq_options" else None
        found.append(fact(text(given) or ("dynamic" if given is not None else "default"), statement, options=options))
    return found


def retries(body: ClassBody) -> list[Fact]:
    """Return the errors that a job retries or discards."""
    return [
        fact(name, statement, how=statement.name, options=plain_options(statement.options))
        for statement in statements_named(body, frozenset({"retry_on", "discard_on"}))
        for name in map(text, statement.arguments)
        if name
    ]


def fields(body: ClassBody) -> list[Fact]:
    """Return GraphQL fields and arguments with their types and resolvers, as written."""
    found = []
    for statement in statements_named(body, frozenset({"field", "argument"})):
        kind = written(statement.arguments[1]) if len(statement.arguments) > 1 else statement.options.get("type")
        resolver = text(statement.options.get("resolver", statement.options.get("mutation")))
        for name in symbols(statement.arguments[:1]):
            shown = ", ".join(map(str, kind)) if isinstance(kind, list) else written(kind)
            options = _described(statement, 2) | _options(statement, _SAID_OF_FIELDS)
            found.append(fact(name, statement, macro=statement.name, type=shown, resolver=resolver, options=options))
    return found


def graphql(body: ClassBody) -> dict[str, list[Fact]]:
    """Return what a type of GraphQL says beside its fields: values, members of a union, interfaces, who may see it."""
    found: dict[str, list[Fact]] = {"values": [], "members": [], "implements": [], "authorization": []}
    for one in statements_named(body, frozenset({"value"})):
        options = _described(one, 1) | _options(one, ("description", "value", "deprecation_reason"))
        found["values"] += [fact(name, one, options=options) for name in symbols(one.arguments[:1])]
    for one in statements_named(body, frozenset({"possible_types", "implements"})):
        named = [
            name for value in one.arguments for part in (value if isinstance(value, list) else [value]) if (name := text(part))
        ]
        found["members" if one.name == "possible_types" else "implements"] += [fact(name, one) for name in named]
    for one in statements_named(body, _GUARDS):
        found["authorization"] += [fact(name, one, macro=one.name) for name in symbols(one.arguments) or [one.name]]
    return {kind: facts for kind, facts in found.items() if facts}


def _options(statement: Statement, names: Iterable[str]) -> dict[str, object]:
    return {key: written(statement.options[key]) for key in names if key in statement.options}


def _described(statement: Statement, position: int) -> dict[str, object]:
    """Return the description that GraphQL takes in the place of an argument: `value "OPEN", "Still editable"`."""
    given = statement.arguments[position : position + 1]
    return {"description": given[0]} if given and is_name(given[0]) else {}


def hooks(bodies: Sequence[ClassBody]) -> list[Fact]:
    """Return what runs around an interactor, as declared; the bodies are the class's own and those of its superclasses."""
    own = statements_named(bodies[0], _HOOKS) if any(_is_interactor(body) for body in bodies) else ()
    return [
        fact(what if how == "method" else how, one, kind=one.name, **{how: what})
        for one in own
        for how, what in handlers(one)
    ]  # fmt: skip


def _is_interactor(body: ClassBody) -> bool:
    return not _INTERACTORS.isdisjoint(name.removeprefix("::") for name in written_constants(body.statements, ("include",)))


def organized(body: ClassBody) -> list[Fact]:
    """Return the interactors that an organizer runs, in their order: `organize A, B`."""
    found = []
    for statement in statements_named(body, frozenset({"organize"})):
        values = [one for value in statement.arguments for one in (value if isinstance(value, list) else [value])]
        found += [fact(name, statement) for value in values if isinstance(value, dict) and (name := text(value))]
    return found
