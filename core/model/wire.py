"""Values of the workbench as JSON and back: every field by its name, so that a workbench elsewhere reads the same values."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter

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
