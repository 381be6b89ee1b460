"""The log of PostgreSQL with `log_min_duration_statement`: `duration: 12.3 ms statement: …` or `execute name: …`.

The message is that of `check_log_duration` in `src/backend/tcop/postgres.c`; what stands before it is `log_line_prefix`,
of which only a time is read. Lines that begin with a tab go on with the statement; `DETAIL:` (parameters) is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.measured.observed.gathered import Gathered
from core.measured.observed.lines import moment
from core.model.observed import Figures

NAME = "PostgreSQL log"
_DURATION = re.compile(r"LOG:  duration: (?P<ms>[\d.]+) ms  (?P<what>statement|parse|bind|execute)[^:]*: (?P<sql>.*)")
_WHEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?")
_LONGEST = 20_000  # letters of a statement


def fits(head: str) -> bool:
    """Tell whether a text has such a line."""
    return _DURATION.search(head) is not None


def read(lines: Iterable[str], gathered: Gathered) -> None:
    """Gather the statements, without their values."""
    figures, said = Figures(), list[str]()
    for line in lines:
        if line.startswith("\t"):
            if said and sum(map(len, said)) < _LONGEST:
                said.append(line)
            continue
        if said:
            gathered.statement("\n".join(said), figures, escapes=False)
            said = []
        if found := _DURATION.search(line):
            at = moment(when[0]) if (when := _WHEN.search(line[: found.start()])) else 0.0
            figures, said = _figures(found, at), [found["sql"]]
    if said:
        gathered.statement("\n".join(said), figures, escapes=False)


def _figures(found: re.Match[str], at: float) -> Figures:
    """Return the figures of a line; what is prepared and bound is called when it is executed."""
    return Figures(int(found["what"] in ("statement", "execute")), 0, float(found["ms"]), first=at, last=at)
