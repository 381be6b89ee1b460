"""What nothing is known to use: the form of the lists, and how they are put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from core.analyse.ends import KNOWN
from core.analyse.result import Result


@dataclass(frozen=True, slots=True)
class Unused:
    """Something that nothing is known to use.

    `verdict` is `none` (every text was searched in all forms and no line names it), `unknown` (the `lines` may use it, or
    `why` says who might) or `not analysed`.
    """

    unit: str
    type: str
    verdict: str
    why: str
    lines: tuple[str, ...]
    file_path: str
    line: int


def listed(found: Iterable[Unused], asked: str, left_out: Iterable[str] = ()) -> Result[Unused]:
    """Return the lists as a result: what certainly has no users first, then by type, file and line."""
    items = sorted(found, key=lambda one: (KNOWN.index(one.verdict), one.type, one.file_path, one.line, one.unit))
    counts = Counter(one.verdict for one in items)
    said = (
        f"None: {counts['none']}, as every text that is indexed was searched in all forms that Rails knows and no line names "
        f"them. Unknown: {counts['unknown']}, as the lines shown may use them. Not analysed: {counts['not analysed']}."
    )
    limit = "Names that come from data (params, the database) are seen by nobody who only reads the code."
    return Result(Unused, f"Unused: {asked or 'all lists'}", tuple(items), (said, limit, *left_out))
