"""What one repository has to do with documents of interfaces: Protocol Buffers, OpenAPI, the language of GraphQL's schemas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.extract.outgoing import documents as written
from core.extract.outgoing import rpc
from core.languages import is_test_path
from core.model import UnitHead, in_set
from core.model.boundary import DocumentedCall, PlacedCall, Served
from core.open_index import OpenIndex

_MEMBERS = frozenset({"method", "function"})

Services = Mapping[str, Sequence[str]]
"""The methods of services by name of the service, of all documents of a set."""


def documents_of(name: str, index: OpenIndex) -> list[DocumentedCall]:
    """Return the methods, operations and fields that documents of a repository declare, by place."""
    found = []
    for path, language, text in index.catalog.file_texts(written.MARKS):
        if not is_test_path(path, language):
            for verb, asked, called, line in written.declared(language, text):
                unit = in_set(index.key_around(path, line), name)
                found.append(DocumentedCall(verb, asked, called, unit, f"{name}/{path}", line))
    return found


def services_of(documents: Iterable[DocumentedCall]) -> Services:
    """Return the methods of the services that documents declare."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for one in documents:
        if one.verb == rpc.RPC:
            service, _, method = one.path.partition("/")
            found[service][method] = None
    return {name: tuple(methods) for name, methods in found.items()}


def called_methods(name: str, index: OpenIndex, services: Services) -> Iterator[PlacedCall]:
    """Yield the calls of methods of services that a repository makes, tests apart."""
    for path, language, text in index.catalog.file_texts(sorted(services)) if services else ():
        for call in () if is_test_path(path, language) else rpc.rpc_calls(path, language, text, services):
            yield PlacedCall(call, f"{name}/{path}", in_set(index.key_around(path, call.line), name))


def served_methods(name: str, index: OpenIndex, services: Services) -> Iterator[Served]:
    """Yield the methods that serve those of services: of a type of whose file it is known, with most of their names."""
    by_file = defaultdict(list)
    for head in index.heads:
        if head.type in _MEMBERS and not head.is_test:
            by_file[head.file_path].append(head)
    for path, language, text in index.catalog.file_texts(sorted(services)) if services else ():
        if is_test_path(path, language) or rpc.is_generated(path):
            continue
        for service in (one for one in services if rpc.serves(text, one)):
            for method, head in _serving(path, language, text, service, services[service], by_file[path]):
                yield Served(rpc.RPC, f"{service}/{method}", in_set(head.key, name))


def _serving(
    path: str, language: str, text: str, service: str, methods: Sequence[str], heads: Sequence[UnitHead]
) -> Iterator[tuple[str, UnitHead]]:
    """Yield method and unit: of the one owner in the file that has most of the methods, else functions given by name."""
    given = dict(rpc.handlers(path, language, text, service))
    by_owner: dict[str, dict[str, UnitHead]] = defaultdict(dict)
    for head in heads:
        for method in methods:
            if head.name in rpc.spellings(method, language):
                by_owner[head.parent].setdefault(method, head)
    for written_name, function in given.items():
        for method in methods:
            if written_name in rpc.spellings(method, language):
                by_owner["given"].update((method, head) for head in heads if head.name == function)
    best = max(by_owner.items(), key=lambda one: (len(one[1]), one[0]), default=("", {}))
    yield from best[1].items()
