"""Which lines of a unit are its own, which belong to units inside it, and what it declares where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.model import CodeUnit
from core.model.facts import number_in

"""Types that hold other units and say nothing themselves."""


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A dictionary of a unit's metadata list that names something, under the kind `associations`, `validations` …"""

    kind: str
    name: str
    file_path: str
    line: int
    end_line: int
    certainty: str
    via: str
    details: Mapping[str, object]


def facts_of(unit: CodeUnit) -> list[PlacedFact]:
    """Return the facts in the unit's metadata: every list of dictionaries with a `name`, in the order of kind and place."""
    found: list[PlacedFact] = []
    for kind in sorted(unit.metadata):
        rows = unit.metadata[kind]
        if isinstance(rows, list | tuple):
            found.extend(_fact(kind, row, unit) for row in rows if isinstance(row, Mapping) and "name" in row)
    return found


def _fact(kind: str, row: Mapping[str, object], unit: CodeUnit) -> PlacedFact:
    line = number_in(row, "line")
    return PlacedFact(
        kind, str(row["name"]), str(row.get("file_path") or unit.file_path), line, number_in(row, "end_line", line),
        str(row.get("certainty") or "declared"), str(row.get("via") or ""), row,
    )  # fmt: skip


def declared_elsewhere(unit: CodeUnit) -> list[str]:
    """Return one line per kind with the names that the unit has from other files: from concerns, macros, the schema."""
    names: dict[str, list[str]] = defaultdict(list)
    for fact in facts_of(unit):
        if fact.file_path != unit.file_path:
            names[fact.kind].append(fact.name)
    return [f"{kind.replace('_', ' ')}: {', '.join(dict.fromkeys(found))}" for kind, found in names.items()]


@dataclass(frozen=True, slots=True)
class UnitOutline:
    """The numbered own lines of a unit, grouped: `declared` by kind of fact, `body` for what no fact and no member covers."""

    declared: Mapping[str, Sequence[tuple[int, str]]]
    body: Sequence[tuple[int, str]]


def children_of(units: Iterable[CodeUnit]) -> Mapping[str, list[CodeUnit]]:
    """Return the units directly inside each unit, by its key, ordered by line and key."""
    inside: dict[str, list[CodeUnit]] = defaultdict(list)
    for unit in units:
        if unit.parent:
            inside[unit.parent].append(unit)
    for members in inside.values():
        members.sort(key=lambda member: (member.start_line, member.key))
    return inside


def outline(unit: CodeUnit, members: Sequence[CodeUnit]) -> UnitOutline:
    """Divide the lines of a unit's main place; lines of its members belong to them, except that a member has them all."""
    owner: dict[int, str] = {}
    for fact in facts_of(unit):
        if fact.file_path == unit.file_path and fact.line:
            owner.update((line, fact.kind) for line in range(fact.line, fact.end_line + 1) if line not in owner)
    for member in members:
        if member.file_path == unit.file_path and not _covers(member, unit):
            owner.update((line, "") for line in range(member.start_line, member.end_line + 1))
    declared: dict[str, list[tuple[int, str]]] = defaultdict(list)
    body: list[tuple[int, str]] = []
    for line, text in enumerate(unit.source_code.split("\n"), unit.start_line):
        kind = owner.get(line)
        if kind is None:
            body.append((line, text))
        elif kind:
            declared[kind].append((line, text))
    return UnitOutline(declared, body)


def _covers(member: CodeUnit, unit: CodeUnit) -> bool:
    return member.start_line <= unit.start_line and member.end_line >= unit.end_line
