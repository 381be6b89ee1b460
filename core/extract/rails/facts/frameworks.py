"""What jobs, GraphQL classes, state machines and serializers declare."""

from __future__ import annotations

from core.extract.rails.application.fact import Fact, fact, plain_options, statements_named, symbols, text, written
from core.extract.ruby.linking.statements import ClassBody

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
_MACHINES = frozenset({"aasm", "state_machine", "workflow"})


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
            options = {key: written(statement.options[key]) for key in _SAID_OF_FIELDS if key in statement.options}
            found.append(fact(name, statement, macro=statement.name, type=shown, resolver=resolver, options=options))
    return found


def graphql(body: ClassBody) -> dict[str, list[Fact]]:
    """Return what a type of GraphQL says beside its fields: values, members of a union, interfaces, who may see it."""
    found: dict[str, list[Fact]] = {"values": [], "members": [], "implements": [], "authorization": []}
    for one in statements_named(body, frozenset({"value"})):
        options = {key: written(one.options[key]) for key in ("value", "deprecation_reason") if key in one.options}
        found["values"] += [fact(name, one, options=options) for name in symbols(one.arguments[:1])]
    for one in statements_named(body, frozenset({"possible_types", "implements"})):
        named = [
            name for value in one.arguments for part in (value if isinstance(value, list) else [value]) if (name := text(part))
        ]
        found["members" if one.name == "possible_types" else "implements"] += [fact(name, one) for name in named]
    for one in statements_named(body, _GUARDS):
        found["authorization"] += [fact(name, one, macro=one.name) for name in symbols(one.arguments) or [one.name]]
    return {kind: facts for kind, facts in found.items() if facts}


def states(body: ClassBody) -> list[Fact]:
    """Return the states of a class's state machines."""
    return _in_machine(body, "state")


def events(body: ClassBody) -> list[Fact]:
    """Return the events of a class's state machines."""
    return _in_machine(body, "event")


def _in_machine(body: ClassBody, word: str) -> list[Fact]:
    return [
        fact(name, statement, machine=next(block for block in statement.nesting if block in _MACHINES))
        for statement in statements_named(body, frozenset({word}))
        if _MACHINES & set(statement.nesting)
        for name in symbols(statement.arguments)
    ]
