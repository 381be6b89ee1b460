"""Values from the rows of a catalog, and texts as any of them can hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, overload

from core.model import CodeUnit, Span
from core.model.tables import TABLES

HEAD = TABLES["units"].names[1:13]
"""The columns of a unit's head."""
UNIT = TABLES["units"].names[1:]
"""The columns that `unit_of` takes."""


def unit_of(row: Sequence[Any], repository: str = "") -> CodeUnit:
    """Return the unit of a row without its key, which may name a repository."""
    (
        type_, identifier, name, namespace, language, file_path, start, end, signature, parent, is_test, origin,
        docstring, source_code, source_hash, metadata, spans,
    ) = row  # fmt: skip
    return CodeUnit(
        type_, identifier, name, namespace, language, file_path, start, end, source_code, docstring, signature, parent,
        json.loads(metadata), source_hash, origin, is_test, tuple(Span(*span) for span in json.loads(spans)),
        repository,
    )  # fmt: skip


def storable(text: str) -> str:
    """Return the text as UTF-8 can hold it: halves of surrogate pairs, which no file decodes to, become question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", errors="replace").decode("utf-8")
    return text


class LazyDocuments(Sequence[Sequence[str]]):
    """Token lists that are read when the first is asked for: most callers want the keys only."""

    def __init__(self, read: Callable[[], Sequence[tuple[str]]], count: int) -> None:
        self._read = read
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Sequence[str]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Sequence[str]]: ...

    def __getitem__(self, place: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        return self._words[place]

    @cached_property
    def _words(self) -> list[list[str]]:
        return [words.split(" ") if words else [] for (words,) in self._read()]


def listed(names: Sequence[str]) -> str:
    """Return names of columns as a list in SQL."""
    return ", ".join(f'"{name}"' for name in names)
