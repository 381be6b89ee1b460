"""Checks of what a report says before it is believed; each raises `SourceError` with the place that is at fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import SourceError


def mapping(told: object, where: str) -> Mapping[str, object]:
    """Return what is told as a mapping."""
    if not isinstance(told, Mapping):
        raise SourceError(f"'{where}' is not an object")
    return told


def each(told: object, where: str) -> Sequence[object]:
    """Return what is told as a list."""
    if not isinstance(told, Sequence) or isinstance(told, str):
        raise SourceError(f"'{where}' is not a list")
    return told


def count(told: object, where: str) -> int:
    """Return what is told as a whole number from 0 on."""
    if not isinstance(told, int) or isinstance(told, bool) or told < 0:
        raise SourceError(f"'{str(told)[:40]}' in '{where}' is not a count or a line")
    return told
