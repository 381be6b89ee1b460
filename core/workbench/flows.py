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


def flow(bench: OpenBench, entry: str, *, depth: int, whole: bool, steps: int = MOST) -> Flow:
    """Return the flow of what `entry` names; raises `SourceError` for an unknown one."""
    found = flow_of(bench.index, entry_of(bench.index, entry, bench.name), depth=depth, whole=whole, most=steps)
    return with_observed(bench, with_executed(bench, replace(found, pages=bench.pages)))


def destroyed(bench: OpenBench, name: str, *, depth: int) -> Flow:
    """Return what goes with a record of a model when it is destroyed; raises `SourceError` for what is no model."""
    number = bench.index.position[bench.head(name).key]
    return replace(destroy_of(bench.index, number, depth=depth), pages=bench.pages)


def reached(bench: OpenBench, name: str, *, most: int) -> Reach:
    """Return from where a unit, or the innermost one around `FILE:LINE`, is reached."""
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
