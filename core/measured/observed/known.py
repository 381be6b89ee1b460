"""What the index knows by name: only such names, and those that are shaped like code, are kept of a recording."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

CONSTANT = re.compile(r"(?:[A-Z][A-Za-z0-9_]{0,80}::){0,8}[A-Z][A-Za-z0-9_]{0,80}")
ACTION_NAME = re.compile(rf"{CONSTANT.pattern}#[a-z_]\w{{0,80}}[?!]?")
_METHOD = re.compile(r"[A-Za-z_<][\w:.#<>?!=\[\] +*/%-]{0,160}")
_ADDRESS = re.compile(r":0x[0-9a-f]+")


@dataclass(frozen=True)
class KnownNames:
    """Names of an index: its routes as `GET /orders/:id`, identifiers of units, words of its code, paths of its files."""

    routes: Iterable[str] = ()
    names: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    paths: frozenset[str] = field(default=frozenset())

    def job(self, name: str) -> str:
        """Return the name of a job or class; empty when it is shaped like nothing that code is called."""
        return name if name in self.names or CONSTANT.fullmatch(name) else ""


def code_name(name: str) -> str:
    """Return the name of a frame without addresses of objects; empty when it is shaped like nothing that code is called."""
    plain = _ADDRESS.sub("", name.strip())
    return plain if _METHOD.fullmatch(plain) else ""
