"""How a value shows itself: as text by its `str`, as HTML where a notebook asks for it and something draws it."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Protocol

_waiting: list[Callable[[], None]] = []


@singledispatch
def drawn(value: object) -> str | None:
    """Return a value as HTML for a notebook; None for a type that nothing draws.

    What draws a type registers itself for it (`drawn.register`), so that no value knows how it looks.
    """
    return None


def draw_with(register: Callable[[], None]) -> None:
    """Have `register` called before the first value is drawn: what draws is loaded by who looks at a value only."""
    _waiting.append(register)


class Printer(Protocol):
    """What IPython prints with."""

    def text(self, given: str) -> None:
        """Print a text."""


class Shown:
    """A value that shows its `str` where a notebook shows no HTML."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython takes the first of both that it finds: without this the repr of a dataclass.
        cls._repr_pretty_ = cls._repr_pretty_  # type: ignore[method-assign]

    def _repr_html_(self) -> str | None:
        for register in tuple(_waiting):  # twice does no harm, should two threads look at once
            register()
        _waiting.clear()
        return drawn(self)

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(str(self))
