"""What happens when something is entered, and from where a unit is reached."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import AmbiguousName, SourceError
from core.flow.cascade import destroy_of
from core.flow.compose import MOST
from core.flow.entries import entry_of
from core.flow.flows import flow_of
from core.flow.reach import reached_from
from core.model import UnitHead
from core.model.flow import Flow, Reach
from core.workbench.executed import with_executed
from core.workbench.observed import with_observed

_LINE = re.compile(r"^(?P<path>\S+\.\w+):(?P<line>\d+)$")
_REQUEST = re.compile(r"^[A-Z]+ /")

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def flow(bench: OpenBench, entry: str, *, depth: int = 4, whole: bool = False, steps: int = MOST) -> Flow:
    """Return the steps that an entry point sets off, in the order in which they run.

    `entry` is a route (`POST /comments`), an action (`comments#create`) or a unit: job, mail, task, any method. Calls
    are followed up to `depth`, and deeper to saves, messages and requests, until there are about `steps` of them.
    `whole` keeps calls without effects. `limits` list the cuts. Raises `SourceError` for an unknown entry.
    """
    found = flow_of(bench.index, entry_of(bench.index, entry, bench.name), depth=depth, whole=whole, most=steps)
    return with_observed(bench, with_executed(bench, replace(found, pages=bench.pages)))


def destroyed(bench: OpenBench, name: str, *, depth: int = 4) -> Flow:
    """Return the records that are destroyed or changed together with a record of a model.

    Raises `SourceError` for a unit that is not a model.
    """
    number = bench.index.position[bench.head(name).key]
    return replace(destroy_of(bench.index, number, depth=depth), pages=bench.pages)


def reached(bench: OpenBench, name: str, *, most: int = 50) -> Reach:
    """Return the routes, jobs, tasks and tests that reach a unit or `FILE:LINE`, each with its path."""
    return replace(reached_from(bench.index, _at(bench, name), most=most), pages=bench.pages)


def shown_unit(bench: OpenBench, name: str) -> UnitHead:
    """Return the unit of a key or name, or the one that a request (`GET /orders/17`) or a line (`FILE:LINE`) means."""
    try:
        return bench.head(name)
    except AmbiguousName:
        raise
    except SourceError:
        if _LINE.match(name) or _REQUEST.match(name):
            return bench.index.heads[_at(bench, name)]
        raise


def _at(bench: OpenBench, name: str) -> int:
    """Return the unit that a name or a line of a file means; a route or an action means what answers it."""
    index = bench.index
    if (found := _LINE.match(name)) is None:
        return entry_of(index, name, bench.name).unit
    path, line = found["path"], int(found["line"])
    inner = index.around(path, line)
    if inner is None:
        raise SourceError(f"No unit at {path}:{line}. Give the path relative to the top of the checkout.")
    return index.position[inner.key]
