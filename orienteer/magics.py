"""Magics of a notebook: `%ask` and `%sql`, in a line or above a cell, on the workbench that the notebook calls `wb`.

Without one they open the only index there is. IPython takes a line that ends with a question mark for a request for help:
`%ask` goes without one, `%%ask` above the question with or without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from core import Workbench, open_workbench
from core.errors import WorkbenchError

if TYPE_CHECKING:
    import pandas as pd

    from core.model.run import SearchRun

T = TypeVar("T")


class Shell(Protocol):
    """What is used of IPython's shell."""

    user_ns: dict[str, object]

    def register_magic_function(
        self, func: Callable[..., object], magic_kind: str = "line", magic_name: str | None = None
    ) -> None:
        """Make a function a magic of this name."""


def register(shell: Shell) -> None:
    """Give a shell the magics."""

    def ask(line: str, cell: str | None = None) -> SearchRun:
        """%ask QUESTION, or %%ask above it: the ranked units and the context."""
        return _told(lambda: _bench(shell).ask(_given(cell or line, "%ask what happens when an order is refunded")))

    def sql(line: str, cell: str | None = None) -> pd.DataFrame:
        """%sql SELECT …, or %%sql above several lines: the rows of the catalog as a frame."""
        return _told(lambda: _bench(shell).sql(_given(cell or line, "%sql SELECT type, count(*) FROM units GROUP BY type")))

    shell.register_magic_function(ask, "line_cell", "ask")
    shell.register_magic_function(sql, "line_cell", "sql")


def _bench(shell: Shell) -> Workbench:
    known = shell.user_ns.get("wb")
    return known if isinstance(known, Workbench) else open_workbench()


def _given(text: str, example: str) -> str:
    from IPython.core.error import UsageError

    if not text.strip():
        raise UsageError(f"Say what is asked for: {example}")
    return text.strip()


def _told(answer: Callable[[], T]) -> T:
    """Return what is answered; a problem is one sentence, which IPython shows without a traceback."""
    from IPython.core.error import UsageError

    try:
        return answer()
    except WorkbenchError as problem:
        raise UsageError(str(problem)) from None
