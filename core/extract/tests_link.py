"""Which test is of what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.model import CodeUnit, Relation


def test_relations(units: Sequence[CodeUnit], relations: Iterable[Relation]) -> list[Relation]:
    """Return relations of kind `tests`."""
    return []
