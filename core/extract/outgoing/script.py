"""Requests of JavaScript and TypeScript: fetch, axios and their like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from core.extract.outgoing.addresses import WrittenText, address
from core.extract.outgoing.nodes import arguments, part, walk
from core.extract.parse import Parsed
from core.model.outgoing import OutgoingCall

MARKS = ("fetch(", "fetch<", "axios", "ky.", "got.", "$http", "superagent", "$.ajax", "$.get", "$.post", "http.", "api.",
         "client.", "Client.")  # fmt: skip
_FETCHES = frozenset({"fetch", "window.fetch", "axios", "ky", "got", "request", "$fetch", "useFetch", "$.ajax", "jQuery.ajax"})
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "getJSON"})
_NAMES = r"axios|ky|got|http|api|client|request|agent|superagent|\$|jQuery|\$http"
_CLIENT = re.compile(rf"(?:^|[._$])(?:{_NAMES})\w*$|(?:Client|Api|Http|Axios)$")
_METHOD = re.compile(r"\b(?:method|type)\s*:\s*['\"`](\w+)['\"`]")
_URL = re.compile(r"^url$")


def requests(parsed: Parsed) -> Sequence[OutgoingCall]:
    """Return the requests of a module."""
    return [call for node in walk(parsed.root) if node.type == "call_expression" for call in _request(parsed, node)]


def _request(parsed: Parsed, node: Node) -> Iterator[OutgoingCall]:
    function = node.child_by_field_name("function")
    given = arguments(node)
    if function is None or not given:
        return
    called = parsed.code(function)
    whose, _, name = called.rpartition(".")
    if called in _FETCHES:
        options = parsed.code(given[-1]) if given[-1].type == "object" else ""
        verb = method[1].upper() if (method := _METHOD.search(options)) else "GET"
        sure = True
    elif name in _VERBS and _CLIENT.search(whose):
        verb, sure = ("GET" if name == "getJSON" else name.upper()), False
    else:
        return
    written = _address_of(parsed, given[0])
    found = address(written) if written is not None else None
    if found is not None and (sure or found.rooted or "/" in found.path[1:]):
        yield OutgoingCall(verb, found.path, parsed.line(node.start_byte), found.host, found.rooted, called)


def _address_of(parsed: Parsed, node: Node) -> WrittenText | None:
    """Return the string that an argument is, or that an object says under `url`."""
    if node.type == "object":
        pairs = (one for one in node.named_children if one.type == "pair")
        values = [part(one, "value") for one in pairs if _URL.match(parsed.code(part(one, "key")))]
        return _parts(parsed, values[0]) if values else None
    return _parts(parsed, node)


def _parts(parsed: Parsed, node: Node) -> WrittenText | None:
    """Return a string, a template or strings that are added up, in parts."""
    if node.type == "string":
        return WrittenText(((parsed.code(node)[1:-1], False),))
    if node.type == "template_string":
        return WrittenText(tuple(_template(parsed, node)))
    if node.type == "binary_expression":
        sides = [part(node, "left"), part(node, "right")]
        written = [_parts(parsed, side) or WrittenText(((parsed.code(side), True),)) for side in sides]
        return (
            WrittenText(tuple(part for one in written for part in one.parts))
            if any(not code for one in written for _, code in one.parts)
            else None
        )
    return None


def _template(parsed: Parsed, node: Node) -> Iterator[tuple[str, bool]]:
    at = node.start_byte + 1
    for child in node.named_children:
        if child.type == "template_substitution":
            if child.start_byte > at:
                yield parsed.text(at, child.start_byte), False
            yield parsed.code(child)[2:-1].strip(), True
            at = child.end_byte
    if node.end_byte - 1 > at:
        yield parsed.text(at, node.end_byte - 1), False
