"""What methods say of what they take and give, kept by file as rows with their lines.

Formats, parameters, rescued errors, declared types.
"""

from __future__ import annotations

from tree_sitter import Node

from core.extract.ruby.reading.context import BODY, Enclosing
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.values import Value, arguments_of, key_of
from core.extract.ruby.syntax.parse import text_of

_FORMATTERS = frozenset({"format", "formats", "wants", "fmt"})
"""What people call the parameter of `respond_to do |format|`."""
_RENDERED = frozenset({"json", "xml", "js", "plain", "html", "pdf", "csv", "body", "turbo_stream"})
_SENT = frozenset({"send_data", "send_file"})
_PERMITS = frozenset({"permit", "expect", "permit!"})
_MOST = 200  # names of one call: more are data


def note_call(reading: Reading, name: str, receiver: Node | None, node: Node, context: Enclosing) -> None:
    """Keep what a call in a method says: `format.json`, `render json:`, `send_data`, `params.permit(:total)`."""
    if context.mode == BODY or context.scope < 0 or context.quiet or reading.file.is_test:
        return
    arguments = node.child_by_field_name("arguments")
    if receiver is not None and receiver.type == "identifier" and text_of(receiver) in _FORMATTERS:
        _note(reading, context, node, "formats", name)
    elif receiver is None and name == "render" and arguments is not None:
        for given in _RENDERED & arguments_of(arguments, {})[1].keys():
            _note(reading, context, node, "formats", given)
    elif receiver is None and name in _SENT:
        _note(reading, context, node, "formats", "file")
    elif receiver is not None and name in _PERMITS and text_of(receiver).lstrip("@").startswith("params"):
        root = _root(receiver)
        positional, options = arguments_of(arguments, {})
        if name == "permit!":
            _note(reading, context, node, "permitted", "*", of=root)
        for one in _permitted(positional, options)[:_MOST]:
            _note(reading, context, node, "permitted", one, of=root)


def note_rescue(reading: Reading, node: Node, context: Enclosing) -> None:
    """Keep the errors that a `rescue` names; one that names none rescues `StandardError`."""
    if context.mode == BODY or context.scope < 0 or context.quiet or reading.file.is_test:
        return
    named = [one for part in node.children_by_field_name("exceptions") for one in part.named_children]
    for error in [text_of(one) for one in named] or ["StandardError"]:
        _note(reading, context, node, "rescued", error)


def note_return(reading: Reading, node: Node, declared: str, context: Enclosing) -> None:
    """Keep the type that a method is declared to return, as it is written; `void` is none."""
    if declared and declared != "void" and not context.quiet:
        _note(reading, context, node, "returns", declared)


def _note(reading: Reading, context: Enclosing, node: Node, kind: str, name: str, **more: str) -> None:
    at = node.child_by_field_name("method") or node.child_by_field_name("name") or node
    reading.said.append({"scope": context.scope, "kind": kind, "name": name, **more, "line": at.start_point.row + 1})


def _root(receiver: Node) -> str:
    """Return what `params.require(:order)` or `params[:order]` takes out; empty for all parameters."""
    arguments = receiver.child_by_field_name("arguments")
    taken = arguments.named_children if arguments is not None else receiver.named_children[1:]
    return text_of(taken[0]).strip(":\"'") if len(taken) == 1 and taken[0].type in ("simple_symbol", "string") else ""


def _permitted(values: list[Value], options: dict[str, Value]) -> list[str]:
    """Return the names that may pass, those inside of others behind a dot: `lines.price`."""
    found = [key_of(one) for value in values for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    for key, value in options.items():
        inner = value["hash"] if isinstance(value, dict) and "hash" in value else {}
        nested = _permitted(value if isinstance(value, list) else [], inner)
        found += [f"{key}.{name}" for name in nested] or [key]
    return found
