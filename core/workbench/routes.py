"""The verbs of `Workbench` that HTTP passes on as they are: a server makes an address of each row, a client a call.

The parameters are those of the method. What an address calls them, and their limits, is in `core.api.verbs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VerbRoute:
    """An address below that of an index. A `lasting` answer is the same for as long as its generation."""

    path: str
    summary: str
    lasting: bool = False


ROUTES: Mapping[str, VerbRoute] = {
    "sheet": VerbRoute("unit", "Show a unit with facts and relations", lasting=True),
    "dependencies": VerbRoute("dependencies", "List dependencies of a unit", lasting=True),
    "dependents": VerbRoute("dependents", "List dependents of a unit", lasting=True),
    "similar": VerbRoute("similar", "Find similar units", lasting=True),
    "column": VerbRoute("columns/{column}", "List reads and writes of a column such as users.email", lasting=True),
    "overview": VerbRoute("overview", "Show counts, entry points and most-used code", lasting=True),
    "line_history": VerbRoute("line-history", "List commits to the lines of a unit"),
    "tests": VerbRoute("tests", "List tests of a unit"),
    "executed": VerbRoute("tests/executed", "Show covered lines of a unit (null without a report)"),
    "freshness": VerbRoute("freshness", "List files changed since the last index run"),
    "check": VerbRoute("check", "List violations of the declared architecture"),
    "generations": VerbRoute("generations", "List generations, oldest first"),
}
"""By method or property of `Workbench`."""
