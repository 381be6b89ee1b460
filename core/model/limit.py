"""What an answer did not look at or does not show, so that nothing is cut silently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit that an answer ran into: what was cut and how much of it (`what`), and how to lift it (`lift`).

    Both are sentences without a full stop; `lift` is empty where nothing can be done. `page` says how to lift it in the pages,
    where the lift of commands is of no use.
    """

    what: str
    lift: str = ""
    page: str = ""

    @property
    def on_page(self) -> str:
        """The limit as the pages say it."""
        return str(Limit(self.what, self.page or self.lift))

    def __str__(self) -> str:
        return f"{self.what}. {self.lift}." if self.lift else f"{self.what}."


def first_of(
    items: Sequence[Item], most: int, called: str = "", lift: str = "", page: str = ""
) -> tuple[tuple[Item, ...], tuple[Limit, ...]]:
    """Return at most so many items (0: all), the first ones, and the limit that this is if there are more.

    `called` is their plural, `lift` and `page` say how to see more.
    """
    shown = tuple(items[: most or None])
    limit = Limit(" ".join(filter(None, (f"{len(shown):,} of {len(items):,}", called, "are shown"))), lift, page)
    return shown, (limit,) if len(shown) < len(items) else ()
