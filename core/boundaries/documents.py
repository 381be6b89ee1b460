"""Which code keeps to what a document of an interface says: routes of operations, methods of services."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.boundaries.requests import forms
from core.model import Relation
from core.model.boundary import BoundarySide, DocumentedCall, Served


def documented(sides: Sequence[BoundarySide]) -> tuple[list[Relation], dict[str, list[Served]]]:
    """Return relations from documents to what does as they say, and by repository what nobody else serves.

    Of several that serve the same the ones of the document's own repository are meant, if there are any.
    """
    table: dict[tuple[str, tuple[str, ...]], list[tuple[str, Served]]] = defaultdict(list)
    for side in sides:
        for served in side.served:
            for verb, form in _asked(served.verb, served.path):
                table[verb, form].append((side.name, served))
    relations: list[Relation] = []
    alone: dict[str, list[Served]] = defaultdict(list)
    for side in sides:
        for call in side.documents:
            found = [one for key in _asked(call.verb, call.path) for one in table.get(key, ())]
            meant = [one for one in found if one[0] == side.name] or found
            relations += _relations(call, [served for _, served in meant])
            if not found:
                alone[side.name].append(Served(call.verb, call.path, call.unit))
    ordered = sorted(set(relations), key=lambda one: (one.source, one.target, one.line))
    return ordered, alone


def _relations(call: DocumentedCall, found: Sequence[Served]) -> Iterator[Relation]:
    via = f"{call.verb} {call.path}{f' ({call.name})' if call.name else ''}"
    for served in found:
        if served.unit != call.unit:
            yield Relation(call.unit, served.unit, "documents", call.file_path, call.line, "inferred", "boundary", via)


def _asked(verbs: str, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for verb in (verbs or "ANY").split("|"):
        for form in forms(path):
            yield verb, form
