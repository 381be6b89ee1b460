"""Make an extraction of a forerunner's index, alone or together with the reading of the checkout."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from core.extract.ruby.words.inflect import Inflections
from core.extract.woods.files import Woods
from core.extract.woods.records import dicts, is_exported, line_of, unit_of
from core.model import CodeUnit, Extraction, Relation, unit_key
from core.model.facts import text_in

TALLY = "woods"
"""The name of the tally that counts what was wrong with the index."""

_KINDS = {
    "belongs_to": "belongs_to", "has_many": "has_many", "has_one": "has_one", "has_and_belongs_to_many": "habtm",
    "include": "includes", "extend": "extends", "inheritance": "inherits", "code_reference": "references",
    "route_dispatch": "routes_to", "render": "renders", "job_enqueue": "enqueues", "test_coverage": "tests",
    "factory_for": "references", "call": "calls", "action_source": "references",
}  # fmt: skip
_ASSOCIATIONS = frozenset(("belongs_to", "has_many", "has_one", "habtm"))
_ROUTES = "config/routes.rb"  # an index names no file for its routes
_INFLECTIONS = Inflections()
_ONE_PER_FILE = frozenset(("view_template", "configuration", "migration", "i18n", "rake_task", "package"))
_NOT_CLASSES = frozenset(("method", "scope", "table", "file", "folder", "route", "view_template"))


def import_woods(woods: Woods, static: Extraction | None = None) -> Extraction:
    """Return the units and relations of an index; with the reading of its checkout, that one and what the index adds.

    A unit that both know keeps the text, the lines and the facts of the checkout. A name without its namespace, or of
    another type, is taken for the class of the same file. Relations are drawn where both ends exist and the text of the
    source has a line that names the target; what is not is counted in the tally.
    """
    faults = Counter(woods.faults)
    units = {unit.key: unit for unit in (static.units if static else ())}
    names = _Names(units.values())
    renamed: dict[str, str] = {}
    for record in woods.units:
        unit = unit_of(record, faults)
        known = units.get(unit.key) or (None if is_exported(record) else names.same(unit))
        if known is None:
            _add(units, names, unit, static is not None)
        elif known.origin == "woods":
            faults["units written twice"] += 1
        else:
            faults["names completed or types corrected from the files"] += known.key != unit.key
            units[known.key] = replace(known, metadata={**unit.metadata, **known.metadata})
        renamed[unit_key(text_in(record, "type"), text_in(record, "identifier"))] = known.key if known else unit.key
    static_relations = static.relations if static else ()
    added = list(_relations(woods, units, names, renamed, _Drawn(units, static_relations), faults))
    tallies = {**(static.tallies if static else {}), TALLY: dict(sorted((+faults).items()))}
    return Extraction(
        units=tuple(units.values()),
        relations=(*static_relations, *added),
        problems=(*(static.problems if static else ()), *woods.problems),
        history=static.history if static else (),
        tallies=tallies,
        listed=static.listed if static else (),
    )


def _add(units: dict[str, CodeUnit], names: _Names, unit: CodeUnit, has_files: bool) -> None:
    """Add a unit that only the index knows, below its file where the checkout has that."""
    file = units.get(unit_key("file", unit.file_path))
    if has_files:  # its text is no text of a file, so it has no lines there
        unit = replace(unit, start_line=0, end_line=0, parent=file.key if file else "")
    units[unit.key] = unit
    names.add(unit)


class _Names:
    """The classes of an index by name and by file, for references that do not give the whole of either."""

    def __init__(self, units: Iterable[CodeUnit]) -> None:
        self._by_name: dict[str, list[CodeUnit]] = defaultdict(list)
        self._by_last: dict[str, list[CodeUnit]] = defaultdict(list)
        self._by_place: dict[tuple[str, str], list[CodeUnit]] = defaultdict(list)
        for unit in units:
            self.add(unit)

    def add(self, unit: CodeUnit) -> None:
        """Know one more unit."""
        self._by_place[(unit.type, unit.file_path)].append(unit)
        if unit.type not in _NOT_CLASSES and not unit.is_test:
            self._by_name[unit.identifier].append(unit)
            self._by_last[unit.identifier.rpartition("::")[2]].append(unit)

    def same(self, unit: CodeUnit) -> CodeUnit | None:
        """Return the unit of the same file that a unit stands for: the only one of its type, or the class of that name."""
        if not unit.file_path:
            return None
        alike = self._by_place.get((unit.type, unit.file_path), [])
        if len(alike) == 1 and (unit.type in _ONE_PER_FILE):
            return alike[0]
        if unit.type in _NOT_CLASSES:
            return None
        near = [one for one in self._by_last.get(unit.identifier.rpartition("::")[2], ()) if one.file_path == unit.file_path]
        ends = [one for one in near if f"::{one.identifier}".endswith(f"::{unit.identifier}")]
        return ends[0] if len(ends) == 1 else None

    def find(self, name: str, scope: str) -> CodeUnit | None:
        """Return the class that a name means inside another one: the nearest enclosing scope first, else the only such name."""
        parts = scope.split("::")
        for depth in range(len(parts), -1, -1):
            found = self._by_name.get("::".join([*parts[:depth], name]), ())
            if found:
                return found[0]
        last = [one for one in self._by_last.get(name.rpartition("::")[2], ()) if one.identifier.endswith(f"::{name}")]
        return last[0] if len(last) == 1 else None


class _Drawn:
    """Which classes are already related, also by their members: an index knows no member, so it says the same once more."""

    def __init__(self, units: Mapping[str, CodeUnit], relations: Iterable[Relation]) -> None:
        self._units = units
        self._kinds: dict[tuple[str, str], set[str]] = defaultdict(set)
        for one in relations:
            self._kinds[(self._class(one.source), self._class(one.target))].add(one.kind)

    def _class(self, key: str) -> str:
        unit = self._units.get(key)
        while unit is not None and unit.type in ("method", "scope") and unit.parent in self._units:
            unit = self._units[unit.parent]
        return unit.key if unit is not None else key

    def is_new(self, source: str, target: str, kind: str) -> bool:
        """Tell whether a relation adds something, and remember it; of two associations between classes both do."""
        known = self._kinds[(source, target)]
        if kind in known or (known and kind not in _ASSOCIATIONS):
            return False
        known.add(kind)
        return True


def _relations(
    woods: Woods,
    units: Mapping[str, CodeUnit],
    names: _Names,
    renamed: Mapping[str, str],
    drawn: _Drawn,
    faults: Counter[str],
) -> Iterator[Relation]:
    """Yield the relations that the index adds, each once, with the line of the source's text that names the target."""
    for source, type_, name, via in _named_edges(woods, units, renamed):
        direct = units.get(renamed.get(unit_key(type_, name), "")) if type_ else None
        target = direct or names.find(name.removeprefix("::"), source.identifier if source.type not in _NOT_CLASSES else "")
        if target is None:
            faults["edges to something that is no unit"] += 1
            continue
        kind = _KINDS.get(via) or (_association(source, name) if via == "association" else "references")
        if source.key == target.key:
            continue
        line = _line(_as_in_file(source, units), kind, name)
        if not line:
            faults["edges without a line that shows them"] += 1
        elif drawn.is_new(source.key, target.key, kind):
            file = source.file_path or _ROUTES
            yield Relation(source.key, target.key, kind, file, line, "inferred", "woods", f"woods:{via or 'edge'}")


def _association(source: CodeUnit, name: str) -> str:
    """Return the kind of the association that leads to a class."""
    for fact in source.metadata.get("associations", ()):
        if str(fact.get("target", "")).removeprefix("::") == name:
            macro = str(fact.get("macro") or "")
            return _KINDS.get(macro, "references")
    return "references"


def _as_in_file(source: CodeUnit, units: Mapping[str, CodeUnit]) -> CodeUnit:
    """Return a unit that only the index knows with the text of its file, where the checkout has it."""
    file = units.get(unit_key("file", source.file_path)) if source.origin == "woods" and not source.start_line else None
    return replace(source, source_code=file.source_code) if file else source


def _line(source: CodeUnit, kind: str, name: str) -> int:
    """Return the line of the source that names the target, or declares the association to it; else 0."""
    if not source.file_path and source.type != "route":
        return 0
    start = source.start_line or 1
    last = name.rpartition("::")[2]
    found = line_of(source.source_code, last, start) or (source.start_line if kind == "routes_to" else 0)
    if not found and kind != "routes_to":
        facts = [
            fact for fact in source.metadata.get("associations", ()) if str(fact.get("target", "")).removeprefix("::") == name
        ]
        found = int(facts[0].get("line") or 0) if facts else 0
        one = _INFLECTIONS.underscore(last)
        found = (
            found or line_of(source.source_code, _INFLECTIONS.pluralize(one), start) or line_of(source.source_code, one, start)
        )
    return found


def _named_edges(
    woods: Woods, units: Mapping[str, CodeUnit], renamed: Mapping[str, str]
) -> Iterator[tuple[CodeUnit, str, str, str]]:
    """Yield source, type and name of the target, and kind: from the records first, which know more, then from the graph."""
    by_name: dict[str, str] = {}
    for record in woods.units:
        key = renamed[unit_key(text_in(record, "type"), text_in(record, "identifier"))]
        by_name.setdefault(text_in(record, "identifier"), key)
        for entry in dicts(record.get("dependencies")):
            if isinstance(target := entry.get("target"), str):
                yield units[key], str(entry.get("type") or ""), target, str(entry.get("via") or "")
    for source, target, via in woods.edges:
        if source in by_name:
            yield units[by_name[source]], "", target, via
