"""Report a failure as a problem of its file, and continue with the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import WorkbenchError
from core.model import Problem

_LONGEST = 200


@contextmanager
def telling(problems: list[Problem], path: str, what: str, line: int = 0) -> Iterator[None]:
    """Do something with one file; a fault ends it there and becomes a problem: "`what` was not understood", and why.

    What the user has to mend (`WorkbenchError`), a lack of memory and the end of a limit of time go on.
    """
    try:
        yield
    except (WorkbenchError, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - whatever analysed code does to a reader is told, with its kind
        reason = f"{what} was not understood: {type(fault).__name__}: {fault}"[:_LONGEST]
        problems.append(Problem(path, "partial", reason, line))
