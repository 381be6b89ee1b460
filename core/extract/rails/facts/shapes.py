"""How services, components and jobs are called: entry points, what they are given when they are made, what they run with."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.facts import Definition
from core.extract.rails.application.fact import Fact, fact, plain_options, statements_named, symbols, text, written
from core.extract.ruby.linking.constants import Constant, DefinitionPlace
from core.extract.ruby.linking.statements import ClassBody, Statement

_ENTRY_POINTS = frozenset(
    {"call", "call!", "perform", "execute", "run", "run!", "process", "invoke", "handle", "resolve", "to_proc"}
)
_LIMITS = frozenset({"limits_concurrency", "good_job_control_concurrency_with", "sidekiq_throttle", "unique", "lock"})
_LIMITING = frozenset({"lock", "unique", "unique_for", "lock_ttl", "on_conflict", "unique_until"})
_GUARDS = ("authorized?", "visible?", "accessible?", "ready?")
_SLOTS = frozenset({"renders_one", "renders_many", "slot", "with_slot", "with_collection_parameter"})


def shape(constant: Constant, body: ClassBody, type_: str) -> dict[str, list[Fact]]:
    """Return how a class of this type is made and called, by kind of fact."""
    found: dict[str, list[Fact]] = {}
    if type_ in ("service", "query", "form", "builder", "component", "view_component", "graphql_mutation", "graphql_resolver"):
        found["injected"] = [one for place in _methods(constant, "initialize") for one in _parameters(place)]
    if type_ in ("service", "query", "builder", "graphql_mutation", "graphql_resolver"):
        found["entry_points"] = [_named(place) for name in sorted(_ENTRY_POINTS) for place in _methods(constant, name)]
    if type_ == "job":
        found["injected"] = [one for place in _methods(constant, "perform") for one in _parameters(place)]
        found["concurrency"] = list(_concurrency(body))
    if type_ == "mailer":
        found["defaults"] = list(_defaults(body))
    if type_ in ("component", "view_component"):
        found["slots"] = [_slot(name, one) for one in statements_named(body, _SLOTS) for name in symbols(one.arguments[:1])]
    if type_.startswith("graphql_"):
        found["authorization"] = [_named(place) for name in _GUARDS for place in _methods(constant, name)]
    if type_ in ("service", "query", "builder", "job"):
        found["errors"] = list(_errors(constant))
    return {kind: facts for kind, facts in found.items() if facts}


def _errors(constant: Constant) -> Iterator[Fact]:
    """Yield the errors that a class defines for itself."""
    for place in constant.places:
        for position, one in enumerate(place.facts.definitions):
            is_own = one.parent == place.position and one.kind == "class"
            if is_own and one.bases and one.bases[0].endswith(("Error", "Exception")):
                yield {**_named(DefinitionPlace(place.facts, position)), "kind": one.bases[0]}


def _methods(constant: Constant, name: str) -> Iterator[DefinitionPlace]:
    for place in constant.places:
        for position, definition in enumerate(place.facts.definitions):
            is_own = definition.kind == "method" and definition.parent == place.position and definition.name == name
            if is_own and (definition.visibility == "public" or name == "initialize"):
                yield DefinitionPlace(place.facts, position)


def _named(place: DefinitionPlace) -> Fact:
    definition: Definition = place.definition
    kind = "class" if definition.metadata.get("singleton") else "instance"
    return {
        "name": definition.name, "kind": kind, "file_path": place.path, "line": definition.start_line,
        "certainty": "declared", "via": "",
    }  # fmt: skip


def _parameters(place: DefinitionPlace) -> Iterator[Fact]:
    """Yield what a method is given: `name`, `how` (keyword, optional, splat …)."""
    for written_name in place.definition.metadata.get("parameters", ()):
        name = str(written_name)
        how = (
            "keywords" if name.startswith("**") else "list" if name.startswith("*") else "block" if name.startswith("&")
            else "keyword" if name.endswith(":") else "optional" if name.endswith("=") else "positional"
        )  # fmt: skip
        yield {**_named(place), "name": name.strip("*&:="), "kind": how}


def _concurrency(body: ClassBody) -> Iterator[Fact]:
    for statement in statements_named(body, _LIMITS | {"sidekiq_options"}):
        options = plain_options(statement.options)
        if statement.name == "sidekiq_options":
            options = {key: value for key, value in options.items() if key in _LIMITING}
        if options or statement.name != "sidekiq_options":
            yield fact(statement.name, statement, options=options)


def _defaults(body: ClassBody) -> Iterator[Fact]:
    """Yield what every mail of a mailer has unless it says otherwise: `from`, `reply_to`, the layout, how it is delivered."""
    for statement in statements_named(body, frozenset({"default", "layout", "delivery_method=", "default_options="})):
        if statement.name == "default":
            yield from (fact(key, statement, type=str(written(value))) for key, value in statement.options.items())
        else:
            yield from _value(statement)


def _value(statement: Statement) -> Iterator[Fact]:
    for value in statement.arguments[:1]:
        yield fact(statement.name.rstrip("="), statement, type=str(text(value) or written(value)))


def _slot(name: str, statement: Statement) -> Fact:
    shown = [text(value) for value in statement.arguments[1:] if isinstance(value, (str, dict)) and "proc" not in value]
    return fact(name, statement, macro=statement.name, type=next((one for one in shown if one), None))
