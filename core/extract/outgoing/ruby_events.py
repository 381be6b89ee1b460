"""Events of Ruby that methods take by their names: subscribers of `ActiveSupport::Notifications`, listeners of Wisper."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from core.extract.outgoing.sites import Site, site_of
from core.extract.outgoing.values import Values
from core.extract.parse import Parsed
from core.model.outgoing import EACH_METHOD, OPEN, Message

_SENDS = frozenset({"broadcast", "publish"})
_CONSTANTS = frozenset({"constant", "scope_resolution"})
_LITERALS = frozenset({"simple_symbol", "string"})


class RubyEvents:
    """The events of one file. Of Wisper `exchange` is the class that publishes, open for any."""

    def __init__(self, parsed: Parsed, values: Values, systems: frozenset[str]) -> None:
        self._parsed, self._values, self._systems = parsed, values, systems

    def messages(self, site: Site) -> Iterator[Message]:
        """Yield what a call sends or waits for."""
        if site.name == "attach_to" and "event" in self._systems:
            yield from self._attached(site)
        if "wisper" in self._systems:
            if site.name in _SENDS and self._own(site.receiver):
                yield from self._broadcast(site)
            elif site.name == "on" and site.block is not None:
                yield from self._on(site)
            elif site.name == "subscribe" and site.receiver is not None:
                yield from self._subscribed(site)

    def _attached(self, site: Site) -> Iterator[Message]:
        """Yield that each method of a subscriber takes the event of its name: `attach_to :orders`."""
        whose = self._code(site.receiver) if site.receiver is not None else self._class_around(site.node)
        for space in self._values.texts(site.given[0]) if site.given else ():
            if whose and OPEN not in space:
                yield self._message("receives", "event", f"{EACH_METHOD}.{space}", site, handler=whose)

    def _broadcast(self, site: Site) -> Iterator[Message]:
        publisher = self._class_around(site.node)
        if publisher and site.given and site.given[0].type in _LITERALS:
            for name in self._values.texts(site.given[0]):
                yield self._message("sends", "wisper", name, site, exchange=_last(publisher))

    def _on(self, site: Site) -> Iterator[Message]:
        publisher = self._publisher(site.receiver) if site.receiver is not None else self._asked_around(site.node)
        for node in site.given if publisher else ():
            for name in self._values.texts(node) if node.type in _LITERALS else ():
                yield self._message("receives", "wisper", name, site, exchange=_last(publisher))

    def _subscribed(self, site: Site) -> Iterator[Message]:
        """Yield what a listener takes of a publisher, or of all: the methods that are called like the events."""
        whose = self._code(site.receiver) if site.receiver is not None else ""
        scope = site.named.get("scope")
        publisher = _last(self._code(scope).strip("'\"")) if scope is not None else OPEN
        if whose != "Wisper":
            publisher = _last(self._publisher(site.receiver))
        for node in site.given[:1]:
            listener = self._listener(node)
            if not listener or not publisher:
                continue
            told, method = site.named.get("on"), site.named.get("with")
            names = self._values.texts(told) if told is not None else [EACH_METHOD]
            start = self._prefix(site)
            for name in names:
                called = self._code(method).lstrip(":") if method is not None else "" if name == EACH_METHOD else start + name
                handler = f"{listener}#{called}" if called else listener
                name = f"{start}{name}" if name == EACH_METHOD else name
                yield self._message("receives", "wisper", name, site, exchange=publisher, handler=handler)

    def _prefix(self, site: Site) -> str:
        told = site.named.get("prefix")
        written = self._code(told).strip(":'\"") if told is not None else ""
        return "on_" if written == "true" else f"{written}_" if written and written != "false" else ""

    def _listener(self, node: Node) -> str:
        """Return the class of a listener: `Listener.new`, `Listener`, `self`; empty for what is not known."""
        if node.type == "self":
            return self._class_around(node)
        if node.type in _CONSTANTS:
            return self._code(node)
        return self._publisher(node)

    def _publisher(self, node: Node | None) -> str:
        """Return the class that a chain of calls begins with, also that of a variable; empty where it is not told."""
        for _ in range(6):
            if node is None:
                return ""
            if node.type in _CONSTANTS:
                return self._code(node)
            if (site := site_of(self._parsed, node)) is not None and site.receiver is not None:
                node = site.receiver
            else:
                node = next(iter(self._values.values_of(node)), None)
        return ""

    def _asked_around(self, node: Node) -> str:
        """Return the class whose call has the block around: `Create.call(form) do on(:ok) { … } end`."""
        around = node.parent
        while around is not None:
            call = around.parent if around.type in ("block", "do_block") else None
            site = site_of(self._parsed, call) if call is not None else None
            if site is not None and site.receiver is not None and site.name in ("call", "new"):
                return self._publisher(site.receiver)
            around = around.parent
        return ""

    def _own(self, receiver: Node | None) -> bool:
        return receiver is None or receiver.type == "self"

    def _class_around(self, node: Node) -> str:
        names: list[str] = []
        around = node.parent
        while around is not None:
            if around.type in ("class", "module") and (name := around.child_by_field_name("name")) is not None:
                names.append(self._code(name))
            around = around.parent
        return "::".join(reversed(names))

    def _code(self, node: Node) -> str:
        return self._parsed.code(node)

    def _message(self, role: str, system: str, name: str, site: Site, exchange: str = OPEN, handler: str = "") -> Message:
        receiver = self._code(site.receiver) if site.receiver is not None else ""
        via = f"{receiver}.{site.name}".strip(".") if len(receiver) < 40 and "\n" not in receiver else site.name
        return Message(role, system, name, self._parsed.line(site.node.start_byte), exchange, via=via, handler=handler)


def _last(name: str) -> str:
    return name.rpartition("::")[2]
