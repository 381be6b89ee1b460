"""Analyses that go by names within one application, asked of each member of a set and put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

from core.analyse.result import Result
from core.errors import StoreError
from core.model import Manifest, Relation, full_name, in_set, is_key
from core.model.limit import Limit
from core.settings import Settings, index_home

if TYPE_CHECKING:
    from core.analyse.graph_views import GraphViews
    from core.index.opening import Opened

Item = TypeVar("Item")

_PLACE = re.compile(r"^[^\s:]+:\d+\b")
_KEYS = frozenset({"unit", "each", "model"})


def of_each(
    manifest: Manifest,
    settings: Settings,
    asked: Callable[[GraphViews], Result[Item]],
    analysis: Callable[[Opened], GraphViews],
) -> Result[Item]:
    """Return what an analysis answers of each member of a set as one result, with the keys and paths that the set has.

    A member is asked as the set was published, and as it is now where that state is no longer kept; a note says so.
    """
    found: list[Item] = []
    notes: list[str] = []
    without: list[str] = []
    limits: dict[Limit, None] = {}
    first: Result[Item] | None = None
    for name, opened in _members(manifest, settings):
        result = asked(analysis(opened))
        first = first or result
        found += [_placed(item, name) for item in result.items]
        known = next((one.generation for one in manifest.members if one.name == name), 0)
        newer = "" if opened.manifest.generation == known else " It was indexed again since the set was published."
        if result.items or newer:
            notes.append(f"{name}: {result.notes[0] if result.notes else ''}{newer}")
        else:
            without.append(name)
        limits |= dict.fromkeys(result.limits)
        notes += [note for note in result.notes[1:] if note not in notes]
    assert first is not None  # a set has two members or more
    if without:
        notes.append(f"Nothing of it in {', '.join(without)}.")
    said = sorted(notes, key=lambda note: not note.startswith(tuple(f"{one.name}: " for one in manifest.members)))
    return Result(first.kind, first.title, tuple(found), tuple(said), limits=tuple(limits))


def _members(manifest: Manifest, settings: Settings) -> Iterator[tuple[str, Opened]]:
    from core.backends import products
    from core.index.opening import Opened, open_current
    from core.index.place import Place

    made = products(settings)
    for member in manifest.members:
        place = Place(index_home(settings), member.name)
        try:
            opened = Opened(place.generations / f"{member.generation:06}", made)
        except StoreError:
            opened = open_current(place, made)
        with closing(opened):
            yield member.name, opened


def _placed(item: Item, name: str) -> Item:
    """Return an item of one application as the set has it."""
    told = {one.name: _in_set(one.name, getattr(item, one.name), name) for one in fields(item)}  # type: ignore[arg-type]
    return replace(item, **told)  # type: ignore[type-var]


def _in_set(field: str, value: object, name: str) -> object:
    if isinstance(value, tuple):
        return tuple(_in_set("", one, name) for one in value)
    if isinstance(value, Relation):
        return replace(
            value, source=in_set(value.source, name), target=in_set(value.target, name), file_path=f"{name}/{value.file_path}"
        )
    if not isinstance(value, str) or not value:
        return value
    if field == "column":
        return full_name(value, name)
    if field == "file_path" or (not field and _PLACE.match(value)):
        return f"{name}/{value}"
    return in_set(value, name) if field in _KEYS and is_key(value) else value
