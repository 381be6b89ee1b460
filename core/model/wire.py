"""Values of the workbench as JSON and back: every field by its name, so that a workbench elsewhere reads the same values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from core.errors import StoreError, cause

T = TypeVar("T")


_adapters: dict[type, TypeAdapter[Any]] = {}  # making one reads all annotations of the type


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def plain(value: object) -> Any:
    """Return a dataclass as plain JSON values."""
    return _adapter(type(value)).dump_python(value, mode="json")


def read(kind: type[T], told: object) -> T:
    """Return the value of this type that `plain` has told."""
    return _adapter(kind).validate_python(told)


def read_kept(kind: type[T], path: Path, called: str) -> T | None:
    """Return the value of this type in a file of JSON; None without the file.

    Raises `StoreError` for a file that cannot be read, with its contents as they are `called` ("opened units").
    """
    if not path.is_file():
        return None
    try:
        return read(kind, json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as problem:
        said = f"The {called} in {path} cannot be read: {cause(problem)}. Remove the file to start again."
        raise StoreError(said) from problem
