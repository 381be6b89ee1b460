"""From a word on the command line to an analysis."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.analyse.result import Result
from core.errors import SettingsError, did_you_mean
from core.model.analyses import COMMANDS
from core.workbench.limit_values import check_kinds

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def analysed(
    bench: OpenBench, what: str, *, kinds: Sequence[str] = (), level: str = "", limit: int = 20, type_: str = "",
    types: bool = False, since: str = "",
) -> Result[object]:  # fmt: skip
    """Return the result of the analysis called `what`, with its options.

    Raises `SettingsError` for an unknown analysis, with the known ones, and for a type that the analysis does not have.
    """
    check_kinds(bench, kinds)
    name = what.replace("_", "-")
    row = COMMANDS.get(name)
    if row is None:
        raise SettingsError(f"No analysis '{what}'. {did_you_mean(name, COMMANDS)}")
    given = {"kinds": tuple(kinds), "level": level, "type": type_, "types": types, "since": since}
    if type_ and "type" not in row.options:
        raise SettingsError(f"The analysis '{what}' has no types: only 'unused' and 'findings' have. Leave out --type.")
    chosen: dict[str, object] = {option: given[option] for option in row.options if given[option]}
    method: Callable[..., Result[object]] = getattr(bench.analyse, name.replace("-", "_"))
    every = {"limit": 0} if "limit" in inspect.signature(method).parameters else {}
    return method(**chosen, **every).first(limit)
