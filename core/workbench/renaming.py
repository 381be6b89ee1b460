"""The check before a rename, of whatever has the name: a unit or a column."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import AmbiguousName, SourceError
from core.inspect.columns import find_column
from core.inspect.rename import column_rename, rename_check
from core.model import COLUMN
from core.model.rename import RenameCheck

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def renamed(bench: OpenBench, name: str, new: str = "") -> RenameCheck:
    """Return the lines to change when a method, class, column (`users.email`) or route gets another name.

    With `new` it lists what has that name already. Raises `SourceError` for an unknown name, `SettingsError` for what code
    does not name and for an invalid new name.
    """
    return replace(_checked(bench, name, new), pages=bench.pages)


def _checked(bench: OpenBench, name: str, new: str) -> RenameCheck:
    if name.startswith(f"{COLUMN}:"):
        return column_rename(bench.index, name, new)
    try:
        head = bench.head(name)
    except AmbiguousName:
        raise
    except SourceError:
        if not _is_column(bench, name):
            raise
        return column_rename(bench.index, name, new)
    return rename_check(bench.index, head, new)


def _is_column(bench: OpenBench, name: str) -> bool:
    try:
        find_column(bench.index, name)
    except SourceError:
        return False
    return True
