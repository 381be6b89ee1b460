"""How a value shows itself: as text by its `str`, as HTML where a notebook asks for it and something draws it."""

from __future__ import annotations

from functools import singledispatch
from typing import Any


@singledispatch
def drawn(value: object) -> str | None:
    """Return a value as HTML for a notebook; None for a type that nothing draws.

    What draws a type registers itself for it (`drawn.register`), so that no value knows how it looks.
    """
    return None


class Shown:
    """A value that shows its `str` where a notebook shows no HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return drawn(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))
