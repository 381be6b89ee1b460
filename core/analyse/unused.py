"""Lists of unused code: their form, and how they are put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.analyse.result import Result
from core.model.verdict import EMPTY, POSSIBLY_USED, counted_verdicts, former


@dataclass(frozen=True, slots=True)
class Unused:
    """Something that nothing is known to use.

    `usage` is `unused`, `possibly used` (the `lines` may use it, or `why` names what might) or `not analysed`.
    """

    FORMER: ClassVar = ("verdict",)
    unit: str
    type: str
    usage: str
    why: str
    lines: tuple[str, ...]
    file_path: str
    line: int

    @property
    def verdict(self) -> str:
        """The verdict in the words of version 0.1: none, unknown or not analysed."""
        return former(self.usage)


def _order(one: Unused) -> tuple[object, ...]:
    place = (one.type, one.file_path, one.line, one.unit)
    return (EMPTY.index(one.usage), *(() if one.usage == POSSIBLY_USED else place))


def listed(found: Iterable[Unused], asked: str, left_out: Iterable[str] = ()) -> Result[Unused]:
    """Return the lists as a result: the unused first, by type, file and line; what is possibly used in the order given."""
    items = sorted(found, key=_order)
    counts = Counter(one.usage for one in items)
    limit = "Names from data (request parameters, database) are not visible in the code."
    return Result(Unused, f"{asked or 'Code'} without known users", tuple(items), (counted_verdicts(counts), limit, *left_out))
