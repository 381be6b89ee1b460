"""Calls that lead a path to a function: `http.HandleFunc("/x", show)`, `r.GET("/x", show)`, groups and sub-routers.

Only what is written is read: a path and a prefix that are literal, in one function. Whether the receiver can be a router is
for the linker to tell, who knows its type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import tree_sitter

from core.extract.parse import Parsed

_VERBS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE"))
_ANY = frozenset(("Handle", "HandleFunc", "Any", "ANY", "All", "HandlerFunc"))
_NAMED_BY_VERB = {**{verb: verb for verb in _VERBS}, **{verb.capitalize(): verb for verb in _VERBS}, **dict.fromkeys(_ANY, "")}
_WITH_VERB = frozenset(("Method", "MethodFunc", "Add", "Handle", "HandlerFunc"))
_GROUPS = frozenset(("Group", "PathPrefix", "Route"))
_SAME_ROUTER = frozenset(("Subrouter", "With", "Use", "Name", "Host", "Schemes"))
_PATTERN = re.compile(r"^(?:([A-Z]+)\s+)?([\w.-]*/\S*)$")  # `GET example.com/x` of net/http
_STRINGS = ("interpreted_string_literal", "raw_string_literal")
_DEEPEST = 4  # calls around a handler


RouteRow = list[str | int | list[int]]
"""Verb, path, line, end line, step of the receiver and steps of possible handlers, as JSON keeps them."""


class Routes:
    """The routes of one body, as rows."""

    def __init__(self) -> None:
        self.rows: list[RouteRow] = []
        self._prefixes: dict[int, str] = {}
        self._arguments: dict[int, Sequence[int]] = {}
        self._by_step: dict[int, RouteRow] = {}

    def inherit(self, step: int, prefix: str) -> None:
        """Give a step the prefix of a router."""
        self._prefixes[step] = prefix

    def prefix_for(self, given: Sequence[tree_sitter.Node], step: int, parsed: Parsed, steps: Sequence[str]) -> str:
        """Return the prefix of the router that a function in the arguments gets (`r.Route("/x", func(r chi.Router) …)`)."""
        receiver, name = _member(step, steps)
        path = _literal(given, parsed)
        if name not in _GROUPS or path is None or len(given) < 2:
            return self._prefixes.get(receiver, "") if name == "Group" else ""
        return self._prefixes.get(receiver, "") + path

    def called(
        self, node: tree_sitter.Node, given: Sequence[tree_sitter.Node], arguments: Sequence[int], step: int, made: int,
        parsed: Parsed, steps: Sequence[str],
    ) -> None:  # fmt: skip
        """Look at a call: `step` is what is called, `made` the step of its result."""
        self._arguments[made] = arguments
        receiver, name = _member(step, steps)
        if name in _SAME_ROUTER and receiver in self._prefixes:
            self._prefixes[made] = self._prefixes[receiver]
        if name == "Methods" and receiver in self._by_step:
            verbs = [text for one in given if (text := _literal([one], parsed)) in _VERBS]
            self._by_step[receiver][0] = "|".join(filter(None, verbs))
        path = _literal(given, parsed)
        if path is None:
            return
        if name in _GROUPS and path.startswith("/"):
            self._prefixes[made] = self._prefixes.get(receiver, "") + path.rstrip("/")
        verb = _NAMED_BY_VERB.get(name)
        if name in _WITH_VERB and path.upper() in _VERBS:
            verb, path, given, arguments = path.upper(), _literal(given[1:], parsed) or "", given[1:], arguments[1:]
        if verb is None or len(given) < 2 or len(arguments) < 2:
            return
        pattern = _PATTERN.match(path)
        if pattern is None and (path or receiver not in self._prefixes):
            return
        verb, path = (verb or pattern.group(1) or "", pattern.group(2)) if pattern is not None else (verb, path)
        whole = self._prefixes.get(receiver, "") + path
        row: RouteRow = [
            verb,
            whole,
            parsed.line(node.start_byte),
            parsed.last_line(node),
            receiver,
            self._handlers(arguments[-1], 0),
        ]
        self.rows.append(row)
        self._by_step[made] = row

    def _handlers(self, step: int, depth: int) -> list[int]:
        """Return the steps that a handler may be: what is given, then what is given to the calls around it."""
        inner = [found for one in self._arguments.get(step, ()) if depth < _DEEPEST for found in self._handlers(one, depth + 1)]
        return [*inner, step]


def _member(step: int, steps: Sequence[str]) -> tuple[int, str]:
    """Return the receiver's step and the name of a member, -1 and nothing for other steps."""
    parts = steps[step].split(" ") if step >= 0 else []
    return (int(parts[1]), parts[2]) if parts[:1] == ["."] else (-1, "")


def _literal(given: Sequence[tree_sitter.Node], parsed: Parsed) -> str | None:
    """Return the text of the first argument if it is a string."""
    return parsed.code(given[0])[1:-1] if given and given[0].type in _STRINGS else None
