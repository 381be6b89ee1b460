"""Merge the answer of a booted application with what was read from its files.

The running application wins on what exists and on what a name refers to, the files give lines. Facts that only one side
knows stay and say so; how often that is the case, by kind, is the measure of how far either side can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.model import CodeUnit, Extraction, Relation, unit_key
from core.probe.compare import BOTH, RUNTIME_ONLY, STATIC_ONLY, TRUST, UNCONFIRMED, Compared, Trust, compare
from core.probe.facts import OF_CONTROLLERS, OF_MODELS
from core.probe.read import Probe, Row
from core.probe.routes import merge_routes

_NO_CLASSES = frozenset(
    ("method", "scope", "table", "file", "folder", "route", "test", "view_template", "readme", "doc_section")
)
_KINDS = {"has_and_belongs_to_many": "habtm"}


def merge_probe(extraction: Extraction, probe: Probe) -> Extraction:
    """Return the extraction with everything that the probe adds, in no particular order."""
    trust = Trust()
    units = {unit.key: unit for unit in extraction.units}
    classes = _classes(extraction.units)
    compared = [
        *_compared(units, classes, _own_models(probe), "model", trust),
        *_compared(units, classes, _own_controllers(probe), "controller", trust),
    ]
    units |= {one.unit.key: one.unit for one in compared}
    classes = _classes(units.values())
    units |= _tables(units, probe, trust)
    added, relations = merge_routes(units, extraction.relations, probe, trust)
    units |= added
    relations = [*_without_moved(relations, compared), *_of_associations(compared, classes)]
    tallies = {f"{TRUST}{kind}": dict(counts) for kind, counts in trust.counts.items()}
    tallies[f"{TRUST}items that could not be asked"] = {"errors": len(probe.rows("errors"))}
    known = set(units)
    return replace(
        extraction,
        units=tuple(units.values()),
        relations=tuple(one for one in relations if one.source in known and one.target in known),
        tallies={**extraction.tallies, **tallies},
    )


def _own_models(probe: Probe) -> list[Row]:
    return [row for row in probe.models if _in_application(row) and "HABTM_" not in str(row.get("name"))]


def _own_controllers(probe: Probe) -> list[Row]:
    return [row for row in probe.rows("controllers") if _in_application(row)]


def _in_application(row: Row) -> bool:
    at = row.get("at") or {}
    return at.get("origin", "app") == "app" and bool(at.get("file")) and bool(row.get("name"))


def _classes(units: Iterable[CodeUnit]) -> dict[str, CodeUnit]:
    """Return the classes by name; where several types share a name, models and controllers win."""
    found: dict[str, CodeUnit] = {}
    for unit in units:
        if unit.type not in _NO_CLASSES and not unit.is_test:
            before = found.get(unit.identifier)
            if before is None or unit.type in ("model", "controller"):
                found[unit.identifier] = unit
    return found


def _compared(
    units: Mapping[str, CodeUnit], classes: Mapping[str, CodeUnit], rows: list[Row], type_: str, trust: Trust
) -> list[Compared]:
    kinds = OF_MODELS if type_ == "model" else OF_CONTROLLERS
    name = f"{type_}s"
    found, named = [], set()
    for row in rows:
        unit = classes.get(row["name"])
        named.add(row["name"])
        trust.add(name, BOTH if unit else RUNTIME_ONLY)
        one = compare(unit or _new_class(row, type_, units), row, kinds, trust)
        found.append(_with_chains(one, row, trust) if type_ == "controller" else one)
    for unit in units.values():
        if unit.type == type_ and not unit.is_test and unit.identifier not in named:
            trust.add(name, STATIC_ONLY)
            found.append(Compared(replace(unit, metadata={**unit.metadata, "runtime": UNCONFIRMED})))
    return found


def _new_class(row: Row, type_: str, units: Mapping[str, CodeUnit]) -> CodeUnit:
    """Return the unit of a class that no file spells out: its place is the line that made it."""
    at, name = row["at"], str(row["name"])
    path, line = str(at["file"]), int(at.get("line") or 1)
    parent = unit_key("file", path)
    file = units.get(parent)
    lines = file.source_code.split("\n") if file else []
    namespace, _, last = name.rpartition("::")
    return CodeUnit(
        type_, name, last, namespace, "ruby", path, line, line, lines[line - 1] if 0 < line <= len(lines) else "",
        parent=parent if file else "", metadata={"runtime": "known at runtime only"}, origin="runtime",
    )  # fmt: skip


def _with_chains(one: Compared, row: Row, trust: Trust) -> Compared:
    """Take the filters of each routed action from the runtime, which has resolved them itself."""
    resolved = row.get("resolved") or {}
    static = one.unit.metadata.get("resolved_filters", {})
    for action, chain in resolved.items():
        same = [step for step in static.get(action, ()) if not _of_rails(step)] == [
            step for step in chain if not _of_rails(step)
        ]
        trust.add("filter chains of actions", BOTH if same else RUNTIME_ONLY)
    if not resolved:
        return one
    metadata = {
        **one.unit.metadata,
        "resolved_filters": {**static, **{action: list(chain) for action, chain in resolved.items()}},
    }
    return replace(one, unit=replace(one.unit, metadata=metadata))


def _of_rails(step: str) -> bool:
    return step.partition(":")[2] in ("verify_authenticity_token", "verify_same_origin_request")


def _tables(units: Mapping[str, CodeUnit], probe: Probe, trust: Trust) -> dict[str, CodeUnit]:
    """Return the tables whose columns were compared with those of the database."""
    changed: dict[str, CodeUnit] = {}
    for row in probe.tables:
        unit = units.get(unit_key("table", str(row.get("name"))))
        real = {str(column.get("name")): column for column in row.get("columns") or ()}
        if unit is None:
            trust.add("columns", RUNTIME_ONLY, len(real))
            continue
        static = list(unit.metadata.get("columns", ()))
        names = {column["name"] for column in static}
        missing = [name for name in real if name not in names]
        trust.add("columns", BOTH, len(names & real.keys()))
        trust.add("columns", STATIC_ONLY, len(names - real.keys()))
        trust.add("columns", RUNTIME_ONLY, len(missing))
        labelled = [{**column, "runtime": "confirmed" if column["name"] in real else UNCONFIRMED} for column in static]
        new = [_column(real[name], unit) for name in missing]
        changed[unit.key] = replace(unit, metadata={**unit.metadata, "columns": [*labelled, *new]})
    return changed


def _column(column: Row, table: CodeUnit) -> dict[str, Any]:
    return {
        "name": str(column.get("name")), "kind": str(column.get("type")), "null": column.get("null"),
        "default": column.get("default"), "file_path": table.file_path, "line": table.start_line, "certainty": "dynamic",
        "via": "runtime", "runtime": "known at runtime only",
    }  # fmt: skip


def _without_moved(relations: Iterable[Relation], compared: Iterable[Compared]) -> list[Relation]:
    """Drop the relations of associations whose target the runtime knows otherwise."""
    wrong = {
        (one.unit.key, str(fact.get("target")), fact.get("file_path"), fact.get("line"))
        for one in compared
        for fact, _ in one.moved
    }
    kinds = {"belongs_to", "has_many", "has_one", "habtm"}
    return [
        one
        for one in relations
        if one.kind not in kinds or (one.source, one.target.partition(":")[2], one.file_path, one.line) not in wrong
    ]


def _of_associations(compared: Iterable[Compared], classes: Mapping[str, CodeUnit]) -> list[Relation]:
    facts = [(one.unit.key, fact) for one in compared for fact in (*one.added, *(new for _, new in one.moved))]
    return [
        Relation(
            key, classes[str(fact["target"])].key, _KINDS.get(str(fact["macro"]), str(fact["macro"])), str(fact["file_path"]),
            int(fact["line"]), "dynamic", "runtime", str(fact.get("via") or ""),
        )
        for key, fact in facts
        if fact.get("target") in classes and fact.get("file_path")  # an edge without evidence is not drawn
    ]  # fmt: skip
