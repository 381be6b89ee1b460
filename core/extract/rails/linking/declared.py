"""What the body of a class relates it to: its superclass, what it mixes in, its associations, the macros that it calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import Fact, statements_named, text, written_constants
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.linking.statements import Statement
from core.extract.ruby.reading.values import key_of, line_of_symbol
from core.extract.ruby.reading.vocabulary import (
    ASSOCIATIONS,
    DECLARING,
    FILTERS,
    JOB_CALLBACKS,
    MIXING,
    MODEL_CALLBACKS,
    VISIBILITIES,
)
from core.model import Relation

_ASSOCIATION_KINDS = {
    "belongs_to": "belongs_to",
    "has_many": "has_many",
    "has_one": "has_one",
    "has_and_belongs_to_many": "habtm",
    "embeds_many": "has_many",
    "embeds_one": "has_one",
    "embedded_in": "belongs_to",
}


def structure(app: Application, constant: Constant) -> Iterator[Relation]:
    """Yield what a class declares: superclass, modules, associations, macros of the application that it calls."""
    source = app.key(constant)
    yield from _inherits(app, constant, source)
    body = app.bodies.of(constant.name)
    for mixed, kind in ((body.mixed, "includes"), (body.extended, "extends")):
        for name, statement in mixed.items():
            target = app.names.constants[name]
            if not target.hollow and target is not constant:
                how = "prepends" if statement.name == "prepend" else kind
                if any(one.name == "interface!" for one in app.bodies.of(name).statements):
                    how = "implements"  # of Sorbet: a module of abstract methods
                yield Relation(
                    source, app.key(target), how, statement.path, statement.line, statement.certainty, via=statement.via
                )
    for statement in statements_named(body, frozenset({"implements"})):  # of GraphQL
        yield from _implements(app, constant, statement)
    for one in app.associations.get(constant.name, ()):
        yield from _association(app, constant, source, one)
    for statement in statements_named(body, frozenset({"routing"})):
        yield from _mailboxes(app, source, statement)
    for statement, owner, singleton in body.answered:
        yield from _macro(app, constant, statement, owner, singleton)
    for statement in body.statements:
        if "singleton" not in statement.nesting and statement.name not in _MAKING_MEMBERS and statement.name[-1] != "=":
            yield from _named_methods(app, constant, statement)


_RUNNING = MODEL_CALLBACKS | JOB_CALLBACKS | FILTERS | {"validate"}
"""Macros whose methods are related by what runs them, on the line where they begin."""
_MAKING_MEMBERS = (
    ASSOCIATIONS | MIXING | VISIBILITIES
    | {
        "attr_accessor", "attr_reader", "attr_writer", "attribute", "cattr_accessor", "class_attribute", "define_callbacks",
        "define_method", "delegate", "delegate_missing_to", "enum", "has_many_attached", "has_one_attached", "has_rich_text",
        "helper_method", "mattr_accessor", "public_class_method", "remove_method", "scope", "serialize", "store_accessor",
        "undef_method",
    }
)  # fmt: skip
"""Macros whose symbols are names that they make, show or hide: none of them uses a method."""
_OTHER_NAMES = frozenset({"only", "except", "on", "action", "actions", "as", "class_name", "through", "source", "dependent"})
"""Options that name something else than a method that is called."""


def _named_methods(app: Application, constant: Constant, statement: Statement) -> Iterator[Relation]:
    """Yield the methods of a class that its body names by symbols: `if: :open?`, `broadcast :moved`, `alias_method :b, :a`."""
    source = app.key(app.names.constants.get(statement.scope, constant))
    given = dict.fromkeys((*_named_in(statement.arguments), *_named_in(statement.options)))
    own = frozenset(_named_in(statement.arguments)) if statement.name in _RUNNING else frozenset()
    is_known = statement.name in DECLARING or statement.name == "alias_method"
    lines = app.repository.texts.get(statement.path, "").split("\n") if given else []
    for name in given:
        if not is_known and "_" not in name.strip("_") and name[-1:] not in ("?", "!"):
            continue  # what an unknown macro is given may be anything: one word tells too little
        target = app.instance_method(constant.name, name)
        line = line_of_symbol(lines, statement.line, statement.end_line, name) if target is not None else 0
        if target is not None and line and not (name in own and line == statement.line):
            yield Relation(
                source, target, "references", statement.path, line, statement.certainty, via=statement.via or "macro"
            )


def _named_in(value: object) -> Iterator[str]:
    """Yield the symbols in the arguments or options of a macro."""
    if isinstance(value, str) and value[:1] == ":" and value[1:2] != ":":
        yield key_of(value)
    elif isinstance(value, Mapping):
        inner = value.get("hash", {} if value.keys() & {"code", "const", "proc"} else value)
        for key, one in inner.items():
            yield from _named_in(one) if key not in _OTHER_NAMES else ()
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _named_in(one)


def _inherits(app: Application, constant: Constant, source: str) -> Iterator[Relation]:
    target = app.names.constants.get(constant.superclass)
    place = next((place for place in constant.places if place.definition.bases), None)
    if target is not None and place is not None and target.kind == "class":
        yield Relation(source, app.key(target), "inherits", place.path, place.definition.start_line)


def _implements(app: Application, constant: Constant, statement: Statement) -> Iterator[Relation]:
    for name in written_constants([statement], ("implements",)):
        target = app.names.resolve(name, [statement.scope or constant.name])
        if target is not None and target.kind == "module":
            where = (statement.path, statement.line, statement.certainty)
            yield Relation(app.key(constant), app.key(target), "implements", *where, via=statement.via)


def _mailboxes(app: Application, source: str, statement: Statement) -> Iterator[Relation]:
    """Yield the mailboxes that Action Mailbox hands mails to: `routing(/reply/i => :replies)` means `RepliesMailbox`."""
    for value in statement.options.values():
        name = text(value)
        found = app.names.constants.get(f"{app.inflections.camelize(name.removeprefix(':'))}Mailbox") if name else None
        if found is not None and found.kind == "class":
            yield Relation(
                source, app.key(found), "routes_to", statement.path, statement.line, statement.certainty, via="routing"
            )


def _association(app: Application, constant: Constant, source: str, one: Fact) -> Iterator[Relation]:
    kind = _ASSOCIATION_KINDS[one["macro"]]
    where = (str(one["file_path"]), int(one["line"]))
    if one.get("polymorphic"):
        for target, certainty in app.targets.polymorphic_of(constant.name, one):
            yield Relation(source, app.key(target), kind, *where, certainty, via=f"polymorphic:{one['name']}")
        return
    found = app.targets.of(constant.name, one)
    if found is not None and found.kind == "class":
        yield Relation(source, app.key(found), kind, *where, str(one["certainty"]), via=str(one["via"]))


def _macro(app: Application, constant: Constant, statement: Statement, owner: str, singleton: bool) -> Iterator[Relation]:
    """Yield the use of a macro: surely where the class has it, inferred where it is the only one of its name.

    It is a reference and no call: what a class declares tells less of a method than the code that calls it.
    """
    source, target = app.key(constant), app.method_key(owner, statement.name, singleton)
    body = app.bodies.of(constant.name)
    own = owner in {constant.name, *app.names.superclasses(constant.name), *body.extended, *body.mixed}
    if target is not None:
        certainty = "declared" if own else "inferred"
        yield Relation(source, target, "references", statement.path, statement.line, certainty, via=statement.via or "macro")
