"""Make units and relations of all files of described languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from core.extract.described.blade_views import BladeViews
from core.extract.described.named import TYPES, DefinedAt, KnownTypes
from core.extract.described.programs import BodyPrograms
from core.extract.described.routes import RouteRow, routes_of
from core.extract.described.units import Units
from core.extract.described.values import BY_NAME, StepUse
from core.extract.facts import FileFacts
from core.extract.repository import Linked, Repository
from core.extract.tally import Tally
from core.model import CodeUnit, Relation, unit_key

_CALLED = ("function", "method", "constructor", "macro")
_CONTRACTS = ("interface", "protocol")


def _link(repository: Repository, languages: tuple[str, ...]) -> Linked:
    """Return the units of all files of these languages and what they import, are made of, call, name and route to."""
    files = repository.of(*languages)
    linker = _Linker(files)
    relations = repository.guard.gathered(f"{languages[0]} references", files, linker.file)
    relations += repository.guard.gathered(f"{languages[0]} names", files, linker.by_name)
    if "php" in languages:
        relations += BladeViews(repository, linker.types, linker.table).relations()
    units = (*linker.units, *linker.extending)  # a type is where it is declared, not where it is extended
    return Linked(units, tuple(relations), (), linker.tally.counts, tuple(linker.tally.listed))


jvm = partial(_link, languages=("java", "kotlin"))
csharp = partial(_link, languages=("csharp",))
php = partial(_link, languages=("php",))
elixir = partial(_link, languages=("elixir",))
swift = partial(_link, languages=("swift",))


class _Linker:
    """What is known of all files, and the units that were made of them so far."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.types = KnownTypes(files)
        self._programs = BodyPrograms(self.types)
        self.table = Units(self.types)
        self.tally = Tally()
        self._named: dict[str, list[tuple[DefinedAt, StepUse]]] = defaultdict(list)
        self.units: list[CodeUnit] = []
        self.extending: list[CodeUnit] = []

    def file(self, facts: FileFacts) -> Iterator[Relation]:
        """Add the units of a file and yield what it imports, is made of, uses and routes to."""
        for unit, is_extending in self.table.units(facts):
            (self.extending if is_extending else self.units).append(unit)
        yield from self._imports(facts)
        for number, _ in facts.extra["programs"]:
            yield from self._made_of(DefinedAt(facts.path, number))
            place = DefinedAt(facts.path, number)
            for use in self._programs.run(facts, number)[1]:
                if use.via.startswith(BY_NAME):
                    self._named[facts.path].append((place, use))
                else:
                    yield from self._used(place, use)
        if not facts.is_test:
            for row in routes_of(facts, self.types, self._programs):
                yield from self._route(facts, row)

    def by_name(self, facts: FileFacts) -> Iterator[Relation]:
        """Yield the uses in a file that only names tell of, when it is known from all files which names libraries have."""
        for place, use in self._named.pop(facts.path, ()):
            is_foreign = self._programs.names.is_foreign(use.via.removeprefix(BY_NAME))
            yield from self._used(place, use._replace(outcome="unexplained", target=None) if is_foreign else use)

    def _imports(self, facts: FileFacts) -> Iterator[Relation]:
        source = unit_key("file", facts.path)
        for _, name, line in facts.extra["imports"]:
            places = self.types.types.get(name) or self.types.functions.get(name)
            if places and places[0].number >= 0:  # a package is no unit, and none of its files stands for it
                yield Relation(source, self.table.key(places[0]), "imports", facts.path, line)

    def _made_of(self, place: DefinedAt) -> Iterator[Relation]:
        """Yield what a type inherits, implements and takes over."""
        one = self.types.definition(place) if place.number >= 0 else None
        if one is None or one.kind not in TYPES:
            return
        bases = zip(one.bases, one.metadata.get("base_lines", ()), strict=True)
        for text, line in (*bases, *one.metadata.get("mixed_in", ())):
            type_ = self.types.resolve(text, place, outside=True)
            if type_.kind != "known":
                continue
            target = self.types.types[type_.name][0]
            if self._is_value(target, place):
                continue
            is_behaviour = self.types.files[place.path].language == "elixir"
            is_contract = self.types.definition(target).kind in _CONTRACTS and one.kind not in _CONTRACTS
            kind = "includes" if text not in one.bases else "implements" if is_contract or is_behaviour else "inherits"
            source, key = self.table.key(place), self.table.key(target)
            if source != key:
                yield Relation(source, key, kind, place.path, line)

    def _is_value(self, target: DefinedAt, place: DefinedAt) -> bool:
        """Tell whether a base in Swift is a value type, of which nothing inherits: one of a library is called like it."""
        kind = self.types.definition(target).kind
        return kind in ("struct", "enum") and self.types.files[place.path].language == "swift"

    def _used(self, place: DefinedAt, use: StepUse) -> Iterator[Relation]:
        self.tally.count(use.outcome, use.name, place.path, use.line)
        if use.is_call:
            self.tally.called(use.target is not None, use.outcome != "external" and self.types.is_ours(use.name))
        if use.target is None:
            return
        source, target = self.table.key(place), self.table.key(use.target)
        one = self.types.definition(use.target)
        is_call = use.is_call and (one.kind in _CALLED or one.kind in TYPES)
        if source == target or (not is_call and self._is_own(place, use.target)):
            return
        certainty = "inferred" if use.via else "declared"
        yield Relation(source, target, "calls" if is_call else "references", place.path, use.line, certainty, via=use.via)

    def _is_own(self, place: DefinedAt, target: DefinedAt) -> bool:
        """Tell whether a type is named in itself, or where it is said what a type is made of: that is a relation of its own."""
        if self.types.definition(target).kind not in TYPES:
            return False
        name = self.types.path(target)
        if name in self.types.owners(place):
            return True
        own = place.number >= 0 and self.types.definition(place).kind in TYPES
        parents = self.types.parents(self.types.path(place)) if own else ()
        return any(type_.kind == "known" and type_.name == name for type_, _ in parents)

    def _route(self, facts: FileFacts, row: RouteRow) -> Iterator[Relation]:
        identifier = f"{row.verb} {row.path}".strip()
        name = self.table.identifier(row.handler) if row.handler is not None else ""
        within = {"within": self.table.key(DefinedAt(facts.path, row.number))} if row.inside[1] else {}
        self.units.append(
            CodeUnit(
                "route", identifier, identifier, "", facts.language, facts.path, row.line, row.end,
                signature=f"{identifier} -> {name}" if name else identifier,
                parent=unit_key("file", facts.path),
                metadata={"verb": row.verb, "path": row.path, "view": name, **within},
            )
        )  # fmt: skip
        key = unit_key("route", identifier)
        if row.handler is not None:
            line = row.named or row.line
            yield Relation(key, self.table.key(row.handler), "routes_to", facts.path, line, row.certainty)
        first, last = row.inside
        for use in self._programs.run(facts, row.number)[1] if last else ():
            if first <= use.line <= last and use.target is not None and use.is_call and not use.via.startswith(BY_NAME):
                certainty = "inferred" if use.via else "declared"
                yield Relation(key, self.table.key(use.target), "calls", facts.path, use.line, certainty, via=use.via)
