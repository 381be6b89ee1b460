"""Make units and relations of all Go files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.extract.facts import FileFacts
from core.extract.go.named import Named, NamedTypes
from core.extract.go.packages import GoModules, GoPlace, Package, Packages
from core.extract.go.programs import NameUse, Programs, Ran
from core.extract.go.satisfied import Satisfied, asserted_type
from core.extract.go.types import Type
from core.extract.go.units import GoUnits
from core.extract.go.values import Value
from core.extract.repository import Linked, Repository
from core.extract.tally import Tally
from core.model import CodeUnit, Relation, unit_key

_OUTSIDE = -1
_CALLED = ("function", "method")
# Modules whose calls lead paths to functions; the receiver of such a call is of one of them, or nothing is known of it.
_ROUTING = (
    "net/http",
    "gin",
    "chi",
    "echo",
    "mux",
    "fiber",
    "httprouter",
    "httptreemux",
    "bone",
    "goji",
    "pat",
    "iris",
    "route",
)


def link(repository: Repository) -> Linked:
    """Return the units of all Go files and what they import, embed, implement, call, reference and route to."""
    files = repository.of("go")
    linker = _Linker(Packages(GoModules(repository.texts, files), files))
    relations = repository.guard.gathered("go references", files, linker.file)
    named = [linker.types.types[name] for name in sorted(linker.types.types) if linker.types.types[name].places]
    relations += repository.guard.gathered(
        "go interfaces", [*linker.interfaces()], linker.implements, lambda row: row[0].places[0].path
    )
    relations += repository.guard.gathered("go embedded types", named, linker.embeds, lambda one: one.places[0].path)
    return Linked(tuple(linker.units), tuple(relations), (), linker.tally.counts, tuple(linker.tally.listed))


class _AssertedRow(NamedTuple):
    """`var _ Interface = (*Type)(nil)`, as its reader keeps it: `step` is that of the value in the program at `position`."""

    text: str
    line: int
    position: int
    step: int


class _RouteRow(NamedTuple):
    """A route, as its reader keeps it: `receiver` and `steps` are steps of a program, the latter possible handlers."""

    verb: str
    path: str
    line: int
    end: int
    receiver: int
    steps: list[int]


class _Linker:
    """What is known of all files, and the units that were made of them so far."""

    def __init__(self, packages: Packages) -> None:
        self.types = NamedTypes(packages)
        self._packages = packages
        self._programs = Programs(self.types)
        self._table = GoUnits(self.types)
        self.tally = Tally()
        self.units: list[CodeUnit] = []
        self._declared: set[tuple[str, str]] = set()

    def file(self, facts: FileFacts) -> Iterator[Relation]:
        """Add the units of a file and yield what it imports, declares to implement, uses and routes to."""
        self.units.extend(self._table.units(facts))
        self.tally.counts.update(facts.extra["tallies"])
        yield from self._imports(facts)
        asserted = {row[2]: _AssertedRow(*row) for row in facts.extra["asserted"]}
        routes: dict[int, list[_RouteRow]] = {}
        for row in facts.extra["routes"]:
            routes.setdefault(row[0], []).append(_RouteRow(*row[1:]))
        for position, row in enumerate(facts.extra["programs"]):
            ran = self._programs.run(facts, position)
            if position in asserted:
                yield from self._asserted(facts, asserted[position], ran)
            else:
                for use in ran.uses:
                    yield from self._used(facts, row[0], use)
            for route in routes.get(position, ()) if not facts.is_test else ():
                yield from self._route(facts, route, ran)

    def _imports(self, facts: FileFacts) -> Iterator[Relation]:
        source = self._table.key(facts.path, _OUTSIDE)
        for (_, _, line), package in self.types.imports(facts):
            if isinstance(package, Package) and (key := self._table.package_key(package)) and key != source:
                yield Relation(source, key, "imports", facts.path, line)

    def _used(self, facts: FileFacts, number: int, use: NameUse) -> Iterator[Relation]:
        outcome = self._outcome(use.value)
        self.tally.count(outcome, use.name, facts.path, use.line)
        if outcome != "resolved" or use.value is None:
            return
        source, target = self._table.key(facts.path, number), self._table.key(*use.value.place)
        is_call = use.is_called and self._packages.definition(use.value.place).kind in _CALLED
        if source == target or (not is_call and target == self._table.owner(facts.path, number)):
            return  # every method names its own type
        if not is_call and self._is_embedded(facts, number, use):
            return
        yield Relation(source, target, "calls" if is_call else "references", facts.path, use.line)

    def _is_embedded(self, facts: FileFacts, number: int, use: NameUse) -> bool:
        """Tell whether a type is named where it is embedded: that is a relation of its own."""
        rows = facts.definitions[number].metadata.get("embeds", ()) if number != _OUTSIDE else ()
        return any(
            line == use.line and text.lstrip("*").partition("[")[0].rpartition(".")[2] == use.name for text, line, _ in rows
        )

    @staticmethod
    def _outcome(value: Value | None) -> str:
        if value is None:
            return "unexplained"
        if value.kind == "definition":
            return "resolved"
        return value.kind if value.kind in ("external", "unread", "builtin", "ambiguous") else "value"

    def _asserted(self, facts: FileFacts, row: _AssertedRow, ran: Ran) -> Iterator[Relation]:
        """Yield what `var _ Interface = (*Type)(nil)` declares."""
        interface, value = self.types.resolve(row.text, facts.path), ran.values[row.step]
        type_ = value.types[0] if value is not None and value.kind == "value" else Type("?")
        yield from self._implements(asserted_type(type_), asserted_type(interface), facts.path, row.line, "declared")

    def _implements(self, type_: str, interface: str, path: str, line: int, certainty: str) -> Iterator[Relation]:
        known = self.types.types
        if type_ in known and interface in known and known[type_].places and known[interface].places and type_ != interface:
            source, target = self._table.key(*known[type_].places[0]), self._table.key(*known[interface].places[0])
            self._declared.add((source, target))
            yield Relation(source, target, "implements", path, line, certainty)

    def interfaces(self) -> Iterator[tuple[Named, list[str]]]:
        """Yield the interfaces of the repository with the types that satisfy them."""
        yield from Satisfied(self.types).interfaces()

    def implements(self, row: tuple[Named, list[str]]) -> Iterator[Relation]:
        """Yield which types satisfy an interface, those left out that say so themselves."""
        interface, types = row
        target = self._table.key(*interface.places[0])
        for identifier in types:
            place = self.types.types[identifier].places[0]
            if (self._table.key(*place), target) not in self._declared:
                line = self._packages.definition(place).start_line
                yield from self._implements(identifier, interface.identifier, place.path, line, "inferred")

    def embeds(self, named: Named) -> Iterator[Relation]:
        """Yield what a struct (`includes`) or an interface (`inherits`) embeds."""
        for place in named.places:
            definition = self._packages.definition(place)
            kind = "inherits" if definition.kind == "interface" else "includes"
            for text, line, _ in definition.metadata.get("embeds", ()):
                other = self.types.types.get(asserted_type(self.types.resolve(text, place.path)))
                if other is not None and other.places and other is not named:
                    yield Relation(self._table.key(*place), self._table.key(*other.places[0]), kind, place.path, line)

    def _route(self, facts: FileFacts, row: _RouteRow, ran: Ran) -> Iterator[Relation]:
        verb, path, line, end, receiver, steps = row
        handler = next((place for step in steps if (place := self._handler(ran, step)) is not None), None)
        if not self._may_route(facts, ran.values[receiver] if receiver >= 0 else None, handler):
            return
        identifier = f"{verb} {path}".strip()
        name = self._table.identifier(*handler) if handler is not None else ""
        self.units.append(
            CodeUnit(
                "route", identifier, identifier, "", "go", facts.path, line, end,
                signature=f"{identifier} -> {name}" if name else identifier,
                parent=unit_key("file", facts.path),
                metadata={"verb": verb, "path": path, "view": name},
            )
        )  # fmt: skip
        if handler is not None:
            yield Relation(unit_key("route", identifier), self._table.key(*handler), "routes_to", facts.path, line)

    def _handler(self, ran: Ran, step: int) -> GoPlace | None:
        value = ran.values[step] if step >= 0 else None
        if value is None or value.kind != "definition":
            return None
        return value.place if self._packages.definition(value.place).kind in _CALLED else None

    def _may_route(self, facts: FileFacts, receiver: Value | None, handler: GoPlace | None) -> bool:
        if receiver is not None and receiver.kind == "external":
            return any(one in _ROUTING for one in _words(receiver.name))
        imports = {word for row in facts.extra["imports"] for word in _words(row[1])}
        return handler is not None and not imports.isdisjoint(_ROUTING)


def _words(path: str) -> list[str]:
    """Return what may be the name of a router's module in the dotted name of something from there."""
    names = path.replace("(", "/").split("/")
    found = ["net/http"] if path.startswith("net/http") else []
    return found + [part.split(".")[0] for part in names]
