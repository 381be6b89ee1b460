"""Requests of Ruby: Net::HTTP, Faraday, HTTParty, RestClient and their like, and clients that wrap them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from core.extract.outgoing.addresses import WrittenText, address
from core.extract.outgoing.nodes import arguments, part, walk
from core.extract.parse import Parsed
from core.model.outgoing import OutgoingCall

MARKS = ("Faraday", "HTTParty", "RestClient", "Net::HTTP", "HTTPX", "HTTP.", "Excon", "Typhoeus", "HTTPClient", "_json(",
         "client.", "connection.", "conn.", "_json ", "api.get", "api.post", "api.put", "api.patch", "api.delete")  # fmt: skip
_LIBRARIES = frozenset({"Faraday", "HTTParty", "RestClient", "HTTPX", "HTTP", "Excon", "Typhoeus", "HTTPClient", "Net::HTTP"})
_VERBS: Mapping[str, str] = {
    **{verb: verb.upper() for verb in ("get", "post", "put", "patch", "delete", "head")}, "destroy": "DELETE",
}  # fmt: skip
_WRAPPED = re.compile(r"^(get|post|put|patch|delete)_(?:json|raw|multipart|request|response)!?$")
_CLIENT = re.compile(r"(?:^|_|\.)(?:client|connection|conn|http|faraday|session|api|request)$", re.IGNORECASE)
_REQUEST = re.compile(r"^Net::HTTP::(Get|Post|Put|Patch|Delete|Head)$")
_PARTS = frozenset({"string_content", "escape_sequence"})
_NAMED = ("pair", "block_argument")


def requests(parsed: Parsed) -> Sequence[OutgoingCall]:
    """Return the requests of a file."""
    methods = dict(_single_strings(parsed))
    return [call for node in _calls(parsed.root) for call in _request(parsed, node, methods)]


def _request(parsed: Parsed, node: Node, methods: Mapping[str, Node]) -> Iterator[OutgoingCall]:
    name = parsed.code(method) if (method := node.child_by_field_name("method")) is not None else ""
    receiver = parsed.code(whose) if (whose := node.child_by_field_name("receiver")) is not None else ""
    verb, via, sure = _verb(name, receiver)
    if not via:
        return
    for argument in arguments(node, _NAMED)[:2]:  # Faraday's run_request and clients of one's own name other things first
        written = _written(parsed, argument, node, methods)
        found = address(written) if written is not None else None
        if found is not None and (sure or "/" in found.path.removeprefix("/") or found.rooted):
            yield OutgoingCall(verb, found.path, parsed.line(node.start_byte), found.host or receiver, found.rooted, via)
            return


def _verb(name: str, receiver: str) -> tuple[str, str, bool]:
    """Return the verb of a call, what makes it, and whether its first argument is an address whatever it looks like."""
    if receiver in _LIBRARIES and name in _VERBS:
        return _VERBS[name], receiver, True
    if (request := _REQUEST.match(receiver)) and name == "new":
        return request[1].upper(), "Net::HTTP", True
    if (wrapped := _WRAPPED.match(name)) and (not receiver or receiver == "self" or _CLIENT.search(receiver)):
        return _VERBS[wrapped[1]], name, True
    if name in _VERBS and _CLIENT.search(receiver):
        return _VERBS[name], receiver.rpartition(".")[2], False
    return "", "", False


def _written(parsed: Parsed, node: Node, call: Node, methods: Mapping[str, Node]) -> WrittenText | None:
    """Return the string that an argument is, or that a local method or variable of its name gives."""
    if (
        node.type == "call"
        and parsed.code(part(node, "method")) in ("URI", "parse", "join")
        and (own := arguments(node, _NAMED))
    ):
        return _written(parsed, own[-1], call, methods)
    if node.type == "string":
        return _parts(parsed, node)
    name = parsed.code(part(node, "method") or node) if node.type in ("call", "identifier") else ""
    if node.type == "identifier" and (set_ := _assigned(parsed, call, name)) is not None:
        return _parts(parsed, set_)
    return _parts(parsed, methods[name]) if name in methods and node.child_by_field_name("receiver") is None else None


def _parts(parsed: Parsed, node: Node) -> WrittenText:
    parts: list[tuple[str, bool]] = []
    for child in node.named_children:
        is_code = child.type == "interpolation"
        text = parsed.code(child)
        parts.append((text[2:-1].strip() if is_code else text, is_code))
    return WrittenText(tuple(parts))


def _assigned(parsed: Parsed, call: Node, name: str) -> Node | None:
    """Return the string that the method around a call gives to a local variable before it, the last one."""
    around = call.parent
    while around is not None and around.type not in ("method", "singleton_method"):
        around = around.parent
    found = None
    for node in walk(around) if around is not None else ():
        if node.start_byte >= call.start_byte:
            break
        if node.type == "assignment" and parsed.code(part(node, "left")) == name:
            value = part(node, "right")
            found = value if value.type == "string" else None
    return found


def _single_strings(parsed: Parsed) -> Iterator[tuple[str, Node]]:
    """Yield the methods whose last expression is a string, by name; of two of a name neither is known."""
    seen: dict[str, Node | None] = {}
    for node in walk(parsed.root):
        if node.type == "method":
            name, body = parsed.code(part(node, "name")), node.child_by_field_name("body")
            last = body.named_children[-1] if body is not None and body.named_children else body
            seen[name] = None if name in seen or last is None or last.type != "string" else last
    yield from ((name, node) for name, node in seen.items() if node is not None)


def _calls(root: Node) -> Iterator[Node]:
    return (node for node in walk(root) if node.type == "call")
