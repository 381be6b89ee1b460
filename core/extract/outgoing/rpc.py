"""Remote calls of Protocol Buffers: services that a document declares, calls of their methods, what serves them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.extract.facts import SourceFile
from core.extract.outgoing.sites import READ, sites
from core.extract.parse import Parsed
from core.model.outgoing import OutgoingCall
from core.text.lines import line_at

RPC = "RPC"
"""The verb of calls of a method of a service; their path is `Service/Method`."""

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SERVICE = re.compile(r"^\s*service\s+(\w+)\s*\{", re.MULTILINE)
_METHOD = re.compile(r"\brpc\s+(\w+)\s*\(")
_GENERATED = re.compile(
    r"(?:^|[/_.])(?:pb2?(?:_grpc)?\.(?:go|py|rb|ts|js)$|pb2_grpc\.|_services_pb\.|grpc\.pb\.)|Grpc\.(?:java|cs)$|"
    r"(?:^|/)(?:genproto|protos?|generated)/"
)
_MADE = "(?:Client|Stub|Grpc|::Stub|Service)"
_SERVES = r"(?:Servicer|Server|Base|ImplBase|ImplicitBase|::Service|\.service)"
_BOUND = re.compile(r"\.bind\(.*\)$", re.DOTALL)
_SELF = frozenset({"", "self", "this", "super", "base"})


class DeclaredMethod(NamedTuple):
    """A method of a service as a document declares it."""

    service: str
    method: str
    line: int

    @property
    def path(self) -> str:
        """What calls of it have as their path."""
        return f"{self.service}/{self.method}"


def declared_methods(text: str) -> list[DeclaredMethod]:
    """Return the methods of the services that a `.proto` declares, in its order."""
    plain = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    starts = [(match.start(), match[1]) for match in _SERVICE.finditer(plain)]
    declared = []
    for match in _METHOD.finditer(plain):
        service = next((name for at, name in reversed(starts) if at < match.start()), "")
        if service:
            declared.append(DeclaredMethod(service, match[1], line_at(plain, match.start())))
    return declared


def is_generated(path: str) -> bool:
    """Tell whether a file is what a compiler of such documents writes."""
    return _GENERATED.search(path) is not None


def spellings(method: str, language: str) -> tuple[str, ...]:
    """Return how a language writes the name of a method: `GetCart`, `getCart`, `get_cart`, `GetCartAsync`."""
    camel = method[:1].lower() + method[1:]
    if language == "ruby":
        return (re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", method).lower(),)
    if language in ("go", "python"):
        return (method,)
    return (method, f"{method}Async") if language == "csharp" else (camel, method)


def rpc_calls(path: str, language: str, text: str, services: Mapping[str, Sequence[str]]) -> list[OutgoingCall]:
    """Return the calls of methods of these services, by name of the service, in a file that names a client of the service.

    Of two services that have the method the receiver names the one that is meant.
    """
    known = [
        name for name in services if re.search(rf"(?<![A-Za-z]){name}{_MADE}|New{name}Client|new\s+[\w.]*\b{name}\b", text)
    ]
    if not known or language not in READ or is_generated(path):
        return []
    methods = {form: (name, method) for name in known for method in services[name] for form in spellings(method, language)}
    found = []
    parsed = Parsed(SourceFile(path, language, text, ""))
    for site in sites(parsed):
        if site.name not in methods or site.receiver is None:
            continue
        receiver = parsed.code(site.receiver)
        if receiver in _SELF or not (site.given or site.named):  # without arguments it is a field of an answer
            continue
        name, method = _meant(site.name, receiver, known, services, language) or methods[site.name]
        line = parsed.line(site.node.start_byte)
        short = receiver if len(receiver) < 50 and "\n" not in receiver else ""
        found.append(OutgoingCall(RPC, f"{name}/{method}", line, via=f"{short}.{site.name}".strip(".")))
    return found


def _meant(
    written: str, receiver: str, known: Sequence[str], services: Mapping[str, Sequence[str]], language: str
) -> tuple[str, str] | None:
    """Return the service among several that have the method whose name the receiver has, and the method."""
    fitting = [(name, method) for name in known for method in services[name] if written in spellings(method, language)]
    plain = receiver.replace("_", "").lower()
    named = [one for one in fitting if re.sub(r"Service$", "", one[0]).lower() in plain]
    return named[0] if len(named) == 1 else None


def serves(text: str, service: str) -> bool:
    """Tell whether a file names what makes a server of a service: its base class, or what registers it."""
    return re.search(rf"(?<![A-Za-z]){service}{_SERVES}|(?:Register|Unimplemented){service}Server", text) is not None


def handlers(path: str, language: str, text: str, service: str) -> Iterator[tuple[str, str]]:
    """Yield method and function where a server of JavaScript is given functions: `addService(x.service, {charge: f})`."""
    if language not in ("javascript", "typescript", "tsx"):
        return
    parsed = Parsed(SourceFile(path, language, text, ""))
    for site in sites(parsed):
        if site.name == "addService" and site.given and service in parsed.code(site.given[0]):
            yield from ((name, _BOUND.sub("", parsed.code(node)).rpartition(".")[2]) for name, node in site.named.items())
