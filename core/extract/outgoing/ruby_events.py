"""Events of Ruby that methods take by their names: subscribers of `ActiveSupport::Notifications`, listeners of Wisper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from core.extract.outgoing.sites import Site, site_of
from core.extract.outgoing.values import Values
from core.extract.parse import Parsed
from core.model.outgoing import EACH_METHOD, OPEN, Message

_SENDS = frozenset({"broadcast", "publish"})
_CONSTANTS = frozenset({"constant", "scope_resolution"})
_LITERALS = frozenset({"simple_symbol", "string"})
_FORMING = frozenset({"tr", "gsub", "sub", "downcase", "underscore", "parameterize", "to_s", "to_sym", "freeze", "squish"})
"""Calls that make another name of one."""
_LISTS = frozenset({"array", "parenthesized_statements"})
_MOST_STEPS = 8  # from the name that is published back to where it comes from
LISTED = "()"
"""How a handler ends that is a method which gives listeners, with the class that asks it behind."""


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
            elif site.name == "subscribe":
                yield from self._subscribed(site)

    def _attached(self, site: Site) -> Iterator[Message]:
        """Yield that each method of a subscriber takes the event of its name: `attach_to :orders`."""
        whose = self._code(site.receiver) if site.receiver is not None else self._class_around(site.node)
        for space in self._values.texts(site.given[0]) if site.given else ():
            if whose and OPEN not in space:
                yield self._message("receives", "event", f"{EACH_METHOD}.{space}", site, handler=whose)

    def _broadcast(self, site: Site) -> Iterator[Message]:
        publisher = self._class_around(site.node)
        if not publisher or not site.given:
            return
        if site.given[0].type in _LITERALS:
            for name in self._values.texts(site.given[0]):
                yield self._message("sends", "wisper", name, site, exchange=_last(publisher))
            return
        for name in self._computed(site.given[0], 0):
            message = self._message("sends", "wisper", name, site, exchange=_last(publisher))
            yield replace(message, certainty="inferred", as_method=True)

    def _computed(self, node: Node, steps: int) -> list[str]:
        """Return what a published name is made of: a constant, a text, what the method is given, also by a part of a value."""
        if steps > _MOST_STEPS:
            return []
        if node.type in _CONSTANTS or node.type in _LITERALS:
            return [one for one in self._values.texts(node) if OPEN not in one]
        site = site_of(self._parsed, node)
        if site is not None and site.receiver is not None and (site.name in _FORMING or not (site.given or site.named)):
            return self._computed(site.receiver, steps + 1)  # a part of a value is made of what the value is made of
        if site is not None:
            parts = (self._computed(one, steps + 1) for one in (*site.given, *site.named.values()))
            return next((found for found in parts if found), [])
        values = (self._computed(one, steps + 1) for one in self._values.values_of(node))
        if found := next((found for found in values if found), []):
            return found
        passed = self._values.passed(node)
        return [passed] if passed else []

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
        if site.receiver is not None and whose not in ("Wisper", "self"):
            publisher = _last(self._publisher(site.receiver))
        for listener in self._listeners(site.given[0]) if site.given and publisher else ():
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

    def _listeners(self, node: Node) -> list[str]:
        """Return the classes of what a line subscribes: of a loop those of all listeners, else of one."""
        listed = self._looped(node)
        if listed is None:
            return [one for one in (self._listener(node),) if one]
        found = self._in_list(listed)
        if not found and listed.type == "identifier":
            found = [f"{self._code(listed)}{LISTED}{self._class_around(node)}"]  # in a class that inherits this one
        return found

    def listed(self, method: str) -> list[str]:
        """Return the classes of the listeners that a method or constant of this file lists."""
        return [one for node in self._values.set_to(method) for one in self._in_list(node)]

    def _in_list(self, node: Node) -> list[str]:
        if node.type in _LISTS:
            return [one for child in node.named_children for one in self._in_list(child)]
        site = site_of(self._parsed, node)
        if site is not None and site.name == "freeze" and site.receiver is not None:
            return self._in_list(site.receiver)
        if node.type not in ("identifier", "constant", "instance_variable"):
            return [one for one in (self._listener(node),) if one]
        return [one for value in self._values.values_of(node) for one in self._in_list(value)] or (
            [self._code(node)] if node.type == "constant" else []
        )

    def _looped(self, node: Node) -> Node | None:
        """Return the list over which a loop runs whose block has this name as its parameter; None for no such name."""
        around = node.parent if node.type == "identifier" else None
        while around is not None:
            held = around.child_by_field_name("parameters") if around.type in ("block", "do_block") else None
            if held is not None and self._code(node) in [self._code(one) for one in held.named_children]:
                site = site_of(self._parsed, around.parent) if around.parent is not None else None
                return site.receiver if site is not None and site.name in ("each", "map") else None
            around = around.parent
        return None

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
