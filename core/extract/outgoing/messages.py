"""The messages of one file: what it sends, what it waits for, which queues it binds to which exchange."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node

from core.extract.facts import SourceFile
from core.extract.outgoing.django import signal_messages
from core.extract.outgoing.nodes import walk
from core.extract.outgoing.ruby_events import RubyEvents
from core.extract.outgoing.sites import HASHES, READ, Site, named, parted, site_of, sites
from core.extract.outgoing.systems import SYSTEMS, systems_of
from core.extract.outgoing.typed import typed_messages
from core.extract.outgoing.values import Values
from core.extract.outgoing.ways import DECLARES, WAYS, Spec, Way
from core.extract.parse import Parsed
from core.extract.rails.files.yaml_lines import leaves
from core.languages import family_of
from core.model.outgoing import BY_TYPE, OPEN, Message
from core.text.lines import line_ends

_NAMED = re.compile(r"^[A-Za-z_][\w:.]*$")
_SELF = re.compile(r"^(?:self|this)\.|^&?method\(:|\)$")
_ADDRESS = re.compile(r"^(?:https?://.*/|arn:[\w:-]*:)(?=[^/:]+$)")
_PASSED = re.compile(r"^\$\(([^,]*),(\d+),([^)]*)\)$")
_CONSTRUCTED = {"Exchange": ("exchange", (2, "name")), "Queue": ("queue", (1, "name"))}  # of Bunny, with `new`
_QUEUE = ("queue", "queue_name", "queueName", "name")
_KEY = ("routing_key", "routing_keys", "routingKey", "routingKeys", "binding_key", "pattern")
_HANDLER = ("processor", "handler", "worker", "consumer", "class")
_EMBEDDED = re.compile(r"<%=?(.*?)%>", re.DOTALL)
_DEFAULT = re.compile(r"['\"]([\w.*#-]+)['\"]\s*\)?\s*$")


def outgoing_messages(path: str, language: str, text: str) -> list[Message]:
    """Return the messages of a file, by line; of a file that speaks of no system of messages none."""
    systems = systems_of(text, family_of(language))
    if not systems:
        return []
    if language == "yaml":
        return configured(text) if "amqp" in systems else []
    if language not in READ:
        return []
    found = _File(Parsed(SourceFile(path, language, text, "")), systems).messages()
    return sorted(dict.fromkeys(found), key=lambda one: (one.line, one.role, one.system, one.name, one.exchange, one.key))


class Passed(NamedTuple):
    """A call that gives a function what it makes a message of: its line, and the texts and functions by reference."""

    line: int
    texts: Mapping[str, Sequence[str]]
    handlers: Mapping[str, str]


def passed_on(path: str, language: str, text: str, function: str, references: Iterable[str]) -> list[Passed]:
    """Return what the calls of a function in a file give for its parameters, as `outgoing_messages` refers to them."""
    if language not in READ:
        return []
    return list(_File(Parsed(SourceFile(path, language, text, "")), frozenset(SYSTEMS)).passed(function, list(references)))


def constants_of(path: str, language: str, text: str, name: str) -> list[str]:
    """Return the texts that a file sets a constant to, ordered."""
    return Values(Parsed(SourceFile(path, language, text, ""))).constant(name) if language in READ else []


def listed_in(path: str, language: str, text: str, method: str) -> list[str]:
    """Return the classes of the listeners that a method of a file of Ruby lists."""
    parsed = Parsed(SourceFile(path, language, text, ""))
    return RubyEvents(parsed, Values(parsed), frozenset()).listed(method) if family_of(language) == "ruby" else []


def reference_to(name: str) -> tuple[str, str, str]:
    """Return function, place and name of a reference to a parameter; empty texts for what is none."""
    found = _PASSED.match(name)
    return (found[1], found[2], found[3]) if found else ("", "", "")


class _File:
    def __init__(self, parsed: Parsed, systems: frozenset[str]) -> None:
        self._parsed, self._values = parsed, Values(parsed)
        self._family = family_of(parsed.file.language)
        self._ways = [way for way in WAYS if way.system in systems and way.family in ("", self._family)]
        self._methods = frozenset(name for way in self._ways for name in way.methods)
        self._systems = systems

    def messages(self) -> Iterator[Message]:
        """Yield the messages that calls and literals of the file tell."""
        events = RubyEvents(self._parsed, self._values, self._systems) if self._family == "ruby" else None
        signals = self._family == "python" and "django" in self._systems
        for site in sites(self._parsed):
            if site.name in self._methods:
                yield from self._first(site)
            if events is not None:
                yield from events.messages(site)
            elif signals:
                yield from signal_messages(self._parsed, site)
        if self._systems & BY_TYPE:
            yield from typed_messages(self._parsed, self._values, self._systems)
        if "amqp" in self._systems:
            yield from bindings(self._parsed, self._values, self._exchanges())

    def passed(self, function: str, references: Sequence[str]) -> Iterator[Passed]:
        """Yield the calls of a function, or of a class, with what they give."""
        for site in sites(self._parsed):
            receiver = self._parsed.code(site.receiver) if site.receiver is not None else ""
            if site.name != function and not (site.name == "new" and re.split(r"::|\.", receiver)[-1] == function):
                continue
            texts, handlers = {}, {}
            for reference in references:
                _, place, name = reference_to(reference)
                node = site.named.get(name) or self._at(int(place), site)
                if node is not None:
                    texts[reference] = [_short(one) for one in self._values.texts(node)]
                    handlers[reference] = next(iter(self._function(node)), "")
            yield Passed(self._parsed.line(site.node.start_byte), texts, handlers)

    def _first(self, site: Site) -> Iterator[Message]:
        receiver = self._parsed.code(site.receiver).lower() if site.receiver is not None else None
        for way in self._ways:
            if site.name in way.methods and self._fits(way, site, receiver):
                found = list(self._told(way, site))
                yield from found
                if found:
                    return

    def _fits(self, way: Way, site: Site, receiver: str | None) -> bool:
        if (way.receiver is None) != (receiver is None):
            return False
        if way.receiver is not None and not way.receiver.search((receiver or "")[-80:]):
            return False
        if way.needs and self._values.named(site, way.needs) is None:
            return False
        if not way.least <= len(site.given) + len(site.named) or len(site.given) > way.most:
            return False
        return not way.made or self._declared(site.receiver)[0] == way.made

    def _told(self, way: Way, site: Site) -> Iterator[Message]:
        names = self._read(way.name, site)
        if (way.name and not names) or (way.key and not way.name and not (keys := self._read(way.key, site)) and way.needs):
            return
        exchanges = self._read(way.exchange, site) or [OPEN]
        keys = self._read(way.key, site) or [OPEN if way.role == "sends" else ""]
        line = self._parsed.line(site.node.start_byte)
        at = self._parsed.line(site.decorated.start_byte) if site.decorated is not None else 0
        receiver = self._parsed.code(site.receiver) if site.receiver is not None else ""
        via = f"{receiver if len(receiver) < 40 and chr(10) not in receiver else ''}.{site.name}".strip(".")
        for name in names or [""]:
            for exchange in exchanges:
                for key in keys:
                    handler = next(iter(self._handlers(way.handler, site)), "")
                    yield Message(way.role, way.system, _short(name), line, exchange, key, via, handler, at)

    def _read(self, spec: Spec, site: Site) -> list[str]:
        """Return the texts that stand where a row says; none where nothing stands there."""
        for place in spec:
            if isinstance(place, str) and place[:1] == "=":
                return [place[1:]]
            if place == "<":
                if (name := self._declared(site.receiver)[1]) is not None:
                    return [name]
            elif (node := self._at(place, site)) is not None:
                declared = self._declared(node)[1]
                return [declared] if declared is not None else self._values.texts(node)
        return []

    def _declared(self, node: Node | None) -> tuple[str, str | None]:
        """Return whether a name stands for an exchange or a queue, and how that is called; nothing for what is neither."""
        parts = parted(node) if node is not None else None
        if parts and self._parsed.code(parts[1]) in ("Name", "name", "queue", "QueueName"):
            node = parts[0]
        site = self._values.traced(node)
        for _ in range(4):
            if site is None:
                break
            known = DECLARES.get(site.name)
            if site.name == "new" and site.receiver is not None:
                known = _CONSTRUCTED.get(self._parsed.code(site.receiver).rpartition(":")[2])
            if known is not None:
                return known[0], next(iter(self._plain(known[1], site)), OPEN)
            site = self._values.traced(site.receiver)
        if node is not None and self._parsed.code(node).endswith("default_exchange"):
            return "exchange", ""
        return "", None

    def _plain(self, spec: Spec, site: Site) -> list[str]:
        if spec[0] == "=":
            return [""]
        return next((self._values.texts(node) for place in spec if (node := self._at(place, site)) is not None), [])

    def _handlers(self, spec: Spec, site: Site) -> Iterator[str]:
        for place in spec:
            if isinstance(place, str) and place[:1] == "&":
                yield from self._inside(site, place[1:])
            elif (node := self._at(place, site)) is not None:
                yield from self._function(node)

    def _function(self, node: Node) -> Iterator[str]:
        """Yield the name of a function or class that is to get messages, or a reference to what callers give."""
        for _ in range(3):
            if node.type in ("list", "array") and node.named_children:
                node = node.named_children[0]
            made = site_of(self._parsed, node)
            if made is not None and made.name in ("new", "bind") and made.receiver is not None:
                node = made.receiver
            if not (set_ := self._values.values_of(node)):
                break
            node = set_[0]
        name = _SELF.sub("", self._parsed.code(node))
        if node.type == "simple_symbol":  # of a method
            name = name.removeprefix(":")
        if passed := self._values.passed(node):
            yield passed
        elif _NAMED.match(name) and node.type not in ("string", "nil", "null"):
            yield name

    def _inside(self, site: Site, name: str) -> Iterator[str]:
        for node in walk(site.block) if site.block is not None else ():
            inner = site_of(self._parsed, node)
            if inner is not None and inner.name == name and inner.given:
                yield self._parsed.code(inner.given[0])

    def _at(self, place: int | str, site: Site) -> Node | None:
        if isinstance(place, int):
            return site.given[place] if place < len(site.given) else None
        return self._values.named(site, place)

    def _exchanges(self) -> Iterable[str]:
        """Return the names of the exchanges that the file declares, by name."""
        found = {
            name
            for site in sites(self._parsed)
            for kind, name in [self._declared(site.node)]
            if kind == "exchange" and name and OPEN not in name and (site.name in DECLARES or site.name == "new")
        }
        return sorted(found)


def _short(name: str) -> str:
    """Return the last part of the address of a queue or topic of Amazon, any other name as it is."""
    return _ADDRESS.sub("", name)


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
    return (default[1] if default else "") + line_ends(found[0])


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
