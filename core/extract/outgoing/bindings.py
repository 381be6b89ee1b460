"""Queues that are bound to exchanges by what is written down: literals with a queue and a key, settings in YAML."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from core.extract.outgoing.nodes import walk
from core.extract.outgoing.sites import HASHES, named
from core.extract.outgoing.values import Values
from core.extract.parse import Parsed
from core.extract.rails.files.yaml_lines import leaves
from core.model.outgoing import OPEN, Message

_QUEUE = ("queue", "queue_name", "queueName", "name")
_KEY = ("routing_key", "routing_keys", "routingKey", "routingKeys", "binding_key", "pattern")
_HANDLER = ("processor", "handler", "worker", "consumer", "class")
_EMBEDDED = re.compile(r"<%=?(.*?)%>", re.DOTALL)
_DEFAULT = re.compile(r"['\"]([\w.*#-]+)['\"]\s*\)?\s*$")


def bindings(parsed: Parsed, values: Values, exchanges: Iterable[str]) -> Iterator[Message]:
    """Yield the queues that literals bind: `{name: "mails", routing_key: "*.major"}`, to the one exchange of the file."""
    known = list(exchanges)
    exchange = known[0] if len(known) == 1 else OPEN
    for node in walk(parsed.root):
        if node.type not in HASHES:
            continue
        held = named(parsed, node.named_children)
        queue = next((held[name] for name in _QUEUE if name in held), None)
        key = next((held[name] for name in _KEY if name in held), None)
        if queue is None or key is None:
            continue
        own = values.texts(held["exchange"])[0] if "exchange" in held else exchange
        for name in values.texts(queue):
            for pattern in values.texts(key):
                if OPEN not in (name, pattern):
                    yield Message(
                        "binds", "amqp", name, parsed.line(node.start_byte), own, pattern, "a queue with a routing key"
                    )


def configured(text: str) -> list[Message]:
    """Return the exchange that settings in YAML name, and the queues that they bind to it; what is for tests is left aside."""
    try:
        found = leaves(_EMBEDDED.sub(_plain, text))
    except ValueError:
        return []  # the coverage of the index names a file that is no YAML
    groups: dict[tuple[str, ...], dict[str, tuple[str, int]]] = defaultdict(dict)
    for path, value, line in found:
        if "test" not in path:
            last = -1 if not path[-1].isdigit() else -2
            groups[path[:last]].setdefault(path[last], (value, line))
    told = [message for path, held in groups.items() for message in _settings(path, held, groups)]
    first: dict[tuple[str, str, str, str], Message] = {}
    for message in told:
        first.setdefault((message.role, message.name, message.exchange, message.key), message)
    return sorted(first.values(), key=lambda one: (one.line, one.role))


def _plain(found: re.Match[str]) -> str:
    """Return the default that embedded Ruby ends with, as many lines as it takes."""
    default = _DEFAULT.search(found[1])
    return (default[1] if default else "") + "\n" * found[0].count("\n")


_Groups = Mapping[tuple[str, ...], Mapping[str, tuple[str, int]]]


def _settings(path: tuple[str, ...], held: Mapping[str, tuple[str, int]], groups: _Groups) -> Iterator[Message]:
    queue = next((held[name] for name in _QUEUE if name in held), None)
    key = next((held[name] for name in _KEY if name in held), None)
    if queue is not None and key is not None and queue[0]:
        around = (groups.get(path[:depth], {}).get("exchange") for depth in range(len(path), -1, -1))
        exchange = next((one[0] for one in around if one is not None), OPEN)
        handler = next((held[name][0] for name in _HANDLER if name in held), "")
        yield Message("binds", "amqp", queue[0], queue[1], exchange or OPEN, key[0], "settings", handler)
    elif "exchange" in held and held["exchange"][0] and queue is None:
        yield Message("names", "amqp", "", held["exchange"][1], held["exchange"][0], via="settings")
