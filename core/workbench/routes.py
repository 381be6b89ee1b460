"""The verbs of `Workbench` that HTTP passes on as they are: a server makes an address of each row, a client a call.

The parameters are those of the method. What an address calls them, and their limits, is in `core.api.verbs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """An address below that of an index. A `lasting` answer is the same for as long as its generation."""

    path: str
    summary: str
    lasting: bool = False


ROUTES: Mapping[str, Route] = {
    "sheet": Route("unit", "Show a unit with facts and relations", lasting=True),
    "dependencies": Route("dependencies", "List dependencies of a unit", lasting=True),
    "dependents": Route("dependents", "List dependents of a unit", lasting=True),
    "similar": Route("similar", "Find similar units", lasting=True),
    "column": Route("columns/{column}", "List reads and writes of a column such as users.email", lasting=True),
    "overview": Route("overview", "Show counts, entry points and most-used code", lasting=True),
    "line_history": Route("line-history", "List commits to the lines of a unit"),
    "tests": Route("tests", "List tests of a unit"),
    "executed": Route("tests/executed", "Show covered lines of a unit (null without a report)"),
    "freshness": Route("freshness", "List files changed since the last index run"),
    "check": Route("check", "List violations of the declared architecture"),
    "generations": Route("generations", "List generations, oldest first"),
}
"""By method or property of `Workbench`."""
