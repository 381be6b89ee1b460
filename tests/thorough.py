"""How much of long rows of cases the tests try: a fixed sample, and every case where THOROUGH is set (`make thorough`)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")
THOROUGH = bool(os.environ.get("THOROUGH"))


def sampled(cases: Iterable[Case], every: int) -> list[Case]:
    """Return the first of each `every` cases, or all of them where THOROUGH is set."""
    return list(cases)[:: 1 if THOROUGH else every]
