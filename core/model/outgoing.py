"""What code asks of other programs: requests as its text tells them, before anybody knows who answers."""

from __future__ import annotations

from dataclasses import dataclass

HOLE = "*"
"""What stands in the address of a request for what only the running program knows."""


GENERATED = "generated client"
"""How `via` begins of a request that a client makes which was generated from a document of the interface."""


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


OPEN = "…"
"""What stands in the name or the key of a message for what only the running program knows."""
REFERENCE = "$"
"""How the name of a message begins that is a constant of another file: `$Topics.ORDERS`."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message that a line of code sends or waits for, or a queue that it binds to an exchange.

    `role` is `sends`, `receives`, `binds` or `names`: then the line only says which exchange a repository uses. `system` is
    what carries it: `amqp`, `kafka`, `sqs`, `sns`, `redis`, `nats`, `sidekiq`, `celery`, `bull`, `event`,
    `bus`. `name` is the topic,
    channel, event, task or queue; a sender over AMQP has none but an `exchange`, empty for the default one, and a routing
    `key`. What receives or binds may have both: then `key` is a pattern. `handler` is a function or class that the line names
    as the one that gets it. `at` is the line of what an annotation stands before, 0 for the line itself.
    """

    role: str
    system: str
    name: str
    line: int
    exchange: str = OPEN
    key: str = ""
    via: str = ""
    handler: str = ""
    at: int = 0
