"""The slow-query log of MySQL and MariaDB (`slow_query_log`): remarks about a statement, then the statement.

The lines are those of the reference manual, "The Slow Query Log": `# Time:`, `# User@Host:`, `# Query_time: 1.2
Lock_time: …`, `SET timestamp=…;`. MariaDB writes the date as `YYMMDD`, and the seconds since 1970 stand in the statement
that sets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.measured.observed.gathered import Gathered
from core.model.observed import Figures

NAME = "MySQL slow-query log"
_TIME = re.compile(r"# Query_time: (?P<seconds>[\d.]+) ")
_STAMP = re.compile(r"SET timestamp=(\d{9,12})")
_BEGIN = re.compile(r"^# (?:Time: |User@Host: |Query_time: )", re.MULTILINE)
_LONGEST = 20_000  # letters of a statement


def fits(head: str) -> bool:
    """Tell whether a text has such remarks."""
    return "# User@Host: " in head and _TIME.search(head) is not None and _BEGIN.search(head) is not None


def read(lines: Iterable[str], gathered: Gathered) -> None:
    """Gather the statements, without their values."""
    seconds, at, said = -1.0, 0.0, list[str]()
    for line in lines:
        if line.startswith("#"):
            if said:
                _told(gathered, seconds, at, said)
                seconds, said = -1.0, []
            if found := _TIME.match(line):
                seconds, at = float(found["seconds"]), 0.0
        elif found := _STAMP.match(line):
            at = float(found[1])
        elif seconds >= 0 and not line.lower().startswith("use ") and sum(map(len, said)) < _LONGEST:
            said.append(line)
    _told(gathered, seconds, at, said)


def _told(gathered: Gathered, seconds: float, at: float, said: list[str]) -> None:
    if said and seconds >= 0:
        gathered.statement("\n".join(said), Figures(1, 0, seconds * 1000, first=at, last=at), escapes=True)
