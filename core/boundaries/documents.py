"""Which code keeps to what a document of an interface says: routes of operations, methods of services."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence

from core.boundaries.requests import Form, anchor, forms, is_base, words_of
from core.model import Relation
from core.model.boundary import BoundarySide, DocumentedCall, Served

_VERSION = re.compile(r"v\d")


def documented(sides: Sequence[BoundarySide]) -> tuple[list[Relation], dict[str, list[Served]]]:
    """Return relations from API documents to the routes that they describe, and by repository operations without a route.

    Routes of the document's own repository win over others with the same path; there the base addresses may differ.
    """
    table: dict[tuple[str, Form], list[tuple[str, Served]]] = defaultdict(list)
    ends: dict[tuple[str, str, str], list[tuple[Form, Served]]] = defaultdict(list)
    for side in sides:
        for served in side.served:
            for verb, form in _asked(served.verb, served.path):
                table[verb, form].append((side.name, served))
                ends[side.name, verb, anchor(form)].append((form, served))
    relations: list[Relation] = []
    alone: dict[str, list[Served]] = defaultdict(list)
    for side in sides:
        for call in side.documents:
            found = [one for key in _asked(call.verb, call.path) for one in table.get(key, ())]
            if not found:
                found = [
                    (side.name, served)
                    for verb, asked in _asked(call.verb, call.path)
                    for form, served in ends.get((side.name, verb, anchor(asked)), ())
                    if _same_behind(asked, form, words_of(side.name))
                ]
            meant = [one for one in found if one[0] == side.name] or found
            relations += _relations(call, [served for _, served in meant])
            if not found:
                alone[side.name].append(Served(call.verb, call.path, call.unit))
    ordered = sorted(dict.fromkeys(relations), key=lambda one: (one.source, one.target, one.line))
    return ordered, alone


def _same_behind(asked: Form, form: Form, words: Container[str]) -> bool:
    """Tell whether two paths are the same behind base addresses, which may differ but for the version: `/api/shop`, `/api`."""
    same = next((at for at, (one, other) in enumerate(zip(asked[::-1], form[::-1], strict=False)) if one != other), None)
    same = min(len(asked), len(form)) if same is None else same
    rest = (*asked[: len(asked) - same], *form[: len(form) - same])
    return anchor(asked[len(asked) - same :]) != "" and is_base(rest, words) and not any(map(_VERSION.match, rest))


def _relations(call: DocumentedCall, found: Sequence[Served]) -> Iterator[Relation]:
    via = f"{call.verb} {call.path}{f' ({call.name})' if call.name else ''}"
    for served in found:
        if served.unit != call.unit:
            yield Relation(call.unit, served.unit, "documents", call.file_path, call.line, "inferred", "boundary", via)


def _asked(verbs: str, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for verb in (verbs or "ANY").split("|"):
        for form in forms(path):
            yield verb, form
