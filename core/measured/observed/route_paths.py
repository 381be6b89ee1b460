"""Which route of the index a path of a request means: nothing of the path itself is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

_PARAMETER = re.compile(r"^(?::|\*|\{|<)|^\$|\(")
_PLAIN = re.compile(r"[a-z][a-z_-]{0,30}")
_OPTIONAL = re.compile(r"\([^()]*\)")
_SEGMENTS = re.compile(r"\((/[^()]*)\)")
_MOST = 16  # paths of one route
HIDDEN = ":…"
_LONGEST = 40  # segments


@dataclass(slots=True)
class _Node:
    inner: dict[str, _Node] = field(default_factory=dict)
    routes: dict[str, str] = field(default_factory=dict)  # by verb
    rest: dict[str, str] = field(default_factory=dict)  # what begins here, however long


class RoutePaths:
    """The routes of an index as a tree of segments."""

    def __init__(self, routes: Iterable[str]) -> None:
        self._top = _Node()
        self._static: set[str] = set()
        self._ends: dict[tuple[str, ...], set[str]] = {}  # by verb and segments from the last one on, none for a parameter
        self.known: set[str] = set()
        for route in routes:
            verb, _, path = route.partition(" ")
            self.known.add(route)
            for written in _written(path):
                self._add(verb, written, route)
        self.of = lru_cache(maxsize=20_000)(self._of)

    def _add(self, verb: str, path: str, route: str) -> None:
        node = self._top
        ends = [":" if _PARAMETER.search(one) else one for one in _segments(path)]
        if set(ends) - {":"}:
            self._ends.setdefault((verb, *reversed(ends)), set()).add(route)
        for segment in _segments(path):
            if segment.startswith("*"):
                node.rest.setdefault(verb, route)
                break
            name = ":" if _PARAMETER.search(segment) else segment
            if name != ":":
                self._static.add(name)
            node = node.inner.setdefault(name, _Node())
        else:
            node.routes.setdefault(verb, route)
            if verb == "ANY":
                node.rest.setdefault(verb, route)

    def _of(self, verb: str, path: str) -> str:
        """Return the route that answers a request, else its path with only the words that routes of the index write."""
        plain = path.partition("?")[0].partition("#")[0]
        verb = "GET" if verb.upper() == "HEAD" else verb.upper()
        segments = _segments(plain)
        if len(segments) > _LONGEST or not verb.isalpha() or len(verb) > 10:
            return f"GET /{HIDDEN}"
        found = self._found(self._top, verb, segments, 0)
        if not found and segments and "." in segments[-1]:
            found = self._found(self._top, verb, [*segments[:-1], segments[-1].rpartition(".")[0]], 0)
        return found or f"{verb} /{'/'.join(one if one in self._static else HIDDEN for one in segments)}"

    def template(self, verb: str, pattern: str) -> str:
        """Return the route that a template means (`/orders/{id}`, `/orders/<int:id>`, `/orders/:id(.:format)`)."""
        pattern = _OPTIONAL.sub("", pattern)
        told = [HIDDEN if _PARAMETER.search(one) else one for one in _segments(pattern)]
        found = (
            (self._found(self._top, verb.upper(), told, 0) or self._mounted(verb.upper(), told))
            if len(told) <= _LONGEST
            else ""
        )
        kept = [one if one == HIDDEN or one in self._static or _PLAIN.fullmatch(one) else HIDDEN for one in told[:_LONGEST]]
        return found or f"{verb.upper()[:10]} /{'/'.join(kept)}"

    def _mounted(self, verb: str, told: list[str]) -> str:
        """Return the route that a template ends with: a router is mounted under a path that reading does not know.

        Only templates are looked for so, which a framework tells of what it found; the longest end counts if it is of one
        route.
        """
        plain = [":" if one == HIDDEN else one for one in reversed(told)]
        for many in range(len(plain) - 1, 0, -1):
            if routes := self._ends.get((verb, *plain[:many]), set()) | self._ends.get(("ANY", *plain[:many]), set()):
                return next(iter(routes)) if len(routes) == 1 else ""
        return ""

    def _found(self, node: _Node, verb: str, segments: list[str], place: int) -> str:
        if place == len(segments):
            return node.routes.get(verb) or node.routes.get("ANY") or ""
        for name in (segments[place], ":"):
            if name in node.inner and (found := self._found(node.inner[name], verb, segments, place + 1)):
                return found
        return node.rest.get(verb) or node.rest.get("ANY") or ""


def _written(path: str) -> list[str]:
    """Return the paths that a pattern with optional segments stands for: of `/settings(/:tab)` two."""
    found = [path]
    while len(found) < _MOST and (one := next((each for each in found if _SEGMENTS.search(each)), "")):
        found.remove(one)
        found += [_SEGMENTS.sub("", one, count=1), _SEGMENTS.sub(r"\1", one, count=1)]
    return found


def _segments(path: str) -> list[str]:
    return [one for one in _OPTIONAL.sub("", path).split("/") if one]
