"""What code asks of other programs: requests as its text tells them, before anybody knows who answers."""

from __future__ import annotations

from dataclasses import dataclass

HOLE = "*"
"""What stands in the address of a request for what only the running program knows."""


@dataclass(frozen=True, slots=True)
class OutgoingCall:
    """A request that a line of code makes.

    `verb` is that of HTTP, empty when the text does not tell it, or `QUERY`, `MUTATION` and `SUBSCRIPTION` of GraphQL: then
    `path` is the name of a field. Of an address `host` is what stands before the path: a host, or the code that gives it;
    `path` begins with a slash and has a `*` for every part that is not literal. `rooted` tells that nothing may stand between
    host and path. `via` says what makes the request: `Faraday`, `fetch`, `get_json`.
    """

    verb: str
    path: str
    line: int
    host: str = ""
    rooted: bool = False
    via: str = ""
