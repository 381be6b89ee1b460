"""What calls on classes are given, by position or keyword: the methods that take it know by this what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tree_sitter import Node

from core.extract.ruby.reading.context import Enclosing
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.terms import term_of, worth_keeping
from core.extract.ruby.syntax.parse import text_of

PASS = "pass"
"""The kind of references that are kept: named like the method that is called, `at` the place, `term` what is passed."""
ALL = "..."
"""The place of everything that a method was given itself and hands on."""

_LATER = frozenset({"perform_later", "perform_async", "perform_now", "perform_inline", "perform_sync"})
_LATER_AT = frozenset({"perform_in", "perform_at"})  # are given a time first
_SPREAD = frozenset({"forward_argument", "splat_argument", "hash_splat_argument"})
_OWNERS = ("constant", "scope_resolution")


class _Called(NamedTuple):
    owner: str
    level: str
    method: str
    skipped: int = 0


def note_passed(reading: Reading, name: str, receiver: Node | None, node: Node, context: Enclosing) -> None:
    """Keep what a call on a class, or on a new object of one, is given, where it may be an object of the application."""
    arguments = node.child_by_field_name("arguments")
    if arguments is None or not arguments.named_children or context.quiet or reading.file.is_test:
        return
    called = _called(name, receiver)
    if called is None:
        return
    for at, given in _given(arguments, called.skipped):
        term = "" if at == ALL else worth_keeping(term_of(given, reading.variables(context)))
        if term or at == ALL:
            reading.refer(called.method, PASS, given, context, called.owner, level=called.level, at=at, term=term)


def note_default(reading: Reading, name: str, value: Node | None, context: Enclosing) -> None:
    """Keep what a parameter of the method around is where a call gives nothing: `sender = Mailer`, `clock: Clock.new`."""
    if value is None or context.quiet or context.scope < 0 or reading.file.is_test:
        return
    draft, term = reading.outline.drafts[context.scope], worth_keeping(term_of(value, reading.variables(context)))
    at = place_of(name, draft.metadata.get("parameters", ()))  # type: ignore[arg-type]
    if term and at and draft.kind == "method":
        level = "." if draft.metadata.get("singleton") else "#"
        reading.refer(draft.name, PASS, value, context, level=level, at=at, term=term)


def _called(name: str, receiver: Node | None) -> _Called | None:
    """Return the method that a call on a class means, as far as the call alone tells."""
    if receiver is None or receiver.type == "self":
        return _Called("", "#", "initialize") if name == "new" else None
    method = receiver.child_by_field_name("method") if receiver.type == "call" else None
    before = receiver.child_by_field_name("receiver") if method is not None else receiver
    step = text_of(method) if method is not None else ""
    if before is None or before.type not in _OWNERS:
        return None
    owner = "".join(text_of(before).split())
    if name in _LATER or name in _LATER_AT:
        return _Called(owner, "#", "perform", int(name in _LATER_AT)) if step in ("", "set", "new") else None
    if step == "new":
        return _Called(owner, "#", name)
    if step:
        return None
    return _Called(owner, "#", "initialize") if name == "new" else _Called(owner, ".", name)


def _given(arguments: Node, skipped: int) -> Iterator[tuple[str, Node]]:
    """Yield the place of each argument with its value."""
    position = -skipped
    for one in arguments.named_children:
        if one.type == "pair":
            key, value = one.child_by_field_name("key"), one.child_by_field_name("value")
            if key is not None and key.type == "hash_key_symbol":
                yield text_of(key), value if value is not None else key
        elif one.type in _SPREAD:
            yield ALL, one
            return
        elif one.type != "block_argument":
            if position >= 0:
                yield str(position), one
            position += 1


def place_of(name: str, parameters: Sequence[str]) -> str:
    """Return the position or keyword of a parameter among those of a method, as they are kept; empty for none."""
    if f"{name}:" in parameters:
        return name
    places = [one.rstrip("=") for one in parameters if one[:1] not in "*&" and not one.endswith(":")]
    return str(places.index(name)) if name in places else ""
