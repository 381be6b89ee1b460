"""Types as they are written, taken apart: `Map<String, List<Order>>`, `Order?`, `[Order]`, `Order|null`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from core.text.brackets import TYPES


class WrittenType(NamedTuple):
    """The name of a type with dots between its parts, and what it is given.

    `[]` is a list of what it is given, `()` several values; those that have names of their own follow: `(left,right)`.
    """

    name: str
    given: tuple[WrittenType, ...] = ()


UNKNOWN = WrittenType("")
_MARKS = re.compile(
    r"@\w+(?:\([^)]*\))?|\b(?:any|some|inout|final|out|in|ref|readonly|params|suspend|scoped|vararg)\s+|\s+|[?!&]"
)
_NAME = re.compile(r"\\?[^\W\d][\w$]*(?:[.\\][^\W\d][\w$]*)*|\*")
_NOTHING = re.compile(r"(?:^|\|)(?:null|false|void)(?=\||$)", re.IGNORECASE)


@lru_cache(maxsize=50_000)
def parse_type(text: str) -> WrittenType:
    """Return a type's text taken apart, without marks of absence; what cannot be is `UNKNOWN`."""
    plain = _NOTHING.sub("", _MARKS.sub("", text)).strip("|")
    if (function := _FUNCTION.match(plain)) is not None:
        parts = [part.rpartition(":")[2] for part in TYPES.split(function.group(1), ",")] if function.group(1) else []
        return WrittenType("Function", (*map(parse_type, parts), parse_type(function.group(2))))
    if plain[:1] == "(" and "->" not in plain:
        return _several(text)
    if "->" in plain or "(" in plain:
        return UNKNOWN
    if "|" in plain:
        return _union(plain)
    reading = _Reading(plain)
    type_ = reading.type()
    return type_ if reading.at == len(plain) else UNKNOWN


_FUNCTION = re.compile(r"^\(*\(([^()]*)\)(?:async|throws)*->([^()]*)\)*$")
_GENERIC = re.compile(r"^([\w\\.]+)<(.*)>$")
_BARE = re.compile(r"^(?:array|iterable|mixed|null|false|string|int|bool|float)$")


def _union(text: str) -> WrittenType:
    """Return the one type of a union that says something, or its first where all of them hold the same."""
    parts = [part for part in TYPES.split(text, "|") if not _BARE.match(part)]
    if len(parts) == 1:
        generic = _GENERIC.match(parts[0])
        if generic is None:
            return parse_type(parts[0]) if "|" not in parts[0] else UNKNOWN
        given = tuple(parse_type(one) for one in TYPES.split(generic.group(2), ","))
        return parse_type(generic.group(1))._replace(given=given)
    types = [parse_type(part) for part in parts]
    held = {one.given for one in types}
    return types[0] if len(held) == 1 and types[0].given else UNKNOWN


_PART = re.compile(r"^(?:(\w+)\s*:\s*)?(.*?[\w>\]?])(?:\s+(\w+))?$", re.DOTALL)


def _several(text: str) -> WrittenType:
    """Return a type of several values: `(Order, Cart)`, `(Order Order, Cart Cart)`, `(order: Order, cart: Cart)`."""
    inner = text.strip().strip("?!&")
    if not inner.endswith(")"):
        return UNKNOWN
    parts = TYPES.split(inner[1:-1], ",")
    rows = [match for part in parts if (match := _PART.match(part.strip())) is not None]
    if len(rows) != len(parts):
        return UNKNOWN
    names = ",".join(match.group(1) or match.group(3) or "" for match in rows)
    return WrittenType(f"({names.strip(',') and names})", tuple(parse_type(match.group(2)) for match in rows))


class _Reading:
    def __init__(self, text: str) -> None:
        self._text, self.at = text, 0

    def type(self) -> WrittenType:
        if self._took("["):
            given = self._list("]")
            return self._listed(WrittenType("[]", given[-1:]))
        found = _NAME.match(self._text, self.at)
        if found is None:
            self.at = len(self._text) + 1
            return UNKNOWN
        self.at = found.end()
        name = found.group().replace("\\", ".")
        given = self._list(">") if self._took("<") else ()
        if self._took("."):  # `Map<K, V>.Entry`
            return self.type()
        return self._listed(WrittenType(name, given))

    def _listed(self, found: WrittenType) -> WrittenType:
        while self._took("[]") or self._took("..."):
            found = WrittenType("[]", (found,))
        return found

    def _took(self, text: str) -> bool:
        if not self._text.startswith(text, self.at):
            return False
        self.at += len(text)
        return True

    def _list(self, end: str) -> tuple[WrittenType, ...]:
        found: list[WrittenType] = []
        while self.at < len(self._text) and not self._took(end):
            if self._took("extends") or self._took("super") or self._took(",") or self._took(":"):
                continue
            found.append(self.type())
        return tuple(found)
