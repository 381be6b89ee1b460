"""Merge the answer of a booted application with the facts from its files.

The running application decides which facts exist and what names refer to. The files add lines. Facts known to only one side
stay and are marked, as are facts on which both differ. Their counts by kind show how far each side can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.model import CodeUnit, Extraction, Relation, split_key
from core.model.facts import number_in
from core.probe.classes import classes_of, merge_classes
from core.probe.compare import TRUST, Compared, Trust
from core.probe.read import Probe
from core.probe.routes import merge_routes
from core.probe.tables import merge_tables

_KINDS = {"has_and_belongs_to_many": "habtm"}
_ERRORS = "items that could not be asked"


def merge_probe(extraction: Extraction, probe: Probe) -> Extraction:
    """Return the extraction with everything that the probe adds, in no particular order."""
    trust = Trust()
    units = {unit.key: unit for unit in extraction.units}
    compared = merge_classes(units, probe, trust)
    units |= {one.unit.key: one.unit for one in compared}
    units |= merge_tables(units, probe, trust)
    added, relations = merge_routes(units, extraction.relations, probe, trust)
    units |= added
    relations = [*_without_moved(relations, compared), *_of_associations(compared, classes_of(units.values()))]
    tallies = {f"{TRUST}{kind}": dict(counts) for kind, counts in trust.counts.items()}
    tallies[f"{TRUST}{_ERRORS}"] = {"errors": len(probe.rows("errors"))}
    known = set(units)
    return replace(
        extraction,
        units=tuple(units.values()),
        relations=tuple(one for one in relations if one.source in known and one.target in known),
        tallies={**extraction.tallies, **tallies},
    )


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
        if one.kind not in kinds or (one.source, split_key(one.target)[1], one.file_path, one.line) not in wrong
    ]


def _of_associations(compared: Iterable[Compared], classes: Mapping[str, CodeUnit]) -> list[Relation]:
    facts = [(one.unit.key, fact) for one in compared for fact in (*one.added, *(new for _, new in one.moved))]
    return [
        Relation(
            key, classes[str(fact["target"])].key, _KINDS.get(str(fact["macro"]), str(fact["macro"])), str(fact["file_path"]),
            number_in(fact, "line"), "dynamic", "runtime", str(fact.get("via") or ""),
        )
        for key, fact in facts
        if fact.get("target") in classes and fact.get("file_path")  # an edge without evidence is not drawn
    ]  # fmt: skip
