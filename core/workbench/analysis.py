"""From a word on the command line to an analysis."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.analyse.result import Result
from core.errors import SettingsError
from core.workbench.limit_values import check_kinds

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def analysed(
    bench: OpenBench, what: str, *, kinds: Sequence[str] = (), level: str = "", limit: int = 20, type_: str = "",
    types: bool = False, since: str = "",
) -> Result[object]:  # fmt: skip
    """Return the result of the analysis called `what`, with the options that it understands; a limit of 0 means all.

    Raises `SettingsError` for an unknown analysis, with the known ones, and for a type that the analysis does not know.
    """
    check_kinds(bench, kinds)
    name = what.replace("-", "_")
    known = analyses(bench)
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean '{near[0].replace('_', '-')}'?" if near else ""
        listed = ", ".join(word.replace("_", "-") for word in known)
        raise SettingsError(f"No analysis '{what}'.{hint or f' Choose from: {listed}.'}")
    method: Callable[..., Result[object]] = getattr(bench.analyse, name)
    parameters = inspect.signature(method).parameters
    given = {"kinds": tuple(kinds), "level": level, "type": type_, "types": types, "since": since}
    if type_ and "type" not in parameters:
        raise SettingsError(f"The analysis '{what}' has no types: only 'unused' and 'findings' have. Leave out --type.")
    chosen: dict[str, object] = {key: value for key, value in given.items() if key in parameters and value}
    every = {"limit": 0} if "limit" in parameters else {}
    return method(**chosen, **every).first(limit)


def analyses(bench: OpenBench) -> list[str]:
    """Return the analyses that need no further argument, in alphabetical order."""
    found = []
    for name, method in inspect.getmembers(type(bench.analyse), inspect.isfunction):
        parameters = list(inspect.signature(method).parameters.values())[1:]
        if not name.startswith("_") and all(parameter.default is not inspect.Parameter.empty for parameter in parameters):
            found.append(name)
    return found
