"""Events and jobs of Laravel: what is dispatched, and which listener or job takes it."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from core.extract.outgoing.nodes import walk
from core.extract.outgoing.types import WrittenTypes, type_name
from core.extract.parse import Parsed
from core.model.outgoing import Message

_DISPATCHES = frozenset({
    "dispatch", "dispatchSync", "dispatchNow", "dispatchIf", "dispatchUnless", "dispatchAfterResponse", "broadcast",
})  # fmt: skip
_TAKES = frozenset({"dispatch", "dispatchSync", "dispatchNow", "dispatchToQueue", "push", "later", "until", "event"})
_FUNCTIONS = frozenset({"event", "broadcast", "dispatch", "dispatch_sync", "dispatch_now"})
_JOB = ("ShouldQueue", "Dispatchable")
_CALLS = frozenset({
    "function_call_expression", "scoped_call_expression", "member_call_expression", "nullsafe_member_call_expression",
})  # fmt: skip


def laravel(parsed: Parsed, types: WrittenTypes) -> Iterator[Message]:
    """Yield the events and jobs of a file; classes are named as they are written."""
    listeners = "/Listeners/" in f"/{parsed.file.path}"
    for node in walk(parsed.root):
        if node.type == "class_declaration":
            yield from _handles(parsed, types, node, listeners)
        elif node.type == "property_element" and "$listen" in parsed.code(node)[:8]:
            yield from _listed(parsed, node)
        elif node.type in _CALLS:
            yield from _called(parsed, types, node)


def _called(parsed: Parsed, types: WrittenTypes, node: Node) -> Iterator[Message]:
    title = node.child_by_field_name("name") or node.child_by_field_name("function")
    name = parsed.code(title).lstrip("\\") if title is not None else ""
    held, scope = node.child_by_field_name("arguments"), node.child_by_field_name("scope")
    given = [one.named_children[-1] for one in held.named_children if one.named_children] if held is not None else []
    line = parsed.line(node.start_byte)
    if name == "listen" and len(given) == 2:
        for event in _classes(parsed, given[0]):
            yield Message("receives", "laravel", event, line, via="listen", handler=_handler(parsed, given[1]))
    elif given and (name in _FUNCTIONS if node.type == "function_call_expression" else name in _TAKES):
        made = types.of(given[0])
        for event in made:
            yield Message("sends", "laravel", event, line, via=name)
        if made:
            return
    if scope is not None and name in _DISPATCHES and parsed.code(scope) not in ("self", "static", "parent"):
        yield Message("sends", "laravel", type_name(parsed, scope), line, via=f"::{name}")


def _listed(parsed: Parsed, node: Node) -> Iterator[Message]:
    """Yield what the `$listen` of a provider says: events with their listeners."""
    for pair in walk(node):
        if pair.type != "array_element_initializer" or len(pair.named_children) != 2:
            continue
        for event in _classes(parsed, pair.named_children[0]):
            for listener in _classes(parsed, pair.named_children[1]):
                line = parsed.line(pair.start_byte)
                yield Message("receives", "laravel", event, line, via="$listen", handler=listener.rpartition(".")[2])


def _handles(parsed: Parsed, types: WrittenTypes, holder: Node, listeners: bool) -> Iterator[Message]:
    """Yield what the methods of a listener take, and for a job the job itself."""
    body = holder.child_by_field_name("body")
    methods = [one for one in body.named_children if one.type == "method_declaration"] if body is not None else []
    title = holder.child_by_field_name("name") or holder
    queued = "/Jobs/" in f"/{parsed.file.path}" or any(word in parsed.code(holder) for word in _JOB)
    for method in methods:
        name = method.child_by_field_name("name") or method
        taken, line = types.parameters(method)[:1], parsed.line(name.start_byte)
        if listeners and (parsed.code(name).startswith("handle") or parsed.code(name) == "__invoke"):
            for event in taken[0].split("|") if taken and taken[0] else ():
                yield Message("receives", "laravel", event.strip(), line, via=parsed.code(name))
        elif not listeners and queued and parsed.code(name) in ("handle", "__invoke"):
            yield Message("receives", "laravel", parsed.code(title), line, via="job")


def _classes(parsed: Parsed, node: Node) -> list[str]:
    """Return the classes that `X::class` names in an expression."""
    found = [one for one in walk(node) if one.type == "class_constant_access_expression"]
    return [type_name(parsed, one.named_children[0]) for one in found if parsed.code(one).endswith("::class")]


def _handler(parsed: Parsed, node: Node) -> str:
    """Return the class that a registration names, with the method where it does: `Tell#go`."""
    named = _classes(parsed, node)
    texts = [parsed.code(one).strip("'\"") for one in walk(node) if one.type == "string"]
    return "#".join([named[0].rpartition(".")[2], *texts[:1]]) if named else ""
