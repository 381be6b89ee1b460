"""The members of a set beside each other: sizes, cycles, central units, what crosses their boundaries, versions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.cycles import Cycle
from core.analyse.hubs import Hub
from core.analyse.result import Result
from core.model import Relation, UnitHead, repository_of
from core.model.facts import UnitFacts, table_in, texts_in

BOUNDARY = "boundary"
"""The origin of relations that lead from one repository of a set to another."""
_BESIDE = "route: "  # how `via` begins where a request has a relation to what its route runs, beside the one to the route


@dataclass(frozen=True, slots=True)
class RepositorySize:
    """One member: its size, its cycles and its central unit.

    `uses` and `used_by` count the lines that cross the boundary out of it and into it, tests apart.
    """

    repository: str
    units: int
    tests: int
    files: int
    lines: int
    relations: int
    uses: int
    used_by: int
    cycles: int
    in_cycles: int
    hub: str
    hub_fan_in: int


@dataclass(frozen=True, slots=True)
class PackageSize:
    """One package of a repository, an engine or a crate: its size, its cycles and its central unit.

    `uses` and `used_by` count the lines that lead out of it and into it, tests apart, `instability` is the share of the first
    in both: 0 for what only others use.
    """

    package: str
    units: int
    tests: int
    files: int
    lines: int
    relations: int
    uses: int
    used_by: int
    instability: float
    cycles: int
    in_cycles: int
    hub: str
    hub_fan_in: int


@dataclass(frozen=True, slots=True)
class Crossing:
    """One line that leads from a repository of a set to another, or asks its own over HTTP."""

    repository: str
    other: str
    kind: str
    source: str
    target: str
    file_path: str
    line: int
    certainty: str
    via: str


@dataclass(frozen=True, slots=True)
class PackageVersion:
    """A library that several members need, with the version that each has locked; `differ` tells that they are not the same."""

    package: str
    language: str
    differ: bool
    versions: Mapping[str, str]


def repository_sizes(
    heads: Mapping[str, UnitHead],
    metrics: Mapping[str, Mapping[str, float]],
    relations: Iterable[Relation],
    cycles: Sequence[Cycle],
    hubs: Sequence[Hub],
) -> Result[RepositorySize]:
    """Return the members of a set by name; `hubs` come in their order, the first of each member is its own."""
    of = {key: repository_of(head) for key, head in heads.items()}
    counted, central, across = _counted(of, heads, metrics, relations, cycles, hubs)
    items = tuple(_size(name, counted[name], central.get(name)) for name in sorted(counted))
    note = f"{len(items)} repositories, {across} lines between them (without tests)."
    return Result(RepositorySize, "Repositories", items, (note,))


def package_sizes(
    of: Mapping[str, str],
    heads: Mapping[str, UnitHead],
    metrics: Mapping[str, Mapping[str, float]],
    relations: Iterable[Relation],
    cycles: Sequence[Cycle],
    hubs: Sequence[Hub],
) -> Result[PackageSize]:
    """Return the packages of a repository by name; `of` tells that of each unit. Without any there is nothing to compare."""
    if not of:
        note = "No packages, engines, crates or workspaces found."
        return Result(PackageSize, "Packages", (), (note,))
    counted, central, across = _counted(of, heads, metrics, relations, cycles, hubs)
    items = tuple(_package_size(name, counted[name], central.get(name)) for name in sorted(counted))
    note = f"{len(items)} packages, {across} lines between them (without tests)."
    return Result(PackageSize, "Packages", items, (note,))


def _counted(
    of: Mapping[str, str],
    heads: Mapping[str, UnitHead],
    metrics: Mapping[str, Mapping[str, float]],
    relations: Iterable[Relation],
    cycles: Sequence[Cycle],
    hubs: Sequence[Hub],
) -> tuple[Mapping[str, Counter[str]], Mapping[str, Hub], int]:
    """Return the counts of each part that units are `of`, its first hub, and the lines that lead from one to another."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for key, head in heads.items():
        row = counted[of[key]]
        row["tests" if head.is_test else "units"] += 1
        if head.type == "file":
            row["files"] += 1
            row["lines"] += int(metrics.get(key, {}).get("lines", 0))
    across = 0
    for one in relations:
        source, target = of[one.source], of[one.target]
        counted[source]["relations"] += 1
        if source != target and not heads[one.source].is_test and not one.via.startswith(_BESIDE):
            counted[source]["uses"] += 1
            counted[target]["used_by"] += 1
            across += 1
    for cycle in cycles:
        for name in sorted({of[unit] for unit in cycle.units}):
            counted[name]["cycles"] += 1
            counted[name]["in_cycles"] += sum(of[unit] == name for unit in cycle.units)
    central: dict[str, Hub] = {}
    for hub in hubs:
        central.setdefault(of[hub.unit], hub)
    return counted, central, across


def _size(name: str, row: Counter[str], hub: Hub | None) -> RepositorySize:
    return RepositorySize(
        name, row["units"], row["tests"], row["files"], row["lines"], row["relations"], row["uses"], row["used_by"],
        row["cycles"], row["in_cycles"], hub.unit if hub else "", hub.fan_in if hub else 0,
    )  # fmt: skip


def _package_size(name: str, row: Counter[str], hub: Hub | None) -> PackageSize:
    ends = row["uses"] + row["used_by"]
    return PackageSize(
        name, row["units"], row["tests"], row["files"], row["lines"], row["relations"], row["uses"], row["used_by"],
        round(row["uses"] / ends, 2) if ends else 0.0, row["cycles"], row["in_cycles"], hub.unit if hub else "",
        hub.fan_in if hub else 0,
    )  # fmt: skip


def crossings(heads: Mapping[str, UnitHead], relations: Iterable[Relation], *, tests: bool = False) -> Result[Crossing]:
    """Return the lines that cross the boundaries of a set, and requests of the own routes, by repositories, kind and place."""
    found = [
        Crossing(
            repository_of(heads[one.source]), repository_of(heads[one.target]), one.kind, one.source, one.target, one.file_path,
            one.line, one.certainty, one.via,
        )
        for one in relations
        if one.origin == BOUNDARY and (tests or not heads[one.source].is_test) and not one.via.startswith(_BESIDE)
    ]  # fmt: skip
    found.sort(key=lambda one: (one.repository, one.other, one.kind, one.file_path, one.line, one.target))
    pairs = Counter((one.repository, one.other) for one in found)
    told = ", ".join(f"{source} to {target} {count}" for (source, target), count in sorted(pairs.items()))
    note = f"{len(found)} lines: {told}." if found else "No known cross-repository links."
    return Result(Crossing, "Cross-repository links", tuple(found), (note,))


def package_versions(packages: Sequence[tuple[str, str, UnitFacts]]) -> Result[PackageVersion]:
    """Return the libraries that several members need, those with different versions first; of (member, language, facts)."""
    locked: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    for member, language, facts in packages:
        for name in texts_in(facts, "dependencies"):
            named[language, name].add(member)
        for name, version in table_in(facts, "versions").items():
            locked[language, name][member] = str(version)
    found = []
    for (language, name), members in named.items():
        if len(members) > 1:
            versions = {member: locked.get((language, name), {}).get(member, "?") for member in sorted(members)}
            known = {version for version in versions.values() if version != "?"}
            found.append(PackageVersion(name, language, len(known) > 1, versions))
    found.sort(key=lambda one: (not one.differ, one.language, one.package))
    differ = sum(one.differ for one in found)
    note = f"{len(found)} shared libraries, {differ} with differing versions. “?”: not locked."
    return Result(PackageVersion, "Versions", tuple(found), (note,))
