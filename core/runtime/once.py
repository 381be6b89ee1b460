"""Make a value once, however many threads ask for it at the same time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock, RLock
from typing import Generic, TypeVar, cast, overload

from core.runtime.collection import uncollected

S = TypeVar("S")
T = TypeVar("T")


class Once:
    """Values by name, each made by the first thread that asks; others that ask meanwhile wait for it.

    Names are independent of each other, and making one may ask for another, as long as no circle comes of it. A value that
    could not be made is tried again by the next one who asks.
    """

    def __init__(self) -> None:
        self._values: dict[Hashable, object] = {}
        self._making: dict[Hashable, RLock] = {}
        self._guard = Lock()

    def get(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the value of this name, made by `make` if it has not been made before."""
        if name not in self._values:
            with self._guard:
                making = self._making.setdefault(name, RLock())
            with making:
                if name not in self._values:
                    self._values[name] = make()
        return cast("T", self._values[name])

    def get_large(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the same as `get`, without the garbage collector while a large value is made, which is kept anyway."""

        def made() -> T:
            with uncollected():
                return make()

        return self.get(name, made)

    def has(self, name: Hashable) -> bool:
        """Tell whether the value of this name has been made."""
        return name in self._values


class cached_attribute(Generic[S, T]):
    """A property whose value, once it is there, is an attribute: a question looks at some ten thousand times.

    What makes the value has to give the same one to all who ask at the same time, as `Once` does.
    """

    def __init__(self, make: Callable[[S], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, held: None, owner: type) -> cached_attribute[S, T]: ...
    @overload
    def __get__(self, held: S, owner: type) -> T: ...
    def __get__(self, held: S | None, owner: type) -> cached_attribute[S, T] | T:
        if held is None:
            return self
        value = vars(held)[self._name] = self._make(held)
        return value
