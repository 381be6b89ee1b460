"""Requests of Python: requests, httpx, aiohttp and urllib."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from core.extract.outgoing.addresses import WrittenText, address
from core.extract.outgoing.nodes import arguments, walk
from core.extract.parse import Parsed
from core.model.outgoing import OutgoingCall

MARKS = ("requests.", "httpx", "aiohttp", "session.", "client.", "_client", "urlopen(")
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head"})
_CLIENT = re.compile(r"(?:^|[._])(?:requests|httpx|session|client|http|api)(?:\(\))?$", re.IGNORECASE)
_NAMED = ("keyword_argument",)


def requests(parsed: Parsed) -> Sequence[OutgoingCall]:
    """Return the requests of a module."""
    return [call for node in walk(parsed.root) if node.type == "call" for call in _request(parsed, node)]


def _request(parsed: Parsed, node: Node) -> Iterator[OutgoingCall]:
    function, given = node.child_by_field_name("function"), arguments(node, _NAMED)
    whose, _, name = (parsed.code(function) if function is not None else "").rpartition(".")
    if name == "request" and len(given) > 1 and _CLIENT.search(whose):
        verb, argument = (_literal(parsed, given[0]) or "").upper(), given[1]
    elif name in _VERBS and _CLIENT.search(whose) and given:
        verb, argument = name.upper(), given[0]
    elif name == "urlopen" and given:
        verb, argument = "GET", given[0]
    else:
        return
    written = _parts(parsed, argument)
    found = address(written) if written is not None else None
    if found is not None and (whose in ("requests", "httpx") or found.rooted or "/" in found.path[1:]):
        yield OutgoingCall(
            verb, found.path, parsed.line(node.start_byte), found.host, found.rooted, f"{whose}.{name}".strip(".")
        )


def _literal(parsed: Parsed, node: Node) -> str:
    written = _parts(parsed, node)
    return written.literal if written is not None else ""


def _parts(parsed: Parsed, node: Node) -> WrittenText | None:
    """Return a string, plain or with expressions in it, or strings that are added up, in parts."""
    if node.type == "string":
        parts: list[tuple[str, bool]] = []
        for child in node.named_children:
            if child.type == "string_content":
                parts.append((parsed.code(child), False))
            elif child.type == "interpolation":
                parts.append((parsed.code(child)[1:-1].strip(), True))
        return WrittenText(tuple(parts))
    if node.type == "binary_operator":
        sides = [node.child_by_field_name("left"), node.child_by_field_name("right")]
        written = [_parts(parsed, side) or WrittenText(((parsed.code(side), True),)) for side in sides if side is not None]
        known = any(not code for one in written for _, code in one.parts)
        return WrittenText(tuple(part for one in written for part in one.parts)) if known else None
    return None
