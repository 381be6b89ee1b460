"""Packages that one repository of a set needs and another one is, and tables that several have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from core.model import Relation
from core.model.boundary import BoundarySide, Needed

_USUAL = frozenset({"id", "created_at", "updated_at"})
_OF_FRAMEWORKS = (
    "ar_internal_metadata",
    "schema_migrations",
    "active_storage_",
    "action_text_",
    "solid_",
    "flipper_",
    "versions",
)
_ALIKE = 0.5  # of the columns of the smaller table that the other has too: less is the same word for something else


def dependencies(sides: Sequence[BoundarySide]) -> Iterator[tuple[BoundarySide, Needed, BoundarySide, str]]:
    """Yield what needs a package of another repository: the one side, what it needs, the other side and its package's key."""
    for side in sides:
        for needed in side.needs:
            for other in sides:
                key = other.owns.get((needed.language, needed.name))
                if key is not None and other is not side:
                    yield side, needed, other, key


def package_relations(sides: Sequence[BoundarySide]) -> list[Relation]:
    """Return which package depends on which one of another repository, with the line of the manifest that says so."""
    return [
        Relation(needed.unit, key, "depends_on", needed.file_path, needed.line, "declared", "boundary",
                 f"locked at {needed.version}" if needed.version else "")
        for _, needed, _, key in dependencies(sides)
    ]  # fmt: skip


def table_relations(sides: Sequence[BoundarySide]) -> list[Relation]:
    """Return the tables that two repositories have under one name, with mostly the same columns, in a database of one name.

    Without that the tables are two: many applications have users of the same library.
    """
    pairs = ((one, two) for one, two in combinations(sides, 2) if one.databases & two.databases)
    return [relation for one, two in pairs for relation in _same_tables(one, two)]


def _same_tables(one: BoundarySide, two: BoundarySide) -> Iterator[Relation]:
    for name in sorted(one.tables.keys() & two.tables.keys()):
        mine, theirs = one.tables[name], two.tables[name]
        own, other = mine.columns - _USUAL, theirs.columns - _USUAL
        both = own & other
        if not name.startswith(_OF_FRAMEWORKS) and both and len(both) >= _ALIKE * min(len(own), len(other)):
            said = f"{len(both)} of {len(own | other)} columns are in both"
            yield Relation(theirs.unit, mine.unit, "shares", theirs.file_path, theirs.line, "inferred", "boundary", said)
