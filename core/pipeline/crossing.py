"""What crosses the boundaries of a set: read what each member brings, and match it with what the others have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.boundaries import (
    Answered,
    PackageNames,
    answered,
    dependencies,
    documented,
    message_relations,
    messages_by_unit,
    package_relations,
    table_relations,
    use_relations,
)
from core.extract.outgoing import MARKS, outgoing_calls, outside_names, rpc
from core.extract.outgoing import documents as written
from core.index.opening import Opened
from core.index.sets import Found
from core.languages import family_of, is_test_path
from core.model import CodeUnit, Relation, UnitHead, in_set
from core.model.boundary import BoundarySide, DocumentedCall, Needed, PlacedCall, Served, StoredTable, UsedName
from core.model.facts import facts_in, table_in, text_in, texts_in
from core.model.outgoing import BASED
from core.open_index import OpenIndex
from core.pipeline.sent import sent_messages
from core.text.lines import line_at
from core.vocabulary import ROUTED

_ROOTS: Mapping[str, str] = {"Query": "QUERY", "Mutation": "MUTATION", "Subscription": "SUBSCRIPTION"}
_ROOT = re.compile(r"(?:^|::|\.)(Query|Mutation|Subscription)(?:Type)?$")
_DATABASE = re.compile(r"^\s*database:\s*['\"]?([A-Za-z][\w-]*)['\"]?\s*$", re.MULTILINE)
_FAMILIES: Mapping[str, str] = {"bundler": "ruby", "npm": "javascript", "pip": "python", "cargo": "rust", "gomod": "go"}
_MEMBERS = frozenset({"method", "function"})
Services = Mapping[str, Sequence[str]]
"""The methods of services by name of the service, of all documents of a set."""


def found_across(members: Mapping[str, Opened]) -> Found:
    """Return the relations across the boundaries of these indexes, by name, and the facts that tell of their requests."""
    indexes = {name: OpenIndex(members[name].catalog) for name in sorted(members)}
    documents = {name: documents_of(name, index) for name, index in indexes.items()}
    services = services_of(one for found in documents.values() for one in found)
    sides = [_side(name, index, documents[name], services) for name, index in indexes.items()]
    kept, alone = documented(sides)
    sides = [replace(side, served=(*side.served, *alone[side.name])) for side in sides]
    requests = answered(sides)
    uses = _uses(sides, indexes)
    relations = (
        *requests.relations,
        *kept,
        *message_relations(sides),
        *package_relations(sides),
        *table_relations(sides),
        *uses,
    )
    return Found(relations, _facts(sides, requests))


def _side(name: str, index: OpenIndex, documents: Sequence[DocumentedCall], services: Services) -> BoundarySide:
    units = {type_: [one for one in index.heads if one.type == type_] for type_ in ("route", "table", "package", "crate")}
    packages = index.catalog.units([head.key for head in (*units["package"], *units["crate"])])
    tables = index.catalog.units([head.key for head in units["table"]])
    routes = [_route(name, index, head) for head in units["route"] if not head.is_test]
    return BoundarySide(
        name,
        (*_calls(name, index), *called_methods(name, index, services)),
        (*routes, *_fields(name, index), *served_methods(name, index, services)),
        tuple(_needs(name, packages)),
        {(one.language, one.identifier): in_set(one.key, name) for one in packages if one.identifier != one.file_path},
        {one.identifier: _stored(name, one) for one in tables},
        frozenset(_databases(index)),
        sent_messages(name, index).messages,
        documents,
    )


def _route(name: str, index: OpenIndex, head: UnitHead) -> Served:
    """Return a route with the code that it runs: an action, or a controller that inherits it."""
    links = index.links.out(index.position[head.key])
    runs = next((index.keys[link.other] for link in links if link.kind in ROUTED), "")
    return Served(*_parted(head.identifier), in_set(head.key, name), in_set(runs, name))


def _databases(index: OpenIndex) -> Iterator[str]:
    """Yield the names of databases that the settings of a Rails application write for development and production."""
    for path, _, text in index.catalog.file_texts(["database:"]):
        if path.endswith("config/database.yml"):
            yield from (found for found in _DATABASE.findall(text) if "test" not in found)


def _parted(route: str) -> tuple[str, str]:
    verb, _, path = route.partition(" ")
    return (verb, path) if path else ("", verb)


def _stored(name: str, table: CodeUnit) -> StoredTable:
    columns = frozenset(str(fact["name"]) for fact in facts_in(table.metadata, "columns"))
    return StoredTable(in_set(table.key, name), f"{name}/{table.file_path}", table.start_line, columns)


def _calls(name: str, index: OpenIndex) -> Iterator[PlacedCall]:
    """Yield the requests of a repository; only files that have one of the words of requests are parsed."""
    for path, language, text in index.catalog.file_texts(MARKS):
        test = is_test_path(path, language)
        for call in () if test else outgoing_calls(path, language, text):
            yield PlacedCall(call, f"{name}/{path}", in_set(index.key_around(path, call.line), name))


def _fields(name: str, index: OpenIndex) -> Iterator[Served]:
    """Yield the fields of the roots of a schema; what resolves one is the class that it names, else the root itself."""
    roots = {
        head.key: found[1] for head in index.heads if head.type == "graphql_type" and (found := _ROOT.search(head.identifier))
    }
    by_name = {head.identifier: head.key for head in index.heads if head.type.startswith("graphql_")}
    for unit in index.catalog.units(list(roots)):
        for fact in facts_in(unit.metadata, "fields"):
            resolver = text_in(fact, "resolver") or text_in(fact, "mutation")
            key = by_name.get(resolver) or by_name.get(f"Types::{resolver}") or unit.key
            yield Served(_ROOTS[roots[unit.key]], _camel(str(fact["name"])), in_set(key, name))


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def _needs(name: str, packages: Sequence[CodeUnit]) -> Iterator[Needed]:
    locked = {
        (one.language, known): str(version)
        for one in packages for known, version in table_in(one.metadata, "versions").items()
    }  # fmt: skip
    for one in packages:
        for needed in texts_in(one.metadata, "dependencies"):
            line = _line(one.source_code, needed)
            version = locked.get((one.language, needed), "")
            yield Needed(needed, in_set(one.key, name), f"{name}/{one.file_path}", line, one.language, version)


def _line(text: str, name: str) -> int:
    match = re.search(rf"(?<![\w@/-]){re.escape(name)}(?![\w/-])", text)
    return line_at(text, match.start()) if match else 1


def _uses(sides: Sequence[BoundarySide], indexes: Mapping[str, OpenIndex]) -> Iterator[Relation]:
    """Yield what code uses of packages that other members are."""
    pairs = {(side.name, other.name, need.language, need.name): key for side, need, other, key in dependencies(sides)}
    for (using, owner, language, name), package in sorted(pairs.items()):
        family, index = _FAMILIES.get(language, ""), indexes[using]
        names = PackageNames(indexes[owner].heads, owner)
        marks = {"ruby": names.marks, "python": names.modules}.get(family, frozenset({name}))
        own = {part for head in index.heads for part in (head.identifier, head.name)}
        used = list(_used(using, index, family, sorted(marks)))
        wanted = [one for one in used if not one.package or _is_of(one.package, marks)]
        yield from use_relations(wanted, names, package, own)


def _is_of(module: str, marks: Collection[str]) -> bool:
    """Tell whether an imported module is one of these or lies in one."""
    return module in marks or any(module.startswith((f"{mark}/", f"{mark}.")) for mark in marks)


def _used(name: str, index: OpenIndex, family: str, marks: Sequence[str]) -> Iterator[UsedName]:
    for path, language, text in index.catalog.file_texts(marks) if marks else ():
        if family_of(language) == family:
            for one in outside_names(path, language, text):
                user = in_set(index.key_around(path, one.line), name)
                yield UsedName(one.name, one.member, one.package, f"{name}/{path}", one.line, user)


def _facts(sides: Sequence[BoundarySide], requests: Answered) -> dict[str, dict[str, object]]:
    """Return what units ask of other programs as facts, by key, with those who may answer where that is not clear."""
    unclear = {(one.call.file_path, one.call.call): one.candidates for one in requests.ambiguous}
    found: dict[str, dict[str, object]] = {}
    for placed in (one for side in sides for one in side.calls if one.call.verb != BASED):
        call = placed.call
        candidates = unclear.get((placed.file_path, call), ())
        fact: dict[str, object] = {
            "name": f"{call.verb or 'ANY'} {call.path}", "verb": call.verb, "path": call.path, "file_path": placed.file_path,
            "line": call.line, "certainty": "declared", "via": call.via, "to": call.host,
            **({"targets": list(candidates)} if candidates else {}),
        }  # fmt: skip
        _add(found, placed.unit, "requests", fact)
    for message, fact in messages_by_unit(sides):
        _add(found, message.unit, "messages", fact)
    return found


def _add(found: dict[str, dict[str, object]], unit: str, kind: str, fact: dict[str, object]) -> None:
    rows = found.setdefault(unit, {}).setdefault(kind, [])
    assert isinstance(rows, list)
    rows.append(fact)


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
