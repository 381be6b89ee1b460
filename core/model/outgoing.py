"""What code asks of other programs: requests as its text tells them, before anybody knows who answers."""

from __future__ import annotations

from dataclasses import dataclass

HOLE = "*"
"""What stands in the address of a request for what only the running program knows."""


GENERATED = "generated client"
"""How `via` begins of a request that a client makes which was generated from a document of the interface."""
BASED = "BASE"
"""The `verb` of what is no request: the path before all those of a generated client, as its settings have it."""


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
EACH_METHOD = "*"
"""What stands in the name of an event for the name of each method of the class that takes it."""
AT_ONCE = frozenset({"event", "bus", "wisper", "django", "spring", "mediator"})
"""Systems whose messages are mostly heard before the line that sends them is done, in the same process."""
BY_METHOD = frozenset({"event", "wisper"})
"""Systems of which a class may take events by the names of its methods."""
BY_TYPE = frozenset({"spring", "mediator", "laravel"})
"""Systems whose messages are told apart by the class of what is sent."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message that a line of code sends or waits for, or a queue that it binds to an exchange.

    `role` is `sends`, `receives`, `binds` or `names`: then the line only says which exchange a repository uses. `system` is
    what carries it: `amqp`, `kafka`, `sqs`, `sns`, `redis`, `nats`, `sidekiq`, `celery`, `bull`, `event`, `bus`, `wisper`,
    `django`, `spring`, `mediator`, `laravel`. `name` is the topic, channel, event, task, queue or class; a sender over AMQP has
    none but an `exchange`, empty for the default one, and a routing `key`. What receives or binds may have both: then `key` is
    a pattern. Of Wisper and Django `exchange` is the class that publishes. `handler` is a function, a class or a method
    (`Tell#go`) that the line names as the one that gets it. `at` is the line of what an annotation stands before, 0 for the
    line itself. `certainty` is `inferred` where what sends is only called after its class. `as_method` tells that the name
    is made that of a method, `order.paid` that of `order_paid`.
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
    certainty: str = "declared"
    as_method: bool = False
