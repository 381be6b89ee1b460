"""Signals of Django: who sends one, who receives it, and which lines save or delete a model that someone waits for."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from tree_sitter import Node

from core.extract.facts import SourceFile
from core.extract.outgoing.sites import Site, site_of, sites
from core.extract.outgoing.values import Values
from core.extract.parse import Parsed
from core.model.outgoing import OPEN, Message

_SENDS = frozenset({"send", "send_robust", "asend", "asend_robust"})
_SAVED, _DELETED = ("pre_save", "post_save"), ("pre_delete", "post_delete")
MODEL_SIGNALS = frozenset({*_SAVED, *_DELETED})
"""Signals that saving and deleting a model sends."""
_BY_MANAGER: Mapping[str, tuple[str, ...]] = {
    name: _SAVED for name in ("create", "acreate", "get_or_create", "aget_or_create", "update_or_create", "aupdate_or_create")
}
_BY_RECORD: Mapping[str, tuple[str, ...]] = {"save": _SAVED, "asave": _SAVED, "delete": _DELETED, "adelete": _DELETED}
SAVES = (".save(", ".asave(", ".create(", "_or_create(", ".delete(", ".adelete(")
"""What stands in a file that saves or deletes records."""
_ONE = frozenset({"get", "first", "last", "create", "latest", "earliest", "aget", "acreate", "afirst", "alast"})
_LOOKS_UP = frozenset({"get_object_or_404", "aget_object_or_404"})
_UNKNOWN = "?"  # the class of `sender=self.__class__`: who waits for one class does not wait for it, as far as is known
_UNKNOWN_MODEL = "??"
_NAME = re.compile(r"^[A-Za-z_]\w*$")


def signal_messages(parsed: Parsed, site: Site) -> Iterator[Message]:
    """Yield the signals that a call sends or waits for; `exchange` is the class that sends, open for any."""
    line = parsed.line(site.node.start_byte)
    signal = _last(parsed, site.receiver)
    if site.name == "receiver" and site.given and site.decorated is not None:
        at = parsed.line(site.decorated.start_byte)
        for name in _listed(parsed, site.given[0]):
            sender = _sender(parsed, site.named.get("sender"), name)
            yield Message("receives", "django", name, line, sender, via="@receiver", at=at)
    elif site.name == "connect" and signal and (handler := _last(parsed, _first(site, "receiver"))):
        sender = _sender(parsed, site.named.get("sender"), signal)
        yield Message("receives", "django", signal, line, sender, via=f"{signal}.connect", handler=handler)
    elif site.name in _SENDS and signal:
        sender = _sender(parsed, _first(site, "sender"), signal, _UNKNOWN)
        yield Message("sends", "django", signal, line, sender, via=f"{signal}.{site.name}")


def model_saves(path: str, text: str, models: Container[str]) -> list[Message]:
    """Return the signals that the lines of a module send by saving and deleting records of these models."""
    parsed = Parsed(SourceFile(path, "python", text, ""))
    values = Values(parsed)
    return [message for site in sites(parsed) for message in _saves(parsed, values, site, models)]


def _saves(parsed: Parsed, values: Values, site: Site, models: Container[str]) -> Iterator[Message]:
    if site.receiver is None:
        return
    whose, sure = "", True
    if site.name in _BY_MANAGER:
        whose = _of_manager(parsed, site.receiver)
    elif site.name in _BY_RECORD:
        whose, sure = _of_record(parsed, values, site.receiver)
    if whose in models:
        line, via = parsed.line(site.node.start_byte), f"{parsed.code(site.receiver)[:40]}.{site.name}".replace("\n", " ")
        for signal in _BY_MANAGER.get(site.name) or _BY_RECORD[site.name]:
            yield Message("sends", "django", signal, line, whose, via=via, certainty="declared" if sure else "inferred")


def _of_manager(parsed: Parsed, node: Node) -> str:
    """Return the model of `Model.objects`, also of `models.Model.objects.filter(…)`; empty for any other value."""
    parts = re.sub(r"\(.*", "", parsed.code(node), flags=re.DOTALL).split(".")
    at = next((number for number, one in enumerate(parts) if one in ("objects", "_default_manager")), 0)
    return parts[at - 1] if at > 0 else ""


def _of_record(parsed: Parsed, values: Values, node: Node) -> tuple[str, bool]:
    """Return the model of a record and whether its file says so; without that the one that it is called after."""
    if node.type == "identifier" and parsed.code(node) == "self":
        return _class_around(parsed, node), True
    for value in (node, *values.values_of(node)):
        if (made := _made(parsed, value)) or (made := _annotated(parsed, value)):
            return made, True
    name = parsed.code(node).rpartition(".")[2]
    return ("".join(part.capitalize() for part in name.split("_")), False) if _NAME.match(name) else ("", False)


def _made(parsed: Parsed, node: Node) -> str:
    """Return the model of which a call gives a record: `Model(…)`, `Model.objects.get(…)`, `get_object_or_404(Model)`."""
    site = site_of(parsed, node)
    if site is None:
        return ""
    if site.name in _LOOKS_UP and site.given:
        return _of_manager(parsed, site.given[0]) or _last(parsed, site.given[0])
    if site.name in _ONE and site.receiver is not None:
        return _of_manager(parsed, site.receiver)
    return site.name if site.name[:1].isupper() else ""


def _annotated(parsed: Parsed, node: Node) -> str:
    """Return the class that a parameter of the function around is annotated with."""
    around = node.parent
    while around is not None and around.type != "function_definition":
        around = around.parent
    held = around.child_by_field_name("parameters") if around is not None else None
    for one in held.named_children if held is not None else ():
        kind = one.child_by_field_name("type")
        if kind is not None and one.named_children and parsed.code(one.named_children[0]) == parsed.code(node):
            return parsed.code(kind).partition("|")[0].strip("'\" ").rpartition(".")[2]
    return ""


def _class_around(parsed: Parsed, node: Node) -> str:
    around = node.parent
    while around is not None and around.type != "class_definition":
        around = around.parent
    name = around.child_by_field_name("name") if around is not None else None
    return parsed.code(name) if name is not None else ""


def _listed(parsed: Parsed, node: Node) -> list[str]:
    held = node.named_children if node.type in ("list", "tuple") else [node]
    return [name for one in held if (name := _last(parsed, one))]


def _sender(parsed: Parsed, node: Node | None, signal: str, untold: str = OPEN) -> str:
    """Return the name of the class that sends, open where none is named.

    A variable or a call gives `untold`, or for signals of models that the model is not known.
    """
    if node is None:
        return OPEN
    last = parsed.code(node).strip("'\"").rpartition(".")[2]
    if last[:1].isupper() and _NAME.match(last):
        return last
    return _UNKNOWN_MODEL if untold == OPEN and signal in MODEL_SIGNALS else untold


def _last(parsed: Parsed, node: Node | None) -> str:
    """Return the last part of a name; empty for what is none."""
    if node is None or node.type not in ("identifier", "attribute"):
        return ""
    return parsed.code(node).rpartition(".")[2]


def _first(site: Site, name: str) -> Node | None:
    return site.named.get(name) or next(iter(site.given), None)
