"""Addresses of requests as code writes them: literal, put together from parts, with a host or without."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.model.outgoing import HOLE

_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_QUERY = re.compile(r"[?#].*$", re.DOTALL)
_ROOM = re.compile(r"\s")
_ASKED = re.compile(r"(?:^|[._])(?:query|params|qs|query_?string|search_?params|options)\b|\bquery_?string\(", re.IGNORECASE)
_LONGEST = 300


class WrittenText(NamedTuple):
    """A string in parts: literal text, and the code of what is put in between, marked so."""

    parts: tuple[tuple[str, bool], ...]  # text, and whether it is code

    @property
    def literal(self) -> str:
        """The text if nothing is put into it, else nothing."""
        return self.parts[0][0] if len(self.parts) == 1 and not self.parts[0][1] else ""


class Address(NamedTuple):
    """The host and the path of a request; `rooted` tells that the path is the whole path."""

    host: str
    path: str
    rooted: bool


def address(written: WrittenText) -> Address | None:
    """Return the address that a string writes; None for one that is none, or of which no part of the path is literal."""
    host, text = _split(written)
    text = _QUERY.sub("", text)
    if len(text) > _LONGEST or _ROOM.search(text.strip()) or not re.search(r"[A-Za-z]{2}", text.replace(HOLE, "")):
        return None
    rooted = text.startswith("/")
    path = "/" + "/".join(part for part in text.split("/") if part)
    return Address(host, path, rooted and (not host or _is_host(host)))


def _split(written: WrittenText) -> tuple[str, str]:
    """Return the code or host before the path, and the path with a mark for each hole."""
    host, parts = "", list(written.parts)
    if parts and not parts[0][1] and (found := _SCHEME.match(parts[0][0])):
        rest = parts[0][0][found.end() :]
        if rest:
            host, slash, path = rest.partition("/")
            return host, slash + path + _holes(parts[1:])
        parts = parts[1:]
    if parts and parts[0][1]:
        rest = _holes(parts[1:])
        return parts[0][0], rest
    return host, _holes(parts)


def _holes(parts: list[tuple[str, bool]]) -> str:
    """Return parts as one text, a mark for each that is code; what is asked for behind the path is no part of it."""
    return "".join(text if not code else "" if _ASKED.search(text) else HOLE for text, code in parts)


def _is_host(host: str) -> bool:
    """Tell whether this is a host as such, and no code that may give a part of the path too."""
    return re.fullmatch(r"[\w.-]+(?::\d+)?", host) is not None and ("." in host or host == "localhost")
