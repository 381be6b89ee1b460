"""Events identified by their class: in Spring, in MediatR and similar libraries, in Laravel including its jobs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from core.extract.outgoing.nodes import walk
from core.extract.outgoing.shapes import CLASSES, FUNCTIONS
from core.extract.outgoing.sites import Site, site_of
from core.extract.outgoing.types import WrittenTypes, type_name
from core.extract.outgoing.values import Values
from core.extract.parse import Parsed
from core.model.outgoing import Message

_LISTENERS = frozenset({"EventListener", "TransactionalEventListener", "ApplicationModuleListener"})
_HANDLERS = re.compile(
    r"^(?:I|Async)?(?:Stream)?(?:Request|Notification|Command|Query|DomainEvent)Handler$"
)  # of MediatR, and names that applications give to their own interfaces of the kind
_ASKS = frozenset({"Send", "Publish", "CreateStream"})
_MEDIATOR = re.compile(r"(?:mediator|mediatr|sender|publisher|dispatcher)(?:\(\))?$", re.IGNORECASE)
_RAISES = frozenset({"AddDomainEvent", "RaiseDomainEvent", "RegisterDomainEvent"})
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


def typed_messages(parsed: Parsed, values: Values, systems: frozenset[str]) -> Iterator[Message]:
    """Yield what a file sends and waits for that is known by its class; `name` is the class as it is written."""
    reader = _READERS.get(parsed.file.language)
    if reader is not None and reader[0] in systems:
        yield from reader[1](parsed, WrittenTypes(parsed, values))


def _spring(parsed: Parsed, types: WrittenTypes) -> Iterator[Message]:
    for node in walk(parsed.root):
        if node.type in FUNCTIONS:
            yield from _annotated(parsed, types, node)
        elif node.type in CLASSES:
            for base, (sort, *given) in _bases(parsed, node):
                if sort == "ApplicationListener" and given:
                    yield from _heard(parsed, types, node, "spring", base, given[0], "onApplicationEvent")
        elif (site := site_of(parsed, node)) is not None and site.name == "publishEvent" and site.given:
            yield from _sent(parsed, types, "spring", site)


def _annotated(parsed: Parsed, types: WrittenTypes, method: Node) -> Iterator[Message]:
    held = next((one for one in method.named_children if one.type == "modifiers"), None)
    for note in held.named_children if held is not None else ():
        name = note.child_by_field_name("name") or (note.named_children[0] if note.named_children else note)
        word = parsed.code(name).partition("(")[0].rpartition(".")[2]
        if word not in _LISTENERS:
            continue
        named = [type_name(parsed, one.named_children[0]) for one in walk(note) if one.type == "class_literal"]
        for event in named or types.parameters(method)[:1]:
            yield Message("receives", "spring", event, _line(parsed, method), via=f"@{word}", handler=_named(parsed, method))


def _mediator(parsed: Parsed, types: WrittenTypes) -> Iterator[Message]:
    for node in walk(parsed.root):
        if node.type in CLASSES or node.type == "record_declaration":
            for base, (sort, *given) in _bases(parsed, node):
                if given and _HANDLERS.match(sort):
                    yield from _heard(parsed, types, node, "mediator", base, given[0], "Handle")
        elif node.type == "invocation_expression" and (site := site_of(parsed, node)) is not None and site.given:
            whose = parsed.code(site.receiver) if site.receiver is not None else ""
            if site.name in _RAISES or (site.name in _ASKS and _MEDIATOR.search(whose)):
                yield from _sent(parsed, types, "mediator", site)


def _sent(parsed: Parsed, types: WrittenTypes, system: str, site: Site) -> Iterator[Message]:
    for event in types.of(site.given[0]):
        yield Message("sends", system, event, parsed.line(site.node.start_byte), via=site.name)


def _heard(
    parsed: Parsed, types: WrittenTypes, holder: Node, system: str, base: Node, event: str, method: str
) -> Iterator[Message]:
    """Yield what a class waits for by a base with a type: at its method that takes the type, else at the class."""
    inside = (one for one in walk(holder) if one.type in FUNCTIONS and _named(parsed, one) == method)
    found = next((one for one in inside if types.parameters(one)[:1] == [event]), None)
    at, handler = _line(parsed, found if found is not None else holder), method if found is not None else ""
    yield Message("receives", system, event, parsed.line(base.start_byte), via=parsed.code(base)[:60], handler=handler, at=at)


def _bases(parsed: Parsed, holder: Node) -> Iterator[tuple[Node, list[str]]]:
    """Yield what a class is based on that has types: the node, its name, the types."""
    for one in holder.named_children:
        if one.type in ("base_list", "super_interfaces", "superclass", "delegation_specifiers"):
            for base in walk(one):
                if base.type in ("generic_name", "generic_type", "user_type"):
                    given = next((part for part in base.named_children if part.type.startswith("type_arg")), None)
                    if given is not None:
                        inner = [type_name(parsed, part) for part in given.named_children]
                        yield base, [type_name(parsed, base), *inner]


def _named(parsed: Parsed, node: Node) -> str:
    name = node.child_by_field_name("name")
    return parsed.code(name) if name is not None else ""


def _line(parsed: Parsed, node: Node) -> int:
    return parsed.line((node.child_by_field_name("name") or node).start_byte)


_READERS: Mapping[str, tuple[str, Callable[[Parsed, WrittenTypes], Iterator[Message]]]] = {
    "java": ("spring", _spring), "kotlin": ("spring", _spring), "csharp": ("mediator", _mediator), "php": ("laravel", laravel),
}  # fmt: skip
